"""The recorded worlds of an archive, each read once."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from cq.data.report import LoadReport
from cq.data.storage.archive import Archive
from cq.errors import InputError
from cq.world import World


class RecordedWorlds:
    """Recorded states by file name; None, with a line in the report, if a file is missing or damaged."""

    def __init__(self, archive: Archive, report: LoadReport) -> None:
        self._archive, self._report = archive, report
        self.files: dict[str, list[str]] = defaultdict(list)
        """Names of files by folder."""
        for name in archive.names():
            self.files[name.rpartition("/")[0]].append(name)
        self._read: dict[str, World | None] = {}

    def first_in(self, folder: str) -> str | None:
        """The name of a folder's first recording, None if there is no such folder."""
        return next(iter(self.files.get(folder, ())), None)

    def __getitem__(self, name: str) -> World | None:
        if name not in self._read:
            self._read[name] = None
            try:
                self._read[name] = World.from_json(self._archive.read(name), name)
            except InputError as error:
                self._report.unreadable_files[name] = str(error)
        return self._read[name]


def start_columns(start: World, path: str) -> dict[str, Any]:
    """A row's columns about its start world, which was recorded at `path` (empty for none)."""
    return {
        "start": start.grid,
        "position": list(start.pose.position) if start.pose else None,
        "look": [start.pose.pitch, start.pose.yaw] if start.pose else None,
        "structure": path.split("/")[-2].rpartition("-")[2] if "/" in path else None,
        "world_path": path,
    }
