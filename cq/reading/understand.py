"""The meaning of a text in a world: the outcomes of its readings, with probabilities."""

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
"""Readings that cost this much more than the cheapest one that can be carried out are not considered."""
MOST_COMMANDS = 40
"""Commands of a program; one with more is not carried out."""
PER_COST = 2.5
"""How fast a reading gets less probable as it costs more."""
CHEAPER = 0.25
"""The least by which a reading is cheaper than another."""
SURE = 0.7
"""The least confidence of a sure build."""
EXACT = (0.985, 0.2, 0.3, 0.86)
"""How often a reading with one outcome is exactly right: the first number, less the second for each unit of
cost above the third that its commands do not account for, at least the fourth. Chosen on recorded clear rows
of folds 0 to 2, as are the next numbers.
"""
UNTRIED = (8.0, 0.92)
"""How far a reading is trusted, by its rule that people used least: one that was right n times counts as
right in (n + k q) of (n + k), where k and q are these.
"""
CARRIED = (0.6, 2.0)
"""The share of its confidence that a build keeps if hardly any of the outcomes can be carried out, and its
gain for each of them: a build is doubtful only where nearly all others fail."""

TOLD = 2.0
"""The deduction from the cost of a text that announces a figure and tells its parts: it says the same
twice."""
OPEN_BEFORE = 0.5
"""The share of its confidence that a build keeps if a cheaper reading, which may be the one that is meant,
leaves something open.
"""
MOST_OPEN = 20
"""Open ends that are counted."""
OPEN = 0.3
"""The factor by which each open end lowers the probability of the slot that an answer fills."""

IDLE = 0.15
"""The factor on a reading whose last command only looks somewhere: "…, going north" tells how a thing
runs."""

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
    """The possible meanings of a text in a world.

    `results` are the grids that it may ask for, the most probable first; their probabilities sum to 1.
    `reading` is the reading of the first, or the cheapest one. `failures` are the reasons why readings cannot
    be carried out. `open_holes` are the holes of full readings that cannot be carried out because of them and
    cost less than that of the first result. `memory` has the earlier commands, if they count. `sureness` is
    the probability of the first result where several readers have judged it.
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
        """The probability in [0, 1] that the first result is exactly the one that is meant: its share of the
        probability, less where its reading is loose; 0 if words are not read.
        """
        if not self.results or not self.results[0].reading.is_full:
            return 0.0
        if self.sureness is not None:
            return self.sureness
        at_best, per_cost, free, least = EXACT
        best = self.results[0]
        told = any(isinstance(command, Plan) for command in best.reading.program)
        cost = best.reading.cost - PER_COMMAND * len(best.reading.program) - free - TOLD * told
        known = OPEN_BEFORE if self.open_holes and not told else 1.0
        if not told:
            known *= min(1.0, CARRIED[0] + CARRIED[1] * best.carried_out)
        known *= _reliability(best.reading)
        return known * best.probability * max(least, at_best - per_cost * max(0.0, cost))

    @property
    def grid(self) -> Grid | None:
        """The grid of the first result if its confidence is at least `SURE`, else None."""
        return self.results[0].grid if self.confidence >= SURE else None


def understand(
    text: str,
    start: Grid,
    facing: str | None = None,
    recent: Sequence[Cell] = (),
) -> Understanding:
    """Read a text and carry its readings out in a start grid (9, 11, 11); see `executed` for the arguments.

    Only the cheapest reading that can be carried out, and those that cost little more, are considered.
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
    follow the commands in `memory`, or stand alone where that leads nowhere.
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
    """Whether a program refers to an antecedent ("the other two"), or may mean its corners, so that alone it
    is not sure.
    """
    return any(
        part == Corner(every=True)
        or (isinstance(part, Ref) and (part.noun in ("it", "rest", "same") or State("other") in part.limits))
        for part in parts(program)
    )


def _understood(
    readings: Sequence[Reading],
    start: Grid,
    facing: str | None,
    recent: Sequence[Cell],
    fewest_open: bool,
    memory: Memory | None = None,
) -> Understanding:
    # Words are passed over only where no reading is full: a full one that fails is not replaced.
    readings = [reading for reading in readings if reading.is_full] or readings
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
        failures += [way.failure for way in ways if way.failure is not None]
        idle = may_change_nothing(reading.program)
        done = [
            way for way in ways if way.value is not None and (idle or not np.array_equal(way.value, start))
        ]
        total = sum(way.probability for way in done)
        carried_out = total / max(1e-9, sum(way.probability for way in ways))
        if not done:
            if all(way.failure is not None for way in ways):  # Otherwise it only changes nothing, by itself.
                failing.add(_failing(reading.program, [way.failure for way in ways]))
            if reading.is_full:
                failed = [way.failure for way in ways if way.failure is not None]
                holes += [
                    (reading.cost, failure.hole)
                    for failure in failed
                    if failure.kind == "open" and failure.hole is not None
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
        for way in done:
            assert way.value is not None
            key, share = way.value.tobytes(), weight * way.probability / total
            if key in found:
                share += found[key].probability
                found[key] = replace(found[key], probability=share)
            else:
                found[key] = Result(way.value, share, reading, way, carried_out)
    whole = sum(result.probability for result in found.values())
    results = sorted(
        (replace(result, probability=result.probability / whole) for result in found.values()),
        key=lambda result: -result.probability,
    )
    best = results[0].reading if results else readings[0]
    cost = results[0].reading.cost if results else math.inf
    first = min((at for at, _ in holes), default=math.inf)
    cheap = [hole for at, hole in holes if at + CHEAPER < cost and at <= first + CHEAPER]
    open_holes = tuple(dict.fromkeys(cheap))
    told = [
        failure for failure in failures if not isinstance(failure.about, Plan)
    ]  # That it is not a plan either tells nothing.
    return Understanding(tuple(results), best, tuple(told or failures), open_holes)


def _reliability(reading: Reading) -> float:
    """How reliable the rules of a reading are, by their recorded use; a reading with answers in it counts as
    unused.
    """
    used = (
        times_used(constituent.rule)
        for part in reading.parts
        for constituent in part.walk()
        if constituent.rule is not None
    )
    fewest, (weight, share) = min(used, default=0), UNTRIED
    return (fewest + weight * share) / (fewest + weight)


def may_change_nothing(program: Program) -> bool:
    """Whether a program can leave the world as it is: it says so, or a condition decides."""
    waits = all(isinstance(command, Keep | Look | Turn) for command in program)
    return any(
        isinstance(command, If) or (waits and command == Keep(Ref("everything"))) for command in program
    )


def _failing(program: Program, failures: Sequence[Failure | None]) -> Program:
    """The first commands of a program that fail whatever follows them: as far as any way came."""
    reached = [None if failure is None else failure.done for failure in failures]
    if None in reached or any(isinstance(command, _REACHING_BACK) for command in program):
        return program
    return program[: 1 + max(at for at in reached if at is not None)]
