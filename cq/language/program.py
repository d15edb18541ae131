"""Programs: the meanings of texts, as typed values. One frozen class per meaning.

A program knows no world. An open end of the words is None (or an empty tuple) in a field that execution
needs: `cq.semantics` makes a `Hole` of it. Denials are there too (`Ref.but`, `Keep`). `to_dict` and
`from_dict` (`cq.language.json_form`) turn any of these values into JSON and back.

Directions are words: the compass ("north", "northeast"), "up", "down", and the builder's own sides ("left",
"right", "front", "back", "opposite" of what is built, "inwards" from the border of the zone); one that is
told by a thing is a `Toward` until `cq.semantics.headings` has its word. Colours are the six names. Numbers
count blocks, cells or levels; level 1 is the ground.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import partial
from typing import Any, TypeAlias

Direction = str
Colour = str


class Meaning:
    """Base of all values of a program."""


def parts(value: Any) -> Iterator[Meaning]:
    """A value of a program, or a tuple of them, and all within it, each before its own parts."""
    if isinstance(value, tuple):
        for part in value:
            yield from parts(part)
    elif isinstance(value, Meaning):
        yield value
        for name in getattr(value, "__dataclass_fields__", ()):
            held = getattr(value, name)
            if held and isinstance(held, (tuple, Meaning)):
                yield from parts(held)


def rebuilt(value: Any, change: Callable[[Any], Any]) -> Any:
    """A value, or a tuple of them, with `change` applied to everything that it holds."""
    if isinstance(value, tuple):
        return tuple(map(change, value))
    held = {name: getattr(value, name) for name in getattr(value, "__dataclass_fields__", ())}
    changed = {name: new for name, old in held.items() if (new := change(old)) != old}
    return replace(value, **changed) if changed else value


def slots(value: Any) -> Iterator[tuple[Any, Callable[[Any], Any]]]:
    """A value of a program and all within it, each with a function that gives the whole value with another
    part in its place.
    """
    yield value, lambda new: new
    for name in (field.name for field in fields(value)):
        held = getattr(value, name)
        several = isinstance(held, tuple)
        for i, part in enumerate(held if several else (held,)):
            if isinstance(part, Meaning) and is_dataclass(part):
                for inner, put in slots(part):
                    yield inner, partial(_put, value, name, i if several else None, put)


def _put(value: Any, name: str, i: int | None, put: Callable[[Any], Any], new: Any) -> Any:
    """A value with another part in one of its fields, at index `i` if the field holds several."""
    held, made = getattr(value, name), put(new)
    return replace(value, **{name: made if i is None else (*held[:i], made, *held[i + 1 :])})


# --- references to things in the world ----------------------------------------------------------------------


@dataclass(frozen=True)
class Ref(Meaning):
    """A noun phrase for things in the world.

    `noun` is a kind of structure (`cq.language.vocabulary.KINDS`), "one", "it", "here" (the cursor), "rest",
    "part" (a part of `of` that a limit names) or "everything". `quantifier` is "the", "a", "all", "each",
    "both", "any", "whichever" (an answer leaves the choice to the builder), "no" or "". `number` is how many
    are meant. `colours` are alternatives ("red or blue", "red and blue blocks"). `limits` narrow, the one
    nearest to the noun last. `of` is the whole of which it is a part, `but` what it leaves out, `others`
    further references joined by "and".
    """

    noun: str = "block"
    plural: bool = False
    quantifier: str = ""
    number: int | None = None
    colours: tuple[Colour, ...] = ()
    limits: tuple[Limit, ...] = ()
    of: Ref | None = None
    but: Ref | None = None
    others: tuple[Ref, ...] = ()


class Limit(Meaning):
    """A restriction of a reference."""


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


@dataclass(frozen=True)
class Toward(Meaning):
    """The direction that leads from what its holder speaks of to something else, or away from that."""

    landmark: Ref | Place
    away: bool = False


# --- things to make -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Size(Meaning):
    """A size: a number of cells, or that of another thing, times something and more.

    `dimension` is "high", "long", "wide", "deep", "side", "blocks", "steps" or "any"; a part of a figure
    ("arm", "bar", "stem", "base"); "touch": any, but it touches `like`; or "until": as far as it goes, or up
    to `like`, where Ref("edge") and Ref("ground") are the zone's. "One taller than the red tower" is
    Size("high", like=Ref("tower", colours=("red",)), more=1); a `like` of Ref("same") is what the sentence
    compares with.
    """

    dimension: str = "any"
    number: int | None = None
    like: Ref | None = None
    times: int = 1
    divided: int = 1
    more: int = 0


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


# --- places -------------------------------------------------------------------------------------------------


class Place(Meaning):
    """Where something goes, or where something is. A landmark of None is the zone."""


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
class Step(Meaning):
    """Cells in a direction (None leaves it open); `number` None is one. `unit` is "cells" where it says
    cells, squares, spaces or steps, which people count otherwise than blocks, and "some" where how many is
    open.
    """

    direction: Direction | None
    number: int | None = None
    unit: str = ""


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


# --- commands -----------------------------------------------------------------------------------------------


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


class Talk(Command):
    """What orders nothing: a question about the world or the talk, a greeting. It is replied to."""


@dataclass(frozen=True)
class Count(Talk):
    """How many there are."""

    ref: Ref


@dataclass(frozen=True)
class Exists(Talk):
    """Whether there is such a thing (`negative`: whether there is none)."""

    ref: Ref
    negative: bool = False


@dataclass(frozen=True)
class Describe(Talk):
    """What something is like: its "colour", "place", or how "high", "long", "wide", "deep" or large ("any")
    it is; "" tells what it is. Of several things the one that a `limit` leaves. What is at a `place`; without
    ref and place, all that stands.
    """

    ref: Ref | None = None
    aspect: str = ""
    place: Place | None = None
    limit: Limit | None = None


@dataclass(frozen=True)
class Verify(Talk):
    """Whether something is as is said: of a colour, or of what a limit tells."""

    ref: Ref
    colour: Colour | None = None
    limit: Limit | None = None


@dataclass(frozen=True)
class Recount(Talk):
    """What was done: last, so many steps before (`steps`, None for all of it)."""

    steps: int | None = 1


@dataclass(frozen=True)
class Why(Talk):
    """Why was that done?"""


@dataclass(frozen=True)
class Chat(Talk):
    """Small talk, by its topic: a key of `cq.dialogue.replying.SMALL_TALK`."""

    topic: str


@dataclass(frozen=True)
class Gap(Meaning):
    """An answer that tells how many cells stay free."""

    number: int


@dataclass(frozen=True)
class Reply(Meaning):
    """An answer that chooses among what was offered: "yes", "no", "any", "all", "none", "other", or the
    number of an option ("2", "-1" for the last); or that does not answer: "vague", "unknown", "withdrawn",
    "why", "options", "wait"."""

    word: str


Answer: TypeAlias = "Ref | Thing | Place | Size | Step | Colour | Direction | Toward | int | Reply | None"
Program: TypeAlias = tuple[Command, ...]
