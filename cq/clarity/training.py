"""Training of the clarity classifier, and its evaluation on folds it has not seen.

Everything chosen from data, calibration and threshold, is chosen on rows that the networks behind it were
not trained on. One network is the unit of work: a `CheckpointStore` stores each once it is finished.
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
from cq.clarity.network import CLIPS, KIND_COLUMNS, REBUILT_COLUMN, UNCLEAR_COLUMN, ClarityNetwork
from cq.errors import InputError
from cq.modeling.checkpoints import CheckpointStore
from cq.modeling.ensemble import Ensemble, Standardizer
from cq.modeling.trainer import TrainingConfig, fit_ensemble

Array = npt.NDArray[Any]

EPSILON = 1e-6
"""Added to the spread of a feature, which may be 0."""


@dataclass(frozen=True)
class ClarityTrainingConfig(TrainingConfig):
    """How the models are trained. For the networks, findings are multiplied by `finding_weight`;
    `lexical_strength` is the inverse regularisation of the linear model.

    `rebuilt_weight` and `kinds_weight` add the two auxiliary losses; neither improves the classifier
    (`python -m eval clarity`).
    """

    epochs: int = 6
    batch_size: int = 128
    learning_rate: float = 4e-4
    weight_decay: float = 0.1
    num_networks: int = 3
    num_inner_networks: int = 1
    finding_weight: float = 6.0
    lexical_strength: float = 0.3
    rebuilt_weight: float = 0.0
    kinds_weight: float = 0.0


@dataclass(frozen=True)
class ClarityTargets:
    """What is known of each row.

    `unclear` (n,) is 0 or 1; `rebuilt` (n,) the changed-cells F1 of a second person's build in [0, 1], NaN
    if there is none; `kinds` (n, len(AMBIGUITY_KINDS)) 1 for each kind of the question asked.
    """

    unclear: Array
    rebuilt: Array
    kinds: Array

    def __getitem__(self, rows: Array) -> ClarityTargets:
        return ClarityTargets(self.unclear[rows], self.rebuilt[rows], self.kinds[rows])


@dataclass(frozen=True)
class OutOfFoldPredictions:
    """Probabilities and decisions for every row, from models fitted without the row's fold."""

    p_unclear: npt.NDArray[np.float64]
    unclear: npt.NDArray[np.bool_]
    models: dict[int, ClarityModel]


def fit_classifier(
    x: ClarityFeatures,
    targets: ClarityTargets,
    folds: Array,
    config: ClarityTrainingConfig,
    store: CheckpointStore | None = None,
) -> ClarityModel:
    """Fit on all rows: features `x` of n rows, `folds` (n,) the groups of inner validation.

    The final models see every row; calibration and threshold come from models fitted without the row's
    inner fold. Deterministic on one machine. Raises `InputError` unless there are clear and unclear rows in
    two folds or more each.
    """
    _check_folds(targets, folds, "two", 2)
    store = store or CheckpointStore()
    held_out_logits = np.zeros((len(x), 2))
    for k in np.unique(folds):
        held_out = folds == k
        networks, lexical = _fit(x[~held_out], targets[~held_out], config, config.num_inner_networks, store)
        held_out_logits[held_out] = member_logits(networks, lexical, x[held_out])
    calibration = Calibration.fit(held_out_logits, targets.unclear)
    threshold = choose_threshold(calibration(held_out_logits))
    networks, lexical = _fit(x, targets, config, config.num_networks, store)
    return ClarityModel(networks, lexical, calibration, threshold)


def predict_out_of_fold(
    x: ClarityFeatures,
    targets: ClarityTargets,
    folds: Array,
    config: ClarityTrainingConfig,
    store: CheckpointStore | None = None,
) -> OutOfFoldPredictions:
    """Fit once without each fold and predict it. Rows come back in their order.

    Raises `InputError` unless there are clear and unclear rows in three folds or more each: one is held out
    here, and another one by `fit_classifier`.
    """
    _check_folds(targets, folds, "three", 3)
    p, decided, models = np.zeros(len(x)), np.zeros(len(x), dtype=bool), {}
    for k in np.unique(folds):
        held_out = folds == k
        model = fit_classifier(x[~held_out], targets[~held_out], folds[~held_out], config, store)
        p[held_out] = model.probabilities(x[held_out])
        decided[held_out] = p[held_out] > model.threshold
        models[int(k)] = model
    return OutOfFoldPredictions(p, decided, models)


def count_networks(folds: int, config: ClarityTrainingConfig) -> int:
    """How many networks `predict_out_of_fold` over that many folds and a `fit_classifier` after it train."""
    out_of_fold = folds * ((folds - 1) * config.num_inner_networks + config.num_networks)
    return out_of_fold + folds * config.num_inner_networks + config.num_networks


def _check_folds(targets: ClarityTargets, folds: Array, in_words: str, least: int) -> None:
    """Raise `InputError` if the rows of a class are in fewer than `least` folds: it could be missing where
    others are held out.
    """
    clear, unclear = (np.unique(folds[targets.unclear == label]).tolist() for label in (0, 1))
    if min(len(clear), len(unclear)) < least:
        raise InputError(
            f"training needs clear and unclear rows in {in_words} folds or more each (`cq.data.fold`); the "
            f"clear ones are in the folds {clear}, the unclear ones in {unclear}: label more rows"
        )


def _fit(
    x: ClarityFeatures,
    targets: ClarityTargets,
    config: ClarityTrainingConfig,
    count: int,
    store: CheckpointStore,
) -> tuple[Ensemble[ClarityNetwork], LexicalModel]:
    """Both models on all rows, `count` networks."""
    lexical = LexicalModel.fit(x, targets.unclear, config.lexical_strength)
    return fit_networks(x, targets, config, count, store), lexical


def fit_networks(
    x: ClarityFeatures,
    targets: ClarityTargets,
    config: ClarityTrainingConfig,
    count: int,
    store: CheckpointStore,
) -> Ensemble[ClarityNetwork]:
    """`count` networks on all rows."""
    dense = x.dense
    standardizer = _standardizer(dense, x.findings.shape[1], config)
    features = standardizer(dense)
    unclear, rebuilt, kinds = (
        torch.from_numpy(np.asarray(a, dtype=np.float32))
        for a in (targets.unclear, targets.rebuilt, targets.kinds)
    )

    def loss(network: ClarityNetwork, rows: torch.Tensor) -> torch.Tensor:
        return clarity_loss(network(features[rows]), unclear[rows], rebuilt[rows], kinds[rows], config)

    # The key leaves out the numbers of networks and the linear model, which do not affect a single network.
    of_one = replace(config, num_networks=0, num_inner_networks=0, lexical_strength=0)
    key = ("clarity", of_one, dense, targets)
    networks = fit_ensemble(
        lambda: ClarityNetwork(dense.shape[1]), loss, len(x), config, count, key, store, half_precision=True
    )
    return Ensemble({"features": standardizer}, networks)


def clarity_loss(
    logits: torch.Tensor,
    unclear: torch.Tensor,
    rebuilt: torch.Tensor,
    kinds: torch.Tensor,
    config: ClarityTrainingConfig,
) -> torch.Tensor:
    """Cross-entropy of the label, and the weighted auxiliary losses if their targets are known."""
    loss = F.binary_cross_entropy_with_logits(logits[:, UNCLEAR_COLUMN], unclear)
    known, asked = ~rebuilt.isnan(), unclear > 0
    if config.rebuilt_weight and known.any():
        loss = loss + config.rebuilt_weight * F.binary_cross_entropy_with_logits(
            logits[known, REBUILT_COLUMN], rebuilt[known]
        )
    if config.kinds_weight and asked.any():
        # Summed over the few rows with a question but divided by all, so that each row weighs the same in
        # any batch.
        kinds_loss = F.binary_cross_entropy_with_logits(
            logits[asked, KIND_COLUMNS], kinds[asked], reduction="sum"
        )
        loss = loss + config.kinds_weight * kinds_loss / len(logits)
    return loss


def _standardizer(x: Array, num_findings: int, config: ClarityTrainingConfig) -> Standardizer:
    weight = np.ones(x.shape[1], dtype=np.float32)
    weight[x.shape[1] - num_findings :] = config.finding_weight
    return Standardizer.fit(x, CLIPS["features"], EPSILON, weight)
