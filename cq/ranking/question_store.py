"""What has been read of questions, kept on disk by their text, for all banks and all processes.

One SQLite file holds one record for each text. A damaged or locked file costs time, never a result: its
questions are read again.
"""

from __future__ import annotations

import hashlib
import logging
import sqlite3
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from cq.settings import cache_limit

log = logging.getLogger("cq.ranking")

TEXTS_PER_QUERY = 500
"""SQLite takes at most 999 parameters in its older versions."""

WAIT = 5.0
"""Seconds to wait for a process that writes."""

OUTSIDE = ("locked", "readonly", "read-only", "unable to open", "full", "I/O")
"""In the messages of errors that say nothing about the file's content."""

DAY = 24 * 3600
"""Records are marked as used once a day."""

SIZE = 16
"""Of a record's digest, which precedes it."""

KEPT_SHARE = 0.95
"""Share of the size limit that is left when records are dropped: not every write must drop some."""

TREE = 4
"""Pages that SQLite may add for itself."""

OVERHEAD = 1.04
"""Bytes of the file for a byte of a record, at least: the rest of pages, and the keys."""


class QuestionStore:
    """Text → bytes, in the file `path`. The records used least recently are dropped above the size limit of
    the cache, see `cq.settings.cache_limit`.

    A record should fit several times into a page of `page_size` bytes, or be longer than one.
    """

    def __init__(self, path: Path, page_size: int = 4096) -> None:
        self.path, self._page_size = path, page_size

    def missing(self, texts: Sequence[str]) -> list[str]:
        """Those texts that have no record, in order."""
        if not self.path.is_file():
            return list(texts)
        known: set[bytes] = set()
        try:
            with self._connection() as connection:
                for part in _parts(texts):
                    known.update(key for (key,) in _select(connection, "key", part))
        except sqlite3.Error as error:
            self._mend(error)
        return [text for text in texts if _key(text) not in known]

    def get(self, texts: Sequence[str]) -> dict[str, bytes]:
        """The records of those texts that are kept."""
        if not self.path.is_file():
            return {}
        found: dict[str, bytes] = {}
        try:
            with self._connection() as connection:
                for part in _parts(texts):
                    found |= _found(connection, part)
        except sqlite3.Error as error:
            self._mend(error)
        # The content of a damaged file may have any type.
        intact = {text: content[SIZE:] for text, content in found.items() if _is_intact(text, content)}
        if len(intact) < len(found):
            log.warning("%s holds damaged records; these questions are read again", self.path)
        return intact

    def put(self, records: Mapping[str, bytes]) -> None:
        """Keep some records. A cache that cannot be written is warned about."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self._connection() as connection:
                # It only changes a file that holds nothing yet.
                connection.execute(f"PRAGMA page_size = {self._page_size}")
                connection.execute(
                    "CREATE TABLE IF NOT EXISTS records (key BLOB PRIMARY KEY, used INTEGER, content BLOB)"
                )
                # Room is made first: a file of SQLite does not shrink.
                _drop_oldest(connection, cache_limit(), sum(map(len, records.values())))
                now = int(time.time())
                connection.executemany(
                    "INSERT OR REPLACE INTO records VALUES (?, ?, ?)",
                    [
                        (_key(text), now, _digest(text, content) + content)
                        for text, content in records.items()
                    ],
                )
                _drop_oldest(connection, cache_limit())
        except (OSError, sqlite3.Error) as error:
            self._mend(error)
            log.warning(
                "the bank's questions are not stored: %s; set CQ_CACHE to a folder that can be written", error
            )

    @contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        # A connection for each call: none may be shared by threads, nor live on in the child of a fork.
        with closing(sqlite3.connect(self.path, timeout=WAIT)) as connection, connection:
            yield connection

    def _mend(self, error: Exception) -> None:
        """Remove a file that is no such database; one that is only in use, or cannot be written, stays."""
        if isinstance(error, sqlite3.Error) and not any(words in str(error) for words in OUTSIDE):
            log.warning("%s is damaged (%s), and made anew", self.path, error)
            self.path.unlink(missing_ok=True)


def _parts(texts: Sequence[str]) -> Iterator[Sequence[str]]:
    return (texts[first : first + TEXTS_PER_QUERY] for first in range(0, len(texts), TEXTS_PER_QUERY))


def _select(connection: sqlite3.Connection, columns: str, texts: Sequence[str]) -> sqlite3.Cursor:
    keys = [_key(text) for text in texts]
    marks = ",".join("?" * len(keys))
    return connection.execute(f"SELECT {columns} FROM records WHERE key IN ({marks})", keys)


def _found(connection: sqlite3.Connection, texts: Sequence[str]) -> dict[str, bytes]:
    """The records of some texts, now marked as used."""
    keys = {_key(text): text for text in texts}
    rows = _select(connection, "key, used, content", texts).fetchall()
    now = int(time.time())
    old = [(now, key) for key, used, _ in rows if not isinstance(used, int) or now - used > DAY]
    if old:
        try:
            connection.executemany("UPDATE records SET used = ? WHERE key = ?", old)
        except sqlite3.OperationalError:
            log.debug("the cache cannot be written: which questions are used is not noted")
    return {keys[key]: content for key, _, content in rows}


def _drop_oldest(connection: sqlite3.Connection, limit: int, new: int = 0) -> None:
    """Drop the records used least recently if all, and `new` bytes of others, would take more than `limit`
    bytes of the file.
    """
    pages, free, size = (
        int(connection.execute(f"PRAGMA {name}").fetchone()[0])
        for name in ("page_count", "freelist_count", "page_size")
    )
    used = (pages - free + TREE) * size
    if used + OVERHEAD * new <= limit:
        return
    (total,) = connection.execute("SELECT SUM(LENGTH(content)) FROM records").fetchone()
    per_byte = max(OVERHEAD, used / total) if total else OVERHEAD
    rows = connection.execute("SELECT key, LENGTH(content) FROM records ORDER BY used, key").fetchall()
    dropped = []
    for key, length in rows:
        if used + per_byte * new <= KEPT_SHARE * limit:
            break
        dropped.append((key,))
        used -= int(per_byte * length)
    connection.executemany("DELETE FROM records WHERE key = ?", dropped)


def _key(text: str) -> bytes:
    # Recorded texts may hold half characters, which have no strict UTF-8 form.
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()


def _digest(text: str, content: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=SIZE, key=_key(text)).digest()


def _is_intact(text: str, content: bytes) -> bool:
    return isinstance(content, bytes) and content[:SIZE] == _digest(text, content[SIZE:])
