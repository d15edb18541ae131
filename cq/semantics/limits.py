"""Applies the limits of references to things: an outermost one, a size, an order, a place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache, singledispatch

import numpy as np

from cq.deadlines import check_deadline
from cq.language import program as p
from cq.language.program import Ref
from cq.semantics import places
from cq.semantics import referring as references
from cq.semantics.choices import Failure, Hole, equally
from cq.semantics.geometry import HORIZONTAL, STEPS, Thing, along, components, spans, step
from cq.semantics.orders import alternate, in_order
from cq.semantics.parts import STATES, half
from cq.semantics.scene import Scene, cells_of
from cq.semantics.selection import some_of
from cq.types import Cell

COMPARES = (p.Extreme, p.Largest, p.Nth, p.Ranks, p.Nearest, p.Half, p.Alternate)
"""Limits that compare things with one another: they apply after those that a thing meets by itself."""
_OF_ONE = (p.Extreme, p.Largest)
"""Those that a single thing always meets."""
_WIDE = frozenset("structure wall square ring plus arch letter layer it".split())
"""Landmarks whose own blocks are at their sides."""
_ORDERED_STATES = frozenset({"middle"})


def limited(found: list[Thing], ref: Ref, scene: Scene) -> list[Thing]:
    """The things that meet all limits of a reference. A thing without cells, such as all blocks of an empty
    world, is left out.
    """
    found = [thing for thing in found if thing]
    compare = _with_start([limit for limit in ref.limits if _compares(limit)])
    for limit in reversed(ref.limits):
        if not _compares(limit):
            found = narrowed(limit, found, ref, scene) if found else found
    if not compare or not found or (len(found) == 1 and all(isinstance(limit, _OF_ONE) for limit in compare)):
        return found
    orders = [compare[::-1]]
    if len(compare) == 2:
        orders.append(compare)
        if isinstance(compare[0], p.Extreme) and isinstance(compare[1], p.Extreme):
            # "The highest westernmost block" is the highest of the westernmost ones.
            orders.sort(key=lambda order: order[0].direction in ("up", "down"))  # type: ignore[attr-defined]
    results: list[tuple[list[Thing], float]] = []
    for i, order in enumerate(orders):
        some = found
        for limit in order:
            wanted = ref if limit is order[-1] else replace(ref, number=None, plural=True)
            some = narrowed(limit, some, wanted, scene) if some else some
        if some and all(set(some) != set(other) for other, _ in results):
            results.append((some, (14.0, 1.0)[i]))
    return scene.decide(Hole("which", ref, "order", "order"), results) if results else []


def _with_start(compare: list[p.Limit]) -> list[p.Limit]:
    """ "The second left column" is the second from the left, "the last right one" the first from the
    right.
    """
    ordered = [limit for limit in compare if isinstance(limit, (p.Nth, p.Ranks)) and limit.start is None]
    extremes = [limit for limit in compare if isinstance(limit, p.Extreme)]
    if len(ordered) != 1 or len(extremes) != 1:
        return compare
    started = replace(ordered[0], start=extremes[0].direction)
    if isinstance(started, p.Nth) and started.number == -1:
        started = replace(started, number=1)
    return [started if limit is ordered[0] else limit for limit in compare if limit is not extremes[0]]


def _compares(limit: p.Limit) -> bool:
    return isinstance(limit, COMPARES) or (isinstance(limit, p.State) and limit.word in _ORDERED_STATES)


@singledispatch
def narrowed(limit: p.Limit, found: list[Thing], ref: Ref, scene: Scene) -> list[Thing]:
    """The things that meet a limit."""
    raise Failure("impossible", f"no way to tell what is {type(limit).__name__}", limit)


@narrowed.register
def _(limit: p.State, found: list[Thing], ref: Ref, scene: Scene) -> list[Thing]:
    if limit.word == "single" and any(isinstance(other, (p.Extreme, p.Largest)) for other in ref.limits):
        return found  # "The single highest block" is the only one that is highest.
    if limit.word == "corner" and ref.of is None and len(components(cells_of(found))) > 1:
        # If several things stand, the corner block is in a corner of the zone.
        return [thing for thing in found if all(map(scene.zone.is_corner, thing))]
    if limit.word not in STATES:
        raise Failure("impossible", f"no way to tell what is {limit.word}", limit)
    return STATES[limit.word](found, ref, scene)


@narrowed.register
def _(limit: p.Extreme, found: list[Thing], ref: Ref, scene: Scene) -> list[Thing]:
    key = _reach(scene.direction(limit.direction))
    if ref.plural and ref.noun == "block" and ref.number is None and limit.direction not in ("up", "down"):
        return _on_side(found, key, ref, scene)
    some = best(found, lambda thing: (max(map(key, thing)), min(map(key, thing))), ref, scene)
    if (
        len(some) == 1
        and ref.plural
        and ref.noun == "block"
        and ref.number is None
        and ref.quantifier != "all"
    ):
        # "The highest blue blocks", but one is the highest: perhaps its whole group.
        groups = [group for group in components(cells_of(found)) if some[0] <= group]
        grouped = [thing for thing in found if groups and thing <= groups[0]]
        if len(grouped) > 1:
            return scene.decide(Hole("which", ref, "top", "group below"), [(some, 1.0), (grouped, 1.0)])
    return some


def _reach(way: str) -> Callable[[Cell], int]:
    if way not in STEPS:
        raise Failure("impossible", f"nothing is the most {way}")
    return along(way)


def _on_side(found: list[Thing], key: Callable[[Cell], int], ref: Ref, scene: Scene) -> list[Thing]:
    """ "The red blocks on the right": the outermost ones, or those of the group on the right."""
    outermost = best(found, lambda thing: (max(map(key, thing)),), ref, scene)
    groups = components(cells_of(found))
    if len(groups) == 1:
        return outermost
    (group, *more) = best(
        groups, lambda thing: (max(map(key, thing)), min(map(key, thing))), Ref(plural=True), scene
    )
    grouped = [thing for thing in found if any(thing <= outer for outer in (group, *more))]
    if grouped == outermost or set(grouped) == set(outermost):
        return outermost
    name = "group of all" if ref.quantifier == "all" else "group"
    return scene.decide(Hole("which", ref, "side", name), [(grouped, 3.0), (outermost, 1.0)])


def best(
    found: list[Thing], key: Callable[[Thing], tuple[float, ...]], ref: Ref, scene: Scene
) -> list[Thing]:
    """The things with the greatest key, as many as the reference says; a choice decides ties."""
    ranked = sorted(found, key=lambda thing: (tuple(-part for part in key(thing)), min(thing)))
    wanted = ref.number or 1
    if ref.number is None or len(ranked) < wanted:
        return [thing for thing in ranked if key(thing) == key(ranked[0])] if ref.number is None else ranked
    border = key(ranked[wanted - 1])
    sure = [thing for thing in ranked if key(thing) > border]
    tied = [thing for thing in ranked if key(thing) == border]
    return sure + some_of(tied, wanted - len(sure), ref, scene)


@narrowed.register
def _(limit: p.Largest, found: list[Thing], ref: Ref, scene: Scene) -> list[Thing]:
    if ref.noun == "block":
        # "The tallest block" is the highest one.
        return narrowed(p.Extreme("down" if limit.least else "up"), found, ref, scene)
    sign = -1 if limit.least else 1
    dimension = "high" if ref.noun == "tower" else limit.dimension
    if p.State("bar") in ref.limits:
        dimension = "blocks"  # "The shorter side" of a lying L.
    if limit.rank != 1:
        sizes = sorted({sign * measured(thing, dimension, ref.noun) for thing in found}, reverse=True)
        wanted = sizes[limit.rank - 1] if 0 < limit.rank <= len(sizes) else None
        return [thing for thing in found if sign * measured(thing, dimension, ref.noun) == wanted]
    return best(found, lambda thing: (sign * measured(thing, dimension, ref.noun),), ref, scene)


def measured(thing: Thing, dimension: str, noun: str = "structure") -> int:
    """The height, length or width of a thing in cells, or its number of blocks."""
    high, *sides = spans(thing)
    if dimension == "any":
        dimension = {"tower": "high", "row": "long"}.get(noun, "blocks")
    most = max(sides)
    known = {"high": high, "long": most, "side": most, "wide": most, "deep": min(sides)}
    return known.get(dimension, len(thing))


@narrowed.register
def _(limit: p.HasSize, found: list[Thing], ref: Ref, scene: Scene) -> list[Thing]:
    wanted = _size(limit.size, scene)
    return [thing for thing in found if measured(thing, limit.size.dimension, ref.noun) == wanted]


@narrowed.register
def _(limit: p.Compared, found: list[Thing], ref: Ref, scene: Scene) -> list[Thing]:
    border, sign = _size(limit.size, scene), -1 if limit.less else 1
    over = {thing: sign * (measured(thing, limit.size.dimension, ref.noun) - border) for thing in found}
    return [thing for thing in found if over[thing] > 0 or (limit.equal and over[thing] == 0)]


def _size(size: p.Size, scene: Scene) -> int:
    """The number of a size, or that of the thing it is like."""
    if size.like is None:
        return size.number or 0
    (like, *_) = references.resolve_reference(size.like, scene)
    return measured(like, size.dimension, size.like.noun) * size.times // size.divided + size.more


@narrowed.register
def _(limit: p.HasDims, found: list[Thing], ref: Ref, scene: Scene) -> list[Thing]:
    wanted = [1] * (3 - len(limit.dims)) + sorted(limit.dims)
    return [thing for thing in found if sorted(spans(thing)) == wanted]


@narrowed.register
def _(limit: p.Within, found: list[Thing], ref: Ref, scene: Scene) -> list[Thing]:
    axis = ("level", "x", "z").index(limit.axis)
    shift = scene.zone.middle[axis] if axis else -1
    low = 0 if limit.low is None else limit.low + shift
    high = scene.zone.last[axis] if limit.high is None else limit.high + shift
    return [thing for thing in found if all(low <= cell[axis] <= high for cell in thing)]


@narrowed.register
def _(limit: p.Nth, found: list[Thing], ref: Ref, scene: Scene) -> list[Thing]:
    return in_order(p.Ranks((limit.number,), limit.start), found, ref, scene)


@narrowed.register
def _(limit: p.Ranks, found: list[Thing], ref: Ref, scene: Scene) -> list[Thing]:
    return in_order(limit, found, ref, scene)


@narrowed.register
def _(limit: p.Alternate, found: list[Thing], ref: Ref, scene: Scene) -> list[Thing]:
    return alternate(limit, found, scene)


@narrowed.register
def _(limit: p.Half, found: list[Thing], ref: Ref, scene: Scene) -> list[Thing]:
    if limit.direction:
        return half(found, scene.direction(limit.direction))
    ways = [way for way in ("up", "down", *HORIZONTAL) if half(found, way)]
    if not ways:
        return []
    hole = Hole("direction", limit, "direction")
    return half(found, scene.decide(hole, equally(ways)))


@narrowed.register
def _(limit: p.Located, found: list[Thing], ref: Ref, scene: Scene) -> list[Thing]:
    place = limit.place
    if isinstance(place, p.Beside) and place.side and place.landmark.noun == "structure" and ref.number:
        # "The four red blocks on the east side of the structure" are the outermost of its blocks there.
        own = cells_of(references.candidates(place.landmark, scene))
        if not limit.negative and all(thing <= own for thing in found):
            return narrowed(p.Extreme(place.side), found, ref, scene)
    at = _at(limit.place, found, ref, scene)
    if limit.negative and isinstance(limit.place, p.Inside):
        own = cells_of(references.candidates(limit.place.landmark, scene))
        within = set(at)
        at = [thing for thing in found if thing in within or thing & own]  # Parts of a tower are in it.
    if 0 < len(at) < (ref.number or 1) and not limit.negative and isinstance(limit.place, (p.OnTop, p.Under)):
        at = _piled(at, found, "up" if isinstance(limit.place, p.OnTop) else "down", ref.number or 1)
    if 0 < len(at) < (ref.number or 1) and not limit.negative and isinstance(limit.place, p.Corner):
        # "The four blocks in the corner" are the group that stands there.
        groups = [group for group in components(cells_of(found)) if any(thing <= group for thing in at)]
        cells = cells_of(groups)
        grouped = [thing for thing in found if thing <= cells]
        at = grouped if len(grouped) == ref.number else at
    those = set(at)
    return [thing for thing in found if (thing in those) != limit.negative]


def _at(place: p.Place, found: list[Thing], ref: Ref, scene: Scene) -> list[Thing]:
    """The things at a place; by a block, a tower or a row, not its own blocks if others are there."""
    plural, every = ref.plural and ref.number is None, ref.quantifier in ("all", "each")
    if isinstance(place, (p.OnTop, p.Under, p.Beside, p.Touching)) and place.landmark.noun not in _WIDE:
        own = cells_of(references.candidates(place.landmark, scene))
        others = [thing for thing in found if not thing & own]
        if others and (at := places.located(others, place, scene, plural, every)):
            return at
    return places.located(found, place, scene, plural, every)


def _piled(at: list[Thing], found: list[Thing], way: str, wanted: int) -> list[Thing]:
    """ "The two blocks above it" are the next two."""
    piled = list(at)
    while len(piled) < wanted:
        beyond = {step(cell, way) for thing in piled for cell in thing}
        following = [thing for thing in found if thing & beyond and thing not in piled]
        if not following:
            return piled
        piled += following
    return piled


@narrowed.register
def _(limit: p.Nearest, found: list[Thing], ref: Ref, scene: Scene) -> list[Thing]:
    away = _distance(limit.place, scene)
    sign = 1 if limit.farthest else -1
    if isinstance(limit.place, p.OfPart):
        own = cells_of(references.candidates(limit.place.landmark, scene))
        found = [thing for thing in found if not thing <= own]  # Nothing is the nearest to itself.
    return best(found, lambda thing: (sign * min(map(away, thing)),), ref, scene) if found else []


def _distance(place: p.Place, scene: Scene) -> Callable[[Cell], float]:
    """A function: how far a cell is from a place."""
    if isinstance(place, p.Edge) and place.landmark is None and place.direction and not place.middle:
        key = along(scene.direction(place.direction))
        return lambda cell: -key(cell)
    if isinstance(place, p.Edge) and place == p.Edge(along=place.along):
        _, east, south = scene.zone.last
        return lambda cell: min(cell[1], cell[2], east - cell[1], south - cell[2])
    if isinstance(place, p.OfPart):
        goals = cells_of(references.resolve_reference(place.landmark, scene))
    elif isinstance(place, p.Middle) and place.landmark is None:
        goals = {scene.zone.middle}
    else:
        goals = {spot.cell for spot in places.spots(place, scene).spots}
    if not goals:
        raise Failure("absent", "what it is near to is not there", place)
    points = np.array(sorted(goals))

    @cache
    def away(cell: Cell) -> int:
        check_deadline()
        return int(((points - cell) ** 2).sum(axis=1).min())

    return away


@narrowed.register
def _(limit: p.With, found: list[Thing], ref: Ref, scene: Scene) -> list[Thing]:
    above = cells_of(references.candidates(limit.ref, scene))
    kept = [thing for thing in found if not above.isdisjoint({step(cell, "up") for cell in thing} - thing)]
    if not kept and not limit.negative:
        # "The tower with a red block on top" may count that block as its own.
        kept = [thing for thing in found if {cell for cell in thing if cell[0] == max(thing)[0]} <= above]
    those = set(kept)
    return [thing for thing in found if (thing in those) != limit.negative]
