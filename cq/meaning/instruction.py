"""What an instruction means in its world with its answers: read once, and kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np

from cq.language.request import DONE, NEVER_MIND, Request, Turns, read_request
from cq.meaning.answers import Heard, heard
from cq.meaning.memory import MOST_REMEMBERED, Memory
from cq.meaning.understand import Understanding
from cq.types import Cell, Grid
from cq.world import World
from cq.world.grid import PackedGrid


def heard_in(request: Request, world: World) -> Heard:
    """What a request means in a world, after what was said before it."""
    exchanges = tuple((one.question, one.answer) for one in request.exchanges)
    facing = None if world.pose is None else world.pose.facing
    memory = memory_of(request.context, world)
    is_instead = request.context[-1:] == (("builder", NEVER_MIND),)
    return _heard(
        request.instruction, exchanges, PackedGrid.of(world.grid), facing, world.recent, memory, is_instead
    )


def memory_of(context: Turns, world: World) -> Memory | None:
    """What was said and done before, of which the world remembers the worlds; None if it remembers none."""
    turns = list(context)
    while turns and not (turns[-1][0] == "builder" and turns[-1][1].startswith(DONE)):
        turns.pop()
    if len(turns) < 2 or not world.past:
        return None
    before = replace(world.past[-1], past=world.past[:-1])
    known = heard_in(read_request(turns[-2][1], tuple(turns[:-2])), before).understanding
    built = next((one for one in known.results if np.array_equal(one.grid, world.grid)), None)
    earlier = known.memory or Memory(PackedGrid.of(before.grid), recent=before.recent)
    if built is None or not built.reading.is_full:
        return Memory(PackedGrid.of(before.grid))
    program = (*earlier.program, *built.reading.program)
    if len(program) > MOST_REMEMBERED or (known.memory is not None and not earlier.program):
        return Memory(PackedGrid.of(before.grid))
    return replace(earlier, program=program, path=built.outcome.path)


def meant(
    text: str,
    exchanges: Sequence[tuple[str, str]],
    start: Grid,
    facing: str | None = None,
    recent: Sequence[Cell] = (),
) -> Understanding | None:
    """The outcomes of a text with its (question, answer) pairs in a start grid; None if one of
    the answers is not understood.
    """
    found = _heard(text, tuple(exchanges), PackedGrid.of(start), facing, tuple(recent))
    return None if found.unheard else found.understanding


def sure_build(text: str, start: Grid, facing: str | None = None, recent: Sequence[Cell] = ()) -> Grid | None:
    """The grid that a text without answers is sure to mean; None if there is none."""
    understanding = meant(text, (), start, facing, recent)
    return None if understanding is None else understanding.grid


@lru_cache(maxsize=512)
def _heard(
    text: str,
    exchanges: tuple[tuple[str, str], ...],
    start: PackedGrid,
    facing: str | None,
    recent: tuple[Cell, ...],
    memory: Memory | None = None,
    is_instead: bool = False,
) -> Heard:
    return heard(text, exchanges, start.grid, facing, recent, memory, is_instead)
