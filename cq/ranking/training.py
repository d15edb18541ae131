"""Fitting the ranker's fusion weights and cloud means, and judging it on folds it has not seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cq.backbone import Backbone
from cq.data import stack_grids
from cq.errors import InputError
from cq.ranking.bank import QuestionBank
from cq.ranking.ranker import Fusion, RankedQuestion, Ranker, normalised_bm25
from cq.ranking.second_stage import CosineStage
from cq.world import World

if TYPE_CHECKING:
    import datasets


@dataclass(frozen=True)
class AskedRow:
    """One unclear instruction, the id of the question asked, and the candidate ids it stands among."""

    instruction: str
    world: World
    qid: str
    pool: tuple[str, ...]
    fold: int


def asked_rows(dataset: datasets.Dataset) -> list[AskedRow]:
    """The rows of the single-turn set that have a question and a pool holding it, in order."""
    kept = dataset.select_columns(["instruction", "start", "qid", "pool", "fold"])
    rows = kept.select([i for i, qid in enumerate(dataset["qid"]) if qid is not None])
    starts = stack_grids(rows, "start")
    return [
        AskedRow(row["instruction"], World.parse(grid), row["qid"], tuple(row["pool"]), row["fold"])
        for row, grid in zip(rows.remove_columns("start"), starts, strict=True)
        if row["qid"] in (row["pool"] or ())
    ]


def fit(rows: Sequence[AskedRow], bank: QuestionBank, backbone: Backbone) -> Ranker:
    """Fit on all rows: cloud means of instructions and bank, then the fusion by logistic regression.

    Deterministic. Raises `InputError` without rows, or where a row's question is not in its pool.
    """
    if not rows:
        raise InputError("training needs rows with a question asked; got none")
    for row in rows:
        if row.qid not in row.pool:
            raise InputError(f"question {row.qid!r} is not in the pool of {row.instruction[:40]!r}")
    stage = CosineStage(
        backbone,
        backbone.encode([row.instruction for row in rows]).mean(0),
        backbone.encode(bank.questions).mean(0),
    )
    return Ranker(stage, fit_fusion(rows, bank, stage))


def fit_fusion(rows: Sequence[AskedRow], bank: QuestionBank, stage: CosineStage) -> Fusion:
    """Logistic regression of "this one was asked" on the two stages' scores of every candidate."""
    from sklearn.linear_model import LogisticRegression

    places = [[bank.place(qid) for qid in row.pool] for row in rows]
    first = [normalised_bm25(bank, row.instruction, p) for row, p in zip(rows, places, strict=True)]
    second = stage.score(
        [row.instruction for row in rows],
        [row.world for row in rows],
        [[bank.questions[i] for i in p] for p in places],
    )
    x = np.column_stack([np.concatenate(first), np.concatenate(second)])
    asked = np.concatenate([[qid == row.qid for qid in row.pool] for row in rows])
    # Two weights on tens of thousands of pairs need no shrinking.
    model = LogisticRegression(C=100.0).fit(x, asked)
    return Fusion(float(model.coef_[0, 0]), float(model.coef_[0, 1]), float(model.intercept_[0]))


def fit_by_fold(rows: Sequence[AskedRow], bank: QuestionBank, backbone: Backbone) -> dict[int, Ranker]:
    """For each fold, a ranker fitted on the rows of all others."""
    return {
        k: fit([row for row in rows if row.fold != k], bank, backbone)
        for k in sorted({row.fold for row in rows})
    }


def out_of_fold(
    rankers: dict[int, Ranker], rows: Sequence[AskedRow], bank: QuestionBank, *, pools: bool = True
) -> list[list[RankedQuestion]]:
    """Every row's ranking by the ranker of its fold: of its pool, or (`pools` False) of all of `bank`.

    `bank` may be another than the one the rankers were fitted with, as the official list of questions is.
    """
    ranked: list[list[RankedQuestion]] = [[] for _ in rows]
    for k, ranker in rankers.items():
        held = [i for i, row in enumerate(rows) if row.fold == k]
        rankings = ranker.rank(
            bank,
            [rows[i].instruction for i in held],
            [rows[i].world for i in held],
            pools=[rows[i].pool for i in held] if pools else None,
        )
        for i, ranking in zip(held, rankings, strict=True):
            ranked[i] = ranking
    return ranked
