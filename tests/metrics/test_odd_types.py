"""Arguments of odd types, for every metric: what NumPy would take for numbers is named and refused."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from grids import filled
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from cq.errors import InputError
from cq.metrics import (
    SessionStep,
    action_sequence_accuracy,
    argmax_intersection,
    average_precision,
    balanced_accuracy,
    cascaded,
    changed_cell_accuracy,
    changed_f1,
    corpus_changed_f1,
    expected_calibration_error,
    f1_by_skill,
    grid_f1,
    macro_f1,
    maximal_intersection,
    micro_f1,
    net_action_counts,
    reward,
    roc_auc,
    skills,
    whole_world_accuracy,
)

EMPTY, ONE = filled({}), filled({(0, 0, 0): 1})

ROWS = {
    "macro_f1 unclear": lambda x: macro_f1(x, [0, 1]),
    "macro_f1 predicted": lambda x: macro_f1([0, 1], x),
    "balanced_accuracy unclear": lambda x: balanced_accuracy(x, [0, 1]),
    "balanced_accuracy predicted": lambda x: balanced_accuracy([0, 1], x),
    "roc_auc unclear": lambda x: roc_auc(x, [0, 1]),
    "roc_auc scores": lambda x: roc_auc([0, 1], x),
    "average_precision unclear": lambda x: average_precision(x, [0, 1]),
    "average_precision p": lambda x: average_precision([0, 1], x),
    "calibration unclear": lambda x: expected_calibration_error(x, [0, 1]),
    "calibration p": lambda x: expected_calibration_error([0, 1], x),
}
"""Every metric of rows, as a function of one of its arguments, for which 0 and 1 are right."""

GRIDS = {
    "maximal_intersection": lambda x: maximal_intersection(x, ONE),
    "full": lambda x: maximal_intersection(ONE, ONE, admissible_only=True, full=x),
    "argmax_intersection": lambda x: argmax_intersection(ONE, x),
    "grid_f1": lambda x: grid_f1(x, ONE),
    "changed_f1": lambda x: changed_f1(ONE, x, EMPTY),
    "corpus_changed_f1": lambda x: corpus_changed_f1(x, ONE, EMPTY),
    "net_action_counts": lambda x: net_action_counts(ONE, x, EMPTY, anywhere=True),
    "changed_cell_accuracy": lambda x: changed_cell_accuracy(x, ONE, EMPTY),
    "whole_world_accuracy": lambda x: whole_world_accuracy(x, ONE),
    "reward": lambda x: reward(EMPTY, x, ONE),
    "skills": skills,
    "cascaded": lambda x: cascaded([[SessionStep("", EMPTY, ONE)]], lambda texts, grids: [x]),
}
"""Every metric of grids, as a function of one of its arguments."""


def masked(values, *cells):
    array = np.ma.array(values)
    for cell in cells:
        array[cell] = np.ma.masked
    return array


@pytest.mark.parametrize("metric", ROWS)
@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (masked([0, 1], 1), "masked cell in row 1"),
        ([masked([0, 1], 0), masked([0, 1])], r"masked cell at \[0, 0\]"),
        ([0, np.ma.masked], "masked cell in row 1"),
        (np.array([0, 1], "m8[s]"), r"timedelta64\(0,'s'\) in row 0"),
        (np.array([0, 1], "m8"), r"timedelta64\(0\) in row 0"),
        (np.array([0, 1], "M8[D]"), "1970-01-01.* in row 0"),
        ([np.timedelta64(0), np.timedelta64(1)], "in row 0"),
        (np.array([0, 1], complex), "0j in row 0"),
        ([0, 1j], "0j in row 0"),
        (["0", "1"], "'0' in row 0"),
        (np.array([b"0", b"1"]), "b'0' in row 0"),
        (pd.Series([True, None], dtype="boolean"), "NA> in row 1"),
        (pd.Series([0, None], dtype="Int64"), "in row 1"),
        (pd.Series([0.0, None], dtype="Float64"), "in row 1"),
        ([0, pd.NA], "NA> in row 1"),
        ([pd.NaT, 1], "NaT in row 0"),
        ([0, None], "None in row 1"),
        ([0, float("nan")], "nan in row 1"),
        ([0, float("inf")], "inf in row 1"),
        ([-np.inf, 1], "-inf in row 0"),
        (np.array([0, np.nan], np.float32), "nan in row 1"),
        ([0, 10**400], "in row 1"),
        ([0, Decimal("NaN")], "in row 1"),
        (np.array([(0, 1), (0, 1)], "i4,i4"), r"\(0, 1\) in row 0"),
        ([[0], [1]], r"shape \(2, 1\)"),
        (pd.DataFrame({"unclear": [0, 1]}), r"shape \(2, 1\)"),
        ([[0], [0, 1]], "several shapes"),
        ({0, 1}, "is {0, 1}"),
        ({0: 0, 1: 1}, "is {0: 0"),
        ((x for x in (0, 1)), "is <generator"),
        (3, "is 3"),
        ("01", "is '01'"),
        (np.array(1), r"is array\(1\)"),
        ([0, 1, 1], "labels but . predictions"),
        ([0], "labels but . predictions"),
        ([], "no rows|2 labels but 0"),
    ],
    ids=lambda one: one if isinstance(one, str) else type(one).__name__,
)
def test_rows_that_are_no_numbers_are_named(metric, rows, said):
    with pytest.raises(InputError, match=said):
        ROWS[metric](rows)


@pytest.mark.parametrize("metric", ROWS)
@pytest.mark.parametrize(
    "rows",
    [
        masked([0, 1]),
        [False, True],
        np.array([0, 1], np.uint64),
        np.array([0.0, 1.0], np.float16),
        np.array([0, 1], object),
        pd.Series([False, True], dtype="boolean"),
        pd.Series([0, 1], dtype="Int64"),
        [Fraction(0), Decimal(1)],
    ],
    ids=lambda rows: type(rows).__name__,
)
def test_every_form_of_right_rows_has_one_score(metric, rows):
    assert ROWS[metric](rows) == ROWS[metric]([0, 1])


@pytest.mark.parametrize(
    "scores", [[2**53, 2**53 + 1], np.array([2**64 - 2, 2**64 - 1], np.uint64), [-1e308, 1e308]]
)
def test_scores_of_any_size_are_ranked(scores):
    assert roc_auc([0, 1], scores) == 1.0
    assert roc_auc([1, 0], scores) == 0.0


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int16, np.uint32, np.int64, np.uint64])
def test_numbers_of_numpy_are_bins(kind):
    p = [0.05, 0.2, 0.21, 0.9]
    for bins in (3, 10, 100):
        assert expected_calibration_error([0, 1, 0, 1], p, kind(bins)) == expected_calibration_error(
            [0, 1, 0, 1], p, bins
        )


@pytest.mark.parametrize("metric", GRIDS)
@pytest.mark.parametrize(
    ("grid", "said"),
    [
        (masked(ONE, (0, 0, 0)), r"masked cell at \[0, 0, 0\]"),
        (masked(ONE, (8, 10, 10)), r"masked cell at \[8, 10, 10\]"),
        ([masked(ONE, (0, 0, 1))], r"masked cell at \[0, 0, 0, 1\]"),
        ([[[1, np.ma.masked]]], r"masked cell at \[0, 0, 1\]"),
        (ONE.astype("m8[s]"), "timedelta64"),
        (ONE.astype("m8"), "timedelta64"),
        (ONE.astype("M8[s]"), "datetime64"),
        (ONE.astype(complex), "complex128"),
        (ONE.astype(float), "float64"),
        (ONE + 0.5, "float64"),
        (ONE.astype(bool), "bool"),
        (ONE.astype(str), "<U"),
        (ONE.astype(np.uint64) * (2**64 - 1), r"18446744073709551615 at \[0, 0, 0\]"),
        (ONE.astype(np.int64) * 2**31, r"2147483648 at \[0, 0, 0\]"),
        (ONE.astype(np.int64) * -(2**63), "-9223372036854775808 at"),
        (ONE.astype(object) * 2**70, "1180591620717411303424 at"),
        (np.where(ONE == 1, None, ONE), r"None at \[0, 0, 0\]"),
        (np.where(ONE == 1, pd.NA, ONE), r"NA> at \[0, 0, 0\]"),
        (ONE.astype(object), "dtype object"),
        ([[[1, 2], [1]]], "several shapes"),
        ({1}, "is {1}"),
        ((ONE for _ in range(1)), "is <generator"),
        ("grid", "is 'grid'"),
        (3, "is 3"),
        ([], r"shape \(0,\)"),
        (pd.DataFrame(ONE[0]), r"shape \(11, 11\)"),
    ],
    ids=lambda one: one if isinstance(one, str) else type(one).__name__,
)
def test_grids_that_are_no_grids_of_integers_are_named(metric, grid, said):
    with pytest.raises(InputError, match=said):
        GRIDS[metric](grid)


@pytest.mark.parametrize("metric", GRIDS)
@pytest.mark.parametrize(
    "grid", [masked(ONE), ONE.astype(np.uint64), ONE.tolist()], ids=["masked", "u8", "list"]
)
def test_every_form_of_a_right_grid_has_one_score(metric, grid):
    assert str(GRIDS[metric](grid)) == str(GRIDS[metric](ONE))


@given(
    arrays.arrays(
        st.one_of(
            arrays.integer_dtypes(endianness="="),
            arrays.unsigned_integer_dtypes(endianness="="),
            arrays.timedelta64_dtypes(endianness="="),
            arrays.datetime64_dtypes(endianness="="),
            arrays.complex_number_dtypes(endianness="="),
            arrays.boolean_dtypes(),
        ),
        (1, 2, 3),
    )
)
def test_ids_are_compared_as_they_are_or_refused(grid):
    try:
        found = maximal_intersection(grid, grid)
    except InputError:
        assert grid.dtype.kind not in "iu" or any(not -(2**31) <= int(x) < 2**31 for x in grid.flat)
    else:
        assert grid.dtype.kind in "iu"
        assert found == np.count_nonzero(grid)
        assert (changed_f1(grid, grid, np.zeros((1, 2, 3), int)), whole_world_accuracy(grid, grid)) == (1, 1)


@pytest.mark.parametrize("limit", [2**31 - 1, -(2**31)])
def test_the_greatest_ids_do_not_meet_each_other(limit):
    """A number made of an id and a place must not wrap around."""
    built, target = np.zeros((2, 32, 64, 64), int)
    built[3, 5, 5], built[4, 5, 5], target[3, 5, 5], target[4, 5, 5] = limit, -1, limit, 1
    assert maximal_intersection(np.stack([built] * 3), np.stack([target] * 3)).tolist() == [1, 1, 1]


def test_counts_beyond_64_bits_do_not_wrap_around():
    for kind, most in ((np.int64, 2**62), (np.uint64, 2**63), (np.int64, 2**63 - 1)):
        assert micro_f1(np.full((4, 3), most, kind)) == 1.0
    with pytest.raises(InputError, match=r"masked cell at \[0, 1\]"):
        micro_f1(masked([[1, 1, 1]], (0, 1)))


@pytest.mark.parametrize("names", ["flat", [["flat"], 3], b"flat", [1], None, np.array("flat")])
def test_skills_of_a_task_are_names(names):
    """A name alone is no collection of names, although it is one of letters."""
    with pytest.raises(InputError, match="give a set of names"):
        f1_by_skill([ONE], [ONE], [EMPTY], [names])


@pytest.mark.parametrize(
    "actions", [[np.eye(2)], [np.array([1, 2]), np.array([3, 4])], [Decimal("sNaN")], [pd.NA]]
)
def test_actions_that_cannot_be_compared_are_refused(actions):
    other = [np.array(each) for each in actions]
    with pytest.raises(InputError, match="cannot be compared"):
        action_sequence_accuracy([actions], [other])
    with pytest.raises(InputError, match=r"masked cell at \[0, 0\]"):
        action_sequence_accuracy([masked([1, 2], 0)], [[1, 2]])
    assert action_sequence_accuracy(np.eye(2), np.eye(2)) == 1.0


@pytest.mark.parametrize("build", [None, "build", [ONE], 3])
def test_a_builder_is_a_function(build):
    with pytest.raises(InputError, match=r"build is .* give a function"):
        cascaded([[SessionStep("", EMPTY, ONE)]], build)


@pytest.mark.parametrize("built", [None, 3, "a", {0: ONE}, (ONE for _ in range(1))])
def test_a_builder_gives_a_list(built):
    with pytest.raises(InputError, match=r"build gave .* give a list with one grid"):
        cascaded([[SessionStep("", EMPTY, ONE)]], lambda texts, grids: built)


@pytest.mark.parametrize("shape", [(1, 11, 11), (9, 1, 11), (9, 11, 1), (1, 1, 1), (9, 11, 12)])
def test_a_session_is_of_one_zone(shape):
    """NumPy would stretch a side of one cell to that of the other grid."""
    other = np.ones(shape, int)
    for step in (SessionStep("", EMPTY, other), SessionStep("", other, ONE)):
        with pytest.raises(InputError, match="session 1 has grids of the shapes"):
            cascaded([[SessionStep("", EMPTY, ONE)], [step]], lambda texts, grids: grids)
    with pytest.raises(InputError, match="grids of the shapes"):
        cascaded([[SessionStep("", EMPTY, ONE), SessionStep("", other, other)]], lambda texts, grids: grids)
    with pytest.raises(InputError, match="that build gave has shape"):
        cascaded([[SessionStep("", EMPTY, ONE)]], lambda texts, grids: [other])
    own = cascaded([[SessionStep("", other * 0, other)]], lambda texts, grids: [other])
    assert own.world_correct.all()


def test_a_builder_that_writes_into_its_grids_changes_no_session():
    def build(instructions, grids):
        for grid in grids:
            grid[0, 0, 1] = 2
        return grids

    both = ONE.copy()
    both[0, 0, 1] = 2
    scores = cascaded([[SessionStep("", EMPTY, ONE), SessionStep("", ONE, both)]], build)
    assert scores.followed.tolist() == [0.5, 1]
    assert scores.cells_correct.tolist() == [0.5, 1]
    assert scores.world_correct.tolist() == [False, True]
