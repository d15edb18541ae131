"""Training of the linear ranking model, and its evaluation out of fold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cq.files.digests import fingerprint
from cq.modeling.checkpoints import CheckpointStore, State
from cq.ranking.bank import natural_key
from cq.ranking.linear import LinearModel, side_by_side
from cq.ranking.offsets import offsets_of
from cq.ranking.ranker import best_first
from cq.ranking.training.examples import EncodedExamples, RankingExample

EPSILON = 1e-3
"""Added to the spread of a feature, which may be 0."""


@dataclass(frozen=True)
class RankingTrainingConfig:
    """The configuration of the linear model: list-wise logistic regression (McFadden 1974), the positive of
    each
    example against all its other candidates, by at most `epochs` steps of L-BFGS. `decay` times half of the
    squared weights is added to the mean loss.
    """

    epochs: int = 50
    decay: float = 0.1


def fit_linear_model(
    examples: EncodedExamples, config: RankingTrainingConfig, store: CheckpointStore | None = None
) -> LinearModel:
    """Fit on all examples. Deterministic on one machine."""
    x = np.concatenate([side_by_side(row) for row in examples.features])
    mean, scale = x.mean(0), 1 / (x.std(0) + EPSILON)
    lengths = [len(row.pair) for row in examples.features]
    key = fingerprint("linear ranking model", config, x, examples.positives, lengths)

    def make() -> State:
        import torch

        unfitted = LinearModel(mean, scale, np.zeros(len(mean), dtype=np.float32))
        standardized = np.concatenate([unfitted.standardized(row) for row in examples.features])
        weights = _minimize(standardized, offsets_of(lengths), examples.positives, config)
        return {"weights": torch.from_numpy(weights)}

    state = (store or CheckpointStore()).get_or_create(key, make)
    return LinearModel(mean, scale, state["weights"].numpy())


def fit_by_fold(
    examples: EncodedExamples, config: RankingTrainingConfig, store: CheckpointStore | None = None
) -> dict[int, LinearModel]:
    """For each fold, a model fitted on the examples of all others."""
    folds = np.unique(examples.folds)
    return {int(k): fit_linear_model(examples[examples.folds != k], config, store) for k in folds}


def out_of_fold_logits(
    examples: EncodedExamples, config: RankingTrainingConfig, store: CheckpointStore | None = None
) -> list[npt.NDArray[np.float64]]:
    """Each example's logits, in the order of its candidates, by a model that has not seen its fold."""
    models = fit_by_fold(examples, config, store)
    return [models[int(k)](row) for row, k in zip(examples.features, examples.folds, strict=True)]


def rank_candidates(
    examples: Sequence[RankingExample], logits: Sequence[npt.NDArray[np.floating]]
) -> list[list[str]]:
    """Each example's candidate ids, best first; ties by id."""
    rankings = []
    for example, values in zip(examples, logits, strict=True):
        ids = example.candidates
        by_id = sorted(range(len(ids)), key=lambda i: natural_key(ids[i]))
        order = best_first(values[by_id], np.arange(len(by_id)))
        rankings.append([ids[by_id[i]] for i in order])
    return rankings


def _minimize(
    x: npt.NDArray[np.float32],
    offsets: npt.NDArray[np.int64],
    positives: npt.NDArray[np.int64],
    config: RankingTrainingConfig,
) -> npt.NDArray[np.float32]:
    """The weights (d,) of the features x (n, d) of all candidates, list by list, that minimise the mean
    cross-entropy of the positives and the decay.
    """
    from scipy.optimize import minimize

    starts, lengths, right = offsets[:-1], np.diff(offsets), offsets[:-1] + positives

    def loss(weights: npt.NDArray[np.float64]) -> tuple[float, npt.NDArray[np.float64]]:
        logits = (x @ weights.astype(np.float32)).astype(np.float64)
        logits -= np.repeat(np.maximum.reduceat(logits, starts), lengths)
        odds = np.exp(logits)
        total = np.add.reduceat(odds, starts)
        p = odds / np.repeat(total, lengths)
        p[right] -= 1
        gradient = (p.astype(np.float32) @ x) / len(starts) + config.decay * weights
        value = (np.log(total) - logits[right]).mean() + config.decay * (weights @ weights) / 2
        return float(value), gradient

    found = minimize(
        loss, np.zeros(x.shape[1]), jac=True, method="L-BFGS-B", options={"maxiter": config.epochs}
    )
    return np.asarray(found.x, dtype=np.float32)
