"""The first stage: BM25 (Robertson and Zaragoza 2009) over words, pairs of words, and character n-grams.

Two engines give equal scores (tested): `BM25`, on bm25s, keeps the scores of a bank in a sparse matrix;
`RankBM25`, on rank_bm25, is the reference.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from cq.language.vocabulary import NUMBERS

ENDINGS = ("ing", "ed", "es", "s", "most")
SHORTEST_STEM = 3
STOP_WORDS = frozenset("the a an of to be is are in on i you do and it that this".split())
"""Left out of single words: nearly every question has some, so they do not discriminate."""

NGRAM_RANGE = (2, 5)
"""Shortest and longest character n-gram."""

MAX_WORDS = 1 << 14
"""Words whose stem and n-grams are cached."""

K1, B = 1.5, 0.75
"""Saturation of repeated words, and weight of a question's length: the defaults of rank_bm25."""

Tokenizer = Callable[[str], list[str]]


class BM25:
    """BM25 scores from bm25s (Lù 2024).

    Inverse document frequency is log(1 + (N − n + ½) / (n + ½)), which stays positive even for tiny banks.
    The Okapi form of rank_bm25 lets common words fall below zero and then floors them; out of fold this form
    is better (`python -m eval ranking`).
    """

    def __init__(
        self, questions: Sequence[str], tokenizer: Tokenizer | None = None, dtype: str = "float64"
    ) -> None:
        from bm25s import BM25 as Index

        self._tokenizer = tokenizer or tokenize
        known: dict[str, int] = {}
        # Numbers instead of words: a million questions would hold as many copies of each word.
        tokens = [[known.setdefault(t, len(known)) for t in self._tokenizer(q)] for q in questions]
        self._size, self._vocabulary = len(questions), set(known)
        self._index = Index(k1=K1, b=B, method="lucene", dtype=dtype)
        if known:
            self._index.index((tokens, known), show_progress=False)

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """All its arrays except the tokenizer, by name: for saving."""
        nothing = {name: np.zeros(0, dtype=self._index.dtype) for name in ("data", "indices", "indptr")}
        parts = self._index.scores if self._vocabulary else nothing
        words = sorted(self._index.vocab_dict, key=self._index.vocab_dict.get) if self._vocabulary else []
        text = np.frombuffer(json.dumps(words).encode("ascii"), dtype=np.uint8)
        return {**{name: parts[name] for name in nothing}, "words": text, "size": np.array(self._size)}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, npt.NDArray[Any]]) -> BM25:
        """The index that `arrays()` describes; the arrays may be memory-mapped. Raises `KeyError` if one is
        missing.
        """
        made = cls([], None, str(arrays["data"].dtype))
        made._size = int(arrays["size"].item())
        numbers = {word: i for i, word in enumerate(json.loads(arrays["words"].tobytes()))}
        if numbers:
            made._vocabulary, made._index.vocab_dict = set(numbers), numbers
            made._index.scores = {name: arrays[name] for name in ("data", "indices", "indptr")}
            made._index.scores["num_docs"], made._index.nonoccurrence_array = made._size, None
        return made

    def scores(self, instruction: str) -> npt.NDArray[np.float64]:
        """Score of each question, in order: above 0 if it shares a token, else 0."""
        known = [token for token in self._tokenizer(instruction) if token in self._vocabulary]
        if not known:
            return np.zeros(self._size)
        # Lucene's form leaves out Okapi's constant factor.
        return np.asarray(self._index.get_scores(known) * (K1 + 1), dtype=np.float64)

    def score_all(self, instructions: Sequence[str]) -> npt.NDArray[np.float32]:
        """The scores of many instructions at once: (b, n)."""
        if not self._vocabulary:
            return np.zeros((len(instructions), self._size), dtype=np.float32)
        from scipy.sparse import csc_array, csr_array

        known = self._index.vocab_dict
        words = [
            [known[t] for t in self._tokenizer(instruction) if t in self._vocabulary]
            for instruction in instructions
        ]
        offsets = np.cumsum([0, *(len(of_one) for of_one in words)])
        columns = np.array([word for of_one in words for word in of_one], dtype=np.int64)
        counts = csr_array((np.ones(len(columns)), columns, offsets), shape=(len(words), len(known)))
        parts = self._index.scores
        shape = (self._size, len(parts["indptr"]) - 1)
        of_words = csc_array((parts["data"], parts["indices"], parts["indptr"]), shape=shape)
        return np.asarray((counts[:, : shape[1]] @ of_words.T).toarray() * (K1 + 1), dtype=np.float32)


class RankBM25:
    """The same scores from rank_bm25, which is slower: a reference for tests and evaluation."""

    def __init__(self, questions: Sequence[str], tokenizer: Tokenizer | None = None) -> None:
        from rank_bm25 import BM25Okapi

        class Lucene(BM25Okapi):  # type: ignore[misc]
            def _calc_idf(self, nd: dict[str, int]) -> None:
                n = self.corpus_size
                self.idf = {token: np.log(1 + (n - df + 0.5) / (df + 0.5)) for token, df in nd.items()}

        self._tokenizer = tokenizer or tokenize
        tokens = [self._tokenizer(question) for question in questions]
        self._size = len(questions)
        # rank_bm25 divides by the mean length, which is 0 if no question has a token.
        self._index = Lucene(tokens, k1=K1, b=B) if any(tokens) else None

    def scores(self, instruction: str) -> npt.NDArray[np.float64]:
        if self._index is None:
            return np.zeros(self._size)
        return np.asarray(self._index.get_scores(self._tokenizer(instruction)), dtype=np.float64)


def tokenize(text: str) -> list[str]:
    """Lower-case words without stop words, number words as digits, the commonest endings removed."""
    return _stems(word for word in _words(text) if word not in STOP_WORDS)


def skip_bigrams(text: str) -> list[str]:
    """Each word, stop words too, with each of the next two."""
    words = _stems(_words(text))
    return [f"{a} {b}" for gap in (1, 2) for a, b in zip(words, words[gap:], strict=False)]


def character_ngrams(text: str) -> list[str]:
    """Every run of two to five characters of a word with marked ends: "tower" and "towres" share some."""
    return [ngram for word in _words(text) for ngram in _ngrams(word)]


@lru_cache(maxsize=MAX_WORDS)
def _ngrams(word: str) -> tuple[str, ...]:
    marked, (shortest, longest) = f" {word} ", NGRAM_RANGE
    return tuple(
        marked[i : i + length]
        for length in range(shortest, longest + 1)
        for i in range(len(marked) - length + 1)
    )


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def _stems(words: Iterable[str]) -> list[str]:
    return [_stem(str(NUMBERS.get(word, word))) for word in words]


@lru_cache(maxsize=MAX_WORDS)
def _stem(word: str) -> str:
    """The word without its ending and a last e: place, places, placed and placing share a stem."""
    for ending in ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= SHORTEST_STEM:
            word = word[: -len(ending)]
            break
    return word.removesuffix("e") if len(word) > SHORTEST_STEM else word
