"""The stances and looks from which a change can be made, many at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cq.env.physics import BODY_HEIGHT, FLOOR, PADDING, REACH, SAMPLES_PER_BLOCK, Physics
from cq.env.planning.tasks import ANGLE, Change, add
from cq.types import Doubles, Mask
from cq.world.grid import HALF, HEIGHT, WIDTH

SIDES = ((0, -1, 0), (1, 0, 0), (-1, 0, 0), (0, 0, 1), (0, 0, -1), (0, 1, 0))
SPOTS = ((0.0, 0.0), (0.3, 0.0), (-0.3, 0.0), (0.0, 0.3), (0.0, -0.3))
FARTHEST = REACH - 1 / SAMPLES_PER_BLOCK
_SAMPLES = np.arange(REACH * SAMPLES_PER_BLOCK)[None, :, None] / SAMPLES_PER_BLOCK
_BELOW = 0.25
"""Blocks from the eyes' own column within which a point counts as straight above or below."""


@dataclass(frozen=True)
class Aims:
    """Points on the sides of blocks at which to look to make one of some changes.

    `points` and `outward` (the side's normal) are (n, 3), `change` (n,) the number of the change.
    """

    points: Doubles
    outward: Doubles
    change: npt.NDArray[np.intp]


def solid_cells(body: Physics) -> Mask:
    """Which cells are blocks or floor: bool (11, 13, 13), [y + 2, x + 6, z + 6], with a border of a cell."""
    solid = np.zeros((HEIGHT + 2, WIDTH + 2, WIDTH + 2), dtype=bool)
    solid[1:-1, 1:-1, 1:-1] = body.grid != 0
    solid[0] = True
    return solid


def aims_at(changes: Sequence[Change], body: Physics) -> Aims:
    """Points to look at: on the sides of a block to break, or of those around a cell to fill."""
    points, outward, numbers = [], [], []
    for number, change in enumerate(changes):
        for side in SIDES:
            if body.is_solid(add(change.cell, side)) != bool(change.colour):
                continue
            sign = -1 if change.colour else 1
            for spot in SPOTS:
                # The two axes of the side's plane take the spot's two numbers.
                offsets = iter(spot)
                points.append(
                    [c + (s / 2 if s else next(offsets)) for c, s in zip(change.cell, side, strict=True)]
                )
                outward.append([sign * s for s in side])
                numbers.append(number)
    return Aims(
        np.array(points, dtype=float).reshape(-1, 3),
        np.array(outward, dtype=float).reshape(-1, 3),
        np.array(numbers, dtype=np.intp),
    )


def looks_at(eyes: Doubles, aims: Aims, yaw: float, pitch: float) -> tuple[Doubles, Doubles, Mask]:
    """For each of n eyes and m aims: the yaw and the pitch, whole turns of 5° from `yaw` and `pitch`, that
    come nearest to the aim, and whether the aim is in reach and faces the eyes; each (n, m).
    """
    ahead = aims.points[None] - eyes[:, None]
    flat = np.hypot(ahead[..., 0], ahead[..., 2])
    faces = (ahead * aims.outward[None]).sum(axis=2) < 0
    near = np.hypot(flat, ahead[..., 1]) < FARTHEST
    turn = np.degrees(np.arctan2(ahead[..., 0], -ahead[..., 2]))
    turn = np.where(flat < _BELOW, yaw, turn)
    tilt = np.degrees(np.arctan2(ahead[..., 1], flat))
    turns = yaw + ANGLE * np.rint(((turn - yaw + 180) % 360 - 180) / ANGLE)
    tilts = pitch + ANGLE * np.rint((tilt - pitch) / ANGLE)
    return turns, tilts, faces & near & (np.abs(tilts) <= 90)


def meets(
    solid: Mask, eyes: Doubles, yaw: Doubles, pitch: Doubles, cells: npt.NDArray[np.integer], places: Mask
) -> Mask:
    """Whether each of n looks would make its change: the block met first is the cell, or, for those that
    place, the cell is the one before it. Eyes and cells are (n, 3); all others (n,).
    """
    tilt, turn = np.radians(pitch), np.radians(yaw - 90)
    flat = np.cos(tilt)
    sight = np.stack([np.cos(turn) * flat, np.sin(tilt), np.sin(turn) * flat], axis=1)
    line = np.rint(eyes[:, None] + sight[:, None] * _SAMPLES).astype(np.int64)
    x = np.clip(line[..., 0] + HALF + 1, 0, WIDTH + 1)
    z = np.clip(line[..., 2] + HALF + 1, 0, WIDTH + 1)
    y = np.clip(line[..., 1] - FLOOR, 0, HEIGHT + 1)
    filled = solid[y, x, z]
    first = filled.argmax(axis=1)
    rows = np.arange(len(line))
    wanted = np.where(places, np.maximum(first - 1, 0), first)
    is_met = (line[rows, wanted] == cells).all(axis=1) & filled[rows, first]
    return np.asarray(is_met & ~(places & ((first == 0) | stands_in(eyes, cells))))


def stands_in(eyes: Doubles, cells: npt.NDArray[np.integer]) -> Mask:
    """Whether a body with these eyes is in the way of a block, as in `Physics`."""
    away = np.abs(eyes[:, [0, 2]] - cells[:, [0, 2]]).max(axis=1)
    feet = eyes[:, 1] - (BODY_HEIGHT - 1) + PADDING - cells[:, 1]
    return np.asarray((away <= 0.5) & (((feet >= 0) & (feet <= 1)) | ((feet >= -1) & (feet <= 0))))


def nearest_look(body: Physics, change: Change) -> tuple[float, float] | None:
    """The look (yaw, pitch), whole turns of 5° away, from which the body would make the change where it is:
    the one that takes the fewest turns. None if there is none.
    """
    eyes = np.array([body.position])
    aims = aims_at([change], body)
    yaws, pitches, possible = (part[0] for part in looks_at(eyes, aims, body.yaw, body.pitch))
    yaws, pitches = yaws[possible], pitches[possible]
    count = len(yaws)
    cells = np.tile(np.array(change.cell), (count, 1))
    places = np.full(count, change.colour > 0)
    is_met = meets(solid_cells(body), np.repeat(eyes, count, axis=0), yaws, pitches, cells, places)
    if not is_met.any():
        return None
    turns = np.abs(yaws - body.yaw) + np.abs(pitches - body.pitch)
    best = int(np.where(is_met, turns, np.inf).argmin())
    return float(yaws[best]), float(pitches[best])
