"""The environment: its options, tasks and actions."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from hypothesis import strategies as st

from cq.data import Task
from eval.faults import values
from eval.faults.inputs.tasks import no_path
from eval.faults.sections import EntryPoint
from eval.faults.tally import check

SPACES = ("walking", "flying", "cells", "human-level", "discrete", "continuous")


def entry_points() -> list[EntryPoint]:
    """The environment."""
    flags = st.fixed_dictionaries(
        {},
        optional={
            "layout": st.one_of(*[st.sampled_from(["gridworld", "iglu"])] * 9, values.scalars),
            "action_space": st.one_of(*[st.sampled_from(SPACES)] * 9, values.scalars),
            "discretize": st.booleans(),
            "select_and_place": st.booleans(),
            "stop": st.booleans(),
            "max_steps": st.one_of(*[st.integers(1, 5)] * 9, values.scalars),
            "tasks": st.one_of(*[st.none()] * 9, values.values),
            "render_size": st.one_of(st.tuples(st.integers(-1, 9), st.integers(-1, 9)), values.scalars),
            "render_mode": st.one_of(st.sampled_from(["rgb_array", "ansi"]), values.scalars),
        },
    )
    actions = st.lists(st.one_of(st.integers(-1, 20), values.values, st.just("sampled")), max_size=6)
    place = st.one_of(
        st.lists(st.floats(-2, 6), min_size=3, max_size=3), st.lists(st.floats(-8, 12), max_size=5)
    )
    hostile = values.worlds.map(no_path)
    starts = values.arguments(values.good_worlds, place, st.none(), values.texts, hostile=hostile)
    return [
        EntryPoint("environments", make, flags, 20),
        EntryPoint("actions", play, st.tuples(st.sampled_from(SPACES), actions), 30),
        EntryPoint("starts of episodes", start, starts, 20),
    ]


def _environment(**options: Any) -> Any:
    from cq.env import SilentBuilder

    return SilentBuilder(**options)


def make(options: dict[str, Any]) -> None:
    """An environment that can be made can be reset and stepped."""
    env = _environment(**options)
    _check_observation(env, env.reset(seed=3)[0])
    _check_observation(env, env.step(env.action_space.sample())[0])


def play(given: tuple[str, list[Any]]) -> None:
    """Actions are carried out, or refused, and then nothing has changed."""
    from cq.errors import InputError

    space, actions = given
    layout = "gridworld" if space in SPACES[:3] else "iglu"
    env = _environment(layout=layout, action_space=space)
    env.action_space.seed(1)
    env.reset(seed=1)
    for action in actions:
        before, steps = env.grid, env.step_no
        try:
            observation, reward, *_ = env.step(
                env.action_space.sample() if isinstance(action, str) else action
            )
        except InputError:
            check(
                np.array_equal(env.grid, before) and env.step_no == steps,
                "a refused action has done something",
            )
            continue
        check(math.isfinite(reward), "no reward")
        _check_observation(env, observation)


def start(given: tuple[Any, Any, Any, str]) -> None:
    """Episodes in given worlds, from given positions."""
    grid, place, options, text = given
    env = _environment(tasks=Task(text, [(0, 63, 0, "red")]))
    env.initialize_world(grid, place)
    _check_observation(env, env.reset(seed=2, options={"task": options} if options else None)[0])


def _check_observation(env: Any, observation: Any) -> None:
    check(env.observation_space.contains(observation), "an observation outside its space")
