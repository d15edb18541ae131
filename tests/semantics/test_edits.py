"""Exceptions and what is to stay: they always change what an order does."""

from __future__ import annotations

import numpy as np
import pytest

from cq.reading.understand import understand
from eval.behaviours.notation import parse_world

MANY = parse_world("red -3,0..2,0; blue 3,0..1,0; green -1..1,0,3; yellow 0,0..1,-3").grid
ORDERS = [
    "Remove the red tower",
    "remove all blocks",
    "turn everything purple",
    "replace the green blocks with orange ones",
    "put a purple block on top of every green block",
    "make all towers one higher",
    "copy the blue tower to the northwest corner",
]
EXCEPTIONS = [
    "but not the blue one",
    "but not the top block",
    "except the yellow one",
    "without the lowest block",
    "but not on the middle one",
    "apart from the green ones",
    "with the exception of the red tower",
    "but no blue ones",
    "excluding the middle block",
    "not counting the blue one",
]


@pytest.mark.parametrize("order", ORDERS)
def test_an_exception_never_leaves_the_outcome_as_it_was(order: str) -> None:
    plain = understand(f"{order}.", MANY, "north").grid
    assert plain is not None
    for exception in EXCEPTIONS:
        for sign in (", ", " ", ". "):
            found = understand(f"{order}{sign}{exception}.", MANY, "north").grid
            assert found is None or not np.array_equal(found, plain), exception


@pytest.mark.parametrize(
    "keep", ["Keep the {}.", "Do not touch the {}.", "Never remove the {}.", "Leave the {} standing."]
)
@pytest.mark.parametrize(
    "order",
    ["Remove everything.", "Turn all blocks red.", "Remove the {}.", "Replace all blocks with orange ones."],
)
@pytest.mark.parametrize(
    ("kept", "blocks"), [("blue tower", "blue 3,0..1,0"), ("yellow blocks", "yellow 0,0..1,-3")]
)
def test_what_is_to_stay_stays(keep: str, order: str, kept: str, blocks: str) -> None:
    stays = parse_world(blocks).grid != 0
    for text in (f"{keep} {order}", f"{order} {keep}"):
        for one in understand(text.format(kept, kept), MANY, "north").results:
            if one.reading.is_full:
                assert np.array_equal(one.grid[stays], MANY[stays]), text


@pytest.mark.parametrize(
    ("order", "keep", "same"),
    [
        ("Remove the red tower.", "Keep its bottom block.", "Remove the red tower except its bottom block."),
        ("Remove the red tower.", "Keep the top block of it.", "Remove the red tower except its top block."),
        (
            "Paint the red tower green.",
            "Keep its top block.",
            "Paint the red tower except its top block green.",
        ),
        ("Remove the yellow row.", "Keep its south end.", "Remove the yellow row except its south end."),
        ("Move the red tower two cells west.", "Keep its bottom block.", None),
        ("Move everything two cells west.", "Keep the blue tower where it is.", None),
    ],
)
def test_a_part_that_is_to_stay_is_an_exception_from_the_order_before(
    order: str, keep: str, same: str | None
) -> None:
    grid = parse_world("red -3,0..2,0; blue 3,0..1,0; yellow 0,0,-3; yellow 0,0,-4; yellow 0,0,-5").grid
    found, plain = understand(f"{order} {keep}", grid, "north").grid, understand(order, grid, "north").grid
    assert found is not None
    assert plain is not None
    assert not np.array_equal(found, plain)
    if same is not None:
        assert np.array_equal(found, understand(same, grid, "north").grid)
