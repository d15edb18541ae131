"""The judge: how likely each program that a text may mean is the right one, fitted on writers that no reader
has seen.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from cq.errors import InputError
from cq.files import write_text
from cq.files.json_input import read_json
from cq.reading.considered import FEATURES, SOURCES

FILE = "judge.json"
Values = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Judge:
    """A logistic regression over features, with weights (sources, features + 1) for what the grammar alone,
    the network alone, and both have read.
    """

    weights: Values

    def probabilities(self, sources: Sequence[int], values: Values) -> Values:
        """The probability (n,) of each of n programs with features (n, features) to end right. Each is judged
        by itself, so they may sum to more than 1.
        """
        own = self.weights[list(sources)]
        chances = 1 / (1 + np.exp(-(own[:, 0] + (own[:, 1:] * values).sum(1))))
        return np.asarray(chances, dtype=np.float64)

    @classmethod
    def even(cls) -> Judge:
        """One that finds all equally likely."""
        return cls(np.zeros((len(SOURCES), 1 + len(FEATURES))))

    @classmethod
    def fit(
        cls, sources: Sequence[int], values: Values, right: Sequence[bool], strength: float = 1.0
    ) -> Judge:
        """Fit on programs (n,) of many texts. `strength` is the inverse of the penalty."""
        from sklearn.linear_model import LogisticRegression

        count = len(SOURCES)
        spread = np.zeros((len(values), count, 1 + values.shape[1]))
        for i, source in enumerate(sources):
            spread[i, source] = (1.0, *values[i])
        # What all sources have in common is learned from all of them.
        shared = np.concatenate([spread.sum(1), spread.reshape(len(values), -1)], 1)
        model = LogisticRegression(C=strength, fit_intercept=False, max_iter=5_000).fit(shared, right)
        found = model.coef_[0]
        width = 1 + values.shape[1]
        return cls(found[:width] + found[width:].reshape(count, width))

    def save(self, folder: Path) -> None:
        """Write the weights. Raises `OSError`."""
        named = {
            source: dict(zip(("", *FEATURES), np.round(one, 4).tolist(), strict=True))
            for source, one in zip(SOURCES, self.weights, strict=True)
        }
        write_text(folder / FILE, json.dumps(named, indent=1) + "\n")

    @classmethod
    def load(cls, folder: Path) -> Judge:
        """Read the weights. Raises `InputError` if they are missing or of other features."""
        data = read_json(folder / FILE, "weights of the judge of readings")
        try:
            rows = [[float(data[source][name]) for name in ("", *FEATURES)] for source in SOURCES]
        except (KeyError, TypeError, ValueError) as error:
            raise InputError(f"{str(folder / FILE)!r} is of other features ({error}); train again") from None
        return cls(np.array(rows))
