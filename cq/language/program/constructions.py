"""Things to be made."""

from __future__ import annotations

from dataclasses import dataclass

from cq.language.program.base import Colour, Direction, Meaning
from cq.language.program.naming import Ref, Size


@dataclass(frozen=True)
class Thing(Meaning):
    """Something to be made.

    `shape` is "block" or a name in `cq.language.vocabulary.SHAPES`. `count` is how many things, None if it is
    not said. `colours` is one colour, or a pattern of several along the thing (`pattern`: "alternating",
    "sequence", "corners", "corners and centre", "checkered", "layers"; `start` is where the pattern begins).
    `dims` are the numbers of "3 x 4". `axis` is the direction in which it runs, `heading` the one in which it
    leaves its place. `posture` is "upright", "flat", "diagonal" or "inverted". `opens` is the open side of a
    U or C, `faces` the side from which something is looked at, `top` where the upper end of something that
    lies is. `like` is a thing that it copies, `colour_of` one whose colour it has, `gap` how many cells stay
    free between its blocks. `each` tells that one goes to each of several places. `total` tells that `count`
    is shared among them. `then` are further things that follow in the same line ("one red and then two
    blue").
    """

    shape: str = "block"
    plural: bool = False
    count: int | None = None
    colours: tuple[Colour, ...] = ()
    pattern: str = ""
    start: Direction | None = None
    sizes: tuple[Size, ...] = ()
    dims: tuple[int, ...] = ()
    hollow: bool | None = None
    posture: str = ""
    axis: Direction | None = None
    heading: Direction | None = None
    opens: Direction | None = None
    faces: Direction | None = None
    top: Direction | None = None
    like: Ref | None = None
    colour_of: Ref | None = None
    gap: int | None = None
    each: bool = False
    total: bool = False
    then: tuple[Thing, ...] = ()
