"""The interface of old `gym` (before 0.26), for scripts that were written for it.

Replace `import gym` and `import gridworld` (or `import iglu`) by `from cq.env import old_gym as gym`:
`gym.make` then gives an environment whose `reset` returns the observation alone, and whose `step` returns
(observation, reward, done, info).
"""

from __future__ import annotations

from typing import Any

import gymnasium
from gymnasium import spaces

from cq.env.registration import register_ids

__all__ = ["OldGymEnv", "make", "spaces"]


class OldGymEnv:
    """An environment with the old interface. All else is passed on to it, such as `set_task`."""

    def __init__(self, env: gymnasium.Env[Any, Any]) -> None:
        self.env = env
        self._seed: int | None = None

    def seed(self, seed: int | None = None) -> list[int | None]:
        """The seed of the next `reset`."""
        self._seed = seed
        return [seed]

    def reset(self) -> Any:
        """Begin an episode; returns the observation."""
        observation, _ = self.env.reset(seed=self._seed)
        self._seed = None
        return observation

    def step(self, action: Any) -> tuple[Any, float, bool, dict[str, Any]]:
        """Observation, reward, whether the episode is over, and info, in which `TimeLimit.truncated` says
        whether it only ran out of steps.
        """
        observation, reward, terminated, truncated, info = self.env.step(action)
        if truncated:
            info["TimeLimit.truncated"] = True
        return observation, float(reward), terminated or truncated, info

    def render(self, mode: str = "rgb_array") -> Any:
        """The picture, whatever render mode the environment was made with."""
        env: Any = self.env.unwrapped
        before, env.render_mode = env.render_mode, mode
        try:
            return env.render()
        finally:
            env.render_mode = before

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name == "env":
            raise AttributeError(name)
        return getattr(self.env, name)


def make(name: str, **arguments: Any) -> OldGymEnv:
    """`gymnasium.make`, with the old interface."""
    register_ids()
    return OldGymEnv(gymnasium.make(name, **arguments))
