"""Where a place is: the spots at which a new thing starts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from cq.building.interpretation.execution import zone_spots as zone
from cq.building.interpretation.execution.referents import resolve
from cq.building.interpretation.execution.scene import Scene
from cq.building.interpretation.execution.side_spots import (
    above_and_under,
    around,
    beyond,
    both_sides,
    each_side,
    named_sides,
    thing_of,
    things_of,
    vertical,
)
from cq.building.interpretation.execution.spot import Spot, Spots
from cq.building.interpretation.syntax import Place, Unclear
from cq.meaning.geometry import (
    HORIZONTAL,
    box,
    components,
    face,
    line_between,
    line_with_ends,
    step,
    varying_axes,
)


def find_spots(place: Place, scene: Scene) -> Spots:
    """The spots of a place in a scene. Raises `Unclear` if there are none, or several readings."""
    return _KINDS[place.kind](levelled(place, scene), scene)


def levelled(place: Place, scene: Scene) -> Place:
    """The place with its height as a number, where it is said to be that of a thing."""
    if place.level_of is None:
        return place
    tops = {max(thing)[0] for thing in resolve(place.level_of, scene)}
    if len(tops) != 1:
        raise Unclear("at what height")
    return replace(place, level=tops.pop(), level_of=None)


def _between(place: Place, scene: Scene) -> Spots:
    things = things_of(place, scene)
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
    if place.word == "diagonal":
        slanted = [line_with_ends(a, b) for a in one for b in other]
        lines = [line[1:-1] for line in slanted if line is not None]
    lines = [line for line in lines if line and not any(cell in scene.cells for cell in line)]
    if not lines:
        raise Unclear("nothing lies between")
    if place.level is not None:
        lines = [line for line in lines if {cell[0] for cell in line} == {place.level}]
        if not lines:
            raise Unclear("nothing lies between at that height")
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


def _ends(place: Place, scene: Scene) -> Spots:
    thing = thing_of(place, scene)
    axes = varying_axes(thing)
    if len(axes) != 1 or axes[0] == 0:
        raise Unclear("no line")
    ways = ("west", "east") if axes[0] == 1 else ("north", "south")
    return Spots(tuple(Spot(step(face(thing, way)[0], way), way) for way in ways), each=True, every=True)


def _end(place: Place, scene: Scene) -> Spots:
    thing = thing_of(place, scene)
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


def _there(place: Place, scene: Scene) -> Spots:
    if not scene.removed or scene.focus != scene.removed:
        raise Unclear("where is there")
    return _instead(place, scene)


def _up_to(place: Place, scene: Scene) -> Spots:
    cell = min(thing_of(place, scene))
    found = tuple(Spot((y, *cell[1:]), "up") for y in range(cell[0]))
    if not found:
        raise Unclear("it stands on the ground")
    return Spots(found, filled=True)


def _around_middle(place: Place, scene: Scene) -> Spots:
    return zone.middle(place, scene)


def _several(place: Place, scene: Scene) -> Spots:
    """Several places, for one thing each."""
    found = [find_spots(one, scene) for one in place.ends]
    if any(len(one.spots) != 1 for one in found):
        raise Unclear("where of it")
    return Spots(tuple(spot for one in found for spot in one.spots), each=True, every=True)


def _joined(place: Place, scene: Scene) -> Spots:
    """What several places have in common, or else one spot of each."""
    if {one.kind for one in place.ends} == {"under", "between"}:
        # "Under the yellow block and between the red ones": the first tells it all.
        return find_spots(next(one for one in place.ends if one.kind == "under"), scene)
    found = [find_spots(one, scene) for one in place.ends]
    common = set.intersection(*({spot.cell for spot in one.spots} for one in found))
    if common:
        spots = tuple(spot for spot in found[0].spots if spot.cell in common)
        return Spots(spots, filled=len(spots) > 1)
    if any(one.filled for one in found) or len({len(one.spots) for one in found}) > 1:
        raise Unclear("where of it")
    return Spots(tuple(spot for one in found for spot in one.spots), each=True)


def _middle_of(place: Place, scene: Scene) -> Spots:
    """ "On top of the row in the middle": the middle of the cells of a place."""
    found = find_spots(place.ends[0], scene)
    low, high = box([spot.cell for spot in found.spots])
    middle = tuple(spot for spot in found.spots if all(2 * spot.cell[i] == low[i] + high[i] for i in (1, 2)))
    if len(middle) != 1:
        raise Unclear("it has no middle")
    return Spots(middle)


def _unclear(place: Place, scene: Scene) -> Spots:
    raise Unclear(f"where is {place.kind}")


def _at_block(place: Place, scene: Scene) -> Spots:
    """Where a single block stands: the start of a shape of which it is a part, or the end of a line."""
    thing = thing_of(place, scene)
    if len(thing) != 1:
        raise Unclear("at which of its blocks")
    return Spots((Spot(min(thing)),))


def _inside(place: Place, scene: Scene) -> Spots:
    """The empty middle of a ring, a square or what four corners mark, at its lowest level."""
    low, high = box({cell for thing in things_of(place, scene) for cell in thing})
    if (
        any((a + b) % 2 for a, b in zip(low[1:], high[1:], strict=True))
        or low[1] == high[1]
        or low[2] == high[2]
    ):
        raise Unclear("it has no middle")
    cell = (low[0] if place.level is None else place.level, (low[1] + high[1]) // 2, (low[2] + high[2]) // 2)
    if cell in scene.cells and low[0] == high[0]:
        cell = step(cell, "up")  # "In the middle of the floor" is on it.
    if cell in scene.cells:
        raise Unclear("its middle is not free")
    return Spots((Spot(cell, "up"),))


def _from_to(place: Place, scene: Scene) -> Spots:
    """A line from one cell to another; blocks that stand at its ends are left as they are."""
    ends = [find_spots(end, scene).spots for end in place.ends]
    if any(len(end) != 1 for end in ends):
        raise Unclear("where it ends")
    a, b = (end[0].cell for end in ends)
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
    "on": vertical("up"),
    "under": vertical("down"),
    "dir": beyond,
    "beside": _unclear,
    "between": _between,
    "four sides": around(HORIZONTAL),
    "six sides": around((*HORIZONTAL, "up", "down")),
    "every side": around((*HORIZONTAL, "up", "down")),
    "both sides": both_sides,
    "each side": each_side,
    "sides": named_sides,
    "above and under": above_and_under,
    "gap": _gap,
    "several": _several,
    "joined": _joined,
    "middle of": _middle_of,
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
    "there": _there,
    "steps": zone.steps,
    "up to": _up_to,
    "level": _unclear,
    "at block": _at_block,
    "inside": _inside,
    "through": zone.middle,
    "border": zone.border,
    "leaving": _unclear,
    "from to": _from_to,
}
