"""What stage two sees at a step: the distributions from where the body stands, and the body's own state.

As in the paper, the maps are turned to the body's look and cut out around it. A map from above is too coarse
to aim with, so rays through the body's field of view add what each look would place or break.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from cq.env.physics import FLOOR, REACH, SAMPLES_PER_BLOCK, Physics
from cq.env.planning.sight import solid_cells, stands_in
from cq.env.planning.tasks import index
from cq.types import Cell
from cq.world import COLOURS
from cq.world.grid import HALF, HEIGHT, TASK_GROUND, WIDTH
from eval.environment.action_stage.distributions import FARTHEST, Distributions, Floats

NUM_ACTIONS = 19
JUMP, FIRST_COLOUR, LEFT, BREAK, PLACE, STOP = 5, 6, 12, 16, 17, 18
"""Actions of the walking space; colours follow each other, and so do turns, from the left."""

_TURNS = (-180, -150, -120, -90, -60, -45, -30, -20, -15, -10, -5, 0, 5, 10, 15, 20, 30, 45, 60, 90, 120, 150)
_TILTS = (-90, -60, -45, -30, -20, -15, -10, -5, 0, 5, 10, 15, 20, 30, 45, 60, 90)
_YAWS, _PITCHES = (each.ravel() for each in np.meshgrid(_TURNS, _TILTS, indexing="ij"))
_AHEAD = int(np.flatnonzero((_YAWS == 0) & (_PITCHES == 0))[0])
_SAMPLES = np.arange(REACH * SAMPLES_PER_BLOCK)[None, :, None] / SAMPLES_PER_BLOCK

AROUND = 6
"""Blocks around the body that the map shows."""

_SIDE, _FRONT = (each.ravel() for each in np.meshgrid(*[np.arange(-AROUND, AROUND + 1)] * 2, indexing="ij"))
_MAPS, _RAYS = 5, 2
STATE_WIDTH = 2 * len(COLOURS) + 10
"""The last features: what the present look would place and break, the stock, and the body's state."""

VIEW_WIDTH = _MAPS * len(_SIDE) + _RAYS * len(_YAWS) + STATE_WIDTH


def view(body: Physics, wanted: Distributions) -> tuple[Floats, npt.NDArray[np.bool_]]:
    """The features (`VIEW_WIDTH`,) of a state, and which of the 19 actions are possible in it."""
    grid = body.grid
    places, breaks = wanted.places(grid), wanted.breaks(grid)
    ray_places, ray_breaks = _rays(body, places.sum(axis=0), breaks)
    aimed, free = body.aim()
    may_place = free is not None and _can_fill(body, free)
    colours = np.zeros(len(COLOURS), dtype=np.float32)
    if free is not None and may_place:
        colours[:] = places[(slice(None), *index(free))]
    x, y, z = body.position
    state = [
        ray_breaks[_AHEAD],
        body.pitch / 90,
        y / 4,
        float(body.is_still),
        *(x - round(x), z - round(z)),
        np.log1p(places.sum()) / 2,
        np.log1p(breaks.sum()) / 2,
        float(aimed is not None),
        float(may_place),
    ]
    stock = np.array(body.inventory) > 0
    features = np.concatenate(
        [_maps(body, wanted, places, breaks), ray_places, ray_breaks, colours, stock * 1.0, state]
    )
    possible = np.ones(NUM_ACTIONS, dtype=bool)
    # The oracle never places with the colour in hand: taking a colour places a block.
    possible[PLACE] = False
    possible[BREAK] = aimed is not None and aimed[1] > FLOOR
    possible[FIRST_COLOUR : FIRST_COLOUR + len(COLOURS)] = stock & may_place
    return features.astype(np.float32), possible


def _maps(body: Physics, wanted: Distributions, places: Floats, breaks: Floats) -> Floats:
    """Visits, no-pass, blocks to place and to break, and what stands in the way, from above."""
    turn = math.radians(body.yaw)
    x, y, z = body.position
    # Ahead is north at yaw 0, which is towards negative z.
    at_x = np.rint(x + _FRONT * math.sin(turn) + _SIDE * math.cos(turn)).astype(np.int64)
    at_z = np.rint(z - _FRONT * math.cos(turn) + _SIDE * math.sin(turn)).astype(np.int64)
    inside = np.maximum(np.abs(at_x), np.abs(at_z)) <= FARTHEST
    row, col = (np.clip(at + FARTHEST, 0, 2 * FARTHEST) for at in (at_x, at_z))
    feet = min(max(round(y) - 1 - TASK_GROUND, 0), HEIGHT - 2)
    pad = FARTHEST - HALF
    in_zone = [
        np.pad(each, pad)
        for each in (
            places.sum(axis=0).max(axis=0),
            breaks.max(axis=0),
            (body.grid[feet : feet + 2] != 0).any(axis=0),
        )
    ]
    maps = [wanted.visits, wanted.no_pass, *in_zone]
    return np.concatenate([np.where(inside, each[row, col], 0.0) for each in maps]).astype(np.float32)


def _rays(body: Physics, places: Floats, breaks: Floats) -> tuple[Floats, Floats]:
    """For each look: how much the cell that it would fill, and the block that it would break, is wanted."""
    tilts = body.pitch + _PITCHES
    tilt, turn = np.radians(tilts), np.radians(body.yaw + _YAWS - 90)
    flat = np.cos(tilt)
    sight = np.stack([np.cos(turn) * flat, np.sin(tilt), np.sin(turn) * flat], axis=1)
    eyes = np.array(body.position)
    line = np.rint(eyes + sight[:, None] * _SAMPLES).astype(np.int64)
    x = np.clip(line[..., 0] + HALF + 1, 0, WIDTH + 1)
    z = np.clip(line[..., 2] + HALF + 1, 0, WIDTH + 1)
    y = np.clip(line[..., 1] - FLOOR, 0, HEIGHT + 1)
    filled = solid_cells(body)[y, x, z]
    first = filled.argmax(axis=1)
    rows = np.arange(len(line))
    hits = filled[rows, first] & (np.abs(tilts) <= 90)
    hit, free = line[rows, first], line[rows, np.maximum(first - 1, 0)]
    may_place = hits & (first > 0) & ~stands_in(np.broadcast_to(eyes, free.shape), free) & _in_zone(free)
    may_break = hits & _in_zone(hit)
    ray_places = np.where(may_place, places[_index(free)], 0.0).astype(np.float32)
    ray_breaks = np.where(may_break, breaks[_index(hit)], 0.0).astype(np.float32)
    return ray_places, ray_breaks


def _can_fill(body: Physics, cell: Cell) -> bool:
    """Whether a block has room in a cell (x, y, z) that is aimed at."""
    eyes, cells = np.array([body.position]), np.array([cell])
    return bool(_in_zone(cells)[0] and not stands_in(eyes, cells)[0])


def _in_zone(cells: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    x, y, z = cells.T
    high = (y >= TASK_GROUND) & (y < TASK_GROUND + HEIGHT)
    return np.asarray(high & (np.maximum(np.abs(x), np.abs(z)) <= HALF))


def _index(cells: npt.NDArray[np.int64]) -> tuple[npt.NDArray[np.int64], ...]:
    """Grid indices (y, x, z) of world coordinates (n, 3), clipped to the zone."""
    x, y, z = cells.T
    return (
        np.clip(y - TASK_GROUND, 0, HEIGHT - 1),
        np.clip(x + HALF, 0, WIDTH - 1),
        np.clip(z + HALF, 0, WIDTH - 1),
    )
