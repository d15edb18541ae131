"""The builder's pose as features of each cell: people stand near their builds, and look at them."""

from __future__ import annotations

import itertools

import numpy as np

from cq.building.model.cell_features import cell_feature_names
from cq.types import Cell, Floats, Grid
from cq.world import SHAPE, Pose
from cq.world.grid import HALF, RECORDED_GROUND

EYES = 1.6
"""Height of the eyes above the feet, in blocks."""
STEP, REACH = 0.1, 20.0
"""The step and the reach of a look, in blocks."""

_CELLS = np.array(list(itertools.product(*map(range, SHAPE))))
_CENTRES = _CELLS[:, [1, 0, 2]] + [-HALF, RECORDED_GROUND + 0.5, -HALF]
"""The centre (x, y, z) of each cell, in blocks."""


def gaze_feature_names() -> list[str]:
    """The names of the features, in order."""
    return [
        "the pose is known",
        "distance from the eyes",
        "angle to the look",
        "horizontal angle to the look",
        "distance from the line of sight",
        "distance from what is looked at",
        "looks at nothing",
    ]


def input_feature_names() -> list[str]:
    """The cell features that the network reads, with the gaze features: saved weights name them."""
    return [*cell_feature_names(), *gaze_feature_names()]


def gaze_features(grid: Grid, pose: Pose | None) -> Floats:
    """Features float32 (9, 11, 11, len(gaze_feature_names())) of each cell of a grid; all 0 without a pose,
    or if only the direction of the look is known (`Pose.towards`).
    """
    names = gaze_feature_names()
    if pose is None or not pose.is_placed:
        return np.zeros((*SHAPE, len(names)), dtype=np.float32)
    eyes, look = np.add(pose.position, (0, EYES, 0)), np.array(pose.direction)
    away = _CENTRES - eyes
    distance = np.linalg.norm(away, axis=1) + 1e-6
    along = away @ look
    angle = np.arccos(np.clip(along / distance, -1, 1))
    turn = np.arctan2(away[:, 0], away[:, 2]) - np.arctan2(look[0], look[2])
    beside = np.linalg.norm(away - np.maximum(along, 0)[:, None] * look, axis=1)
    seen = _looked_at(grid, eyes, look)
    aside = np.full(len(away), REACH)
    if seen is not None:
        aside = np.linalg.norm(_CELLS - np.array(seen), axis=1)
    features = [
        np.ones(len(away)),
        distance / 5,
        angle,
        np.abs((turn + np.pi) % (2 * np.pi) - np.pi),
        np.log1p(beside),
        np.log1p(aside),
        np.full(len(away), float(seen is None)),
    ]
    return np.stack(features, axis=1).reshape(*SHAPE, len(names)).astype(np.float32)


def _looked_at(grid: Grid, eyes: Floats, look: Floats) -> Cell | None:
    """The free cell in front of the first block or ground in the zone along a look; None if there is none."""
    points = eyes + np.arange(0, REACH, STEP)[:, None] * look
    last = None
    for x, y, z in np.floor(points - [-HALF - 0.5, RECORDED_GROUND, -HALF - 0.5]).astype(int).tolist():
        inside = 0 <= x < SHAPE[1] and 0 <= z < SHAPE[2]
        if y < 0 or (inside and y < SHAPE[0] and grid[y, x, z]):
            return last
        last = (y, x, z) if inside and y < SHAPE[0] else None
    return None
