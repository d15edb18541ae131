"""The syntax tree of an instruction: references, new things, places, and clauses."""

from __future__ import annotations

from dataclasses import dataclass, fields


class Unclear(Exception):
    """A reading that names something absent, fits several things, or cannot be carried out."""


@dataclass(frozen=True)
class Filter:
    """A restriction of a reference: `kind` names it, `word` a direction or an edge, `ref` a landmark."""

    kind: str
    word: str = ""
    ref: Ref | None = None
    number: int = 0


EACH_COLOUR = Filter("each colour")
"""One thing of each colour that stands."""
LONE = Filter("lone")
"""Marks "single", "lone" and the like."""


@dataclass(frozen=True)
class Ref:
    """A noun phrase for what stands in the world.

    `noun` is one of the kinds in `cq.language.nouns.NOUNS`, "it" or "part". `quantifier` is
    "the", "a", "all", "each", "both" or "". `filters` are those before the noun, in order, `relations` those
    behind it. `part_of` is what the thing is a part of. `others` are further references, joined by "and".
    """

    noun: str
    plural: bool = False
    quantifier: str = "the"
    count: int | None = None
    colours: tuple[int, ...] = ()
    filters: tuple[Filter, ...] = ()
    relations: tuple[Filter, ...] = ()
    part_of: Ref | None = None
    excluding: Ref | None = None
    others: tuple[Ref, ...] = ()


IT = Ref("it", quantifier="")
"""The pronoun: what was spoken of last."""


@dataclass(frozen=True)
class New:
    """A noun phrase for what is to be made.

    `shape` is "block" or a shape's name. `count` is the number of things, None if it is not said. `sizes` are
    pairs of "high", "long", "wide", "blocks" or "any" with a number, `dims` the numbers of "3 x 4". `like` is
    the thing whose size it copies, times `scale` (a fraction) plus `more`. `axis` is the direction in which
    it runs, `heading` the one in which it leaves its place, `each` tells that
    one goes to each of several places, `opens` the open side of a U or a C, `seen`
    from where a letter is read, "above" or a side, `top` where the upper side of a lying one is. `legs` are
    those of an L: how many blocks, in which direction, and 1 if they are counted behind the corner.
    `then` are further new things, in order.
    """

    shape: str = "block"
    plural: bool = False
    count: int | None = None
    colour: int | None = None
    sizes: tuple[tuple[str, int], ...] = ()
    dims: tuple[int, ...] = ()
    hollow: bool = False
    manner: str = ""
    axis: str = ""
    heading: str = ""
    each: bool = False
    opens: str = ""
    seen: str = ""
    top: str = ""
    legs: tuple[tuple[int, str, int], ...] = ()
    like: Ref | None = None
    scale: tuple[int, int] = (1, 1)
    more: int = 0
    then: tuple[New, ...] = ()


@dataclass(frozen=True)
class Place:
    """Where something goes: `kind` names the relation, `word` a direction, `ref` the landmark.

    `number` counts steps or gaps. `level` is the height, 0 for the ground. `sides` are further steps.
    `anchor` is the part of the new thing that is there: a corner, the middle, an end. `starts` tells that a
    line begins there. `level_of` is a thing at whose upper height it is. `ends` are the two ends of a line.
    `heading` is where a line runs from there. `stands` tells that what goes beside something stands on the
    ground, or on what is below.
    """

    kind: str
    word: str = ""
    ref: Ref | None = None
    number: int | None = None
    level: int | None = None
    sides: tuple[tuple[int, str], ...] = ()
    anchor: str = ""
    starts: bool = False
    heading: str = ""
    stands: bool = False
    level_of: Ref | None = None
    ends: tuple[Place, ...] = ()


@dataclass(frozen=True)
class Clause:
    """One thing to do: a verb's class and its arguments."""

    verb: str
    ref: Ref | None = None
    new: New | None = None
    place: Place | None = None
    other: Ref | None = None
    colour: int | None = None
    number: int | None = None
    word: str = ""


def has_pronoun(part: object) -> bool:
    """Whether "it" or "them" stands somewhere in a clause."""
    if isinstance(part, tuple):
        return any(map(has_pronoun, part))
    if isinstance(part, Ref) and part.noun == "it":
        return True
    if not isinstance(part, (Clause, Place, New, Ref, Filter)):
        return False
    return any(has_pronoun(getattr(part, field.name)) for field in fields(part))
