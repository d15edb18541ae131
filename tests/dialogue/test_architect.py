"""The simulated architect tells the truth about the target, in words of its own."""

from __future__ import annotations

import re

import numpy as np
import pytest
from answer_check import SENTENCES, Checker, moved, number, read
from conftest import needs_data
from grids import cells, filled, grid_of, near_cells
from hypothesis import given, settings
from hypothesis import strategies as st

import cq
from cq.dialogue.simulated import Architect, answer_templates, is_unknown
from cq.errors import InputError
from cq.world import COLOURS, SHAPE

QUESTIONS = (
    "What colour shall they be?",
    "How many do I need?",
    "How many red ones go away?",
    "How many blocks should I remove, and where?",
    "Where does it begin?",
    "On which side of the blue block?",
    "Which ones do I take away?",
    "Which green ones should I remove?",
    "Which blocks do I build on?",
    "How tall is it?",
    "How are they arranged?",
    "In which direction does the row go?",
    "Horizontal or vertical?",
    "In what order do the colours come?",
    "The one by the east edge or the one on the ground?",
    "Must I remove anything?",
    "Should they be red?",
    "There are no yellow blocks; what should I do?",
    "How many of them, what colour, and where do they go?",
)

STEPS = ((1, 0, 0), (0, 1, 0), (0, 0, 1), (0, 1, 1), (0, 1, -1))
lines = st.tuples(
    near_cells | cells,
    st.sampled_from(STEPS),
    st.integers(1, 5),
    st.lists(st.integers(0, 6), min_size=1, max_size=3),
)


@st.composite
def edits(draw):
    """A start and a target: the start with lines of one or more colours in it, 0 for removed blocks."""
    start = draw(grid_of(near_cells, 10, colours=3))
    target = start.copy()
    for first, step, length, colours in draw(st.lists(lines, max_size=3)):
        for i in range(length):
            cell = moved(first, step, i)
            if all(0 <= n < size for n, size in zip(cell, SHAPE, strict=True)):
                target[cell] = colours[i % len(colours)]
    return start, target


crowded = st.tuples(grid_of(near_cells, 20, colours=3), grid_of(near_cells, 20, colours=3))


def statements(answer):
    """The statements of an answer, one for each sentence: all ways to read it."""
    return [read(one.rstrip(".") + ".", SENTENCES) for one in re.split(r"(?<=\.) ", answer)]


@settings(deadline=None, max_examples=150)
@given(edits() | crowded, st.sampled_from(QUESTIONS), st.integers(0, 99))
def test_every_statement_of_an_answer_holds_of_the_difference(worlds, question, seed):
    checker = Checker(*worlds)
    answer = Architect(*worlds, seed=seed).answer(question)
    for sentence in statements(answer):
        assert sentence, answer
        assert any(checker.holds(name, slots) for name, slots in sentence), (answer, sentence)


@settings(deadline=None, max_examples=60)
@given(
    edits() | crowded,
    st.sampled_from([("placed", "Where do I put them?"), ("removed", "Which do I remove?")]),
)
def test_the_blocks_named_and_those_left_over_are_all(worlds, asked):
    side, question = asked
    checker, total = Checker(*worlds), 0
    said = statements(Architect(*worlds).answer(question))
    for sentence in said:
        name, slots = next((name, slots) for name, slots in sentence if checker.holds(name, slots))
        if name == "order":
            return
        if name == "all removed":
            total += len(checker.cells(side, slots["colour"]))
        elif name not in ("nothing placed", "nothing removed", "unchanged"):
            total += number(slots.get("number", "one"))
    assert total == len(checker.cells(side))


@settings(deadline=None, max_examples=50)
@given(edits(), st.lists(st.sampled_from(QUESTIONS), max_size=4), st.integers(0, 99))
def test_the_same_seed_and_questions_give_the_same_answers(worlds, questions, seed):
    one, other = (Architect(*worlds, seed=seed) for _ in range(2))
    assert [one.answer(q) for q in questions] == [other.answer(q) for q in questions]


RED, BLUE = COLOURS.index("red") + 1, COLOURS.index("blue") + 1
START = filled({(0, 5, 5): BLUE, (0, 2, 2): RED, (0, 8, 8): RED})
TARGET = filled({(0, 5, 5): BLUE, (1, 5, 5): RED, (2, 5, 5): RED, (3, 5, 5): RED, (0, 8, 8): RED})


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("How many red blocks do I place?", {"amounts placed"}),
        ("What colour are the new blocks?", {"colours placed"}),
        ("Which red block do I remove?", {"referent removed"}),
        ("How tall is the tower?", {"shape"}),
        ("Where do they go?", {"line placed"}),
        ("Should I place three blocks?", {"yes", "amounts placed"}),
        ("Should I place four red blocks?", {"no", "amounts placed"}),
        ("Should I remove anything?", {"yes", "amounts removed"}),
        ("Are the new blocks blue?", {"no", "colours placed"}),
        ("Are the new blocks red?", {"yes", "colours placed"}),
        ("Should they be placed vertically?", {"yes", "shape"}),
        ("Should they be placed horizontally?", {"no", "shape"}),
        ("Should they be green or yellow?", {"neither", "colours placed"}),
        ("Should they be red or yellow?", {"colours placed"}),
        ("Which green block do I remove?", {"colour not removed", "referent removed"}),
        ("How many do I place and where should they go?", {"amounts placed", "line placed"}),
        ("What does that word mean?", {"unknown"}),
        ("Which way should I be facing?", {"unknown"}),
        ("Nice weather today!", {"unknown"}),
    ],
)
def test_a_question_gets_the_statements_that_it_asks_for(question, expected):
    for seed in range(5):
        said = statements(Architect(START, TARGET, seed=seed).answer(question))
        names = [{name for name, slots in one if Checker(START, TARGET).holds(name, slots)} for one in said]
        assert all(len(one) == 1 for one in names)
        assert set().union(*names) == expected


def test_where_nothing_is_removed_the_architect_says_so():
    architect = Architect(filled({}), filled({(0, 0, 0): RED}))
    assert statements(architect.answer("Which one do I remove?"))[0][0][0] == "nothing removed"
    assert {name for one in statements(architect.answer("Do I remove anything?")) for name, _ in one} == {
        "no",
        "nothing removed",
    }


def test_several_colours_are_named_one_by_one():
    target = filled({(0, 0, 0): RED, (0, 4, 4): BLUE, (0, 4, 5): BLUE})
    answer = Architect(None, target).answer("How many blocks, and what colour?")
    assert "two blue and one red" in answer


def test_the_order_of_colours_is_told_along_the_line():
    target = filled({(0, 5, 5): RED, (1, 5, 5): BLUE, (2, 5, 5): RED})
    answer = Architect(None, target).answer("In which order do the colours go?")
    assert "rom bottom to top" in answer
    assert "red, blue, red" in answer


def test_wording_varies_with_the_seed():
    answers = {Architect(START, TARGET, seed=seed).answer("Where do they go?") for seed in range(30)}
    assert len(answers) > 3
    unknown = {Architect(START, TARGET, seed=seed).answer("Hm?") for seed in range(30)}
    assert unknown == set(answer_templates()["unknown"])
    assert all(map(is_unknown, unknown))


@pytest.mark.parametrize("question", [None, 7, "", " ?! "])
def test_what_is_no_question_is_an_input_error(question):
    with pytest.raises(InputError, match="question "):
        Architect(START, TARGET).answer(question)


def test_worlds_are_given_in_any_form():
    answer = Architect([], [(0, 63, 0, "red")]).answer("What colour?")
    assert "red" in answer
    with pytest.raises(InputError, match="two blocks"):
        Architect([(0, 63, 0, "red"), (0, 63, 0, "blue")], None)


def test_cq_simulate_has_the_architect():
    assert cq.simulate.Architect is Architect


@needs_data
def test_most_recorded_questions_get_an_answer(singleturn):
    # Only the unclear rows: reading the grids of all takes seconds.
    unclear = singleturn.select(np.flatnonzero(np.array(singleturn["label"][:]) == 1))
    rows = [row for row in unclear if row["target"] is not None and row["question"]]
    known = 0
    for row in rows:
        architect = Architect(np.array(row["start"]), np.array(row["target"]))
        known += not is_unknown(architect.answer(row["question"]))
    assert known / len(rows) > 0.8


@pytest.mark.parametrize("question", ["Which yellow block do you mean?", "Which yellow one do I build on?"])
def test_a_colour_that_neither_stands_nor_changes_is_denied(question):
    built = filled({(0, 5, 5): BLUE, (0, 2, 2): RED})
    answer = Architect(filled({(0, 5, 5): BLUE}), built).answer(question)
    assert {name for one in statements(answer) for name, _ in one} == {"colour not placed"}
    answer = Architect(built, filled({(0, 5, 5): BLUE})).answer("Which yellow block do you mean?")
    assert {name for one in statements(answer) for name, _ in one} == {
        "colour not removed",
        "referent removed",
    }


@pytest.mark.parametrize("seed", ["a", 1.5, None, True])
def test_a_seed_that_is_no_whole_number_is_an_input_error(seed):
    with pytest.raises(InputError, match=r"seed is .*; it must be a whole number"):
        Architect(START, TARGET, seed=seed)
