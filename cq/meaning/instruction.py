"""What a grounded instruction means with its answers: read once, and kept."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from cq.meaning.answers import Heard, heard
from cq.meaning.geometry import Cell
from cq.meaning.obstacles import Obstacle, obstacles_of
from cq.meaning.phrases import Phrase, phrases_of, unread_phrases
from cq.meaning.understand import Understanding
from cq.world.grid import SHAPE, Grid

if TYPE_CHECKING:
    from cq.meaning.grounded import GroundedInstruction


def heard_of(instruction: GroundedInstruction) -> Heard:
    """What an instruction means with the answers about it."""
    request, world = instruction.request, instruction.world
    exchanges = tuple((one.question, one.answer) for one in request.exchanges)
    return _heard(request.instruction, exchanges, _key(world.grid), facing_of(instruction), world.recent)


def understanding_of(instruction: GroundedInstruction) -> Understanding | None:
    """The outcomes of an instruction with its answers; None if its last answer is not understood."""
    found, last = heard_of(instruction), len(instruction.request.exchanges) - 1
    return None if last in found.unheard else found.understanding


def obstacles_in(instruction: GroundedInstruction) -> tuple[Obstacle, ...]:
    """What keeps an instruction with its answers from being carried out. A last answer that is not understood
    is the last obstacle.
    """
    found, exchanges = heard_of(instruction), instruction.request.exchanges
    known = obstacles_of(found.understanding, found.instruction)
    if len(exchanges) - 1 not in found.unheard:
        return known
    answer = exchanges[-1].answer
    return (*known, Obstacle("unread", "action", answer, f"I did not understand “{answer}”"))


def phrases_in(instruction: GroundedInstruction) -> tuple[Phrase, ...]:
    """The noun phrases of an instruction with its answers."""
    found, world = heard_of(instruction), instruction.world
    meant, reading = found.understanding, found.understanding.reading
    known = phrases_of(reading.program, meant.decisions, reading.words_of, world, found.facing)
    return (*known, *unread_phrases(reading, world))


def facing_of(instruction: GroundedInstruction) -> str | None:
    """Where the builder looks, None if nobody knows."""
    pose = instruction.world.pose
    return None if pose is None else pose.facing


def meant(
    text: str,
    exchanges: Sequence[tuple[str, str]],
    start: Grid,
    facing: str | None = None,
    recent: Sequence[Cell] = (),
) -> Understanding | None:
    """The outcomes of a text with its (question, answer) pairs in a start grid (9, 11, 11); None if one of
    the answers is not understood.
    """
    found = _heard(text, tuple(exchanges), _key(start), facing, tuple(recent))
    return None if found.unheard else found.understanding


def sure_build(text: str, start: Grid, facing: str | None = None, recent: Sequence[Cell] = ()) -> Grid | None:
    """The grid that a text without answers is sure to mean; None if there is none."""
    understanding = meant(text, (), start, facing, recent)
    return None if understanding is None else understanding.grid


def _key(grid: Grid) -> bytes:
    return np.ascontiguousarray(grid, np.int8).tobytes()


@lru_cache(maxsize=512)
def _heard(
    text: str,
    exchanges: tuple[tuple[str, str], ...],
    blocks: bytes,
    facing: str | None,
    recent: tuple[Cell, ...],
) -> Heard:
    start: Grid = np.frombuffer(blocks, np.int8).reshape(SHAPE)
    return heard(text, exchanges, start, facing, recent)
