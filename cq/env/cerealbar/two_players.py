"""`CerealBar`: the PettingZoo AEC environment of both players. It needs the package `pettingzoo`."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

import numpy as np
from gymnasium import spaces

from cq.env.cerealbar.follower_env import RENDER_MODES, begin_game, check_options, draw
from cq.env.cerealbar.game_map import GameMap
from cq.env.cerealbar.rules import Action, Player, State, defined, transition
from cq.env.cerealbar.sights import View, observation_space, observe
from cq.env.observations import CHARACTERS
from cq.errors import InputError, excerpt

if find_spec("pettingzoo") is None:
    raise ImportError("cq.env.cerealbar.two_players needs pettingzoo; run: pip install pettingzoo")

from pettingzoo import AECEnv

INSTRUCT = len(Action)
"""The leader's action that gives an instruction."""
LONGEST_INSTRUCTION = 500
"""Characters."""


class CerealBar(AECEnv):
    """Both players, "leader" and "follower". A player acts until its turn ends.

    The follower's actions are those of `Action`, 0 to 4. The leader's are {"action": 0 to 5, "instruction":
    text}, where 5 gives the instruction. What the state does not define changes nothing and costs no step;
    the player's info then has `refused`. The leader sees everything, the follower by `view`. Both get the
    points as rewards. A game is truncated after `max_steps` actions; without `game_map` it has a new map.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "name": "cerealbar_v0",
        "render_modes": [*RENDER_MODES],
        "render_fps": 4,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        *,
        view: View = "first person",
        game_map: GameMap | None = None,
        max_steps: int = 5_000,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        check_options(view, max_steps, render_mode)
        self.view, self.max_steps, self.render_mode, self._map = view, int(max_steps), render_mode, game_map
        self.possible_agents = [player.name.lower() for player in Player]
        moves = spaces.Discrete(len(Action))
        words = spaces.Text(LONGEST_INSTRUCTION, min_length=0, charset=CHARACTERS)
        leads = spaces.Dict({"action": spaces.Discrete(len(Action) + 1), "instruction": words})
        self.action_spaces: dict[str, Any] = {"leader": leads, "follower": moves}
        self.observation_spaces = {agent: observation_space() for agent in self.possible_agents}
        self._rng = np.random.default_rng()
        self._state: State | None = None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        space: spaces.Space[Any] = self.action_spaces[agent]
        return space

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game. `options` may have a `map` for this game alone."""
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        self._state = begin_game(self._map, int(self._rng.integers(2**31)), options)
        self._taken = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = "leader"

    def observe(self, agent: str) -> dict[str, Any]:
        player = Player(self.possible_agents.index(agent))
        return observe(self.state, player, "full" if player == Player.LEADER else self.view)

    def step(self, action: Any) -> None:
        """An action of the player whose turn it is. Raises `InputError` for one that is not in its space."""
        agent, before = self.agent_selection, self.state
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if not self.action_space(agent).contains(action):
            raise InputError(f"action {excerpt(action)} is not in the space of the {agent}; see action_space")
        self._cumulative_rewards[agent] = 0.0
        self._taken += 1
        chosen = _as_action(action)
        refused = not (chosen.strip() if isinstance(chosen, str) else defined(before)[chosen])
        if not refused:
            self._state = transition(before, chosen)
        after = self.state
        self.rewards = dict.fromkeys(self.agents, float(after.score - before.score))
        truncated = not after.is_over and self._taken >= self.max_steps
        self.terminations = dict.fromkeys(self.agents, after.is_over)
        self.truncations = dict.fromkeys(self.agents, truncated)
        self.infos[agent] = {"refused": True} if refused else {}
        self.agent_selection = after.player.name.lower()
        self._accumulate_rewards()

    def render(self) -> str:
        """The board as text, or with render mode "svg" as a picture."""
        return draw(self.state, self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""

    @property
    def state(self) -> State:  # type: ignore[override]
        """The state of the game. Raises `InputError` before the first game."""
        if self._state is None:
            raise InputError("no game has begun; call reset() first")
        return self._state


def _as_action(action: Any) -> Action | str:
    """The rules' action for an action of one of the spaces."""
    if not isinstance(action, dict):
        return Action(int(action))
    return str(action["instruction"]) if action["action"] == INSTRUCT else Action(int(action["action"]))
