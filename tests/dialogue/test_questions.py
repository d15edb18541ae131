"""Questions tell builds apart, their options are distinct, and their value is what an answer brings."""

from __future__ import annotations

import numpy as np
import pytest
from candidates_of import candidates_of
from grids import cells, filled, grid_of, near_cells
from hypothesis import given, settings
from hypothesis import strategies as st

from cq.dialogue.questions import TYPES, choose, possible_questions, types_of
from cq.dialogue.questions.references import refer
from cq.dialogue.questions.value import AnswerValue
from cq.dialogue.reading.lexicon import normal
from cq.dialogue.reading.places import Places
from cq.language.instruction import GroundedInstruction
from cq.ranking import RankedQuestion
from cq.world import World

BLUE, GREEN, RED, ORANGE, PURPLE, YELLOW = range(1, 7)

worlds = grid_of(near_cells | cells, 8, colours=3)


@st.composite
def candidate_sets(draw):
    """A start, and different builds from it with probabilities."""
    start = draw(worlds)
    grids = {start.tobytes(): start}
    for change in draw(st.lists(st.dictionaries(near_cells, st.integers(0, 3), max_size=4), max_size=6)):
        grid = start.copy()
        for cell, colour in change.items():
            grid[cell] = colour
        grids[grid.tobytes()] = grid
    weights = draw(st.lists(st.floats(0.1, 1), min_size=len(grids), max_size=len(grids)))
    return candidates_of(start, list(grids.values()), weights)


@settings(deadline=None, max_examples=40)
@given(candidate_sets(), st.data())
def test_answers_have_a_value_and_finer_answers_no_less(candidates, data):
    groups = data.draw(st.lists(st.integers(0, 2), min_size=len(candidates), max_size=len(candidates)))
    finer = [(group, data.draw(st.integers(0, 1))) for group in groups]
    value = AnswerValue(candidates)
    assert 0 <= value(groups) <= value(finer) + 1e-12 <= 1 + 1e-12
    assert value([0] * len(candidates)) == pytest.approx(0)


@settings(deadline=None, max_examples=40)
@given(candidate_sets())
def test_options_are_distinct_and_ordered_and_every_question_has_a_value(candidates):
    instruction = GroundedInstruction("something nice, please", World.parse(candidates.start))
    questions = possible_questions(instruction, candidates)
    assert questions == possible_questions(instruction, candidates)
    assert [q.value for q in questions] == sorted((q.value for q in questions), reverse=True)
    for question in questions:
        texts = [option.text for option in question.options]
        assert len(set(texts)) == len(texts)
        assert 2 <= len(texts) <= 4
        assert all(text in question.text for text in texts)
        assert question.type in TYPES
        assert question.type in types_of(question.text)
        members = [i for option in question.options for i in option.members]
        assert len(set(members)) == len(members)
        for option in question.options:
            assert option.probability == pytest.approx(candidates.probabilities[list(option.members)].sum())


@settings(deadline=None, max_examples=40)
@given(grid_of(near_cells | cells, 12, colours=3))
def test_a_reference_fits_its_block_alone(grid):
    for cell in np.argwhere(grid)[:4]:
        words = refer(grid, tuple(cell.tolist()))
        assert np.argwhere(Places(grid).blocks(normal(words))).tolist() == [cell.tolist()], words


ROW = filled({(0, 5, 5): BLUE, (0, 2, 2): RED, (0, 8, 8): RED})


def after(**blocks):
    """`ROW` with some blocks more."""
    grid = ROW.copy()
    for name, colour in blocks.items():
        grid[tuple(map(int, name[1:].split("_")))] = colour
    return grid


def ground(text, dialogue=(), grid=ROW):
    return GroundedInstruction(text, World.parse(grid), dialogue)


COLOURED = candidates_of(ROW, [after(c1_5_5=RED), after(c1_5_5=GREEN), after(c1_5_5=YELLOW)])
HIGH = candidates_of(ROW, [after(c1_5_5=RED), after(c1_5_5=RED, c2_5_5=RED)])


def test_what_is_open_is_asked_and_what_is_said_is_not():
    assert [q.type for q in possible_questions(ground("put a block on the blue one"), COLOURED)] == ["colour"]
    assert possible_questions(ground("put a red block on the blue one"), COLOURED) == []
    assert {q.type for q in possible_questions(ground("build a red tower on the blue block"), HIGH)} == {
        "count",
        "size",
    }
    assert possible_questions(ground("put two red blocks on the blue block"), HIGH) == []


def test_what_was_asked_is_not_asked_again():
    dialogue = (("architect", "put a block on the blue one"), ("builder", "Which colour should it have?"))
    assert possible_questions(ground("the same as before", dialogue), COLOURED) == []


def test_a_size_that_was_asked_settles_the_count():
    dialogue = (("architect", "build a red tower on the blue block"), ("builder", "How high should it be?"))
    assert possible_questions(ground("as you like", dialogue), HIGH) == []


def test_a_bank_gives_the_words_where_it_has_a_question_of_the_type():
    questions = possible_questions(ground("put a block on the blue one"), COLOURED)
    bank = [
        RankedQuestion(1, "q1", "Where should I put it?", 0.9),
        RankedQuestion(2, "q2", "Which colour do you want?", 0.4),
        RankedQuestion(3, "q3", "Is the colour orange or purple?", 0.4),
    ]
    assert choose(questions) == questions[0]
    asked = choose(questions, bank)
    assert (asked.text, asked.options) == ("Which colour do you want?", questions[0].options)
    assert choose(questions, bank[:1]) == questions[0]
    assert choose([], bank) is None
