"""The files of a corpus, in a folder or a zip: finding them, checking them, reading their rows."""

from __future__ import annotations

import hashlib
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import PurePosixPath
from typing import Any

from cq.data.storage.archive import Archive
from cq.errors import InputError
from cq.files.json_input import json_lines, parse_json
from cq.tables.csv_text import text_rows
from cq.tables.frames import Row


class ChangedFileWarning(UserWarning):
    """A file of a corpus differs from the known one: figures on it cannot be compared with others."""


@dataclass(frozen=True)
class Known:
    """A known published file: the SHA-256 of its content, and the number of its rows."""

    sha256: str
    rows: int


class CorpusFiles:
    """The files of one corpus in an archive. `folder` is the name of the corpus's folder in collections;
    `known` maps names of files to their known versions.
    """

    def __init__(self, archive: Archive, source: str, folder: str, known: Mapping[str, Known]) -> None:
        self.source = source
        self.changed: list[str] = []
        self._archive, self._folder, self._known = archive, folder, known

    def find(self, names: Sequence[str]) -> str | None:
        """The member with one of some names, in any folder, None if there is none. The corpus's own folder is
        preferred. Raises `InputError` if several members fit.
        """
        for name in names:
            found = [path for path in self._archive.names() if PurePosixPath(path).name == name]
            own = [path for path in found if self._folder.lower() in path.lower().split("/")[:-1]]
            if len(chosen := own or found) > 1:
                raise InputError(f"{self.source!r} has {', '.join(chosen)}; give the folder of one of them")
            if chosen:
                return chosen[0]
        return None

    def table(self, member: str, columns: Sequence[str], delimiter: str = ",") -> list[Row]:
        """The rows of a table with a header. Raises `InputError` for too many or too few cells."""
        name = f"{member} of {self.source!r}"
        header, cells = text_rows(self._archive.read(member), name, delimiter=delimiter)
        return self._checked(member, [dict(zip(header, row, strict=True)) for row in cells], columns)

    def lines(self, member: str, columns: Sequence[str]) -> list[Row]:
        """The objects of JSON lines. A line may be a quoted JSON text itself, as in CLAMBER."""
        lines = [_unquoted(line, member) for line in self._archive.read(member).splitlines()]
        rows = [row for _, row in json_lines(lines, member)]
        return self._checked(member, rows, columns)

    def json(self, member: str) -> Any:
        """The value of a JSON file."""
        return parse_json(self._archive.read(member), member)

    def check(self, member: str, rows: int) -> None:
        """Warn if a file is known and differs."""
        known = self._known.get(PurePosixPath(member).name)
        if known is None or hashlib.sha256(self._archive.read(member)).hexdigest() == known.sha256:
            return
        self.changed.append(member)
        warnings.warn(
            f"{member} of {self.source!r} is not the published file: it has {rows:,} rows, the published one "
            f"{known.rows:,}; figures on it cannot be compared with published ones",
            ChangedFileWarning,
            stacklevel=2,
        )

    def _checked(self, member: str, rows: list[Row], columns: Sequence[str]) -> list[Row]:
        if not rows:
            raise InputError(f"{member} of {self.source!r} has no rows; get it again")
        for number, row in enumerate(rows, start=1):
            if missing := [name for name in columns if name not in row]:
                raise InputError(f"row {number} of {member} lacks {missing}; it has {list(row)}")
        self.check(member, len(rows))
        return rows


def _unquoted(line: bytes, member: str) -> bytes:
    return str(parse_json(line, member)).encode() if line.lstrip().startswith(b'"') else line


class Questions:
    """A growing bank: each different text once, under its known id, or q_0, q_1, …"""

    def __init__(self) -> None:
        self.bank: dict[str, str] = {}
        self._ids: dict[str, str] = {}

    def add(self, text: str, qid: str | None = None) -> str:
        """The id of a new or known text."""
        text = text.strip()
        if qid is None:
            places = (f"q_{i}" for i in count(len(self.bank)))
            qid = self._ids.get(text) or next(place for place in places if place not in self.bank)
        self.bank.setdefault(qid, text)
        self._ids.setdefault(text, qid)
        return qid
