"""Classification, ranking and bootstrap figures."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import examples
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import average_precision_score, f1_score

import cq
from cq.metrics import (
    average_precision,
    balanced_accuracy,
    bootstrap_interval,
    expected_calibration_error,
    macro_f1,
    mean_reciprocal_rank,
    recall_at_k,
    reciprocal_rank,
    roc_auc,
    track_bin,
)

rows = st.lists(st.tuples(st.booleans(), st.floats(0, 1)), min_size=1, max_size=50)


@examples(30)
@given(rows)
def test_classification_figures_are_scikit_learns(pairs):
    truth, p = (np.array(column) for column in zip(*pairs, strict=True))
    assert macro_f1(truth, p > 0.5) == pytest.approx(
        (f1_score(truth, p > 0.5, zero_division=0) + f1_score(~truth, p <= 0.5, zero_division=0)) / 2
    )
    if truth.any():
        assert average_precision(truth, p) == pytest.approx(average_precision_score(truth, p))
    assert 0 <= expected_calibration_error(truth, p) <= 1


@given(rows)
def test_calibration_error_equals_its_definition(pairs):
    bins: dict[int, list[tuple[bool, float]]] = {}
    for row in pairs:
        bins.setdefault(min(int(row[1] * 10), 9), []).append(row)
    expected = sum(
        len(b) / len(pairs) * abs(np.mean([p for _, p in b]) - np.mean([t for t, _ in b]))
        for b in bins.values()
    )
    truth, p = zip(*pairs, strict=True)
    assert expected_calibration_error(truth, p) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("score", "edge"),
    [(0.95, 0.90), (0.90, 0.85), (0.757, 0.75), (0.75, 0.65), (0.5, 0.35), (0.35, 0.0), (0.0, 0.0)],
)
def test_a_score_must_be_above_the_edge_of_its_bin(score, edge):
    assert track_bin(score) == edge


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: macro_f1([0, 2], [0, 1]), "unclear holds .*2"),
        (lambda: macro_f1([], []), "at least one"),
        (lambda: macro_f1([0, 1], [0]), "2 labels but 1 predictions"),
        (lambda: average_precision([0, 1], [0.2, 1.2]), r"1\.2"),
        (lambda: average_precision([0, 1], [0.2, np.nan]), "nan"),
        (lambda: expected_calibration_error([0, 1], [0, 1], bins=0), "bins is 0"),
        (lambda: mean_reciprocal_rank([], []), "0 rankings"),
        (lambda: mean_reciprocal_rank([["a"]], ["a", "b"]), "1 rankings for 2"),
        (lambda: recall_at_k([["a"]], ["a"], 0), "k is 0"),
        (lambda: reciprocal_rank(["a"], "a", cutoff=0), "cutoff is 0"),
        (lambda: bootstrap_interval(np.mean, []), "at least one"),
        (lambda: bootstrap_interval(np.mean, [1.0], level=1.0), "level 1.0"),
        (lambda: bootstrap_interval(np.mean, [1.0, 2.0], groups=[1]), "lengths"),
    ],
)
def test_bad_input_is_refused(call, message):
    with pytest.raises(cq.InputError, match=message):
        call()


def test_ranks_of_asked_questions():
    ranking = ["b", "a", "c", "a"]
    assert reciprocal_rank(ranking, "a") == 0.5
    assert reciprocal_rank(ranking, "c", cutoff=2) == 0
    assert reciprocal_rank(ranking, "z") == 0
    assert mean_reciprocal_rank([ranking, ranking], ["a", "c"]) == pytest.approx((1 / 2 + 1 / 3) / 2)
    assert mean_reciprocal_rank([ranking, ranking], ["a", "c"], cutoff=2) == 0.25
    assert recall_at_k([ranking, ranking], ["a", "c"], 2) == 0.5
    assert recall_at_k([ranking, ranking], ["a", "c"], 99) == 1.0


def test_official_protocol_looks_texts_up_at_their_first_place():
    texts = ["Where?", "What colour?", "Where?"]
    assert mean_reciprocal_rank([texts], ["Where?"]) == 1.0
    assert mean_reciprocal_rank([texts[1:]], ["Where?"]) == 0.5


def test_the_bootstrap_covers_the_truth_about_as_often_as_it_says():
    rng = np.random.default_rng(0)
    covered = 0
    for seed in range(100):
        interval = bootstrap_interval(np.mean, rng.normal(size=40), samples=100, seed=seed)
        assert interval.low <= interval.estimate <= interval.high
        covered += interval.low <= 0 <= interval.high
    assert 0.88 <= covered / 100 <= 0.99


def test_the_bootstrap_draws_whole_groups():
    values = np.repeat([0.0, 1.0], 50)
    alone = bootstrap_interval(np.mean, values)
    grouped = bootstrap_interval(np.mean, values, groups=values)
    assert (grouped.low, grouped.high) == (0.0, 1.0)
    assert alone.high - alone.low < 0.3
    assert bootstrap_interval(np.mean, values, seed=3) == bootstrap_interval(np.mean, values, seed=3)
    assert str(grouped) == "0.500 [0.000, 1.000]"


@given(st.lists(st.tuples(st.booleans(), st.booleans(), st.integers(-3, 3)), min_size=1, max_size=30))
def test_the_area_under_the_curve_and_the_balanced_accuracy_are_those_of_their_definitions(rows):
    truth, guess, scores = (np.array(column) for column in zip(*rows, strict=True))
    pairs = [(a > b) + (a == b) / 2 for a in scores[truth] for b in scores[~truth]]
    assert roc_auc(truth, scores) == pytest.approx(np.mean(pairs) if pairs else 0.5)
    recalls = [(guess[truth == label] == label).mean() for label in (False, True) if (truth == label).any()]
    assert balanced_accuracy(truth, guess) == pytest.approx(np.mean(recalls))
