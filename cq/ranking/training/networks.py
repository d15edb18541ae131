"""Training of the ranking networks, and their evaluation on folds they have not seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
import torch
from torch.nn import functional as F

from cq.modeling.checkpoints import CheckpointStore
from cq.modeling.ensemble import Ensemble, Standardizer
from cq.modeling.trainer import TrainingConfig, fit_ensemble
from cq.ranking.bank import natural_key
from cq.ranking.features import RankingFeatures
from cq.ranking.network import CLIPS, RankingNetwork, candidate_logits
from cq.ranking.ranker import best_first
from cq.ranking.training.examples import EncodedExamples, RankingExample

EPSILON = 1e-3
"""Added to the spread of a feature, which may be 0."""


@dataclass(frozen=True)
class RankingTrainingConfig(TrainingConfig):
    """How the networks are trained: list-wise, the positive of each example against `num_negatives` of its
    other candidates, drawn at random in each step.
    """

    epochs: int = 30
    batch_size: int = 64
    learning_rate: float = 3e-3
    weight_decay: float = 0.3
    num_networks: int = 10
    num_negatives: int = 40


def fit_networks(
    examples: EncodedExamples, config: RankingTrainingConfig, store: CheckpointStore | None = None
) -> Ensemble[RankingNetwork]:
    """Fit on all examples. Deterministic on one machine."""
    standardizers = _standardizers(examples.features)
    pair, mask = _pad([standardizers["pair"](row.pair) for row in examples.features])
    question, _ = _pad([standardizers["question"](row.question) for row in examples.features])
    instruction = standardizers["instruction"](np.stack([row.instruction for row in examples.features]))
    positives = torch.from_numpy(examples.positives)

    def loss(network: RankingNetwork, rows: torch.Tensor) -> torch.Tensor:
        """Cross-entropy of the positive among the drawn candidates (ListNet, Cao et al. 2007)."""
        drawn = _draw_candidates(mask[rows], positives[rows], config.num_negatives)
        logits = network(pair[rows[:, None], drawn], question[rows[:, None], drawn], instruction[rows])
        logits = logits.masked_fill(~mask[rows].gather(1, drawn), -torch.inf)
        return F.cross_entropy(logits, torch.zeros(len(rows), dtype=torch.long))

    networks = fit_ensemble(
        lambda: RankingNetwork(pair.shape[-1], question.shape[-1], instruction.shape[-1]),
        loss,
        len(examples),
        config,
        config.num_networks,
        ("ranking", replace(config, num_networks=0), pair, question, instruction, positives),
        store or CheckpointStore(),
    )
    return Ensemble(standardizers, networks)


def fit_by_fold(
    examples: EncodedExamples, config: RankingTrainingConfig, store: CheckpointStore | None = None
) -> dict[int, Ensemble[RankingNetwork]]:
    """For each fold, networks fitted on the examples of all others."""
    folds = np.unique(examples.folds)
    return {int(k): fit_networks(examples[examples.folds != k], config, store) for k in folds}


def out_of_fold_logits(
    examples: EncodedExamples, config: RankingTrainingConfig, store: CheckpointStore | None = None
) -> list[npt.NDArray[np.float64]]:
    """Each example's logits, in the order of its candidates, by networks that have not seen its fold."""
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
    features = {
        "pair": np.concatenate([row.pair for row in rows]),
        "question": np.concatenate([row.question for row in rows]),
        "instruction": np.stack([row.instruction for row in rows]),
    }
    return {name: Standardizer.fit(x, CLIPS[name], EPSILON) for name, x in features.items()}


def _draw_candidates(mask: torch.Tensor, positives: torch.Tensor, negatives: int) -> torch.Tensor:
    """Indices (b, negatives + 1) of candidates: the positive first, then others at random. `mask` (b, n) is
    true on candidates.
    """
    order = torch.rand(mask.shape).masked_fill(~mask, -1)
    order.scatter_(1, positives[:, None], 2.0)
    return order.topk(min(negatives + 1, mask.shape[1]), dim=1).indices


def _pad(rows: Sequence[torch.Tensor]) -> tuple[torch.Tensor, torch.Tensor]:
    """Rows (n_i, d) side by side (b, n, d), and the mask (b, n) of what is no padding."""
    padded = torch.nn.utils.rnn.pad_sequence(list(rows), batch_first=True)
    lengths = torch.tensor([len(row) for row in rows])
    return padded, torch.arange(padded.shape[1])[None] < lengths[:, None]
