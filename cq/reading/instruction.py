"""The meaning of an instruction in its world with its answers: read once, and kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from cq.language import lexicon
from cq.language.kept import kept_by_text
from cq.language.program import Command, Program
from cq.language.reading import read, reading_as
from cq.language.request import Exchange, Request, is_talk
from cq.language.spoken import Utterance
from cq.reading.answers import Heard, heard
from cq.reading.understand import Understanding
from cq.semantics.memory import MOST_REMEMBERED, Memory
from cq.types import Cell, Grid
from cq.world import Palette, World
from cq.world.grid import PackedGrid


def heard_in(request: Request, world: World, program: Program | None = None) -> Heard:
    """The meaning of a request in a world, after its context. `program` is another reader's program for the
    instruction; None: the rules read it.
    """
    facing = None if world.pose is None else world.pose.facing
    memory = memory_of(request.context, world)
    start = PackedGrid.of(world.grid)
    with lexicon.speaking_of(world.palette):
        text, own = request.instruction, world.palette
        return _heard(
            text, request.exchanges, start, facing, world.recent, own, memory, request.is_instead, program
        )


def memory_of(context: Sequence[Utterance], world: World) -> Memory | None:
    """The memory of the earlier commands, whose worlds `world` remembers; None if it remembers none and there
    was no talk.
    """
    turns, talk = list(context), list[Command]()
    while turns and turns[-1].act != "build":
        speaker, text = turns.pop()
        if speaker == "architect" and is_talk(text):
            talk = [*next(reading.program for reading in read(text) if reading.is_full), *talk]
    known = turns[-1].memory if turns else None
    if known is None and turns and world.past:
        known = Memory(PackedGrid.of(world.past[-1].grid))
    if not talk or (known is not None and not known.program):
        return known
    known = known or Memory(PackedGrid.of(world.grid), recent=world.recent)
    return replace(known, program=(*known.program, *talk))


def remembered(understanding: Understanding | None, before: World, after: World) -> Memory:
    """The memory of a build from one world to another: how it was understood, if it was."""
    start = PackedGrid.of(before.grid)
    if understanding is None:
        return Memory(start)
    built = next(
        (result for result in understanding.results if np.array_equal(result.grid, after.grid)), None
    )
    earlier = understanding.memory or Memory(start, recent=before.recent)
    if built is None or not built.reading.is_full:
        return Memory(start)
    program = (*earlier.program, *built.reading.program)
    if len(program) > MOST_REMEMBERED or (understanding.memory is not None and not earlier.program):
        return Memory(start)
    return replace(earlier, program=program, path=built.outcome.path, restored=_restored(before, after))


def _restored(before: World, world: World) -> tuple[Cell, ...]:
    """The blocks that came back by an undo: the world names them as its latest ones, although they were not
    placed last.
    """
    placed = {(y, x, z) for y, x, z in np.argwhere((world.grid != before.grid) & (world.grid > 0)).tolist()}
    latest = set(world.recent)
    came_back = not latest & placed if placed else not latest <= set(before.recent)
    return world.recent if came_back else ()


def meant(
    text: str,
    exchanges: Sequence[tuple[str, str]],
    start: Grid,
    facing: str | None = None,
    recent: Sequence[Cell] = (),
) -> Understanding | None:
    """The outcomes of a text with its (question, answer) pairs in a start grid; None if an answer is not
    understood.
    """
    asked = tuple(Exchange.of(*exchange) for exchange in exchanges)
    found = _heard(text, asked, PackedGrid.of(start), facing, tuple(recent), lexicon.palette())
    return None if found.unheard else found.understanding


def sure_build(text: str, start: Grid, facing: str | None = None, recent: Sequence[Cell] = ()) -> Grid | None:
    """The sure grid of a text without answers; None if there is none."""
    understanding = meant(text, (), start, facing, recent)
    return None if understanding is None else understanding.grid


@kept_by_text
def _heard(
    text: str,
    exchanges: tuple[Exchange, ...],
    start: PackedGrid,
    facing: str | None,
    recent: tuple[Cell, ...],
    palette: Palette,
    memory: Memory | None = None,
    is_instead: bool = False,
    program: Program | None = None,
) -> Heard:
    assert palette == lexicon.palette()  # A key: another palette has other words.
    with reading_as(text, program):
        return heard(text, exchanges, start.grid, facing, recent, memory, is_instead)
