"""Agreement: the builds that an answer fits keep their weight, and those that it contradicts lose it."""

from __future__ import annotations

import numpy as np
import pytest
from candidates_of import candidates_of
from grids import filled

from cq.dialogue.answers import CONTRADICTS, agreement
from cq.dialogue.questions import possible_questions
from cq.language.instruction import GroundedInstruction
from cq.world import World

BLUE, GREEN, RED, ORANGE, PURPLE, YELLOW = range(1, 7)

START = filled(
    {
        (0, 5, 5): BLUE,
        (0, 10, 5): YELLOW,
        (0, 3, 3): YELLOW,
        (1, 3, 3): YELLOW,
        (0, 2, 8): RED,
        (0, 5, 8): RED,
    }
)
INSTRUCTION = GroundedInstruction("do something", World.parse(START))


def builds(*changes):
    """Candidates that make these changes in the start: (y, x, z) → colour, 0 to remove."""
    grids = []
    for change in changes:
        grid = START.copy()
        for cell, colour in change.items():
            grid[cell] = colour
        grids.append(grid)
    return candidates_of(START, grids)


def line(colour, first, step, length):
    return {tuple(a + i * b for a, b in zip(first, step, strict=True)): colour for i in range(length)}


REMOVALS = builds(
    {(0, 10, 5): 0}, {(1, 3, 3): 0}, {(0, 3, 3): 0, (1, 3, 3): 0, (0, 10, 5): 0}, {(0, 2, 8): 0}
)
COLOURS = builds({(1, 5, 5): RED}, {(1, 5, 5): GREEN}, {(1, 5, 5): RED, (2, 5, 5): GREEN})
HEIGHTS = builds(*(line(RED, (0, 7, 7), (1, 0, 0), n) for n in (2, 3, 4)))
ROWS = builds(
    line(RED, (0, 6, 5), (0, 1, 0), 3),
    line(RED, (0, 5, 4), (0, 0, -1), 3),
    line(RED, (1, 5, 5), (1, 0, 0), 3),
    line(RED, (0, 4, 5), (0, -1, 0), 3),
)
SPOTS = builds(
    {(0, 10, 0): GREEN}, {(0, 5, 4): GREEN}, {(1, 5, 5): GREEN}, {(0, 0, 10): GREEN}, {(0, 10, 3): GREEN}
)
SHEETS = builds(
    {(0, x, z): GREEN for x in (7, 8) for z in (7, 8)},
    {(0, x, z): GREEN for x in (7, 8, 9) for z in (7, 8, 9)},
    {(y, x, 7): GREEN for y in range(3) for x in (7, 8)},
)

WHICH, COLOUR, MANY = (
    "Which block should I remove?",
    "What colour should it be?",
    "How many blocks do I place?",
)
HIGH, WAY, WHERE = "How high should it be?", "In what direction should it run?", "Where should it go?"
TWO = "Which one should I remove: the yellow block by the east edge or the highest yellow block?"


@pytest.mark.parametrize(
    ("candidates", "question", "answer", "best"),
    [
        (REMOVALS, WHICH, "the one by the east edge", {0}),
        (REMOVALS, WHICH, "The easternmost yellow one, please.", {0}),
        (REMOVALS, WHICH, "the yellow one furthest to the east", {0}),
        (REMOVALS, WHICH, "the highest one", {1}),
        (REMOVALS, WHICH, "the yellow block at level 2", {1}),
        (REMOVALS, WHICH, "all the yellow ones", {2}),
        (REMOVALS, WHICH, "a red one", {3}),
        (REMOVALS, WHICH, "the leftmost red one", {3}),
        (REMOVALS, WHICH, "the red one on the left", {3}),
        (REMOVALS, TWO, "the first one", {0}),
        (REMOVALS, TWO, "the second", {1}),
        (REMOVALS, TWO, "the latter", {1}),
        (REMOVALS, TWO, "both", {2}),
        (REMOVALS, TWO, "neither", {2, 3}),
        (REMOVALS, "Do you mean the red one?", "yes", {3}),
        (REMOVALS, "Should I remove the red one?", "No.", {0, 1, 2}),
        (REMOVALS, "Should I remove the red one?", "No, the one by the east edge.", {0}),
        (COLOURS, COLOUR, "red", {0}),
        (COLOURS, COLOUR, "make it green please", {1}),
        (COLOURS, COLOUR, "Red and green.", {2}),
        (COLOURS, "Should it be red?", "nope", {1, 2}),
        (HEIGHTS, MANY, "three", {1}),
        (HEIGHTS, MANY, "3", {1}),
        (HEIGHTS, MANY, "a couple", {0}),
        (HEIGHTS, MANY, "4 red blocks", {2}),
        (HEIGHTS, HIGH, "three high", {1}),
        (HEIGHTS, HIGH, "4 blocks", {2}),
        (HEIGHTS, "Should I place three blocks?", "Yes", {1}),
        (ROWS, WAY, "east", {0}),
        (ROWS, WAY, "to the north", {1}),
        (ROWS, WAY, "towards the west", {3}),
        (ROWS, WAY, "upwards", {2}),
        (ROWS, WAY, "to the right", {0}),
        (ROWS, "How should they be arranged?", "vertically", {2}),
        (ROWS, "How should they be arranged?", "stacked on top of each other", {2}),
        (ROWS, "How should they be arranged?", "in a horizontal row", {0, 1, 3}),
        (ROWS, "How should they be arranged?", "in a row from north to south", {1}),
        (SPOTS, WHERE, "in the northeast corner", {0}),
        (SPOTS, WHERE, "north of the blue block", {1}),
        (SPOTS, WHERE, "on the north side of the blue one", {1}),
        (SPOTS, WHERE, "behind the blue block", {1}),
        (SPOTS, WHERE, "on top of the blue one", {2}),
        (SPOTS, WHERE, "in the south-west corner", {3}),
        (SPOTS, WHERE, "in any corner", {0, 3}),
        (SPOTS, WHERE, "by the east edge, 3 cells from the north edge", {4}),
        (SPOTS, WHERE, "two blocks north of the yellow block by the east edge", {4}),
        (SHEETS, "What size should it be?", "2 by 2", {0}),
        (SHEETS, "What size should it be?", "3x3", {1}),
        (SHEETS, "What size should it be?", "two wide and three high", {2}),
    ],
)
def test_free_words_choose_the_builds_that_they_fit(candidates, question, answer, best):
    weights = agreement(question, answer, INSTRUCTION, candidates)
    assert set(np.flatnonzero(weights == weights.max()).tolist()) == best, weights
    assert weights.min() > 0


@pytest.mark.parametrize("answer", ["I don't know.", "hm", "whatever you like", "Sorry, I have no idea."])
def test_words_that_tell_nothing_change_nothing(answer):
    for candidates, question in ((REMOVALS, WHICH), (COLOURS, COLOUR), (HEIGHTS, MANY), (SPOTS, WHERE)):
        assert np.ptp(agreement(question, answer, INSTRUCTION, candidates)) == 0


@pytest.mark.parametrize("candidates", [REMOVALS, COLOURS, HEIGHTS, ROWS, SPOTS, SHEETS])
def test_the_text_of_an_option_selects_its_members(candidates):
    for question in possible_questions(INSTRUCTION, candidates):
        for option in question.options:
            for asked in (question, question.text):
                weights = agreement(asked, option.text, INSTRUCTION, candidates)
                assert np.flatnonzero(weights == 1).tolist() == list(option.members)
                assert set(weights[weights < 1]) <= {CONTRADICTS}
