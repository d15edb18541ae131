"""Builds held against what was answered about all new blocks, and mended by it."""

from __future__ import annotations

import numpy as np

from cq.building.decoding.answered import with_told
from cq.reading.outcome_constraints import NOTHING, disagreement, told
from tests.candidates_of import candidates_of
from tests.grids import Grid, filled

EMPTY = filled({})
RED, BLUE = 3, 1


def best(answers: list[str], *grids: Grid) -> Grid:
    """The most probable of the builds that agree most with some answers."""
    known = NOTHING
    for one in answers:
        known = told(known, one, EMPTY)
    found = with_told(candidates_of(EMPTY, grids), known)
    assert np.isclose(found.probabilities.sum(), 1)
    broken = np.array([disagreement(known, EMPTY, grid) for grid in found.grids])
    grid: Grid = found.grids[int(np.argmax(found.probabilities - 9 * broken))]
    return grid


def test_a_build_that_keeps_nothing_of_an_answer_is_not_likeliest() -> None:
    elsewhere, known = filled({(0, 1, 1): RED}), told(NOTHING, "(2, 2)", EMPTY)
    found = with_told(candidates_of(EMPTY, [elsewhere]), known)
    assert not np.array_equal(found.grids[int(np.argmax(found.probabilities))], elsewhere)


def test_a_build_that_keeps_an_answer_comes_first() -> None:
    red, blue = filled({(0, 1, 1): RED}), filled({(0, 1, 1): BLUE})
    assert (best(["blue"], red, red, blue) == blue).all()
    two = filled({(0, 1, 1): RED, (1, 1, 1): RED})
    assert (best(["2"], red, red, two) == two).all()


def test_new_blocks_go_where_they_were_said_to_be() -> None:
    elsewhere = filled({(0, 1, 1): RED, (1, 1, 1): RED})
    assert (best(["(2, 2)"], elsewhere) == filled({(0, 7, 7): RED, (1, 7, 7): RED})).all()
    line = {(0, x, 5): BLUE for x in (5, 6, 7)}
    assert (best(["x 0 to 2, z 0", "blue", "3"], elsewhere) == filled(line)).all()


def test_what_agrees_stays() -> None:
    build = filled({(0, 5, 5): RED, (1, 5, 5): RED, (0, 9, 9): RED})
    kept = filled({(0, 5, 5): RED, (1, 5, 5): RED, (0, 6, 5): RED})
    assert (best(["x 0 to 1, z 0"], build) == kept).all()


def test_without_answers_nothing_changes() -> None:
    given = candidates_of(EMPTY, [filled({(0, 1, 1): RED})])
    assert with_told(given, NOTHING) is given
