"""Spots on, under and beside what stands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from cq.building.interpretation.execution.referents import resolve
from cq.building.interpretation.execution.scene import Scene
from cq.building.interpretation.execution.spot import Spot, Spots
from cq.building.interpretation.syntax import Place, Ref, Unclear
from cq.meaning.geometry import (
    HORIZONTAL,
    Thing,
    box,
    components,
    face,
    in_zone,
    step,
    varying_axes,
)


def things_of(place: Place, scene: Scene) -> list[Thing]:
    """The things that a place is related to."""
    ref = place.ref
    if ref is None:
        raise Unclear("where")
    try:
        return resolve(ref, scene)
    except Unclear:
        if ref.noun != "block" or not ref.plural or ref.count is not None or ref.others:
            raise
        # "On top of the red blocks", where one stands; the plural matters where things are taken away.
        return resolve(replace(ref, plural=False, quantifier="the"), scene)


def thing_of(place: Place, scene: Scene) -> Thing:
    """The only thing that a place is related to."""
    things = things_of(place, scene)
    if len(things) != 1:
        raise Unclear("at which of them")
    return things[0]


def _things_or_pile(place: Place, scene: Scene) -> list[Thing]:
    """The things of a place; "the red block" is the top or the foot of a pile where all red ones form one."""
    ref = place.ref
    try:
        return things_of(place, scene)
    except Unclear:
        if ref is None or ref.noun != "block" or ref.plural or ref.quantifier != "the" or ref.others:
            raise
        blocks = resolve(replace(ref, plural=True), scene)
        pile = frozenset(cell for thing in blocks for cell in thing)
        if varying_axes(pile) != [0] or len(components(pile)) != 1:
            raise
        return [pile]


def _is_each(ref: Ref | None) -> bool:
    return ref is not None and (
        ref.quantifier in ("each", "all")
        or (ref.part_of is not None and ref.part_of.quantifier in ("each", "all", "both"))
    )


def _is_every(ref: Ref | None) -> bool:
    """Whether a number counts for each thing, not for all together."""
    return ref is not None and (
        ref.quantifier in ("each", "both") or (ref.part_of is not None and ref.part_of.quantifier == "each")
    )


def vertical(direction: str) -> Callable[[Place, Scene], Spots]:
    """Spots on or under things: one for each upright thing, all of the face of a wide one."""

    def spots(place: Place, scene: Scene) -> Spots:
        if direction == "up" and place.ref is not None and place.ref.noun == "it":
            taken = {cell for thing in scene.focus for cell in thing}
            top_off = taken and taken <= scene.taken.keys() and step(max(taken), "up") not in scene.cells
            if top_off and len({cell[1:] for cell in taken}) == 1:
                return Spots((Spot(min(taken), "up"),))  # Where something was taken off the top.
        things = _things_or_pile(place, scene)
        together = {cell for thing in things for cell in thing}
        found: list[Spot] = []
        for thing in things:
            columns = {cell[1:] for cell in thing}
            if len(columns) > 1:
                if len(things) > 1:
                    raise Unclear("where on them")
                found = [
                    Spot(step(cell, direction), direction)
                    for cell in sorted(thing)
                    if step(cell, direction) not in thing
                ]
                return Spots(tuple(found), filled=True)
            cell = step(face(thing, direction)[0], direction)
            if cell in scene.cells and _is_each(place.ref) and len(things) > 1:
                continue  # Something else is there already: people skip it.
            if cell in together and len(things) > 1 and all(len(one) == 1 for one in things):
                continue  # Blocks of a pile: the outermost carries the rest.
            found.append(Spot(step(cell, direction, place.number or 0), direction))
        each = _is_each(place.ref) or (place.ref is not None and place.ref.quantifier == "both")
        return Spots(tuple(found), each=each, every=_is_every(place.ref))

    return spots


def beyond(place: Place, scene: Scene) -> Spots:
    """Spots beside things in the direction of a place."""
    direction = scene.direction(place.word)
    found: list[Spot] = []
    things = _things_or_pile(place, scene) if place.stands else things_of(place, scene)
    if direction not in HORIZONTAL and len(direction) < 9:
        raise Unclear("no such side")
    if len(things) > 1 and place.stands and not _is_each(place.ref):
        # A tower beside several blocks is one tower, beside the outermost.
        things = [frozenset(cell for thing in things for cell in thing)]
    for thing in things:
        cells = face(thing, direction)
        if len({cell[1:] for cell in cells}) == 1:
            cells = [min(cells)] if place.level is None else [(place.level, *min(cells)[1:])]
            at_foot = place.level is not None or place.stands
            if not at_foot and len(thing) > 1 and cells[0][0] > 0 and len(face(thing, direction)) > 1:
                raise Unclear("at what height")
        elif len(things) > 1 or len({cell[0] for cell in cells}) > 1:
            raise Unclear("where beside it")
        else:
            return Spots(tuple(Spot(step(cell, direction), "") for cell in cells), filled=True)
        for cell in cells:
            beside = step(cell, direction, 1 + (place.number or 0))
            found.append(Spot(scene.dropped(beside) if place.stands else beside, direction))
    each = _is_each(place.ref) or (place.ref is not None and place.ref.quantifier == "both")
    return Spots(tuple(found), each=each, every=_is_every(place.ref))


def around(sides: tuple[str, ...]) -> Callable[[Place, Scene], Spots]:
    """Spots at some sides of upright things."""

    def spots(place: Place, scene: Scene) -> Spots:
        found: list[Spot] = []
        for thing in things_of(place, scene):
            low, high = box(thing)
            if low[1:] != high[1:]:
                raise Unclear("around something wide")
            base = low if place.level is None else (place.level, *low[1:])
            for side in sides:
                if side in ("up", "down") and place.level is not None:
                    continue
                if side == {"without_top": "up", "without_bottom": "down"}.get(place.word):
                    continue
                cell = step(high if side == "up" else base, side)
                if in_zone(cell) and cell not in scene.cells:
                    found.append(Spot(cell, side))
                elif sides == HORIZONTAL or place.kind == "six sides":
                    raise Unclear("a side is not free")
        return Spots(tuple(found), each=True)

    return spots


def above_and_under(place: Place, scene: Scene) -> Spots:
    """Spots on and under things."""
    found = [vertical(way)(place, scene) for way in ("up", "down")]
    if any(len(one.spots) != len(found[0].spots) or one.filled for one in found):
        raise Unclear("where on it")
    return Spots(tuple(spot for one in found for spot in one.spots), each=True, every=True)


def named_sides(place: Place, scene: Scene) -> Spots:
    """On two sides that are named: as many on one as on the other."""
    found = [beyond(replace(place, kind="dir", word=side), scene) for side in place.word.split("_")]
    if any(len(one.spots) != len(found[0].spots) or one.filled for one in found):
        raise Unclear("where beside it")
    return Spots(tuple(spot for one in found for spot in one.spots), each=True, every=True)


def each_side(place: Place, scene: Scene) -> Spots:
    """On each side: left and right for whoever is told where to look, else all four.

    So it is in folds 0 to 2 of the recordings.
    """
    if scene.told_facing:
        return named_sides(replace(place, word="left_right"), scene)
    return replace(around(HORIZONTAL)(place, scene), every=True)


def both_sides(place: Place, scene: Scene) -> Spots:
    """On either side: left and right, or the two sides along which what it is a part of runs.

    Two blocks on either side are one on each, in folds 0 to 2 of the recordings.
    """
    if scene.told_facing:
        return replace(named_sides(replace(place, word="left_right"), scene), every=False)
    near = {cell for thing in things_of(place, scene) for cell in thing}
    axes = {axis for one in components(scene.cells) if one & near for axis in varying_axes(one) if axis}
    if len(axes) != 1:
        raise Unclear("on which sides")
    sides = "west_east" if axes == {1} else "north_south"
    return replace(named_sides(replace(place, word=sides), scene), every=False)
