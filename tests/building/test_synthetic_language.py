"""Synthetic tasks of all kinds: their edits are allowed, and mean what their words say."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cq.building.actions import actions_between, replay
from cq.building.model.trajectory import MAX_ACTIONS
from cq.building.synthetic import (
    ALL_TEMPLATES,
    BASIC_TEMPLATES,
    SENTENCE_KINDS,
    mixed_task,
    structured_world,
    synthetic_task,
    task_of_kind,
    templates_without,
)
from cq.building.synthetic.scene import SyntheticScene
from cq.building.synthetic.sentences import sentence_of
from cq.building.synthetic.structures import structures
from cq.building.training.epoch_examples import synthetic_tasks
from cq.errors import InputError
from cq.modeling.fingerprint import fingerprint

seeds = st.integers(0, 2**32)


def test_the_basic_tasks_stay_as_they_were():
    """Checkpoints of the pretraining are stored under this digest."""
    assert fingerprint(synthetic_tasks(100, 0.5, random.Random(0))) == "32f940f55bfb2f5bcdd56f042b77da1f"


@settings(deadline=None)
@given(seeds)
def test_a_mixed_task_changes_something_in_few_actions_and_is_drawn_again_from_its_seed(seed):
    task = mixed_task(random.Random(seed))
    actions = actions_between(task.start, task.target)
    assert 0 < len(actions) <= MAX_ACTIONS
    np.testing.assert_array_equal(replay(task.start, actions), task.target)
    again = mixed_task(random.Random(seed))
    assert again.instruction == task.instruction
    np.testing.assert_array_equal(again.target, task.target)


@settings(deadline=None, max_examples=30)
@given(seeds, st.sampled_from(sorted(SENTENCE_KINDS)))
def test_a_task_of_a_kind_has_words_without_remains_of_patterns(seed, kind):
    task = task_of_kind(random.Random(seed), kind)
    assert not set(task.instruction) & set("[]|{}~")
    assert "  " not in task.instruction
    assert not np.array_equal(task.start, task.target)


def test_an_unknown_kind_is_refused():
    with pytest.raises(InputError, match="no kind of sentence is named 'riddles'"):
        task_of_kind(random.Random(0), "riddles")


def test_kinds_can_be_left_out():
    assert templates_without(*SENTENCE_KINDS.keys() - {"basic"}) == BASIC_TEMPLATES * (
        ALL_TEMPLATES.count(BASIC_TEMPLATES[-1])
    )
    assert not set(templates_without("changes")) & set(SENTENCE_KINDS["changes"])


def test_all_templates_can_be_drawn_in_a_plain_task():
    task = synthetic_task(random.Random(1), templates=ALL_TEMPLATES)
    assert not np.array_equal(task.start, task.target)


@pytest.mark.parametrize("template", dict.fromkeys(ALL_TEMPLATES), ids=lambda template: template.__name__)
def test_each_template_can_be_followed_in_some_structured_world(template):
    rng = random.Random(3)
    for _ in range(1500):
        sentence = sentence_of(template, SyntheticScene(rng, structured_world(rng), None, None))
        if sentence:
            return
    raise AssertionError(f"{template.__name__} never fits")


@settings(deadline=None)
@given(seeds)
def test_structures_of_a_structured_world_are_apart(seed):
    grid = structured_world(random.Random(seed))
    found = structures(grid)
    assert sorted(cell for one in found for cell in one.cells) == [
        tuple(cell) for cell in np.argwhere(grid).tolist()
    ]
    for i, one in enumerate(found):
        for other in found[:i]:
            apart = np.abs(np.array(one.cells)[:, None] - np.array(other.cells)[None]).max(axis=2)
            assert apart.min() > 1
