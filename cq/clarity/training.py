"""Training of the clarity classifier, and its out-of-fold evaluation.

Calibration and threshold are chosen on rows outside the training of the networks behind them. One network is
the unit of work: a `CheckpointStore` stores each once it is finished.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch.nn import functional as F

from cq.clarity.calibration import Calibration, choose_threshold
from cq.clarity.features import ClarityFeatures
from cq.clarity.lexical import LexicalModel
from cq.clarity.model import ClarityModel, member_logits
from cq.clarity.network import CLIP, ClarityNetwork
from cq.errors import InputError
from cq.modeling.checkpoints import CheckpointStore
from cq.modeling.ensemble import Ensemble, Standardizer
from cq.modeling.trainer import TrainingConfig, fit_ensemble

Array = npt.NDArray[Any]

EPSILON = 1e-6
"""Added to the spread of a feature, which may be 0."""


@dataclass(frozen=True)
class ClarityTrainingConfig(TrainingConfig):
    """The configuration of the training. For the networks, findings are multiplied by `finding_weight`;
    `lexical_strength` is the inverse regularisation of the linear model.
    """

    epochs: int = 6
    batch_size: int = 128
    learning_rate: float = 4e-4
    weight_decay: float = 0.1
    num_networks: int = 3
    num_inner_networks: int = 1
    finding_weight: float = 6.0
    lexical_strength: float = 0.3


@dataclass(frozen=True)
class OutOfFoldPredictions:
    """Probabilities and decisions for every row, from models fitted without the row's fold."""

    p_unclear: npt.NDArray[np.float64]
    unclear: npt.NDArray[np.bool_]
    models: dict[int, ClarityModel]


def fit_classifier(
    x: ClarityFeatures,
    unclear: Array,
    folds: Array,
    config: ClarityTrainingConfig,
    store: CheckpointStore | None = None,
) -> ClarityModel:
    """Fit on all rows: features `x` of n rows, labels `unclear` (n,) 0 or 1, and `folds` (n,), the groups of
    inner validation.

    The final models see every row; calibration and threshold come from models fitted without the row's
    inner fold. Deterministic on one machine. Raises `InputError` unless there are clear and unclear rows in
    two folds or more each.
    """
    _check_folds(unclear, folds, "two", 2)
    store = store or CheckpointStore()
    held_out_logits = np.zeros((len(x), 2))
    for k in np.unique(folds):
        held_out = folds == k
        networks, lexical = _fit(x[~held_out], unclear[~held_out], config, config.num_inner_networks, store)
        held_out_logits[held_out] = member_logits(networks, lexical, x[held_out])
    calibration = Calibration.fit(held_out_logits, unclear)
    threshold = choose_threshold(calibration(held_out_logits))
    networks, lexical = _fit(x, unclear, config, config.num_networks, store)
    return ClarityModel(networks, lexical, calibration, threshold)


def predict_out_of_fold(
    x: ClarityFeatures,
    unclear: Array,
    folds: Array,
    config: ClarityTrainingConfig,
    store: CheckpointStore | None = None,
) -> OutOfFoldPredictions:
    """Fit once without each fold and predict it. The order of rows is kept.

    Raises `InputError` unless there are clear and unclear rows in three folds or more each: one is held out
    here, and another one by `fit_classifier`.
    """
    _check_folds(unclear, folds, "three", 3)
    p, decided, models = np.zeros(len(x)), np.zeros(len(x), dtype=bool), {}
    for k in np.unique(folds):
        held_out = folds == k
        model = fit_classifier(x[~held_out], unclear[~held_out], folds[~held_out], config, store)
        p[held_out] = model.probabilities(x[held_out])
        decided[held_out] = p[held_out] > model.threshold
        models[int(k)] = model
    return OutOfFoldPredictions(p, decided, models)


def count_networks(folds: int, config: ClarityTrainingConfig) -> int:
    """The number of networks of `predict_out_of_fold` over that many folds and a `fit_classifier` after
    it.
    """
    out_of_fold = folds * ((folds - 1) * config.num_inner_networks + config.num_networks)
    return out_of_fold + folds * config.num_inner_networks + config.num_networks


def _check_folds(labels: Array, folds: Array, in_words: str, least: int) -> None:
    """Raise `InputError` if the rows of a class are in fewer than `least` folds: it could be missing where
    others are held out.
    """
    clear, unclear = (np.unique(folds[labels == label]).tolist() for label in (0, 1))
    if min(len(clear), len(unclear)) < least:
        raise InputError(
            f"training needs clear and unclear rows in {in_words} folds or more each (`cq.data.fold`); the "
            f"clear ones are in the folds {clear}, the unclear ones in {unclear}: label more rows"
        )


def _fit(
    x: ClarityFeatures,
    unclear: Array,
    config: ClarityTrainingConfig,
    count: int,
    store: CheckpointStore,
) -> tuple[Ensemble[ClarityNetwork], LexicalModel]:
    """Both models on all rows, `count` networks."""
    lexical = LexicalModel.fit(x, unclear, config.lexical_strength)
    return fit_networks(x, unclear, config, count, store), lexical


def fit_networks(
    x: ClarityFeatures,
    unclear: Array,
    config: ClarityTrainingConfig,
    count: int,
    store: CheckpointStore,
) -> Ensemble[ClarityNetwork]:
    """`count` networks on all rows."""
    dense = x.dense
    weight = np.ones(dense.shape[1], dtype=np.float32)
    weight[-x.findings.shape[1] :] = config.finding_weight
    standardizer = Standardizer.fit(dense, weight, CLIP, EPSILON)
    features, labels = standardizer(dense), torch.from_numpy(unclear.astype(np.float32))

    def loss(network: ClarityNetwork, rows: torch.Tensor) -> torch.Tensor:
        return F.binary_cross_entropy_with_logits(network(features[rows]), labels[rows])

    # The key leaves out the numbers of networks and the linear model, which do not affect a single network.
    of_one = replace(config, num_networks=0, num_inner_networks=0, lexical_strength=0)
    key = ("clarity", of_one, dense, unclear)
    networks = fit_ensemble(lambda: ClarityNetwork(dense.shape[1]), loss, len(x), config, count, key, store)
    return Ensemble(standardizer, networks)
