"""Worlds in the cells of a table: any form that `World.parse` reads, JSON text, or the path of a file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from cq.errors import InputError
from cq.world import World


def cell_world(cell: Any, folder: Path) -> World:
    """The world that a table's cell holds; paths start from the table's `folder`, and an empty cell is the
    empty world. Raises `InputError` or `MissingFileError`.
    """
    path = cell_path(cell, folder)
    return World.parse(cell_value(cell) if path is None else path)


def cell_path(cell: Any, folder: Path) -> Path | None:
    """The path that a cell names; None if the cell holds the world itself, or nothing."""
    if not isinstance(cell, str) or cell.lstrip()[:1] in ("", "{", "["):
        return None
    return folder / cell


def cell_value(cell: Any) -> Any:
    """The value of a JSON text, None for an empty text; any other cell as it is."""
    if not isinstance(cell, str):
        return cell
    try:
        return json.loads(cell) if cell.strip() else None
    except json.JSONDecodeError as error:
        raise InputError(f"the world {cell[:40]!r} is not valid JSON: {error}") from None
