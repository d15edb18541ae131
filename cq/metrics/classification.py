"""When to ask: scores of the clear/unclear decision and of its probabilities."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from cq.arrays import as_numbers, is_integer, is_real, place, shown
from cq.errors import InputError, excerpt

TRACK_BINS = (0.90, 0.85, 0.75, 0.65, 0.50, 0.35)
"""Lower edges of the IGLU 2022 NLP track's macro-F1 bins."""

MOST_BINS = 1_000_000

Labels = Sequence[bool | int] | npt.NDArray[Any]
Probabilities = Sequence[float] | npt.NDArray[Any]


def macro_f1(unclear: Labels, predicted: Labels) -> float:
    """Mean F1 of the unclear and the clear class, in [0, 1] (scikit-learn's `f1_score`).

    Both arguments are booleans or 0 and 1, one per row; a class that neither has scores 0.
    Raises `InputError` for other values, no rows, or unequal lengths.
    """
    from sklearn.metrics import f1_score

    truth, guess = _labels(unclear, "unclear"), _labels(predicted, "predicted")
    _equal_length(truth, guess)
    return float(f1_score(truth, guess, labels=[0, 1], average="macro", zero_division=0.0))


def balanced_accuracy(unclear: Labels, predicted: Labels) -> float:
    """Mean share of correct decisions on the unclear and on the clear rows, in [0, 1]; of one class alone, if
    there is no other.

    Arguments and errors are those of `macro_f1`.
    """
    from sklearn.metrics import recall_score

    truth, guess = _labels(unclear, "unclear"), _labels(predicted, "predicted")
    _equal_length(truth, guess)
    return float(recall_score(truth, guess, labels=np.unique(truth), average="macro"))


def roc_auc(unclear: Labels, scores: Probabilities) -> float:
    """Area under the ROC curve, in [0, 1]: how often an unclear row has a higher score than a clear one, ties
    counting half; 0.5 if one class is missing. The scores may be any finite numbers.

    Raises `InputError` as `macro_f1` does, and for scores that are not finite numbers.
    """
    from scipy.stats import rankdata

    truth = _labels(unclear, "unclear")
    values = _one_per_row(scores, "scores", "give one finite number per row")
    _equal_length(truth, values)
    positive = int(truth.sum())
    negative = len(truth) - positive
    if not positive or not negative:
        return 0.5
    ranks = float(rankdata(values)[truth == 1].sum())
    return (ranks - positive * (positive + 1) / 2) / (positive * negative)


def track_bin(score: float) -> float:
    """The track's bin of a macro-F1: the highest edge strictly below the score, 0.0 if there is none.

    Raises `InputError` unless the score is a number from 0 to 1.
    """
    if not is_real(score) or not 0 <= score <= 1:
        raise InputError(f"score is {excerpt(score)}; a macro-F1 is a number from 0 to 1")
    return max((edge for edge in TRACK_BINS if score > edge), default=0.0)


def average_precision(unclear: Labels, p_unclear: Probabilities) -> float:
    """Area under the precision-recall curve of the unclear class, in [0, 1] (scikit-learn's).

    Raises `InputError` as `macro_f1` does, and for probabilities outside [0, 1].
    """
    from sklearn.metrics import average_precision_score

    truth, p = _labels(unclear, "unclear"), _probabilities(p_unclear)
    _equal_length(truth, p)
    return float(average_precision_score(truth, p)) if truth.any() else 0.0


def expected_calibration_error(unclear: Labels, p_unclear: Probabilities, bins: int = 10) -> float:
    """Mean gap, in [0, 1], between predicted and observed frequency over equal-width bins of p.

    Each bin is weighted by its share of rows (Naeini et al. 2015; Guo et al. 2017). Raises `InputError` as
    `average_precision` does, and for fewer than one bin.
    """
    if not is_integer(bins) or not 1 <= bins <= MOST_BINS:
        raise InputError(f"bins is {excerpt(bins)}; it must be a whole number from 1 to {MOST_BINS:,}")
    # NumPy's own integers wrap around in sums, and some mix with int64 to floats.
    bins = int(bins)
    truth, p = _labels(unclear, "unclear"), _probabilities(p_unclear)
    _equal_length(truth, p)
    bin_index = np.minimum((p * bins).astype(int), bins - 1)
    gaps = np.bincount(bin_index, weights=p - truth, minlength=bins)
    return float(np.abs(gaps).sum() / len(p))


def _labels(values: Labels, name: str) -> npt.NDArray[np.int64]:
    remedy = "labels are 0 or 1, or booleans, one per row"
    array = _one_per_row(values, name, remedy)
    if not len(array):
        raise InputError(f"{name} has no rows; give one label per row, at least one")
    _check_all(np.isin(array, [0, 1]), array, name, remedy)
    return array.astype(np.int64)


def _probabilities(values: Probabilities) -> npt.NDArray[np.float64]:
    remedy = "give one value in [0, 1] per row"
    array = _one_per_row(values, "p_unclear", remedy)
    _check_all((array >= 0) & (array <= 1), array, "p_unclear", remedy)
    return array.astype(np.float64)


def _one_per_row(values: Any, name: str, remedy: str) -> npt.NDArray[Any]:
    array = as_numbers(values, name, remedy)
    if array.ndim != 1:
        raise InputError(f"{name} has shape {array.shape}; {remedy}")
    return array


def _check_all(right: npt.NDArray[np.bool_], array: npt.NDArray[Any], name: str, remedy: str) -> None:
    if not right.all():
        row = int(np.argmin(right))
        raise InputError(f"{name} holds {shown(array[row])} {place((row,))}; {remedy}")


def _equal_length(a: npt.NDArray[Any], b: npt.NDArray[Any]) -> None:
    if len(a) != len(b):
        raise InputError(f"{len(a)} labels but {len(b)} predictions; give one of each per row")
