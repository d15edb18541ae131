"""Where a study keeps what participants do: one SQLite file, in which an acknowledged turn is on the disk."""

from __future__ import annotations

import json
import secrets
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock, Thread
from typing import Any

from cq.errors import CqError, InputError

TABLES = """
CREATE TABLE IF NOT EXISTS study (digest TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS participants (
    code TEXT PRIMARY KEY, number INTEGER NOT NULL, began REAL NOT NULL, finished REAL);
CREATE TABLE IF NOT EXISTS games (
    code TEXT NOT NULL REFERENCES participants ON DELETE CASCADE,
    task TEXT NOT NULL, dialogue TEXT NOT NULL, done REAL, PRIMARY KEY (code, task));
CREATE TABLE IF NOT EXISTS turns (
    code TEXT NOT NULL REFERENCES participants ON DELETE CASCADE,
    task TEXT NOT NULL, number INTEGER NOT NULL, request TEXT NOT NULL, response TEXT NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (code, task, number));
CREATE TABLE IF NOT EXISTS ratings (
    code TEXT NOT NULL REFERENCES participants ON DELETE CASCADE,
    task TEXT NOT NULL, number INTEGER NOT NULL, thumb TEXT, meant TEXT NOT NULL, at REAL NOT NULL,
    PRIMARY KEY (code, task, number));
CREATE TABLE IF NOT EXISTS answers (
    code TEXT NOT NULL REFERENCES participants ON DELETE CASCADE,
    question TEXT NOT NULL, answer TEXT NOT NULL, PRIMARY KEY (code, question));
"""
LONGEST_WAIT = 1.0
"""Seconds that a write waits for another process."""
CLEARS_EVERY = 0.5
"""Seconds between two tries to empty the log."""
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Of codes: none that is taken for another."""


class StoreBusyError(CqError):
    """Another process keeps the file."""


class Store:
    """The file of a study. `digest` is that of its design.

    A write is on the disk when its method returns (write-ahead log, `synchronous=FULL`). What is deleted is
    overwritten. Raises `InputError` if the file is not one of this study.
    """

    def __init__(self, path: Path, digest: str, *, must_exist: bool = False) -> None:
        if must_exist and not path.is_file():
            raise InputError(f"no answers at {str(path)!r}; `cq study FILE` writes them")
        self._lock = Lock()
        self._clears = Lock()
        try:
            self._connection = sqlite3.connect(
                path, check_same_thread=False, isolation_level=None, timeout=LONGEST_WAIT
            )
            self._connection.row_factory = sqlite3.Row
            for setting in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "secure_delete=ON"):
                self._connection.execute(f"PRAGMA {setting}")
            self._connection.executescript(TABLES)
            found = [row["digest"] for row in self._connection.execute("SELECT digest FROM study")]
            if not found:
                self._connection.execute("INSERT INTO study VALUES (?)", (digest,))
        except sqlite3.Error as error:
            raise InputError(f"cannot keep answers in {str(path)!r}: {error}") from None
        if found not in ([], [digest]):
            raise InputError(
                f"{str(path)!r} has answers of another study, or of another form of this one; "
                "give --answers another file"
            )
        self._clear_log_soon()  # Of what was deleted while another process read the file.

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction, which is on the disk when the block is left, or was never begun if it raises."""
        with self._lock:
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
            except BaseException:
                self._connection.execute("ROLLBACK")
                raise
            self._connection.execute("COMMIT")

    def rows(self, query: str, *values: Any) -> list[dict[str, Any]]:
        """The rows of a query as dicts."""
        with self._lock:
            return [dict(row) for row in self._connection.execute(query, values)]

    def begin(self) -> str:
        """A new participant's code."""
        code = "".join(secrets.choice(LETTERS) for _ in range(10))
        with self.writing() as to:
            number = to.execute("SELECT coalesce(max(number), 0) + 1 FROM participants").fetchone()[0]
            to.execute("INSERT INTO participants VALUES (?, ?, ?, NULL)", (code, number, time.time()))
        return code

    def participant(self, code: str) -> dict[str, Any]:
        """The row of a participant. Raises `InputError` if there is none."""
        found = self.rows("SELECT * FROM participants WHERE code = ?", code)
        if not found:
            raise InputError(f"no participant has the code {code[:20]!r}; check it, or begin anew")
        return found[0]

    def dialogue(self, code: str, task: str) -> dict[str, Any] | None:
        """The dialogue of a participant about a task so far, None before the first turn."""
        found = self.rows("SELECT dialogue FROM games WHERE code = ? AND task = ?", code, task)
        return json.loads(found[0]["dialogue"]) if found else None

    def turns(self, code: str, task: str) -> list[dict[str, Any]]:
        """The turns of a participant about a task, in order: request, response, and when."""
        query = "SELECT * FROM turns WHERE code = ? AND task = ? ORDER BY number"
        return [
            {**row, "request": json.loads(row["request"]), "response": json.loads(row["response"])}
            for row in self.rows(query, code, task)
        ]

    def keep(
        self, code: str, task: str, number: int, request: Any, response: Any, dialogue: dict[str, Any]
    ) -> None:
        """Keep a turn, and the dialogue after it."""
        with self.writing() as to:
            told = (json.dumps(request), json.dumps(response), time.time())
            to.execute("INSERT INTO turns VALUES (?, ?, ?, ?, ?, ?)", (code, task, number, *told))
            to.execute(
                "INSERT INTO games VALUES (?, ?, ?, NULL) "
                "ON CONFLICT DO UPDATE SET dialogue = excluded.dialogue",
                (code, task, json.dumps(dialogue)),
            )

    def done(self, code: str) -> set[str]:
        """The tasks that a participant has finished."""
        query = "SELECT task FROM games WHERE code = ? AND done IS NOT NULL"
        return {row["task"] for row in self.rows(query, code)}

    def finish_task(self, code: str, task: str, dialogue: dict[str, Any]) -> None:
        """Keep that a participant has finished a task, with the dialogue at its end."""
        with self.writing() as to:
            to.execute(
                "INSERT INTO games VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET done = excluded.done, "
                "dialogue = excluded.dialogue",
                (code, task, json.dumps(dialogue), time.time()),
            )

    def rate(self, code: str, task: str, number: int, thumb: str | None, meant: str) -> None:
        """Keep what a participant thinks of a build; a later one takes the place of an earlier one."""
        with self.writing() as to:
            values = (code, task, number, thumb, meant, time.time())
            to.execute("INSERT OR REPLACE INTO ratings VALUES (?, ?, ?, ?, ?, ?)", values)

    def answer(self, code: str, answers: dict[str, str]) -> None:
        """Keep the answers to the questionnaire, which finishes the study."""
        with self.writing() as to:
            for question, answer in answers.items():
                to.execute("INSERT OR REPLACE INTO answers VALUES (?, ?, ?)", (code, question, answer))
            to.execute("UPDATE participants SET finished = ? WHERE code = ?", (time.time(), code))

    def forget(self, code: str) -> None:
        """Delete all that a participant left, also from the log beside the file: as soon as no other process
        reads it any more, which nobody waits for.
        """
        with self.writing() as to:
            to.execute("DELETE FROM participants WHERE code = ?", (code,))
        self._clear_log_soon()

    def _clear_log_soon(self) -> None:
        if not self._clear_log():
            Thread(target=self._clear_log_later, daemon=True).start()

    def _clear_log(self) -> bool:
        """Empty the log beside the file, without waiting for another process; whether that was possible."""
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
        """Empty the log as soon as that is possible. One thread at a time tries."""
        with self._clears:
            while not self._clear_log():
                time.sleep(CLEARS_EVERY)
