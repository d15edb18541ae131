"""Figures that are announced and told part by part, and shapes of which what stands is a part."""

from __future__ import annotations

import numpy as np

from cq.reading.instruction import sure_build
from eval.behaviours.notation import parse_world


def test_parts_that_make_another_figure_are_not_sure() -> None:
    text = "Build a red T in the middle: a tower of three red blocks and a red block on top of it"
    assert sure_build(text, parse_world("").grid) is None


def test_what_is_to_stay_free_is_free() -> None:
    square = sure_build("Build a red 3x3 square in the middle", parse_world("").grid)
    ring = sure_build(
        "Build a red 3x3 square in the middle; the centre square stays empty", parse_world("").grid
    )
    assert square is not None
    assert ring is not None
    assert list(zip(*np.nonzero(square != ring), strict=True)) == [(0, 5, 5)]
