"""Orders that are said while something is asked about another one, and take its place."""

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

MOST_READINGS = 4
LOOSE = 2.0
"""What a command costs that is no instruction of its own: "yellow" for "a yellow block"."""
_BACK = (Again, Check, Correct, Free)
"""Commands that reach back."""
_NO_ORDERS = (Again, Check, Correct, Free, Keep, Look, Redo, Turn, Undo)
"""Commands that mean nothing alone."""
_NAMING = (Copy, Make, Move, Recolour, Remove, Resize)
"""Commands that name a thing, of which those behind them may speak."""
_LEAVING = (Keep(Ref("it")), Keep(Ref("it", True)), Keep(Ref("everything")), Remove(Ref("it")))
"""What is said of things that are not asked about any more."""
_ANY = ("one", "block", "it", "structure", "everything", "part")
"""Nouns that may mean things of all kinds."""


def orders_of_their_own(text: str) -> list[Reading]:
    """The readings of a text as an instruction of its own, none if it speaks of what was said before."""
    full = [one for one in read(text)[:MOST_READINGS] if one.is_full and one.cost < LOOSE * len(one.program)]
    found = [(one, said_instead(one.program)) for one in full]
    return [
        Reading(program, one.cost, one.tokens, one.parts)
        for one, program in found
        if program
        and not isinstance(program[0], _BACK)
        and not all(isinstance(one, _NO_ORDERS) for one in program)
        and not any(_speaks_back(program[:i], command) for i, command in enumerate(program))
    ]


def said_instead(program: Program) -> Program:
    """A program without what only drops another: "no, leave them; rather remove the red one"."""
    if len(program) > 1 and program[0] in _LEAVING:
        program = program[1:]
    first = program[0] if program else None
    if isinstance(first, Correct) and isinstance(first.value, Command):
        return (first.value, *program[1:])
    return program


def is_another(answer: str, order: Program, asked: Program) -> bool:
    """Whether an answer that is read as an order is about other things than those that are asked about, or
    does something else with them.
    """
    order = tuple(one for one in order if not isinstance(one, _NO_ORDERS))
    if any(_is_akin(order[0], command) for command in asked):
        return False
    # "Take the blue tower" may tell which tower is meant.
    says_so = isinstance(read(answer)[0].program[0], Correct) and not isinstance(order[0], Remove)
    return says_so or all(isinstance(one, Command) for one in read(answer, "Answer")[0].program)


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
    """Whether a command speaks of what nothing before it in its program can be."""
    return speaks_of_it(command) and not any(isinstance(one, _NAMING) for one in before)
