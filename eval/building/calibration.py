"""Whether the builder's confidence predicts the changed F1 of its builds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy.stats import spearmanr

from cq.building.confidence import Confidence
from cq.building.decoding.minimum_bayes_risk import BuildPrediction
from cq.building.training.recorded_builds import RecordedBuild
from cq.metrics import changed_f1
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
    order = np.argsort(predicted, kind="stable")
    bins = [(predicted[of], scores[of]) for of in np.array_split(order, min(BINS, len(predicted)))]
    error = sum(len(p) * abs(p.mean() - f1.mean()) for p, f1 in bins) / len(predicted)
    table = {f"{p.min():.2f} to {p.max():.2f}": _means(p, f1) for p, f1 in bins}
    table["all"] = _means(predicted, scores) | {
        "mean distance of bins": f"{error:.3f}",
        "rank correlation": f"{spearmanr(predicted, scores).statistic:.3f}",
    }
    return table


def _means(predicted: Any, scores: Any) -> Scores:
    return {
        "rows": len(predicted),
        "confidence": f"{predicted.mean():.3f}",
        "changed F1": f"{scores.mean():.3f}",
    }
