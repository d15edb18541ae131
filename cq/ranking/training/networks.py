"""Fitting the ranker's networks, and judging them on folds they have not seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
import torch
from torch.nn import functional as F

from cq.errors import InputError
from cq.modeling.checkpoints import Workshop
from cq.modeling.ensemble import restored
from cq.ranking.bank import QuestionBank, natural_key
from cq.ranking.features import Features, features
from cq.ranking.index import QuestionIndex
from cq.ranking.network import Batch, Ensemble, RankingNetwork, Scaling
from cq.ranking.ranker import best_first
from cq.ranking.training.examples import AskedRow


@dataclass(frozen=True)
class Recipe:
    """How networks are trained. A step takes `batch` rows, of each the asked question and `negatives` others
    of its pool drawn at random.
    """

    seeds: int = 5
    epochs: int = 30
    batch: int = 64
    negatives: int = 40
    rate: float = 3e-3
    decay: float = 0.3


@dataclass(frozen=True)
class RankingRows:
    """Rows with their features: `asked` (n,) is the asked question's place in its row's pool."""

    features: list[Features]
    asked: npt.NDArray[np.int64]
    folds: npt.NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.features)

    def __getitem__(self, kept: npt.NDArray[np.bool_]) -> RankingRows:
        return RankingRows(
            [row for row, keep in zip(self.features, kept, strict=True) if keep],
            self.asked[kept],
            self.folds[kept],
        )


def ranking_rows(rows: Sequence[AskedRow], bank: QuestionBank, index: QuestionIndex) -> RankingRows:
    """Compute the features of every row's pool; `index` is that of the bank.

    Raises `InputError` without rows, or where a row's question is not in its pool.
    """
    if not rows:
        raise InputError("training needs rows with a question asked; got none")
    for row in rows:
        if row.qid not in row.pool:
            raise InputError(f"question {row.qid!r} is not in the pool of {row.instruction[:40]!r}")
    return RankingRows(
        [
            features(index, row.instruction, row.world, np.array([bank.place(qid) for qid in row.pool]))
            for row in rows
        ],
        np.array([row.pool.index(row.qid) for row in rows]),
        np.array([row.fold for row in rows]),
    )


def fit(rows: RankingRows, recipe: Recipe, workshop: Workshop | None = None) -> Ensemble:
    """Fit on all rows. Deterministic on one machine."""
    workshop = workshop or Workshop()
    scaling = Scaling.fit(rows.features)
    batch, mask = _padded([scaling(row) for row in rows.features])
    asked = torch.from_numpy(rows.asked)
    given = (batch.pair.numpy(), batch.question.numpy(), batch.instruction.numpy(), rows.asked)
    return Ensemble(
        scaling,
        [
            restored(
                lambda: _network(batch),
                workshop.state(
                    f"{replace(recipe, seeds=0)} {seed}",
                    given,
                    lambda seed=seed: train_network(batch, mask, asked, recipe, seed).state_dict(),  # type: ignore[misc]
                ),
            )
            for seed in range(recipe.seeds)
        ],
    )


def fit_by_fold(rows: RankingRows, recipe: Recipe, workshop: Workshop | None = None) -> dict[int, Ensemble]:
    """For each fold, an ensemble fitted on the rows of all others."""
    return {int(k): fit(rows[rows.folds != k], recipe, workshop) for k in np.unique(rows.folds)}


def out_of_fold_logits(
    rows: RankingRows, recipe: Recipe, workshop: Workshop | None = None
) -> list[npt.NDArray[np.float64]]:
    """Each row's logits, in its pool's order, by networks that have not seen its fold."""
    ensembles = fit_by_fold(rows, recipe, workshop)
    return [ensembles[int(k)].logits(row) for row, k in zip(rows.features, rows.folds, strict=True)]


def by_logits(rows: Sequence[AskedRow], logits: Sequence[npt.NDArray[np.floating]]) -> list[list[str]]:
    """Each row's pool of ids, best first; ties by id."""
    rankings = []
    for row, values in zip(rows, logits, strict=True):
        by_id = sorted(range(len(row.pool)), key=lambda i: natural_key(row.pool[i]))
        order = best_first(values[by_id], np.arange(len(by_id)))
        rankings.append([row.pool[by_id[i]] for i in order])
    return rankings


def train_network(
    batch: Batch, mask: torch.Tensor, asked: torch.Tensor, recipe: Recipe, seed: int
) -> RankingNetwork:
    """One network on scaled, padded rows: list-wise cross-entropy (ListNet, Cao et al. 2007), AdamW, one
    cycle of learning rates. `mask` (b, n) is true on candidates; `asked` (b,) their places.
    """
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        network = _network(batch)
        optimiser = torch.optim.AdamW(network.parameters(), recipe.rate, weight_decay=recipe.decay)
        steps = recipe.epochs * -(-len(asked) // recipe.batch)
        schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, recipe.rate, total_steps=steps + 1)
        network.train()
        for _ in range(recipe.epochs):
            for rows in torch.split(torch.randperm(len(asked)), recipe.batch):
                drawn = _drawn(mask[rows], asked[rows], recipe.negatives)
                logits = network(batch.candidates(rows, drawn))
                logits = logits.masked_fill(~mask[rows].gather(1, drawn), -torch.inf)
                loss = F.cross_entropy(logits, torch.zeros(len(rows), dtype=torch.long))
                optimiser.zero_grad()
                loss.backward()  # type: ignore[no-untyped-call]
                optimiser.step()
                schedule.step()
    return network.eval()


def _drawn(mask: torch.Tensor, asked: torch.Tensor, negatives: int) -> torch.Tensor:
    """Places (b, negatives + 1) of candidates: the asked question first, then others drawn at random."""
    order = torch.rand(mask.shape).masked_fill(~mask, -1)
    order.scatter_(1, asked[:, None], 2.0)
    return order.topk(min(negatives + 1, mask.shape[1]), dim=1).indices


def _network(batch: Batch) -> RankingNetwork:
    return RankingNetwork(batch.pair.shape[-1], batch.question.shape[-1], batch.instruction.shape[-1])


def _padded(rows: Sequence[Batch]) -> tuple[Batch, torch.Tensor]:
    pairs = torch.nn.utils.rnn.pad_sequence([row.pair[0] for row in rows], batch_first=True)
    questions = torch.nn.utils.rnn.pad_sequence([row.question[0] for row in rows], batch_first=True)
    lengths = torch.tensor([row.pair.shape[1] for row in rows])
    mask = torch.arange(pairs.shape[1])[None] < lengths[:, None]
    return Batch(pairs, questions, torch.cat([row.instruction for row in rows])), mask
