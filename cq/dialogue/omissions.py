"""Omissions: a colour or a number that an instruction leaves out, where the last one may be meant again.

"Stack five purple blocks in the middle, then stack four blocks in front of them": the four may be purple too.
Whether they are is a habit of the speaker; see `cq.Speaker`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from cq.dialogue.asking import question_head
from cq.language.asked import ClarifyingQuestion
from cq.language.program import Command, Make, Program, Ref, Resize, Thing, parts
from cq.reading.understand import CHEAPER, Understanding
from cq.semantics.choices import Hole

Kind = Literal["colour", "number"]
KINDS: tuple[Kind, ...] = ("colour", "number")
_OF_HOLE: dict[str, Kind] = {"colour": "colour", "count": "number", "size": "number"}


@dataclass(frozen=True)
class Omission:
    """Something that is left out: its kind, the words for the last one that was named, and the question for
    it.
    """

    kind: Kind
    named: str
    question: ClarifyingQuestion


def omissions(understanding: Understanding, asked: Collection[str] = ()) -> list[Omission]:
    """The omissions of a text that is read in full, in the order of its commands; none where no colour or
    number was named before, and none that was `asked` for already.
    """
    if not understanding.reading.is_full:
        return []
    # The cheapest reading may have an open end that makes another one likelier: "stack two blocks behind …".
    results = [result for result in understanding.results if result.reading.is_full]
    cheapest = min(results, key=lambda result: result.reading.cost, default=None)
    if cheapest is not None and cheapest.reading.cost + CHEAPER < understanding.reading.cost:
        understanding = replace(understanding, results=(cheapest,), reading=cheapest.reading)
    program = understanding.reading.program
    found = []
    for hole in _open(understanding, program):
        kind = _OF_HOLE[hole.kind]
        place = _place_of(hole, program)
        named = None if place is None else _named_before(kind, program[:place], program[place])
        head = question_head(hole, understanding)
        if named is not None and head is not None and head not in asked:
            found.append(Omission(kind, named, ClarifyingQuestion(hole.kind, head, (), 1.0, True)))
    return found


def _open(understanding: Understanding, program: Program) -> list[Hole]:
    """The colours and numbers that are open; a thing that gets blocks added has a colour, but they may have
    another.
    """
    holes = list(understanding.open_holes)
    holes += [hole for hole, _, _ in understanding.decisions if hole.field == "colours"]
    holes += [
        Hole("colour", command, "colour")
        for command in program
        if isinstance(command, Resize) and command.dimension == "blocks" and command.colour is None
    ]
    return [hole for hole in dict.fromkeys(holes) if hole.kind in _OF_HOLE]


def _place_of(hole: Hole, program: Program) -> int | None:
    """The index of the command that a hole belongs to, or of the last one that lacks such a value: the thing
    to be made may have been rewritten.
    """
    for place, command in enumerate(program):
        if any(part == hole.owner for part in parts(command)):
            return place
    kind = _OF_HOLE[hole.kind]
    lacking = [
        i for i, command in enumerate(program) if isinstance(command, Make) and _lacks(kind, command.thing)
    ]
    return lacking[-1] if lacking else None


def _lacks(kind: Kind, thing: Thing) -> bool:
    if kind == "colour":
        return not thing.colours
    return not thing.sizes and (thing.count is None or thing.shape != "block")


def _named_before(kind: Kind, before: Sequence[Command], command: Command) -> str | None:
    """The colour or the number that was named last before a command, in words."""
    for earlier in reversed(before):
        if (named := _colour_of(earlier) if kind == "colour" else _number_of(earlier)) is not None:
            return named
    landmark = getattr(getattr(command, "place", command), "landmark", getattr(command, "ref", None))
    colours = landmark.colours if kind == "colour" and isinstance(landmark, Ref) else ()
    return colours[0] if len(colours) == 1 else None


def _colour_of(command: Command) -> str | None:
    colours = command.thing.colours if isinstance(command, Make) else (getattr(command, "colour", None),)
    return colours[0] if len(colours) == 1 and isinstance(colours[0], str) else None


def _number_of(command: Command) -> str | None:
    if isinstance(command, Resize):
        return None if command.more is None else str(command.more)
    thing = getattr(command, "thing", None)
    if not isinstance(thing, Thing):
        return None
    numbers = [size.number for size in thing.sizes if size.number is not None]
    numbers += [thing.count] if thing.count is not None and thing.shape == "block" else []
    return str(numbers[0]) if len(numbers) == 1 and numbers[0] > 1 else None
