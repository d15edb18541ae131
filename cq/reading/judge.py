"""The judge: the probability that a candidate is right, fitted on writers that no reader has seen."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from cq.errors import InputError
from cq.files import write_text
from cq.files.json_input import read_json
from cq.modeling.probabilities import check_finite, check_probabilities
from cq.reading.considered import FEATURES, SOURCES

FILE = "judge.json"
COLUMNS = ("", *FEATURES, "probability")
ROWS = (*SOURCES, "order")
"""Their names in the file of weights: the constant has none, and the rows of the readers have no probability.
"""
Values = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Judged:
    """The candidates for one text: their sources and features (n, features), and which are right. None is if
    the text is not an order (`is_order`).
    """

    sources: Sequence[int]
    values: Values
    right: Sequence[bool]
    is_order: bool = True


@dataclass(frozen=True, eq=False)
class Judge:
    """A logistic regression over features, with weights (sources, features + 1) for programs of the grammar
    alone, of the network alone, and of both; and one that tells whether a text is an order or an answer at
    all, with weights (features + 2,) for the features and the probability of its likeliest program.
    """

    weights: Values
    order: Values

    def probabilities(self, sources: Sequence[int], values: Values) -> Values:
        """The probability (n,) of each of n programs with features (n, features) to end right. Each is judged
        by itself, so they may sum to more than 1.
        """
        own = self.weights[list(sources)]
        chances = 1 / (1 + np.exp(-(own[:, 0] + (own[:, 1:] * values).sum(1))))
        check_probabilities(chances, "the probability of a reading")
        return np.asarray(chances, dtype=np.float64)

    def is_order(self, sources: Sequence[int], values: Values) -> bool:
        """Whether the text of the programs is likely an order or an answer, not noise."""
        return bool(self.order @ self._likeliest(sources, values) > 0)

    def _likeliest(self, sources: Sequence[int], values: Values) -> Values:
        chances = self.probabilities(sources, values)
        return np.array([1.0, *values[int(chances.argmax())], chances.max()])

    @classmethod
    def even(cls) -> Judge:
        """A judge that finds all programs equally likely, and no text noise."""
        return cls(np.zeros((len(SOURCES), 1 + len(FEATURES))), np.eye(2 + len(FEATURES))[0])

    @classmethod
    def fit(cls, texts: Sequence[Judged], strength: float = 1.0) -> Judge:
        """Fit on texts, some of which are not orders. `strength` is the inverse of the penalty."""
        from sklearn.linear_model import LogisticRegression

        count, orders = len(SOURCES), [text for text in texts if text.is_order]
        values = np.concatenate([order.values for order in orders])
        spread = np.zeros((len(values), count, 1 + values.shape[1]))
        for i, source in enumerate(source for order in orders for source in order.sources):
            spread[i, source] = (1.0, *values[i])
        # The shared weights are learned from all sources.
        shared = np.concatenate([spread.sum(1), spread.reshape(len(values), -1)], 1)
        right = [right for order in orders for right in order.right]
        model = LogisticRegression(C=strength, fit_intercept=False, max_iter=5_000)
        found = model.fit(shared, right).coef_[0]
        width = 1 + values.shape[1]
        judge = cls(found[:width] + found[width:].reshape(count, width), cls.even().order)
        if len(orders) == len(texts):
            return judge
        likeliest = [judge._likeliest(text.sources, text.values) for text in texts]
        return replace(judge, order=model.fit(likeliest, [text.is_order for text in texts]).coef_[0])

    def save(self, folder: Path) -> None:
        """Write the weights. Raises `OSError`."""
        named = {
            row: dict(zip(COLUMNS, np.round(weights, 4).tolist(), strict=False))
            for row, weights in zip(ROWS, (*self.weights, self.order), strict=True)
        }
        write_text(folder / FILE, json.dumps(named, indent=1) + "\n")

    @classmethod
    def load(cls, folder: Path) -> Judge:
        """Read the weights. Raises `InputError` if they are missing or of other features."""
        data = read_json(folder / FILE, "weights of the judge of readings")
        try:
            *rows, last = ROWS
            weights = [[float(data[row][name]) for name in COLUMNS[:-1]] for row in rows]
            order = [float(data[last][name]) for name in COLUMNS]
            check_finite(np.array([*np.ravel(weights), *order]), "a row")
        except (KeyError, TypeError, ValueError) as error:
            raise InputError(
                f"{str(folder / FILE)!r} is damaged or of other features ({error}); train again"
            ) from None
        return cls(np.array(weights), np.array(order))
