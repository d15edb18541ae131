"""Places: where something goes, or where something is. A landmark of None is the zone."""

from __future__ import annotations

from dataclasses import dataclass

from cq.language.program.base import Direction
from cq.language.program.naming import Place, Ref, Step


@dataclass(frozen=True)
class OnTop(Place):
    """On top of something (`gap` free cells between)."""

    landmark: Ref
    gap: int | None = None


@dataclass(frozen=True)
class Under(Place):
    """Under something."""

    landmark: Ref
    gap: int | None = None


@dataclass(frozen=True)
class Beside(Place):
    """Beside something: on a side, or on one that is left open (None). `gap` is how many cells stay free
    between."""

    landmark: Ref
    side: Direction | None = None
    gap: int | None = None


@dataclass(frozen=True)
class Sides(Place):
    """On several sides of something: those named, or `number` of them (2, 4; None: each side)."""

    landmark: Ref
    sides: tuple[Direction, ...] = ()
    number: int | None = None
    gap: int | None = None


@dataclass(frozen=True)
class Offset(Place):
    """Some steps away from a place or from what stands: "two west and one north of the middle"."""

    start: Place | Ref
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class Between(Place):
    """Between the things that a reference names."""

    landmark: Ref
    middle: bool = False


@dataclass(frozen=True)
class Inside(Place):
    """In the empty cells of something: a ring, a doorway; in a `gap` of it, or in each (`every`)."""

    landmark: Ref
    gap: bool = False
    every: bool = False


@dataclass(frozen=True)
class Around(Place):
    """All around something or a place: a ring, with or without its `corners` (None: nobody says)."""

    landmark: Ref | Place
    gap: int | None = None
    corners: bool | None = None


@dataclass(frozen=True)
class Corner(Place):
    """A corner of the zone or of a thing: "northeast", "left front"; None leaves it open, `every` means all
    four, or all that lie in the direction, without the one in the direction `but`. `empty`: in which nothing
    stands. `near` and `far`: the nearest to something, or the farthest from it.
    """

    direction: Direction | None = None
    landmark: Ref | None = None
    every: bool = False
    empty: bool = False
    but: Direction | None = None
    near: Ref | None = None
    far: Ref | None = None


@dataclass(frozen=True)
class Edge(Place):
    """At or along an edge of the zone or of a thing (`along`: a line follows it; `middle`: at its middle)."""

    direction: Direction | None = None
    landmark: Ref | None = None
    along: bool = False
    middle: bool = False


@dataclass(frozen=True)
class Middle(Place):
    """The middle of the zone or of a thing; `on`: on top of it, though its inside is free."""

    landmark: Ref | None = None
    on: bool = False


@dataclass(frozen=True)
class End(Place):
    """At an end of a line, where it would go on: in a direction, at both ends (`both`), or open."""

    landmark: Ref
    direction: Direction | None = None
    both: bool = False


@dataclass(frozen=True)
class At(Place):
    """A cell: x from west to east, z from north to south, 0 in the middle of the zone, level from 1; parts
    may be None. `edges` are the sides of the zone from which x or z counts instead, 0 at the side.
    """

    x: int | None = None
    z: int | None = None
    level: int | None = None
    edges: tuple[str, ...] = ()


@dataclass(frozen=True)
class OfPart(Place):
    """Where a block or a part stands: the cells of a reference themselves ("at the second block")."""

    landmark: Ref


@dataclass(frozen=True)
class Instead(Place):
    """In the place of what was removed last, or of what is named."""

    landmark: Ref | None = None


@dataclass(frozen=True)
class There(Place):
    """The place that was spoken of last."""


@dataclass(frozen=True)
class Touching(Place):
    """That touches something, on a side that nobody names, in line with it where that is said."""

    landmark: Ref


@dataclass(frozen=True)
class Aligned(Place):
    """Lined up with something: at the same x or z; with two rows: where they cross."""

    landmark: Ref


@dataclass(frozen=True)
class LevelOf(Place):
    """At the height of something; `top`: of its highest blocks, else of its lowest."""

    landmark: Ref
    top: bool = False


@dataclass(frozen=True)
class Air(Place):
    """In the air: with nothing below."""


@dataclass(frozen=True)
class Joined(Place):
    """All of several descriptions of one place: "on the ground beside the wall"."""

    places: tuple[Place, ...]


@dataclass(frozen=True)
class Several(Place):
    """Several places, one thing for each: "one in the middle and one in the corner"."""

    places: tuple[Place, ...]


@dataclass(frozen=True)
class Span(Place):
    """From a place, or from what stands, to another, or until something stops it (`end` None: the zone's
    edge).
    """

    start: Place | Ref | None = None
    end: Place | Ref | None = None
    direction: Direction | None = None


@dataclass(frozen=True)
class Anchored(Place):
    """A part of the new thing is at a place: "starting at", "its middle in the centre". `part` is "start",
    "end", "middle", "corner" or a direction, or "through" for what runs through an opening."""

    part: str
    place: Place | Ref


@dataclass(frozen=True)
class Facing(Place):
    """No place, but where the builder looks: "facing north"."""

    direction: Direction
