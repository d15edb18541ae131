"""The ranker: BM25, then the second stage on what BM25 puts first, then one fused score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from cq.backbone import Backbone
from cq.errors import InputError
from cq.logistic import sigmoid
from cq.ranking.bank import QuestionBank, tie_order
from cq.ranking.bm25 import bm25_stage
from cq.ranking.second_stage import CosineStage, SecondStage
from cq.store import load_part, save_part
from cq.world import World

KIND = "bm25+cosine"
DECIMALS = 6
"""Scores are rounded before sorting: sums in another order differ in the eighth decimal, and so must
not decide ranks; equal scores go by question id."""


@dataclass(frozen=True)
class RankedQuestion:
    """One question in its place. `score` is probability-like, in [0, 1]: how likely a person who found the
    instruction unclear asks this of a hundred or so candidates. It is small by nature and does not sum to 1.
    """

    rank: int
    qid: str
    question: str
    score: float


@dataclass(frozen=True)
class Fusion:
    """Logistic weights of the two stages: score = σ(bm25 · b + second · s + intercept), where b is the
    BM25 score over the best of its row, in [0, 1]. Fitted in `cq.ranking.training`.
    """

    bm25: float
    second: float
    intercept: float

    def __call__(self, bm25: npt.NDArray[Any], second: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
        return sigmoid(self.bm25 * bm25 + self.second * second + self.intercept)


class Ranker:
    """Ranks a bank's questions for an instruction in a world.

    `depth` is how many questions the second stage looks at, those that BM25 puts first (None: all); the
    others take the lowest second-stage score of the row.
    """

    def __init__(self, second: SecondStage, fusion: Fusion, depth: int | None = None) -> None:
        self.second, self.fusion, self.depth = second, fusion, depth

    def rank(
        self,
        bank: QuestionBank,
        instructions: Sequence[str],
        worlds: Sequence[World],
        *,
        pools: Sequence[Sequence[str]] | None = None,
        top_k: int | None = None,
    ) -> list[list[RankedQuestion]]:
        """For each instruction the questions of the bank, or of its pool of ids, best first.

        `top_k` keeps the first k (all, where the bank has fewer). Raises `InputError` for top_k below 1
        and for a pool id that is not in the bank.
        """
        check_top_k(top_k)
        everything = list(range(len(bank)))
        places = (
            [everything] * len(instructions)
            if pools is None
            else [[bank.place(qid) for qid in pool] for pool in pools]
        )
        first = [normalised_bm25(bank, text, row) for text, row in zip(instructions, places, strict=True)]
        second = self._second(bank, instructions, worlds, places, first)
        return [
            _ranked(bank, row, self.fusion(a, b), top_k)
            for row, a, b in zip(places, first, second, strict=True)
        ]

    def _second(
        self,
        bank: QuestionBank,
        instructions: Sequence[str],
        worlds: Sequence[World],
        places: list[list[int]],
        first: list[npt.NDArray[np.float64]],
    ) -> list[npt.NDArray[np.float64]]:
        looked = [np.argsort(-scores, kind="stable")[: self.depth] for scores in first]
        texts = [[bank.questions[row[i]] for i in seen] for row, seen in zip(places, looked, strict=True)]
        scores = self.second.score(instructions, worlds, texts)
        full = []
        for row, seen, found in zip(places, looked, scores, strict=True):
            values = np.full(len(row), found.min(initial=np.inf), dtype=np.float64)
            values[seen] = found
            full.append(values)
        return full

    def save_pretrained(self, folder: Path, info: dict[str, Any]) -> None:
        """Write the trained part (cosine stage only); `info` is kept in its configuration."""
        if not isinstance(self.second, CosineStage):
            raise InputError(f"cannot save a second stage of type {type(self.second).__name__}")
        config = {
            "kind": KIND,
            "backbone": self.second.backbone.name,
            "depth": self.depth,
            "fusion": {
                "bm25": self.fusion.bm25,
                "second": self.fusion.second,
                "intercept": self.fusion.intercept,
            },
        }
        tensors = {
            "instruction_mean": self.second.instruction_mean,
            "question_mean": self.second.question_mean,
        }
        save_part(folder, config | info, tensors)

    @classmethod
    def from_pretrained(cls, folder: Path, backbone: Backbone) -> Ranker:
        """Read what `save_pretrained` wrote. Raises `MissingFileError` or `InputError`."""
        config, tensors = load_part(folder, KIND, ("instruction_mean", "question_mean"), backbone)
        stage = CosineStage(backbone, tensors["instruction_mean"], tensors["question_mean"])
        return cls(stage, Fusion(**config["fusion"]), config["depth"])


def check_top_k(top_k: int | None) -> None:
    """Raise `InputError` unless `top_k` is None or a whole number of 1 or more."""
    if top_k is not None and (isinstance(top_k, bool) or not isinstance(top_k, int) or top_k < 1):
        raise InputError(f"top_k is {top_k!r}; it must be a whole number of 1 or more, or None for all")


def normalised_bm25(bank: QuestionBank, instruction: str, places: Sequence[int]) -> npt.NDArray[np.float64]:
    """BM25 scores of some questions of a bank over the best of them, in [0, 1]; 0 where no word is shared."""
    scores = bm25_stage(bank).scores(instruction)[list(places)]
    best = scores.max(initial=0.0)
    return scores / best if best > 0 else scores


def _ranked(
    bank: QuestionBank, places: list[int], scores: npt.NDArray[np.float64], top_k: int | None
) -> list[RankedQuestion]:
    rounded = scores.round(DECIMALS)
    order = np.lexsort((tie_order(bank)[places], -rounded))
    return [
        RankedQuestion(rank, bank.qids[places[i]], bank.questions[places[i]], float(rounded[i]))
        for rank, i in enumerate(order[:top_k], start=1)
    ]
