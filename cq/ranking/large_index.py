"""The index of a large bank: two first stages over all questions, and records of those that pass them.

BM25 finds questions that share words with an instruction; the cosine of sentence vectors also finds those
that share none. Their data is kept for each bank, the records (`cq.ranking.records`) by their texts for
all large banks: a bank with new questions reads only these, and a killed job continues from its last records.
Several processes read, each with one thread.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping, Sequence
from dataclasses import asdict

import numpy as np
import torch

from cq.encoder.backbone import l2_normalize
from cq.files.digests import fingerprint
from cq.modeling.progress import progress_bar
from cq.modeling.threads import worker_processes
from cq.modeling.workers import in_workers
from cq.ranking.clauses import question_feature_names
from cq.ranking.first_stage import BM25
from cq.ranking.index import LEXICAL, WORDS, ReadQuestions, hubness_of
from cq.ranking.late_interaction import interaction_feature_names
from cq.ranking.offsets import Indices
from cq.ranking.question_store import QuestionStore, Record
from cq.ranking.reading import Anchors
from cq.ranking.records import RecordFormat, decode, rotation
from cq.ranking.term_weights import FewTexts, TermWeights
from cq.reading.grounded import GroundedInstruction
from cq.settings import cache_limit
from cq.types import Floats

log = logging.getLogger("cq.ranking")

VERSION = 3
"""Raised whenever records or the arrays of a bank change."""

DECODED_AT_A_TIME = 1 << 14
QUESTIONS_PER_TASK = 256

FEWEST_FOR_PROCESSES = 2000
"""Questions to read from which on other processes help: each takes seconds to start."""


class LargeIndex:
    """An index of n different questions, most of which are never compared with an instruction."""

    def __init__(self, questions: Sequence[str], anchors: Anchors) -> None:
        self._questions, self._format = questions, RecordFormat(anchors.backbone, anchors.statistics)
        names = (*interaction_feature_names(), *question_feature_names())
        key = fingerprint(VERSION, anchors.key, names)
        self._store = QuestionStore(f"record {key}")
        banks, bank = QuestionStore(f"bank {key}"), fingerprint(questions)
        if (arrays := banks.get([bank]).get(bank)) is None:
            arrays = self._make()
            banks.put({bank: arrays})
        weights = json.loads(arrays["weights"].tobytes())
        self._weights = {name: TermWeights(**values) for name, values in weights.items()}
        self._words, self._lengths = BM25.from_arrays(arrays), arrays["lengths"].T
        cuts, width = range(DECODED_AT_A_TIME, len(questions), DECODED_AT_A_TIME), anchors.backbone.width
        parts = [torch.from_numpy(decode(codes, width)).half() for codes in np.split(arrays["vectors"], cuts)]
        self._vectors = torch.cat(parts)[:, 0]

    def __len__(self) -> int:
        return len(self._questions)

    def cosines(self, instruction: GroundedInstruction) -> Floats:
        """The cosine of each question's sentence vector with that of an instruction: (n,)."""
        asked = l2_normalize(instruction.encoding.states[:, -1].mean(0))
        centred, whole = self._lengths
        along = np.float32(asked @ self._format.statistics.question_mean[-1])
        return np.asarray((centred * self._products(asked @ rotation(len(asked))) + along) / whole)

    def word_scores(self, instruction: GroundedInstruction) -> Floats:
        """BM25 of each question: (n,)."""
        return self._words.scores(instruction.text).astype(np.float32)

    def first_scores(self, instruction: GroundedInstruction) -> Floats:
        """How well each question fits, by its words and its sentence vector: the sum of the z-scores of both
        in the bank, (n,).
        """
        (asked,) = self._format.asked([instruction.encoding]).means[:, -1]
        both = np.stack([self.word_scores(instruction), self._products(asked)])
        return np.asarray(((both - both.mean(1)[:, None]) / (both.std(1)[:, None] + 1e-6)).sum(0))

    def _products(self, asked: Floats) -> Floats:
        products: Floats = torch.mv(self._vectors, torch.from_numpy(asked).half()).float().numpy()
        return products

    def part(self, indices: Indices) -> ReadQuestions:
        """The linear model's data of some questions."""
        texts = [self._questions[i] for i in indices]
        tokens, clauses, arrays = self._format.parsed(self._records(texts, {}))
        few = {name: FewTexts(self._weights[name], t, texts) for name, t in LEXICAL.items()}
        hubness = hubness_of(few, *arrays["anchors"].astype(np.float32).transpose(1, 2, 0))
        own = arrays["question"].astype(np.float32)
        return ReadQuestions(self._format, few, clauses, own, tokens, hubness)

    def _records(self, texts: Sequence[str], found: Mapping[str, Record]) -> list[Record]:
        """The records of some texts: those found before, those in the store, and the rest, made now."""
        found = {**found, **self._store.get([text for text in texts if text not in found])}
        new = self._format.make([text for text in texts if text not in found])
        self._store.put(new)
        return [found[text] if text in found else new[text] for text in texts]

    def _make(self) -> Record:
        """Read the bank, and compute the data of its first stages."""
        missing = self._store.missing(self._questions)
        parts = [self._questions[i : i + QUESTIONS_PER_TASK] for i in range(0, len(self), QUESTIONS_PER_TASK)]
        tasks = [[text for text in part if text in missing] for part in parts]
        processes = worker_processes() if len(missing) >= FEWEST_FOR_PROCESSES else 1
        make = self._format.make
        made = map(make, tasks) if processes == 1 else in_workers(make, tasks, processes)
        means, lengths = [], []
        for part, new in progress_bar("questions", len(parts), zip(parts, made, strict=True)):
            self._store.put(new)
            records = self._records(part, new)
            means += [record["means"] for record in records]
            lengths += [record["lengths"] for record in records]
        if left := self._store.missing(self._questions):
            counts = len(left), len(self), cache_limit() // 10**6
            log.warning("%d of %d questions do not fit into the cache of %d MB: set CQ_CACHE_LIMIT", *counts)
        weights = {name: asdict(TermWeights.of(self._questions, t)) for name, t in LEXICAL.items()}
        return {
            "vectors": np.split(np.concatenate(means), 2, axis=1)[1],
            "lengths": np.concatenate(lengths),
            "weights": np.frombuffer(json.dumps(weights).encode("ascii"), np.uint8),
            **BM25(self._questions, LEXICAL[WORDS], "float32").arrays(),
        }
