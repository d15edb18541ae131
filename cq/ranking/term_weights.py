"""BM25 over a few questions of a large bank, with the statistics of a sample of the bank.

An index of all character n-grams of a bank would be larger than all its other data. Most questions are never
compared, so their n-grams are counted on demand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain

import numpy as np
import numpy.typing as npt

from cq.ranking.first_stage import K1, B, Tokenizer
from cq.types import Floats

SAMPLE = 20_000
"""Questions of a bank from which frequencies are taken."""


@dataclass(frozen=True)
class TermWeights:
    """Inverse document frequencies of a bank's terms, and the mean number of terms of its questions.

    `unknown` is the frequency of a term that is in none of the questions.
    """

    idf: dict[str, float]
    unknown: float
    mean_length: float

    @classmethod
    def of(cls, questions: Sequence[str], tokenizer: Tokenizer) -> TermWeights:
        """Of `SAMPLE` questions, evenly spaced, or of all if there are fewer."""
        step = -(-len(questions) // SAMPLE)
        tokens = [tokenizer(question) for question in questions[::step]]
        n, found = len(tokens), Counter(term for of_one in tokens for term in set(of_one))
        mean = float(np.mean([len(of_one) for of_one in tokens]))
        idf = {term: _idf(n, count) for term, count in found.items()}
        return cls(idf, _idf(n, 0), max(mean, 1e-9))


@dataclass(frozen=True)
class FewTexts:
    """BM25 of a few questions of the bank."""

    weights: TermWeights
    tokenizer: Tokenizer
    questions: Sequence[str]

    def scores(self, instruction: str) -> Floats:
        """Score of each question, in order."""
        (scores,) = self.score_all([instruction])
        return np.asarray(scores)

    def score_all(self, instructions: Sequence[str]) -> Floats:
        """The scores of many instructions at once: (b, n)."""
        from scipy.sparse import csr_array

        asked = [_counted(self.tokenizer, text) for text in instructions]
        columns = {term: i for i, term in enumerate(dict.fromkeys(t for counter in asked for t in counter))}
        lengths = np.array([len(of_one) for of_one in self._terms])
        shape = (len(self.questions), max(len(columns), 1))
        places = [[columns[term] for term in of_one if term in columns] for of_one in self._terms]
        joined = np.fromiter(chain.from_iterable(places), dtype=np.int64)
        counts = csr_array((np.ones(len(joined)), joined, _ends(map(len, places))), shape=shape)
        counts.sum_duplicates()
        saturated = K1 * (1 - B + B * lengths / self.weights.mean_length)
        counts.data *= (K1 + 1) / (counts.data + np.repeat(saturated, np.diff(counts.indptr)))
        idf, unknown = self.weights.idf, self.weights.unknown
        weights = [n * idf.get(term, unknown) for counter in asked for term, n in counter.items()]
        wanted = [columns[term] for counter in asked for term in counter]
        of_texts = csr_array((weights, wanted, _ends(map(len, asked))), shape=(len(asked), shape[1]))
        return np.asarray((of_texts @ counts.T).toarray(), dtype=np.float32)

    @cached_property
    def _terms(self) -> list[list[str]]:
        return [self.tokenizer(question) for question in self.questions]


@lru_cache(maxsize=1024)
def _counted(tokenizer: Tokenizer, text: str) -> Counter[str]:
    """The count of each term in a text, cached: most texts are anchor instructions."""
    return Counter(tokenizer(text))


def _idf(n: int, count: int) -> float:
    return float(np.log1p((n - count + 0.5) / (count + 0.5)))


def _ends(lengths: Iterable[int]) -> npt.NDArray[np.int64]:
    return np.cumsum([0, *lengths])
