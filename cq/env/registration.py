"""The ids, and the defaults with which each makes the environment."""

from __future__ import annotations

from typing import Any

import gymnasium

from cq.env.environment import TEXT_SCALES

_OLDER: dict[str, Any] = {
    "layout": "iglu",
    "action_space": "human-level",
    "select_and_place": False,
    "max_steps": 500,
    "render": True,
    "right_placement_scale": TEXT_SCALES[0],
    "wrong_placement_scale": TEXT_SCALES[1],
}
_LATER: dict[str, Any] = {"vector_state": False, "render": True, "size_reward": True}

IDS: dict[str, dict[str, Any]] = {
    "cq/SilentBuilder-v0": {},
    "IGLUGridworld-v0": _LATER,
    "IGLUGridworldVector-v0": _LATER | {"vector_state": True, "render": False},
    "IGLUSilentBuilder-v0": _OLDER,
    "IGLUSilentBuilderVisual-v0": _OLDER | {"visual": True},
}
"""Arguments of `SilentBuilder` by id; those of `gymnasium.make` take precedence."""


CEREALBAR = "cq/CerealBarFollower-v0"
"""The id of `cq.env.cerealbar.FollowerEnv`."""


def register_ids() -> None:
    """Make the ids known to `gymnasium.make`.

    No wrappers are added, so that methods such as `set_task` can be called on the result of `make`. The
    environment itself checks actions, and that `reset` comes before `step`.
    """
    builders = [(name, "cq.env.environment:SilentBuilder", arguments) for name, arguments in IDS.items()]
    for name, entry_point, arguments in (*builders, (CEREALBAR, "cq.env.cerealbar:FollowerEnv", {})):
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point=entry_point,
                kwargs=arguments,
                order_enforce=False,
                disable_env_checker=True,
            )
