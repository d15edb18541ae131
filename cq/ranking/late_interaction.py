"""Late interaction: how well the word pieces of an instruction and of a question meet.

Each word piece of a question is held against its nearest in the instruction (MaxSim, Khattab and Zaharia
2020), at several layers of the frozen backbone, and the similarities are pooled in several ways (kernels,
Xiong et al. 2017). The work on questions is done once a bank.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

import numpy as np
import numpy.typing as npt

from cq.encoder.backbone import Backbone, unit
from cq.ranking.offsets import starts_of, taken

Floats = npt.NDArray[np.float32]
Places = npt.NDArray[np.int64]

LAYERS = (0, 3, 6)
"""Words as such, words in their phrase, and what the text is about."""

THRESHOLDS = {0: (0.2, 0.4, 0.6, 0.95), 3: (0.2, 0.35, 0.5, 0.65, 0.8), 6: (0.1, 0.25, 0.4, 0.55, 0.7)}
"""Similarities that the word pieces of a question are counted above, by layer."""


@dataclass(frozen=True)
class TokenScale:
    """What is known of word pieces before any text is seen: fitted once, kept with the weights.

    `instruction_mean` and `question_mean` (len(LAYERS), width) are the centres of the two clouds of
    vectors; `idf` (ids,) the inverse document frequency of each word piece among questions, and that of
    unknown ones for ids beyond.
    """

    instruction_mean: Floats
    question_mean: Floats
    idf: Floats

    @classmethod
    def fit(cls, backbone: Backbone, instructions: Sequence[str], questions: Sequence[str]) -> TokenScale:
        """From texts of both kinds."""
        of_instructions, of_questions = (
            backbone.encode_tokens(texts, LAYERS) for texts in (instructions, questions)
        )
        n = len(questions)
        seen = np.bincount(np.concatenate([np.unique(_inner(ids)) for ids, _ in of_questions]))
        idf = np.log1p((n - seen + 0.5) / (seen + 0.5))
        centres = [
            np.concatenate([_inner(vectors) for _, vectors in found]).mean(0)
            for found in (of_instructions, of_questions)
        ]
        unknown = np.log1p((n + 0.5) / 0.5)
        return cls(centres[0], centres[1], np.append(idf, unknown).astype(np.float32))

    def tensors(self) -> dict[str, Floats]:
        """All arrays by name, for saving."""
        return {f"tokens.{name}": array for name, array in vars(self).items()}

    @classmethod
    def from_tensors(cls, tensors: dict[str, Floats]) -> TokenScale:
        """The scale that `tensors()` describes. Raises `KeyError` where one is missing."""
        return cls(**{field.name: tensors[f"tokens.{field.name}"] for field in fields(cls)})

    def weights(self, ids: npt.NDArray[np.int64]) -> Floats:
        """The idf of each word piece."""
        weights: Floats = self.idf[np.minimum(ids, len(self.idf) - 1)]
        return weights


@dataclass(frozen=True)
class Tokens:
    """Word pieces of n texts, end marks left out, t in all."""

    starts: Places
    """(n + 1,) where each text begins, and the end."""
    vectors: npt.NDArray[np.floating]
    """(t, len(LAYERS), width), unit vectors about their cloud's centre."""
    weights: Floats
    """(t,) inverse document frequencies."""
    means: npt.NDArray[np.floating]
    """(n, len(LAYERS), width), unit mean vectors."""

    @classmethod
    def of(cls, texts: Sequence[str], backbone: Backbone, scale: TokenScale, *, questions: bool) -> Tokens:
        """Encode texts, all of them questions or all instructions."""
        centre = scale.question_mean if questions else scale.instruction_mean
        found = backbone.encode_tokens(texts, LAYERS)
        ids = [_inner(np.array(i, dtype=np.int64)) for i, _ in found]
        return cls(
            starts_of(len(i) for i in ids),
            unit(np.concatenate([_inner(vectors) for _, vectors in found]) - centre),
            scale.weights(np.concatenate(ids)),
            unit(np.stack([vectors.mean(0) for _, vectors in found]) - centre),
        )

    def take(self, places: Places) -> Tokens:
        """Some texts, by place, in that order, as float32."""
        starts, rows = taken(self.starts, places)
        vectors = np.asarray(self.vectors[rows], dtype=np.float32)
        return Tokens(starts, vectors, self.weights[rows], np.asarray(self.means[places], dtype=np.float32))

    def halved(self) -> Tokens:
        """The same at half precision, which is how they are kept."""
        return replace(self, vectors=self.vectors.astype(np.float16), means=self.means.astype(np.float16))

    @classmethod
    def joined(cls, parts: Sequence[Tokens]) -> Tokens:
        """The texts of all parts, in order."""
        return cls(
            starts_of(np.concatenate([np.diff(part.starts) for part in parts])),
            *(np.concatenate([getattr(p, name) for p in parts]) for name in ("vectors", "weights", "means")),
        )


def interaction(instruction: Tokens, questions: Tokens) -> dict[str, Floats]:
    """Feature name → value for each of n questions: float32 (n,). `instruction` holds one text."""
    first = questions.starts[:-1]
    vectors, means = (np.asarray(part, dtype=np.float32) for part in (questions.vectors, questions.means))
    lengths = np.diff(questions.starts).astype(np.float32)
    weights, total = questions.weights, np.add.reduceat(questions.weights, first)
    said = instruction.weights / instruction.weights.sum()
    features: dict[str, npt.NDArray[np.floating]] = {}
    for i, layer in enumerate(LAYERS):
        similarity = vectors[:, i] @ instruction.vectors[:, i].T
        nearest = similarity.max(1)
        features |= {
            f"covered, layer {layer}": np.add.reduceat(nearest * weights, first) / total,
            f"covered, unweighted, layer {layer}": np.add.reduceat(nearest, first) / lengths,
            f"least covered, layer {layer}": np.minimum.reduceat(nearest, first),
            f"covers, layer {layer}": np.maximum.reduceat(similarity, first, axis=0) @ said,
            f"cosine, layer {layer}": means[:, i] @ instruction.means[0, i],
        }
        for threshold in THRESHOLDS[layer]:
            above = np.add.reduceat(weights * (nearest > threshold), first) / total
            features[f"covered above {threshold}, layer {layer}"] = above
    return {name: values.astype(np.float32) for name, values in features.items()}


def interaction_names() -> list[str]:
    """Names of what `interaction` gives, in order."""
    nothing = Tokens(
        np.array([0, 1]), np.ones((1, len(LAYERS), 1)), np.ones(1, np.float32), np.ones((1, len(LAYERS), 1))
    )
    return list(interaction(nothing, nothing))


def _inner(tokens: npt.NDArray[np.generic] | list[int]) -> npt.NDArray[np.generic]:
    """Without the end marks, unless there is nothing else."""
    return np.asarray(tokens[1:-1] if len(tokens) > 2 else tokens)
