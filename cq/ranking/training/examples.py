"""The single-turn set as examples for the ranker's training and evaluation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from cq.data import stack_grids
from cq.encoder.backbone import Backbone
from cq.errors import InputError
from cq.ranking.bank import QuestionBank
from cq.ranking.features import RankingFeatures, ranking_features
from cq.ranking.index import QuestionIndex
from cq.reading.grounded import ground
from cq.world import World

if TYPE_CHECKING:
    import datasets


@dataclass(frozen=True)
class RankingExample:
    """One unclear instruction, the id of a person's question, and the ids of the candidates, which include
    it.
    """

    instruction: str
    world: World
    positive: str
    candidates: tuple[str, ...]
    fold: int


def ranking_examples(dataset: datasets.Dataset) -> list[RankingExample]:
    """The rows of the single-turn set that have a question and a pool with this question, in order.

    Raises `InputError` if they are all in one fold.
    """
    kept = dataset.select_columns(["instruction", "start", "qid", "pool", "fold"])
    rows = kept.select([i for i, qid in enumerate(dataset["qid"]) if qid is not None])
    starts = stack_grids(rows, "start")
    examples = [
        RankingExample(row["instruction"], World.parse(grid), row["qid"], tuple(row["pool"]), row["fold"])
        for row, grid in zip(rows.remove_columns("start"), starts, strict=True)
        if row["qid"] in (row["pool"] or ())
    ]
    if len({example.fold for example in examples}) < 2:
        raise InputError(
            f"{len(examples)} rows have a recorded question; the ranker needs such rows in at least two "
            "folds (`cq.data.fold`)"
        )
    return examples


@dataclass(frozen=True)
class EncodedExamples:
    """Examples with their features: `positives` (n,) index the asked question among the row's candidates."""

    features: list[RankingFeatures]
    positives: npt.NDArray[np.int64]
    folds: npt.NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.features)

    def __getitem__(self, kept: npt.NDArray[np.bool_]) -> EncodedExamples:
        return EncodedExamples(
            [row for row, keep in zip(self.features, kept, strict=True) if keep],
            self.positives[kept],
            self.folds[kept],
        )


def encode_examples(
    examples: Sequence[RankingExample], bank: QuestionBank, index: QuestionIndex, backbone: Backbone
) -> EncodedExamples:
    """Compute the features of every example's candidates; `index` is that of the bank.

    Raises `InputError` without examples, or if an example's question is not among its candidates.
    """
    if not examples:
        raise InputError("training needs rows with a question asked; got none")
    for example in examples:
        if example.positive not in example.candidates:
            raise InputError(
                f"question {example.positive!r} is not among the candidates of {example.instruction[:40]!r}"
            )
    instructions = ground(
        [example.instruction for example in examples], [example.world for example in examples], backbone
    )
    return EncodedExamples(
        [
            ranking_features(index, instruction, np.array([bank.index_of(qid) for qid in example.candidates]))
            for instruction, example in zip(instructions, examples, strict=True)
        ],
        np.array([example.candidates.index(example.positive) for example in examples]),
        np.array([example.fold for example in examples]),
    )
