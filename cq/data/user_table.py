"""A user's own table as a data set: instructions, worlds, labels, questions and builds.

CSV, TSV, JSON lines or parquet, or a table in memory, one row per instruction:

    instruction         the text (or InputInstruction, as in the IGLU 2022 track)
    clear               yes or no (y or n, true or false, t or f, 1 or 0, clear or unclear)
    world               the world before: a recorded state or a list of blocks, as JSON or as the path of a
                        file, which starts from the table's folder; empty for the empty world (or
                        InitializedWorldPath)
    question            optional: the clarifying question, if the instruction is not clear
    target, built       optional: worlds as above; the intended one, and a person's build from the text
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from cq.data.asked_columns import TEXTS, WORLDS, first_of
from cq.data.cells import cell_world
from cq.data.folds import fold
from cq.data.iglu.worlds import start_columns
from cq.data.schema import data_set, features
from cq.errors import InputError, excerpt
from cq.tables.cells import cell_text, cell_texts, is_empty, says_clear
from cq.tables.files import ENDINGS, read_rows
from cq.tables.frames import Row, Table, frame_rows
from cq.utterances import check_characters

if TYPE_CHECKING:
    import pyarrow as pa

CLEAR = "clear"


def is_user_table(path: Path) -> bool:
    """Whether a path names a user's table rather than a set in upstream's layout."""
    return path.suffix.lower() in ENDINGS


def read_user_table(path: Path) -> pa.Table:
    """The table in the columns of `features`. Each row with a question has all questions as its pool.

    Raises `MissingFileError` if there is no such file, `InputError` naming a row that cannot be read.
    """
    return _table(_checked(read_rows(path)), path.parent)


def frame_table(frame: Any) -> pa.Table:
    """A table in memory (`cq.tables.frames`) with the columns of a user's table in the columns of `features`;
    paths of worlds start from the current folder.

    Raises `InputError` naming a row that cannot be read.
    """
    return _table(_checked(frame_rows(frame)), Path())


def frame_bank(frame: Any) -> dict[str, str]:
    """The questions of a table in memory, qid → question, in its order."""
    return _bank(_checked(frame_rows(frame)))


def read_user_bank(path: Path) -> dict[str, str]:
    """The table's questions, qid → question, in its order."""
    return _bank(_checked(read_rows(path)))


def _table(table: Table, folder: Path) -> pa.Table:
    qids = {question: qid for qid, question in _bank(table).items()}
    return data_set(table.each(lambda row: _parsed(row, qids, folder)), features()).data.table


def _bank(table: Table) -> dict[str, str]:
    asked = dict.fromkeys(table.each(_question))
    return {f"q_{i}": question for i, question in enumerate(question for question in asked if question)}


def _question(row: Row) -> str:
    """The question of a row, "" if it has none."""
    found = cell_texts(row.get("question"), "question")
    if len(found) > 1:
        raise InputError(f"question is {excerpt(found)}; give one, or a row for each")
    return found[0] if found else ""


def _parsed(row: Row, qids: dict[str, str], folder: Path) -> dict[str, Any]:
    instruction, question = cell_text(first_of(row, TEXTS), "instruction"), _question(row)
    for name, text in (("the instruction", instruction), ("the question", question)):
        check_characters(text, name)
    is_clear = says_clear(row.get(CLEAR))
    if is_clear is None:
        raise InputError(f"clear is {excerpt(row.get(CLEAR))}; it is yes or no")
    if question and is_clear:
        raise InputError(f"the instruction is clear, yet it has the question {question!r}; remove one")
    start = cell_world(first_of(row, WORLDS), folder)
    ends = {
        name: None if is_empty(row.get(name)) else cell_world(row[name], folder).grid
        for name in ("target", "built")
    }
    return {
        **start_columns(start, ""),
        **ends,
        "game_id": None,
        "instruction": instruction,
        "label": int(not is_clear),
        "fold": fold(instruction),
        "question": question or None,
        "qid": qids.get(question),
        "pool": list(qids.values()) if question else None,
    }


def _checked(table: Table) -> Table:
    """The table. Raises `InputError` if it has no rows, or lacks a column."""
    known = ((TEXTS[0], TEXTS), (CLEAR, (CLEAR,)))
    missing = [name for name, names in known if not set(names) & set(table.columns)]
    if missing or not table.rows:
        recorded = "; a recorded label is 1 for an unclear row" if "label" in table.columns else ""
        lacks = f"the columns {missing}" if missing else "rows"
        raise InputError(f"{table.name} lacks {lacks}; it has the columns {table.columns}{recorded}")
    return table
