"""A generator of orders in worlds that are full, up to 64 × 64 × 32 cells, and how long they may take."""

from __future__ import annotations

import random
import time
from contextlib import suppress

import numpy as np
from fuzz.correcting import ORDERS, said
from fuzz.generators import SPIN, fragment, generator, spin

import cq
from cq.deadlines import Deadline
from cq.errors import CqError
from cq.web.limits import LAST_STEP, ORDER

ZONES = ((11, 11, 9), (11, 11, 9), (3, 3, 2), (20, 40, 9), (64, 64, 9), (64, 64, 32))
SHAPES = (
    "Remove both crosses",
    "Place four not red blocks, one in each corner",
    "Place the third layer, one touching the middle on the zeroth level",
    "Paint every block that touches a block green",
    "Remove the second largest structure beside a tower",
    "Make the tallest of the arches taller than the lowest staircase",
    "Put a block between the two farthest towers",
    "Remove all rows of three red blocks",
    "Turn the largest square around the highest tower",
    "Mirror everything on the other side of the longest diagonal",
)


def full(zone: tuple[int, int, int], levels: int, every: int, seed: int) -> cq.World:
    """A zone whose lowest levels are filled with all colours, all cells of them or each second one."""
    width, depth, height = zone
    grid = np.random.default_rng(seed).integers(1, 7, (height, width, depth), dtype=np.int8)
    grid[min(levels, height) :] = 0
    grid[np.indices(grid.shape).sum(0) % every > 0] = 0
    return cq.World.parse(grid, zone=zone)


def is_given_up_soon(case: tuple[str, tuple[int, int, int], int, int, int]) -> None:
    """As the server does it: an answer, or that it was not worked out, within two seconds of a processor that
    runs `spin` in `SPIN`.
    """
    text, *drawn = case
    world = full(*drawn)
    cq.build("Place a red block in the middle")
    took = []
    for _ in range(3):  # Other jobs on the machine make one run slow.
        slow, began = max(1.0, spin() / SPIN), time.thread_time()
        with suppress(CqError), Deadline(ORDER.work, time.thread_time):
            cq.Dialogue(world).say(text)
        took.append((time.thread_time() - began - ORDER.work) / slow)
        if took[-1] < LAST_STEP:
            return
    raise AssertionError(f"{min(took):.2f} s past its deadline")


@generator(is_given_up_soon, 1)
def full_worlds(rng: random.Random) -> tuple[str, tuple[int, int, int], int, int, int]:
    """An order, and a zone with its full levels, how many of the cells in them are full, and a seed."""
    zone = rng.choice(ZONES)
    text = rng.choice([rng.choice(SHAPES), said(rng, ORDERS), " ".join(fragment(rng) for _ in range(5))])
    return text, zone, rng.choice([1, 2, zone[2]]), rng.choice([1, 1, 2, 3]), rng.randrange(1 << 30)
