"""Coordinates: regions of the zone by x, z and level, single, in ranges, and several of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product

from cq.language.program import At, Joined, Place, Ref, Several, Span
from cq.semantics.choices import Failure, unsaid
from cq.semantics.scene import Scene
from cq.semantics.spots import Spot, Spots, spots
from cq.types import Cell
from cq.world.directions import OFFSETS
from cq.world.zone import IGLU, Zone

Range = tuple[int, int]
"""The first and the last index along an axis, in the order of the words."""


@dataclass(frozen=True)
class Region:
    """A box of cells; an unmentioned axis (0 y, 1 x, 2 z) is not in `ranges`."""

    ranges: tuple[tuple[int, Range], ...] = ()

    def within(self, other: Region) -> Region | None:
        """The intersection with another region; None if it is empty."""
        merged = dict(self.ranges)
        for axis, (a, b) in other.ranges:
            if axis in merged:
                low, high = max(min(merged[axis]), min(a, b)), min(max(merged[axis]), max(a, b))
                if low > high:
                    return None
                merged[axis] = (low, high)
            else:
                merged[axis] = (a, b)
        return Region(tuple(sorted(merged.items())))

    def holds(self, cell: Cell) -> bool:
        """Whether a cell is in the region."""
        return all(min(ends) <= cell[axis] <= max(ends) for axis, ends in self.ranges)

    @property
    def axes(self) -> set[int]:
        """The axes with a range."""
        return {axis for axis, _ in self.ranges}

    def cells(self) -> list[Cell]:
        """The cells of the region, from its start; on the ground if it has no level."""
        ends = {0: (0, 0), **dict(self.ranges)}
        y, x, z = (
            range(a, b + (1 if b >= a else -1), 1 if b >= a else -1)
            for a, b in (ends[axis] for axis in range(3))
        )
        return [(i, j, k) for i in y for j in x for k in z]


def indices(place: At, zone: Zone) -> tuple[int | None, int | None, int | None]:
    """The index along each axis (y, x, z) that coordinates name; None for unmentioned axes."""
    _, x, z = zone.middle
    _, east, south = zone.last
    return (
        None if place.level is None else place.level - 1,
        _index(place.x, x, east, "west" in place.edges, "east" in place.edges),
        _index(place.z, z, south, "north" in place.edges, "south" in place.edges),
    )


def _index(value: int | None, middle: int, last: int, from_first: bool, from_last: bool) -> int | None:
    if value is None:
        return None
    return value if from_first else last - value if from_last else value + middle


def regions(place: Place | Ref, zone: Zone) -> list[Region] | None:
    """The regions of a zone that coordinates name; None for a place of another kind."""
    if isinstance(place, At):
        values = indices(place, zone)
        return [Region(tuple((axis, (v, v)) for axis, v in enumerate(values) if v is not None))]
    if isinstance(place, Span) and place.start is not None and place.end is not None:
        return _span(regions(place.start, zone), regions(place.end, zone))
    if isinstance(place, Several):
        found = [regions(part, zone) for part in place.places]
        return (
            None
            if any(some is None for some in found)
            else [region for some in found for region in some or []]
        )
    if isinstance(place, Joined):
        parts = [regions(part, zone) for part in place.places]
        if any(part is None for part in parts):
            return None
        merged = [_common(ways) for ways in product(*(part or [] for part in parts))]
        return [region for region in merged if region is not None]
    return None


def _common(parts: Iterable[Region]) -> Region | None:
    """The intersection of some regions; None if it is empty."""
    found: Region | None = Region()
    for part in parts:
        found = None if found is None else found.within(part)
    return found


def _span(start: list[Region] | None, end: list[Region] | None) -> list[Region] | None:
    """The span from one region to another: shared axes from one to the other, other axes unchanged."""
    if not start or not end or len(start) != 1 or len(end) != 1:
        return None
    a, b = dict(start[0].ranges), dict(end[0].ranges)
    if not a.keys() & b.keys():
        return None
    return [
        Region(
            tuple(
                (axis, (a[axis][0], b[axis][-1]) if axis in a and axis in b else (a | b)[axis])
                for axis in sorted(a.keys() | b.keys())
            )
        )
    ]


def is_partial(place: Place) -> bool:
    """Whether coordinates name a place, but not its x and z: "at level 3", "at z 0"."""
    found = regions(place, IGLU)  # Which axes are named is the same in every zone.
    return found is not None and all(not {1, 2} <= region.axes for region in found)


def _framed(region: Region, frame: Region) -> Region:
    """A region, with its unmentioned axes taken from a frame that was given before."""
    return Region(tuple(sorted((dict(frame.ranges) | dict(region.ranges)).items())))


def spots_of_regions(place: Place, found: list[Region], scene: Scene) -> Spots:
    """The spots of regions. Raises `Failure` "open" if x or z is missing here and before ("at z 0: one at
    x 1")."""
    if scene.within is not None:
        frame = regions(scene.within, scene.zone) or []
        found = [_framed(region, frame[0]) if len(frame) == 1 else region for region in found]
    if not found:
        raise Failure("contradiction", "there is no such place", place)
    if any(not {1, 2} <= region.axes for region in found):
        raise unsaid("place", "where it goes is not said", place, "place")
    groups = [region.cells() for region in found]
    for cells in groups:
        if not all(map(scene.zone.holds, (cells[0], cells[-1]))):
            raise Failure("impossible", "it lies outside the zone", place)
    if len(groups) == 1 and len(groups[0]) > 1:
        cells = groups[0]
        way = heading(cells[0], cells[-1])
        ends = (cells[0], cells[-1])
        return Spots.of(cells, way, filled=True, axis=axis_of(way), ends=ends)
    cells = [cell for some in groups for cell in some]
    if len(cells) == 1:
        return Spots((Spot(cells[0]),))
    return Spots.of(cells, each=True, every=all(len(some) == 1 for some in groups))


def heading(start: Cell, end: Cell) -> str:
    """The direction along an axis from a cell to another, "" if no such line joins them."""
    found = [
        way
        for way, (y, x, z) in OFFSETS.items()
        if sum(
            a * b for a, b in zip((y, x, z), (q - p for p, q in zip(start, end, strict=True)), strict=True)
        )
        > 0
    ]
    return found[0] if len(found) == 1 else ""


def axis_of(way: str) -> str:
    """The axis along which a direction runs: "up", "east" or "south"."""
    return {"down": "up", "west": "east", "north": "south"}.get(way, way)


@spots.register
def _(place: At, scene: Scene) -> Spots:
    return spots_of_regions(place, regions(place, scene.zone) or [], scene)
