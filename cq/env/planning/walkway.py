"""Where a walking body can go on its level without turning, and in how many steps."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt
from scipy.ndimage import binary_dilation

from cq.env.physics import FLOOR, MARGIN, PADDING, Physics
from cq.types import Doubles, Mask
from cq.world.grid import HALF, HEIGHT, WIDTH

STEP = 0.25
"""Blocks that a walking body goes in one step."""

RADIUS = 40
"""Steps ahead, back, left and right that are examined."""

SHIFT = 1e-6

FORWARD, BACK, LEFT, RIGHT = 1, 2, 3, 4
_MOVES = {FORWARD: (1, 0), BACK: (-1, 0), LEFT: (0, -1), RIGHT: (0, 1)}
_AXIS = np.arange(-RADIUS, RADIUS + 1) * STEP


class Walkway:
    """All points that a resting body reaches by the four keys, on the same level.

    `steps` is int (81, 81): by steps ahead and to the right of the body, which is in the middle, the number
    of actions that lead there; −1 if none do.
    """

    def __init__(self, body: Physics) -> None:
        turn = math.radians(body.yaw)
        ahead, right = (math.sin(turn), -math.cos(turn)), (math.cos(turn), math.sin(turn))
        x, self.y, z = body.position
        self.x = x + _AXIS[:, None] * ahead[0] + _AXIS[None] * right[0]
        self.z = z + _AXIS[:, None] * ahead[1] + _AXIS[None] * right[1]
        # Rounding decides in which cell a point between two cells lies: it must be free in both.
        self.steps = _spread(self._is_free(body, SHIFT) & self._is_free(body, -SHIFT))

    def points(self) -> tuple[npt.NDArray[np.intp], Doubles]:
        """Every second point that can be reached: its indices (n, 2), and the eyes there (n, 3)."""
        every = np.zeros_like(self.steps, dtype=bool)
        every[RADIUS % 2 :: 2, RADIUS % 2 :: 2] = True
        rows, columns = np.nonzero(every & (self.steps >= 0))
        eyes = np.stack([self.x[rows, columns], np.full(len(rows), self.y), self.z[rows, columns]], axis=1)
        return np.stack([rows, columns], axis=1), eyes

    def keys(self, row: int, column: int) -> list[int]:
        """The actions that lead to a point."""
        keys: list[int] = []
        while steps := self.steps[row, column]:
            for key, (ahead, right) in _MOVES.items():
                before = row - ahead, column - right
                inside = 0 <= before[0] <= 2 * RADIUS and 0 <= before[1] <= 2 * RADIUS
                if inside and self.steps[before] == steps - 1:
                    keys.append(key)
                    row, column = before
                    break
        return keys[::-1]

    def _is_free(self, body: Physics, shift: float) -> Mask:
        """Where the body has room and support, if all points are shifted a little to the side."""
        border = 3
        solid = np.zeros((HEIGHT + 6, WIDTH + 2 * border, WIDTH + 2 * border), dtype=bool)
        solid[2 : HEIGHT + 2, border:-border, border:-border] = body.grid != 0
        solid[1] = True
        x, z = self.x + shift, self.z + shift
        cx, cz = np.rint(x), np.rint(z)
        farthest = HALF + MARGIN
        near = np.maximum(np.abs(x), np.abs(z)) < farthest - 0.1
        column = np.clip(cx, -farthest, farthest).astype(np.int64) + HALF + border
        row = np.clip(cz, -farthest, farthest).astype(np.int64) + HALF + border
        level = round(self.y) - FLOOR + 1

        def filled(dx: npt.NDArray[np.int64] | int, dz: npt.NDArray[np.int64] | int) -> Mask:
            at = np.clip(column + dx, 0, WIDTH + 5), np.clip(row + dz, 0, WIDTH + 5)
            return np.asarray(solid[level][at] | solid[level - 1][at])

        # A body is pushed back from a block beside it, but not from one that it stands in.
        here = (cx == round(body.position[0])) & (cz == round(body.position[2]))
        side_x, side_z = x - cx, z - cz
        beside_x = np.where(np.abs(side_x) > PADDING + 2 * SHIFT, np.sign(side_x), 0).astype(np.int64)
        beside_z = np.where(np.abs(side_z) > PADDING + 2 * SHIFT, np.sign(side_z), 0).astype(np.int64)
        stuck = ((beside_x != 0) & filled(beside_x, 0)) | ((beside_z != 0) & filled(0, beside_z))
        stands = solid[level - 2][column, row]
        return np.asarray(near & stands & ~stuck & (here | ~filled(0, 0)))


def _spread(free: Mask) -> npt.NDArray[np.int64]:
    """The steps from the middle to each free point, over free points."""
    steps = np.full(free.shape, -1)
    front = np.zeros_like(free)
    front[RADIUS, RADIUS] = True
    count = 0
    left = free.copy()
    while front.any():
        steps[front] = count
        left &= ~front
        front = binary_dilation(front) & left
        count += 1
    return steps
