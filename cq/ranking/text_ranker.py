"""Ranking questions about requests of any domain: by meaning, words, and the questions about like requests.

The logit of a question is a weighted sum of its cosine to the request, its BM25, its cosine to the mean of
the first questions by both (pseudo-relevance feedback; Rocchio 1971), the cosine of the most similar known
request with this question, and the log of its frequency. Where inner folds choose so, probability then
spreads to similar questions, by a random walk with restart on the graph of nearest neighbours: questions
about one topic have more words in common with each other than with the request.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from cq.data import normalise
from cq.encoder.backbone import Backbone, l2_normalize
from cq.errors import InputError
from cq.modeling.artifacts import load_artifact, reporting_damage, save_artifact
from cq.ranking.bank import KeptIndexes, QuestionBank, text_numbers
from cq.ranking.fit import fit_of
from cq.ranking.ranker import RankedQuestion, check_top_k, ranked_questions
from cq.reading.grounded import GroundedInstruction
from cq.types import Floats

KIND = "text question ranker"
FEATURES = ("cosine", "words", "neighbours", "known", "frequency")
FEEDBACK = 10
"""The number of first questions of the feedback."""

WALKED = 1000
"""The number of first questions, by their logits, in the graph of the walk."""
NEIGHBOURS, EDGE, STEPS = 10, 0.1, 15
"""Neighbours of a question in the graph; the weight of an edge is exp(cosine / EDGE); steps of the walk."""
LEAST = 1e-12
"""The least share of visits."""
STAYS = (0.0, 0.5)
"""Probabilities that the walk goes on instead of restarting, of which inner folds choose one; 0 is no walk.
On ClariQ 0.5 to 0.8 and 5 to 15 neighbours differ by less than 0.01 in recall.
"""

Numbers = npt.NDArray[np.float64]

OF_ONE: Numbers = np.array([12.0, 3.0, 0.0, 0.0, -100.0])
"""Weights for a bank in which each question belongs to one request: the questions of others come last."""


@dataclass(frozen=True)
class Memory:
    """Known requests: their vectors (m, width), and their questions, as pairs of an index in `questions` and
    an index of a request: (p, 2).
    """

    vectors: Floats
    questions: tuple[str, ...]
    asked: npt.NDArray[np.int64]

    def of(self, kept: npt.NDArray[np.bool_]) -> Memory:
        """The memory of some of the requests: (m,)."""
        return Memory(self.vectors, self.questions, self.asked[kept[self.asked[:, 1]]])


class Reading:
    """The reading of the different texts of a bank."""

    def __init__(self, bank: QuestionBank, backbone: Backbone) -> None:
        from cq.ranking.first_stage import BM25

        texts = tuple(dict.fromkeys(bank.questions))
        self.words, self.vectors = BM25(texts), l2_normalize(backbone.encode(texts))
        self._numbers: dict[str, int] = {}
        numbers = [self._numbers.setdefault(_key(text), len(self._numbers)) for text in texts]
        self._number_of = np.array(numbers)
        self._known: tuple[tuple[str, ...], npt.NDArray[np.int64]] = ((), np.zeros(0, dtype=np.int64))

    def features(self, text: str, vector: Floats, memory: Memory) -> Numbers:
        """The `FEATURES` of all questions: (n, 5)."""
        cosine, words = (self.vectors @ vector).astype(np.float64), self.words.scores(text)
        first = np.argsort(-_standard(cosine) - _standard(words), kind="stable")[:FEEDBACK]
        neighbours = self.vectors @ l2_normalize(self.vectors[first].mean(0))
        known, count = self._of_known(vector, memory)
        return np.stack([cosine, words / (words.max() + 1e-9), neighbours, known, np.log1p(count)], axis=1)

    def walked(self, logits: Numbers, stay: float) -> Numbers:
        """Logits (n,) after a walk that begins at each question with its probability."""
        if not stay:
            return logits
        first = np.argsort(-logits, kind="stable")[:WALKED]
        # The walk would lead back to the questions that are put last.
        first = first[logits[first] > logits[first[0]] + np.log(LEAST)]
        if len(first) <= NEIGHBOURS:
            return logits
        likeness = (self.vectors[first] @ self.vectors[first].T).astype(np.float64)
        np.fill_diagonal(likeness, -1)
        nearest = -np.partition(-likeness, NEIGHBOURS - 1, axis=1)[:, NEIGHBOURS - 1 : NEIGHBOURS]
        edges = np.where(likeness >= nearest, np.exp(likeness / EDGE), 0)
        edges = np.maximum(edges, edges.T)
        sizes = np.sqrt(edges.sum(1))
        edges /= sizes[:, None] * sizes
        start = np.exp(logits[first] - logits[first[0]])
        start /= start.sum()
        visits = start
        for _ in range(STEPS):
            visits = stay * (edges @ visits) + (1 - stay) * start
        found: Numbers = logits - logits.max() + np.log(LEAST)  # The others come after all of these.
        found[first] = np.log(visits + LEAST)
        return found

    def _of_known(self, vector: Floats, memory: Memory) -> tuple[Numbers, Numbers]:
        """For each question the cosine of the most similar known request with it, 0 if there is none, and the
        number of its requests.
        """
        if self._known[0] is not memory.questions:
            found = [self._numbers.get(_key(text), -1) for text in memory.questions]
            self._known = (memory.questions, np.array(found, dtype=np.int64))
        numbers = self._known[1][memory.asked[:, 0]]
        rows, numbers = memory.asked[numbers >= 0, 1], numbers[numbers >= 0]
        nearest = np.zeros(len(self._numbers))
        np.maximum.at(nearest, numbers, (memory.vectors @ vector)[rows])
        counts = np.bincount(numbers, minlength=len(nearest)).astype(np.float64)
        return nearest[self._number_of], counts[self._number_of]


class TextRanker:
    """Ranks the questions of a bank for a request, by its words alone. `cq.Pipeline.fit` fits it on a
    corpus, whose `bank` is the default.

    `weights` (5,) are those of the `FEATURES`; `stay` is the probability that the walk goes on, 0 without
    one;
    `fit` are slope and offset of the logit that a question is worth asking.
    """

    def __init__(
        self,
        bank: QuestionBank,
        memory: Memory,
        weights: Numbers,
        stay: float,
        fit: tuple[float, float],
        backbone: Backbone,
    ) -> None:
        self.bank, self.memory, self.weights, self.stay = bank, memory, weights, stay
        self.fit, self.backbone = fit, backbone
        self._readings = KeptIndexes(lambda bank: Reading(bank, backbone))

    def rank(
        self,
        bank: QuestionBank,
        instructions: Sequence[GroundedInstruction],
        *,
        top_k: int | None = None,
    ) -> list[list[RankedQuestion]]:
        """For each request the questions of the bank, best first; `top_k` keeps the first k."""
        check_top_k(top_k)
        reading, everything, numbers = self._readings.get(bank), np.arange(len(bank)), text_numbers(bank)
        slope, offset = self.fit
        found = []
        for instruction in instructions:
            logits = (
                reading.features(instruction.text, request_vector(instruction), self.memory) @ self.weights
            )
            logits = reading.walked(logits, self.stay)
            of_all = logits[numbers]
            found.append(ranked_questions(bank, everything, of_all, fit_of(slope * of_all + offset), top_k))
        return found

    def save_pretrained(self, folder: str | os.PathLike[str], info: dict[str, Any] | None = None) -> None:
        """Write weights, bank and memory: of the known requests only the vectors, not the texts."""
        config = {
            "kind": KIND,
            "backbone": self.backbone.name,
            "features": list(FEATURES),
            "weights": self.weights.tolist(),
            "stay": self.stay,
            "fit": list(self.fit),
            "bank": dict(self.bank.items()),
            "questions": list(self.memory.questions),
        }
        tensors: dict[str, npt.NDArray[Any]] = {
            "vectors": self.memory.vectors.astype(np.float16),
            "asked": self.memory.asked,
        }
        save_artifact(Path(folder), config | (info or {}), tensors)

    @classmethod
    def from_pretrained(cls, folder: str | os.PathLike[str], backbone: Backbone) -> TextRanker:
        """Read what `save_pretrained` wrote. Raises `MissingFileError` or `InputError`."""
        folder = Path(folder)
        config, tensors = load_artifact(folder, KIND, backbone.name, list(FEATURES))
        bank, questions = config.given("bank"), config.given("questions")
        with reporting_damage(folder):
            vectors, asked = tensors["vectors"].astype(np.float32), tensors["asked"]
            is_whole = vectors.shape[1:] == (backbone.width,) and asked.shape[1:] == (2,)
            sizes = (len(questions), len(vectors))
            if not is_whole or ((asked < 0) | (asked >= sizes)).any():
                raise ValueError("the known requests do not fit together")
            memory = Memory(vectors, tuple(map(str, questions)), asked)
        slope, offset = config.numbers("fit", 2)
        weights = np.array(config.numbers("weights", len(FEATURES)))
        return cls(
            QuestionBank.parse(bank), memory, weights, config.number("stay"), (slope, offset), backbone
        )


def request_vector(instruction: GroundedInstruction) -> Floats:
    """The sentence vector of a request, of unit length: (width,)."""
    return l2_normalize(instruction.encoding.states[:, -1].mean(0))


def fit_weights(features: Sequence[Numbers], relevant: Sequence[npt.NDArray[np.int64]]) -> Numbers:
    """The weights (5,) of least list-wise cross-entropy (ListNet): from the features of the candidates of
    each request (n, 5), and the indices of the relevant ones, all to the same degree.

    Raises `InputError` without requests.
    """
    from scipy.optimize import minimize
    from scipy.special import logsumexp

    if not features:
        raise InputError("no request has a question worth asking; give some")
    wanted = np.mean(
        [of_row[places].mean(0) for of_row, places in zip(features, relevant, strict=True)], axis=0
    )

    def loss(weights: Numbers) -> tuple[float, Numbers]:
        total, slope = 0.0, np.zeros_like(weights)
        for of_row in features:
            logits = of_row @ weights
            normal = logsumexp(logits)
            total += normal
            slope += np.exp(logits - normal) @ of_row
        count, decay = len(features), 1e-3
        value = total / count - wanted @ weights + decay * weights @ weights
        return float(value), slope / count - wanted + 2 * decay * weights

    start = np.array([10.0, 1.0, 1.0, 1.0, 0.1])
    found: Numbers = minimize(loss, start, jac=True, method="L-BFGS-B").x
    return found


def _standard(values: Numbers) -> Numbers:
    spread: Numbers = (values - values.mean()) / (values.std() + 1e-9)
    return spread


def _key(text: str) -> str:
    """The normal form of a question, equal for other spellings."""
    return normalise(text) or text
