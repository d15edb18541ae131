"""Baselines of the ranker: two BM25 engines and the cosine of sentence vectors."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt
from rank_bm25 import BM25Okapi

from cq.encoder.backbone import Backbone, l2_normalize
from cq.ranking import QuestionBank
from cq.ranking.bank import natural_key
from cq.ranking.first_stage import BM25
from cq.ranking.training.examples import RankingExample
from eval.ranking.scores import Rankings

Scores = npt.NDArray[np.floating]


def baselines(
    examples: Sequence[RankingExample], bank: QuestionBank, backbone: Backbone
) -> dict[str, Rankings]:
    """Name → the qids of each row's candidates, best first. None of these learns from the recorded rows."""
    plain = BM25Okapi([_plain(q) for q in bank.questions])
    questions = l2_normalize(backbone.encode(bank.questions))
    by_text: dict[str, Callable[[str], Scores]] = {
        "BM25 (rank_bm25 with its defaults)": lambda text: np.asarray(plain.get_scores(_plain(text))),
        "BM25 (first stage)": BM25(bank.questions).scores,
        "cosine of sentence vectors": lambda text: questions @ l2_normalize(backbone.encode([text]))[0],
    }
    return {
        name: [_ranking(bank, example, scores(example.instruction)) for example in examples]
        for name, scores in by_text.items()
    }


def _plain(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())


def _ranking(bank: QuestionBank, example: RankingExample, scores: Scores) -> list[str]:
    return sorted(example.candidates, key=lambda qid: (-scores[bank.index_of(qid)], natural_key(qid)))
