"""The value of questions: the expected information, or gain, from their answers."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from cq.arrays import LARGEST, as_list, as_numbers
from cq.errors import InputError, excerpt
from cq.tables.cells import plain_cell


def expected_information(
    answers: Sequence[Sequence[Hashable]],
    probabilities: npt.ArrayLike | None = None,
    *,
    utility: npt.ArrayLike | None = None,
) -> npt.NDArray[np.float64]:
    """The expected information of each of q questions about which of n interpretations is meant: (q,).

    `answers[k][i]` is the answer to question k of a person who means interpretation i: any hashable value
    that equals itself. `probabilities` (n,) are those of the interpretations, from any model; they need not
    sum to 1, and all are equal for None. Without a `utility` the result is in bits: the entropy of the
    answers, which is their mutual information with the interpretation, since each interpretation has one
    answer (Lindley 1956).
    `utility` (m, n) is the value of each of m actions if interpretation i is meant; the result is then by how
    much the expected utility of the best action rises with the answer (expected value of sample information,
    Raiffa and Schlaifer 1961). With the changed F1 of builds as utility it is the value of a clarifying
    question about blocks.

    Raises `InputError` unless each question has n answers, and probabilities are numbers of 0 or more with a
    positive sum, for a utility of another shape, and for numbers that are not finite or beyond 1e300.
    """
    remedy = "give a list with the answers to each question, in the order of the interpretations"
    rows = [
        as_list(row, f"answers[{k}]", remedy) for k, row in enumerate(as_list(answers, "answers", remedy))
    ]
    chance = _chance(rows, probabilities)
    worth = None if utility is None else _worth(utility, len(chance))
    return np.array([_of_one(k, row, chance, worth) for k, row in enumerate(rows)], dtype=np.float64)


def _of_one(
    k: int, answers: list[Hashable], chance: npt.NDArray[Any], worth: npt.NDArray[Any] | None
) -> float:
    places: dict[Hashable, int] = {}
    try:
        given = np.array([places.setdefault(answer, len(places)) for answer in answers])
    except (TypeError, ValueError):
        raise InputError(
            f"answers[{k}] is {excerpt(answers)}; give texts, numbers or tuples of these"
        ) from None
    for answer in places:
        # NaN differs from itself: each one would count as another answer.
        if answer is not None and plain_cell(answer) is None:
            raise InputError(f"answers[{k}] holds {excerpt(answer)}; give a value, or None for no answer")
    if worth is None:
        of_answers = np.bincount(given, chance)
        of_answers = of_answers[of_answers > 0]
        return max(0.0, float(-(of_answers * np.log2(of_answers)).sum()))
    earned = worth * chance
    now = float(earned.sum(axis=1).max())
    after = sum(float(earned[:, given == k].sum(axis=1).max()) for k in range(len(places)))
    return max(0.0, after - now)


def _worth(utility: npt.ArrayLike, interpretations: int) -> npt.NDArray[Any]:
    remedy = f"give finite numbers up to {LARGEST:g}, (actions, {interpretations})"
    worth = as_numbers(utility, "the utility", remedy)
    if worth.ndim != 2 or worth.shape[1] != interpretations or not len(worth):
        raise InputError(f"the utility has the shape {worth.shape}; {remedy}")
    if (np.abs(worth.astype(np.float64)) > LARGEST).any():
        raise InputError(f"the utility is {excerpt(utility)}; {remedy}")
    return worth.astype(np.float64)


def _chance(answers: list[list[Hashable]], probabilities: npt.ArrayLike | None) -> npt.NDArray[Any]:
    """The probabilities of the interpretations, which sum to 1."""
    given = np.ones(len(answers[0]) if answers else 0) if probabilities is None else probabilities
    remedy = f"give a number of 0 or more, up to {LARGEST:g}, for each interpretation, and one above 0"
    chance = as_numbers(given, "the list of probabilities", remedy).astype(np.float64)
    if chance.ndim != 1 or (chance < 0).any() or (chance > LARGEST).any() or not chance.sum() > 0:
        raise InputError(f"the probabilities are {excerpt(chance.tolist())}; {remedy}")
    for k, row in enumerate(answers):
        if len(row) != len(chance):
            raise InputError(
                f"question {k} has {len(row)} answers for {len(chance)} interpretations; give one for each"
            )
    return np.asarray(chance / chance.sum())
