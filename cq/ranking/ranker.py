"""The ranker: BM25 chooses candidates from a large bank, the network puts them in order."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from cq.encoder.backbone import Backbone
from cq.errors import InputError
from cq.modeling.artifacts import load_part, save_part
from cq.ranking.bank import QuestionBank, first_places, tie_order
from cq.world import World

if TYPE_CHECKING:
    from cq.ranking.cross_encoder import CrossStage
    from cq.ranking.index import QuestionIndex, References
    from cq.ranking.late_interaction import TokenScale
    from cq.ranking.network import Ensemble

KIND = "bm25+network+cross-encoder"
WHOLE, DEPTH = 1000, 400
"""The network looks at all of so many different questions; of more, at those that BM25 puts first. Cut to
400, the recorded bank of 688 loses 0.9 % of what the network finds (`python -m eval first-stage`).
"""

DECIMALS = 4
"""Logits are rounded before sorting: sums in another order differ in the sixth decimal, and so must not
decide ranks; equal ones go by question id."""

KEPT_BANKS = 4

Logits = npt.NDArray[np.float64]


@dataclass(frozen=True)
class RankedQuestion:
    """One question in its place. `score` is a probability, in [0, 1]: how likely a person who found the
    instruction unclear asks this one, if one of the candidates. Scores of a whole ranking sum to 1.
    """

    rank: int
    qid: str
    question: str
    score: float


class Ranker:
    """Ranks a bank's questions for an instruction in a world. Safe to share between threads.

    Of more than `whole` candidates the network looks at the `depth` that BM25 puts first; the others follow
    in its order. Of these candidates the cross-encoder, where there is one, reads those that come first.
    """

    def __init__(
        self,
        ensemble: Ensemble,
        scale: TokenScale,
        backbone: Backbone,
        cross: CrossStage | None = None,
        depth: int = DEPTH,
        whole: int = WHOLE,
    ) -> None:
        self.ensemble, self.scale, self.backbone = ensemble, scale, backbone
        self.cross, self.depth, self.whole = cross, depth, whole
        self._indexes: dict[QuestionBank, QuestionIndex] = {}
        self._references: References | None = None
        self._lock = threading.Lock()

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
        if not instructions:
            return []
        everything = np.arange(len(bank))
        places = (
            [everything] * len(instructions)
            if pools is None
            else [np.array([bank.place(qid) for qid in pool], dtype=np.int64) for pool in pools]
        )
        return [
            _ranked(bank, row, self.logits(bank, text, world, row), top_k) if len(row) else []
            for text, world, row in zip(instructions, worlds, places, strict=True)
        ]

    def logits(
        self, bank: QuestionBank, instruction: str, world: World, places: npt.NDArray[np.int64]
    ) -> Logits:
        """A logit for each of some questions, one or more, given by place in the bank.

        A text is looked at once, whatever number of questions share it, and all these get one logit.
        """
        different, of_text = np.unique(first_places(bank)[places], return_inverse=True)
        return self._logits(bank, instruction, world, different)[of_text]

    def _logits(
        self, bank: QuestionBank, instruction: str, world: World, places: npt.NDArray[np.int64]
    ) -> Logits:
        from cq.ranking.features import features

        index, ties = self.index(bank), tie_order(bank)[places]
        looked, others = np.arange(len(places)), np.arange(0)
        if len(places) > self.whole:
            first = index.lexical["words"].scores(instruction)[places]
            looked, others = np.split(np.lexsort((ties, -first)), [self.depth])
        found = self.ensemble.logits(features(index, instruction, world, places[looked]))
        if self.cross is not None:
            order = best_first(found, ties[looked])
            texts = [bank.questions[place] for place in places[looked]]
            found = self.cross.logits(found, order, instruction, world, texts)
        logits = np.empty(len(places))
        logits[looked] = found
        logits[others] = found.min() - 1 - np.arange(len(others)) / max(len(others), 1)
        return logits

    def index(self, bank: QuestionBank) -> QuestionIndex:
        """The bank, prepared: made on first use, kept for the banks used last and in the cache folder."""
        from cq.ranking.index import QuestionIndex, References

        with self._lock:
            self._references = self._references or References(self.backbone, self.scale)
            index = self._indexes.pop(bank, None) or QuestionIndex(bank.questions, self._references)
            self._indexes[bank] = index
            while len(self._indexes) > KEPT_BANKS:
                del self._indexes[next(iter(self._indexes))]
        return index

    def save_pretrained(self, folder: Path, info: dict[str, Any]) -> None:
        """Write the networks; `info` (what they were trained on, with which figures) is kept beside them."""
        from cq.ranking.clauses import question_names
        from cq.ranking.features import instruction_names, pair_names

        config = {
            "kind": KIND,
            "backbone": self.backbone.name,
            "depth": self.depth,
            "whole": self.whole,
            "networks": len(self.ensemble.networks),
            "cross_encoder": self.cross and {"weight": self.cross.weight, "depth": self.cross.depth},
            "features": {
                "pair": pair_names(),
                "question": question_names(),
                "instruction": instruction_names(),
            },
        }
        tensors = self.scale.tensors() | self.ensemble.tensors()
        save_part(folder, config | info, tensors | (self.cross.tensors() if self.cross else {}))

    @classmethod
    def from_pretrained(cls, folder: Path, backbone: Backbone) -> Ranker:
        """Read what `save_pretrained` wrote. Raises `MissingFileError` or `InputError`."""
        from cq.ranking.clauses import question_names
        from cq.ranking.features import instruction_names, pair_names
        from cq.ranking.late_interaction import TokenScale
        from cq.ranking.network import Ensemble

        config, tensors = load_part(folder, KIND, (), backbone)
        found = config["features"]
        if [found["pair"], found["question"], found["instruction"]] != [
            pair_names(),
            question_names(),
            instruction_names(),
        ]:
            raise InputError(
                f"the weights in {str(folder)!r} were trained on other features than this version computes; "
                "train again with python -m pipelines.train ranking"
            )
        try:
            ensemble = Ensemble.from_tensors(tensors, config["networks"])
            scale = TokenScale.from_tensors(tensors)
            cross = _cross_stage(config["cross_encoder"], tensors, backbone)
        except (RuntimeError, KeyError) as error:
            raise InputError(
                f"the weights in {str(folder)!r} are damaged ({str(error).splitlines()[0]}); "
                "train or install again"
            ) from None
        return cls(ensemble, scale, backbone, cross, config["depth"], config["whole"])


def _cross_stage(
    config: dict[str, Any] | None, tensors: dict[str, npt.NDArray[Any]], backbone: Backbone
) -> CrossStage | None:
    from cq.ranking.cross_encoder import CrossStage

    if config is None:
        return None
    return CrossStage.from_tensors(tensors, backbone.bert(), config["weight"], config["depth"])


def check_top_k(top_k: int | None) -> None:
    """Raise `InputError` unless `top_k` is None or a whole number of 1 or more."""
    if top_k is not None and (isinstance(top_k, bool) or not isinstance(top_k, int) or top_k < 1):
        raise InputError(f"top_k is {top_k!r}; it must be a whole number of 1 or more, or None for all")


def best_first(logits: npt.NDArray[np.floating], ties: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Places by falling logit, equal ones by rising `ties`: (n,)."""
    return np.lexsort((ties, -logits.round(DECIMALS)))


def _ranked(
    bank: QuestionBank, places: npt.NDArray[np.int64], logits: Logits, top_k: int | None
) -> list[RankedQuestion]:
    order = best_first(logits, tie_order(bank)[places])
    rounded = logits.round(DECIMALS)
    odds = np.exp(rounded - rounded.max())
    scores = odds / odds.sum()
    return [
        RankedQuestion(rank, bank.qids[places[i]], bank.questions[places[i]], float(scores[i]))
        for rank, i in enumerate(order[:top_k].tolist(), start=1)
    ]
