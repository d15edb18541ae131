"""Scores of built grids: F1s, skills, reward, instruction-level accuracies."""

from __future__ import annotations

import json

import numpy as np
import pytest
from conftest import DATA, examples, needs_data
from grids import filled, grids, near_grids
from hypothesis import given

import cq
from cq.metrics import (
    SKILLS,
    action_sequence_accuracy,
    changed_cell_accuracy,
    changed_f1,
    corpus_changed_f1,
    f1_by_skill,
    grid_f1,
    maximal_intersection,
    reference,
    reward,
    skills,
    whole_world_accuracy,
)
from cq.world import World

EMPTY = filled({})


@examples(16)
@given(near_grids, near_grids, near_grids)
def test_changed_f1_equals_its_literal_form(built, target, start):
    assert changed_f1(built, target, start) == pytest.approx(reference.changed_f1(built, target, start))


@examples(30)
@given(near_grids, near_grids)
def test_grid_f1_is_the_intersection_over_the_mean_size(built, target):
    size = np.count_nonzero(built) + np.count_nonzero(target)
    for options in ({}, {"admissible_only": True}):
        expected = 2 * maximal_intersection(built, target, **options) / size if size else 1.0
        assert grid_f1(built, target, **options) == pytest.approx(expected)


@examples(30)
@given(near_grids, near_grids)
def test_a_correct_build_scores_one_and_an_unchanged_world_zero(target, start):
    assert changed_f1(target, target, start) == 1.0
    assert grid_f1(target, target) == 1.0
    if (target != start).any():
        assert changed_f1(start, target, start) == 0.0


def test_a_recoloured_block_is_one_change():
    start, red, blue = filled({(0, 0, 0): 1}), filled({(0, 0, 0): 3}), filled({(0, 0, 0): 2})
    assert changed_f1(red, red, start) == 1.0
    assert changed_f1(blue, red, start) == 0.0


def test_the_corpus_score_is_weighted_by_changed_cells():
    start = np.stack([EMPTY, EMPTY])
    target = np.stack([filled({(0, 0, 0): 1}), filled({(0, 0, z): 1 for z in range(3)})])
    built = np.stack([EMPTY, target[1]])
    score = corpus_changed_f1(built, target, start)
    assert (score.plain, score.weighted, score.tasks, score.changed_cells) == (0.5, 0.75, 2, 4)
    by_skill = f1_by_skill(built, target, start, [{"flat"}, {"flat", "tall"}])
    assert by_skill["flat"] == score
    assert by_skill["tall"].weighted == 1.0
    assert set(by_skill) == {"flat", "tall"}
    with pytest.raises(cq.InputError, match="nothing to weight"):
        corpus_changed_f1(start, start, start)
    with pytest.raises(cq.InputError, match="1 sets of skills for 2 tasks"):
        f1_by_skill(built, target, start, [{"flat"}])


@pytest.mark.parametrize(
    ("blocks", "expected"),
    [
        ({}, set()),
        ({(0, 5, 5): 1, (0, 5, 6): 1}, {"flat"}),
        ({(0, 5, 5): 1, (2, 5, 5): 1}, {"flying"}),
        ({(0, 5, 5): 1, (1, 6, 5): 1}, {"flying", "diagonal"}),
        ({(0, 5, 5): 1, (1, 5, 5): 1, (1, 6, 5): 1}, set()),
        ({(y, 5, 5): 1 for y in range(6)}, {"tall"}),
        ({(1, 5, 5): 1, (2, 5, 5): 1, (2, 6, 5): 1, (1, 6, 5): 1, (0, 6, 5): 1}, set()),
        ({(y, 5, 5): 1 for y in range(3)} | {(2, 6, 5): 1, (1, 7, 5): 1, (2, 7, 5): 1}, {"tricky"}),
        (
            {(y, x, z): 1 for y in range(2) for x in (4, 5, 6) for z in (4, 5, 6)},
            {"tricky"},
        ),
    ],
)
def test_skills_by_hand(blocks, expected):
    assert skills(filled(blocks)) == expected


@needs_data
def test_every_recorded_goal_has_consistent_skills():
    goals = json.loads((DATA / "minecraft_task_goals.json").read_text())
    found = {name: skills(World.parse(blocks, ground=-1)) for name, blocks in goals.items()}
    assert len(found) == 156
    for names in found.values():
        assert not ("flat" in names and names & {"flying", "tall", "diagonal"})
    for skill in SKILLS:
        assert any(skill in names for names in found.values())


def test_reward_has_both_signs_on_both_scales():
    target = filled({(0, 5, 5): 1, (0, 6, 5): 2})
    one, both = filled({(0, 0, 0): 1}), filled({(0, 0, 0): 1, (0, 1, 0): 2})
    assert reward(EMPTY, one, target) == 2.0
    assert reward(one, EMPTY, target) == -2.0
    spare = filled({(0, 0, 0): 1, (3, 3, 3): 5})
    assert reward(one, spare, target) == -1.0
    assert reward(spare, one, target) == 1.0
    assert reward(one, one, target) == 0.0
    assert reward(one, both, target, right_scale=5) == 5.0
    assert reward(one, spare, target, wrong_scale=0.1) == pytest.approx(-0.1)


def test_recolouring_is_rewarded():
    target = filled({(0, 5, 5): 1})
    assert reward(filled({(0, 5, 5): 2}), target, target) == 2.0
    assert reward(target, filled({(0, 5, 5): 2}), target) == -2.0


@examples(30)
@given(grids, grids)
def test_instruction_accuracies(built, target):
    start = EMPTY
    whole = whole_world_accuracy(built, target)
    changed = changed_cell_accuracy(built, target, start)
    assert whole == float(np.array_equal(built, target))
    assert changed == float((built[target != 0] == target[target != 0]).all())
    assert changed >= whole


def test_action_sequences_must_be_equal_as_a_whole():
    recorded = [["a", "b"], ["c"], []]
    assert action_sequence_accuracy(recorded, recorded) == 1.0
    assert action_sequence_accuracy([["a"], ["c"], []], recorded) == pytest.approx(2 / 3)
    with pytest.raises(cq.InputError, match="2 predicted sequences for 3"):
        action_sequence_accuracy(recorded[:2], recorded)
    with pytest.raises(cq.InputError, match="at least one"):
        action_sequence_accuracy([], [])
