"""A user's own table as a data set: instructions, worlds, labels, questions and builds.

CSV, JSON lines or parquet, one row per instruction:

    instruction         the text
    clear               yes or no (true or false, 1 or 0)
    world               the world before: a recorded state or a list of blocks, as JSON or as the path of a
                        file, which starts from the table's folder; empty for the empty world
    question            optional: the clarifying question, if the instruction is not clear
    target, built       optional: worlds as above; the intended one, and what a person built from the text
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cq.data.cells import cell_world
from cq.data.folds import fold
from cq.data.iglu.worlds import start_columns
from cq.data.schema import data_set, features
from cq.data.storage.tables import read_table
from cq.errors import InputError, MissingFileError
from cq.files.json_input import json_lines
from cq.utterances import check_characters
from cq.world import World

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

SUFFIXES = (".csv", ".jsonl", ".parquet")
FRAME = "the data frame"
"""What messages call a data frame, where they name the path of a table."""

CLEAR = {"yes": 0, "true": 0, "1": 0, "1.0": 0, "no": 1, "false": 1, "0": 1, "0.0": 1}
"""Value of `clear` → label. A data frame with missing values turns 1 into 1.0."""


def is_user_table(path: Path) -> bool:
    """Whether a path names a user's table rather than a set in upstream's layout."""
    return path.suffix.lower() in SUFFIXES


def read_user_table(path: Path) -> pa.Table:
    """The table in the columns of `features`. Each row with a question has all questions as its pool.

    Raises `MissingFileError` if there is no such file, `InputError` naming a row that cannot be read.
    """
    return _table(_rows(path), repr(str(path)), path.parent)


def frame_table(frame: pd.DataFrame) -> pa.Table:
    """A data frame with the columns of a user's table in the columns of `features`; paths of worlds start
    from the current folder.

    Raises `InputError` naming a row that cannot be read.
    """
    return _table(_checked_rows(frame, FRAME), FRAME, Path())


def frame_bank(frame: pd.DataFrame) -> dict[str, str]:
    """The questions of a data frame, qid → question, in its order."""
    return _bank(_checked_rows(frame, FRAME))


def read_user_bank(path: Path) -> dict[str, str]:
    """The table's questions, qid → question, in its order."""
    return _bank(_rows(path))


def _table(rows: list[dict[str, Any]], source: str, folder: Path) -> pa.Table:
    qids = {question: qid for qid, question in _bank(rows).items()}
    parsed = []
    for number, row in enumerate(rows, start=1):
        try:
            parsed.append(_parsed(row, qids, folder))
        except (InputError, MissingFileError) as error:
            raise InputError(f"row {number} of {source}: {error}") from None
    return data_set(parsed, features()).data.table


def _bank(rows: list[dict[str, Any]]) -> dict[str, str]:
    asked = dict.fromkeys(_text(row, "question") for row in rows)
    return {f"q_{i}": question for i, question in enumerate(one for one in asked if one)}


def _parsed(row: dict[str, Any], qids: dict[str, str], folder: Path) -> dict[str, Any]:
    instruction, question = _text(row, "instruction"), _text(row, "question")
    for name, text in (("the instruction", instruction), ("the question", question)):
        check_characters(text, name)
    clear = _text(row, "clear").lower()
    if clear not in CLEAR:
        raise InputError(f"clear is {clear!r}; it is yes or no")
    label = CLEAR[clear]
    if question and not label:
        raise InputError(f"the instruction is clear, yet it has the question {question!r}; remove one")
    start = _world(row.get("world"), folder)
    ends = {
        name: None if _missing(row.get(name)) else _world(row[name], folder).grid
        for name in ("target", "built")
    }
    return {
        **start_columns(start, ""),
        **ends,
        "game_id": None,
        "instruction": instruction,
        "label": label,
        "fold": fold(instruction),
        "question": question or None,
        "qid": qids.get(question),
        "pool": list(qids.values()) if question else None,
    }


def _world(given: Any, folder: Path) -> World:
    return cell_world(None if _missing(given) else given, folder)


def _rows(path: Path) -> list[dict[str, Any]]:
    import pandas as pd

    if not path.is_file():
        raise MissingFileError(f"no table at {str(path)!r}; give a CSV, JSON lines or parquet file")
    try:
        frame: pd.DataFrame
        kind = path.suffix.lower()
        if kind == ".csv":
            frame = read_table(path.read_bytes(), str(path), ("instruction", "clear"))
        else:
            frame = pd.read_parquet(path) if kind == ".parquet" else _json_lines(path)
    except InputError:
        raise
    except (ValueError, OSError, OverflowError) as error:
        raise InputError(f"cannot read {str(path)!r}: {error}") from None
    return _checked_rows(frame, repr(str(path)))


def _checked_rows(frame: pd.DataFrame, source: str) -> list[dict[str, Any]]:
    """The rows of a frame. Raises `InputError` if it has none, or lacks a column."""
    missing = [name for name in ("instruction", "clear") if name not in frame]
    if missing or frame.empty:
        raise InputError(f"{source} lacks {missing or 'rows'}; it has the columns {list(frame)}")
    rows: list[dict[str, Any]] = frame.to_dict("records")
    return rows


def _json_lines(path: Path) -> pd.DataFrame:
    """The rows of JSON lines. Values keep their types: pandas would read the text "0012" as 12."""
    import pandas as pd

    with path.open("rb") as file:
        rows = [row for _, row in json_lines(file, str(path))]
    names = list(dict.fromkeys(name for row in rows for name in row))
    return pd.DataFrame([[row.get(name) for name in names] for row in rows], columns=names, dtype=object)


def _text(row: dict[str, Any], name: str) -> str:
    return "" if _missing(row.get(name)) else str(row[name]).strip()


def _missing(value: Any) -> bool:
    """Empty cells are "" in CSV, None or NaN elsewhere."""
    is_nan = isinstance(value, float) and math.isnan(value)
    return value is None or is_nan or (isinstance(value, str) and not value.strip())
