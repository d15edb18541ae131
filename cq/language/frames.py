"""Tables of instructions in memory: the columns that are read."""

from __future__ import annotations

from typing import Any

from cq.errors import InputError
from cq.tables.cells import is_empty, plain_cell
from cq.tables.frames import FRAME, as_frame, check_once, check_spelling

TEXT_COLUMNS = ("instruction", "InputInstruction")
WORLD_COLUMNS = ("world", "start")
DIALOGUE_COLUMN = "dialogue"


def read_frame(table: Any, world: Any, dialogue: Any) -> tuple[list[Any], Any, Any]:
    """The instructions, worlds and dialogues of a table in memory (`cq.tables.frames`).

    It has the column `instruction` (or `InputInstruction`), and perhaps `world` (or `start`) and `dialogue`;
    empty cells are empty worlds or dialogues. Without such a column, `world` and `dialogue` hold for the rows
    as they do for a list. Raises `InputError` if both are given, if one is there twice or misspelt, or for no
    instructions.
    """
    frame = as_frame(table)
    check_once(list(frame), FRAME, (*TEXT_COLUMNS, *WORLD_COLUMNS, DIALOGUE_COLUMN))
    text = next((name for name in TEXT_COLUMNS if name in frame.columns), None)
    if text is None:
        raise InputError(
            f"the data frame has the columns {list(frame.columns)}; it needs {' or '.join(TEXT_COLUMNS)}"
        )
    for known in (WORLD_COLUMNS, (DIALOGUE_COLUMN,)):
        check_spelling(frame.columns, FRAME, known)
    found = next((name for name in WORLD_COLUMNS if name in frame.columns), None)
    for name, value, column in (
        ("world", world, found),
        ("dialogue", dialogue, DIALOGUE_COLUMN if DIALOGUE_COLUMN in frame.columns else None),
    ):
        if value is not None and column is not None:
            raise InputError(f"the data frame has a column {column!r}, and {name}= is given too; drop one")
    worlds = world if found is None else [_cell(cell) for cell in frame[found]]
    if DIALOGUE_COLUMN in frame.columns:
        dialogue = [_cell(cell) for cell in frame[DIALOGUE_COLUMN]]
    return [plain_cell(cell) for cell in frame[text]], worlds, dialogue


def _cell(cell: Any) -> Any:
    """The value of a cell, None if it is empty."""
    value = plain_cell(cell)
    return None if is_empty(value) else value
