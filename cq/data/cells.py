"""Worlds in the cells of a table: any form that `World.parse` reads, JSON text, or the path of a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cq.errors import InputError, MissingFileError, excerpt
from cq.files import path_inside
from cq.files.json_input import parse_json
from cq.world import World


def cell_world(cell: Any, folder: Path | None) -> World:
    """The world in a table's cell; paths start from the table's `folder`, and an empty cell is the empty
    world. A table without a folder, at a URL, names no files. Raises `InputError` or `MissingFileError`.
    """
    path = cell_path(cell, folder)
    if path is None:
        return World.parse(cell_value(cell))
    try:
        return World.parse(path)
    except MissingFileError:
        raise MissingFileError(
            f"no world file at {str(path)!r}, and {excerpt(cell)} is not a JSON object or list; give one"
        ) from None


def cell_path(cell: Any, folder: Path | None) -> Path | None:
    """The path in a cell; None if the cell contains the world itself, or nothing.

    Raises `InputError` for a path that leads outside the folder: a table is not trusted to name other files.
    """
    if not isinstance(cell, str) or cell.lstrip()[:1] in ("", "{", "["):
        return None
    if folder is None:
        raise InputError(f"{cell!r:.80} is a path, which only tables on this machine may name")
    return path_inside(folder, cell.strip())


def cell_value(cell: Any) -> Any:
    """The value of a JSON text, None for an empty text; any other cell as it is."""
    if not isinstance(cell, str):
        return cell
    return parse_json(cell, f"the world {cell[:40]!r}") if cell.strip() else None
