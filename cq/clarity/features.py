"""The classifier's features: mean token vectors at every layer, findings of rules, and hashed n-grams.

A frozen sentence vector does not encode the world. Findings do: what grounding leaves open, which obstacles
stand in the way, and whether the builder's interpreter understands every word in one way. They are few enough
to be learned from some hundred unclear rows. Lower layers keep more of the wording than the last one, which
was trained to represent the meaning, and n-grams keep it as it stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import sparse

from cq.clarity.ngrams import ngram_counts
from cq.language.grounding_features import grounding_feature_names, grounding_features
from cq.language.instruction import GroundedInstruction
from cq.threads import has_one_thread

Floats = npt.NDArray[np.float32]

FEW = 8
"""Fewer instructions are not worth a thread of their own."""

MOST = 3.0
"""Findings of one kind beyond this count do not count."""

OBSTACLES = {
    "absent": {"absent"},
    "several": {"several"},
    "impossible": {"impossible", "contradiction"},
    "off topic": {"off topic", "nonsense"},
    "open": {"open"},
}
"""Obstacle features, and the kinds of obstacle that each counts. Kinds too rare to learn from join others."""

OBSTACLE_QUESTIONS = ("colour", "count", "size", "where", "facing", "which", "action")
"""What obstacles ask for, each counted; the others are too rare."""


@dataclass(frozen=True)
class ClarityFeatures:
    """Features of n instructions: `words` (n, depth × width), `findings` (n, len(finding_names())), and
    `ngrams` (n, 2 × BUCKETS), see `cq.clarity.ngrams`.
    """

    words: Floats
    findings: Floats
    ngrams: sparse.csr_matrix

    def __len__(self) -> int:
        return len(self.words)

    def __getitem__(self, rows: npt.NDArray[Any]) -> ClarityFeatures:
        return ClarityFeatures(self.words[rows], self.findings[rows], self.ngrams[rows])

    @property
    def dense(self) -> Floats:
        """`words` and `findings` side by side."""
        return np.hstack([self.words, self.findings])

    @classmethod
    def concatenate(cls, parts: Sequence[ClarityFeatures]) -> ClarityFeatures:
        """The instructions of all parts, in order."""
        return cls(
            np.concatenate([part.words for part in parts]),
            np.concatenate([part.findings for part in parts]),
            sparse.vstack([part.ngrams for part in parts], format="csr"),
        )


def classifier_features(instructions: Sequence[GroundedInstruction]) -> ClarityFeatures:
    """The classifier's input, one row per instruction. Those of many are encoded beside the rules' work."""
    if len(instructions) < FEW or has_one_thread():
        words, findings = text_features(instructions), finding_features(instructions)
    else:
        with ThreadPoolExecutor(1) as beside:
            encoded = beside.submit(text_features, instructions)
            findings, words = finding_features(instructions), encoded.result()
    return ClarityFeatures(words, findings, ngram_counts([one.text for one in instructions]))


def text_features(instructions: Sequence[GroundedInstruction]) -> Floats:
    """Mean token vectors of all layers above the embedding layer, side by side: (n, depth × width)."""
    return np.stack([one.encoding.states[:, 1:].mean(0).ravel() for one in instructions])


def finding_features(instructions: Sequence[GroundedInstruction]) -> Floats:
    """What rules find: (n, len(finding_names())), in [0, `MOST`]."""
    rows = [[*_obstacle_counts(one), is_interpreted(one)] for one in instructions]
    found = np.array(rows, dtype=np.float32).reshape(len(rows), len(_obstacle_names()) + 1)
    return np.minimum(np.hstack([grounding_features(instructions), found]), MOST)


@lru_cache(maxsize=1)
def finding_names() -> tuple[str, ...]:
    """Names of the columns of `finding_features`, in order."""
    return (*grounding_feature_names(), *_obstacle_names(), "every word is understood in one way")


def is_interpreted(instruction: GroundedInstruction) -> bool:
    """Whether the builder's interpreter understands every word, and all readings lead to one grid."""
    from cq.building.interpretation import interpret

    world = instruction.world
    facing = None if world.pose is None else world.pose.facing
    return interpret(instruction.text, world.grid, facing) is not None


def _obstacle_names() -> list[str]:
    return [
        *(f"obstacles: {kind}" for kind in OBSTACLES),
        *(f"obstacles that ask for {question}" for question in OBSTACLE_QUESTIONS),
    ]


def _obstacle_counts(instruction: GroundedInstruction) -> list[int]:
    obstacles = instruction.obstacles
    return [
        *(sum(one.kind in kinds for one in obstacles) for kinds in OBSTACLES.values()),
        *(sum(one.question_type == question for one in obstacles) for question in OBSTACLE_QUESTIONS),
    ]
