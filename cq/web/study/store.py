"""The store of a study: one SQLite file, in which an acknowledged turn is on the disk."""

from __future__ import annotations

import json
import secrets
import sqlite3
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from threading import Lock, Thread
from typing import Any

from cq.errors import CqError, InputError
from cq.files.digests import fingerprint
from cq.files.json_input import parse_json

OWNED = "code TEXT NOT NULL REFERENCES participants ON DELETE CASCADE"
TABLES = f"""
CREATE TABLE IF NOT EXISTS study (part TEXT PRIMARY KEY, digest TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS numbers (number INTEGER PRIMARY KEY);
CREATE TABLE IF NOT EXISTS participants (
    code TEXT PRIMARY KEY, number INTEGER NOT NULL, began REAL NOT NULL, finished REAL, seal TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS games (
    {OWNED}, task TEXT NOT NULL, dialogue TEXT NOT NULL, done REAL, seal TEXT NOT NULL,
    PRIMARY KEY (code, task));
CREATE TABLE IF NOT EXISTS turns (
    {OWNED}, task TEXT NOT NULL, number INTEGER NOT NULL, request TEXT NOT NULL, response TEXT NOT NULL,
    at REAL NOT NULL, seal TEXT NOT NULL, PRIMARY KEY (code, task, number));
CREATE TABLE IF NOT EXISTS ratings (
    {OWNED}, task TEXT NOT NULL, number INTEGER NOT NULL, thumb TEXT, meant TEXT NOT NULL, at REAL NOT NULL,
    seal TEXT NOT NULL, PRIMARY KEY (code, task, number));
CREATE TABLE IF NOT EXISTS answers (
    {OWNED}, question TEXT NOT NULL, answer TEXT NOT NULL, seal TEXT NOT NULL, PRIMARY KEY (code, question));
"""
"""`seal` is a fingerprint of the rest of a row: SQLite does not notice a flipped bit of a text.
`numbers` has the numbers given to participants, also of those who have withdrawn.
"""
NEXT_NUMBER = """
INSERT INTO numbers SELECT coalesce(max(number), 0) + 1
FROM (SELECT number FROM numbers UNION ALL SELECT number FROM participants)
"""
LONGEST_WAIT = 1.0
"""Seconds that a write waits for another process."""
CLEARS_EVERY = 0.5
"""Seconds between two tries to empty the log."""
ORDERS = {
    "participants": "number",
    "games": "task",
    "turns": "code, task, number",
    "ratings": "code, task, number",
    "answers": "question",
}
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""The letters of codes, without those that look alike."""
BUSY, DAMAGED, FULL = (
    "another program holds it; end that, and send it again",
    "it is damaged; end the server, and put back a copy",
    "make room on its disk, and send it again; what was acknowledged is kept",
)
REMEDIES = {
    "locked": BUSY,
    "busy": BUSY,
    "full": FULL,
    "disk I/O": FULL,
    "readonly": "let this user write it, and send it again",
    "unable to open": "give --answers a file in a folder that can be written",
    "UNIQUE": "it was sent twice; load the page again",
    "FOREIGN KEY": "the participant has withdrawn; begin anew",
    "no such": "it was exchanged or is of another version; give --answers another file",
}


SCHEMA = "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name"


class AnswersError(CqError, RuntimeError):
    """The file of answers cannot be read or written. Nothing that was acknowledged depends on this step."""


class StoreBusyError(CqError):
    """Another process holds the file."""


class Store:
    """The file of a study. `digests` are the study's dependencies, by part (`cq.web.study.design`).

    A write is on the disk when its method returns (write-ahead log, `synchronous=FULL`). Deleted data is
    overwritten. Raises `InputError` if the file belongs to another study; all methods raise `AnswersError`
    if it is damaged, its disk is full, or another program holds it.
    """

    def __init__(self, path: Path, digests: Mapping[str, str], *, must_exist: bool = False) -> None:
        if must_exist and not path.is_file():
            raise InputError(f"no answers at {str(path)!r}; `cq study FILE` writes them")
        self.path, self._lock, self._clears = path, Lock(), Lock()
        with self._reporting():
            self._connection = sqlite3.connect(
                path, check_same_thread=False, isolation_level=None, timeout=LONGEST_WAIT
            )
            self._connection.row_factory = sqlite3.Row
            for setting in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "secure_delete=ON"):
                self._connection.execute(f"PRAGMA {setting}")
            self._connection.executescript(TABLES)
        self._check_study(digests)
        self.check()

    def _check_study(self, digests: Mapping[str, str]) -> None:
        with self._reporting():
            columns = [row["name"] for row in self._connection.execute("PRAGMA table_info(study)")]
        if columns != ["part", "digest"]:
            raise InputError(f"{str(self.path)!r} is of another version of cq; give --answers another file")
        found = {row["part"]: row["digest"] for row in self.rows("SELECT * FROM study")}
        if not found:
            with self.writing() as to:
                to.executemany("INSERT INTO study VALUES (?, ?)", digests.items())
        elif changed := sorted(part for part, _ in found.items() ^ dict(digests).items()):
            raise InputError(
                f"{str(self.path)!r} has answers of another study, or of another form of this one: "
                f"{changed[0]} is another; put back what it was, or give --answers another file"
            )
        self._clear_log_soon()  # Data may have been deleted while another process read the file.

    def check(self) -> None:
        """Raise `AnswersError` if a row or a table is damaged or lost."""
        faults = [dict(row) for row in self.rows("PRAGMA integrity_check") if "ok" not in dict(row).values()]
        faults += self.rows("PRAGMA foreign_key_check")
        # SQLite takes a column by its name in any case, and gives it the name in the file.
        if faults or self.rows(SCHEMA) != _schema():
            raise AnswersError(f"cannot read the answers in {str(self.path)!r}: {DAMAGED}")
        for table in ORDERS:
            self.read(table)
        for game in self.read("participants"):
            for task in {turn["task"] for turn in self.read("turns", code=game["code"])}:
                self.turns(game["code"], task)

    @contextmanager
    def _reporting(self) -> Iterator[None]:
        """Name the fault of the file, and the remedy."""
        try:
            yield
        except sqlite3.Error as error:
            remedy = next((told for words, told in REMEDIES.items() if words in str(error)), DAMAGED)
            raise AnswersError(f"cannot use the answers in {str(self.path)!r}: {error}; {remedy}") from None

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction: it is on the disk after the block, or has no effect if the block raises."""
        with self._lock, self._reporting():
            try:
                self._connection.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError as error:
                if "locked" not in str(error):
                    raise
                raise StoreBusyError(
                    "another process writes to the file of answers; nothing is lost: try again soon"
                ) from None
            try:
                yield self._connection
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:  # SQLite ends some by itself.
                    self._connection.execute("ROLLBACK")
                raise

    def rows(self, query: str, *values: Any) -> list[dict[str, Any]]:
        """The rows of a query as dicts."""
        with self._lock, self._reporting():
            return [dict(row) for row in self._connection.execute(query, values)]

    def read(self, table: str, **where: Any) -> list[dict[str, Any]]:
        """The rows of a table with some values, in order."""
        wanted = " AND ".join(f"{name} = ?" for name in where) or "TRUE"
        query = f"SELECT * FROM {table} WHERE {wanted} ORDER BY {ORDERS[table]}"
        found = []
        for row in self.rows(query, *where.values()):
            seal = row.pop("seal")
            if seal != fingerprint(table, *row.values()):
                raise AnswersError(f"a row of {table} in {str(self.path)!r} cannot be read: {DAMAGED}")
            found.append(row)
        return found

    def begin(self) -> str:
        """A new participant's code."""
        code = "".join(secrets.choice(LETTERS) for _ in range(10))
        with self.writing() as to:
            number = to.execute(NEXT_NUMBER).lastrowid
            _put(to, "participants", code, number, time.time(), None, insert="INSERT")
        return code

    def participant(self, code: str) -> dict[str, Any]:
        """The row of a participant. Raises `InputError` if there is none."""
        found = self.read("participants", code=code)
        if not found:
            raise InputError(f"no participant has the code {code[:20]!r}; check it, or begin anew")
        return found[0]

    def dialogue(self, code: str, task: str) -> dict[str, Any] | None:
        """The dialogue of a participant about a task so far, None before the first turn."""
        found = self.read("games", code=code, task=task)
        return parse_json(found[0]["dialogue"], "a dialogue") if found else None

    def turns(self, code: str, task: str) -> list[dict[str, Any]]:
        """The turns of a participant about a task, in order: request, response, and time."""
        found = self.read("turns", code=code, task=task)
        if [turn["number"] for turn in found] != list(range(len(found))):
            raise AnswersError(f"turns of {task!r} in {str(self.path)!r} are lost: {DAMAGED}")
        told = ("request", "response")
        return [row | {name: parse_json(row[name], f"a {name}") for name in told} for row in found]

    def keep(
        self, code: str, task: str, number: int, request: Any, response: Any, dialogue: dict[str, Any]
    ) -> None:
        """Keep a turn, and the dialogue after it."""
        with self.writing() as to:
            told = (json.dumps(request), json.dumps(response), time.time())
            _put(to, "turns", code, task, number, *told, insert="INSERT")
            _put(to, "games", code, task, json.dumps(dialogue), None)

    def done(self, code: str) -> set[str]:
        """The tasks that a participant has finished."""
        return {row["task"] for row in self.read("games", code=code) if row["done"] is not None}

    def finish_task(self, code: str, task: str, dialogue: dict[str, Any]) -> None:
        """Record that a participant has finished a task, with its final dialogue."""
        with self.writing() as to:
            _put(to, "games", code, task, json.dumps(dialogue), time.time())

    def rate(self, code: str, task: str, number: int, thumb: str | None, meant: str) -> None:
        """Keep a participant's rating of a build; a later rating replaces an earlier one."""
        with self.writing() as to:
            _put(to, "ratings", code, task, number, thumb, meant, time.time())

    def answer(self, code: str, answers: dict[str, str]) -> None:
        """Keep the answers to the questionnaire, which finishes the study."""
        participant = self.participant(code) | {"finished": time.time()}
        with self.writing() as to:
            for question, answer in answers.items():
                _put(to, "answers", code, question, answer)
            seal = fingerprint("participants", *participant.values())
            values = (participant["finished"], seal, code)
            to.execute("UPDATE participants SET finished = ?, seal = ? WHERE code = ?", values)

    def forget(self, code: str) -> None:
        """Delete all of a participant's data, also from the log beside the file, in the background: as soon
        as no other process reads it any more.
        """
        with self.writing() as to:
            to.execute("DELETE FROM participants WHERE code = ?", (code,))
        self._clear_log_soon()

    def _clear_log_soon(self) -> None:
        if not self._clear_log():
            Thread(target=self._clear_log_later, daemon=True).start()

    def _clear_log(self) -> bool:
        """Empty the log beside the file, without waiting for another process; whether that succeeded."""
        with self._lock, suppress(sqlite3.ProgrammingError):  # The store is closed.
            self._connection.execute("PRAGMA busy_timeout = 0")
            try:
                (is_busy, _, _) = self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            except sqlite3.OperationalError:
                is_busy = True
            finally:
                self._connection.execute(f"PRAGMA busy_timeout = {int(1000 * LONGEST_WAIT)}")
            return not is_busy
        return True

    def _clear_log_later(self) -> None:
        """Empty the log as soon as possible. One thread at a time tries."""
        with self._clears:
            while not self._clear_log():
                time.sleep(CLEARS_EVERY)


def _put(to: sqlite3.Connection, table: str, *values: Any, insert: str = "INSERT OR REPLACE") -> None:
    """Insert a row with its seal."""
    row = (*values, fingerprint(table, *values))
    to.execute(f"{insert} INTO {table} VALUES ({', '.join('?' * len(row))})", row)


@cache
def _schema() -> list[dict[str, Any]]:
    """The tables as SQLite writes them down."""
    with closing(sqlite3.connect(":memory:")) as fresh:
        fresh.row_factory = sqlite3.Row
        fresh.executescript(TABLES)
        return [dict(row) for row in fresh.execute(SCHEMA)]
