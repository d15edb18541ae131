"""The recorded worlds of an archive, each read once; and worlds as a table's cells hold them."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

from cq.data.iglu.report import LoadReport
from cq.data.storage.archive import READ_ERRORS, Archive
from cq.errors import InputError
from cq.world import World


class Worlds:
    """Recorded states by name; None, and a line in the report, where one is missing or damaged."""

    def __init__(self, archive: Archive, report: LoadReport) -> None:
        self._archive, self._report = archive, report
        self.files: dict[str, list[str]] = defaultdict(list)
        """Names of files by folder."""
        for name in archive.names():
            self.files[name.rpartition("/")[0]].append(name)
        self._read: dict[str, World | None] = {}

    def only(self, folder: str) -> World | None:
        """The one recording of a folder, None where the folder is not there."""
        names = self.files.get(folder, [])
        return self[names[0]] if names else None

    def __getitem__(self, name: str) -> World | None:
        if name not in self._read:
            self._read[name] = None
            try:
                # Only listed names are read: a path in the table cannot lead outside the set.
                if name not in self.files.get(name.rpartition("/")[0], []):
                    raise KeyError("no such file")
                self._read[name] = World.parse(json.loads(self._archive.read(name)))
            except READ_ERRORS as error:
                self._report.unreadable_files[name] = str(error).strip("'\"") or type(error).__name__
        return self._read[name]


def start_columns(start: World, path: str) -> dict[str, Any]:
    """What a row holds about the world that it starts from."""
    return {
        "start": start.grid,
        "position": list(start.pose.position) if start.pose else None,
        "look": [start.pose.pitch, start.pose.yaw] if start.pose else None,
        "structure": path.split("/")[-2].rpartition("-")[2] if "/" in path else None,
        "world_path": path,
    }


def cell_world(cell: Any, folder: Path) -> World:
    """The world that a table's cell holds: any form that `World.parse` reads, also as JSON in a text, or a
    path from the table's `folder`; empty for the empty world. Raises `InputError` or `MissingFileError`.
    """
    path = cell_path(cell, folder)
    return World.parse(cell_value(cell) if path is None else path)


def cell_path(cell: Any, folder: Path) -> Path | None:
    """The path that a cell names, None where it holds the world itself, or nothing."""
    if not isinstance(cell, str) or cell.lstrip()[:1] in ("", "{", "["):
        return None
    return folder / cell


def cell_value(cell: Any) -> Any:
    """What a text holds as JSON, None for an empty one; anything else as it is."""
    if not isinstance(cell, str):
        return cell
    try:
        return json.loads(cell) if cell.strip() else None
    except json.JSONDecodeError as error:
        raise InputError(f"the world {cell[:40]!r} is not valid JSON: {error}") from None
