"""Names for things: the shortest words that mean exactly these and no others.

A name is a reference whose denotation was computed, put into words by the rules that read it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cq.language.program import At, Extreme, Largest, Limit, Located, Nth, Place, Ref, State
from cq.language.say import say
from cq.semantics.choices import Failure
from cq.semantics.geometry import Thing
from cq.semantics.limits import limited
from cq.semantics.scene import Scene
from cq.types import Cell
from cq.world.directions import COMPASS, axis_and_sign
from cq.world.zone import Zone


def name_of(
    things: Sequence[Thing], among: Sequence[Thing], scene: Scene, noun: str = "block", by_cell: bool = True
) -> str | None:
    """Words that mean exactly `things` of the things `among`; None if there are none.

    They use a colour first, then a size, then a compass side, then two of them, last the cell if `by_cell`.
    """
    found = (ref for ref in names(things, among, scene, noun) if by_cell or not _is_by_cell(ref))
    return next((say(ref, "Ref") for ref in found), None)


def _is_by_cell(ref: Ref) -> bool:
    return any(isinstance(limit, Located) for limit in ref.limits)


def names(
    things: Sequence[Thing], among: Sequence[Thing], scene: Scene, noun: str = "block"
) -> Iterator[Ref]:
    """References that can be said and mean exactly `things` of the things `among`, the shortest first."""
    if not {*things} <= {*among}:
        return  # A thing that is not among them has no name.
    plural = len(things) > 1
    for colours, limits in _ways(things, among, scene):
        ref = Ref(noun, plural, "the", len(things) if plural else None, colours, limits)
        found = [thing for thing in among if not colours or _colours(thing, scene) <= set(colours)]
        try:
            found = limited(found, ref, scene)
        except Failure:
            continue
        if set(found) == set(things) and say(ref, "Ref") is not None:
            yield ref


def place_name(cell: Cell, zone: Zone) -> Place:
    """The place of a cell, as x, z and, above the ground, its level."""
    x, z, level = zone.coordinates(cell)
    return At(x, z, level if level > 1 else None)


def corner_name(cell: Cell, zone: Zone) -> str:
    """The corner of the zone that a cell is at ("northeast"), "" for none."""
    if not zone.is_corner(cell):
        return ""
    return ("south" if cell[2] else "north") + ("east" if cell[1] else "west")


def _compass(among: Sequence[Thing]) -> list[str]:
    """The compass directions, first those along which the things lie farthest apart."""
    cells = [cell for thing in among for cell in thing]
    spread = {i: max(cell[i] for cell in cells) - min(cell[i] for cell in cells) for i in (1, 2)}
    return sorted(COMPASS, key=lambda way: -spread[axis_and_sign(way)[0]])


def _ways(
    things: Sequence[Thing], among: Sequence[Thing], scene: Scene
) -> Iterator[tuple[tuple[str, ...], tuple[Limit, ...]]]:
    """The colours and limits to try, the shortest first."""
    shown = set().union(*(_colours(thing, scene) for thing in things))
    colours: list[tuple[str, ...]] = [()]
    if len(shown) == 1:
        colours.insert(0, tuple(shown))
    sizes: list[Limit] = []
    if any(len(thing) > 1 for thing in things):
        sizes = [Largest("high"), Largest("high", least=True), Largest("long"), Largest("long", least=True)]
    sides: list[Limit] = [Extreme(way) for way in (*_compass(among), "up", "down")]
    yield from ((choice, ()) for choice in colours if choice)
    for choice in colours:
        yield from ((choice, (limit,)) for limit in (*sizes, *sides, State("middle")))
        yield from ((choice, (Nth(number, way),)) for number in (2, 3, 4) for way in COMPASS)
    if len(things) > 1:
        return  # "The two lowest westernmost ones" helps nobody.
    for choice in colours:
        yield from ((choice, (a, b)) for a in sides[4:] for b in sides[:4])
        yield from ((choice, (Extreme(a + b),)) for a in ("north", "south") for b in ("east", "west"))
    place = place_name(min(things[0]), scene.zone)
    yield from ((choice, (Located(place),)) for choice in colours)


def _colours(thing: Thing, scene: Scene) -> set[str]:
    return {scene.cells[cell] for cell in thing if cell in scene.cells}
