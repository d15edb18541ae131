"""The value of questions: the expected information, or gain, from their answers."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from cq.errors import InputError


def expected_information(
    answers: Sequence[Sequence[Hashable]],
    probabilities: npt.ArrayLike | None = None,
    *,
    utility: npt.ArrayLike | None = None,
) -> npt.NDArray[np.float64]:
    """The expected information of each of q questions about which of n interpretations is meant: (q,).

    `answers[k][i]` is the answer to question k of a person who means interpretation i: any hashable value.
    `probabilities` (n,) are those of the interpretations, from any model; they need not sum to 1, and all are
    equal for None. Without a `utility` the result is in bits: the entropy of the answers, which is their
    mutual information with the interpretation, since each interpretation has one answer (Lindley 1956).
    `utility` (m, n) is the value of each of m actions if interpretation i is meant; the result is then by how
    much the expected utility of the best action rises with the answer (expected value of sample information,
    Raiffa and Schlaifer 1961). With the changed F1 of builds as utility it is the value of a clarifying
    question about blocks.

    Raises `InputError` unless each question has n answers, and probabilities are finite numbers of 0 or more
    with a positive sum, or for a utility of another shape.
    """
    chance = _chance(answers, probabilities)
    worth = None if utility is None else np.asarray(utility, dtype=np.float64)
    if worth is not None and (worth.ndim != 2 or worth.shape[1] != len(chance) or not len(worth)):
        raise InputError(f"the utility has the shape {worth.shape}; give (actions, {len(chance)})")
    return np.array([_of_one(row, chance, worth) for row in answers], dtype=np.float64)


def _of_one(answers: Sequence[Hashable], chance: npt.NDArray[Any], worth: npt.NDArray[Any] | None) -> float:
    places: dict[Hashable, int] = {}
    given = np.array([places.setdefault(answer, len(places)) for answer in answers])
    if worth is None:
        of_answers = np.bincount(given, chance)
        of_answers = of_answers[of_answers > 0]
        return max(0.0, float(-(of_answers * np.log2(of_answers)).sum()))
    earned = worth * chance
    now = float(earned.sum(axis=1).max())
    after = sum(float(earned[:, given == k].sum(axis=1).max()) for k in range(len(places)))
    return max(0.0, after - now)


def _chance(answers: Sequence[Sequence[Hashable]], probabilities: npt.ArrayLike | None) -> npt.NDArray[Any]:
    """The probabilities of the interpretations, which sum to 1."""
    given = answers[0] if len(answers) else ()
    chance = np.asarray(np.ones(len(given)) if probabilities is None else probabilities, dtype=np.float64)
    if chance.ndim != 1 or not np.isfinite(chance).all() or (chance < 0).any() or not chance.sum() > 0:
        raise InputError(
            f"the probabilities are {chance.tolist()!r:.80}; give one of 0 or more for each interpretation, "
            "at least one of them above 0"
        )
    for k, row in enumerate(answers):
        if isinstance(row, str) or len(row) != len(chance):
            raise InputError(
                f"question {k} has {len(row)} answers for {len(chance)} interpretations; give one for each"
            )
    return np.asarray(chance / chance.sum())
