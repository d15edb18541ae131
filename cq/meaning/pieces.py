"""Pieces of a program put where their type fits: a colour into a thing without one, a place into a command
without one, a limit into the name of what is meant.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from itertools import islice
from typing import Any

from cq.language.antecedents import speaks_of_it, with_antecedent
from cq.language.program import (
    Anchored,
    Around,
    At,
    Beside,
    Check,
    Command,
    Corner,
    Edge,
    End,
    Extreme,
    Gap,
    HasSize,
    Joined,
    Keep,
    LevelOf,
    Located,
    Make,
    Meaning,
    Move,
    OnTop,
    Place,
    Program,
    Ranks,
    Recolour,
    Ref,
    Remove,
    Reply,
    Resize,
    Several,
    Sides,
    Size,
    Span,
    State,
    Step,
    Thing,
    Turn,
)
from cq.language.vocabulary import FOREIGN
from cq.world.palette import COLOURS

MOST_PROGRAMS = 40
"""Programs with the answers in them that are carried out."""


@dataclass(frozen=True)
class Whole:
    """A size that something has together with what it stands on."""

    size: Size


@dataclass(frozen=True)
class Filled:
    """A program with an answer in it. `kind` is what the answer told, as a hole's kind; a lower `cost` "
    "fits better."""

    program: Program
    kind: str
    cost: float = 0.0


def filled_with_all(program: Program, values: Sequence[Any]) -> Iterator[Filled]:
    """The programs with all pieces of an answer in them."""
    ways = [Filled(program, "", 0.0)]
    values = telling(values)
    if values and all(isinstance(value, Command) for value in values):
        yield Filled(tuple(values), "restated", 0.3)
    for value in values:
        ways = [
            Filled(after.program, after.kind, way.cost + after.cost)
            for way in ways
            for after in islice(filled(way.program, value), MOST_PROGRAMS)
        ]
    if values:
        yield from ways


def telling(values: Sequence[Any]) -> Sequence[Any]:
    """The pieces of an answer without those that say no more than the others: "not red, take yellow",
    "yes, …", "the blue one, all of it", "a small one, three high", "one on each end"."""
    replies = ("yes", "no", "none", "vague", "all", "unknown")
    kept = [
        one
        for one in values
        if not isinstance(one, Keep)
        and not (isinstance(one, Reply) and one.word in replies)
        and one not in (Ref("everything"), Ref("it", True, "each"))
    ]
    if len(kept) > 1:
        kept = [one for one in kept if one != Size("until")]  # "As high as possible, so nine."
    if len(kept) > 1 and kept[0] == 1 and is_spread(kept[1]):
        kept = [Thing(each=True, total=True), *kept[1:]]
    places = tuple(one for one in kept if isinstance(one, Place))
    if len(places) > 1:
        cells = all(isinstance(one, At) and one.x is not None and one.z is not None for one in places)
        place = Several(places) if cells else Joined(places)
        kept = [*(one for one in kept if not isinstance(one, Place)), place]
    return kept or values


def is_spread(value: Any) -> bool:
    """Whether a place is several: "on each end", "at both sides"."""
    many = isinstance(value, End) and value.both
    return many or (isinstance(value, Corner) and value.every) or isinstance(value, (Sides, Several))


def filled(program: Program, value: Any) -> Iterator[Filled]:
    """The programs with a piece of an answer in one place where its type fits."""
    said = False
    if isinstance(value, Turn) or value in ("north", "south", "east", "west"):
        yield Filled((value if isinstance(value, Turn) else Turn(value), *program), "facing", 0.4)
    for variant, dearer in variants(value, program):
        for i, command in enumerate(program):
            for changed, kind, cost in within(command, variant):
                said = said or changed == command
                if changed != command:
                    yield Filled((*program[:i], changed, *program[i + 1 :]), kind, cost + dearer)
    if said:
        yield Filled(program, "", 0.05)


def variants(value: Any, program: Program) -> Iterator[tuple[Any, float]]:
    """What a piece of an answer may mean, with what that costs: "it" is something that the program
    names, a side of the world or of "it" is a direction, the ends of a thing are its end blocks."""
    names = list(dict.fromkeys(_names(program)))
    bound = [with_antecedent(value, one) for one in names] if speaks_of_it(value) else [value]
    for i, one in enumerate(bound):
        yield one, 0.05 * i
        if isinstance(one, End) and one.both:
            yield Ref("part", True, "the", limits=(State("end"),), of=one.landmark), 0.1
    if isinstance(value, Check) and not value.negative and value.ref in (None, Ref("it")):
        # "So that it is 4 high", "until there are five". What stands on something is counted with it.
        for command in program:
            if isinstance(command, Make) and isinstance(command.place, OnTop) and value.size is not None:
                yield Whole(value.size), 0.0
                return
        if value.size is not None:
            yield value.size, 0.0
        elif value.thing is not None and value.thing.count is not None:
            yield value.thing, 0.0
    if (
        isinstance(value, Thing)
        and (way := value.heading or value.axis)
        and value in (Thing(heading=way), Thing(axis=way))
    ):
        yield way, 0.05
    if isinstance(value, LevelOf):
        yield Size("high", like=value.landmark), 0.1
    first = value.limits[0] if isinstance(value, Ref) and value.noun == "one" and value.limits else None
    if isinstance(first, Extreme):
        yield first.direction, 0.15  # "Which end?" "The one in the west."
    if isinstance(value, (Edge, Beside)) and (
        way := getattr(value, "direction", None) or getattr(value, "side", None)
    ):
        yield way, 0.1


def _names(node: Any) -> Iterator[Ref]:
    """The references in a part of a program."""
    if isinstance(node, Ref) and node.noun != "it":
        yield node
    parts = node if isinstance(node, tuple) else [getattr(node, one.name) for one in fields(node)]
    for part in parts:
        if isinstance(part, (tuple, Meaning)):
            yield from _names(part)


def within(node: Any, value: Any) -> Iterator[tuple[Any, str, float]]:
    """A part of a program with the value in it or in one of its parts, what it told, and how badly it "
    "fits."""
    yield from _merged(node, value)
    for one in fields(node):
        held = getattr(node, one.name)
        if isinstance(held, Meaning) and is_dataclass(held):
            for changed, kind, cost in within(held, value):
                yield replace(node, **{one.name: changed}), kind, cost
        elif isinstance(held, tuple):
            for i, part in enumerate(held):
                if isinstance(part, Meaning) and is_dataclass(part):
                    for changed, kind, cost in within(part, value):
                        yield replace(node, **{one.name: (*held[:i], changed, *held[i + 1 :])}), kind, cost


def _merged(node: Any, value: Any) -> Iterator[tuple[Any, str, float]]:
    """A node with a value in it, for each way that their types allow."""
    if isinstance(node, Remove) and node.number is None and (whole := _counted_whole(node)) is not None:
        yield from _off(node, whole, value)
    if isinstance(value, Whole):
        if (
            isinstance(node, Make)
            and isinstance(node.place, OnTop)
            and node.thing.count is None
            and not node.thing.sizes
        ):
            colour = node.thing.colours[0] if len(node.thing.colours) == 1 else None
            yield Resize(node.place.landmark, value.size, colour=colour), "size", 0.0
        return
    if isinstance(value, str):
        yield from _with_colour(node, value) if value in COLOURS else _with_direction(node, value)
    elif isinstance(value, int):
        yield from _with_number(node, value)
    elif isinstance(value, Size):
        yield from _with_size(node, value)
    elif isinstance(value, Place):
        yield from _with_place(node, value)
    elif isinstance(value, Ref):
        yield from _with_reference(node, value)
    elif isinstance(value, Thing):
        yield from _with_thing(node, value)
    elif isinstance(value, Reply):
        yield from _with_reply(node, value)
    elif isinstance(value, Keep):
        yield from _with_what_stays(node, value)
    elif isinstance(value, Gap) and getattr(node, "gap", "") is None and not isinstance(node, Thing):
        yield replace(node, gap=value.number), "place", 0.0


def _with_colour(node: Any, colour: str) -> Iterator[tuple[Any, str, float]]:
    if isinstance(node, Thing):
        yield replace(node, colours=(colour,)), "colour", 0.0 if not node.colours else 1.0
    elif isinstance(node, Ref):
        yield replace(node, colours=(colour,)), "which", 0.2 if not node.colours else 0.6
    elif getattr(node, "colour", "") in (None, *FOREIGN):
        yield replace(node, colour=colour), "colour", 0.0


def _with_number(node: Any, number: int) -> Iterator[tuple[Any, str, float]]:
    if isinstance(node, Thing) and any(one.number == number for one in node.sizes):
        yield node, "size", 0.0  # "Red, all three" says again how many.
    elif isinstance(node, Thing) and number > 0:
        if node.shape in ("block", "one"):
            fits = node.count is None or (node.plural and node.count == 1)
            yield replace(node, count=number, plural=number > 1), "count", 0.0 if fits else 0.8
        elif not node.sizes and not node.dims:
            yield replace(node, sizes=(Size("any", number),)), "size", 0.0
        else:
            yield replace(node, count=number), "count", 0.3 if node.plural else 0.8
    elif isinstance(node, Ref) and node.number is None and node.plural:
        is_open = node.quantifier == "some"
        yield (
            replace(node, number=number, quantifier="" if is_open else node.quantifier),
            "count",
            0.0 if is_open else 0.2,
        )
    elif isinstance(node, Step) and node.unit == "some":
        yield replace(node, number=number, unit=""), "count", 0.0
    elif isinstance(node, Resize) and node.size is None:
        yield replace(node, more=number if (node.more or 1) > 0 else -number), "count", 0.0
    elif isinstance(node, Beside) and node.gap is None:
        yield replace(node, gap=number), "place", 0.4


def _with_size(node: Any, size: Size) -> Iterator[tuple[Any, str, float]]:
    if isinstance(node, Thing):
        if size.dimension == "area" and size.number is not None:
            yield replace(node, dims=(size.number, size.more)), "size", 0.0
        elif node.shape in ("block", "one") and size.dimension == "blocks":
            yield replace(node, count=size.number), "count", 0.0
        else:
            sizes = tuple(one for one in node.sizes if one.dimension != size.dimension)
            yield replace(node, sizes=(*sizes, size)), "size", 0.0 if sizes == node.sizes else 0.6
    elif isinstance(node, Resize) and node.size is None:
        yield replace(node, size=size), "size", 0.1
    elif isinstance(node, Ref):
        yield replace(node, limits=(HasSize(size), *node.limits)), "which", 0.3


def _with_direction(node: Any, direction: str) -> Iterator[tuple[Any, str, float]]:
    for name, kind in (("side", "direction"), ("direction", "direction")):
        if isinstance(node, (Beside, Resize, End, Edge, Corner, Step)) and getattr(node, name, "") is None:
            yield replace(node, **{name: direction}), kind, 0.0  # type: ignore[arg-type]
    if isinstance(node, Thing):
        if node.axis is None and node.heading is None:
            yield replace(node, axis=direction), "direction", 0.1
            yield replace(node, heading=direction), "direction", 0.1
    elif isinstance(node, Ref) and node.noun != "it":
        yield replace(node, limits=(Extreme(direction), *node.limits)), "which", 0.2


def _with_place(node: Any, place: Place) -> Iterator[tuple[Any, str, float]]:
    if isinstance(node, Resize) and isinstance(place, At) and node.until is None:
        yield replace(node, until=place, more=None), "size", 0.0
    if (
        isinstance(node, Make)
        and node.thing.shape == "tower"
        and not node.thing.sizes
        and place == At(level=place_level(place))
    ):
        yield replace(node, thing=replace(node.thing, sizes=(Size("high", place.level),))), "size", 0.1
    if isinstance(node, Make) and isinstance(node.place, OnTop) and isinstance(place, End):
        # "On the row": "one on each end", "at its east end".
        whole = node.place.landmark
        if place.landmark in (whole, Ref("it")):
            ends = Ref("part", True, "the", limits=(State("end"),), of=whole)
            end = Ref(
                "block",
                quantifier="the",
                limits=(Extreme(place.direction),) if place.direction else (),
                of=whole,
            )
            yield replace(node, place=replace(node.place, landmark=ends if place.both else end)), "place", 0.0
            return
    if (
        isinstance(node, Make)
        and isinstance(place, Anchored)
        and (span := _between_corners(node.place, place))
    ):
        yield replace(node, place=span), "size", 0.0
        return
    if isinstance(node, (Make, Move)):
        if node.place is None:
            yield replace(node, place=place), "place", 0.0
        else:
            # "by the wall" and "touching its east end": the answer says more of the place, or instead of it.
            yield replace(node, place=Joined((node.place, place))), "place", 0.1
            yield replace(node, place=place), "place", 0.3
    elif isinstance(node, Ref) and node.noun not in ("it", "everything"):
        first, *more = place.places if isinstance(place, Several) else (place,)
        single = replace(node, plural=False, number=None) if more else node
        others = tuple(replace(single, limits=(Located(one), *node.limits)) for one in more)
        limits = (Located(first), *node.limits)
        yield replace(single, limits=limits, others=(*node.others, *others)), "which", 0.2


def _with_reference(node: Any, ref: Ref) -> Iterator[tuple[Any, str, float]]:
    if not isinstance(node, Ref) or node.noun == "everything" or (ref.plural and ref.number == 1):
        return
    if any(one.noun == "everything" for one in ref.others):
        return
    same = ref.noun in ("one", "structure", node.noun) or node.noun == "one"
    if same:
        noun = node.noun if ref.noun in ("one", "structure") else ref.noun
        yield (
            replace(
                node,
                noun=noun,
                quantifier=ref.quantifier or node.quantifier,
                number=ref.number or node.number,
                plural=ref.plural or (node.plural and ref.noun != "one"),
                colours=ref.colours or node.colours,
                limits=(*ref.limits, *node.limits),
                of=ref.of or node.of,
                but=ref.but or node.but,
                others=ref.others,
            ),
            "which",
            0.0,
        )
    yield replace(ref, noun=node.noun if ref.noun == "one" else ref.noun), "which", 0.3 if same else 0.4
    if node.noun == "gap" and ref.noun not in ("gap", "one") and node.of is None:
        yield replace(node, of=ref), "which", 0.1  # "Which gap?" "The wall."
    if ref.noun in ("one", "block") and ref.of is None and node.noun not in ("block", "one", "it"):
        # "Under which of its blocks?" "The east one."
        several = any(isinstance(one, Ranks) for one in ref.limits)
        yield replace(ref, noun="block", plural=ref.plural or several, of=node), "which", 0.2


def _with_thing(node: Any, thing: Thing) -> Iterator[tuple[Any, str, float]]:
    if isinstance(node, Resize):
        yield from _resized(node, thing)
    elif isinstance(node, Recolour) and node.colour is None and node.like is None:
        if thing == Thing(colour_of=thing.colour_of):
            yield replace(node, like=thing.colour_of), "colour", 0.0
        elif len(thing.colours) == 1 and thing.shape in ("block", "one") and not thing.sizes:
            yield replace(node, colour=thing.colours[0]), "colour", 0.2
    if not isinstance(node, Thing) or (thing == Thing(total=True) and node.count is None):
        return
    said = {
        one.name: getattr(thing, one.name)
        for one in fields(thing)
        if getattr(thing, one.name) != one.default and one.name != "shape"
    }
    if thing.shape not in ("one", "block", node.shape):
        yield thing, "shape", 0.6
        return
    if node.shape not in ("block", "one") and thing.shape == "block" and thing.count and thing.count > 1:
        said.pop("count", None)
        said.pop("plural", None)
        said["sizes"] = (Size("blocks", thing.count),)
    elif "count" in said and said["count"] == 1 and node.count is not None:
        said.pop("count")
    if thing.then and node.shape not in ("block", "one"):
        # "Two green, then two yellow" are the colours of a row of four.
        parts = (thing, *thing.then)
        said = {name: value for name, value in said.items() if name in ("start", "axis")}
        said |= {
            "colours": tuple(one.colours[0] for one in parts for _ in range(one.count or 1) if one.colours)
        }
        said["pattern"] = "sequence"
    if thing.pattern == "sequence" and not thing.colours and node.pattern:
        said.pop("pattern")  # "From the left" tells where an order starts that is known.
    if "sizes" in said and node.shape in _AREAS and (dims := _wide_and_deep((*node.sizes, *said["sizes"]))):
        yield (
            replace(
                node, **(said | {"sizes": (), "dims": dims, "axis": "east" if dims[0] > dims[1] else "south"})
            ),
            "size",
            0.0,
        )
        return
    if "sizes" in said and node.shape not in ("block", "one"):
        named = {one.dimension for one in said["sizes"]}
        said["sizes"] = (*(one for one in node.sizes if one.dimension not in (*named, "any")), *said["sizes"])
        if node.sizes == said["sizes"][: len(node.sizes)]:
            yield replace(node, **said), "size", 0.05
            return
    kind = "colour" if "colours" in said else "count" if "count" in said else "size"
    over = any(getattr(node, name) not in (_default(name), value) for name, value in said.items())
    yield replace(node, **said), kind, 0.5 if over else 0.1


_AREAS = ("square", "ring", "layer")


def _wide_and_deep(sizes: Sequence[Size]) -> tuple[int, int] | None:
    """The two sizes of an area that is so wide and so deep (or long)."""
    named = {one.dimension: one.number for one in sizes if one.number}
    deep = named.get("deep") or named.get("long")
    wide = named.get("wide") if "deep" in named or "long" in named else None
    return (wide, deep) if wide and deep else None


def _default(name: str) -> Any:
    return next(one.default for one in fields(Thing) if one.name == name)


def _with_reply(node: Any, reply: Reply) -> Iterator[tuple[Any, str, float]]:
    if reply.word == "least" and isinstance(node, Make) and isinstance(node.place, Around):
        yield replace(node, place=replace(node.place, gap=0)), "size", 0.0
    if isinstance(node, Ref) and node.noun not in ("it", "everything"):
        if reply.word == "all":
            yield replace(node, quantifier="all", plural=True, number=None), "which", 0.0
        elif reply.word == "any":
            yield replace(node, quantifier="whichever"), "which", 0.0


def _between_corners(place: Place | None, other: Anchored) -> Place | None:
    """A place that names a corner, and the opposite corner, as the span between them."""
    if isinstance(place, Joined):
        spans = [_between_corners(one, other) for one in place.places]
        if not any(spans):
            return None
        return Joined(tuple(span or one for span, one in zip(spans, place.places, strict=True)))
    if isinstance(place, Anchored) and isinstance(place.place, At) and isinstance(other.place, At):
        return Span(place.place, other.place) if place.part != other.part else None
    return None


def place_level(place: Place) -> int | None:
    """The level that a place names, if any."""
    return place.level if isinstance(place, At) else None


def _resized(node: Resize, thing: Thing) -> Iterator[tuple[Any, str, float]]:
    """A thing that grows, with what an answer says of the blocks that are added, or of how large it is "
    "then."""
    colour = thing.colours[0] if len(thing.colours) == 1 else node.colour
    if thing.sizes and node.size is None and thing.sizes[0].dimension != "blocks":
        yield replace(node, size=thing.sizes[0], more=None, colour=colour), "size", 0.0
    elif thing.sizes and thing.sizes[0].number:
        yield replace(node, more=thing.sizes[0].number, colour=colour), "count", 0.0
    elif thing.shape in ("block", "one") and thing.count:
        yield replace(node, more=thing.count, colour=colour), "count", 0.0
    elif colour:
        yield replace(node, colour=colour), "colour", 0.0


def _counted_whole(node: Remove) -> Ref | None:
    """The thing off which some blocks are to go."""
    ref = node.ref
    return ref.of if ref.noun == "block" and ref.quantifier == "some" else None


def _off(node: Remove, whole: Ref, value: Any) -> Iterator[tuple[Any, str, float]]:
    """How many blocks go off a thing, told by what stays or by how large it is then."""
    every = replace(node.ref, quantifier="all")
    if isinstance(value, Ref) and value.noun == "everything" and value.but is not None:
        yield replace(node, ref=replace(every, but=value.but)), "count", 0.0
    elif isinstance(value, (Size, Thing)):
        sizes = (value,) if isinstance(value, Size) else value.sizes
        if len(sizes) == 1 and sizes[0].dimension != "blocks":
            yield (
                Resize(whole, sizes[0], side=node.side if node.side not in ("up", "down") else None),
                "size",
                0.0,
            )
        elif isinstance(value, Thing) and value.shape in ("block", "one") and (value.count or sizes):
            yield replace(node, number=value.count or sizes[0].number, ref=whole), "count", 0.0
    elif isinstance(value, At) and value == At(level=value.level) and value.level:
        yield Resize(whole, Size("high", value.level)), "size", 0.1
    elif isinstance(value, Reply) and value.word == "all":
        yield replace(node, ref=every), "count", 0.0


def _with_what_stays(node: Any, value: Keep) -> Iterator[tuple[Any, str, float]]:
    """ "Leave two", "keep the lowest": all the others go."""
    if not isinstance(node, Remove):
        return
    kept = value.ref
    if kept.noun == "one" and kept.number and not kept.limits:
        kept = replace(kept, noun="block", quantifier="the", limits=(Extreme("down"),))
    whole = _counted_whole(node)
    if whole is not None:
        yield replace(node, ref=replace(node.ref, quantifier="all", but=kept)), "count", 0.0
    elif node.ref.but is None:
        yield replace(node, ref=replace(node.ref, quantifier="all", but=kept)), "which", 0.3
