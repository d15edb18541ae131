"""Spots between things, and in empty space: gaps, rings, removed things."""

from __future__ import annotations

from dataclasses import replace

from cq.language.program import Between, Inside, Instead, OfPart, Ref, There
from cq.semantics.choices import Failure, Hole, equally, unsaid
from cq.semantics.departures import departed
from cq.semantics.geometry import (
    Thing,
    components,
    line_between,
    line_with_ends,
    spans,
    step,
    varying_axes,
    whole_box,
)
from cq.semantics.lacking import lacking
from cq.semantics.places.landmarks import is_each, named, only, possible
from cq.semantics.scene import Blocks, Scene, cells_of
from cq.semantics.spots import Spot, Spots, spots
from cq.types import Cell


@spots.register
def _(place: Between, scene: Scene) -> Spots:
    if place.landmark.noun == "gap":
        return spots(Inside(place.landmark), scene)  # "Between the gaps"
    things = _parties(place.landmark, scene)
    if len(things) > 2:
        # "Between the red blocks" is between their two groups.
        together = components(cells_of(things))
        things = together if len(together) > 1 else things
    if len(things) > 2:
        cells = cells_of(things)
        gaps = [cell for cell in line_with_ends(min(cells), max(cells)) or () if cell not in cells]
        if gaps and len(varying_axes(cells)) == 1 and not set(gaps) & scene.cells.keys():
            return Spots.of(gaps, filled=True, each=True)
        return _hollow(place, frozenset(cells), scene)
    if not things:
        raise Failure("absent", "nothing is there to be between", place.landmark)
    if len(things) < 2:
        parts = components(things[0])
        if len(parts) != 2:
            return _hollow(place, things[0], scene)
        things = parts
    lines = _lines(things[0], things[1], scene)
    if not lines:
        raise Failure("impossible", "nothing is free between them", place)
    return _along(place, lines, things, scene)


def _parties(ref: Ref, scene: Scene) -> list[Thing]:
    """The things on both sides of a place between; "the red and the blue blocks" are two groups by colour."""
    if len(ref.colours) == 2 and not ref.others:
        number = None if ref.number in (None, 2) else ref.number
        parts = [replace(ref, colours=(colour,), number=number) for colour in ref.colours]
        if ref.number == 2 or not ref.plural:
            parts = [replace(part, plural=False) for part in parts]
        return [only(part, scene) for part in parts]
    return named(ref, scene)


def _lines(thing: Thing, other: Thing, scene: Scene) -> list[list[Cell]]:
    """The shortest free lines from one thing to another: straight, or else diagonal."""
    pairs = [(a, b) for a in sorted(thing) for b in sorted(other)]
    straight = [line for a, b in pairs if (line := line_between(a, b)) is not None]
    slanted = [line[1:-1] for a, b in pairs if (line := line_with_ends(a, b)) is not None]
    for lines in (straight, slanted):
        free = [line for line in lines if line and not any(cell in scene.cells for cell in line)]
        if free:
            shortest = min(map(len, free))
            return [line for line in free if len(line) == shortest]
    return []


def _along(place: Between, lines: list[list[Cell]], things: list[Thing], scene: Scene) -> Spots:
    upright = (
        varying_axes([min(things[0]), min(things[1])]) == [0] or len({cell[1:] for cell in lines[0]}) == 1
    )
    if place.middle:
        middle = [line[i] for line in lines for i in {(len(line) - 1) // 2, len(line) // 2}]
        if len({cell[1:] for cell in middle}) == 1:
            return Spots((Spot(min(middle), "up"),), grounded=True)
        if len(varying_axes(middle)) == 1:  # Between two rows: along them, a block in the middle of that.
            return Spots.of(sorted(set(middle)), filled=True, grounded=True, anchor="middle")
        chosen = scene.choices.choose(Hole("place", place, "middle"), equally(middle))
        return Spots((Spot(chosen, "up"),), grounded=True)
    if len(lines) > 1 and len(lines[0]) == 1:
        # Between two towers, or two rows: a column or a line of cells.
        cells = sorted(line[0] for line in lines)
        column = len({cell[1:] for cell in cells}) == 1
        return Spots.of(cells, "up" if column else "", filled=True, grounded=True)
    shape = "block" if scene.making is None else scene.making.shape
    line = one_line(lines, shape, Hole("place", place, "line"), scene)
    return Spots.of(line, "up" if upright else "", filled=True, grounded=True, anchor="middle")


def one_line(lines: list[list[Cell]], shape: str, hole: Hole, scene: Scene) -> list[Cell]:
    """One of several lines between the same things, for a thing of some shape: a bridge joins tops, and all
    else lies on the lowest of several levels. Between adjacent lines there is a choice.
    """
    levels = [line[0][0] for line in lines]
    if len({tuple(cell[1:] for cell in line) for line in lines}) == 1:
        likely = max(levels) if shape == "bridge" else min(levels)
        weights = [9.0 * len(lines) if level == likely else 1.0 for level in levels]
    else:
        weights = [2.0 if i in (0, len(lines) - 1) else 1.0 for i in range(len(lines))]
    return list(scene.choices.choose(hole, list(zip(map(tuple, lines), weights, strict=True))))


def _hollow(place: Between, thing: Thing, scene: Scene) -> Spots:
    """The gap of one cell in a thing, if there is only one, or all gaps between several things."""
    return _in_gaps(place, gaps(thing, scene), place.landmark.plural, scene)


def gaps(thing: Thing, scene: Scene) -> list[Thing]:
    """The gaps in a thing: empty cells in a line between two of its cells, those that touch as one."""
    found: set[Cell] = set()
    for cell in thing:
        for way in ("up", "east", "south"):
            run = []
            beyond = step(cell, way)
            while scene.is_free(beyond):
                run.append(beyond)
                beyond = step(beyond, way)
            if run and beyond in thing:
                found |= set(run)
    return components(found)


def _in_gaps(place: Between | Inside, found: list[Thing], every: bool, scene: Scene) -> Spots:
    if not found:
        raise Failure("absent", "it has no gap", place)
    if not every:
        found = [scene.choices.choose(Hole("place", place, "gap"), [(gap, 1.0 / len(gap)) for gap in found])]
    cells = sorted(cell for gap in found for cell in gap)
    single = all(len(gap) == 1 for gap in found)
    return Spots(
        tuple(Spot(cell) for cell in cells), filled=len(cells) > 1, each=every, every=every and single
    )


def _gaps(place: Inside, scene: Scene) -> Spots:
    """In a gap that is named itself or by the thing that it divides: "the gap in the row"."""
    if missing := lacking(place.landmark, scene):
        return _in_gaps(
            place, [gap for (cells, _), _ in missing for gap in components(cells)], place.every, scene
        )
    things = possible(place.landmark, scene)
    within = [gap for thing in things for gap in gaps(thing, scene)]
    if not within:
        within = gaps(frozenset(cells_of(things)), scene)
    return _in_gaps(place, list(dict.fromkeys(within)), place.every, scene)


@spots.register
def _(place: Inside, scene: Scene) -> Spots:
    if place.gap:
        return _gaps(place, scene)
    things = named(place.landmark, scene)
    if not cells_of(things) & scene.cells.keys():
        # A gap itself, or the place of something removed.
        cells = sorted(cell for thing in things for cell in thing)
        return Spots.of(cells, "up", filled=True, each=is_each(place.landmark))
    thing = frozenset(cells_of(things))
    inner = sorted(whole_box(thing) - scene.cells.keys())
    high, *sides = spans(thing)
    if high > 1 and 1 not in sides:
        inner = [cell for cell in inner if cell[0] == min(thing)[0]]
    if not inner:
        raise Failure("impossible", "nothing is free in it", place)
    return Spots.of(inner, "up", filled=True)


@spots.register
def _(place: Instead, scene: Scene) -> Spots:
    """The former place of something; a named thing that still stands is removed."""
    ref, things = place.landmark, scene.removed
    gone = scene.departures[-1].old if scene.departures else frozenset()
    if ref is not None and ref.of == Ref("it") and gone and not gone & scene.cells.keys():
        # "Where its western end stood": the end of the former thing.
        past = replace(scene, cells=Blocks(scene.cells | dict.fromkeys(gone, "")), focus=[gone])
        return _of_cells(cells_of(named(ref, past)))
    if (left := departed(ref or Ref("it"), scene)) is not None:
        return _of_cells({*left.old})
    if ref is not None and (ref.noun != "it" or not things):
        things = named(ref, scene)
        if ref.noun == "it" and cells_of(things) & set(scene.made):
            raise Failure("absent", "where it was is not known any more", place)  # It was made.
        if cells_of(things) <= scene.cells.keys():
            scene.remove(things)
    if not things:
        raise Failure("absent", "nothing was removed", place)
    return _of_cells(cells_of(things))


def _of_cells(cells: set[Cell]) -> Spots:
    return Spots.of(sorted(cells), "up", filled=True)


@spots.register
def _(place: There, scene: Scene) -> Spots:
    if scene.removed and (scene.cursor is None or scene.focus == scene.removed):
        return spots(Instead(), scene)
    if scene.cursor is None:
        raise unsaid("place", "the place is not said", place, "place")
    return Spots((Spot(scene.cursor, "up"),))


@spots.register
def _(place: OfPart, scene: Scene) -> Spots:
    return spots(place.landmark, scene)


@spots.register
def _(place: Ref, scene: Scene) -> Spots:
    cells = sorted(only(place, scene))
    return Spots.of(cells, filled=len(cells) > 1)
