"""Arguments that a metric could take for something else: refused, never scored."""

from __future__ import annotations

import numpy as np
import pytest

from cq.errors import InputError
from cq.metrics import (
    action_sequence_accuracy,
    average_precision,
    bootstrap_interval,
    cascaded,
    expected_calibration_error,
    grid_f1,
    macro_f1,
    mean_reciprocal_rank,
    micro_f1,
    recall_at_k,
    reward,
    track_bin,
)
from cq.metrics.cascaded import SessionStep
from cq.ranking import RankedQuestion
from cq.world import SHAPE

EMPTY = np.zeros(SHAPE, dtype=np.int8)
ONE = EMPTY.copy()
ONE[0, 0, 0] = 1
RANKED = [RankedQuestion(1, "q_1", "Where?", 0.6), RankedQuestion(2, "q_2", "Which?", 0.4)]


@pytest.mark.parametrize("metric", [mean_reciprocal_rank, lambda r, a: recall_at_k(r, a, 1)])
def test_ranked_questions_are_no_ranking_of_ids(metric):
    with pytest.raises(InputError, match=r"\[one.qid for one in ranked\]"):
        metric([RANKED], ["q_1"])
    with pytest.raises(InputError, match="give both as ids"):
        metric([["q_1", "q_2"]], [RANKED[0]])
    assert metric([[one.qid for one in RANKED]], ["q_1"]) == 1.0


@pytest.mark.parametrize("built", [1, None, [1], np.ones((2, *SHAPE), int), ONE.astype(float), [[1]]])
def test_a_builder_that_gives_no_grid_gets_no_marks(built):
    session = [SessionStep("x", EMPTY, ONE)]
    with pytest.raises(InputError):
        cascaded([session], lambda instructions, grids: [built])
    with pytest.raises(InputError, match="gave 0 grids for 1"):
        cascaded([session], lambda instructions, grids: [])
    with pytest.raises(InputError):
        cascaded([[SessionStep("x", EMPTY, built)]], lambda instructions, grids: grids)
    assert cascaded([session], lambda instructions, grids: [ONE]).world_correct.all()


def test_batches_are_no_step():
    for place in range(3):
        grids = [EMPTY, ONE, ONE]
        grids[place] = np.stack([ONE, ONE])
        with pytest.raises(InputError, match="give one grid"):
            reward(*grids)


@pytest.mark.parametrize("score", [float("nan"), -0.1, 1.1, "0.9", None, True, [0.5], 10**400])
def test_scores_that_are_none_have_no_bin(score):
    with pytest.raises(InputError, match="a number from 0 to 1"):
        track_bin(score)
    assert track_bin(np.float32(0.95)) == 0.9


@pytest.mark.parametrize("bins", [0, -1, 2.5, "3", None, True, float("nan"), 10**400])
def test_bins_are_whole_numbers(bins):
    with pytest.raises(InputError, match="bins is"):
        expected_calibration_error([0, 1], [0.2, 0.7], bins)


def test_labels_and_probabilities_of_other_kinds_are_named():
    for wrong in (["a"], [[0], [0, 1]], [None], [10**400], "x", [float("nan")]):
        with pytest.raises(InputError):
            average_precision([1], wrong)
        with pytest.raises(InputError):
            macro_f1([1], wrong)
    with pytest.raises(InputError, match="grids of several shapes"):
        grid_f1([ONE, np.zeros((2, 2), int)], [ONE, ONE])


@pytest.mark.parametrize("count", [0, -1, 2.5, "3", True, float("nan")])
def test_cutoffs_are_whole_numbers(count):
    for score in (mean_reciprocal_rank, recall_at_k):
        with pytest.raises(InputError, match=r"is .*; it must be a whole number of 1 or more"):
            score([["a"]], ["a"], count)


@pytest.mark.parametrize(
    "counts", [None, [], [1, 2, 3], [[1, 2]], [[2, 1, 2]], [[0, -1, 0]], [[0.5, 1, 1]], "abc"]
)
def test_counts_of_actions_are_rows_of_three(counts):
    with pytest.raises(InputError, match="give rows of three whole numbers"):
        micro_f1(counts)


@pytest.mark.parametrize("scale", [None, "2", float("nan"), float("inf"), 10**400])
def test_scales_of_a_reward_are_finite(scale):
    with pytest.raises(InputError, match="right_scale is"):
        reward(ONE, ONE, ONE, right_scale=scale)


@pytest.mark.parametrize(
    "given", [{"samples": 0}, {"samples": "9"}, {"level": None}, {"groups": "a"}, {"groups": 3}]
)
def test_intervals_name_what_they_refuse(given):
    with pytest.raises(InputError):
        bootstrap_interval(np.mean, [1.0, 2.0], **given)
    with pytest.raises(InputError, match="one value per row"):
        bootstrap_interval(np.mean, "abc")


@pytest.mark.parametrize("sequences", [None, 3, "abc", [None], {"a": []}])
def test_sequences_are_lists_of_lists(sequences):
    with pytest.raises(InputError, match="give a list with a sequence"):
        action_sequence_accuracy(sequences, [["a"]])


def test_a_colour_that_does_not_fit_is_not_cut_off():
    step = SessionStep("x", ONE, ONE)
    with pytest.raises(InputError, match="257, which is not a colour"):
        cascaded([[step]], lambda texts, grids: [ONE.astype(int) * 0 + 257])


def test_an_array_without_dimensions_is_no_list_of_questions():
    """Such an array has a length that raises."""
    with pytest.raises(InputError, match=r"questions are array\(3\); give a list"):
        mean_reciprocal_rank([["a"]], np.array(3))
    with pytest.raises(InputError, match="rankings are array"):
        recall_at_k(np.array("a"), ["a"], 1)
