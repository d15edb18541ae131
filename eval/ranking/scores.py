"""The scores of rankings of clarifying questions."""

from __future__ import annotations

from collections import defaultdict
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
    groups = np.array([normalise(example.instruction) for example in examples])
    asked = [example.positive for example in examples]
    seen = seen_questions(asked, [example.fold for example in examples], bank)

    def per_row(metric: Callable[[Rankings, list[str]], float]) -> npt.NDArray[np.float64]:
        return np.array([metric([r], [p]) for r, p in zip(rankings, positives or asked, strict=True)])

    def interval(values: npt.NDArray[np.float64], chosen: Any = slice(None)) -> str:
        if not values[chosen].size:
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


def seen_questions(qids: Sequence[str], folds: Sequence[int], bank: QuestionBank) -> npt.NDArray[np.bool_]:
    """Whether a row of another fold has the same question text: (n,)."""
    texts = [" ".join(bank[qid].casefold().split()) for qid in qids]
    folds_of = defaultdict[str, set[int]](set)
    for text, fold in zip(texts, folds, strict=True):
        folds_of[text].add(fold)
    return np.array([bool(folds_of[text] - {fold}) for text, fold in zip(texts, folds, strict=True)])
