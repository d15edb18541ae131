"""Arguments that a metric could take for something else: refused, never scored."""

from __future__ import annotations

import numpy as np
import pandas as pd
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
    reciprocal_rank,
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


@pytest.mark.parametrize(
    "score", [float("nan"), -0.1, 1.1, "0.9", None, True, [0.5], 10**400, np.timedelta64(1)]
)
def test_scores_that_are_none_have_no_bin(score):
    with pytest.raises(InputError, match="a number from 0 to 1"):
        track_bin(score)
    assert track_bin(np.float32(0.95)) == 0.9


@pytest.mark.parametrize("bins", [0, -1, 2.5, "3", None, True, float("nan"), 10**400, np.timedelta64(3)])
def test_bins_are_whole_numbers(bins):
    with pytest.raises(InputError, match="bins is"):
        expected_calibration_error([0, 1], [0.2, 0.7], bins)


def test_labels_and_probabilities_of_other_kinds_are_named():
    for wrong in (["a"], [[0], [0, 1]], [None], [10**400], "x", [float("nan")]):
        with pytest.raises(InputError):
            average_precision([1], wrong)
        with pytest.raises(InputError):
            macro_f1([1], wrong)
    with pytest.raises(InputError, match=r"parts have several shapes; give .* grids of one zone"):
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


@pytest.mark.parametrize("scale", [None, "2", float("nan"), float("inf"), 10**400, np.timedelta64(2)])
def test_scales_of_a_reward_are_finite(scale):
    with pytest.raises(InputError, match="right_scale is"):
        reward(ONE, ONE, ONE, right_scale=scale)


@pytest.mark.parametrize(
    "given",
    [
        *({"samples": samples} for samples in (0, "9", np.timedelta64(9))),
        *({"level": level} for level in (None, float("nan"), np.timedelta64(0))),
        *({"seed": seed} for seed in (-1, 1.5, "x", float("nan"), None, True)),
        *({"groups": groups} for groups in ("a", 3, [[1, 2], [1, 3]], [{}, {}], [None, "a"])),
    ],
)
def test_intervals_name_what_they_refuse(given):
    with pytest.raises(InputError):
        bootstrap_interval(np.mean, [1.0, 2.0], **given)
    with pytest.raises(InputError, match="one value per row"):
        bootstrap_interval(np.mean, "abc")


@pytest.mark.parametrize(
    ("statistic", "message"),
    [
        (3, "statistic is 3; give a function"),
        (None, "statistic is None"),
        (lambda rows: rows, r"is array\(.*; it must be one number"),
        (lambda rows: None, "is None; it must be one number"),
        (lambda rows: "x", "is 'x'; it must be one number"),
        (lambda rows: 1j, "is 1j; it must be one number"),
    ],
)
def test_a_statistic_is_a_function_with_a_number(statistic, message):
    with pytest.raises(InputError, match=message):
        bootstrap_interval(statistic, [1.0, 2.0], samples=9)


def test_an_error_of_a_statistic_itself_is_unchanged():
    with pytest.raises(ZeroDivisionError):
        bootstrap_interval(lambda rows: 1 / 0, [1.0, 2.0])


def test_masked_rows_are_no_rows():
    with pytest.raises(InputError, match="masked cell in row 1"):
        bootstrap_interval(np.mean, np.ma.array([1.0, 2.0], mask=[False, True]))


def test_groups_may_be_a_column_of_texts():
    values, groups = [0.0, 0.0, 1.0], ["a", "a", "b"]
    expected = bootstrap_interval(np.mean, values, groups=groups)
    for column in (pd.Series(groups), pd.Categorical(groups), np.array(groups, object)):
        assert bootstrap_interval(np.mean, values, groups=column, level=np.float32(0.95)).low == expected.low


@pytest.mark.parametrize("sequences", [None, 3, "abc", [None], {"a": []}])
def test_sequences_are_lists_of_lists(sequences):
    with pytest.raises(InputError, match="give a list with a sequence"):
        action_sequence_accuracy(sequences, [["a"]])


@pytest.mark.parametrize("wrong", [257, 128, -1, -129])
def test_a_colour_that_does_not_fit_is_not_cut_off(wrong):
    step = SessionStep("x", ONE, ONE)
    with pytest.raises(InputError, match=f"{wrong}, which is not a colour"):
        cascaded([[step]], lambda texts, grids: [ONE.astype(int) * 0 + wrong])


@pytest.mark.parametrize(
    "ranking", [{"a", "b"}, frozenset("ab"), {"a": 2, "b": 1}, {"a": 1}.keys(), "ab", b"ab", None, 3]
)
def test_a_ranking_has_an_order(ranking):
    for score in (mean_reciprocal_rank, lambda rankings, asked: recall_at_k(rankings, asked, 1)):
        with pytest.raises(InputError, match=r"a ranking is .*; give a list of ids or texts, best first"):
            score([ranking], ["a"])
    with pytest.raises(InputError, match="best first"):
        reciprocal_rank(ranking, "a")


@pytest.mark.parametrize(
    ("rankings", "asked"),
    [([["a"]], {"a"}), ([["a"]], {"a": 1}), ({("a",)}, ["a"]), ({"x": ["a"]}, ["a"]), ([["a"]], "a")],
)
def test_rankings_and_questions_have_the_order_of_the_rows(rankings, asked):
    for score in (mean_reciprocal_rank, lambda rankings, asked: recall_at_k(rankings, asked, 1)):
        with pytest.raises(InputError, match="give a list with one for each row"):
            score(rankings, asked)


@pytest.mark.parametrize("kind", [tuple, np.array, pd.Series])
def test_rankings_may_be_columns_and_arrays(kind):
    assert mean_reciprocal_rank([kind(["b", "a"])], kind(["a"])) == 0.5
    assert recall_at_k(kind([["b", "a"]]), kind(["a"]), 1) == 0.0


def test_an_array_without_dimensions_is_no_list_of_questions():
    """Such an array has a length that raises."""
    with pytest.raises(InputError, match=r"list of questions is array\(3\); give a list"):
        mean_reciprocal_rank([["a"]], np.array(3))
    with pytest.raises(InputError, match="list of rankings is array"):
        recall_at_k(np.array("a"), ["a"], 1)
