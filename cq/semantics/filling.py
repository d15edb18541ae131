"""Carries out commands that fill empty cells: gaps, rings, the space between or under things."""

from __future__ import annotations

from dataclasses import replace

from cq.language.program import Between, Fill, HasDims, Located, Ref, State, Under
from cq.semantics.carrying import execute
from cq.semantics.changing import one_colour
from cq.semantics.choices import Failure, Hole, equally, unsaid
from cq.semantics.geometry import Thing, components, line_between, spans, step, varying_axes
from cq.semantics.lacking import broken_rows, openings, unfinished
from cq.semantics.places.coordinates import regions, spots_of_regions
from cq.semantics.reference import resolve_reference
from cq.semantics.scene import Scene, cells_of
from cq.semantics.structures import gaps
from cq.types import Cell
from cq.world.directions import OFFSETS


@execute.register
def _(command: Fill, scene: Scene) -> None:
    new = command.thing
    number = None
    if new is not None:
        number = new.count if new.shape in ("block", "one") else None
        if any(size.dimension == "until" for size in new.sizes):
            raise unsaid("size", "how far it is filled is not said", command, "thing")
        if new.shape not in ("block", "one") or (new.sizes and number is None):
            number = new.sizes[0].number if new.sizes else None
        number = None if number == 1 and new.shape == "one" else number
    cells, walls = empty_cells(command.ref, scene, number)
    if not cells:
        raise Failure("absent", "there is nothing to fill", command)
    if new is None or not new.colours:
        colours = {scene.cells[cell] for cell in (walls or _around(cells, scene))}
        if len(colours) != 1 or (new is None and not walls):
            options = equally(sorted(colours))
            colour = scene.choices.choose(Hole("colour", command, "thing"), options)
        else:
            colour = colours.pop()
    else:
        colour = one_colour(new, scene)
    if new is not None and len(varying_axes(cells)) > 1 and new.shape in ("row", "tower"):
        raise Failure("contradiction", "what is to be filled is no line", command)
    if number not in (None, len(cells)):
        raise Failure("contradiction", f"{len(cells)} cells are empty there", command)
    scene.place([(cell, colour) for cell in sorted(cells)])
    scene.mention([frozenset(cells)])


def empty_cells(ref: Ref, scene: Scene, number: int | None = None) -> tuple[set[Cell], set[Cell]]:
    """The empty cells to fill, `number` of them if it is known, and the blocks of the thing that has them, if
    it is named."""
    focus = cells_of(scene.focus)
    if ref.noun == "it" and focus and not focus & scene.cells.keys():
        return focus, set()  # "There is a gap in the ring, close it."
    first = ref.limits[0] if ref.noun == "gap" and ref.limits else None
    place = first.place if isinstance(first, Located) else None
    if isinstance(place, Between):
        return _between(place.landmark, scene), set()
    if place is not None and (found_regions := regions(place, scene.zone)):
        area = {spot.cell for spot in spots_of_regions(place, found_regions, scene).spots}
        return area - scene.cells.keys(), set()
    if isinstance(place, Under):
        return below(cells_of(resolve_reference(place.landmark, scene)), scene), set()
    if (
        ref.noun == "gap"
        and ref.of is not None
        and ref.of.noun == "row"
        and (lines := broken_rows(ref.of, scene, 2 if ref.quantifier == "both" else ref.number))
    ):
        missing, line = scene.choices.choose(Hole("which", ref), lines)
        if ref.plural or len(components(missing)) == 1:
            return missing, line
        raise unsaid("which", "which gap is not said", ref, "")
    if ref.noun == "gap":
        return _openings_meant(ref, number, scene)
    if ref.noun == "part" and ref.of is not None and State("inner") in ref.limits:
        ref = ref.of  # "The inside of the square" is empty.
    elif ref.noun in _WHOLE and not ref.limits and (options := unfinished(ref, scene)):
        options = [option for option in options if number in (None, len(option[0][0]))] or options
        return scene.choices.choose(Hole("which", ref), options)
    own = cells_of(things_with_openings(ref, scene))
    return _one_of(openings(own, scene), ref, number, scene), own


def _one_of(options: list[tuple[set[Cell], float]], ref: Ref, number: int | None, scene: Scene) -> set[Cell]:
    """One of the sets of cells, with `number` cells if it is known; empty without options."""
    if number is not None:
        options = [option for option in options if len(option[0]) == number] or options
    return scene.choices.choose(Hole("which", ref, "gap"), options) if options else set()


def _openings_meant(ref: Ref, number: int | None, scene: Scene) -> tuple[set[Cell], set[Cell]]:
    """The empty cells that a reference to gaps means, and the blocks of the thing that has them."""
    of = ref.of if ref.of is not None else Ref("everything", True, "all", colours=ref.colours)
    own = cells_of(things_with_openings(of, scene))
    walls = own if ref.of is not None else set()
    try:
        cells = {cell for thing in gaps_meant(ref, scene) for cell in thing} - scene.cells.keys()
        if number in (None, len(cells)) and (not ref.plural or ref.number is not None or len(cells) > 1):
            return cells, walls
    except Failure as failure:
        if failure.kind != "absent" or not set(ref.limits) <= {State("empty")}:
            raise
    options = [option for option in openings(own, scene) if not ref.plural or len(option[0]) > 1]
    if ref.number is not None:
        number = number if number is not None and number > ref.number else ref.number
        options = [option for option in options if ref.number in (len(option[0]), len(components(option[0])))]
    if not options:
        raise Failure("absent", "there are no such gaps", ref)
    return _one_of(options, ref, number, scene), walls


def things_with_openings(ref: Ref, scene: Scene) -> list[Thing]:
    """The things that a reference means; an unfinished thing may be of no kind yet, or of another size."""
    dims = next((limit.dims for limit in ref.limits if isinstance(limit, HasDims)), ())
    plain = replace(ref, limits=tuple(limit for limit in ref.limits if not isinstance(limit, HasDims)))
    try:
        if not dims:
            return resolve_reference(plain, scene)
    except Failure as failure:
        if failure.kind != "absent" or ref.noun in ("block", "tower", "row", "it"):
            raise
    things = resolve_reference(replace(plain, noun="structure"), scene)
    if dims and not any(sorted(dims) == sorted(spans(thing))[-len(dims) :] for thing in things):
        raise Failure("absent", f"nothing has so many cells to the sides as the {ref.noun}", ref)
    return things


_WHOLE = ("ring", "square", "row", "wall", "tower")


def gaps_meant(ref: Ref, scene: Scene) -> list[Thing]:
    """The gaps that a reference means; a row with a gap is not a row, but its gap may be the only one."""
    if ref.of is not None and ref.of.noun == "row" and (options := broken_rows(ref.of, scene)):
        return components(scene.choices.choose(Hole("which", ref), options)[0])
    if ref.of is not None and ref.of.noun in _WHOLE and (options := unfinished(ref.of, scene)):
        return [frozenset(scene.choices.choose(Hole("which", ref), options)[0])]
    try:
        return resolve_reference(ref, scene)
    except Failure as failure:
        if failure.kind != "absent" or ref.of is None:
            raise
    return resolve_reference(replace(ref, of=None), scene)


def _between(landmark: Ref, scene: Scene) -> set[Cell]:
    """The free cells on all straight lines between things: the level ones, or else the upright ones."""
    things = resolve_reference(replace(landmark, plural=True) if landmark.number is None else landmark, scene)
    if len(things) == 1:
        return {cell for gap in gaps(things[0]) for cell in gap if cell not in scene.cells}
    level: set[Cell] = set()
    upright: set[Cell] = set()
    for i, thing in enumerate(things):
        for other in things[i + 1 :]:
            for a in thing:
                for b in other:
                    line = line_between(a, b)
                    if line and not any(cell in scene.cells for cell in line):
                        (level if a[0] == b[0] else upright).update(line)
    found = level or upright
    if not found:
        raise Failure("absent", "nothing is free between them", landmark)
    return found


def below(cells: set[Cell], scene: Scene) -> set[Cell]:
    """The free cells below the lowest of the cells in each column, down to the ground or a block."""
    found = set()
    for column in {cell[1:] for cell in cells}:
        cell = step((min(cell[0] for cell in cells if cell[1:] == column), *column), "down")
        while scene.is_free(cell):
            found.add(cell)
            cell = step(cell, "down")
    return found


def _around(cells: set[Cell], scene: Scene) -> set[Cell]:
    """The blocks that touch some cells."""
    return {step(cell, way) for cell in cells for way in OFFSETS} & scene.cells.keys()
