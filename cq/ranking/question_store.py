"""What has been read of questions, kept on disk for all banks, all encoders and all processes.

It is one SQLite file, so that writers cannot mix and a killed job keeps what it has put. A damaged or locked
file costs time, never a result: it is named in a warning, and its questions are read again.
"""

from __future__ import annotations

import json
import logging
import sqlite3
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing, suppress
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from cq.files.digests import fingerprint
from cq.settings import cache_limit, cache_root

log = logging.getLogger("cq.ranking")

Record = Mapping[str, npt.NDArray[Any]]
Result = TypeVar("Result")

SCHEMA = """
PRAGMA page_size = 32768;
CREATE TABLE IF NOT EXISTS records (key TEXT PRIMARY KEY, used REAL, digest TEXT, content BLOB);
CREATE INDEX IF NOT EXISTS by_use ON records (used);
"""
CHOSEN = "key IN (SELECT value FROM json_each(?))"

WAIT = 5.0
"""Seconds to wait for a process that writes."""

DAY = 24 * 3600
"""Records are marked as used once a day."""

SPARE = 8
"""Pages that SQLite may add for itself when it writes."""


class QuestionStore:
    """Text → arrays by name. `kind` tells what records depend on beside the text: stores of different kinds
    do not see each other's records. Those used least recently are dropped above the size limit of the cache,
    see `cq.settings.cache_limit`.
    """

    def __init__(self, kind: str) -> None:
        self.kind, self.path = kind, cache_root() / "questions" / "records.sqlite"

    def missing(self, texts: Sequence[str]) -> list[str]:
        """Those texts that have no record, in order."""
        keys = self._keys(texts)
        known = {keys[key] for (key,) in self._rows("key", keys)}
        return [text for text in texts if text not in known]

    def get(self, texts: Sequence[str]) -> dict[str, Record]:
        """The records of those texts that are kept."""
        from safetensors.numpy import load

        keys = self._keys(texts)
        rows = self._rows(f"key, digest, content, used < {time.time() - DAY}", keys)
        # The content of a damaged file may have any type, and so another fingerprint.
        found = {keys[key]: load(one) for key, digest, one, _ in rows if fingerprint(key, one) == digest}
        if len(found) < len(rows):
            log.warning("%s holds damaged records, which are made again", self.path)
        if any(is_old for *_, is_old in rows):
            # A cache that cannot be written drops nothing either.
            with suppress(sqlite3.OperationalError), closing(sqlite3.connect(self.path)) as one, one:
                one.execute(f"UPDATE records SET used = ? WHERE {CHOSEN}", (time.time(), json.dumps([*keys])))
        return found

    def put(self, records: Mapping[str, Record]) -> None:
        """Keep some records. A cache that cannot be written is warned about."""
        from safetensors.numpy import save

        rows = []
        for key, text in self._keys(records).items():
            # safetensors takes the memory of an array as it lies.
            content = save({name: np.asarray(one, order="C") for name, one in records[text].items()})
            rows.append((key, time.time(), fingerprint(key, content), content))

        def insert(connection: sqlite3.Connection) -> None:
            # Room is made first: a file of SQLite does not shrink.
            if _make_room(connection, sum(len(row[-1]) for row in rows)):
                connection.executemany("INSERT OR REPLACE INTO records VALUES (?, ?, ?, ?)", rows)

        if rows:
            self._use(insert)

    def _rows(self, columns: str, keys: Iterable[str]) -> list[tuple[Any, ...]]:
        query = f"SELECT {columns} FROM records WHERE {CHOSEN}"
        if not self.path.is_file():
            return []
        return (
            self._use(lambda connection: connection.execute(query, (json.dumps([*keys]),)).fetchall()) or []
        )

    def _use(self, work: Callable[[sqlite3.Connection], Result]) -> Result | None:
        # A connection for each call: none may be shared by threads, nor live on in the child of a fork.
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with closing(sqlite3.connect(self.path, timeout=WAIT)) as connection, connection:
                connection.executescript(SCHEMA)
                return work(connection)
        except (OSError, sqlite3.Error) as error:
            log.warning("%s cannot be used: %s; set CQ_CACHE to another folder if it stays", self.path, error)
            # Its subclasses say nothing about the file: it is locked, say, or the disk is full.
            if type(error) is sqlite3.DatabaseError:
                self.path.unlink(missing_ok=True)
        return None

    def _keys(self, texts: Iterable[str]) -> dict[str, str]:
        return {fingerprint(self.kind, text): text for text in texts}


def _make_room(connection: sqlite3.Connection, new: int) -> bool:
    """Drop the records used least recently until `new` more bytes keep to the limit. Whether they do."""
    dropped = True
    while dropped:
        pages, free, size = (
            int(connection.execute(f"PRAGMA {name}").fetchone()[0])
            for name in ("page_count", "freelist_count", "page_size")
        )
        # Pages are at least half full.
        if (pages - free + SPARE) * size + 2 * new <= cache_limit():
            return True
        some = "1 + (SELECT COUNT(*) FROM records) / 20"
        oldest = f"SELECT rowid FROM records ORDER BY used, rowid LIMIT {some}"
        dropped = connection.execute(f"DELETE FROM records WHERE rowid IN ({oldest})").rowcount > 0
    return False
