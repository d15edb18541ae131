"""The result of a builder."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from cq.building.actions import Action
from cq.world.drawing.isometric import draw_svg
from cq.world.grid import Grid


@dataclass(frozen=True, eq=False)
class Build:
    """What a builder predicts from one instruction in one world.

    `grid` is int8 (9, 11, 11), [y, x, z], IGLU 2022 colours. `actions`, replayed on the start grid, give
    exactly `grid`. `plan` is float32 (7, 9, 11, 11): the probability of each content of each cell (0 air,
    1…6 the colours), summing to 1 over the first axis. `confidence`, in [0, 1], is the expected changed F1
    of `grid`; the rule-based builder always says 1.
    """

    grid: Grid = field(repr=False)
    actions: tuple[Action, ...]
    plan: npt.NDArray[np.float32] = field(repr=False)
    confidence: float = 1.0

    def _repr_html_(self) -> str:
        """The built world, the actions and the confidence, for notebooks."""
        actions = "".join(f"<li>{action}</li>" for action in self.actions)
        count = f"{len(self.actions)} {'action' if len(self.actions) == 1 else 'actions'}"
        title = f"The built world after {count}"
        return (
            f"<div><b>{count}</b>, confidence {self.confidence:.0%}</div>{draw_svg(self.grid, title)}"
            f"<details><summary>actions</summary><ol>{actions}</ol></details>"
        )
