"""Pictures of the world from the body's view, by casting one ray a pixel; NumPy alone, no OpenGL.

The camera has a field of view of 90° (vertically; the same horizontally in a square picture) and sees up to
30 blocks far. Blocks have the colours of `cq.world.palette.HEX`, shaded by side and darker at their edges;
the floor is white in the building zone and grey around it. The public renderer has textures instead.
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from cq.env.physics import FLOOR, FLOOR_HALF, Point
from cq.errors import InputError, excerpt
from cq.types import Floats
from cq.world.grid import HALF, SHAPE, WIDTH
from cq.world.palette import COLOURS, HEX

Picture = npt.NDArray[np.uint8]

FAR = 30.0
NEAR = 1e-4
LARGEST = 4096
SKY, WHITE, GREY = (128, 176, 255), (238, 238, 238), (150, 150, 150)
SHADES = {"y": 1.0, "x": 0.82, "z": 0.68}
EDGE, EDGE_SHADE = 0.04, 0.75
_OFFSET = np.array([HALF + 0.5, -(FLOOR + 0.5), HALF + 0.5])
"""Added to world coordinates (x, y, z), it puts the zone's corner at 0; cells lie between integers."""

_GROUNDS: Picture = np.array([SKY, GREY, WHITE], dtype=np.uint8)
_PAINTS = np.array(
    [(0, 0, 0), *(tuple(bytes.fromhex(HEX[name].lstrip("#"))) for name in COLOURS)], dtype=np.float32
)


def look(
    grid: npt.NDArray[np.integer],
    position: Point,
    yaw: float,
    pitch: float,
    *,
    height: int = 64,
    width: int = 64,
) -> Picture:
    """The view from `position` (x, y, z) with the look `yaw`, `pitch` in degrees: uint8 (height, width, 3).

    `grid` is (9, 11, 11), [y, x, z]. Raises `InputError` for a size that is not 1 to 4,096 pixels.
    """
    check_size(height, width)
    rays = _rays(height, width, yaw, pitch)
    eye = (np.array(position) + _OFFSET).astype(np.float32)
    picture = _floor(rays, eye)
    if grid.any():
        _blocks(grid, rays, eye, picture)
    return picture.reshape(height, width, 3)


def check_size(height: int, width: int) -> None:
    """Raise `InputError` for a picture that cannot be drawn."""
    for name, size in (("height", height), ("width", width)):
        if not isinstance(size, int | np.integer) or isinstance(size, bool) or not 1 <= size <= LARGEST:
            raise InputError(f"{name} is {excerpt(size)}; a picture has 1 to {LARGEST} pixels a side")


@lru_cache(maxsize=8)
def _screen(height: int, width: int) -> tuple[Floats, Floats]:
    """The upward and the rightward part of the ray of each row and column, at distance 1."""
    up = 1 - (2 * np.arange(height) + 1) / height
    right = ((2 * np.arange(width) + 1) / width - 1) * width / height
    return up.astype(np.float32)[:, None], right.astype(np.float32)[None]


def _rays(height: int, width: int, yaw: float, pitch: float) -> Floats:
    """The directions of the rays, (3, pixels); each has length 1 along the look."""
    turn, tilt = math.radians(yaw), math.radians(pitch)
    sin, cos, rise, flat = math.sin(turn), math.cos(turn), math.sin(tilt), math.cos(tilt)
    up, right = _screen(height, width)
    screen = np.empty((3, height, width), dtype=np.float32)
    level = flat - rise * up
    np.add(sin * level, cos * right, out=screen[0])
    screen[1] = rise + flat * up
    np.add(-cos * level, sin * right, out=screen[2])
    rays: Floats = screen.reshape(3, -1)
    # A ray along a plane would divide by zero.
    rays[np.abs(rays) < 1e-6] = 1e-6
    return rays


def _floor(rays: Floats, eye: Floats) -> Picture:
    """The picture of the floor and the sky alone."""
    distance = -eye[1] / rays[1]
    across = HALF + 0.5
    x = np.abs(eye[0] - across + distance * rays[0])
    z = np.abs(eye[2] - across + distance * rays[2])
    away = np.maximum(x, z)
    kind = (away < FLOOR_HALF + 0.5).astype(np.int8)
    kind += away < across
    kind[(distance < NEAR) | (distance > FAR)] = 0
    return np.asarray(_GROUNDS[kind])


def _blocks(grid: npt.NDArray[np.integer], rays: Floats, eye: Floats, picture: Picture) -> None:
    """Draw the blocks over `picture`, (pixels, 3).

    A ray meets a block where it crosses a plane between cells and enters a filled cell. All planes through
    the box around the blocks are tried at once, for the rays that meet the box; the nearest entry counts.
    """
    filled = np.nonzero(grid)
    low = np.array([filled[axis].min() for axis in (1, 0, 2)])
    high = np.array([filled[axis].max() + 1 for axis in (1, 0, 2)])
    inverse = 1 / rays
    towards = (low[:, None] - eye[:, None]).astype(np.float32) * inverse
    away = (high[:, None] - eye[:, None]).astype(np.float32) * inverse
    enter = np.minimum(towards, away).max(axis=0)
    leave = np.maximum(towards, away).min(axis=0)
    pixels = np.flatnonzero((enter < leave) & (leave > NEAR) & (enter < FAR))
    if not len(pixels):
        return
    rays, inverse = rays[:, pixels], inverse[:, pixels]
    padded = np.zeros([n + 2 for n in SHAPE], dtype=np.int8)
    padded[1:-1, 1:-1, 1:-1] = grid
    nearest = np.full(len(pixels), FAR, dtype=np.float32)
    paint = np.zeros((len(pixels), 3), dtype=np.float32)
    for axis, name in enumerate("xyz"):
        planes = np.arange(low[axis], high[axis] + 1, dtype=np.float32)[:, None]
        distance = (planes - eye[axis]) * inverse[axis]
        across, other = (i for i in range(3) if i != axis)
        places = [eye[i] + distance * rays[i] for i in (across, other)]
        cells = [np.empty(0, dtype=np.int64)] * 3
        for i, place in zip((across, other), places, strict=True):
            most = SHAPE[0] if i == 1 else WIDTH
            cells[i] = (place + 1).clip(0, most + 1).astype(np.int64)
        cells[axis] = planes.astype(np.int64) + (rays[axis] > 0)
        colours = padded[cells[1], cells[0], cells[2]]
        distance[(colours == 0) | (distance < NEAR)] = FAR
        plane = distance.argmin(axis=0)
        every = np.arange(len(pixels))
        first = distance[plane, every]
        seen = np.flatnonzero(first < nearest)
        nearest[seen] = first[seen]
        chosen = (plane[seen], seen)
        within = [place[chosen] % 1 for place in places]
        border = np.minimum.reduce([np.minimum(part, 1 - part) for part in within]) < EDGE
        shade = np.where(border, EDGE_SHADE, 1.0) * SHADES[name]
        paint[seen] = _PAINTS[colours[chosen]] * shade[:, None]
    seen = np.flatnonzero(nearest < FAR)
    picture[pixels[seen]] = paint[seen]
