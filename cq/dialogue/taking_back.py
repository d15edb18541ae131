"""Undo said in words: "undo", "go back two steps", "redo", "start over"."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from cq.building import Build, actions_between
from cq.building.plan_changes import certain
from cq.dialogue.asides import DROPPED, NOT_UNCLEAR
from cq.dialogue.history import History
from cq.dialogue.turn import Turn
from cq.language.program import Command, Correct, Program, Redo, Undo
from cq.language.reading import read
from cq.language.rules.follow_ups import FOLLOW_UP
from cq.world import World

LOOSE = 0.5
"""How much more than the cheapest reading one that takes something back may cost."""


def turn_taking_back(text: str, history: History, is_answer: bool = False) -> tuple[int, Turn] | None:
    """The state that a text goes back to, or forth, and the builder's turn; None for other texts. While a
    question is open (`is_answer`), only if no other reading is cheaper.
    """
    readings = read(text)
    most = readings[0].cost + (0 if is_answer else LOOSE)
    programs = [reading.program for reading in readings if reading.is_full and reading.cost <= most]
    ways = [program for program in programs if all(map(_is_step, program))]
    if not ways:
        return None
    state = _state(ways, history)
    if state is None:
        redone = isinstance(ways[0][-1], Redo)
        words = (
            "Nothing was taken back that I could do again." if redone else "There is nothing to take back."
        )
        return history.state, Turn("reply", NOT_UNCLEAR, reply=words)
    return state, _turn(history, state)


def _is_step(command: Command) -> bool:
    """Whether a command goes back to a state, or forth; an undo of some things is an order."""
    return isinstance(command, Redo) or (isinstance(command, Undo) and command.ref is None)


def corrects(text: str) -> bool:
    """Whether a text may correct an earlier one: "I meant the red one", "make it blue instead"."""
    readings = (*read(text), *read(text, FOLLOW_UP))
    return any(
        reading.is_full and reading.program and isinstance(reading.program[0], Correct)
        for reading in readings
    )


def built_from(world: World, turn: Turn, build: Build) -> Turn:
    """The turn with its build and its guess from another world, to the same grids."""

    def moved(build: Build) -> Build:
        actions = tuple(actions_between(world.grid, build.grid, world.palette))
        return replace(build, actions=actions, start=world.grid)

    new, guess = moved(build), turn.guess
    if guess is not None:
        guess = replace(guess, build=new if guess.build is build else moved(guess.build))
    return replace(turn, build=new, guess=guess)


def _state(ways: list[Program], history: History) -> int | None:
    """The state that one of some programs leads to: "put it back" after an undo that removed it is a redo."""
    if history.took_away:
        ways = sorted(ways, key=lambda program: isinstance(program[-1], Undo))
    last = ways[0][-1]
    times = sum(command.steps for command in ways[0] if isinstance(command, (Undo, Redo)))
    if isinstance(last, Redo):
        return history.again(times)
    if not isinstance(last, Undo) or not last.whole:
        found = history.back(times)
        if found is None and times > 1 and history.back(1) is not None:
            return 0  # "Go back three", of two: as far as it goes.
        return history.again(1) if found is None and _began_anew(history) else found
    return 0 if history.state else None


def _began_anew(history: History) -> bool:
    """Whether everything was taken back last: then this can be taken back."""
    ways = (
        []
        if history.jump is None
        else [reading.program for reading in read(history.jump.said) if reading.program]
    )
    return any(isinstance(command, Undo) and command.whole for way in ways for command in way)


def _turn(history: History, state: int) -> Turn:
    """The turn that leads to a state: it repeats the question that is open then, or changes the world
    back.
    """
    before, after = history.world(history.state), history.world(state)
    if history.is_open(state):
        turn = history.steps[state - 1].turn
        return Turn("ask", turn.clarity, turn.question, None, turn.reasons, lambda: turn.questions or [])
    if np.array_equal(before.grid, after.grid):
        return Turn("reply", NOT_UNCLEAR, reply=DROPPED)
    return Turn("build", NOT_UNCLEAR, None, _build(before, after))


def _build(before: World, after: World) -> Build:
    """A build that is known to be meant."""
    palette = after.palette
    actions = tuple(actions_between(before.grid, after.grid, palette))
    plan = certain(after.grid, palette)
    return Build(after.grid, actions, plan, 1.0, start=before.grid, palette=palette)
