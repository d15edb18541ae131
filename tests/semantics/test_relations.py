"""Relations to many landmarks are those to each of them, compared one by one."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cq.deadlines import Deadline
from cq.semantics.geometry import DIAGONALS, HORIZONTAL, STEPS, Thing, components
from cq.semantics.places import holding_relations as relations
from cq.semantics.places.near import Gaps
from cq.semantics.structures import joined
from cq.types import Cell
from cq.world.directions import OFFSETS

Pair = Callable[[Thing, Thing], "int | None"]
CELLS = st.tuples(*[st.integers(0, 4)] * 3)
THINGS = st.frozensets(CELLS, min_size=1, max_size=6)
LANDMARKS = st.lists(THINGS, max_size=5, unique=True)


def there(holds: bool) -> int | None:
    return 0 if holds else None


def least(ranks: Sequence[int | None]) -> int | None:
    return min((rank for rank in ranks if rank is not None), default=None)


def along(cell: Cell, way: str) -> int:
    return sum(a * b for a, b in zip(cell, STEPS[way], strict=True))


def next_to(thing: Thing, other: Thing, ways: Sequence[str], gap: int | None = 0) -> bool:
    """Whether a cell of a thing lies some steps from one of another."""
    apart = 1 + (gap or 0)
    offs = [tuple(apart * by for by in STEPS[way]) for way in ways]
    return any(tuple(p - q for p, q in zip(a, b, strict=True)) in offs for a in thing for b in other)


def towards(way: str, gap: int | None) -> Pair:
    parts = [side for side in HORIZONTAL if side in way] if way in DIAGONALS else [way]

    def rank(thing: Thing, other: Thing) -> int | None:
        if thing < other:
            farthest = max(along(cell, way) for cell in other)
            return there(len(parts) == 1 and not gap and max(along(c, way) for c in thing) == farthest)
        thing, other = thing - other, other - thing or other
        if next_to(thing, other, (way,), gap):
            return 0
        beyond = all(
            min(along(c, side) for c in thing) > max(along(c, side) for c in other) for side in parts
        )
        if not beyond or (gap is not None and len(parts) == 1):
            return None
        in_line = len(parts) == 1 and any(
            all(p == q for p, q, by in zip(a, b, STEPS[way], strict=True) if not by)
            for a in thing
            for b in other
        )
        return 1 if in_line else 2

    return rank


def beside(gap: int | None) -> Pair:
    def rank(thing: Thing, other: Thing) -> int | None:
        if thing & other:
            return None
        if next_to(thing, other, HORIZONTAL, gap) or gap is not None:
            return there(next_to(thing, other, HORIZONTAL, gap))
        near, far = next_to(thing, other, (*DIAGONALS,)), next_to(thing, other, HORIZONTAL, 1)
        return 1 if near else 2 if far else None

    return rank


def touching(thing: Thing, other: Thing) -> int | None:
    return there(next_to(thing, other - thing, (*OFFSETS,)))


def in_line(axes: Sequence[int]) -> Pair:
    return lambda thing, other: there(any(a[i] == b[i] for a in thing for b in other - thing for i in axes))


def within(reach: int, axes: Sequence[int]) -> Pair:
    def rank(thing: Thing, other: Thing) -> int | None:
        bounds = [(min(c[i] for c in other) - reach, max(c[i] for c in other) + reach) for i in range(3)]
        inside = all(bounds[i][0] <= cell[i] <= bounds[i][1] for cell in thing for i in axes)
        return there(inside and not thing & other)

    return rank


RELATIONS = {
    **{f"{way} {gap}": (towards(way, gap), relations._towards(way, gap))
       for way in (*OFFSETS, *DIAGONALS) for gap in (None, 0, 1)},
    **{f"beside {gap}": (beside(gap), relations._beside(gap)) for gap in (None, 0, 1, 2)},
    "touching": (touching, relations._touching()),
    "aligned": (in_line((1, 2)), relations.in_line((1, 2))),
    "on its level": (in_line((0,)), relations.in_line((0,))),
    "around": (within(1, (1, 2)), relations._within(1, (1, 2))),
    "inside": (within(0, (0, 1, 2)), relations._within(0, (0, 1, 2))),
}  # fmt: skip


@given(st.lists(THINGS, min_size=1, max_size=4), LANDMARKS)
def test_a_relation_to_many_is_the_best_to_one_of_them(things, landmarks):
    seen = [*things, *landmarks, *(frozenset(sorted(other)[:1]) for other in landmarks)]
    for name, (pair, relation) in RELATIONS.items():
        test = relation(landmarks)
        best = [least([pair(thing, other) for other in landmarks if other != thing]) for thing in seen]
        assert [test(thing) for thing in seen] == best, name


def lies_between(thing: Thing, one: Thing, other: Thing) -> int | None:
    def bounds(cells: Thing, axis: int) -> tuple[int, int]:
        return min(cell[axis] for cell in cells), max(cell[axis] for cell in cells)

    ranks = []
    for axis in range(3):
        (_, low), (high, _) = sorted(bounds(cells, axis) for cells in (one, other))
        first, last = bounds(thing, axis)
        if low < first and last < high:
            rest = [(bounds(one | other, i), bounds(thing, i)) for i in range(3) if i != axis]
            ranks.append(0 if all(a <= c and d <= b for (a, b), (c, d) in rest) else 1)
    return least(ranks)


@given(st.lists(THINGS, min_size=1, max_size=4), LANDMARKS)
def test_what_lies_between_some_lies_between_two_of_them(things, landmarks):
    def expected(thing: Thing) -> int | None:
        pairs = combinations([rest for other in landmarks if (rest := other - thing)], 2)
        return least([lies_between(thing, *pair) for pair in pairs])

    seen = [*things, *landmarks]
    assert [*map(Gaps(landmarks).rank, seen)] == [*map(expected, seen)]


@given(st.sets(st.tuples(*[st.integers(0, 6)] * 3), max_size=60))
def test_groups_that_share_an_edge_or_a_corner_are_joined(cells):
    groups: list[set[Cell]] = []
    for group in components(cells):
        near = [
            other
            for other in groups
            if any(max(abs(p - q) for p, q in zip(a, b, strict=True)) == 1 for a in group for b in other)
        ]
        groups = [*(other for other in groups if other not in near), set(group).union(*near)]
    assert joined(cells) == [frozenset(group) for group in groups]


@pytest.mark.parametrize("relation", [r for _, r in RELATIONS.values()], ids=RELATIONS)
def test_thousands_of_things_are_compared_with_thousands_soon(relation):
    things = [frozenset({(0, x, z)}) for x in range(64) for z in range(64)]
    began = time.thread_time()
    with Deadline(4, time.thread_time):  # Pair by pair it takes twenty seconds or more.
        test = relation(things)
        for thing in things:
            test(thing)
    assert time.thread_time() - began < 4


def test_thousands_of_groups_are_joined_soon():
    cells = {(y, x, z) for y in range(32) for x in range(64) for z in range(64) if (x + y + z) % 2}
    with Deadline(4, time.thread_time):
        assert len(joined(cells)) == 1
