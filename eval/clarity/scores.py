"""The scores of a clarity classifier."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy.typing as npt

from cq.clarity.examples import ClarityExamples
from cq.clarity.training import OutOfFoldPredictions
from cq.metrics import (
    average_precision,
    bootstrap_interval,
    expected_calibration_error,
    macro_f1,
)

Scores = dict[str, Any]


def clarity_scores(examples: ClarityExamples, predictions: OutOfFoldPredictions, samples: int) -> Scores:
    """Macro-F1, average precision and calibration error of one model."""
    unclear = examples.unclear

    def interval(metric: Callable[..., float], predicted: npt.NDArray[Any]) -> str:
        return str(bootstrap_interval(metric, unclear, predicted, groups=examples.groups, samples=samples))

    return {
        "macro-F1": interval(macro_f1, predictions.unclear),
        "average precision": interval(average_precision, predictions.p_unclear),
        "calibration error": round(expected_calibration_error(unclear, predictions.p_unclear), 3),
    }
