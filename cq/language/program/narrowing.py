"""Limits: they narrow a reference to some of its things."""

from __future__ import annotations

from dataclasses import dataclass

from cq.language.program.base import Direction
from cq.language.program.naming import Limit, Place, Ref, Size


@dataclass(frozen=True)
class Extreme(Limit):
    """The outermost in a direction: "highest", "leftmost", "northern", "top"."""

    direction: Direction


@dataclass(frozen=True)
class Largest(Limit):
    """The one of the largest (or `least`) size: "tallest", "shorter", "longest"; `rank` 2 is the second
    largest.
    """

    dimension: str = "any"
    least: bool = False
    rank: int = 1


@dataclass(frozen=True)
class Nth(Limit):
    """The nth one, counted from a direction: "the second block from the top"; -1 is the last."""

    number: int
    start: Direction | None = None


@dataclass(frozen=True)
class Ranks(Limit):
    """Several of an order: "the first and third block from the left"; `both` counts from both ends."""

    numbers: tuple[int, ...]
    start: Direction | None = None
    both: bool = False


@dataclass(frozen=True)
class Alternate(Limit):
    """Every second (or third, …) one, from a direction, beginning with the one of a rank."""

    apart: int
    start: Direction | Nth | None = None
    first: int = 1


@dataclass(frozen=True)
class Half(Limit):
    """The half that lies in a direction; None leaves it open."""

    direction: Direction | None = None


@dataclass(frozen=True)
class Within(Limit):
    """Between two coordinates, both included: "above level 2", "from z 0 to z 3". `axis` is "x", "z" or
    "level".
    """

    axis: str
    low: int | None = None
    high: int | None = None


@dataclass(frozen=True)
class HasDims(Limit):
    """Of two or three sizes: "3 x 3"."""

    dims: tuple[int, ...]


@dataclass(frozen=True)
class HasSize(Limit):
    """Of a size: "three-block", "2 high", "of 4 blocks"."""

    size: Size


@dataclass(frozen=True)
class Compared(Limit):
    """Larger than a size (or smaller: `less`; or `equal`): "higher than 2", "of at least three blocks"."""

    size: Size
    less: bool = False
    equal: bool = False


@dataclass(frozen=True)
class State(Limit):
    """One of `STATES` in `cq.language.vocabulary`: floating, single, new, old, other, same, middle, end,
    corner, edge, inner, outer, upright, flat, empty, bare (nothing on it), grounded, leg, roof, stem, arm.
    """

    word: str


@dataclass(frozen=True)
class Located(Limit):
    """At a place: "on the red block", "in the corner", "next to the tower"; `negative`: not there."""

    place: Place
    negative: bool = False


@dataclass(frozen=True)
class Nearest(Limit):
    """The nearest to a place (or the farthest from it)."""

    place: Place
    farthest: bool = False


@dataclass(frozen=True)
class With(Limit):
    """That has something on or in it: "with a red block on top", "that has nothing on it" (`negative`)."""

    ref: Ref
    negative: bool = False
