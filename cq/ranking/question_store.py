"""Readings of questions, kept on disk for all banks, all encoders and all processes.

It is one SQLite file, so that writers cannot mix and a killed job keeps its records. A damaged or locked
file costs time, never a result: a warning names it, and its questions are read again.
"""

from __future__ import annotations

import json
import logging
import sqlite3
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing, suppress
from typing import Any

import numpy as np
import numpy.typing as npt

from cq.files.digests import fingerprint
from cq.settings import cache_limit, cache_root

log = logging.getLogger("cq.ranking")

Record = Mapping[str, npt.NDArray[Any]]

SCHEMA = """
PRAGMA page_size = 32768;
CREATE TABLE IF NOT EXISTS records (key TEXT PRIMARY KEY, used REAL, digest TEXT, content BLOB);
CREATE INDEX IF NOT EXISTS by_use ON records (used);
"""
CHOSEN = "key IN (SELECT value FROM json_each(?))"

WAIT = 5.0
"""Seconds to wait for a writing process."""

DAY = 24 * 3600
"""Records are marked as used once a day."""

TAKEN = """
SELECT (page_count - freelist_count + 8) * page_size FROM
pragma_page_count, pragma_freelist_count, pragma_page_size
"""
"""The bytes in use, with eight pages that SQLite may add for itself when it writes."""

DROP_OLDEST = """
DELETE FROM records WHERE rowid IN
(SELECT rowid FROM records ORDER BY used, rowid LIMIT 1 + (SELECT COUNT(*) FROM records) / 20)
"""


class QuestionStore:
    """Text → arrays by name. `kind` names the dependencies of records beside the text: stores of different
    kinds do not see each other's records. The least recently used are dropped above the size limit of the
    cache, see `cq.settings.cache_limit`.
    """

    def __init__(self, kind: str) -> None:
        self.kind, self.path = kind, cache_root() / "questions" / "records.sqlite"

    def missing(self, texts: Sequence[str]) -> set[str]:
        """The texts without a record."""
        keys = self._keys(texts)
        return {*texts} - {keys[key] for (key,) in self._rows("key", keys)}

    def get(self, texts: Sequence[str]) -> dict[str, Record]:
        """The kept records of texts."""
        from safetensors.numpy import load

        keys = self._keys(texts)
        rows = self._rows(f"key, digest, content, used < {time.time() - DAY}", keys)
        # The content of a damaged file may have any type, and so another fingerprint.
        found = {
            keys[key]: load(content)
            for key, digest, content, _ in rows
            if fingerprint(key, content) == digest
        }
        if len(found) < len(rows):
            log.warning("%s holds damaged records, which are made again", self.path)
        if any(is_old for *_, is_old in rows):
            # A cache that cannot be written drops nothing either.
            with (
                suppress(sqlite3.OperationalError),
                closing(sqlite3.connect(self.path)) as connection,
                connection,
            ):
                connection.execute(
                    f"UPDATE records SET used = ? WHERE {CHOSEN}", (time.time(), json.dumps([*keys]))
                )
        return found

    def put(self, records: Mapping[str, Record]) -> None:
        """Keep some records. A cache that cannot be written only gives a warning."""
        from safetensors.numpy import save

        contents = {
            # safetensors ignores the strides of an array.
            key: save({name: np.asarray(array, order="C") for name, array in records[text].items()})
            for key, text in self._keys(records).items()
        }
        rows = [(key, time.time(), fingerprint(key, content), content) for key, content in contents.items()]

        def insert(connection: sqlite3.Connection) -> None:
            # Rows are dropped first: a file of SQLite does not shrink. Pages are at least half full.
            room = cache_limit() - 2 * sum(map(len, contents.values()))
            while connection.execute(TAKEN).fetchone()[0] > room:
                if not connection.execute(DROP_OLDEST).rowcount:
                    return
            connection.executemany("INSERT OR REPLACE INTO records VALUES (?, ?, ?, ?)", rows)

        if rows:
            self._use(insert)

    def _rows(self, columns: str, keys: Iterable[str]) -> list[tuple[Any, ...]]:
        if not self.path.is_file():
            return []
        query = f"SELECT {columns} FROM records WHERE {CHOSEN}", (json.dumps([*keys]),)
        return self._use(lambda connection: connection.execute(*query).fetchall()) or []

    def _use(self, work: Callable[[sqlite3.Connection], Any]) -> Any:
        # A new connection for each call: threads and forked children may not share one.
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with closing(sqlite3.connect(self.path, timeout=WAIT)) as connection, connection:
                connection.executescript(SCHEMA)
                return work(connection)
        except (OSError, sqlite3.Error) as error:
            log.warning("%s cannot be used: %s; set CQ_CACHE to another folder if it stays", self.path, error)
            # Its subclasses are not about the content of the file: it is locked, say, or the disk is full.
            if type(error) is sqlite3.DatabaseError:
                self.path.unlink(missing_ok=True)
        return None

    def _keys(self, texts: Iterable[str]) -> dict[str, str]:
        return {fingerprint(self.kind, text): text for text in texts}
