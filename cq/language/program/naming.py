"""References, and the bases of what they hold: limits, places, sizes, steps."""

from __future__ import annotations

from dataclasses import dataclass

from cq.language.program.base import Colour, Direction, Meaning


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


class Place(Meaning):
    """Where something goes, or where something is. A landmark of None is the zone."""


@dataclass(frozen=True)
class Toward(Meaning):
    """The direction that leads from what its holder speaks of to something else, or away from that."""

    landmark: Ref | Place
    away: bool = False


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
