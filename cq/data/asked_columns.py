"""The columns of a table that hold what is asked: the instruction, and the world before it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cq.data.cells import cell_value, cell_world
from cq.errors import InputError
from cq.tables.frames import Row, check_spelling
from cq.world import World

TEXTS = ("instruction", "InputInstruction")
WORLDS = ("world", "InitializedWorldPath")
START = "start"
"""Our names, those of the IGLU 2022 track, and that of a grid in our own exports."""


def first_of(row: Row, names: Sequence[str]) -> Any:
    """The cell of the first of the columns that the row has; None if it has none."""
    return next((row[name] for name in names if row.get(name) is not None), None)


def row_world(row: Row, folder: Path | None) -> World:
    """The world of a row: `start`, a grid, or `world` or `InitializedWorldPath` as in
    `cq.data.cells.cell_world`, whose `folder` it is; the empty one if it has none.

    Raises `InputError` or `MissingFileError`.
    """
    start = cell_value(row.get(START))
    return cell_world(first_of(row, WORLDS), folder) if start is None else World.parse(start)


def check_columns(names: Sequence[str], where: str) -> None:
    """Raise `InputError` for a table without instructions, or with a misspelt column."""
    for known in (TEXTS, (*WORLDS, START)):
        check_spelling(names, where, known)
    if not any(name in names for name in TEXTS):
        found = f"the columns {', '.join(names)}" if names else "no columns"
        raise InputError(f"{where} has {found}; it needs {' or '.join(TEXTS)}")
