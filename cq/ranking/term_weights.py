"""BM25 over a few questions of a large bank, with the statistics of a sample of the bank.

An index of all character n-grams of a bank would be larger than all else that is kept of it. Most questions
are never compared, so their n-grams are counted when they are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
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

    def scores(self, questions: Sequence[str], texts: Sequence[str], tokenizer: Tokenizer) -> Floats:
        """The BM25 score of each of n questions for each of b texts: (b, n)."""
        from scipy.sparse import csr_array

        asked = [Counter(tokenizer(text)) for text in texts]
        columns = {term: i for i, term in enumerate(dict.fromkeys(t for one in asked for t in one))}
        tokens = [tokenizer(question) for question in questions]
        lengths = np.array([len(of_one) for of_one in tokens])
        shape = (len(questions), max(len(columns), 1))
        places = [[columns[term] for term in of_one if term in columns] for of_one in tokens]
        joined = np.fromiter(chain.from_iterable(places), dtype=np.int64)
        counts = csr_array((np.ones(len(joined)), joined, _ends(map(len, places))), shape=shape)
        counts.sum_duplicates()
        saturated = K1 * (1 - B + B * lengths / self.mean_length)
        counts.data *= (K1 + 1) / (counts.data + np.repeat(saturated, np.diff(counts.indptr)))
        weights = [n * self.idf.get(term, self.unknown) for one in asked for term, n in one.items()]
        wanted = [columns[term] for one in asked for term in one]
        of_texts = csr_array((weights, wanted, _ends(map(len, asked))), shape=(len(texts), shape[1]))
        return np.asarray((of_texts @ counts.T).toarray(), dtype=np.float32)


def _idf(n: int, count: int) -> float:
    return float(np.log1p((n - count + 0.5) / (count + 0.5)))


def _ends(lengths: Iterable[int]) -> npt.NDArray[np.int64]:
    return np.cumsum([0, *lengths])
