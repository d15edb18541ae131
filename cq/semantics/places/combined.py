"""Spots of several descriptions of one place, and of several places."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from cq.language.antecedents import speaks_of_it, with_antecedent
from cq.language.program import (
    Air,
    Aligned,
    Anchored,
    At,
    Beside,
    Between,
    Edge,
    End,
    Joined,
    LevelOf,
    Middle,
    Place,
    Ref,
    Several,
    Span,
    Touching,
    Under,
)
from cq.semantics.choices import Failure, Hole, equally, unsaid
from cq.semantics.geometry import HORIZONTAL, box, face, step
from cq.semantics.places.coordinates import Region, axis_of, is_partial, regions, spots_of_regions
from cq.semantics.places.landmarks import named, only
from cq.semantics.places.line_spots import ending
from cq.semantics.scene import Scene
from cq.semantics.spots import Spot, Spots, spots
from cq.types import Cell


@spots.register
def _(place: Several, scene: Scene) -> Spots:
    """Several places: one thing goes to each of them."""
    found = regions(place, scene.zone)
    if found is not None:
        return spots_of_regions(place, found, scene)
    whole = next(
        (part for part in reversed(place.places) if not speaks_of_it(part) and hasattr(part, "landmark")),
        None,
    )
    parts = [part if whole is None else _of_same(part, whole) for part in place.places]
    each = [spots(part, scene) for part in parts]
    together = tuple(dict.fromkeys(spot for of_part in each for spot in of_part.spots))
    every = all(len(of_part.spots) == 1 or of_part.every for of_part in each)
    anchors = {of_part.anchor for of_part in each}
    return Spots(
        together,
        anchor=anchors.pop() if anchors == {"middle"} else "",
        each=True,
        every=every,
        filled=any(of_part.filled for of_part in each),
        grounded=all(of_part.grounded for of_part in each),
    )


@spots.register
def _(place: Joined, scene: Scene) -> Spots:
    """The spots that all of several descriptions have in common."""
    found = regions(place, scene.zone)
    if found is not None:
        return spots_of_regions(place, found, scene)
    parts = [
        part for whole in place.places for part in (whole.places if isinstance(whole, Joined) else (whole,))
    ]
    if any(isinstance(part, Air) for part in parts):
        rest = tuple(part for part in parts if not isinstance(part, Air))
        if not rest:
            raise Failure("open", "over what it floats is not said", place)
        return _lifted(place, spots(Joined(rest) if len(rest) > 1 else rest[0], scene), scene)
    parts = _centred(_spanned(parts))
    if len(parts) == 2 and isinstance(parts[0], Beside) and parts[1] == Anchored("middle", Ref("it")):
        return replace(spots(parts[0], scene), anchor="middle")  # "North of it, centred on it."
    if len(parts) > 1 and (found := regions(Joined(tuple(parts)), scene.zone)) is not None:
        return spots_of_regions(place, found, scene)
    if len(parts) == 1:
        where = spots(parts[0], scene)
        line = centred_line(place.places)
        return where if line is None else replace(where, axis="south" if line.x is not None else "east")
    spans = [part for part in parts if isinstance(part, Span) and part.start is None]
    levels = [part for part in parts if part not in spans and _is_partial(part)]
    filters: list[Place] = [part for part in parts if isinstance(part, Aligned | Touching)]
    bases = [part for part in parts if part not in spans and part not in levels and part not in filters]
    if not bases and filters:
        bases, filters = filters[:1], filters[1:]
    if not bases:
        raise unsaid("place", "where it goes is not said", place, "place")
    first = next((part for part in bases if hasattr(part, "landmark") and not speaks_of_it(part)), bases[0])
    bases = [part if part is first else _of_same(part, first) for part in bases]
    filters = [
        _of_same(part, next((base for base in bases if hasattr(base, "landmark")), bases[0]))
        for part in filters
    ]
    if levels and len(bases) == 1 and isinstance(bases[0], Span) and isinstance(bases[0].start, Place):
        bases, levels = [replace(bases[0], start=Joined((bases[0].start, *levels)))], []
    where = spots(bases[0], scene)
    for other in bases[1:]:
        where = _both(place, where, other, scene)
    for part in filters:
        where = _kept(place, where, _filter(part, scene))
    for part in levels:
        where = _within(place, where, _levels(_of_same(part, first), scene))
    for span in spans:
        way = scene.direction(span.direction) if span.direction else ""
        if span.end is not None:
            where = ending(place, where, span.end, way, scene)
        else:
            turned = tuple(replace(spot, grow=way) for spot in where.spots)
            where = replace(where, spots=turned, anchor="start", axis=axis_of(way))
    return where


def _lifted(place: Joined, where: Spots, scene: Scene) -> Spots:
    """The spots in the air: at an open height, if something is below them."""
    below = {step(spot.cell, "down") for spot in where.spots}
    if all(cell[0] >= 0 and cell not in scene.cells for cell in below):
        return replace(where, grounded=False)
    heights = equally((1, 2, 3))
    number = scene.choices.choose(Hole("size", place, "height"), heights)
    lifted = tuple(replace(spot, cell=step(spot.cell, "up", number)) for spot in where.spots)
    return replace(where, spots=lifted, grounded=False)


def _spanned(parts: list[Place]) -> list[Place]:
    """The parts, with the start and the end of a line merged into one: "the first at the tower, the last in
    the corner"."""
    parts = [part for place in parts for part in _unnested(place)]
    if Middle() in parts:
        # "From the west edge to the east edge in the middle": from middle to middle.
        across = [place for place in parts if isinstance(place, Span) and isinstance(place.start, Edge)]
        if len(across) == 1 and isinstance(across[0].end, Edge) and isinstance(across[0].start, Edge):
            start, end = across[0].start, across[0].end
            line = replace(across[0], start=replace(start, middle=True), end=replace(end, middle=True))
            parts = [line, *(place for place in parts if place not in (across[0], Middle()))]
    first = next((place for place in parts if isinstance(place, Anchored) and place.part == "start"), None)
    last = next((place for place in parts if isinstance(place, Anchored) and place.part == "end"), None)
    if first is None or last is None:
        return parts
    return [Span(first.place, last.place), *(place for place in parts if place not in (first, last))]


def _unnested(place: Place) -> list[Place]:
    """ "Begins in the corner and ends in the middle" are two parts of a line."""
    if isinstance(place, Anchored) and isinstance(place.place, Joined) and place.part == "start":
        ends = [end for end in place.place.places if isinstance(end, Anchored) and end.part == "end"]
        if ends and len(place.place.places) == 2:
            (start,) = (part for part in place.place.places if part not in ends)
            return [Anchored("start", start), *ends]
    return [place]


def centred_line(parts: Iterable[Place]) -> At | None:
    """The line of "along z 4, centred": its place has one coordinate."""
    whole = tuple(parts)
    lines = [line for line in whole if isinstance(line, At) and (line.x is None) != (line.z is None)]
    return lines[0] if len(lines) == 1 and Middle() in whole else None


def _centred(parts: list[Place]) -> list[Place]:
    """The parts, with a centred line at the middle of the zone."""
    several = [part for part in parts if isinstance(part, Several) and len(parts) == 2 and Middle() in parts]
    lines = [line for some in several for line in some.places]
    if lines and all(centred_line((line, Middle())) for line in lines):
        # "Two walls at x -2 and x 2, centred": each of them.
        return [
            Several(tuple(_at_middle(replace(line, level=None)) for line in lines if isinstance(line, At)))
        ]
    line = centred_line(parts)
    if line is None:
        return parts
    rest = [part for part in parts if part not in (line, Middle())]
    return [_at_middle(line), *rest]


def _at_middle(line: At) -> Anchored:
    """A place with its middle in that of a line with one known coordinate."""
    return Anchored("middle", replace(line, x=line.x or 0, z=line.z or 0))


def _of_same(other: Place, first: Place) -> Place:
    """Another description with the landmark of the first for "it": "next to the wall on its east side"."""
    landmark = getattr(first, "landmark", None)
    if isinstance(landmark, Ref) and speaks_of_it(other):
        bound: Place = with_antecedent(other, landmark)
        return bound
    return other


def _is_partial(place: Place) -> bool:
    """Whether coordinates name a place, but not its x and z: "at level 3", "on the ground"."""
    if isinstance(place, LevelOf):
        return True
    return is_partial(place)


def _levels(place: Place, scene: Scene) -> list[Region]:
    if isinstance(place, LevelOf):
        tops = {max(thing)[0] if place.top else min(thing)[0] for thing in named(place.landmark, scene)}
        y = scene.choices.choose(Hole("place", place, "level"), equally(sorted(tops)))
        return [Region(((0, (y, y)),))]
    return regions(place, scene.zone) or []


def _both(place: Joined, where: Spots, other: Place, scene: Scene) -> Spots:
    """The spots that are at another place too. A middle or an edge is that of the spots, if they are several:
    "on the row in the middle"."""
    if isinstance(other, Between | Under) and isinstance(place.places[0], Between | Under):
        # "Between the columns and under the roof": the cells between, below the roof.
        second = spots(other, scene)
        between, under = (second, where) if isinstance(other, Between) else (where, second)
        columns = {spot.cell[1:] for spot in under.spots}
        kept = tuple(spot for spot in between.spots if spot.cell[1:] in columns)
        if kept:
            return replace(between, spots=kept)
    if where.filled and len(where.spots) > 1 and (part := _part(where, other, place.places[0], scene)):
        return part
    second = spots(other, scene)
    if isinstance(other, Several) and len(where.spots) < len(other.places):
        raise Failure("contradiction", "one place is not several", place)
    if second.filled and len(second.spots) > 1 and (part := _part(second, place.places[0], other, scene)):
        return part
    cells = {spot.cell for spot in second.spots}
    common = tuple(spot for spot in where.spots if spot.cell in cells)
    if not common:
        columns = {spot.cell[1:] for spot in second.spots}
        common = tuple(spot for spot in where.spots if spot.cell[1:] in columns)
    if not common:
        raise Failure("contradiction", "no cell is at both places", place)
    anchors = (where.anchor, second.anchor) if len(where.spots) == 1 else (second.anchor, where.anchor)
    return replace(
        where,
        spots=common,
        filled=len(common) > 1,
        anchor=anchors[0] or anchors[1],
        axis=where.axis or second.axis,
    )


def _part(where: Spots, other: Place, whole: Place, scene: Scene) -> Spots | None:
    cells = [spot.cell for spot in where.spots]
    if isinstance(other, Middle) and (other.landmark is None or other.landmark.noun == "it"):
        low, high = box(cells)
        middle = tuple(
            spot for spot in where.spots if all(abs(2 * spot.cell[i] - low[i] - high[i]) <= 1 for i in (1, 2))
        )
        if not middle:
            return None
        chosen = scene.choices.choose(Hole("place", other, "middle"), equally(middle))
        return replace(where, spots=(chosen,), filled=False, anchor="middle")
    own = isinstance(other, End) and other.landmark in (Ref("it"), getattr(whole, "landmark", None))
    if isinstance(other, End) and own and other.both:
        low, high = box(cells)
        long = max((1, 2), key=lambda axis: high[axis] - low[axis])
        ends = tuple(spot for spot in where.spots if spot.cell[long] in (low[long], high[long]))
        return replace(where, spots=ends, each=True, every=True, filled=False)
    is_end = own
    is_edge = isinstance(other, Edge) and other.landmark is None and not other.along
    if (is_end or is_edge) and isinstance(other, End | Edge) and other.direction:
        way = scene.direction(other.direction)
        if way in HORIZONTAL:
            edge = face(cells, way)
            kept = tuple(spot for spot in where.spots if spot.cell in edge)
            return replace(where, spots=kept, filled=len(kept) > 1)
    return None


def _filter(place: Place, scene: Scene) -> Callable[[Cell], bool]:
    assert isinstance(place, Aligned | Touching)
    cells = only(place.landmark, scene)
    if isinstance(place, Touching):
        near = {step(cell, way) for cell in cells for way in (*HORIZONTAL, "up", "down")}
        return lambda cell: cell in near
    columns = {1: {cell[1] for cell in cells}, 2: {cell[2] for cell in cells}}
    return lambda cell: cell[1] in columns[1] or cell[2] in columns[2]


def _kept(place: Joined, where: Spots, keeps: Callable[[Cell], bool]) -> Spots:
    kept = tuple(spot for spot in where.spots if keeps(spot.cell))
    if not kept:
        raise Failure("contradiction", "no cell is at both places", place)
    return replace(where, spots=kept)


def _within(place: Joined, where: Spots, found: list[Region]) -> Spots:
    """The spots in a region, or the same columns at its height; of several regions, the spots in any."""
    kept = tuple(spot for spot in where.spots if any(region.holds(spot.cell) for region in found))
    several = len(found) > 1
    if kept and (not several or len(kept) == len(found)):
        filled = where.filled and not several
        return replace(where, spots=kept, grounded=False, each=where.each or several, filled=filled)
    if len(found) != 1:
        raise unsaid("place", "at which height is not said", place, "level")
    region = found[0]
    ranges = dict(region.ranges)
    if 0 not in ranges:
        raise Failure("contradiction", "no cell is at both places", place)
    y = ranges[0][0]
    moved = [Spot((y, *spot.cell[1:]), spot.grow) for spot in where.spots]
    kept = tuple(dict.fromkeys(spot for spot in moved if region.holds(spot.cell)))
    if not kept:
        raise Failure("contradiction", "no cell is at both places", place)
    return replace(where, spots=kept, grounded=False)
