"""Commands: one thing to do each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from cq.language.program.base import Colour, Direction, Meaning
from cq.language.program.constructions import Thing
from cq.language.program.locations import At
from cq.language.program.naming import Place, Ref, Size, Step
from cq.language.program.responses import Answer


class Command(Meaning):
    """One thing to do."""


@dataclass(frozen=True)
class Make(Command):
    """Make a thing at a place. `stacked` tells that the verb is "stack"."""

    thing: Thing
    place: Place | None = None
    stacked: bool = False


@dataclass(frozen=True)
class Plan(Command):
    """A figure that the commands behind it make part by part ("an arch: two posts …"), at a place or out of
    what stands (`ref`).
    """

    thing: Thing
    place: Place | None = None
    ref: Ref | None = None


@dataclass(frozen=True)
class Remove(Command):
    """Remove things; `number` takes so many of their blocks, from `side` ("take two off the top of")."""

    ref: Ref
    number: int | None = None
    side: Direction | None = None


@dataclass(frozen=True)
class Recolour(Command):
    """Give things another colour, or that of others (`like`). `also` are further ones that happen at once:
    "make the red tower blue and the blue one red".
    """

    ref: Ref
    colour: Colour | None = None
    pattern: str = ""
    like: Ref | None = None
    also: tuple[Recolour, ...] = ()


@dataclass(frozen=True)
class Replace(Command):
    """Take things away and put others in their place. `also` are further ones in the same order."""

    ref: Ref
    thing: Thing
    also: tuple[Replace, ...] = ()


@dataclass(frozen=True)
class Move(Command):
    """Move things to a place, by steps, down until something holds them (`fall`), or the way of the first
    step until something stops them: the edge of the zone, or `until`.
    """

    ref: Ref
    place: Place | None = None
    steps: tuple[Step, ...] = ()
    fall: bool = False
    until: Ref | None = None


@dataclass(frozen=True)
class Copy(Command):
    """Build the same things again, at a place or some steps away, perhaps in another colour."""

    ref: Ref
    place: Place | None = None
    steps: tuple[Step, ...] = ()
    colour: Colour | None = None
    count: int | None = None


@dataclass(frozen=True)
class Mirror(Command):
    """Add the mirror image of things: at a side of themselves, or across the middle of the zone (`across`:
    "x" for the line x = 0, "z" for z = 0; then of what lies on `side` of it, if one is named).
    """

    ref: Ref
    side: Direction | None = None
    across: str = ""
    colour: Colour | None = None


@dataclass(frozen=True)
class Resize(Command):
    """Make things larger or smaller: to a size, or by some cells (`more`; `less` takes them away), at a side
    or at `both` ends, or as far as the coordinates of `until`.
    """

    ref: Ref
    size: Size | None = None
    more: int | None = None
    less: int | None = None
    dimension: str = "any"
    side: Direction | None = None
    both: bool = False
    colour: Colour | None = None
    until: At | None = None


@dataclass(frozen=True)
class Fill(Command):
    """Fill the empty cells of something."""

    ref: Ref
    thing: Thing | None = None


@dataclass(frozen=True)
class Connect(Command):
    """Join things by a line; `at` is where they are joined: "up" at their tops, "down" at the ground, or the
    `level`."""

    ref: Ref
    thing: Thing | None = None
    at: Direction | None = None
    level: int | None = None


@dataclass(frozen=True)
class Rotate(Command):
    """Turn things about their middle, or the end `on` a side, by so many quarters (negative: to the left), or
    until they run along `axis`. By two quarters along "up" their top comes to lie below. A row that is to run
    "up" is stood up `on` one of its ends, and a tower that is to run along the ground is laid down from its
    foot.
    """

    ref: Ref
    quarters: int | None = None
    axis: Direction | None = None
    on: Direction | None = None


@dataclass(frozen=True)
class Swap(Command):
    """Let two things change places, or colours."""

    ref: Ref
    colours: bool = False


@dataclass(frozen=True)
class Keep(Command):
    """What must stay as it is; `only`: all else goes. An `exception` is to what was just ordered, and means
    nothing without it.
    """

    ref: Ref
    only: bool = False
    exception: bool = False


@dataclass(frozen=True)
class Look(Command):
    """Attention moves to a thing or a place: "find the red tower", "go two cells west"."""

    place: Place | None = None
    ref: Ref | None = None
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True)
class Turn(Command):
    """The builder looks in a direction: "facing north"."""

    direction: Direction


@dataclass(frozen=True)
class Check(Command):
    """What must be true then: a thing of a size or shape, a number of blocks ("so that it is 4 high", "5 in
    total"), that something stands, or nothing else (`only`), or that a `place` is free.
    """

    ref: Ref | None = None
    thing: Thing | None = None
    size: Size | None = None
    only: bool = False
    negative: bool = False
    place: Place | None = None


@dataclass(frozen=True)
class If(Command):
    """A command that depends on whether something is there (`negative`: is not); else `otherwise`, if any."""

    fact: Look
    then: Command
    otherwise: Command | None = None
    negative: bool = False


@dataclass(frozen=True)
class Undo(Command):
    """Take back what was done last (`steps` of it), all of it (`whole`), or what was done to some things."""

    steps: int = 1
    whole: bool = False
    ref: Ref | None = None


@dataclass(frozen=True)
class Redo(Command):
    """Do again what was taken back (`steps` of it)."""

    steps: int = 1


@dataclass(frozen=True)
class Correct(Command):
    """The last command again with a part changed: "I mean four", "no, the blue one". `more` are further
    parts, `denied` is what was said or understood instead: "not red, blue".
    """

    value: Answer | Command
    more: tuple[Answer, ...] = ()
    denied: Answer = None


@dataclass(frozen=True)
class Again(Command):
    """What was ordered last once more, with a part changed (None: with none): "and the same with the blue
    one". `more` are further parts. A Size with nothing but `more` is so many more of it.
    """

    value: Answer
    more: tuple[Answer, ...] = ()


@dataclass(frozen=True)
class Free(Command):
    """What the command before it leaves open is the builder's choice: "wherever you like"."""


Program: TypeAlias = tuple[Command, ...]
