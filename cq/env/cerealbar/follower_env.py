"""`FollowerEnv`: the Gymnasium environment of a follower with a given leader."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np

from cq.arrays import is_integer
from cq.env.cerealbar.game_map import GameMap, random_map
from cq.env.cerealbar.pictures import draw_svg, draw_text
from cq.env.cerealbar.players import Agent, PlanningLeader
from cq.env.cerealbar.rules import Action, Player, State, new_game, transition
from cq.env.cerealbar.sights import View, observation_space, observe
from cq.errors import InputError, excerpt

VIEWS = ("full", "first person")
RENDER_MODES = ("ansi", "svg")


class FollowerEnv(gymnasium.Env[dict[str, Any], int]):
    """Follow the instructions of `leader`, which plays its turns by itself (None: a `PlanningLeader`).

    Actions: 0 forward, 1 back, 2 right, 3 left, 4 done with the instruction. A move that the state does not
    define changes nothing and costs no step, as in the paper's appendix A; the info then has `refused`.
    Observations: see `cq.env.cerealbar.sights.observe`, with `view` "first person" or "full".
    Reward: the points since the last action, of both players. An episode is a game; it is truncated after
    `max_steps` actions. `game_map` None draws a new map for each game.
    """

    metadata: dict[str, Any] = {"render_modes": [*RENDER_MODES], "render_fps": 4}  # noqa: RUF012

    def __init__(
        self,
        *,
        leader: Agent | None = None,
        view: View = "first person",
        game_map: GameMap | None = None,
        max_steps: int = 2_000,
        render_mode: str | None = None,
    ) -> None:
        check_options(view, max_steps, render_mode)
        self.view, self.max_steps, self.render_mode = view, int(max_steps), render_mode
        self._leader: Agent = PlanningLeader() if leader is None else leader
        self._map = game_map
        self.observation_space = observation_space()
        self.action_space = gymnasium.spaces.Discrete(len(Action))  # type: ignore[assignment]
        self._state: State | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a game. `options` may have a `map` for this game alone."""
        super().reset(seed=seed)
        own = int(self.np_random.integers(2**31))
        self._state = begin_game(self._map, own, options)
        self._taken = 0
        self._leader.begin(self._state, own)
        self._lead()
        return observe(self.state, Player.FOLLOWER, self.view), self._info(refused=False)

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Carry out one action. Raises `InputError` for an action that is not in the space, and before the
        first `reset`.
        """
        before = self.state
        # The space's own check takes as long as the rest of the step.
        if not isinstance(action, (int, np.integer)) or not 0 <= action < len(Action):
            raise InputError(f"action {excerpt(action)} is not in the space; give 0 to {len(Action) - 1}")
        self._taken += 1
        try:
            self._state, refused = transition(before, int(action)), False
        except InputError:
            refused = True
        if not self.state.player:
            self._lead()
        after = self.state
        truncated = not after.is_over and self._taken >= self.max_steps
        observation = observe(after, Player.FOLLOWER, self.view)
        return observation, float(after.score - before.score), after.is_over, truncated, self._info(refused)

    def render(self) -> Any:
        """The board as text, or with render mode "svg" as a picture."""
        return draw(self.state, self.render_mode)

    @property
    def state(self) -> State:
        """The state of the game. Raises `InputError` before the first game."""
        if self._state is None:
            raise InputError("no game has begun; call reset() first")
        return self._state

    def _lead(self) -> None:
        """The leader's turns, until the follower has one or the game is over."""
        while self.state.player == Player.LEADER and not self.state.is_over:
            self._state = transition(self.state, self._leader.act(self.state))

    def _info(self, refused: bool) -> dict[str, Any]:
        return {"score": self.state.score} | ({"refused": True} if refused else {})


def begin_game(game_map: GameMap | None, seed: int, options: Mapping[str, Any] | None) -> State:
    """The start of an environment's game, on `options["map"]`, else on `game_map`, else on a random map."""
    if not isinstance(options or {}, Mapping) or not set(options or {}) <= {"map"}:
        raise InputError(f"reset has no options {excerpt(options)}; it knows {{'map': a GameMap}}")
    chosen = (options or {}).get("map", game_map)
    return new_game(random_map(seed) if chosen is None else chosen, seed)


def check_options(view: str, max_steps: int, render_mode: str | None) -> None:
    """Raise `InputError` for an option that the environments do not have."""
    if view not in VIEWS:
        raise InputError(f"view is {excerpt(view)}; give 'full' or 'first person'")
    if not is_integer(max_steps) or max_steps < 1:
        raise InputError(f"max_steps is {excerpt(max_steps)}; give a whole number of at least 1")
    if render_mode not in (None, *RENDER_MODES):
        raise InputError(f"render_mode is {excerpt(render_mode)}; give 'ansi', 'svg' or None")


def draw(state: State, render_mode: str | None) -> str:
    """The drawing of a render mode. Raises `InputError` for None."""
    if render_mode is None:
        raise InputError("make the environment with render_mode='ansi' or 'svg' to render it")
    return draw_svg(state) if render_mode == "svg" else draw_text(state)
