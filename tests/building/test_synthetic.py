"""Synthetic tasks: their words name what changes, and the edits of each template fit its text."""

from __future__ import annotations

import random
import re

import numpy as np
import pytest
from grids import filled
from hypothesis import given, settings
from hypothesis import strategies as st

from cq.building.synthetic import synthetic_task
from cq.building.synthetic.absolute import in_a_corner
from cq.building.synthetic.relative import beside, between, on_top, tower
from cq.building.synthetic.removing import recolour, remove_but, remove_top
from cq.building.synthetic.scene import SyntheticScene
from cq.world import COLOURS

TOWER = filled({(y, 5, 5): 1 for y in range(3)} | {(0, 8, 5): 3})
"""Three blue blocks on top of each other, and a red one three cells to the east."""


@settings(deadline=None)
@given(st.integers(0, 2**32))
def test_a_task_changes_something_and_names_the_colours_it_places(seed):
    task = synthetic_task(random.Random(seed))
    placed = set(np.unique(task.target[(task.start != task.target) & (task.target > 0)]).tolist())
    assert not np.array_equal(task.start, task.target)
    assert {COLOURS[c - 1] for c in placed} <= set(re.findall(r"\w+", task.instruction))
    again = synthetic_task(random.Random(seed))
    assert again.instruction == task.instruction
    np.testing.assert_array_equal(again.target, task.target)


def edits_of(template, wanted, grid=TOWER, facing=None):
    """The edits of the first sentence of a template that matches."""
    for seed in range(20_000):
        sentence = template(SyntheticScene(random.Random(seed), grid, None, facing))
        if sentence and re.fullmatch(wanted, sentence[0]):
            return sentence[1]
    raise AssertionError(f"{template.__name__} never gives {wanted!r}")


@pytest.mark.parametrize(
    ("template", "facing", "wanted", "edits"),
    [
        (beside, None, r".* (two|2) green blocks.* east.* the .*red block", {(0, 9, 5): 2, (0, 10, 5): 2}),
        (beside, "south", r".* green block to the left of the .*red block", {(0, 9, 5): 2}),
        (beside, "south", r".* green block behind the .*red block", {(0, 8, 6): 2}),
        (on_top, None, r".* (two|2) red blocks .* the blue tower", {(3, 5, 5): 3, (4, 5, 5): 3}),
        (
            between,
            None,
            r".* red block and the (lowest|bottom\w*) blue block with green blocks",
            {(0, 7, 5): 2, (0, 6, 5): 2},
        ),
        (tower, None, r".* (two|2) red blocks .* north.* of the blue \w+", {(0, 5, 4): 3, (1, 5, 4): 3}),
        (in_a_corner, None, r".* (a|one) red block in the northwest corner", {(0, 0, 0): 3}),
        (remove_top, None, r".* the top two blocks of the blue \w+", {(1, 5, 5): 0, (2, 5, 5): 0}),
        (remove_but, None, r".* except the blue ones", {(0, 8, 5): 0}),
        (recolour, None, r"change the red block to green", {(0, 8, 5): 2}),
    ],
)
def test_synthetic_sentences_describe_their_targets(template, facing, wanted, edits):
    assert edits_of(template, wanted, facing=facing) == edits
