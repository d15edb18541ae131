"""Where a place is: the spots at which a new thing starts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from cq.building.interpretation import zone_spots as zone
from cq.building.interpretation.geometry import (
    HORIZONTAL,
    Thing,
    box,
    components,
    face,
    in_zone,
    line_between,
    line_with_ends,
    step,
    varying_axes,
)
from cq.building.interpretation.referents import resolve
from cq.building.interpretation.scene import Scene
from cq.building.interpretation.spot import Spot, Spots
from cq.building.interpretation.syntax import Place, Ref, Unclear


def find_spots(place: Place, scene: Scene) -> Spots:
    """The spots of a place in a scene. Raises `Unclear` if there are none, or several readings."""
    return _KINDS[place.kind](place, scene)


def _things(place: Place, scene: Scene) -> list[Thing]:
    if place.ref is None:
        raise Unclear("where")
    return resolve(place.ref, scene)


def _thing(place: Place, scene: Scene) -> Thing:
    things = _things(place, scene)
    if len(things) != 1:
        raise Unclear("at which of them")
    return things[0]


def _things_or_pile(place: Place, scene: Scene) -> list[Thing]:
    """The things of a place; "the red block" is the top or the foot of a pile where all red ones form one."""
    ref = place.ref
    try:
        return _things(place, scene)
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


def _vertical(direction: str) -> Callable[[Place, Scene], Spots]:
    def spots(place: Place, scene: Scene) -> Spots:
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


def _beyond(place: Place, scene: Scene) -> Spots:
    direction = scene.direction(place.word)
    found: list[Spot] = []
    things = _things_or_pile(place, scene) if place.stands else _things(place, scene)
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


def _between(place: Place, scene: Scene) -> Spots:
    things = _things(place, scene)
    if len(things) > 2:
        # "Between the red blocks" is between their two groups.
        cells = {cell for thing in things for cell in thing}
        things = components(cells)
        if len(things) > 2:
            gaps = [cell for cell in line_with_ends(min(cells), max(cells)) or () if cell not in cells]
            if gaps and len(varying_axes(cells)) == 1 and not set(gaps) & scene.cells.keys():
                return Spots(tuple(Spot(cell) for cell in gaps), filled=True)
            return _gap(place, scene)
    if len(things) == 2:
        one, other = things
    else:
        raise Unclear("between which two")
    lines = [line for a in sorted(one) for b in sorted(other) if (line := line_between(a, b)) is not None]
    lines = [line for line in lines if line and not any(cell in scene.cells for cell in line)]
    if not lines:
        raise Unclear("nothing lies between")
    shortest = min(map(len, lines))
    lines = [line for line in lines if len(line) == shortest]
    if len(lines) > 1 and shortest > 1:
        raise Unclear("at what height")
    if place.stands and len({cell[1:] for line in lines for cell in line}) == 1:
        foot, top = scene.dropped(min(min(lines))), max(max(lines))
        return Spots(tuple(Spot((y, *foot[1:]), "up") for y in range(foot[0], top[0] + 1)), filled=True)
    if len(lines) == 1:
        line = lines[0]
        direction = "up" if varying_axes([next(iter(one)), next(iter(other))]) == [0] else ""
        return Spots(tuple(Spot(cell, direction) for cell in line), filled=True)
    return Spots(tuple(Spot(cell, "up") for (cell,) in lines), filled=True)


def _around(sides: tuple[str, ...]) -> Callable[[Place, Scene], Spots]:
    def spots(place: Place, scene: Scene) -> Spots:
        found: list[Spot] = []
        for thing in _things(place, scene):
            low, high = box(thing)
            if low[1:] != high[1:]:
                raise Unclear("around something wide")
            base = low if place.level is None else (place.level, *low[1:])
            for side in sides:
                cell = step(high if side == "up" else base, side)
                if in_zone(cell) and cell not in scene.cells:
                    found.append(Spot(cell, side))
                elif sides == HORIZONTAL or place.kind == "six sides":
                    raise Unclear("a side is not free")
        return Spots(tuple(found), each=True)

    return spots


def _above_and_under(place: Place, scene: Scene) -> Spots:
    found = [_vertical(way)(place, scene) for way in ("up", "down")]
    if any(len(one.spots) != len(found[0].spots) or one.filled for one in found):
        raise Unclear("where on it")
    return Spots(tuple(spot for one in found for spot in one.spots), each=True, every=True)


def _gap(place: Place, scene: Scene) -> Spots:
    """The only gap in a thing, or between things that one noun names together."""
    if place.ref is None:
        raise Unclear("where")
    several = replace(place.ref, quantifier="all", count=None)
    cells = {cell for thing in resolve(several, scene) for cell in thing}
    found = {
        middle
        for cell in cells
        for way in ("up", "east", "south")
        if (middle := step(cell, way)) not in scene.cells and step(middle, way) in cells
    }
    if len(found) != 1:
        raise Unclear(f"{len(found)} gaps")
    return Spots(tuple(Spot(cell) for cell in found))


def _named_sides(place: Place, scene: Scene) -> Spots:
    """On two sides that are named: as many on one as on the other."""
    found = [_beyond(replace(place, kind="dir", word=side), scene) for side in place.word.split("_")]
    if any(len(one.spots) != len(found[0].spots) or one.filled for one in found):
        raise Unclear("where beside it")
    return Spots(tuple(spot for one in found for spot in one.spots), each=True, every=True)


def _each_side(place: Place, scene: Scene) -> Spots:
    """On each side: left and right for whoever is told where to look, else all four.

    So it is in folds 0 to 2 of the recordings.
    """
    if scene.told_facing:
        return _named_sides(replace(place, word="left_right"), scene)
    return replace(_around(HORIZONTAL)(place, scene), every=True)


def _both_sides(place: Place, scene: Scene) -> Spots:
    """On either side: left and right, or the two sides along which what it is a part of runs.

    Two blocks on either side are one on each, in folds 0 to 2 of the recordings.
    """
    if scene.told_facing:
        return replace(_named_sides(replace(place, word="left_right"), scene), every=False)
    near = {cell for thing in _things(place, scene) for cell in thing}
    axes = {axis for one in components(scene.cells) if one & near for axis in varying_axes(one) if axis}
    if len(axes) != 1:
        raise Unclear("on which sides")
    sides = "west_east" if axes == {1} else "north_south"
    return replace(_named_sides(replace(place, word=sides), scene), every=False)


def _ends(place: Place, scene: Scene) -> Spots:
    thing = _thing(place, scene)
    axes = varying_axes(thing)
    if len(axes) != 1 or axes[0] == 0:
        raise Unclear("no line")
    ways = ("west", "east") if axes[0] == 1 else ("north", "south")
    return Spots(tuple(Spot(step(face(thing, way)[0], way), way) for way in ways), each=True, every=True)


def _end(place: Place, scene: Scene) -> Spots:
    thing = _thing(place, scene)
    direction = scene.direction(place.word)
    cells = face(thing, direction)
    if len(cells) != 1 or len(varying_axes(thing)) != 1:
        raise Unclear("no such end")
    return Spots((Spot(step(cells[0], direction), direction),))


def _instead(place: Place, scene: Scene) -> Spots:
    if place.ref is not None and place.ref.noun != "it":
        raise Unclear("instead of what stands")
    cells = sorted(cell for thing in scene.removed for cell in thing)
    if not cells:
        raise Unclear("nothing was removed")
    return Spots(tuple(Spot(cell, "up") for cell in cells), filled=True)


def _up_to(place: Place, scene: Scene) -> Spots:
    cell = min(_thing(place, scene))
    found = tuple(Spot((y, *cell[1:]), "up") for y in range(cell[0]))
    if not found:
        raise Unclear("it stands on the ground")
    return Spots(found, filled=True)


def _around_middle(place: Place, scene: Scene) -> Spots:
    return zone.middle(place, scene)


def _unclear(place: Place, scene: Scene) -> Spots:
    raise Unclear(f"where is {place.kind}")


def _at_block(place: Place, scene: Scene) -> Spots:
    """Where a single block stands: the start of a shape of which it is a part, or the end of a line."""
    thing = _thing(place, scene)
    if len(thing) != 1:
        raise Unclear("at which of its blocks")
    return Spots((Spot(min(thing)),))


def _from_to(place: Place, scene: Scene) -> Spots:
    """A line from one cell to another; blocks that stand at its ends are left as they are."""
    a, b = (find_spots(end, scene).spots[0].cell for end in place.ends)
    if place.level is not None:
        a, b = (place.level, *a[1:]), (place.level, *b[1:])
    line = line_with_ends(a, b)
    if line is None:
        raise Unclear("they are not on a line")
    if line[0] in scene.cells:
        line = line[1:]
    if line and line[-1] in scene.cells:
        line = line[:-1]
    if not line:
        raise Unclear("nothing lies between")
    return Spots(tuple(Spot(cell) for cell in line), filled=True)


_KINDS: dict[str, Callable[[Place, Scene], Spots]] = {
    "on": _vertical("up"),
    "under": _vertical("down"),
    "dir": _beyond,
    "beside": _unclear,
    "between": _between,
    "four sides": _around(HORIZONTAL),
    "six sides": _around((*HORIZONTAL, "up", "down")),
    "every side": _around((*HORIZONTAL, "up", "down")),
    "both sides": _both_sides,
    "each side": _each_side,
    "sides": _named_sides,
    "above and under": _above_and_under,
    "gap": _gap,
    "around": _unclear,
    "ends": _ends,
    "end": _end,
    "corner": zone.one_corner,
    "all corners": zone.all_corners,
    "middle": zone.middle,
    "around middle": _around_middle,
    "edge": zone.edge,
    "edge middle": zone.edge,
    "instead": _instead,
    "there": _unclear,
    "steps": zone.steps,
    "up to": _up_to,
    "level": _unclear,
    "at block": _at_block,
    "from to": _from_to,
}
