"""Pictures show what stands in front of the eyes."""

from __future__ import annotations

import math

import numpy as np
import pytest

from cq.env.raycaster import GREY, SKY, WHITE, look
from cq.errors import InputError
from cq.world.palette import COLOURS, HEX

EMPTY = np.zeros((9, 11, 11), dtype=np.int8)


def test_floor_zone_and_sky():
    picture = look(EMPTY, (0.0, -0.25, 0.0), 0.0, 0.0)
    assert picture.shape == (64, 64, 3)
    assert picture.dtype == np.uint8
    assert tuple(picture[0, 32]) == SKY
    assert tuple(picture[63, 32]) == WHITE
    assert tuple(picture[33, 32]) == SKY  # the floor ends
    assert tuple(picture[37, 32]) == GREY
    assert (look(EMPTY, (0.0, 3.0, 0.0), 0.0, -90.0) == WHITE).all()
    assert (look(EMPTY, (0.0, 3.0, 0.0), 0.0, 90.0) == SKY).all()


@pytest.mark.parametrize(("yaw", "cell"), [(0, (0, -4)), (90, (4, 0)), (180, (0, 4)), (270, (-4, 0))])
def test_yaw_turns_clockwise_from_north(yaw, cell):
    grid = EMPTY.copy()
    grid[1, cell[0] + 5, cell[1] + 5] = 3
    centre = look(grid, (0.0, 0.0, 0.0), float(yaw), 0.0)[32, 32].astype(int)
    assert centre.argmax() == 0
    assert centre[0] > 2 * centre[1]


def naive(grid, eye, ray):
    """The id of the first block on a ray, in small steps; None where it passes near an edge between cells."""
    step, at = 0.003, np.array(eye)
    for _ in range(int(25 / step / np.linalg.norm(ray))):
        at = at + step * ray
        x, y, z = at + np.array((5.5, 1.5, 5.5))
        if min(x, y, z) > 0 and y < 9 and max(x, z) < 11:
            cell = (int(y), int(x), int(z))
            if grid[cell]:
                depth = sorted(min(v % 1, 1 - v % 1) for v in (x, y, z))
                return None if depth[1] < 0.06 else int(grid[cell])
        if y < 0:
            return 0
    return 0


@pytest.mark.parametrize("seed", range(8))
def test_pixels_show_the_first_block_on_their_ray(seed):
    rng = np.random.default_rng(seed)
    grid = np.where(rng.random((9, 11, 11)) < rng.choice([0.01, 0.1]), rng.integers(1, 7, (9, 11, 11)), 0)
    eye = rng.uniform((-7, 0, -7), (7, 8, 7))
    cell = tuple(np.rint(eye[[1, 0, 2]] + (1, 5, 5)).astype(int))
    if all(0 <= i < n for i, n in zip(cell, grid.shape, strict=True)):
        grid[cell] = 0
    yaw, pitch = rng.uniform(0, 360), rng.uniform(-90, 90)
    size = 24
    picture = look(grid, tuple(eye), yaw, pitch, height=size, width=size).astype(float)
    turn, tilt = math.radians(yaw), math.radians(pitch)
    ahead = np.array([math.sin(turn) * math.cos(tilt), math.sin(tilt), -math.cos(turn) * math.cos(tilt)])
    right = np.array([math.cos(turn), 0, math.sin(turn)])
    up = np.cross(right, ahead)
    paints = np.array([tuple(bytes.fromhex(HEX[name][1:])) for name in COLOURS], dtype=float)
    for row, column in rng.integers(0, size, (6, 2)):
        ray = ahead + up * (1 - (2 * row + 1) / size) + right * ((2 * column + 1) / size - 1)
        expected = naive(grid, eye, ray)
        if expected is None:
            continue
        pixel = picture[row, column]
        is_ground = any((pixel == colour).all() for colour in (SKY, WHITE, GREY))
        assert is_ground == (expected == 0)
        if expected:
            # A shade changes the length of a colour, not its direction.
            closeness = paints @ pixel / np.linalg.norm(paints, axis=1) / np.linalg.norm(pixel)
            assert closeness.argmax() == expected - 1


def test_any_size_and_impossible_ones():
    assert look(EMPTY, (0.0, 0.0, 0.0), 45.0, -20.0, height=30, width=50).shape == (30, 50, 3)
    for size in (0, -3, 2.5, 100_000):
        with pytest.raises(InputError, match="pixels"):
            look(EMPTY, (0.0, 0.0, 0.0), 0.0, 0.0, height=size, width=64)
