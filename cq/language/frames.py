"""Data frames of instructions: the columns that are read."""

from __future__ import annotations

from typing import Any

from cq.errors import InputError

TEXT_COLUMNS = ("instruction", "InputInstruction")
WORLD_COLUMNS = ("world", "start")
DIALOGUE_COLUMN = "dialogue"


def is_frame(x: Any) -> bool:
    """Whether this is a data frame."""
    return hasattr(x, "columns") and hasattr(x, "to_dict")


def read_frame(frame: Any, world: Any, dialogue: Any) -> tuple[list[Any], Any, Any]:
    """The instructions, worlds and dialogues of a data frame.

    It has the column `instruction` (or `InputInstruction`), and perhaps `world` (or `start`) and `dialogue`;
    empty cells are empty worlds, or mean that nothing was said. Without such a column, `world` and `dialogue`
    hold for the rows as they do for a list. Raises `InputError` if both are given, or for no instructions.
    """
    text = next((name for name in TEXT_COLUMNS if name in frame.columns), None)
    if text is None:
        raise InputError(
            f"the data frame has the columns {list(frame.columns)}; it needs {' or '.join(TEXT_COLUMNS)}"
        )
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
    return list(frame[text]), worlds, dialogue


def _cell(cell: Any) -> Any:
    """The value of a cell, None if it is empty."""
    is_empty = cell is None or (isinstance(cell, str) and not cell.strip())
    # Missing values differ from themselves.
    return None if is_empty or (not hasattr(cell, "__len__") and bool(cell != cell)) else cell
