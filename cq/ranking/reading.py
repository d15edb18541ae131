"""The reading of a question alone, independent of its bank: computed once, then kept by its text.

A reading holds the question's token vectors, and the mean and the spread of its interaction with the anchor
instructions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cq.encoder.backbone import Backbone, EncodedText
from cq.files.digests import fingerprint
from cq.modeling.progress import progress_bar
from cq.modeling.threads import side_by_side
from cq.ranking.hubness import anchor_instructions
from cq.ranking.late_interaction import (
    TokenStatistics,
    TokenVectors,
    interaction_feature_names,
    interaction_layers,
    interactions,
)
from cq.ranking.offsets import offsets_of
from cq.ranking.question_store import QuestionStore
from cq.types import Floats

Halves = npt.NDArray[np.float16]

VERSION = 10
"""Raised whenever readings change."""

QUESTIONS_PER_CHUNK = 256
"""Questions encoded at a time."""

ANCHORS_PER_CHUNK = 25
"""Anchor instructions compared at a time, which bounds the memory."""

READINGS_IN_MEMORY = 1024
"""Readings of the questions used last, some 30 kB each."""


@dataclass(frozen=True)
class Reading:
    """One question of t tokens."""

    vectors: Halves
    """(t, 3, width), see `TokenVectors`."""
    mean: Halves
    """(3, width)."""
    weights: Floats
    """(t,)."""
    anchor_mean: Floats
    """(k,) mean over the anchor instructions of each of the k interaction features."""
    anchor_spread: Floats
    """(k,)."""


class Anchors:
    """The encoded anchor instructions, and the readings of questions against them.

    The anchors are the same for every bank, and encoded once, on first use.
    """

    def __init__(self, backbone: Backbone, statistics: TokenStatistics) -> None:
        self.backbone, self.statistics = backbone, statistics
        self._encoded: list[TokenVectors] = []
        self._memory: dict[str, Reading] = {}
        self._key: str | None = None

    @classmethod
    def fit(cls, backbone: Backbone, questions: Sequence[str]) -> Anchors:
        """With token statistics from the anchor instructions and a bank's questions."""
        return cls(backbone, TokenStatistics.fit(backbone, anchor_instructions(), questions))

    @property
    def key(self) -> str:
        """A digest of all dependencies of readings beside the question."""
        if self._key is None:
            layers = interaction_layers(self.backbone.depth)
            names = tuple(interaction_feature_names())
            self._key = fingerprint(self.backbone.name, layers, names, anchor_instructions(), self.statistics)
        return self._key

    def readings(self, questions: Sequence[str]) -> list[Reading]:
        """The readings of some different questions: from memory, from disk, or made now and kept."""
        found = {text: self._memory[text] for text in questions if text in self._memory}
        store = QuestionStore(f"reading {VERSION} {self.key}")
        if unknown := [text for text in questions if text not in found]:
            found |= {text: Reading(**record) for text, record in store.get(unknown).items()}
        if new := [text for text in questions if text not in found]:
            made = self.read(new)
            found |= made
            store.put({text: vars(reading) for text, reading in made.items()})
        self._remember({text: found[text] for text in questions})
        return [found[text] for text in questions]

    def read(self, questions: Sequence[str]) -> dict[str, Reading]:
        """Read questions anew."""
        made: dict[str, Reading] = {}
        layers = interaction_layers(self.backbone.depth)
        for first in chunks(len(questions)):
            texts = questions[first : first + QUESTIONS_PER_CHUNK]
            encoded = self.backbone.encode_tokens_fast(texts, layers)
            tokens = TokenVectors.of(encoded, self.statistics, questions=True).half_precision()
            scores = self.scores(tokens)
            means = np.stack([values.mean(0) for values in scores.values()], axis=1)
            spreads = np.stack([values.std(0) for values in scores.values()], axis=1)
            for i, text in enumerate(texts):
                own = slice(tokens.offsets[i], tokens.offsets[i + 1])
                # Copies: a view would keep the arrays of the whole chunk in memory.
                made[text] = Reading(
                    tokens.vectors[own].astype(np.float16),
                    tokens.means[i].astype(np.float16),
                    tokens.weights[own].copy(),
                    means[i].copy(),
                    spreads[i].copy(),
                )
        return made

    def scores(self, questions: TokenVectors) -> dict[str, Floats]:
        """Interaction features of n questions for each anchor: by name (anchors, n)."""
        questions = questions.single_precision()
        parts = side_by_side(lambda anchors: interactions(anchors, questions), self.vectors())
        return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}

    def asked(self, encoded: Sequence[EncodedText]) -> TokenVectors:
        """The token vectors of instructions, for comparison with those of questions."""
        return TokenVectors.of(encoded, self.statistics, questions=False)

    def vectors(self) -> list[TokenVectors]:
        """The token vectors of the anchor instructions, in parts."""
        # Two threads at once encode twice, to the same vectors; a lock would hang a forked child.
        self._encoded = self._encoded or self._encode()
        return self._encoded

    def _encode(self) -> list[TokenVectors]:
        layers = interaction_layers(self.backbone.depth)
        encoded = self.backbone.encode_tokens_fast(anchor_instructions(), layers)
        return [
            self.asked(encoded[first : first + ANCHORS_PER_CHUNK])
            for first in range(0, len(encoded), ANCHORS_PER_CHUNK)
        ]

    def _remember(self, readings: dict[str, Reading]) -> None:
        kept = {text: reading for text, reading in self._memory.items() if text not in readings} | readings
        self._memory = dict(list(kept.items())[-READINGS_IN_MEMORY:])


def joined(readings: Sequence[Reading]) -> TokenVectors:
    """The token vectors of several questions, as float32."""
    return TokenVectors(
        offsets_of(len(reading.weights) for reading in readings),
        np.concatenate([reading.vectors for reading in readings], dtype=np.float32),
        np.concatenate([reading.weights for reading in readings]),
        np.stack([reading.mean for reading in readings]).astype(np.float32),
    )


def chunks(questions: int) -> Iterable[int]:
    """The start of each chunk of this many questions, with a progress bar."""
    starts = range(0, questions, QUESTIONS_PER_CHUNK)
    return starts if len(starts) < 2 else progress_bar("questions", len(starts), starts)
