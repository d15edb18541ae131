"""A generator of files of answers: flipped bits, a second server, and participants who withdraw."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pytest
from fuzz.children import forked
from fuzz.generators import generator

from cq.errors import CqError, InputError
from cq.files.locks import one_writer
from cq.web.study.store import Store

DIGESTS = {"the file of the study": "0"}
TABLES = ("participants", "games", "turns", "ratings", "answers")


class Case(NamedTuple):
    """What each participant says, who withdraws, what is killed, and which bit is flipped (None: none)."""

    said: list[list[str]]
    withdrawn: list[int]
    killed_after: int | None
    bit: int | None


def fill(store: Store, case: Case, after: Any = lambda _: None) -> None:
    """Everybody begins and says what they say; `after(count)` is called after each acknowledged step."""
    count = 0
    for number, texts in enumerate(case.said):
        code = store.begin()
        for at, text in enumerate(texts):
            store.keep(code, "top", at, {"say": text}, {"reply": text}, {"said": texts[: at + 1]})
            count += 1
            after(count)
        store.rate(code, "top", 0, "up", f"secret of {number}") if texts else None
        store.finish_task(code, "top", {"said": texts})
        store.answer(code, {"easy": f"answer {number}"})
        if number in case.withdrawn:
            store.forget(code)


def held(path: Path) -> list[Any]:
    """All rows of a file, as they are read for an export."""
    store = Store(path, DIGESTS, must_exist=True)
    try:
        found: list[Any] = [store.read(table) for table in TABLES]
        for one in store.read("participants"):
            found.append((store.turns(one["code"], "top"), store.dialogue(one["code"], "top")))
        return found
    finally:
        store._connection.close()


def keeps_what_was_acknowledged(case: Case) -> None:
    """A kill loses nothing that was acknowledged; what was withdrawn is in no file; no number is given twice;
    a flipped bit is told or changes nothing.
    """
    with TemporaryDirectory() as folder:
        path, heard = Path(folder) / "study.sqlite", Path(folder) / "heard"

        def acknowledge(count: int) -> None:
            heard.write_text(str(count))
            if count == case.killed_after:
                os.kill(os.getpid(), signal.SIGKILL)

        def serve() -> None:
            with one_writer(path):
                store, beside = Store(path, DIGESTS), Store(path, DIGESTS)  # As an export while it runs.
                fill(store, case, lambda count: (acknowledge(count), beside.check()))

        def refused() -> None:
            with pytest.raises(CqError, match="another job is writing"), one_writer(path):
                fill(Store(path, DIGESTS), case)

        done = forked(serve)
        assert done.code in (0, -signal.SIGKILL), done.printed
        with one_writer(path):
            assert forked(refused).code == 0
        if path.exists():  # A world, a target or a builder that changed meanwhile is another study.
            for other in ({**DIGESTS, "the target": "1"}, dict.fromkeys(DIGESTS, "1")):
                with pytest.raises(InputError, match="is another; put back what it was"):
                    Store(path, other)
        store = Store(path, DIGESTS)
        store.forget(code := store.begin())
        kept = sum(len(store.read("turns", code=one["code"])) for one in store.read("participants"))
        gone = sum(len(case.said[number]) for number in case.withdrawn)
        if case.killed_after is not None and heard.exists():
            assert kept >= int(heard.read_text()) - gone
        numbers = [one["number"] for one in store.read("participants")]
        assert len({*numbers}) == len(numbers)
        if done.code == 0:
            assert numbers == [n + 1 for n in range(len(case.said)) if n not in case.withdrawn]
            new = store.participant(store.begin())["number"]
            assert new == len(case.said) + 2, new  # Also those who have withdrawn had theirs.
        store._connection.close()
        for beside in Path(folder).glob("study.sqlite*"):
            content = beside.read_bytes()
            assert code.encode() not in content
            assert done.code or not any(f"secret of {n}".encode() in content for n in case.withdrawn)
        if case.bit is not None:
            _flip(path, case.bit)


def _flip(path: Path, bit: int) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    wanted, content = held(path), bytearray(path.read_bytes())
    content[bit // 8 % len(content)] ^= 1 << bit % 8
    for beside in path.parent.glob("study.sqlite-*"):
        beside.unlink()
    path.write_bytes(content)
    with suppress(CqError):
        assert held(path) == wanted


WORDS = ("Put a red block", "Remove it", "x" * 4000, "é \ud83d\ude00", "\0", "")


@generator(keeps_what_was_acknowledged, 5)
def study_files(rng: random.Random) -> Case:
    """Some participants, of whom some withdraw, with a kill or a flipped bit."""
    said = [[rng.choice(WORDS) for _ in range(rng.randint(0, 4))] for _ in range(rng.randint(1, 4))]
    withdrawn = [number for number in range(len(said)) if rng.random() < 0.3]
    killed = rng.randint(1, 8) if rng.random() < 0.4 else None
    return Case(said, withdrawn, killed, rng.randrange(1 << 30) if rng.random() < 0.7 else None)
