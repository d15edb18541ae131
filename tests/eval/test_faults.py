"""The harness of faults, in small: it finds what is wrong, and finds nothing in the library."""

from __future__ import annotations

import socket
import time
from pathlib import Path

import pytest

from cq.errors import InputError
from eval.faults import tally
from eval.faults.evaluate import run
from eval.faults.outside import confined, strays
from eval.faults.sections import Piece, pieces
from eval.faults.tally import Tally, check

SLOW = (
    "damaged indexes of banks",
    "killed jobs",
    "threads, tasks, forks",
    "full, read-only and missing disks",
)
MODELS = (
    "memory",
    "parsers",
    "classify",
    "build",
    "rank",
    "ask",
    "batches",
    "a dialogue's",
    "the track's",
    "commands",
    "requests",
)


def test_what_happens_is_counted(monkeypatch):
    def each(value: str) -> None:
        if value == "refused":
            raise InputError("no")
        if value == "traceback":
            raise KeyError(value)
        check(value != "wrong", "it is wrong")
        if value == "hang":
            time.sleep(5)

    monkeypatch.setattr(tally, "LIMIT", 1)
    counted = Tally()
    for value in ("fine", "refused", "traceback", "wrong", "hang"):
        counted.call(each, value)
    assert (counted.tried, counted.refused, counted.wrong) == (5, 1, 1)
    assert (counted.tracebacks, counted.hangs, counted.outside) == (1, 1, 0)
    assert len(counted.examples) == 3


def test_what_is_touched_outside_is_seen(tmp_path):
    with confined() as temporary:
        (temporary / "allowed").write_text("x")
        assert not strays()
        Path("left").write_text("x")
        (tmp_path / "elsewhere").mkdir()
        with pytest.raises(OSError, match="blocks example"):
            socket.create_connection(("example.org", 80))
        seen = strays()
    assert [one.partition(" ")[0] for one in seen] == ["wrote", "wrote", "asked", "left"]


def test_sections_share_the_inputs_and_are_repeatable():
    names = {piece.section for piece in pieces(1000, 1000, [])}
    (piece,) = pieces(1000, 0, ["dialogues"])
    assert {"World.parse", "commands on files", "killed jobs", "hostile mirrors"} <= names
    first, second = (run(piece, 3) for _ in range(2))
    assert (first.tried, first.refused) == (second.tried, second.refused)
    assert first.tried > 10


def _found(piece: Piece) -> list[str]:
    return [f"{piece.section}: {what}: {example}" for what, example in run(piece, 1).examples.items()]


def test_hostile_inputs_are_answered_or_refused():
    cheap = [piece for piece in pieces(600, 0, []) if not piece.section.startswith(MODELS)]
    assert sum(piece.tries for piece in cheap) > 500
    assert not [line for piece in cheap for line in _found(piece)]


def test_faults_change_no_answer():
    quick = [piece for piece in pieces(0, 120, []) if piece.section not in SLOW]
    assert sum(piece.tries for piece in quick) > 80
    assert not [line for piece in quick for line in _found(piece)]
