"""Constraints on the outcome: what answers tell of the changes, whatever the instruction.

An answer is used twice: it fills slots (`cq.reading.answers`), and it is true of some candidate builds and
not of others, as the answer of a person who means one of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce

from cq.language import lexicon
from cq.language.antecedents import speaks_of_it
from cq.language.program import (
    At,
    Corner,
    Inside,
    Joined,
    Located,
    Middle,
    Place,
    Ref,
    Several,
    Size,
    Span,
    Thing,
    parts,
)
from cq.language.reading import read
from cq.reading.answer_pieces import MOST_READINGS
from cq.semantics.choices import Choices, Failure
from cq.semantics.geometry import step
from cq.semantics.guarded import failing
from cq.semantics.places import spots
from cq.semantics.places.coordinates import Region, regions
from cq.semantics.reference import resolve_reference
from cq.semantics.scene import Scene, cells_of
from cq.types import Cell, Grid
from cq.world.directions import OFFSETS
from cq.world.zone import Zone


@dataclass(frozen=True)
class Area:
    """Cells that hold the new blocks of a `colour` (None: of any). `is_whole`: the blocks reach from one end
    of them to the other. `base` is the one cell that was named, where a thing is or begins, and `way` the
    direction in which it runs from there; then other blocks may be outside.
    """

    colour: int | None
    cells: frozenset[Cell]
    is_whole: bool = False
    base: Cell | None = None
    way: str = ""

    def holds(self, cell: Cell, colour: int) -> bool:
        """Whether a block of a colour in a cell is one of its blocks."""
        return cell in self.cells and self.colour in (None, colour)

    @property
    def extent(self) -> tuple[int, int]:
        """The number of its cells along x and z."""
        return extent_of(self.cells)

    @property
    def least(self) -> int:
        """The number of blocks that reach from one end to the other: all of a line."""
        return max(self.extent) if self.is_whole else 1


@dataclass(frozen=True)
class OutcomeConstraints:
    """The constraints on the changes: the `colours` of the new blocks (none: unknown), the numbers of some
    colours (`counts`) and of all (`total`), and the `areas` of the blocks. Some of them have `shades` or
    reach `numbers` of cells in some direction, and the changed cells are among `things`, or touch them.
    """

    colours: frozenset[int] = frozenset()
    counts: tuple[tuple[int, int], ...] = ()
    total: int | None = None
    areas: tuple[Area, ...] = ()
    shades: frozenset[int] = frozenset()
    numbers: frozenset[int] = frozenset()
    things: tuple[frozenset[Cell], ...] = ()

    def __bool__(self) -> bool:
        return self != NOTHING


NOTHING = OutcomeConstraints()


def extent_of(cells: Iterable[Cell]) -> tuple[int, int]:
    """The extent of some cells along x and z, in cells."""
    xs, zs = ({cell[axis] for cell in cells} for axis in (1, 2))
    return max(xs, default=-1) - min(xs, default=0) + 1, max(zs, default=-1) - min(zs, default=0) + 1


def told(
    known: OutcomeConstraints, answer: str, start: Grid, facing: str | None = None, about: str = "blocks"
) -> OutcomeConstraints:
    """The constraints on the changes of a start grid after one more answer; the same if it is not understood.
    `about` is the subject of the answer: all new "blocks", those of a colour, or open "words".
    """
    readings = [reading.program for reading in read(answer, "Answer")[:MOST_READINGS] if not reading.unread]
    ways = [
        (_numbers(program), [area for piece in program for area in _areas(piece, start, facing)], program)
        for program in readings
    ]
    # "The red (1, 2) and the blue (3, 4)": only the reading as several things tells all areas.
    numbers, areas, pieces = max(ways, key=_worth, default=([], [], ()))
    if about == "words":
        return _loosely(known, numbers, areas, pieces, start, facing)
    only = lexicon.palette().id_by_name.get(about)
    colours = {colour for colour, _ in numbers if colour}
    if only is None:
        colours |= {area.colour for area in areas if area.colour}
    else:
        areas = [replace(area, colour=area.colour or only) for area in areas]
        areas += [area for area in known.areas if areas and area.colour != only]
    counts = tuple((colour, count) for colour, count in numbers if colour and count)
    alone = [count for colour, count in numbers if colour is None and count]
    total = sum(count for _, count in counts) if len(counts) == len(colours) else 0
    total = total or (alone[0] if len(alone) == 1 and not areas else 0)
    return replace(
        known,
        colours=frozenset(colours) or known.colours,
        counts=counts or known.counts,
        total=total or known.total,
        areas=tuple(areas) or known.areas,
    )


def _loosely(
    known: OutcomeConstraints,
    numbers: Sequence[tuple[int | None, int | None]],
    areas: Sequence[Area],
    pieces: Sequence[object],
    start: Grid,
    facing: str | None,
) -> OutcomeConstraints:
    """The constraints after an answer about one part of the changes."""
    sizes = {size.number for piece in pieces for size in _sizes(piece) if size.number}
    counted = {piece for piece in pieces if isinstance(piece, int)}
    named = [lexicon.palette().id_by_name.get(piece) for piece in pieces if isinstance(piece, str)]
    if not any(map(_names_a_place, pieces)):
        areas = ()  # "On the left" is a side of the thing in question.
    found = [cells for piece in pieces if isinstance(piece, Ref) for cells in _standing(piece, start, facing)]
    return replace(
        known,
        shades=known.shades | {colour for colour in named if colour},
        numbers=known.numbers | sizes | counted,
        areas=(*known.areas, *areas),
        things=(*known.things, *found),
    )


def _names_a_place(piece: object) -> bool:
    """Whether a piece of an answer names a place that does not depend on the thing in question."""
    if not isinstance(piece, Place) or speaks_of_it(piece):
        return False
    return isinstance(piece, At | Corner | Middle) or any(isinstance(part, Ref | At) for part in parts(piece))


def _sizes(piece: object) -> Iterator[Size]:
    if isinstance(piece, Size):
        yield piece
    elif isinstance(piece, Thing):
        yield from piece.sizes


def _standing(ref: Ref, start: Grid, facing: str | None) -> Iterator[frozenset[Cell]]:
    """The cells of a reference whose meaning is sure."""
    scene = Scene.of(start, Choices(), facing)
    try:
        with failing(ref):
            cells = cells_of(resolve_reference(ref, scene))
    except Failure:
        return
    if cells and not scene.choices.taken and ref.noun not in ("it", "everything"):
        yield frozenset(cells)


def agreement(known: OutcomeConstraints, start: Grid, grid: Grid) -> float:
    """How far a build agrees with the constraints, in [0, 1]; 1 if there are none."""
    loss = disagreement(known, start, grid)
    return max(0.0, 1.0 - loss)


def disagreement(known: OutcomeConstraints, start: Grid, grid: Grid) -> float:
    """How far a build violates the constraints: the sum over them, each in [0, 1]."""
    ys, xs, zs = (grid != start).nonzero()
    changed = set(zip(ys.tolist(), xs.tolist(), zs.tolist(), strict=True))
    new = {cell: int(grid[cell]) for cell in changed if grid[cell]}
    counts, wanted = Counter(new.values()), dict(known.counts)
    loss = 0.0
    if known.areas:
        wide = [area for area in known.areas if area.base is None]
        meant = [c for c, colour in new.items() if any(area.colour in (None, colour) for area in known.areas)]
        inside = [cell for cell in meant if any(area.holds(cell, new[cell]) for area in known.areas)]
        within = len(inside) / max(1, len(meant)) if wide else 1.0
        loss += 1 - within * sum(_reached(area, new) for area in known.areas) / len(known.areas)
    if known.colours:
        loss += 1 - len(known.colours & set(counts)) / len(known.colours | set(counts))
    if wanted:
        off = sum(abs(counts[colour] - number) for colour, number in wanted.items())
        loss += min(1.0, off / sum(wanted.values()))
    elif known.total is not None:
        loss += min(1.0, abs(known.total - len(new)) / known.total)
    loss += len(known.shades - set(counts)) * bool(new)
    loss += sum(number not in _extents(changed, new) for number in known.numbers)
    touched = changed | {step(cell, way) for cell in new for way in OFFSETS}
    return loss + sum(thing.isdisjoint(touched) for thing in known.things)


def _reached(area: Area, new: dict[Cell, int]) -> float:
    """The share of an area's extent that the new blocks in it have, in [0, 1]."""
    cells = [cell for cell, colour in new.items() if area.holds(cell, colour)]
    if area.base is not None:
        if area.base not in new or not area.holds(area.base, new[area.base]):
            return 0.0
        of_colour = [cell for cell, colour in new.items() if area.colour in (None, colour)]
        return len(cells) / len(of_colour) if area.way else 1.0
    if not area.is_whole or not cells:
        return float(bool(cells))
    (width, depth), (most_wide, most_deep) = extent_of(cells), area.extent
    return width * depth / (most_wide * most_deep)


def _extents(changed: set[Cell], new: dict[Cell, int]) -> set[int]:
    """The numbers that are true of changes: of cells, by colour and in all, and the extents."""
    found = {len(changed), len(new), *Counter(new.values()).values()}
    for cells in (changed, new):
        for axis in range(3):
            places = [cell[axis] for cell in cells]
            found.add(max(places, default=0) - min(places, default=1) + 1)
    columns = Counter(cell[1:] for cell in new)
    return found | set(columns.values())


def _worth(way: tuple[Sequence[object], Sequence[Area], object]) -> tuple[int, bool]:
    """The number of areas with a colour in a reading, and whether it tells any area or number."""
    numbers, areas, _ = way
    return sum(area.colour is not None for area in areas), bool(areas or numbers)


def _numbers(pieces: Sequence[object]) -> list[tuple[int | None, int | None]]:
    """The colours that are named with their numbers, and the numbers without a colour."""
    found: list[tuple[int | None, int | None]] = []
    number: int | None = None
    ids = lexicon.palette().id_by_name
    for piece in pieces:
        if isinstance(piece, str) and piece in ids:
            found.append((ids[piece], number))
            number = None
            continue
        if number is not None:
            found.append((None, number))
        number = piece if isinstance(piece, int) else None
        if isinstance(piece, Thing):
            each = Counter(ids[name] for name in piece.colours if name in ids)
            if len(each) == 1:
                found += [(colour, piece.count) for colour in each]
            else:  # "Two green, one blue" names each of the blocks.
                is_counted = len(each) < len(piece.colours)
                found += [(colour, count if is_counted else None) for colour, count in each.items()]
                found += [(None, piece.count)] * bool(piece.count and not piece.pattern)
    return found if number is None else [*found, (None, number)]


def _areas(piece: object, start: Grid, facing: str | None) -> Iterator[Area]:
    """The cells that a piece of an answer names, with the colour of the blocks there: "at x 1", "the blue in
    the corner and the red (2, 3)".
    """
    if isinstance(piece, Ref):
        held = [limit.place for limit in piece.limits if isinstance(limit, Located)]
        places = tuple(place for place in held if not isinstance(place, Inside))
        if places and piece.noun in ("one", "it", "everything", "block"):
            colour = lexicon.palette().id_by_name.get(piece.colours[0]) if piece.colours else None
            for area in _areas(Joined(places) if len(places) > 1 else places[0], start, facing):
                yield replace(area, colour=colour)
        for other in piece.others:
            yield from _areas(other, start, facing)
    elif isinstance(piece, Several):
        each = [area for place in piece.places for area in _areas(place, start, facing)]
        if all(area.base is None for area in each):
            cells = frozenset().union(*(area.cells for area in each))
            each = [Area(None, cells, any(area.is_whole for area in each))] if cells else []
        yield from each
    elif isinstance(piece, Place) and (cells := _cells(piece, start, facing)):
        named = regions(piece, Zone.of(start)) or ()
        base, way = _base(piece, start, facing)
        yield Area(None, cells, any({1, 2} <= region.axes for region in named), base, way)


def _base(place: Place, start: Grid, facing: str | None) -> tuple[Cell | None, str]:
    """The one cell that a place names, and the direction in which a line runs from there."""
    way = (place.direction or "") if isinstance(place, Span) and place.end is None else ""
    scene = Scene.of(start, Choices(), facing)
    try:
        with failing(place):
            found = {spot.cell for spot in spots(place, scene).spots}
    except Failure:
        return None, ""
    return (found.pop(), way) if len(found) == 1 else (None, "")


def _from_level_on(cell: Cell) -> Callable[[Region], bool]:
    """Whether a cell is in a region, or above it: the level that people name is the lowest."""
    return lambda region: any(region.holds((y, *cell[1:])) for y in range(cell[0] + 1))


def _cells(place: Place | Ref, start: Grid, facing: str | None) -> frozenset[Cell]:
    """The cells where a block at a place may be: of its columns, unless a level is named."""
    zone = Zone.of(start)
    named = regions(place, zone)
    if named is not None:
        return frozenset(cell for cell in zone.cells() if any(map(_from_level_on(cell), named)))
    if isinstance(place, Joined):
        parts = [_cells(inner, start, facing) for inner in place.places]
        return reduce(frozenset.intersection, parts)
    if isinstance(place, Several):
        return frozenset().union(*(_cells(inner, start, facing) for inner in place.places))
    try:
        with failing(place):
            found = {spot.cell for spot in spots(place, Scene.of(start, Choices(), facing)).spots}
        way = (place.direction or "") if isinstance(place, Span) and place.end is None else ""
        if way in OFFSETS and len(found) == 1:
            cell = next(iter(found))
            found = {reached for i in range(max(zone.shape)) if zone.holds(reached := step(cell, way, i))}
    except Failure:
        return frozenset()
    columns = {cell[1:] for cell in found}
    return frozenset(cell for cell in zone.cells() if cell[1:] in columns)
