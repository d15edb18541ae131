"""Fitting the clarity classifier, and judging it on folds it has not seen.

Everything chosen from data, calibration and threshold, is chosen on rows that the networks behind it were
not trained on. One network is the unit of work: with a `Workshop` folder each is stored once finished, so
that a job killed at any moment goes on where it was and ends with the same weights.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch.nn import functional as F

from cq.clarity.calibration import Calibration, choose_threshold
from cq.clarity.network import ClarityNetwork, Ensemble, Fitted, Scaling
from cq.errors import InputError
from cq.modeling.checkpoints import Workshop
from cq.modeling.ensemble import restored

Array = npt.NDArray[Any]


@dataclass(frozen=True)
class Recipe:
    """How networks are trained. `explicit` columns at the end of x weigh `explicit_weight` times as much.

    `rebuilt_weight` and `kinds_weight` add the two auxiliary losses, neither of which measured
    (`python -m eval clarity`).
    """

    seeds: int = 5
    inner_seeds: int = 3
    epochs: int = 12
    batch: int = 64
    rate: float = 3e-4
    decay: float = 0.1
    explicit: int = 0
    explicit_weight: float = 6.0
    rebuilt_weight: float = 0.0
    kinds_weight: float = 0.0


@dataclass(frozen=True)
class Targets:
    """What is known of each row.

    `unclear` (n,) is 0 or 1; `rebuilt` (n,) the changed-cells F1 of a second person's build in [0, 1], NaN
    where there is none; `kinds` (n, len(QUESTION_KINDS)) 1 for each kind of the question asked.
    """

    unclear: Array
    rebuilt: Array
    kinds: Array

    def __getitem__(self, rows: Array) -> Targets:
        return Targets(self.unclear[rows], self.rebuilt[rows], self.kinds[rows])


@dataclass(frozen=True)
class OutOfFold:
    """What a model says of every row when fitted without the row's fold: probabilities and decisions."""

    p_unclear: npt.NDArray[np.float64]
    unclear: npt.NDArray[np.bool_]
    fitted: dict[int, Fitted]


def fit(x: Array, targets: Targets, folds: Array, recipe: Recipe, workshop: Workshop | None = None) -> Fitted:
    """Fit on all rows: x (n, d), folds (n,) the groups of inner validation.

    The final networks see every row; calibration and threshold come from networks fitted without the row's
    inner fold. Deterministic on one machine. Raises `InputError` where a class is missing or there are
    fewer than two folds.
    """
    if len(np.unique(targets.unclear)) < 2 or len(np.unique(folds)) < 2:
        raise InputError(
            "training needs clear and unclear rows in two folds or more (`cq.data.fold`), also without the "
            f"one that is judged; there are {int((targets.unclear == 0).sum())} clear and "
            f"{int((targets.unclear == 1).sum())} unclear ones in the folds {np.unique(folds).tolist()}"
        )
    workshop = workshop or Workshop()
    held_out = np.zeros(len(x))
    for k in np.unique(folds):
        held = folds == k
        inner = replace(recipe, seeds=recipe.inner_seeds)
        held_out[held] = _ensemble(x[~held], targets[~held], inner, workshop).logits(x[held])
    calibration = Calibration.fit(held_out, targets.unclear)
    threshold = choose_threshold(calibration(held_out))
    return Fitted(_ensemble(x, targets, recipe, workshop), calibration, threshold)


def out_of_fold(
    x: Array, targets: Targets, folds: Array, recipe: Recipe, workshop: Workshop | None = None
) -> OutOfFold:
    """Fit once without each fold and predict it. Rows come back in their order."""
    p, decided, fitted = np.zeros(len(x)), np.zeros(len(x), dtype=bool), {}
    for k in np.unique(folds):
        held = folds == k
        fitted[int(k)] = fit(x[~held], targets[~held], folds[~held], recipe, workshop)
        p[held] = fitted[int(k)].probabilities(x[held])
        decided[held] = p[held] > fitted[int(k)].threshold
    return OutOfFold(p, decided, fitted)


def networks_to_train(folds: int, recipe: Recipe) -> int:
    """How many networks `out_of_fold` over that many folds and a `fit` after it train."""
    judging = folds * ((folds - 1) * recipe.inner_seeds + recipe.seeds)
    return judging + folds * recipe.inner_seeds + recipe.seeds


def train_network(x: torch.Tensor, targets: Targets, recipe: Recipe, seed: int) -> ClarityNetwork:
    """One network on scaled x (n, d): AdamW (Loshchilov and Hutter 2019), one cycle of learning rates."""
    unclear, rebuilt, kinds = (
        torch.from_numpy(np.asarray(a, dtype=np.float32))
        for a in (targets.unclear, targets.rebuilt, targets.kinds)
    )
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        network = ClarityNetwork(x.shape[1])
        optimiser = torch.optim.AdamW(network.parameters(), recipe.rate, weight_decay=recipe.decay)
        steps = recipe.epochs * -(-len(x) // recipe.batch)
        schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, recipe.rate, total_steps=steps + 1)
        network.train()
        for _ in range(recipe.epochs):
            for rows in torch.split(torch.randperm(len(x)), recipe.batch):
                loss = _loss(network, x[rows], unclear[rows], rebuilt[rows], kinds[rows], recipe)
                optimiser.zero_grad()
                loss.backward()  # type: ignore[no-untyped-call]
                optimiser.step()
                schedule.step()
    with torch.no_grad():
        for parameter in network.parameters():
            parameter.copy_(parameter.half())  # as saved, so that a reloaded network gives equal outputs
    return network.eval()


def _loss(
    network: ClarityNetwork,
    x: torch.Tensor,
    unclear: torch.Tensor,
    rebuilt: torch.Tensor,
    kinds: torch.Tensor,
    recipe: Recipe,
) -> torch.Tensor:
    out = network(x)
    loss = F.binary_cross_entropy_with_logits(out.unclear, unclear)
    known, asked = ~rebuilt.isnan(), unclear > 0
    if recipe.rebuilt_weight and known.any():
        loss = loss + recipe.rebuilt_weight * F.binary_cross_entropy_with_logits(
            out.rebuilt[known], rebuilt[known]
        )
    if recipe.kinds_weight and asked.any():
        # Summed over the few asked rows but divided by all, so that each row weighs the same in any batch.
        of_kinds = F.binary_cross_entropy_with_logits(out.kinds[asked], kinds[asked], reduction="sum")
        loss = loss + recipe.kinds_weight * of_kinds / len(x)
    return loss


def _ensemble(x: Array, targets: Targets, recipe: Recipe, workshop: Workshop) -> Ensemble:
    scaling = _scaling(x, recipe)
    return Ensemble(
        scaling, [_network(x, targets, scaling, recipe, seed, workshop) for seed in range(recipe.seeds)]
    )


def _network(
    x: Array, targets: Targets, scaling: Scaling, recipe: Recipe, seed: int, workshop: Workshop
) -> ClarityNetwork:
    state = workshop.state(
        # How many networks there will be changes none of them.
        f"{replace(recipe, seeds=0, inner_seeds=0)} {seed}",
        (x, targets.unclear, targets.rebuilt, targets.kinds),
        lambda: train_network(scaling(x), targets, recipe, seed).state_dict(),
    )
    return restored(lambda: ClarityNetwork(x.shape[1]), state)


def _scaling(x: Array, recipe: Recipe) -> Scaling:
    weight = np.ones(x.shape[1], dtype=np.float32)
    if recipe.explicit:
        weight[-recipe.explicit :] = recipe.explicit_weight
    gain = 1 / (x.std(0) + 1e-6)
    return Scaling(x.mean(0).astype(np.float32), gain.astype(np.float32), weight)
