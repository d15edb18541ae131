"""The cells of towers, rows and diagonals at their spots, each from its start."""

from __future__ import annotations

from dataclasses import replace

from cq.language.inflection import plural_of
from cq.language.program import Beside, Edge, OnTop, Place, Several
from cq.language.program import Thing as NewThing
from cq.semantics.choices import Failure, Hole, equally, unsaid
from cq.semantics.geometry import DIAGONALS, HORIZONTAL, STEPS, components, line_with_ends, step, varying_axes
from cq.semantics.scene import Scene
from cq.semantics.shapes.anchors import positions_anchored, very_middle
from cq.semantics.shapes.measures import heights_of, length_of, length_said
from cq.semantics.spots import Spot, Spots
from cq.types import Cell
from cq.world.directions import OPPOSITE

CENTRED = 3.0
"""The weight of a row of odd length with its middle on a single block, against one with an end there."""


def straight(cell: Cell, way: str, count: int) -> list[Cell]:
    """The cells of a line from a cell."""
    return [step(cell, way, i) for i in range(count)]


def line_from(spot: Spot, ways: str | tuple[str, ...], count: int, new: NewThing, scene: Scene) -> list[Cell]:
    """The cells of a line from a spot in one of some directions: a choice among those with room."""
    if count == 1:
        return [spot.cell]
    if isinstance(ways, str):
        return straight(spot.cell, ways, count)
    lines = [straight(spot.cell, way, count) for way in ways]
    return _chosen(equally(lines), new, scene)


def _chosen(lines: list[tuple[list[Cell], float]], new: NewThing, scene: Scene) -> list[Cell]:
    found = [(line, weight) for line, weight in lines if all(map(scene.is_free, line))]
    if not found:
        raise Failure("impossible", "it has no room there", new)
    from_one_cell = len({tuple(line[:1]) for line, _ in found}) == 1
    run_apart = len({tuple(varying_axes(line)) for line, _ in found}) > 1
    kind = "direction" if from_one_cell else "axis" if run_apart else "place"
    return scene.choices.choose(Hole(kind, new, "heading"), found)


def lines(new: NewThing, where: Spots, place: Place | None, scene: Scene) -> list[list[Cell]]:
    """Towers or rows, one at each spot, or one along all spots."""
    spots = where.spots
    if new.shape == "diagonal" and where.ends is not None:
        return [_between_ends(new, where.ends)]
    if where.filled and len(spots) > 1:
        return _filling(new, where, place, scene)
    both = isinstance(place, OnTop) and place.landmark.quantifier == "both"
    if len(spots) > 1 and new.shape != "tower" and new.count == 1 and (both or not where.every):
        across = _across(new, [spot.cell for spot in spots], place)
        if across:
            return [across]
    rows = (
        components(spot.cell for spot in spots) if where.each and new.shape == "row" and not new.sizes else []
    )
    if (
        (new.each or new.count in (None, len(rows)))
        and len(rows) > 1
        and all(len(varying_axes(row)) == 1 for row in rows)
    ):
        return [sorted(row) for row in rows]  # "From x -2 to x 2, one at z -1 and one at z 1."
    length = length_said(new)
    if len(spots) == 1 and new.count not in (1, None):
        return _beside_each_other(new, spots[0], length, where, scene)
    if len(spots) == 1 and new.count is None and not where.every:
        raise unsaid("count", f"how many {plural_of(new.shape)} is not said", new, "count")
    if len(spots) > 1 and new.count not in (1, None, len(spots)) and not (new.each or where.every):
        raise Failure(
            "impossible", f"{new.count} {plural_of(new.shape)} do not go to {len(spots)} places", new
        )
    found = []
    for spot in spots:
        if new.count in (None, 1, len(spots)):
            found.append(_one(new, spot, length, where, scene))
        else:
            found += _beside_each_other(new, spot, length, where, scene)
    return found


def _between_ends(new: NewThing, ends: tuple[Cell, Cell]) -> list[Cell]:
    line = line_with_ends(*ends)
    if line is None or length_of(new) not in (None, len(line)):
        raise Failure("impossible", "no such line leads from one to the other", new)
    return line


def _one(new: NewThing, spot: Spot, length: int, where: Spots, scene: Scene) -> list[Cell]:
    if new.shape == "tower":
        return straight(spot.cell, "down" if spot.grow == "down" else "up", length)
    if new.shape == "zigzag":
        return _zigzag(new, spot, length, scene)
    if new.heading:
        if (new.shape == "diagonal") != (new.heading in DIAGONALS):
            raise Failure("contradiction", "it runs in another direction", new)
        return straight(spot.cell, new.heading, length)
    slanted = new.shape == "diagonal" or spot.grow in DIAGONALS
    axis = new.axis or ("" if slanted else where.axis)
    way = spot.grow if (spot.grow in DIAGONALS if slanted else spot.grow in HORIZONTAL) else ""
    if way and (not axis or way in (axis, OPPOSITE.get(axis))) and where.anchor != "middle":
        return straight(spot.cell, way, length)
    axes = (axis,) if axis else ("southeast", "southwest") if slanted else ("east", "south")
    if where.anchor == "start":
        along = (axis, OPPOSITE[axis]) if axis in OPPOSITE else HORIZONTAL
        ways = (axis,) if new.axis else tuple(DIAGONALS) if slanted else along
        return line_from(spot, ways, length, new, scene)
    if where.anchor:
        found = [
            position
            for axis in axes
            for position in positions_anchored(
                tuple(straight((0, 0, 0), axis, length)), where.anchor, spot.cell
            )
        ]
        if where.anchor == "middle":
            found = very_middle(found, spot.cell, scene.zone)
        elif slanted:
            found = [position for position in found if spot.cell in position[0]]
        return _chosen([(list(cells), weight) for cells, weight in found], new, scene)
    options = [(straight(spot.cell, way, length), 1.0) for axis in axes for way in (axis, _opposite(axis))]
    options += [(line, CENTRED) for axis in axes for line in _around(spot.cell, axis, length) if length % 2]
    return _chosen(options, new, scene)


def _zigzag(new: NewThing, spot: Spot, length: int, scene: Scene) -> list[Cell]:
    """Each block diagonal to the one before, alternately on both sides of the direction."""
    way = new.heading or new.axis or spot.grow
    first = new.start if new.start in DIAGONALS else None
    if way not in HORIZONTAL or (first and way not in first):
        raise unsaid("direction", "where it goes is not said", new, "heading")
    sides = [side for side in DIAGONALS if way in side]
    if first is None:
        first = scene.choices.choose(Hole("direction", new, "start"), equally(sides))
    cells = [spot.cell]
    while len(cells) < length:
        cells.append(
            step(cells[-1], first if len(cells) % 2 else next(side for side in sides if side != first))
        )
    return cells


def _opposite(way: str) -> str:
    return next(opposite for opposite, by in STEPS.items() if by == tuple(-n for n in STEPS[way]))


def _around(cell: Cell, axis: str, length: int) -> list[list[Cell]]:
    """The lines along an axis whose middle is a cell: one, or two for an even length."""
    starts = {length // 2, (length - 1) // 2}
    return [straight(step(cell, axis, -start), axis, length) for start in sorted(starts)]


def _filling(new: NewThing, where: Spots, place: Place | None, scene: Scene) -> list[list[Cell]]:
    """Lines in a place to fill: as long as the place, or at some of its cells. Raises `Failure` if none
    fits."""
    spots = where.spots
    cells, length = [spot.cell for spot in spots], length_of(new)
    level = len({cell[0] for cell in cells}) == 1
    column = len({cell[1:] for cell in cells}) == 1
    whole_line = line_with_ends(min(cells), max(cells))
    if new.shape != "tower" and level and whole_line is not None and set(whole_line) == set(cells):
        if new.count in (1, None) and length in (None, len(cells)):
            return [cells]
        if new.count and new.count > 1 and length == len(cells):
            # "Two rows of three" on top of it lie one on the other, beside it one behind the other.
            grows = {spot.grow for spot in spots}
            way = grows.pop() if len(grows) == 1 and grows <= {"down", *HORIZONTAL} else "up"
            return [[step(cell, way, i) for cell in cells] for i in range(new.count)]
        if new.count == 1 and length is not None and length < len(cells) and not where.exact:
            return [windowed(cells, length, where, new, scene)]
    if (
        new.shape == "row"
        and level
        and new.count == 1
        and length is None
        and isinstance(place, Edge | Several)
    ):
        return [cells]  # A fence around the field.
    if new.shape == "row" and level and new.count == 1 and length is not None:
        if whole_line is not None and length == len(whole_line):
            return [whole_line]  # It bridges the gap.
        rows = [sorted(body) for body in components(cells)]
        if len(rows) > 1 and all(len(row) == length and len(varying_axes(row)) < 2 for row in rows):
            return rows
    if new.shape == "tower" and column and new.count == 1:
        if length is not None:
            return [straight(min(cells), "up", length)]
        return [sorted(cells)]
    if new.shape == "tower" and level and length is not None:
        if new.count in (None, len(cells)) or new.each:
            return [straight(cell, "up", length) for cell in cells]
        if new.count == 1 and not where.exact:
            (foot,) = windowed(cells, 1, where, new, scene)
            return [straight(foot, "up", length)]
    raise Failure("impossible", f"a {new.shape} of that size does not fill it", new)


def unfilled(number: int, cells: list[Cell], new: NewThing) -> Failure:
    """The failure of a number of blocks that is not the number of cells."""
    verb = "blocks do" if number > 1 else "block does"
    return Failure("impossible", f"{number} {verb} not fill {len(cells)} cells", new)


def windowed(cells: list[Cell], length: int, where: Spots, new: NewThing, scene: Scene) -> list[Cell]:
    """A run of cells of a line, usually in its middle. Raises `Failure` if the cells form no line."""
    line = line_with_ends(min(cells), max(cells)) if len(cells) > 1 else cells
    if line is None or set(line) != set(cells):
        raise unfilled(length, cells, new)
    starts = range(len(line) - length + 1)
    middles = {(len(line) - length) // 2, (len(line) - length + 1) // 2}
    if where.anchor == "middle":
        return _chosen(equally(line[i : i + length] for i in sorted(middles)), new, scene)
    return _chosen([(line[i : i + length], CENTRED if i in middles else 1.0) for i in starts], new, scene)


def _across(new: NewThing, cells: list[Cell], place: Place | None) -> list[Cell]:
    """The row over or before several things, along their whole extent; none if the given length differs."""
    level = min(cell[0] for cell in cells) if isinstance(place, Beside) else max(cell[0] for cell in cells)
    ends = [cell for cell in cells if cell[0] == level]
    row = line_with_ends(min(ends), max(ends)) or []
    length = length_of(new)
    if length not in (None, len(row)) or len(varying_axes(row or ends)) != 1 or not set(ends) <= set(row):
        return []
    over_both = isinstance(place, OnTop) and len(cells) == 2  # A beam on two posts.
    return [] if length is None and len(row) != len(ends) and not over_both else row


def _beside_each_other(
    new: NewThing, spot: Spot, length: int, where: Spots, scene: Scene
) -> list[list[Cell]]:
    """Several lines at one place: towers in a row, rows side by side or one on the other."""
    if new.count is None:
        raise unsaid("count", f"how many {plural_of(new.shape)} is not said", new, "count")
    if new.shape == "tower":
        way: str | tuple[str, ...] = scene.direction(new.heading or new.axis or "") or spot.grow
        if way not in HORIZONTAL:
            way = (where.axis, OPPOSITE[where.axis]) if where.axis in HORIZONTAL else HORIZONTAL
        feet = line_from(spot, way, new.count, new, scene)
        tall = heights_of(new) or [length] * new.count
        return [straight(foot, "up", number) for foot, number in zip(feet, tall, strict=True)]
    first = _one(replace(new, count=1), spot, length, where, scene)
    axes = varying_axes(first)
    ways = (
        ["up"]
        if new.posture == "upright" or spot.grow == "up"
        else ["up", *(direction for direction in HORIZONTAL if STEPS[direction][axes[0] if axes else 1] == 0)]
    )
    shifts = equally(
        [step(cell, direction, i) for i in range(new.count) for cell in first] for direction in ways
    )
    cells = _chosen(shifts, new, scene)
    return [cells[i * length : (i + 1) * length] for i in range(new.count)]
