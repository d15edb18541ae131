"""Words in common: BM25 (Robertson and Zaragoza 2009) over words, pairs of words, and runs of letters."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

import numpy as np
import numpy.typing as npt

from cq.language.lexicon import NUMBERS

ENDINGS = ("ing", "ed", "es", "s", "most")
SHORTEST_STEM = 3
STOP_WORDS = frozenset("the a an of to be is are in on i you do and it that this".split())
"""Left out: every question has some, and chance has too much of a say in which."""

LETTERS = (2, 5)
"""Shortest and longest run of letters."""

K1, B = 1.5, 0.75
"""Saturation of repeated words, and weight of a question's length: `rank_bm25`'s."""

Tokenizer = Callable[[str], list[str]]


def tokenize(text: str) -> list[str]:
    """Lower-case words without stop words, number words as digits, the commonest endings removed."""
    return _stems(word for word in _words(text) if word not in STOP_WORDS)


def word_pairs(text: str) -> list[str]:
    """Each word, stop words too, with the next and with the next but one."""
    words = _stems(_words(text))
    return [f"{a} {b}" for gap in (1, 2) for a, b in zip(words, words[gap:], strict=False)]


def letter_runs(text: str) -> list[str]:
    """Every run of two to five letters of a word, its ends marked: "tower" and "towres" share some."""
    found = []
    for word in _words(text):
        marked = f" {word} "
        for length in range(LETTERS[0], LETTERS[1] + 1):
            found += [marked[i : i + length] for i in range(len(marked) - length + 1)]
    return found


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def _stems(words: Iterable[str]) -> list[str]:
    return [_stem(str(NUMBERS.get(word, word))) for word in words]


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
    bank. `rank_bm25`'s Okapi lets common words fall below zero and then floors them; on the folds this
    form measures better (`python -m eval ranking`).
    """

    def __init__(self, questions: Sequence[str], tokenizer: Tokenizer = tokenize) -> None:
        from bm25s import BM25

        words = [tokenizer(q) for q in questions]
        self._size, self._tokenizer = len(questions), tokenizer
        self._words = {word for question in words for word in question}
        self._index = BM25(k1=K1, b=B, method="lucene", dtype="float64")
        if self._words:
            self._index.index(words, show_progress=False)

    def scores(self, instruction: str) -> npt.NDArray[np.float64]:
        """Score of each question, in their order: 0 where no word is shared, else above."""
        known = [word for word in self._tokenizer(instruction) if word in self._words]
        if not known:
            return np.zeros(self._size)
        # Lucene's form leaves out Okapi's constant factor.
        return np.asarray(self._index.get_scores(known) * (K1 + 1), dtype=np.float64)
