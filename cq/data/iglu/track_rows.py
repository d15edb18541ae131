"""The rows of the IGLU 2022 NLP track: the public ones, and new ones from a CSV."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from cq.data.asked_columns import START, TEXTS, WORLDS, check_columns, first_of, row_world
from cq.data.iglu.clarifying_questions import LABELS, TABLE, find_root
from cq.data.iglu.singleturn import locate_singleturn
from cq.data.storage.archive import open_archive
from cq.data.storage.tables import read_csv
from cq.errors import InputError, MissingFileError, excerpt
from cq.files.json_input import parse_json
from cq.tables.csv_text import DELIMITERS, read_text_table

if TYPE_CHECKING:
    import pandas as pd

COLUMNS = ("GameId", "InitializedWorldPath", "InputInstruction", "IsInstructionClear", "ClarifyingQuestion")
KEPT = ("avatarInfo", "worldEndingState")
"""The parts of a recorded state that the evaluator passes on."""

RESERVED = ("clarification_required", "questions", "error", "state")
"""Columns of the answers, which rows may not have."""

Row = dict[str, Any]


def public_rows(data: Path | None) -> list[Row]:
    """The public rows as the evaluator sees them.

    Each holds the table's columns, `key`, `unclear` (0 or 1) and `state`, None if the world state is
    missing. Raises `InputError` for a label or a state that cannot be read.
    """
    with open_archive(locate_singleturn(data)) as archive:
        root = find_root(archive, TABLE)
        rows: list[Row] = read_csv(archive, root + TABLE, COLUMNS).to_dict("records")
        names = set(archive.names())
        for number, row in enumerate(rows, start=1):
            name = root + row["InitializedWorldPath"]
            try:
                state = parse_json(archive.read(name), name) if name in names else None
            except InputError as error:
                raise InputError(f"cannot read {name}: {error}; get the data again") from None
            label = row["IsInstructionClear"].strip().lower()
            if label not in LABELS:
                raise InputError(f"row {number} of {TABLE}: IsInstructionClear is {label!r}; it is Yes or No")
            row["unclear"], row["key"] = LABELS[label], row["InputInstruction"] + row["GameId"]
            parts = state.items() if isinstance(state, dict) else None
            row["state"] = None if parts is None else {key: value for key, value in parts if key in KEPT}
    if not rows:
        raise InputError(f"{TABLE} has no rows")
    return rows


def new_rows(source: Path) -> tuple[pd.DataFrame, list[Row]]:
    """The table of a CSV or TSV, its cells as they are, and its rows with their `state`, and with their text
    under the track's name. The columns are those of `cq predict`.

    Raises `MissingFileError` or `InputError` for a file, a column or a world that cannot be read.
    """
    try:
        content = source.read_bytes()
    except OSError as error:
        raise MissingFileError(f"cannot read {str(source)!r}: {error.strerror}; give a CSV of rows") from None
    delimiter = DELIMITERS.get(source.suffix.lower(), ",")
    table = read_text_table(content, str(source), (), delimiter)
    check_columns(list(table), repr(str(source)))
    if reserved := [name for name in table if name in RESERVED]:
        raise InputError(f"{str(source)!r} has a column {reserved[0]!r} already; rename it")
    rows: list[Row] = table.to_dict("records")
    for number, row in enumerate(rows, start=1):
        try:
            row["state"] = row_world(row, source.parent).to_recorded()
        except (MissingFileError, InputError) as error:
            shown = excerpt(row.get(START) or first_of(row, WORLDS))
            raise InputError(f"row {number} of {str(source)!r}: cannot read {shown}: {error}") from None
        row["InputInstruction"] = first_of(row, TEXTS)
    return table, rows
