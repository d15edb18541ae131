"""What answers tell."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from conftest import examples
from hypothesis import given
from hypothesis import strategies as st

import cq
from cq import expected_information

cases = st.integers(1, 6).flatmap(
    lambda n: st.tuples(
        st.lists(st.lists(st.integers(0, 3), min_size=n, max_size=n), min_size=1, max_size=4),
        st.lists(st.floats(0.01, 1), min_size=n, max_size=n),
    )
)


def test_a_question_that_halves_what_is_possible_tells_one_bit():
    answers = [["a4", "a4", "letter", "letter"], ["yes", "yes", "yes", "yes"], [1, 2, 3, 4]]
    assert expected_information(answers) == pytest.approx([1, 0, 2])
    assert expected_information(answers, [0.5, 0.5, 0, 0])[0] == 0


@examples(30)
@given(cases)
def test_it_is_between_nothing_and_all_that_is_open(case):
    answers, chance = case
    p = np.array(chance) / sum(chance)
    found = expected_information(answers, chance)
    assert (found >= 0).all()
    assert (found <= -(p * np.log2(p)).sum() + 1e-9).all()
    assert expected_information(answers, np.array(chance) * 7) == pytest.approx(found)
    finer = [[*zip(one, range(len(one)), strict=True)] for one in answers]
    assert (expected_information(finer, chance) >= found - 1e-9).all()


@examples(30)
@given(cases)
def test_with_a_utility_it_is_what_the_best_action_gains(case):
    answers, chance = case
    n, p = len(chance), np.array(chance) / sum(chance)
    found = expected_information(answers, chance, utility=np.eye(n))
    for one, value in zip(answers, found, strict=True):
        after = sum(max(p[i] for i in range(n) if one[i] == key) for key in set(one))
        assert value == pytest.approx(after - p.max())


@pytest.mark.parametrize(
    ("answers", "chance", "utility", "message"),
    [
        ([["a"]], [0.5, 0.5], None, "question 0 has 1 answers for 2"),
        (["ab"], [0.5, 0.5], None, r"answers\[0\] is 'ab'; give a list"),
        ([["a", "b"]], [0, 0], None, "and one above 0"),
        ([["a", "b"]], [1, float("nan")], None, "0 or more"),
        ([["a", "b"]], None, np.eye(3), "the utility has the shape"),
        ([["a", "b"]], None, [1, 2], "the utility has the shape"),
        ([["a", "b"]], None, [[1, 2], [3]], "several shapes"),
        ([["a", "b"]], None, [[1, float("nan")]], r"nan at \[0, 1\]"),
        ([["a", "b"]], None, [[1, 0], [float("inf"), 0]], r"inf at \[1, 0\]"),
        ([["a", "b"]], None, [[-float("inf"), 0]], r"-inf at \[0, 0\]"),
        ([["a", "b"]], None, [[1e308, 0], [0, 1e308]], r"up to 1e\+300"),
        ([["a", "b"]], None, [[-1e301, 0]], r"up to 1e\+300"),
        ([["a", "b"]], None, [["1", "2"]], r"'1' at \[0, 0\]"),
        ([["a", "b"]], None, np.ma.array(np.eye(2), mask=np.eye(2)), r"masked cell at \[0, 0\]"),
        ([["a", "b"]], None, np.eye(2, dtype="m8[s]"), "timedelta64"),
        ([["a", "b"]], None, np.eye(2) * 1j, "1j"),
        ([["a", "b"]], [1e308, 1e308], None, r"up to 1e\+300"),
        ([["a", "b"]], [1, float("inf")], None, "inf in row 1"),
        ([["a", "b"]], [0.5, None], None, "None in row 1"),
        ([["a", "b"]], [-0.5, 1], None, "0 or more"),
        ([["a", "b"]], [0.5, 1j], None, "0 or more"),
        ([["a", "b"]], ["0.5", "0.5"], None, "'0.5' in row 0"),
        ([["a", "b"]], [[0.5, 0.5]], None, "0 or more"),
        ([["a", "b"]], {0.5, 0.4}, None, "0 or more"),
        ([["a", "b"]], pd.Series([1, None], dtype="Int64"), None, "in row 1"),
        ([["a", "b"]], np.ma.array([1, 1], mask=[0, 1]), None, "masked cell in row 1"),
        (None, None, None, "answers is None; give a list"),
        (3, [0.5, 0.5], None, "answers is 3"),
        ((row for row in [["a", "b"]]), None, None, "answers is <generator"),
        ({"a": ["x", "y"]}, None, None, "answers is {"),
        ([3], [1], None, r"answers\[0\] is 3"),
        ([["a", "b"], {"c", "d"}], None, None, r"answers\[1\] is {"),
        ([[["a"], ["b"]]], None, None, r"answers\[0\] is .* give texts"),
        ([["a", float("nan")]], None, None, r"answers\[0\] holds nan"),
        ([["a", pd.NaT]], None, None, r"answers\[0\] holds NaT"),
        (np.ma.array([[1, 2]], mask=[[0, 1]]), None, None, r"masked cell at \[0, 1\]"),
        ([np.ma.array([1, 2], mask=[0, 1])], None, None, "masked cell"),
    ],
)
def test_what_does_not_fit_is_refused(answers, chance, utility, message):
    with pytest.raises(cq.InputError, match=message):
        expected_information(answers, chance, utility=utility)


@examples(30)
@given(cases, st.integers(-900, 900))
def test_the_scale_of_probabilities_and_of_a_utility_does_not_count(case, exponent):
    answers, chance = case
    n, scale = len(chance), 2.0**exponent
    utility = np.arange(n * 3).reshape(3, n) % 5 - 2
    assert expected_information(answers, np.array(chance) * scale).tolist() == (
        expected_information(answers, chance).tolist()
    )
    found = expected_information(answers, chance, utility=utility * scale)
    assert found.tolist() == (expected_information(answers, chance, utility=utility) * scale).tolist()


def test_the_greatest_numbers_have_their_gains():
    answers = [["a", "b"], ["a", "a"]]
    assert expected_information(answers, [1e300, 1e300]).tolist() == [1, 0]
    gains = expected_information(answers, utility=[[1e300, -1e300], [-1e300, 1e300]])
    assert gains.tolist() == [1e300, 0]


def test_answers_may_stand_in_columns():
    rows = [["a", "b", "b", "c"], ["a", "a", "b", "b"]]
    expected = expected_information(rows).tolist()
    for answers in (np.array(rows), pd.DataFrame(rows), [pd.Series(row) for row in rows], tuple(rows)):
        assert expected_information(answers).tolist() == expected
