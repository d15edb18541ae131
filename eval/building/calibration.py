"""Whether the builder's confidence predicts the changed F1 of its builds, and bins to tell it by."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from scipy.stats import spearmanr

from cq.building.confidence import Confidence
from cq.building.decoding.minimum_bayes_risk import BuildPrediction
from cq.building.training.recorded_builds import RecordedBuild
from cq.metrics import changed_f1
from cq.types import Doubles
from eval.building.scores import BuildScorer, Scores

BINS = 5


def confidence_table(
    rows: Sequence[RecordedBuild], predictions: Sequence[BuildPrediction], scorer: BuildScorer
) -> dict[str, Scores]:
    """`Build.confidence` against the changed F1 of the builds, in bins of equally many clear rows."""
    folds, clear = np.array([row.fold for row in rows]), np.array([row.clear for row in rows])
    scores = changed_f1(np.stack([one.grid for one in predictions]), scorer.target, scorer.start)
    predicted = np.zeros(len(rows))
    for fold in np.unique(folds):
        others = np.flatnonzero(folds != fold).tolist()
        fitted = Confidence.fit([predictions[i] for i in others], scores[others])
        for i in np.flatnonzero(folds == fold).tolist():
            predicted[i] = fitted(predictions[i])
    predicted, scores = predicted[clear], scores[clear]
    table = {f"{p.min():.2f} to {p.max():.2f}": _means(p, f1) for p, f1 in binned(predicted, scores, BINS)}
    table["all"] = _means(predicted, scores) | {
        "mean distance of bins": mean_distance(predicted, scores, BINS),
        "rank correlation": f"{spearmanr(predicted, scores).statistic:.3f}",
    }
    return table


def binned(told: Doubles, found: Doubles, bins: int) -> Iterator[tuple[Doubles, Doubles]]:
    """Confidences (n,) and what was found (n,), in bins of equally many, from the lowest confidence on."""
    for of in np.array_split(np.argsort(told, kind="stable"), min(bins, len(told))):
        yield told[of], found[of]


def mean_distance(told: Doubles, found: Doubles, bins: int) -> str:
    """The mean distance of confidence and finding in the bins, each weighed by its size."""
    apart = [len(a) * abs(a.mean() - b.mean()) for a, b in binned(told, found, bins)]
    return f"{sum(apart) / max(1, len(told)):.3f}"


def _means(predicted: Any, scores: Any) -> Scores:
    return {
        "rows": len(predicted),
        "confidence": f"{predicted.mean():.3f}",
        "changed F1": f"{scores.mean():.3f}",
    }
