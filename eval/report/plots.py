"""The figures of the report."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from sklearn.metrics import precision_recall_curve

from cq.metrics.bootstrap import Interval
from cq.world import World
from cq.world.drawing.picture import plot

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Array = npt.NDArray[Any]
BINS = 10


def reliability(figure: Figure, truth: Array, p: Array) -> None:
    """The share of unclear rows against the predicted probability, in bins of equally many rows."""
    ax = figure.add_subplot()
    bins = np.array_split(np.argsort(p, kind="stable"), BINS)
    ax.plot([0, 1], [0, 1], color="#999999", linewidth=1)
    ax.plot([p[of].mean() for of in bins], [truth[of].mean() for of in bins], "o-", color="#2f6fde")
    ax.set(xlabel="predicted probability of unclear", ylabel="share unclear", xlim=(0, 1), ylim=(0, 1))


def precision_recall(figure: Figure, truth: Array, by_name: Mapping[str, Array]) -> None:
    """Precision against recall of "unclear", per model."""
    ax = figure.add_subplot()
    for name, p in by_name.items():
        precision, recall, _ = precision_recall_curve(truth, p)
        ax.plot(recall, precision, label=name)
    ax.axhline(float(truth.mean()), color="#999999", linewidth=1)
    ax.set(xlabel="recall", ylabel="precision", xlim=(0, 1), ylim=(0, 1))
    ax.legend()


def by_cutoff(figure: Figure, ranks: Mapping[str, Array], most: int = 50) -> None:
    """MRR@k and recall@k against k for each ranker; `ranks` holds the positives' ranks, from 1."""
    left, right = figure.subplots(1, 2)
    ks = np.arange(1, most + 1)
    for name, rank in ranks.items():
        left.plot(ks, [np.where(rank <= k, 1 / rank, 0).mean() for k in ks], label=name)
        right.plot(ks, [(rank <= k).mean() for k in ks], label=name)
    left.set(xlabel="k", ylabel="MRR@k", ylim=(0, 1))
    right.set(xlabel="k", ylabel="recall@k", ylim=(0, 1))
    left.legend()


def by_kind(figure: Figure, scores: Mapping[str, Interval], score: str) -> None:
    """A score of several kinds of rows, with its intervals; the first kind is on top."""
    ax = figure.add_subplot()
    estimates = np.array([one.estimate for one in scores.values()])
    around = np.array([[one.estimate - one.low, one.high - one.estimate] for one in scores.values()])
    ax.barh(list(scores), estimates, xerr=around.T, color="#2f6fde", ecolor="#333333", capsize=3)
    ax.invert_yaxis()
    ax.set(xlabel=score, xlim=(0, 1))


def by_share(figure: Figure, curves: Mapping[str, Mapping[str, float]], score: str) -> None:
    """A score of several policies against the share of rows that they ask about: policy → "15%" → score."""
    ax = figure.add_subplot()
    for name, curve in curves.items():
        shares = [float(share.rstrip("% ")) for share in curve]
        ax.plot(shares, list(curve.values()), "o-", markersize=3, label=name)
    ax.set(xlabel="share of rows asked about, %", ylabel=score, xlim=(0, 100))
    ax.legend()


def worlds(figure: Figure, grids: Mapping[str, Array]) -> None:
    """Draw worlds side by side."""
    for i, (name, grid) in enumerate(grids.items(), start=1):
        ax = figure.add_subplot(1, len(grids), i, projection="3d")
        plot(World.parse(grid), ax)
        ax.set_title(name)
