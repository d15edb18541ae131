"""The closed loop: policies stop where the other folds say, and the gain of a question is fitted to them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from typer.testing import CliRunner

from cq import InputError
from cq.building.training.recorded_builds import RecordedBuild
from cq.dialogue.expected_gain import ExpectedGain
from cq.dialogue.questions import ClarifyingQuestion
from cq.world import COLOUR_IDS
from cq.world.grid import SHAPE
from eval.__main__ import application
from eval.loop.architects import ARCHITECTS
from eval.loop.episodes import NUM_QUESTIONS, Episode, Step
from eval.loop.fitted_gain import by_expected_gain, by_obstacles_and_gain, cost_for_share, fit_gain
from eval.loop.policies import at_random, by_confidence, by_value, fixed, stops
from eval.loop.tables import gain_table

POLICIES = {
    "at random": fixed(at_random(0, 1_000)),
    "by value": fixed(by_value),
    "by expected gain": by_expected_gain(),
    "by obstacles, then by expected gain": by_obstacles_and_gain,
}
TRUE = ExpectedGain(constant=0.05, value=0.4, doubt=0.3)


def episode(index: int, rng: np.random.Generator) -> Episode:
    """Two questions, each of which adds what `TRUE` says, and 0.1 less where an obstacle is left."""
    steps, score = [], 0.0
    for asked in range(3):
        value, confidence = rng.uniform(0, 0.5, size=2)
        blocked = bool(rng.random() < 0.1)
        words = (None, None) if asked == 2 else ("Which one?", "the red one")
        steps.append(Step(score, False, 1.0, confidence, value, blocked, *words))
        score += TRUE(value, confidence) - 0.1 * blocked
    return Episode(index, index % 5, True, 1 + index % 7, steps)


@pytest.fixture
def episodes() -> list[Episode]:
    rng = np.random.default_rng(0)
    return [episode(i, rng) for i in range(600)]


def test_the_fit_finds_what_a_question_adds(episodes):
    found = fit_gain(episodes)
    assert np.allclose(
        [found.model.constant, found.model.value, found.model.doubt], [0.05, 0.4, 0.3], atol=0.03
    )
    assert found.coefficients[found.names.index("blocked")] == pytest.approx(-0.1, abs=0.02)
    assert fit_gain([]).model == ExpectedGain(0, 0, 0)


def test_the_fit_is_the_librarys_model(episodes):
    fitted = fit_gain(episodes)
    for one in episodes[:20]:
        step = replace(one.steps[0], blocked=False)
        assert fitted(replace(one, steps=[step]), 0) == pytest.approx(
            fitted.model(step.value, step.confidence), abs=1e-3
        )


@pytest.mark.parametrize("name", POLICIES)
def test_a_policy_asks_about_its_share_at_most_so_often(name, episodes):
    for budget in (1, 2):
        count = stops(episodes, POLICIES[name], 0.15, budget)
        assert (count > 0).mean() == pytest.approx(0.15, abs=0.05)
        assert count.max() <= budget
    assert stops(episodes, POLICIES[name], 1.0, NUM_QUESTIONS).tolist() == [2] * len(episodes)


@pytest.mark.parametrize("name", POLICIES)
def test_what_comes_of_a_fold_does_not_decide_where_it_stops(name, episodes):
    """Coefficients and thresholds come of the other folds alone."""
    other = [
        replace(one, steps=[replace(step, changed_f1=1 - step.changed_f1) for step in one.steps])
        if one.fold == 0
        else one
        for one in episodes
    ]
    before, after = (stops(some, POLICIES[name], 0.15, 2) for some in (episodes, other))
    fold = np.array([one.fold == 0 for one in episodes])
    assert np.array_equal(before[fold], after[fold])


def test_the_expected_gain_is_ahead_of_its_parts(episodes):
    def gained(policy):
        count = stops(episodes, policy, 0.15, 1)
        return sum(one.steps[n].changed_f1 for one, n in zip(episodes, count, strict=True))

    assert gained(by_expected_gain()) > max(gained(fixed(by_value)), gained(fixed(by_confidence)))


def test_the_cost_is_that_of_the_share(episodes):
    gain = fit_gain(episodes)
    cost = cost_for_share(episodes, gain, 0.2)
    asked = [one.steps[0].blocked or gain(one, 0) > cost for one in episodes]
    assert np.mean(asked) == pytest.approx(0.2, abs=0.01)


def test_rows_made_worse_by_asking_are_counted(episodes):
    def of(*scores):
        steps = [replace(episodes[0].steps[0], changed_f1=score) for score in scores]
        return replace(episodes[0], steps=steps)

    table = gain_table([of(0.5, 0.4, 0.9), of(0.5, 0.6), of(0.5), of(0.5, 0.5, 0.5, 0.2)], np.arange(4), 10)
    worse = [table[f"{asked} questions"]["made worse by asking"] for asked in range(NUM_QUESTIONS + 1)]
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
