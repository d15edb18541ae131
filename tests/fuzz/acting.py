"""Generators of what is done in a world: orders one after the other, and actions of the environment."""

from __future__ import annotations

import json
import math
import random
from contextlib import suppress
from functools import cache
from typing import Any

import numpy as np
from fuzz.generators import fragment, generator

import cq
from cq.errors import CqError
from cq.world import COLOURS

COMMANDS = (
    "Keep",
    "Build",
    "Remove",
    "Move",
    "Paint",
    "Copy",
    "Turn",
    "Put",
    "Swap",
    "Fill",
    "Extend",
    "Is",
    "No,",
)
JOINS = ("", "the", "of the", "on", "next to the", "red", "two", "and", ", then", "between", "instead of")


def random_world(rng: random.Random) -> cq.World:
    """Up to forty blocks on the ground and on each other."""
    heights: dict[tuple[int, int], int] = {}
    blocks = []
    for _ in range(rng.choice([0, 1, 5, 40])):
        place = rng.randint(-5, 5), rng.randint(-5, 5)
        heights[place] = heights.get(place, -1) + 1
        if heights[place] < 9:
            blocks.append((place[0], 63 + heights[place], place[1], rng.choice(COLOURS)))
    return cq.World.parse(blocks)


def is_kept_and_taken_back(talk: cq.Dialogue) -> None:
    """A dialogue is the same after it was written and read. Its turns are taken back."""
    again = cq.Dialogue.from_dict(json.loads(json.dumps(talk.to_dict())))
    assert (again.world, again.transcript) == (talk.world, talk.transcript)
    while talk.turns:
        talk.undo()


def acts_as_it_says(drawn: tuple[cq.World, list[str]]) -> None:
    """Each turn has what its action needs, and all that was said can be kept and taken back."""
    world, texts = drawn
    talk = cq.Dialogue(world)
    for text in texts:
        before = talk.world
        with suppress(CqError):
            turn = talk.answer(text) if talk.turns and talk.question_is_open else talk.say(text)
            assert (turn.question is not None) == (turn.action == "ask")
            if turn.build is not None and turn.action == "build":
                assert np.array_equal(turn.build.grid, talk.world.grid)
                assert before.palette == talk.world.palette
    is_kept_and_taken_back(talk)
    assert talk.world == world


@generator(acts_as_it_says, 5)
def orders_in_worlds(rng: random.Random) -> tuple[cq.World, list[str]]:
    """Orders of fragments of the language in a random world, one after the other."""
    texts = []
    for _ in range(rng.randint(1, 4)):
        parts = [rng.choice(COMMANDS)]
        for _ in range(rng.randint(1, 5)):
            parts += [rng.choice(JOINS), fragment(rng)]
        texts.append(" ".join(part for part in parts if part))
    return random_world(rng), texts


SPACES: dict[str, dict[str, Any]] = {
    "walking": {"discretize": False},
    "steps": {"action_space": "walking"},
    "flying": {"action_space": "flying"},
    "cells": {"action_space": "cells"},
    "older": {"layout": "iglu", "action_space": "continuous"},
}
NO_NUMBERS = (
    math.inf,
    -math.inf,
    math.nan,
    -1,
    10**400,
    3.5,
    None,
    "forward",
    [],
    True,
    np.array(2),
    np.zeros(3),
)


@cache
def _environment(space: str) -> Any:
    import gymnasium

    import cq.env  # noqa: F401 - it registers the ids
    from cq.data import Task

    tower = Task("", [(0, -1, 0, 1), (0, 0, 0, 1)])  # The default tasks need the recordings.
    env = gymnasium.make("cq/SilentBuilder-v0", tasks=tower, **SPACES[space]).unwrapped
    env.reset(seed=1)
    return env


def steps_or_refuses(drawn: tuple[str, list[Any]]) -> None:
    """An action is refused and changes nothing, or leads to an observation of the space."""
    space, actions = drawn
    env = _environment(space)
    for action in actions:
        before = env.step_no
        try:
            seen, reward, *_ = env.step(action)
        except CqError:
            assert env.step_no == before
        else:
            assert env.observation_space.contains(seen)
            assert math.isfinite(float(reward))
            if env.step_no >= env.max_steps:
                env.reset(seed=1)


@generator(steps_or_refuses, 20)
def actions(rng: random.Random) -> tuple[str, list[Any]]:
    """Actions of each space, of some of which a part is exchanged for what is not a number of it."""
    space = rng.choice(list(SPACES))
    env = _environment(space)
    drawn = []
    for _ in range(rng.randint(1, 20)):
        action = env.action_space.sample()
        if isinstance(action, dict) and rng.random() < 0.3:
            action[rng.choice(list(action))] = rng.choice(NO_NUMBERS)
        elif rng.random() < 0.2:
            action = rng.choice((*NO_NUMBERS, {}, {"no": 1}))
        drawn.append(action)
    return space, drawn
