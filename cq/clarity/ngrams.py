"""Hashed n-grams of an instruction's words and characters.

Added and omitted words tell much about unclear instructions, and n-grams keep them exactly. The values of
colours, numbers and sides tell little, so one word stands for all of a kind. Hashing needs no vocabulary, so
that the weights contain no recorded text.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np
from scipy import sparse

from cq.language.lexicon import colours
from cq.language.tokens import Token, tokenize
from cq.language.vocabulary import NUMBERS
from cq.world.directions import COMPASS

WORD_LENGTHS, CHARACTER_LENGTHS = range(1, 4), range(2, 6)
BUCKETS = 2**15
"""Hash buckets for the n-grams of words, and as many for those of characters."""

_DIRECTIONS = frozenset(side + ending for side in COMPASS for ending in ("", "ern"))


def ngram_counts(texts: Sequence[str]) -> sparse.csr_matrix:
    """Of each text 1 + log of the count of each n-gram: (n, 2 × BUCKETS), words first."""
    rows, columns, values = [], [], []
    for row, text in enumerate(texts):
        words = without_values(text)
        for first, ngrams in ((0, _words(words)), (BUCKETS, _characters(words))):
            counts = Counter(map(_bucket, ngrams))
            rows += [row] * len(counts)
            columns += [first + bucket for bucket in counts]
            values += list(counts.values())
    logs = 1 + np.log(np.array(values, dtype=np.float32))
    return sparse.csr_matrix((logs, (rows, columns)), (len(texts), 2 * BUCKETS), dtype=np.float32)


@lru_cache(maxsize=2**16)
def _bucket(ngram: str) -> int:
    return zlib.crc32(ngram.encode()) % BUCKETS


def without_values(text: str) -> list[str]:
    """The words and marks of a text, with one word for all colours, one for all numbers, one for all
    directions.
    """
    return [_without_value(token) for token in tokenize(text)]


def _without_value(token: Token) -> str:
    if token.text in colours():
        return "xcol"
    if token.text in NUMBERS or token.number is not None:
        return "xnum"
    return "xdir" if token.text in _DIRECTIONS else token.text


def _words(words: Sequence[str]) -> Iterator[str]:
    for length in WORD_LENGTHS:
        for i in range(len(words) - length + 1):
            yield " ".join(words[i : i + length])


def _characters(words: Sequence[str]) -> Iterator[str]:
    """The character n-grams of each word, with its ends marked."""
    for word in words:
        marked = f" {word} "
        for length in CHARACTER_LENGTHS:
            for i in range(max(len(marked) - length, 0) + 1):
                yield marked[i : i + length]
