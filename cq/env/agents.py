"""Agents that play episodes: at random, with the target in view, and from the words alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol, cast

import numpy as np
import numpy.typing as npt

from cq.env.cell_controls import STOP as CELLS_STOP
from cq.env.cell_controls import cell_actions
from cq.env.controls import STOP
from cq.env.environment import SilentBuilder
from cq.env.planning import plan
from cq.types import Grid


class Agent(Protocol):
    """An agent. It is told of each episode's start, and then asked for an action for each observation."""

    def begin(self, env: SilentBuilder, observation: dict[str, Any], seed: int) -> None:
        """An episode begins with `observation`."""

    def act(self, observation: dict[str, Any]) -> Any:
        """An action of the environment's space."""


class RandomAgent:
    """Samples the action space, without the stop: it plays to the last step."""

    def begin(self, env: SilentBuilder, observation: dict[str, Any], seed: int) -> None:
        self._space = env.action_space
        self._space.seed(seed)

    def act(self, observation: dict[str, Any]) -> Any:
        action = self._space.sample()
        while _stops(action):
            action = self._space.sample()
        return action


def _stops(action: Any) -> bool:
    """Whether an action of any of the spaces ends the episode."""
    if isinstance(action, dict):
        return bool(action.get("stop", 0))
    return bool(np.ravel(action)[0] == (STOP if np.ndim(action) == 0 else CELLS_STOP))


class PlanningAgent:
    """Makes a plan to a goal world at the begin of an episode, carries it out and stops.

    The environment must have `stop`, and `select_and_place`, and be "walking", "flying" or "cells".
    `intended` is the goal world of the episode.
    """

    intended: npt.NDArray[np.integer]

    def goal(self, env: SilentBuilder) -> npt.NDArray[np.integer]:
        """The world (9, 11, 11) to build."""
        raise NotImplementedError

    def begin(self, env: SilentBuilder, observation: dict[str, Any], seed: int) -> None:
        self.intended = self.goal(env)
        self._actions = self._plan(env, self.intended)

    def act(self, observation: dict[str, Any]) -> Any:
        return next(self._actions)

    def _plan(self, env: SilentBuilder, goal: npt.NDArray[np.integer]) -> Iterator[Any]:
        if env.action_space_name == "cells":
            yield from cell_actions(env.grid.astype(np.int8), cast(Grid, goal))
            return
        flies = env.action_space_name == "flying"
        actions = plan(env.body, goal, space="flying" if flies else "walking").actions
        if not flies:
            yield from (*actions, STOP)
            return
        for action in actions:
            yield action | {"stop": 0}
        still = {"movement": np.zeros(3, np.float32), "camera": np.zeros(2, np.float32)}
        yield still | {"inventory": 0, "placement": 0, "stop": 1}


class GoalAgent(PlanningAgent):
    """Builds a given world (9, 11, 11), whatever the task says."""

    def __init__(self, goal: npt.NDArray[np.integer]) -> None:
        self._goal = goal

    def goal(self, env: SilentBuilder) -> npt.NDArray[np.integer]:
        return self._goal


class Oracle(PlanningAgent):
    """Knows the target: the upper bound of a plan."""

    def goal(self, env: SilentBuilder) -> npt.NDArray[np.integer]:
        return env.task.target_grid


class BuildAgent(PlanningAgent):
    """Reads the task's text, and builds the result of `cq.build`."""

    def goal(self, env: SilentBuilder) -> npt.NDArray[np.integer]:
        from cq.api import build

        return build(env.task.instruction, env.grid.astype(np.int8)).grid
