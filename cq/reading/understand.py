"""What a text asks for in a world: the outcomes of its readings, with probabilities."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from cq.language.collecting import uncollected
from cq.language.program import (
    Again,
    Check,
    Corner,
    Correct,
    Free,
    If,
    Keep,
    Look,
    Plan,
    Program,
    Ref,
    State,
    Turn,
    parts,
)
from cq.language.reading import PER_COMMAND, Reading, read
from cq.language.sampling import times_used
from cq.semantics.choices import Failure, Hole, Outcome
from cq.semantics.execute import executed
from cq.semantics.memory import Memory
from cq.types import Cell, Grid

MARGIN = 1.0
"""Readings that cost so much more than the cheapest one that can be carried out are not considered."""
MOST_COMMANDS = 40
"""Commands of a program; one with more is not carried out."""
PER_COST = 2.5
"""How fast a reading gets less probable as it costs more."""
CHEAPER = 0.25
"""The least by which a reading is cheaper than another."""
SURE = 0.7
"""The confidence that a build must have to be the only one that is meant."""
EXACT = (0.985, 0.2, 0.3, 0.86)
"""How often a reading with one outcome is exactly what was meant: the first number, less the second for
each unit of cost above the third that its commands do not account for, at least the fourth. Chosen on
recorded clear rows of folds 0 to 2, as are the next numbers.
"""
UNTRIED = (8.0, 0.92)
"""How far a reading is trusted by the rule of it that people used least: one that was right n times counts as
right in (n + k q) of (n + k), where k and q are these.
"""
CARRIED = (0.6, 2.0)
"""The share of its confidence that a build keeps if hardly any of the outcomes can be carried out, and what
it gains for each of them: only where nearly all fail, the one that is left is a doubtful one."""

TOLD = 2.0
"""What a figure takes off the cost that was announced and that its parts make: they say it twice."""
OPEN_BEFORE = 0.5
"""The share of its confidence that a build keeps if a cheaper reading leaves something open: that was
meant, perhaps.
"""
MOST_OPEN = 20
"""Open ends that are counted."""
OPEN = 0.3
"""How much less probable each open end makes it that an answer belongs where it was put."""

IDLE = 0.15
"""The share of a reading whose last command only looks somewhere: "…, going north" tells how a thing runs."""

_REACHING_BACK = (Again, Check, Correct, Free, Keep, Plan)
"""Commands that decide how those before them are carried out."""


@dataclass(frozen=True)
class Result:
    """A grid that a text may ask for: its share of the probability, and the reading and outcome that lead
    to it.
    """

    grid: Grid
    probability: float
    reading: Reading
    outcome: Outcome[Grid]
    carried_out: float = 1.0
    """The share of the reading's outcomes, by probability, that can be carried out."""


@dataclass(frozen=True)
class Understanding:
    """What a text may mean in a world.

    `results` are the grids that it may ask for, the most probable first; their probabilities sum to 1.
    `reading` is the reading of the first, or the cheapest one. `failures` are why readings cannot be
    carried out.
    `open_holes` are what a full reading leaves open that cannot be carried out for this, and costs less
    than that of the first result. `memory` is what was said before, if that counts. `sureness` is the
    probability of the first result where several readers have judged it.
    """

    results: tuple[Result, ...]
    reading: Reading
    failures: tuple[Failure, ...] = ()
    open_holes: tuple[Hole, ...] = ()
    memory: Memory | None = None
    sureness: float | None = None

    @property
    def decisions(self) -> tuple[tuple[Hole, Any, float], ...]:
        """The choices on the way to the first result, with their probabilities; none without results."""
        return self.results[0].outcome.taken if self.results else ()

    @property
    def confidence(self) -> float:
        """The probability in [0, 1] that the first result is exactly what was meant: what it has of the
        probability, less where its reading is loose; 0 if words are not read.
        """
        if not self.results or not self.results[0].reading.is_full:
            return 0.0
        if self.sureness is not None:
            return self.sureness
        at_best, per_cost, free, least = EXACT
        best = self.results[0]
        told = any(isinstance(one, Plan) for one in best.reading.program)
        cost = best.reading.cost - PER_COMMAND * len(best.reading.program) - free - TOLD * told
        known = OPEN_BEFORE if self.open_holes and not told else 1.0
        if not told:
            known *= min(1.0, CARRIED[0] + CARRIED[1] * best.carried_out)
        known *= _reliability(best.reading)
        return known * best.probability * max(least, at_best - per_cost * max(0.0, cost))

    @property
    def grid(self) -> Grid | None:
        """The one grid that is meant; None unless every word is read, and surely (`SURE`)."""
        return self.results[0].grid if self.confidence >= SURE else None


def understand(
    text: str,
    start: Grid,
    facing: str | None = None,
    recent: Sequence[Cell] = (),
) -> Understanding:
    """Read a text and carry its readings out in a start grid (9, 11, 11); see `executed` for the arguments.

    Considered are the cheapest reading that can be carried out and those that cost little more.
    """
    return understood(read(text), start, facing, recent)


@uncollected
def understood(
    readings: Sequence[Reading],
    start: Grid,
    facing: str | None = None,
    recent: Sequence[Cell] = (),
    fewest_open: bool = False,
    memory: Memory | None = None,
) -> Understanding:
    """Carry readings out. `fewest_open`: a reading that leaves more open than another counts for less. They
    follow what was said before, of which `memory` tells, or stand alone where that leads nowhere.
    """
    behind = None
    if memory is not None:
        behind = replace(_understood(readings, start, facing, recent, fewest_open, memory), memory=memory)
        if behind.grid is not None:
            return behind
    alone = _understood(readings, start, facing, recent, fewest_open)
    speaks_back = _speaks_back(alone.reading.program)
    if behind is None or (alone.grid is not None and not speaks_back):
        return alone
    if behind.results and speaks_back:
        return behind
    is_better = (len(behind.results) > 0, behind.confidence) > (len(alone.results) > 0, alone.confidence)
    return behind if is_better else alone


def _speaks_back(program: Program) -> bool:
    """Whether a program names what was spoken of before ("the other two"), or may mean its corners, so that
    alone it is not sure.
    """
    return any(
        one == Corner(every=True)
        or (isinstance(one, Ref) and (one.noun in ("it", "rest", "same") or State("other") in one.limits))
        for one in parts(program)
    )


def _understood(
    readings: Sequence[Reading],
    start: Grid,
    facing: str | None,
    recent: Sequence[Cell],
    fewest_open: bool,
    memory: Memory | None = None,
) -> Understanding:
    # Words are only passed over where no rule reads them all: what cannot be done so is not done otherwise.
    readings = [one for one in readings if one.is_full] or readings
    found: dict[bytes, Result] = {}
    failures: list[Failure] = []
    limit, holes = math.inf, []
    failing: set[Program] = set()
    for reading in readings:
        if reading.cost > limit or not 0 < len(reading.program) <= MOST_COMMANDS:
            continue
        if any(reading.program[:i] in failing for i in range(1, len(reading.program) + 1)):
            continue
        ways = executed(reading.program, start, facing, recent, memory)
        failures += [one.failure for one in ways if one.failure is not None]
        idle = may_change_nothing(reading.program)
        done = [
            one for one in ways if one.value is not None and (idle or not np.array_equal(one.value, start))
        ]
        total = sum(one.probability for one in done)
        carried_out = total / max(1e-9, sum(one.probability for one in ways))
        if not done:
            if all(one.failure is not None for one in ways):  # Else it only changes nothing, by itself.
                failing.add(_failing(reading.program, [one.failure for one in ways]))
            if reading.is_full:
                failed = [one.failure for one in ways if one.failure is not None]
                holes += [
                    (reading.cost, one.hole) for one in failed if one.kind == "open" and one.hole is not None
                ]
            continue
        limit = min(limit, reading.cost + MARGIN)
        weight = math.exp(PER_COST * (limit - MARGIN - reading.cost)) * math.sqrt(done[0].probability / total)
        if len(reading.program) > 1 and isinstance(reading.program[-1], Look | Turn):
            weight *= IDLE
        if fewest_open:
            weight *= OPEN ** min(len(done[0].taken), MOST_OPEN)
        guessed = sum(hole.kind == "colour" and share < 0.5 for hole, _, share in done[0].taken)
        weight *= OPEN**guessed
        for one in done:
            assert one.value is not None
            key, share = one.value.tobytes(), weight * one.probability / total
            if key in found:
                share += found[key].probability
                found[key] = replace(found[key], probability=share)
            else:
                found[key] = Result(one.value, share, reading, one, carried_out)
    whole = sum(one.probability for one in found.values())
    results = sorted(
        (replace(one, probability=one.probability / whole) for one in found.values()),
        key=lambda one: -one.probability,
    )
    best = results[0].reading if results else readings[0]
    cost = results[0].reading.cost if results else math.inf
    first = min((at for at, _ in holes), default=math.inf)
    cheap = [hole for at, hole in holes if at + CHEAPER < cost and at <= first + CHEAPER]
    open_holes = tuple(dict.fromkeys(cheap))
    told = [
        one for one in failures if not isinstance(one.about, Plan)
    ]  # That it is no plan either tells nothing.
    return Understanding(tuple(results), best, tuple(told or failures), open_holes)


def _reliability(reading: Reading) -> float:
    """How far the rules of a reading are known to be right; as those that nobody used where answers stand in
    it.
    """
    used = (times_used(one.rule) for part in reading.parts for one in part.walk() if one.rule is not None)
    fewest, (weight, share) = min(used, default=0), UNTRIED
    return (fewest + weight * share) / (fewest + weight)


def may_change_nothing(program: Program) -> bool:
    """Whether a program can leave all as it is: it says so, or a condition decides."""
    waits = all(isinstance(one, Keep | Look | Turn) for one in program)
    return any(isinstance(one, If) or (waits and one == Keep(Ref("everything"))) for one in program)


def _failing(program: Program, failures: Sequence[Failure | None]) -> Program:
    """The first commands of a program that fail whatever follows them: as far as one way of it came."""
    reached = [None if one is None else one.done for one in failures]
    if None in reached or any(isinstance(one, _REACHING_BACK) for one in program):
        return program
    return program[: 1 + max(at for at in reached if at is not None)]
