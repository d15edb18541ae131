"""What a grounded instruction means with its answers: read once, and kept."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from cq.language.instruction import GroundedInstruction
from cq.language.tokens import tokenize
from cq.language.vocabulary import ASKED
from cq.meaning.answers import heard
from cq.meaning.geometry import Cell
from cq.meaning.obstacles import Obstacle, obstacles_of
from cq.meaning.phrases import Phrase, phrases_of
from cq.meaning.understand import Understanding, understand
from cq.world.grid import SHAPE, Grid


def understanding_of(instruction: GroundedInstruction) -> Understanding | None:
    """The outcomes of an instruction with its answers; None if an answer is not read, or fits nowhere."""
    request, world = instruction.request, instruction.world
    exchanges = tuple((one.question, one.answer) for one in request.exchanges)
    facing = None if world.pose is None else world.pose.facing
    return meant(request.instruction, exchanges, world.grid, facing, world.recent)


def obstacles_in(instruction: GroundedInstruction) -> tuple[Obstacle, ...]:
    """What keeps an instruction with its answers from being carried out. An answer that is not understood is
    the last obstacle, besides those of the instruction without it.
    """
    found, count = as_far_as_heard(instruction)
    request = instruction.request
    unheard = [
        Obstacle("unread", "action", one.answer, f"I did not understand “{one.answer}”")
        for one in request.exchanges[count : count + 1]
    ]
    return (*obstacles_of(found, request.instruction), *unheard)


def phrases_in(instruction: GroundedInstruction) -> tuple[Phrase, ...]:
    """The noun phrases of an instruction with its answers."""
    found, _ = as_far_as_heard(instruction)
    return phrases_of(found.reading.program, found.decisions, found.reading.words_of, instruction.world)


def as_far_as_heard(instruction: GroundedInstruction) -> tuple[Understanding, int]:
    """The outcomes of an instruction with as many first answers as are understood, and how many."""
    request, world = instruction.request, instruction.world
    exchanges = [(one.question, one.answer) for one in request.exchanges]
    facing = None if world.pose is None else world.pose.facing
    for count in range(len(exchanges), -1, -1):
        found = meant(request.instruction, exchanges[:count], world.grid, facing, world.recent)
        if found is not None:
            return found, count
    raise AssertionError("an instruction without answers always has an understanding")


def meant(
    text: str,
    exchanges: Sequence[tuple[str, str]],
    start: Grid,
    facing: str | None = None,
    recent: Sequence[Cell] = (),
) -> Understanding | None:
    """The outcomes of a text with its (question, answer) pairs in a start grid (9, 11, 11)."""
    blocks = np.ascontiguousarray(start, np.int8).tobytes()
    return _meant(text, tuple(exchanges), blocks, facing, tuple(recent))


@lru_cache(maxsize=512)
def _meant(
    text: str,
    exchanges: tuple[tuple[str, str], ...],
    blocks: bytes,
    facing: str | None,
    recent: tuple[Cell, ...],
) -> Understanding | None:
    start: Grid = np.frombuffer(blocks, np.int8).reshape(SHAPE)
    if not exchanges:
        return understand(text, start, facing, recent)
    asked = [(question, answer, _kinds(question)) for question, answer in exchanges]
    return heard(text, asked, start, facing, recent)


def _kinds(question: str) -> frozenset[str]:
    """The kinds of hole that a question in words asks about; what follows a colon are its options."""
    return frozenset(kind for token in tokenize(question.split(":")[0]) for kind in ASKED.get(token.text, ()))


def sure_build(text: str, start: Grid, facing: str | None = None, recent: Sequence[Cell] = ()) -> Grid | None:
    """The grid that a text without answers is sure to mean; None if there is none."""
    understanding = meant(text, (), start, facing, recent)
    return None if understanding is None else understanding.grid
