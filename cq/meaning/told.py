"""What answers tell of all new blocks together, whatever the instruction: colours, number, places.

Where an instruction is not understood, and cannot be said in other words, the builder asks about its outcome.
Such an answer fills no program: it is held against the builds that are considered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce

from cq.language.program import Inside, Joined, Located, Place, Ref, Several, Span, Thing
from cq.language.reading import read
from cq.language.request import head_of
from cq.meaning import denote  # noqa: F401 it knows references
from cq.meaning.choices import Choices, Failure
from cq.meaning.geometry import step
from cq.meaning.places import spots
from cq.meaning.places.coordinates import Region, regions
from cq.meaning.scene import Scene
from cq.types import Cell, Grid
from cq.world.palette import COLOUR_IDS
from cq.world.zone import Zone

ABOUT_ALL = {
    "where": "Where do all the new blocks go",
    "colour": "What colours do all the new blocks have",
    "count": "How many new blocks are there in all",
}
"""The questions about the outcome, by type, without their mark."""
MOST_READINGS = 4


@dataclass(frozen=True)
class Area:
    """Cells among which all new blocks of a colour are, of any for None. `is_whole`: they reach from its one
    end to the other.
    """

    colour: int | None
    cells: frozenset[Cell]
    is_whole: bool = False

    def holds(self, cell: Cell, colour: int) -> bool:
        """Whether a block of a colour in a cell is one of its blocks."""
        return cell in self.cells and self.colour in (None, colour)

    @property
    def extent(self) -> tuple[int, int]:
        """The number of its cells along x and z."""
        return extent_of(self.cells)

    @property
    def least(self) -> int:
        """The number of blocks that reach from its one end to the other: all of a line."""
        return max(self.extent) if self.is_whole else 1


@dataclass(frozen=True)
class Told:
    """What is known of all new blocks: `colours` (none: unknown), how many of some of them there are
    (`counts`) and in all (`total`), and the `areas` where they are.
    """

    colours: frozenset[int] = frozenset()
    counts: tuple[tuple[int, int], ...] = ()
    total: int | None = None
    areas: tuple[Area, ...] = ()

    def __bool__(self) -> bool:
        return self != NOTHING


NOTHING = Told()


def extent_of(cells: Iterable[Cell]) -> tuple[int, int]:
    """How many cells lie from one end to the other of some, along x and z."""
    xs, zs = ({cell[axis] for cell in cells} for axis in (1, 2))
    return max(xs, default=-1) - min(xs, default=0) + 1, max(zs, default=-1) - min(zs, default=0) + 1


def is_about_all(question: str) -> bool:
    """Whether a question asks about the outcome."""
    return head_of(question) in ABOUT_ALL.values()


def told(known: Told, answer: str, start: Grid, facing: str | None = None) -> Told:
    """What is known of the new blocks in a start grid with one more answer; the same if nothing
    of it is understood.
    """
    readings = [one.program for one in read(answer, "Answer")[:MOST_READINGS] if not one.unread]
    ways = [
        (_numbers(one), [area for piece in one for area in _areas(piece, start, facing)]) for one in readings
    ]
    # "The red (1, 2) and the blue (3, 4)": who reads it as several things reads it in full.
    numbers, areas = max(ways, key=_worth, default=([], []))
    colours = {colour for colour, _ in numbers if colour} | {one.colour for one in areas if one.colour}
    counts = tuple((colour, count) for colour, count in numbers if colour and count)
    alone = [count for colour, count in numbers if colour is None and count]
    total = sum(count for _, count in counts) if len(counts) == len(colours) else 0
    total = total or (alone[0] if len(alone) == 1 and not areas else 0)
    return Told(
        frozenset(colours) or known.colours,
        counts or known.counts,
        total or known.total,
        tuple(areas) or known.areas,
    )


def _worth(way: tuple[Sequence[object], Sequence[Area]]) -> tuple[int, bool]:
    """How many areas of a colour a reading tells, and whether it tells anything."""
    numbers, areas = way
    return sum(one.colour is not None for one in areas), bool(areas or numbers)


def _numbers(pieces: Sequence[object]) -> list[tuple[int | None, int | None]]:
    """The colours that are named with their numbers, and the numbers without a colour."""
    found: list[tuple[int | None, int | None]] = []
    number: int | None = None
    for piece in pieces:
        if isinstance(piece, str) and piece in COLOUR_IDS:
            found.append((COLOUR_IDS[piece], number))
            number = None
            continue
        if number is not None:
            found.append((None, number))
        number = piece if isinstance(piece, int) else None
        if isinstance(piece, Thing):
            each = Counter(COLOUR_IDS[one] for one in piece.colours)
            if len(each) == 1:
                found += [(one, piece.count) for one in each]
            else:  # "Two green, one blue" names each of the blocks.
                is_counted = len(each) < len(piece.colours)
                found += [(one, count if is_counted else None) for one, count in each.items()]
                found += [(None, piece.count)] * bool(piece.count and not piece.pattern)
    return found if number is None else [*found, (None, number)]


def _areas(piece: object, start: Grid, facing: str | None) -> Iterator[Area]:
    """The cells that a piece of an answer names, with the colour of what is there: "at x 1", "the blue in
    the corner and the red (2, 3)".
    """
    if isinstance(piece, Ref):
        held = [one.place for one in piece.limits if isinstance(one, Located)]
        places = tuple(one for one in held if not isinstance(one, Inside))
        if places and piece.noun in ("one", "it", "everything", "block"):
            colour = COLOUR_IDS[piece.colours[0]] if piece.colours else None
            for one in _areas(Joined(places) if len(places) > 1 else places[0], start, facing):
                yield replace(one, colour=colour)
        for other in piece.others:
            yield from _areas(other, start, facing)
    elif isinstance(piece, Place) and (cells := _cells(piece, start, facing)):
        named = regions(piece, Zone.of(start)) or ()
        yield Area(None, cells, any({1, 2} <= one.axes for one in named))


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
        parts = [_cells(one, start, facing) for one in place.places]
        return reduce(frozenset.intersection, parts)
    if isinstance(place, Several):
        return frozenset().union(*(_cells(one, start, facing) for one in place.places))
    try:
        found = {one.cell for one in spots(place, Scene.of(start, Choices(), facing)).spots}
        if isinstance(place, Span) and place.end is None and place.direction and len(found) == 1:
            cell, way = next(iter(found)), place.direction
            found = {one for i in range(max(zone.shape)) if zone.holds(one := step(cell, way, i))}
    except (Failure, KeyError):
        return frozenset()
    columns = {cell[1:] for cell in found}
    return frozenset(cell for cell in zone.cells() if cell[1:] in columns)
