"""The harness of faults, in small: it finds what is wrong, and finds nothing in the library."""

from __future__ import annotations

import random
import time

from cq.errors import InputError
from eval.faults import damage, tally
from eval.faults.evaluate import run
from eval.faults.tally import Tally, check

CHEAP = {"indexes of banks", "killed jobs", "full disks"}


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
    assert (counted.tracebacks, counted.hangs) == (1, 1)
    assert len(counted.examples) == 3


def test_hostile_inputs_are_answered_or_refused(monkeypatch, tmp_path):
    monkeypatch.setenv("CQ_CACHE", str(tmp_path))
    tallies: dict[str, Tally] = {}
    run(inputs=200, flips=0, kills=0, seed=1, tallies=tallies)
    assert sum(one.tried for one in tallies.values()) > 150
    assert not [line for one in tallies.values() for line in one.examples]


def test_damage_changes_no_answer(monkeypatch, tmp_path):
    monkeypatch.setenv("CQ_CACHE", str(tmp_path / "cache"))
    for kind in damage.kinds():
        if kind.name not in CHEAP:
            (tmp_path / kind.name).mkdir()
            once, counted = damage.damage(kind, tmp_path / kind.name, random.Random(3)), Tally()
            for number in range(12):
                counted.call(once, number)
            assert not counted.examples
