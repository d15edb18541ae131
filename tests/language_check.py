"""What a text in a world is sure to mean, against what it must."""

from __future__ import annotations

import numpy as np

from cq.meaning.instruction import sure_build
from cq.types import Grid
from eval.behaviours.notation import changed, parse_world


def wanted(world: str, remove: str, add: str) -> Grid:
    """The only right grid, int8 (9, 11, 11), its blocks written as in `eval.behaviours`."""
    start = parse_world(world).grid
    return changed(start, remove, add) if remove or add else start


def check_reading(world: str, text: str, remove: str = "", add: str = "", facing: str | None = None) -> None:
    """The language is sure of exactly these changes."""
    built = sure_build(text, parse_world(world).grid, facing)
    assert built is not None, "not sure"
    np.testing.assert_array_equal(built, wanted(world, remove, add))


def check_never_wrong(
    world: str, text: str, remove: str = "", add: str = "", facing: str | None = None
) -> None:
    """The language is sure of exactly these changes, or not sure; it must not be sure if there are none."""
    built = sure_build(text, parse_world(world).grid, facing)
    if built is not None:
        assert remove or add, "sure, although there is nothing to be sure of"
        np.testing.assert_array_equal(built, wanted(world, remove, add))
