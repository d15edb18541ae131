"""Synthetic tasks of all kinds, in the words and forms that people use."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import numpy as np

from cq.building.example import BuildingExample
from cq.building.model.trajectory import MAX_ACTIONS
from cq.building.synthetic.frames import framed, joined
from cq.building.synthetic.kinds import ALL_TEMPLATES, SENTENCE_KINDS
from cq.building.synthetic.nothing import nothing_to_do_task
from cq.building.synthetic.scene import Edits, SyntheticScene
from cq.building.synthetic.sentences import Template, random_sentence, sentence_of
from cq.building.synthetic.tasks import FACING_SHARE, STATED_SHARE, random_world
from cq.building.synthetic.worlds import structured_world
from cq.errors import InputError
from cq.world.directions import COMPASS
from cq.world.grid import Grid

STRUCTURED_SHARE = 0.65
"""The share of tasks that start in a world of separate structures."""

LATER_FRAMED = 0.2
"""How often a later sentence may be polite or chatty too."""

NOTHING_SHARE = 0.035
"""The share of tasks that ask for nothing, or for something with what is not there."""

TRIES_PER_WORLD = 40


def mixed_task(
    rng: random.Random,
    start: Grid | None = None,
    max_sentences: int = 3,
    templates: Sequence[Template] = ALL_TEMPLATES,
) -> BuildingExample:
    """A task of one to `max_sentences` sentences of any kind, in a given world or a random one.

    At most `MAX_ACTIONS` actions lead from its start to its target. These are equal in a small share of the
    tasks (`nothing_to_do_task`), and differ in the others.
    """
    if rng.random() < NOTHING_SHARE:
        return nothing_to_do_task(rng, start)
    return _task(rng, start, max_sentences, lambda scene: random_sentence(scene, templates))


def task_of_kind(rng: random.Random, kind: str) -> BuildingExample:
    """A task of one sentence of a kind in `SENTENCE_KINDS`, or "nothing" (`nothing_to_do_task`). Raises
    `InputError` for another kind.
    """
    if kind == "nothing":
        return nothing_to_do_task(rng)
    if kind not in SENTENCE_KINDS:
        raise InputError(
            f"no kind of sentence is named {kind!r}; there are nothing, {', '.join(SENTENCE_KINDS)}"
        )

    def sentence(scene: SyntheticScene) -> tuple[str, Edits] | None:
        tries = (sentence_of(rng.choice(SENTENCE_KINDS[kind]), scene) for _ in range(TRIES_PER_WORLD))
        return next((found for found in tries if found), None)

    return _task(rng, None, 1, sentence)


def templates_without(*kinds: str) -> tuple[Template, ...]:
    """All templates but those of some kinds, to measure what these are worth."""
    left_out = {template for kind in kinds for template in SENTENCE_KINDS[kind]}
    return tuple(template for template in ALL_TEMPLATES if template not in left_out)


def _task(
    rng: random.Random,
    start: Grid | None,
    max_sentences: int,
    sentence: Callable[[SyntheticScene], tuple[str, Edits] | None],
) -> BuildingExample:
    """A task whose sentences a function gives; a new one is drawn until it fits."""
    while True:
        world = start if start is not None else _random_start(rng)
        grid, last_block = np.array(world), None
        texts: list[str] = []
        facing = rng.choice(COMPASS) if rng.random() < FACING_SHARE else None
        for _ in range(rng.randint(1, max_sentences)):
            said = sentence(SyntheticScene(rng, grid, last_block, facing))
            if said is None:
                break
            text, edits = said
            if num_actions(world, _edited(grid, edits)) > MAX_ACTIONS:
                break
            grid = _edited(grid, edits)
            placed = [cell for cell, colour in edits.items() if colour]
            last_block = placed[0] if len(placed) == 1 else None
            texts.append(framed(rng, text) if not texts or rng.random() < LATER_FRAMED else text)
        if texts and not np.array_equal(grid, world):
            if facing and rng.random() < STATED_SHARE:
                texts[0] = f"{rng.choice(('facing', 'looking', 'face'))} {facing}, {texts[0]}"
            return BuildingExample(joined(rng, texts), world, grid, facing=facing)


def num_actions(start: Grid, target: Grid) -> int:
    """How many actions lead from one grid to another: a break and a placement where the colour changes."""
    changed = start != target
    return int(np.count_nonzero(changed & (start > 0)) + np.count_nonzero(changed & (target > 0)))


def _random_start(rng: random.Random) -> Grid:
    return structured_world(rng) if rng.random() < STRUCTURED_SHARE else random_world(rng)


def _edited(grid: Grid, edits: Edits) -> Grid:
    edited = np.array(grid)
    for cell, colour in edits.items():
        edited[cell] = colour
    return edited
