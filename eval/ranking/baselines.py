"""Baselines of the ranker: chance, two BM25 engines, and the cosine of sentence vectors."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt
from rank_bm25 import BM25Okapi

from cq.encoder.backbone import Backbone, l2_normalize
from cq.ranking import QuestionBank
from cq.ranking.bank import natural_key
from cq.ranking.first_stage import BM25, tokenize
from cq.ranking.training.examples import RankingExample
from eval.ranking.scores import Rankings

Scores = npt.NDArray[np.floating]


def baselines(
    examples: Sequence[RankingExample], bank: QuestionBank, backbone: Backbone
) -> dict[str, Rankings]:
    """Name → the qids of each row's candidates, best first. None of these learns from the recorded rows."""
    plain = BM25Okapi([_plain(q) for q in bank.questions])
    stemmed = BM25Okapi([tokenize(q) for q in bank.questions])
    questions = l2_normalize(backbone.encode(bank.questions))
    rng = np.random.default_rng(0)
    by_text: dict[str, Callable[[str], Scores]] = {
        "random": lambda text: rng.random(len(bank)),
        "BM25 (rank_bm25 with its defaults)": lambda text: np.asarray(plain.get_scores(_plain(text))),
        "BM25 (rank_bm25, stemmed words)": lambda text: np.asarray(stemmed.get_scores(tokenize(text))),
        "BM25 (first stage)": BM25(bank.questions).scores,
        "cosine of sentence vectors": lambda text: questions @ l2_normalize(backbone.encode([text]))[0],
    }
    return {
        name: [_ranking(bank, example, scores(example.instruction)) for example in examples]
        for name, scores in by_text.items()
    }


def bm25_rankings(examples: Sequence[RankingExample], bank: QuestionBank) -> Rankings:
    """The BM25 of the ranker's first stage, alone."""
    stage = BM25(bank.questions)
    return [_ranking(bank, example, stage.scores(example.instruction)) for example in examples]


def _plain(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())


def _ranking(bank: QuestionBank, example: RankingExample, scores: Scores) -> list[str]:
    return sorted(example.candidates, key=lambda qid: (-scores[bank.index_of(qid)], natural_key(qid)))
