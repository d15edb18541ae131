"""The scores of rankings of clarifying questions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from cq.data import normalise
from cq.metrics import bootstrap_interval, mean_reciprocal_rank, recall_at_k
from cq.ranking import QuestionBank
from cq.ranking.ranker import DECIMALS
from cq.ranking.training.examples import RankingExample

Scores = dict[str, Any]
Rankings = list[list[str]]
CUTOFFS = (1, 5, 20)


def ranking_scores(
    examples: Sequence[RankingExample],
    bank: QuestionBank,
    rankings: Rankings,
    samples: int,
    positives: Sequence[str] | None = None,
) -> Scores:
    """MRR and recall of one ranker, with bootstrap intervals.

    `rankings` holds question ids, or texts if `positives` holds the texts that people asked.
    """
    positives = [example.positive for example in examples] if positives is None else positives
    groups = np.array([normalise(example.instruction) for example in examples])
    seen = seen_questions(examples, bank)

    def per_row(metric: Callable[[Rankings, list[str]], float]) -> npt.NDArray[np.float64]:
        return np.array([metric([r], [p]) for r, p in zip(rankings, positives, strict=True)])

    def interval(values: npt.NDArray[np.float64], chosen: npt.NDArray[np.bool_] | None = None) -> str:
        chosen = np.ones(len(values), dtype=bool) if chosen is None else chosen
        if not chosen.any():
            return "no rows"
        return str(bootstrap_interval(np.mean, values[chosen], groups=groups[chosen], samples=samples))

    reciprocal = per_row(mean_reciprocal_rank)
    return {
        "MRR": interval(reciprocal),
        "MRR@20": interval(per_row(lambda r, p: mean_reciprocal_rank(r, p, cutoff=20))),
        **{
            f"recall@{k}": interval(per_row(lambda r, p, k=k: recall_at_k(r, p, k)))  # type: ignore[misc]
            for k in CUTOFFS
        },
        f"MRR, {seen.sum()} seen": interval(reciprocal, seen),
        f"MRR, {(~seen).sum()} unseen": interval(reciprocal, ~seen),
    }


def reciprocal_rank(logits: npt.NDArray[np.float64], positive: int) -> float:
    """Of the candidate with the index `positive`. Logits are rounded as in ranking; ties count half."""
    rounded = logits.round(DECIMALS)
    better, equal = (rounded > rounded[positive]).sum(), (rounded == rounded[positive]).sum()
    return float(1 / (1 + better + (equal - 1) / 2))


def seen_questions(examples: Sequence[RankingExample], bank: QuestionBank) -> npt.NDArray[np.bool_]:
    """Whether a row of another fold has the same question text: (n,)."""
    texts = [" ".join(bank[example.positive].casefold().split()) for example in examples]
    folds: dict[str, set[int]] = {}
    for example, text in zip(examples, texts, strict=True):
        folds.setdefault(text, set()).add(example.fold)
    return np.array(
        [bool(folds[text] - {example.fold}) for example, text in zip(examples, texts, strict=True)]
    )
