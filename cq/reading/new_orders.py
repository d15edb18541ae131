"""Orders that come while a question about another order is open, and replace that order."""

from __future__ import annotations

from cq.language.antecedents import speaks_of_it
from cq.language.program import (
    Again,
    Check,
    Command,
    Copy,
    Correct,
    Free,
    Keep,
    Look,
    Make,
    Move,
    Program,
    Recolour,
    Redo,
    Ref,
    Remove,
    Resize,
    Turn,
    Undo,
)
from cq.language.reading import Reading, read
from cq.reading.answer_pieces import MOST_READINGS

LOOSE = 2.0
"""The cost of a command that is not an instruction of its own: "yellow" for "a yellow block"."""
_BACK = (Again, Check, Correct, Free)
"""Commands about earlier ones."""
_NO_ORDERS = (Again, Check, Correct, Free, Keep, Look, Redo, Turn, Undo)
"""Commands that mean nothing alone."""
_NAMING = (Copy, Make, Move, Recolour, Remove, Resize)
"""Commands that name a thing, to which later ones may refer."""
_LEAVING = (Keep(Ref("it")), Keep(Ref("it", True)), Keep(Ref("everything")), Remove(Ref("it")))
"""Commands that drop the things of an open question."""
_ANY = ("one", "block", "it", "structure", "everything", "part")
"""Nouns that may mean things of all kinds."""


def orders_of_their_own(text: str) -> list[Reading]:
    """The readings of a text as an instruction of its own, none if it refers to earlier text."""
    full = [
        reading
        for reading in read(text)[:MOST_READINGS]
        if reading.is_full and reading.cost < LOOSE * len(reading.program)
    ]
    found = [(reading, said_instead(reading.program)) for reading in full]
    return [
        Reading(program, reading.cost, reading.tokens, reading.parts)
        for reading, program in found
        if program
        and not isinstance(program[0], _BACK)
        and not all(isinstance(command, _NO_ORDERS) for command in program)
        and not any(_speaks_back(program[:i], command) for i, command in enumerate(program))
    ]


def said_instead(program: Program) -> Program:
    """A program without the part that only drops another: "no, leave them; rather remove the red one"."""
    if len(program) > 1 and program[0] in _LEAVING:
        program = program[1:]
    first = program[0] if program else None
    if isinstance(first, Correct) and isinstance(first.value, Command):
        return (first.value, *program[1:])
    return program


def is_another(answer: str, order: Program, asked: Program) -> bool:
    """Whether an answer that is read as an order is about other things than the order `asked` about, or does
    something else with them.
    """
    order = tuple(command for command in order if not isinstance(command, _NO_ORDERS))
    if any(_is_akin(order[0], command) for command in asked):
        return False
    # "Take the blue tower" may tell which tower is meant.
    says_so = isinstance(read(answer)[0].program[0], Correct) and not isinstance(order[0], Remove)
    return says_so or all(isinstance(piece, Command) for piece in read(answer, "Answer")[0].program)


def _is_akin(new: Command, old: Command) -> bool:
    if isinstance(new, Remove) != isinstance(old, Remove):
        return False
    (noun, colours), (other, others) = _about(new), _about(old)
    return (noun == other or noun in _ANY or other in _ANY) and (
        colours == others or not colours or not others
    )


def _about(command: Command) -> tuple[str, tuple[str, ...]]:
    """The kind and the colours of the thing that a command is about."""
    ref, thing = getattr(command, "ref", None), getattr(command, "thing", None)
    if isinstance(ref, Ref):
        return ref.noun, ref.colours
    return ("it", ()) if thing is None else (thing.shape, thing.colours)


def _speaks_back(before: Program, command: Command) -> bool:
    """Whether a command refers to something that no command before it in its program names."""
    return speaks_of_it(command) and not any(isinstance(earlier, _NAMING) for earlier in before)
