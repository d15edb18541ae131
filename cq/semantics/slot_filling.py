"""Slot filling: puts pieces of a program where their type fits: a colour into a thing without one, a place
into a command without one, a limit into a reference.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from cq.language import lexicon
from cq.language.antecedents import speaks_of_it, with_antecedent
from cq.language.program import (
    At,
    Beside,
    Check,
    Command,
    Corner,
    Correct,
    Edge,
    End,
    Extreme,
    Joined,
    Keep,
    LevelOf,
    Make,
    Middle,
    OnTop,
    Place,
    Program,
    Ref,
    Remove,
    Reply,
    Resize,
    Several,
    Sides,
    Size,
    State,
    Thing,
    Turn,
    parts,
    slots,
)
from cq.semantics.slots_of_places import counted_whole, ends_of, off
from cq.semantics.slots_of_things import Ways, fitted

MOST_PROGRAMS = 40
"""Most programs with answers that are carried out."""


@dataclass(frozen=True)
class Whole:
    """The size of a thing together with its support."""

    size: Size


@dataclass(frozen=True)
class Filled:
    """A program with an answer in it. `kind` is the hole's kind that the answer filled; a lower `cost` "
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
    """The pieces of an answer without the redundant ones: "not red, take yellow",
    "yes, …", "the blue one, all of it", "a small one, three high", "one on each end"."""
    replies = ("yes", "no", "none", "vague", "all", "unknown")
    other = any(
        isinstance(value, Ref) or (isinstance(value, str) and value in lexicon.colours()) for value in values
    )
    kept = [
        value
        for value in values
        if not (isinstance(value, Keep) and value.ref.noun == "one" and not value.ref.limits and other)
        and not (isinstance(value, Reply) and value.word in replies)
        and value not in (Ref("everything"), Ref("it", True, "each"))
    ]
    if len(kept) > 1:
        kept = [value for value in kept if value != Size("until")]  # "As high as possible, so nine."
    if any(isinstance(value, Keep) for value in kept):  # "Not the green one, the other."
        kept = [
            value
            for value in kept
            if value not in (Reply("other"), Ref("one", False, "the", limits=(State("other"),)))
        ]
    numbers = [value for value in kept if isinstance(value, int)]
    if numbers and Thing(total=True) in kept:
        kept = [value for value in kept if value not in (numbers[0], Thing(total=True))]
        kept.append(Check(thing=Thing(count=numbers[0])))
    if len(kept) > 1 and kept[0] == 1 and is_spread(kept[1]):
        kept = [Thing(each=True, total=True), *kept[1:]]
    told = [value for value in kept if isinstance(value, Place)]
    if len(told) > 1:
        places = _one_place(told)
        cells = all(isinstance(place, At) and place.x is not None and place.z is not None for place in places)
        place = places[0] if len(places) == 1 else Several(places) if cells else Joined(places)
        kept = [*(value for value in kept if not isinstance(value, Place)), place]
    return kept or values


def _one_place(places: Sequence[Place]) -> tuple[Place, ...]:
    """Places of an answer, of which one may refine another: "the north edge, in the middle of it",
    "next to it, on the east side"."""
    edge = next(
        (place for place in places if isinstance(place, Edge) and place.direction and not place.along), None
    )
    middle = Middle(Ref("it"))
    if edge is not None and middle in places:
        return (replace(edge, middle=True), *(place for place in places if place not in (edge, middle)))
    for place in places:
        if isinstance(place, (Beside, End)) and _way(place) is None:
            name = "side" if isinstance(place, Beside) else "direction"
            for other in places:
                if other != place and other == replace(place, **{name: _way(other)}):  # type: ignore[arg-type]
                    return tuple(each for each in places if each != place)
                if other == edge:
                    sided = replace(place, **{name: _way(other)})  # type: ignore[arg-type]
                    return (sided, *(each for each in places if each not in (place, edge)))
    return tuple(places)


def _way(place: Place) -> str | None:
    return getattr(place, "direction", None) or getattr(place, "side", None)


def is_spread(value: Any) -> bool:
    """Whether a value is several places: "on each end", "at both sides"."""
    many = isinstance(value, End) and value.both
    return many or (isinstance(value, Corner) and value.every) or isinstance(value, (Sides, Several))


def filled(program: Program, value: Any) -> Iterator[Filled]:
    """The programs with a piece of an answer in one place where its type fits."""
    said = False
    if isinstance(value, (Correct, Keep)):
        yield Filled((*program, value), "corrected" if isinstance(value, Correct) else "said", 0.2)
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
    """The meanings of a piece of an answer, with their costs: "it" is something that the program
    names, a side of the world or of "it" is a direction, the ends of a thing are its end blocks."""
    names = list(
        dict.fromkeys(part for part in parts(program) if isinstance(part, Ref) and part.noun != "it")
    )
    if isinstance(value, Ref) and value.but is not None and value.noun not in ("one", "it"):
        value = replace(value, but=with_antecedent(value.but, replace(value, but=None)))
    bound = [with_antecedent(value, antecedent) for antecedent in names] if speaks_of_it(value) else [value]
    for i, reading in enumerate(bound):
        yield reading, 0.05 * i
        if isinstance(reading, End) and reading.both:
            yield ends_of(reading.landmark), 0.1
    if isinstance(value, Check) and not value.negative and value.ref in (None, Ref("it")):
        # "So that it is 4 high", "until there are five". A thing counts together with its support.
        for command in program:
            if isinstance(command, Make) and isinstance(command.place, OnTop) and value.size is not None:
                yield Whole(value.size), 0.0
                return
        if value.size is not None:
            yield value.size, 0.0
        elif value.thing is not None and value.thing.count is not None:
            grows = any(isinstance(command, Resize) for command in program)
            yield Size("any", value.thing.count) if grows else value.thing, 0.0
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
    if isinstance(value, (Edge, Beside, End)) and (way := _way(value)):
        yield way, 0.1
    if value == Middle():
        yield Ref("one", quantifier="the", limits=(State("middle"),)), 0.0  # "Which one?" "In the middle."


def within(command: Any, value: Any) -> Ways:
    """A command with the value in one of its parts, the kind of hole it filled, and the cost of the fit."""
    for node, put in slots(command):
        if not (isinstance(node, Ref) and node in parts(value)):  # No thing is beside itself.
            yield from ((put(changed), kind, cost) for changed, kind, cost in _merged(node, value))


def _merged(node: Any, value: Any) -> Ways:
    """A node with a value in it, for each way that their types allow."""
    if isinstance(node, Remove) and node.number is None and (whole := counted_whole(node)) is not None:
        yield from off(node, whole, value)
    if not isinstance(value, Whole):
        yield from fitted(value, node)
    elif (
        isinstance(node, Make)
        and isinstance(node.place, OnTop)
        and not (node.thing.count or node.thing.sizes)
    ):
        colour = node.thing.colours[0] if len(node.thing.colours) == 1 else None
        yield Resize(node.place.landmark, value.size, colour=colour), "size", 0.0
