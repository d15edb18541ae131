"""What answers tell."""

from __future__ import annotations

import numpy as np
import pytest
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
        (["ab"], [0.5, 0.5], None, "question 0 has 2 answers"),
        ([["a", "b"]], [0, 0], None, "at least one of them above 0"),
        ([["a", "b"]], [1, float("nan")], None, "0 or more"),
        ([["a", "b"]], None, np.eye(3), "the utility has the shape"),
    ],
)
def test_what_does_not_fit_is_refused(answers, chance, utility, message):
    with pytest.raises(cq.InputError, match=message):
        expected_information(answers, chance, utility=utility)
