"""The cheapest ways to make one of some changes: from which stance, with which look."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from cq.env.planning.mover import Look, Mover, Stances
from cq.env.planning.sight import Aims, aims_at, looks_at, meets, solid_cells
from cq.env.planning.tasks import ANGLE, Change
from cq.types import Doubles

CHUNK = 96
"""Stances that are examined together."""

TRACED, KEPT = 64, 3
"""Looks that are traced together, and good ones that are kept, in a chunk."""


class Option(NamedTuple):
    """A way to make a change, and its cost."""

    cost: float
    number: int
    way: Any
    look: Look
    change: Change


def cheapest(
    mover: Mover, changes: Sequence[Change], surcharges: Sequence[float], stances: Stances | None = None
) -> Iterator[Option]:
    """Ways to make one of the changes, the cheapest first, with a few for each distance of stances. The
    surcharge of a change is added to the cost of all its ways. Default: all stances of the mover.
    """
    aims = aims_at(changes, mover.body)
    if not len(aims.points):
        return
    stances = mover.stances() if stances is None else stances
    extra = np.asarray(surcharges, dtype=float)[aims.change]
    heap: list[Option] = []
    for begin in range(0, len(stances.ways), CHUNK):
        while heap and heap[0].cost <= stances.costs[begin] + extra.min():
            yield heapq.heappop(heap)
        least = heap[0].cost if heap else np.inf
        for option in _in_chunk(mover, changes, aims, extra, stances, begin, least):
            heapq.heappush(heap, option)
    while heap:
        yield heapq.heappop(heap)


def _in_chunk(
    mover: Mover,
    changes: Sequence[Change],
    aims: Aims,
    extra: Doubles,
    stances: Stances,
    begin: int,
    least: float,
) -> Iterator[Option]:
    """The best ways in a chunk of stances, of those that cost less than `least`."""
    body = mover.body
    eyes = stances.eyes[begin : begin + CHUNK]
    yaws, pitches, possible = looks_at(eyes, aims, body.yaw, body.pitch)
    turns = np.abs((yaws - body.yaw + 180) % 360 - 180) / ANGLE
    tilts = np.abs(pitches - body.pitch) / ANGLE
    costs = mover.cost(stances.costs[begin : begin + CHUNK, None], turns, tilts) + extra[None]
    rows, columns = np.nonzero(possible & (costs < least))
    order = np.argsort(costs[rows, columns], kind="stable")
    rows, columns = rows[order], columns[order]
    cells = np.array([change.cell for change in changes])
    places = np.array([change.colour > 0 for change in changes])
    solid = solid_cells(body)
    found = 0
    for part in range(0, len(rows), TRACED):
        some = slice(part, part + TRACED)
        row, column = rows[some], columns[some]
        number = aims.change[column]
        look = yaws[row, column], pitches[row, column]
        for i in np.flatnonzero(meets(solid, eyes[row], *look, cells[number], places[number])).tolist():
            yield Option(
                float(costs[row[i], column[i]]),
                begin + found,
                stances.ways[begin + int(row[i])],
                (float(look[0][i]), float(look[1][i])),
                changes[number[i]],
            )
            found += 1
            if found == KEPT:
                return
