"""Synthetic tasks: programs sampled as people use the language, with their words and outcomes.

A program is drawn command by command, in a world with the structures that it refers to, and kept if it has
one sure outcome. Its words are those of the rules that drew it; few of these texts are read otherwise.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from cq.building.example import BuildingExample
from cq.building.model.trajectory import MAX_ACTIONS
from cq.building.synthetic.noise import disturbed
from cq.building.synthetic.worlds import structured_world
from cq.language.program import Program, Ref, Turn, parts
from cq.language.sampling import sample
from cq.language.say import spaced
from cq.semantics.choices import Choices, Failure
from cq.semantics.execute import carried_out
from cq.semantics.scene import Scene
from cq.types import Cell, Grid
from cq.world.directions import COMPASS
from cq.world.palette import COLOURS

NUM_COMMANDS = (1,) * 9 + (2,) * 7 + (3,) * 4
FACING_SHARE = 0.5
"""The share of tasks in which the direction of the builder's look is known."""
STATED_SHARE = 0.4
"""The share of instructions that state where to look."""
_SHARES = {
    "Make": (60, 50),
    "Remove": (24, 18),
    "Replace": (8, 5),
    "Fill": (2, 3),
    "Connect": (2, 3),
    **dict.fromkeys(("Recolour", "Move", "Copy", "Resize"), (1, 4)),
    **dict.fromkeys(("Mirror", "Rotate", "Swap"), (0, 1)),
}
"""The shares of the kinds of commands, as in recorded rows, but with more of the rare ones."""
KINDS = (*_SHARES,)
COMMON, SHARES = zip(*_SHARES.values(), strict=True)
LONG = 12
"""Words of a command; a part of the shorter ones, which succeed more often, is dropped."""
LARGE = 3
"""Cells that change; a part of the commands that change fewer is dropped."""
NOTHING_SHARE = 0.035
"""The share of tasks that refer to a missing structure."""
SURE = 0.75
"""The probability that the outcome must have."""
TRIES = 40
"""Commands tried in one world."""
LINKS = (". ",) * 8 + (
    ", ",
    " and ",
    " then ",
    ". then ",
    ", then ",
    ". next ",
    " and then ",
    ". also ",
    "; ",
)
REPLIES = ("done", "ok", "like this?", "ok, there it is", "what comes next?", "is that right?")
REACTIONS = ("yes", "perfect", "great", "good", "exactly", "nice work")


@dataclass(frozen=True)
class _Said:
    """Commands, each with its words, and the grids before and after each of them."""

    program: Program
    words: tuple[str, ...]
    grids: tuple[Grid, ...]
    facing: str | None
    made: tuple[tuple[Cell, ...], ...] = ()
    """The filled cells, up to each command."""


def synthetic_task(rng: random.Random, start: Grid | None = None, max_sentences: int = 3) -> BuildingExample:
    """A task of one to `max_sentences` commands in a given world, or in a random one, in common words.

    Its target differs from its start.
    """
    return _task(rng, start, max_sentences, common=True)


def mixed_task(rng: random.Random) -> BuildingExample:
    """A task of one to three commands in all of the language, with slips of the hand and manners. A small
    share refers to a missing structure: then the target is the start.
    """
    if rng.random() < NOTHING_SHARE:
        return nothing_to_do_task(rng)
    task = _task(rng, None, 3, common=False)
    return replace(task, instruction=disturbed(rng, task.instruction))


def continued_task(rng: random.Random) -> BuildingExample:
    """A task of one command. The commands before it are its history, and their blocks are in its start world.
    It may refer to the last blocks ("it").
    """
    while True:
        said = _said(rng, None, rng.choice((2, 2, 3)), common=True)
        start, target = said.grids[-2:]
        if len(said.grids) < 3 or isinstance(said.program[0], Turn):
            continue
        history = [turn for words in said.words[:-1] for turn in _turns(rng, words)]
        recent = tuple(cell for cell in said.made[-2] if start[cell])
        return BuildingExample(
            said.words[-1], start, target, facing=said.facing, history=tuple(history), recent=recent
        )


def nothing_to_do_task(rng: random.Random) -> BuildingExample:
    """A task that refers to a missing structure: its target is its start."""
    while True:
        world = structured_world(rng)
        found = sample(rng.choice(("Remove", "Make", "Recolour", "Move")), rng, common=True)
        if found is None or not _refs(found[0]):
            continue
        try:
            carried_out((found[0],), Scene.of(world, Choices(), "north"))
        except Failure as failure:
            if failure.kind == "absent":
                return BuildingExample(spaced(found[1]), world, np.array(world))


def num_actions(start: Grid, target: Grid) -> int:
    """The number of actions from one grid to another: a break and a placement where the colour changes."""
    changed = start != target
    return int(np.count_nonzero(changed & (start > 0)) + np.count_nonzero(changed & (target > 0)))


def _task(rng: random.Random, start: Grid | None, max_commands: int, common: bool) -> BuildingExample:
    said = _said(rng, start, min(max_commands, rng.choice(NUM_COMMANDS)), common)
    return BuildingExample(_joined(rng, said), said.grids[0], said.grids[-1], facing=said.facing)


def _said(rng: random.Random, start: Grid | None, commands: int, common: bool) -> _Said:
    """Commands that can be carried out one after the other, each with a sure outcome and a change."""
    while True:
        facing = rng.choice(COMPASS) if rng.random() < FACING_SHARE else None
        said = _Said((), (), () if start is None else (start,), facing)
        if rng.random() < STATED_SHARE:
            facing = rng.choice(COMPASS)
            said = replace(said, program=(Turn(facing),), words=(f"facing {facing}",), facing=facing)
        for _ in range(commands):
            said = _with_another(rng, said, common) or said
        if len(said.grids) > 1 and not np.array_equal(said.grids[0], said.grids[-1]):
            return said


def _with_another(rng: random.Random, said: _Said, common: bool) -> _Said | None:
    """The commands and one more of a random kind; None if none of a few can be carried out."""
    kind = rng.choices(KINDS, COMMON if common else SHARES)[0]
    for _ in range(TRIES):
        last = said.grids[-1] if said.grids else None
        colours = COLOURS if last is None else [COLOURS[number - 1] for number in np.unique(last[last > 0])]
        found = sample(kind, rng, colours=colours or COLOURS, common=common)
        if found is None or rng.random() * LONG > found[1].count(" ") + 1:
            continue
        program = (*said.program, found[0])
        grids = said.grids or (structured_world(rng, _refs(found[0])),)
        after = _after(program, grids[0], said.facing)
        if after is None or num_actions(grids[0], after[0]) > MAX_ACTIONS:
            continue
        if rng.random() * LARGE >= np.count_nonzero(after[0] != grids[-1]):
            continue
        return _Said(
            program, (*said.words, found[1]), (*grids, after[0]), said.facing, (*said.made, after[1])
        )
    return None


def _after(program: Program, start: Grid, facing: str | None) -> tuple[Grid, tuple[Cell, ...]] | None:
    """The grid after a program, and the cells that it filled; None if it is unsure or fails."""
    choices = Choices()
    scene = Scene.of(start, choices, facing)
    try:
        carried_out(program, scene)
    except (Failure, LookupError, TypeError, ValueError):
        return None  # A program that fails must not end a training of hours.
    return (scene.grid(), tuple(scene.made)) if choices.probability >= SURE else None


def _joined(rng: random.Random, said: _Said) -> str:
    """The words of the commands as one text."""
    text = said.words[0]
    for i, words in enumerate(said.words[1:]):
        turned = i == 0 and isinstance(said.program[0], Turn)
        text += (rng.choice((", ", " ", ", ")) if turned else rng.choice(LINKS)) + words
    return spaced(text)


def _turns(rng: random.Random, text: str) -> list[tuple[str, str]]:
    """The turns about a carried out sentence."""
    turns = [("architect", spaced(text))]
    if rng.random() < 0.4:
        turns.append(("builder", rng.choice(REPLIES)))
        if rng.random() < 0.5:
            turns.append(("architect", rng.choice(REACTIONS)))
    return turns


def _refs(value: Any) -> list[Ref]:
    """All references in a value of a program."""
    return [part for part in parts(value) if isinstance(part, Ref)]
