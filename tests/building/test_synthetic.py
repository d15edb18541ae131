"""Synthetic tasks: what their words say is what changes, and what is answered about them is true."""

from __future__ import annotations

import random

import numpy as np
import pytest
from conftest import examples
from grids import filled
from hypothesis import given
from hypothesis import strategies as st

from cq.building.actions import actions_between, replay
from cq.building.example import BuildingExample
from cq.building.model.trajectory import MAX_ACTIONS
from cq.building.synthetic import (
    clarified,
    continued_task,
    mixed_task,
    nothing_to_do_task,
    structured_world,
    synthetic_task,
)
from cq.building.synthetic.clarifications import UNKNOWN, true_answer, without
from cq.building.synthetic.noise import disturbed
from cq.language.program import Ref
from cq.language.reading import read
from cq.reading.understand import understand
from cq.semantics.telling import Telling

seeds = st.integers(0, 2**32)
START = filled({(0, 5, 5): 1, (0, 8, 5): 3})
TARGET = filled({(0, 5, 5): 1, (0, 8, 5): 3, (0, 5, 4): 2, (0, 5, 3): 2})
"""Two green blocks in a row to the north of a blue one."""


@examples(15)
@given(seeds)
def test_a_task_takes_few_actions_and_is_drawn_again_from_its_seed(seed):
    task = mixed_task(random.Random(seed))
    actions = actions_between(task.start, task.target)
    assert len(actions) <= MAX_ACTIONS
    np.testing.assert_array_equal(replay(task.start, actions), task.target)
    again = mixed_task(random.Random(seed))
    assert again.instruction == task.instruction
    np.testing.assert_array_equal(again.target, task.target)


@examples(15)
@given(seeds, st.integers(1, 3))
def test_a_plain_task_changes_a_given_world(seed, sentences):
    rng = random.Random(seed)
    start = structured_world(rng)
    task = synthetic_task(rng, start, sentences)
    np.testing.assert_array_equal(task.start, start)
    assert not np.array_equal(task.target, start)


def test_most_texts_are_read_in_full_and_lead_to_their_targets():
    rng = random.Random(0)
    tasks = [synthetic_task(rng) for _ in range(30)]
    full = sum(read(task.instruction)[0].is_full for task in tasks)
    found = [understand(task.instruction, task.start, task.facing) for task in tasks]
    right = sum(
        bool(one.results) and np.array_equal(one.results[0].grid, task.target)
        for one, task in zip(found, tasks, strict=True)
    )
    assert full >= 0.95 * len(tasks)
    assert right >= 0.9 * len(tasks)


def test_a_task_that_goes_on_means_what_was_said_before():
    rng = random.Random(3)
    for _ in range(20):
        task = continued_task(rng)
        assert task.history[0][0] == "architect"
        assert all(task.start[cell] for cell in task.recent)
        assert not np.array_equal(task.start, task.target)


@examples(10)
@given(seeds)
def test_a_task_with_nothing_to_do_leaves_the_world(seed):
    rng = random.Random(seed)
    task = nothing_to_do_task(rng)
    np.testing.assert_array_equal(task.start, task.target)
    assert not clarified(rng, task).exchanges


def test_what_a_reference_names_stands_in_its_world():
    for seed in range(20):
        grid = structured_world(random.Random(seed), [Ref("tower", colours=("red",))])
        assert (grid == 3).any()
    assert structured_world(random.Random(0)).any()


def test_people_s_typing_keeps_the_colours_and_differs():
    texts = {disturbed(random.Random(seed), "put a red block on the blue tower") for seed in range(200)}
    assert len(texts) > 20
    assert not any("  " in text for text in texts)
    assert sum("lue" in text or "blu" in text for text in texts) > 0.9 * len(texts)


# --- clarifications -----------------------------------------------------------------------------------------


@examples(8)
@given(seeds)
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


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("colour", {"green"}),
        ("count", {"two", "2"}),
        ("size", {"two long", "2 long"}),
        ("which", {"the blue block"}),
        ("place", {"north of the blue block going north"}),
    ],
)
def test_answers_are_true(kind, words):
    assert true_answer(Telling(START, TARGET), kind) in words


def test_what_goes_is_named():
    assert true_answer(Telling(TARGET, START), "which") in ("all green blocks", "everything green")
    assert true_answer(Telling(START, START), "which") is None


def test_a_recorded_question_is_asked_first():
    example = BuildingExample("Put two blocks north of the blue one", START, TARGET)
    for seed in range(10):
        asked = clarified(random.Random(seed), example, "What colour, please?", {"colour"}).exchanges
        assert asked[0][0] == "What colour, please?"
        assert "green" in asked[0][1].casefold() or asked[0][1].casefold().rstrip(".") in UNKNOWN


@pytest.mark.parametrize(
    ("kind", "left"),
    [
        ("colour", {"Put three blocks on the green one.", "Put three red blocks on the one."}),
        ("count", {"Put red blocks on the green one."}),
        ("place", {"Put three red blocks."}),
        ("which", {"Put three red blocks on the green one."}),
    ],
)
def test_what_is_left_out_is_what_was_asked_for(kind, left):
    for seed in range(5):
        assert without(random.Random(seed), "Put three red blocks on the green one.", kind) in left


# --- what the builder looks at ------------------------------------------------------------------------------


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
