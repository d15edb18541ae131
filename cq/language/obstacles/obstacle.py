"""What stands in the way of an instruction."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

Cells = npt.NDArray[np.int64]

UNREAD = "unread"
"""The kind that the builder's reading decides (`cq.building.denials`); no rule of this package finds it."""

OBSTACLE_KINDS = (
    "absent",
    "several",
    "impossible",
    "contradiction",
    "off topic",
    "nonsense",
    "open",
    UNREAD,
)
"""Every kind: something named is not there; several things fit; it cannot be done in the zone; it denies
itself; it is no building instruction; it is no language, or too long to read; it leaves so much open that
nobody could build it; what it forbids, keeps, excepts or corrects is not read.
"""

REFUSED = frozenset({"off topic", "nonsense"})
"""Kinds that no answer can help."""


def no_cells() -> Cells:
    """Cells (0, 3)."""
    return np.zeros((0, 3), dtype=np.int64)


@dataclass(frozen=True, eq=False)
class Obstacle:
    """One thing that makes an instruction impossible or unsafe in its world.

    `kind` is one of `OBSTACLE_KINDS`. `question_type` is what to ask: "colour", "count", "size", "where",
    "arrangement", "direction", "facing", "which" or "action". `phrase` has the words it is about, `text` is a
    sentence to show. `cells` (n, 3), [y, x, z], are the candidates if several things fit, else none.
    """

    kind: str
    question_type: str
    phrase: str
    text: str
    cells: Cells = field(default_factory=no_cells)
