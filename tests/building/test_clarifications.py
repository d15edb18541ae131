"""Clarifications: true answers about a task, in words that the simulated architect does not use."""

from __future__ import annotations

import random
import re

import numpy as np
import pytest
from grids import filled
from hypothesis import given, settings
from hypothesis import strategies as st

from cq.building.example import BuildingExample
from cq.building.synthetic import synthetic_task
from cq.building.synthetic.clarifications import clarified
from cq.building.synthetic.clarifications.answers import Answers
from cq.building.synthetic.clarifications.omissions import leave_out
from cq.building.synthetic.clarifications.places import place_by_block, zone_place
from cq.building.synthetic.clarifications.questions import QUESTIONS
from cq.dialogue.simulated import answer_templates
from cq.world.difference import Difference

START = filled({(0, 5, 5): 1, (0, 8, 5): 3})
TARGET = filled({(0, 5, 5): 1, (0, 8, 5): 3, (0, 5, 4): 2, (0, 5, 3): 2})
"""Two green blocks in a row to the north of a blue one."""

NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7}


def answers(kind, seed, removed=False):
    edit = Difference.between(TARGET, START) if removed else Difference.between(START, TARGET)
    parts = edit.removed if removed else edit.placed
    return Answers(random.Random(seed), edit, None).answer(kind, parts)


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 2**32))
def test_a_clarified_task_keeps_its_worlds_and_has_up_to_three_exchanges(seed):
    rng = random.Random(seed)
    task = synthetic_task(rng)
    example = clarified(rng, task)
    np.testing.assert_array_equal(example.start, task.start)
    np.testing.assert_array_equal(example.target, task.target)
    assert len(example.exchanges) <= 3
    assert all(question.strip() and answer.strip() for question, answer in example.exchanges)
    assert not any("{" in text or "None" in text for exchange in example.exchanges for text in exchange)
    assert example.instruction.strip()


@pytest.mark.parametrize("seed", range(30))
def test_answers_are_true(seed):
    assert "green" in answers("colour", seed).casefold()
    words = re.findall(r"\w+", answers("count", seed).casefold())
    assert 2 in [NUMBERS.get(word, int(word) if word.isdigit() else None) for word in words]
    assert re.search(r"north|south|horizontal", answers("direction", seed).casefold())
    assert re.search(r"green|blocks", answers("which", seed, removed=True).casefold())


@settings(deadline=None)
@given(st.integers(0, 8), st.integers(0, 10), st.integers(0, 10), st.integers(0, 2**32))
def test_a_place_in_the_zone_says_its_cell(y, x, z, seed):
    text = zone_place(random.Random(seed), (y, x, z))
    if "edge" in text or "border" in text or "row" in text or "side" in text:
        assert ("west" in text) >= (x < 5 and "middle from west" not in text)
    assert "corner" not in text or {x, z} <= {0, 10}


def test_a_place_by_a_block_names_it_and_the_direction():
    kept = Difference.between(START, TARGET).kept
    places = {place_by_block(random.Random(seed), kept, (0, 5, 4), None) for seed in range(60)}
    assert all(re.search(r"north", place) for place in places)
    assert any("blue" in place for place in places)
    turned = {place_by_block(random.Random(seed), kept, (0, 5, 4), "east") for seed in range(60)}
    assert any("left of" in place for place in turned)


def test_what_is_left_out_is_what_was_asked_for():
    rng = random.Random(0)
    assert leave_out(rng, "Put three red blocks on the green one.", "colour") == (
        "Put three blocks on the green one."
    )
    assert "three" not in leave_out(rng, "Put three red blocks on the green one.", "count")
    assert leave_out(rng, "Put three red blocks on the green one.", "where") == "Put three red blocks."
    assert leave_out(rng, "Put it.", "where") == "Put it."


def test_no_answer_follows_a_template_of_the_simulated_architect():
    patterns = [
        re.compile(re.sub(r"\\\{\w+\\\}", ".+", re.escape(template.rstrip("."))), re.IGNORECASE)
        for name, templates in answer_templates().items()
        for template in templates
        if template.endswith(".") and name not in ("yes", "no")
    ]
    rng = random.Random(0)
    for _ in range(400):
        for _, answer in clarified(rng, synthetic_task(rng)).exchanges:
            for sentence in answer.rstrip(".").split(". "):
                assert not any(pattern.fullmatch(sentence) for pattern in patterns), sentence
    questions = {form for forms in QUESTIONS.values() for form in forms}
    assert questions.isdisjoint(one for forms in answer_templates().values() for one in forms)


def test_an_answer_about_the_look_turns_the_frame():
    example = BuildingExample(
        "Put a red block left of the blue one", START, exchanges=(("Which way do I face?", "East."),)
    )
    assert (
        example.frame().quarter_turns
        == BuildingExample("Facing east, put a red block left of the blue one", START).frame().quarter_turns
    )
    assert example.texts == ["Put a red block left of the blue one", "Which way do I face? East."]


def test_the_recorded_look_is_the_facing_where_the_words_name_none():
    left = "Put a red block left of the blue one"
    stated = BuildingExample(f"Facing south, {left}", START, facing="east").frame()
    assert stated.quarter_turns == BuildingExample(left, START, facing="south").frame().quarter_turns
    assert BuildingExample(left, START).frame().quarter_turns == 0
    assert BuildingExample("Put a red block down", START, facing="east").frame().quarter_turns == 0
