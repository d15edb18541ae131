"""The classifier's features: mean token vectors at every layer, findings, and hashed n-grams.

A frozen sentence vector does not encode the world. Findings do, and they are few enough to learn from some
hundred unclear rows. Lower layers keep more of the wording than the last one, which was trained to represent
the meaning, and n-grams keep it exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import sparse

from cq.clarity.findings import finding_names, findings
from cq.clarity.ngrams import ngram_counts
from cq.modeling.threads import has_one_thread
from cq.reading.grounded import GroundedInstruction
from cq.types import Floats

FEW = 8
"""Fewer instructions are not worth a thread of their own."""


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
    """The classifier's input, one row per instruction. Many instructions are encoded while they are read."""
    if len(instructions) < FEW or has_one_thread():
        words, found = text_features(instructions), finding_features(instructions)
    else:
        with ThreadPoolExecutor(1) as beside:
            encoded = beside.submit(text_features, instructions)
            found, words = finding_features(instructions), encoded.result()
    return ClarityFeatures(words, found, ngram_counts([instruction.text for instruction in instructions]))


def text_features(instructions: Sequence[GroundedInstruction]) -> Floats:
    """Mean token vectors of all layers above the embedding layer, side by side: (n, depth × width)."""
    return np.stack([instruction.encoding.states[:, 1:].mean(0).ravel() for instruction in instructions])


def finding_features(instructions: Sequence[GroundedInstruction]) -> Floats:
    """The findings about each instruction: (n, len(finding_names())), see `cq.clarity.findings`."""
    rows = [list(findings(instruction).values()) for instruction in instructions]
    return np.array(rows, dtype=np.float32).reshape(len(rows), len(finding_names()))
