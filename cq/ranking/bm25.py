"""First stage: BM25 over the words of instruction and question (Robertson and Zaragoza 2009)."""

from __future__ import annotations

import re
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from cq.lexicon import NUMBERS
from cq.ranking.bank import QuestionBank

ENDINGS = ("ing", "ed", "es", "s", "most")
SHORTEST_STEM = 3

K1, B = 1.5, 0.75
"""Saturation of repeated words, and weight of a question's length: `rank_bm25`'s."""


def tokenize(text: str) -> list[str]:
    """Lower-case words with number words as digits and the commonest endings removed."""
    return [_stem(str(NUMBERS.get(word, word))) for word in re.findall(r"\w+", text.casefold())]


def _stem(word: str) -> str:
    """The word without its ending and a last e: place, places, placed and placing are one."""
    for ending in ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= SHORTEST_STEM:
            word = word[: -len(ending)]
            break
    return word.removesuffix("e") if len(word) > SHORTEST_STEM else word


class BM25Stage:
    """BM25 scores of all questions of one bank, from `bm25s` (Lù 2024), which keeps them in a sparse matrix.

    Inverse document frequency is log(1 + (N − n + ½) / (n + ½)), which stays above zero on the smallest
    bank. `rank_bm25`'s Okapi lets common words fall below zero and then floors them; on the folds the
    floor measures 0.377 mean reciprocal rank, this form 0.394 (`python -m eval.nlp_track`).
    """

    def __init__(self, bank: QuestionBank) -> None:
        from bm25s import BM25

        words = [tokenize(q) for q in bank.questions]
        self._size = len(bank)
        self._words = {word for question in words for word in question}
        self._index = BM25(k1=K1, b=B, method="lucene", dtype="float64")
        if self._words:
            self._index.index(words, show_progress=False)

    def scores(self, instruction: str) -> npt.NDArray[np.float64]:
        """Score of each question of the bank, in bank order: 0 where no word is shared, else above."""
        known = [word for word in tokenize(instruction) if word in self._words]
        if not known:
            return np.zeros(self._size)
        # Lucene's form leaves out Okapi's constant factor.
        return np.asarray(self._index.get_scores(known) * (K1 + 1), dtype=np.float64)


@lru_cache(maxsize=8)
def bm25_stage(bank: QuestionBank) -> BM25Stage:
    """The stage of a bank, kept for the banks used last."""
    return BM25Stage(bank)
