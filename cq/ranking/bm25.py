"""First stage: BM25 over the words of instruction and question (Robertson and Zaragoza 2009)."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from cq.lexicon import NUMBERS
from cq.ranking.bank import QuestionBank

if TYPE_CHECKING:
    from rank_bm25 import BM25Okapi

ENDINGS = ("ing", "ed", "es", "s", "most")
SHORTEST_STEM = 3


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
    """BM25 scores of all questions of one bank.

    Inverse document frequency is log(1 + (N − n + ½) / (n + ½)), which stays above zero on the smallest
    bank. `rank_bm25`'s Okapi lets common words fall below zero and then floors them; on the folds the
    floor measures 0.377 mean reciprocal rank, this form 0.394 (`python -m eval.nlp_track`).
    """

    def __init__(self, bank: QuestionBank) -> None:
        self._index = _index()([tokenize(q) for q in bank.questions])

    def scores(self, instruction: str) -> npt.NDArray[np.float64]:
        """Score of each question of the bank, in bank order: 0 where no word is shared, else above."""
        return np.asarray(self._index.get_scores(tokenize(instruction)), dtype=np.float64)


@lru_cache(maxsize=8)
def bm25_stage(bank: QuestionBank) -> BM25Stage:
    """The stage of a bank, kept for the banks used last."""
    return BM25Stage(bank)


@lru_cache(maxsize=1)
def _index() -> type[BM25Okapi]:
    """`rank_bm25`'s Okapi with the idf above; made on first use, as importing it imports its own needs."""
    from rank_bm25 import BM25Okapi

    class PositiveIdf(BM25Okapi):  # type: ignore[misc]
        def __init__(self, corpus: list[list[str]]) -> None:
            # A bank without a single word would make the average length 0 and every score a division by it.
            super().__init__(corpus if any(corpus) else [["\0"], *corpus[1:]])

        def _calc_idf(self, document_frequency: dict[str, int]) -> Any:
            for word, n in document_frequency.items():
                self.idf[word] = np.log1p((self.corpus_size - n + 0.5) / (n + 0.5))

    return PositiveIdf
