"""Ordinals choose among things: the second, the first and third, every other one."""

from __future__ import annotations

from dataclasses import replace

from cq.language import program as p
from cq.language.program import Ref
from cq.semantics.choices import Failure, Hole, equally, unsaid
from cq.semantics.geometry import HORIZONTAL, Thing, along
from cq.semantics.middles import line
from cq.semantics.scene import Scene, cells_of
from cq.world.directions import OPPOSITE


def in_order(limit: p.Ranks, found: list[Thing], ref: Ref, scene: Scene) -> list[Thing]:
    """The things of some ranks, counted from the start that the limit names, or from the usual one."""
    if limit.start is None and (
        made := [cell for cell in scene.made if any(cell in thing for thing in found)]
    ):
        # "The first red block" is the one that was placed first.
        order = list(dict.fromkeys(thing for cell in made for thing in found if cell in thing))
        return _ranked([[thing] for thing in order], _first_some(limit, ref))
    if limit.both:
        inline = line(found) or []
        return [
            thing
            for thing in inline
            if {inline.index(thing) + 1, len(inline) - inline.index(thing)} & set(limit.numbers)
        ]
    start = limit.start or _first_from(found, limit, ref, scene)
    way = scene.direction(start)
    key = along(OPPOSITE.get(way, way))
    if start in (*HORIZONTAL, "left", "right", "front", "back", "up", "down"):
        places = sorted({min(map(key, thing)) for thing in found})
        return _ranked(
            [[thing for thing in found if min(map(key, thing)) == at] for at in places],
            _first_some(limit, ref),
        )
    return []


def _first_some(limit: p.Ranks, ref: Ref) -> tuple[int, ...]:
    """ "The first three blocks" are the first, the second and the third."""
    number = ref.number or 1
    if number > 1 and limit.numbers == (1,):
        return tuple(range(1, number + 1))
    return tuple(range(-number, 0)) if number > 1 and limit.numbers == (-1,) else limit.numbers


def _first_from(found: list[Thing], limit: p.Ranks, ref: Ref, scene: Scene) -> str:
    """The default start of counting: the foot of a pile, the left end of a row."""
    found = [thing for thing in found if thing]
    levels = {min(thing)[0] for thing in found}
    if ref.noun in ("row", "layer") and len(levels) == len(found):
        return scene.decide(Hole("direction", limit, "start", "count_from"), [("down", 9.0), ("up", 1.0)])
    if line(found) is None:
        raise unsaid("direction", "counted from where is not said", limit, "start")
    cells = cells_of(found)
    ways = [("down", 9.0), ("up", 1.0)]
    if len({cell[1:] for cell in cells}) > 1:
        left = len({min(map(along(scene.direction("left")), thing)) for thing in found}) > 1
        ways = [("left", 3.0), ("right", 1.0)] if left else [("front", 1.0), ("back", 1.0)]
    return scene.decide(Hole("direction", limit, "start", "count_from"), ways)


def _ranked(places: list[list[Thing]], numbers: tuple[int, ...]) -> list[Thing]:
    found = []
    for number in numbers:
        if not -len(places) <= number <= len(places) or number == 0:
            return []
        found += places[number - 1 if number > 0 else number]
    return found


def alternate(limit: p.Alternate, found: list[Thing], scene: Scene) -> list[Thing]:
    """Every second (or third, ...) thing of a line."""
    inline = line(found)
    if inline is None:
        raise Failure("impossible", "they do not stand in a line", limit)
    apart = limit.apart
    if limit.start == "end":
        options = equally(some[::apart] for some in (inline, inline[::-1]))
        distinct = {frozenset(some): (some, weight) for some, weight in options}
        return scene.decide(Hole("which", limit, "start"), list(distinct.values()))
    if limit.start is None:
        options = equally(inline[first::apart] for first in (apart - 1, 0))
        options += equally(inline[::-1][first::apart] for first in (apart - 1, 0))
        distinct = {frozenset(some): (some, weight) for some, weight in options}
        return scene.decide(Hole("which", limit, "start"), list(distinct.values()))
    if isinstance(limit.start, p.Nth):  # "Beginning with the second from the left".
        limit = replace(limit, start=limit.start.start, first=limit.start.number)
        return alternate(limit, found, scene)
    way = scene.direction(limit.start)
    if max(map(along(way), inline[-1])) > max(map(along(way), inline[0])):
        inline.reverse()
    return inline[limit.first - 1 :: apart]
