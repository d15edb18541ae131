"""The closed loop: policies stop where the other folds say."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from typer.testing import CliRunner

from cq import InputError
from cq.building.training.recorded_builds import RecordedBuild
from cq.dialogue.questions import ClarifyingQuestion
from cq.world import COLOUR_IDS
from cq.world.grid import SHAPE
from eval.__main__ import application
from eval.loop.episodes import ARCHITECTS, NUM_QUESTIONS, Episode, Step
from eval.loop.policies import at_random, by_obstacles_and_value, by_value, stops
from eval.loop.tables import QUESTIONS, gain_table

POLICIES = {
    "at random": at_random(0, 1_000),
    "by value": by_value,
    "by obstacles, then by value": by_obstacles_and_value,
}


def episode(index: int, rng: np.random.Generator) -> Episode:
    """Two questions, each of which adds a part of its value."""
    steps, score = [], 0.0
    for asked in range(3):
        value, confidence = rng.uniform(0, 0.5, size=2)
        blocked = bool(rng.random() < 0.1)
        words = (None, None) if asked == 2 else ("Which one?", "the red one")
        steps.append(Step(score, False, 1.0, confidence, value, blocked, *words))
        score += 0.4 * value
    return Episode(index, index % 5, True, 1 + index % 7, steps)


@pytest.fixture
def episodes() -> list[Episode]:
    rng = np.random.default_rng(0)
    return [episode(i, rng) for i in range(600)]


@pytest.mark.parametrize("name", POLICIES)
def test_a_policy_asks_about_its_share_at_most_so_often(name, episodes):
    for budget in (1, 2):
        count = stops(episodes, POLICIES[name], 0.15, budget)
        assert (count > 0).mean() == pytest.approx(0.15, abs=0.05)
        assert count.max() <= budget
    assert stops(episodes, POLICIES[name], 1.0, NUM_QUESTIONS).tolist() == [2] * len(episodes)


@pytest.mark.parametrize("name", POLICIES)
def test_what_comes_of_a_fold_does_not_decide_where_it_stops(name, episodes):
    """Thresholds come of the other folds alone."""
    other = [
        replace(one, steps=[replace(step, changed_f1=1 - step.changed_f1) for step in one.steps])
        if one.fold == 0
        else one
        for one in episodes
    ]
    before, after = (stops(some, POLICIES[name], 0.15, 2) for some in (episodes, other))
    fold = np.array([one.fold == 0 for one in episodes])
    assert np.array_equal(before[fold], after[fold])


def test_rows_made_worse_by_asking_are_counted(episodes):
    def of(*scores):
        steps = [replace(episodes[0].steps[0], changed_f1=score) for score in scores]
        return replace(episodes[0], steps=steps)

    table = gain_table([of(0.5, 0.4, 0.9), of(0.5, 0.6), of(0.5), of(0.5, 0.5, 0.5, 0.2)], np.arange(4), 10)
    worse = [table[asked]["rows made worse"] for asked in QUESTIONS]
    assert worse == ["0.0%", "25.0%", "0.0%", "25.0%"]


@pytest.mark.parametrize("name", ARCHITECTS)
def test_an_architect_knows_the_target_of_a_row(name):
    start = np.zeros(SHAPE, dtype=np.int8)
    target = start.copy()
    target[0, 5, 5] = COLOUR_IDS["green"]
    row = RecordedBuild("Put a block.", start, target, None, clear=False, fold=0, facing="east")
    asked = ClarifyingQuestion("colour", "What colour should the block be?")
    assert "green" in ARCHITECTS[name](row, 7).answer(asked).casefold()
    assert ARCHITECTS[name](row, 7).answer(asked) == ARCHITECTS[name](row, 7).answer(asked)


def test_an_unknown_architect_is_named_with_the_known_ones():
    result = CliRunner().invoke(application("loop"), ["loop", "--architect", "terse"])
    assert isinstance(result.exception, InputError)
    assert "'terse'" in str(result.exception)
    assert "own or brief" in str(result.exception)
