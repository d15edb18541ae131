"""Training of the linear ranking model, and its evaluation on folds that it has not seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch

from cq.modeling.checkpoints import CheckpointStore, State
from cq.modeling.ensemble import Ensemble, Standardizer, restore_network
from cq.modeling.fingerprint import fingerprint
from cq.ranking.bank import natural_key
from cq.ranking.features import RankingFeatures
from cq.ranking.network import CLIPS, RankingNetwork, candidate_logits
from cq.ranking.offsets import offsets_of
from cq.ranking.ranker import best_first
from cq.ranking.training.examples import EncodedExamples, RankingExample

EPSILON = 1e-3
"""Added to the spread of a feature, which may be 0."""


@dataclass(frozen=True)
class RankingTrainingConfig:
    """How the linear model is trained: list-wise logistic regression (McFadden 1974), the positive of each
    example against all its other candidates, by at most `epochs` steps of L-BFGS. `decay` times half of the
    squared weights is added to the mean loss.
    """

    epochs: int = 50
    decay: float = 0.1


def fit_networks(
    examples: EncodedExamples, config: RankingTrainingConfig, store: CheckpointStore | None = None
) -> Ensemble[RankingNetwork]:
    """Fit on all examples. Deterministic on one machine."""
    standardizers = _standardizers(examples.features)
    pair, question = (
        np.concatenate([standardizers[name](getattr(row, name)).numpy() for row in examples.features])
        for name in CLIPS
    )
    lengths = [len(row.pair) for row in examples.features]
    key = fingerprint("ranking", config, pair, question, examples.positives, lengths)

    def create() -> RankingNetwork:
        return RankingNetwork(pair.shape[1], question.shape[1])

    def make() -> State:
        weights = _minimize(np.hstack([pair, question]), offsets_of(lengths), examples.positives, config)
        linear, prior = np.split(weights[None], [pair.shape[1]], axis=1)
        return {"linear.weight": torch.from_numpy(linear), "prior.weight": torch.from_numpy(prior)}

    state = (store or CheckpointStore()).get_or_create(key, make)
    return Ensemble(standardizers, [restore_network(create, state)])


def fit_by_fold(
    examples: EncodedExamples, config: RankingTrainingConfig, store: CheckpointStore | None = None
) -> dict[int, Ensemble[RankingNetwork]]:
    """For each fold, a model fitted on the examples of all others."""
    folds = np.unique(examples.folds)
    return {int(k): fit_networks(examples[examples.folds != k], config, store) for k in folds}


def out_of_fold_logits(
    examples: EncodedExamples, config: RankingTrainingConfig, store: CheckpointStore | None = None
) -> list[npt.NDArray[np.float64]]:
    """Each example's logits, in the order of its candidates, by a model that has not seen its fold."""
    networks = fit_by_fold(examples, config, store)
    return [
        candidate_logits(networks[int(k)], row)
        for row, k in zip(examples.features, examples.folds, strict=True)
    ]


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


def _standardizers(rows: Sequence[RankingFeatures]) -> dict[str, Standardizer]:
    """Over all candidates of all rows."""
    return {
        name: Standardizer.fit(np.concatenate([getattr(row, name) for row in rows]), clip, EPSILON)
        for name, clip in CLIPS.items()
    }


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
