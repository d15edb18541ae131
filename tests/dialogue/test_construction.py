"""Builds that answers construct: the told blocks are where the answer says, the rest stays as considered."""

from __future__ import annotations

import numpy as np
import pytest
from grids import filled

from cq.building.decoding.candidates import Candidates
from cq.dialogue.answers import heard
from cq.dialogue.answers.construction import with_constructed
from cq.dialogue.simulated import Architect
from cq.language.instruction import ground
from cq.world import World

START = filled({(0, 5, 5): 1, (0, 8, 5): 3})
"""A blue block in the middle, and a red one three cells to the east."""


def candidates(*grids):
    plan = np.full((7, 9, 11, 11), 1 / 7, dtype=np.float32)
    return Candidates.of(START, list(grids), [()] * len(grids), [-1.0] * len(grids), plan)


def instruction(text, question, answer):
    before = (("architect", text), ("builder", question))
    return ground([answer], [World.parse(START)], dialogues=[before])[0]


def with_blocks(cells, colour):
    grid = np.array(START)
    for cell in cells:
        grid[cell] = colour
    return grid


WRONG = with_blocks([(0, 0, 0), (0, 1, 0)], 2)
FAR = with_blocks([(0, 0, 0), (3, 3, 3)], 2)


@pytest.mark.parametrize(
    ("answer", "cells"),
    [
        (
            "Begin in the northeast corner with the three green ones, then head south.",
            [(0, 10, i) for i in range(3)],
        ),
        ("The green one belongs straight above the sole blue one.", [(1, 5, 5)]),
        ("On top of the red block.", [(1, 8, 5)]),
    ],
)
def test_an_answer_that_fixes_all_cells_constructs_the_build(answer, cells):
    asked = instruction("Put green blocks somewhere", "Where should the green blocks go?", answer)
    found = with_constructed(asked, candidates(WRONG, FAR))
    wanted = with_blocks(cells, 2)
    assert any(np.array_equal(grid, wanted) for grid in found.grids)
    assert found.probabilities.sum() == pytest.approx(1)
    best = heard(asked, candidates(WRONG, FAR))
    assert np.array_equal(best.grids[best.probabilities.argmax()], wanted)


def test_removed_blocks_are_those_that_the_answer_names():
    both = np.array(START)
    both[0, 5, 5] = both[0, 8, 5] = 0
    asked = instruction("Remove a block", "Which block should I remove?", "the red one")
    found = heard(asked, candidates(both))
    wanted = np.array(START)
    wanted[0, 8, 5] = 0
    assert np.array_equal(found.grids[found.probabilities.argmax()], wanted)


@pytest.mark.parametrize(
    "answer", ["I don't know.", "Green, please.", "It takes five green. One of them is there."]
)
def test_an_answer_that_fixes_no_cell_constructs_nothing(answer):
    asked = instruction("Put green blocks somewhere", "Where should the green blocks go?", answer)
    before = candidates(WRONG, FAR)
    assert with_constructed(asked, before) is before


@pytest.mark.parametrize("cells", [[(0, 2, 2)], [(0, 0, 0), (0, 0, 1), (0, 0, 2)], [(0, 3, 3), (1, 3, 3)]])
def test_what_the_simulated_architect_tells_is_built(cells):
    target = with_blocks(cells, 2)
    question = "Where should the green blocks go?"
    answer = Architect(START, target, seed=3).answer(question)
    found = heard(instruction("Put green blocks somewhere", question, answer), candidates(WRONG))
    assert np.array_equal(found.grids[found.probabilities.argmax()], target), answer


def test_joined_candidates_keep_every_build_once():
    one, other = candidates(WRONG, FAR), candidates(FAR, START)
    joined = one.joined(other)
    assert len(joined) == 3
    assert joined.probabilities.sum() == pytest.approx(1)
    assert joined.probabilities[1] == pytest.approx(0.5)
