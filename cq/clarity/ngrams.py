"""Hashed n-grams of an instruction's words and characters.

Which words people leave out or add says much about what is unclear, and n-grams keep them as they stand.
Which colour, number or side is meant says little, so one word stands for all of a kind. Hashing needs no
vocabulary, so that no recorded text is stored with the weights.
"""

from __future__ import annotations

import re
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np
from scipy import sparse

from cq.language.lexicon import NUMBERS
from cq.world.palette import COLOURS

WORD_LENGTHS, CHARACTER_LENGTHS = range(1, 4), range(2, 6)
BUCKETS = 2**15
"""Hash buckets for the n-grams of words, and as many for those of characters."""

_NUMBER_WORDS = "|".join(sorted(map(re.escape, NUMBERS), key=len, reverse=True))
_PLACEHOLDERS = (
    (re.compile(rf"\b(?:{'|'.join(COLOURS)})\b"), "xcol"),
    (re.compile(rf"\b(?:{_NUMBER_WORDS}|\d+)\b"), "xnum"),
    (re.compile(r"\b(?:north|south|east|west)(?:ern)?\b"), "xdir"),
)
_TOKEN = re.compile(r"\w+|[.,?!]")


def ngram_counts(texts: Sequence[str]) -> sparse.csr_matrix:
    """Of each text 1 + log of the count of each n-gram: (n, 2 × BUCKETS), words first."""
    rows, columns, values = [], [], []
    for row, text in enumerate(texts):
        lowered = without_values(text)
        for first, ngrams in ((0, _words(lowered)), (BUCKETS, _characters(lowered))):
            counts = Counter(map(_bucket, ngrams))
            rows += [row] * len(counts)
            columns += [first + bucket for bucket in counts]
            values += list(counts.values())
    logs = 1 + np.log(np.array(values, dtype=np.float32))
    return sparse.csr_matrix((logs, (rows, columns)), (len(texts), 2 * BUCKETS), dtype=np.float32)


@lru_cache(maxsize=2**16)
def _bucket(ngram: str) -> int:
    return zlib.crc32(ngram.encode()) % BUCKETS


def without_values(text: str) -> str:
    """The text in lower case, with one word for all colours, one for all numbers, one for all directions."""
    lowered = text.casefold().encode("utf-8", "replace").decode("utf-8")
    for pattern, placeholder in _PLACEHOLDERS:
        lowered = pattern.sub(placeholder, lowered)
    return lowered


def _words(text: str) -> Iterator[str]:
    tokens = _TOKEN.findall(text)
    for length in WORD_LENGTHS:
        for i in range(len(tokens) - length + 1):
            yield " ".join(tokens[i : i + length])


def _characters(text: str) -> Iterator[str]:
    """Of each stretch between spaces, with its ends marked."""
    for word in text.split():
        marked = f" {word} "
        for length in CHARACTER_LENGTHS:
            for i in range(max(len(marked) - length, 0) + 1):
                yield marked[i : i + length]
