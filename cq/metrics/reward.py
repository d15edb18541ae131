"""The reward of one building step, from the IGLU 2022 environment."""

from __future__ import annotations

from typing import Any

import numpy as np

from cq.arrays import LARGEST, as_float, is_real
from cq.errors import InputError, excerpt
from cq.metrics.grids import as_grids
from cq.metrics.intersection import maximal_intersection


def reward(
    previous: Any,
    current: Any,
    target: Any,
    *,
    right_scale: float = 2.0,
    wrong_scale: float = 1.0,
    admissible_only: bool = False,
    full: Any = None,
) -> float:
    """Reward of going from grid `previous` to `current`, towards `target`, all of one zone.

    If the maximal intersection changes: `right_scale`, positive for growth. Otherwise, if the number of
    blocks changes: `wrong_scale`, positive for removing and negative for adding. Otherwise 0. This is the
    rule of the public text's prose and of its environment's code; the text's snippet has the second sign
    reversed. A recoloured block counts by its effect on the intersection (the public code looks at the size
    first and misses it).
    """
    for name, scale in (("right_scale", right_scale), ("wrong_scale", wrong_scale)):
        if not is_real(scale) or not abs(as_float(scale)) < LARGEST:
            raise InputError(f"{name} is {excerpt(scale)}; give a finite number")
    for name, grid in (("previous", previous), ("current", current), ("target", target)):
        if not as_grids(grid, name)[1]:
            raise InputError(f"{name} is a batch of grids; the reward is that of one step: give one grid")
    scored = {"admissible_only": admissible_only, "full": full}
    gained = maximal_intersection(current, target, **scored) - maximal_intersection(
        previous, target, **scored
    )
    added = np.count_nonzero(as_grids(current, "current")[0]) - np.count_nonzero(
        as_grids(previous, "previous")[0]
    )
    return step_reward(gained, int(added), right_scale=right_scale, wrong_scale=wrong_scale)


def step_reward(gained: int, added: int, *, right_scale: float = 2.0, wrong_scale: float = 1.0) -> float:
    """The reward of a step that increased the maximal intersection by `gained` and the number of blocks by
    `added`; either may be negative.
    """
    if gained:
        return float(right_scale) * int(np.sign(gained))
    # Without the condition a step that changes nothing would get -0.0.
    return -float(wrong_scale) * int(np.sign(added)) if added else 0.0
