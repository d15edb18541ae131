"""Any order in any world is answered soon, if only that it was not worked out, and the next is served."""

from __future__ import annotations

import time
from contextlib import suppress

import pytest

import cq
from cq.deadlines import Deadline
from cq.errors import DeadlineError

COLOURS = ("blue", "green", "red", "orange", "purple", "yellow")


def floor(width: int, height: int = 9, levels: int = 1, every: int = 1) -> dict:
    """A zone of which the lowest levels are filled, or each second cell of them."""
    half = width // 2
    blocks = [
        [x, 63 + y, z, COLOURS[(x * x + z + y) % 6]]
        for y in range(levels)
        for x in range(-half, width - half)
        for z in range(-half, width - half)
        if (x + y + z) % every == 0
    ]
    return {"world": blocks, "zone": {"width": width, "depth": width, "height": height}}


FULL = floor(11, 9, 9)
ORDERS = [
    ("Remove both crosses", floor(64)),
    ("Remove both crosses", floor(64, 32, 2)),
    ("Place four not red blocks, one in each corner.", FULL),
    ("Place the third layer, one touching the middle on the zeroth level.", FULL),
    ("Remove the red block between two blue blocks", floor(64)),
    ("Paint every block that touches a block green", floor(64, 9, 1, 2)),
    ("Remove the second largest structure beside a tower", floor(64, 32, 2, 2)),
    ("Make the tallest of the arches taller than the lowest staircase", floor(40, 9, 4, 2)),
]


@pytest.mark.parametrize("number", range(len(ORDERS)))
def test_an_order_in_a_large_world_is_worked_out_or_given_up_soon(number):
    text, given = ORDERS[number]
    cq.build("Place a red block in the middle")
    world = cq.World.parse(given["world"], zone=given["zone"])
    began = time.thread_time()
    with suppress(DeadlineError), Deadline(0.3, time.thread_time):
        cq.build(text, world)
    assert time.thread_time() - began < 1


def test_the_next_client_is_served_after_orders_that_take_too_long(send, monkeypatch):
    from cq.web import limits, routes

    monkeypatch.setattr(routes, "ORDER", limits.Limit(0.6, 10.0))
    for text, given in ORDERS[::3]:
        status, told = (
            send("build", {"instruction": text, **given}) if len(given["world"]) < 9_000 else (503, {})
        )
        assert status in (200, 413, 503), told
        assert status != 503 or not told or "could not work that out" in told["error"]
        began = time.monotonic()
        assert send("build", {"instruction": "Place a red block in the middle"})[0] == 200
        assert time.monotonic() - began < 20  # Of a machine that others use too.
