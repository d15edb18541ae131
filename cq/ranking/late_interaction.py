"""Late interaction: how well the tokens of an instruction and of a question match.

Each token of a question is compared with its nearest token in the instruction, and each of the instruction
with its nearest in the question (MaxSim in both directions, Khattab and Zaharia 2020), at three layers of the
frozen backbone; the similarities are pooled in several ways (kernel pooling, Xiong et al. 2017). The
vectors of questions are computed once per bank.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

import numpy as np
import numpy.typing as npt

from cq.encoder.backbone import Backbone, EncodedText, l2_normalize
from cq.errors import InputError
from cq.ranking.offsets import offsets_of, take_rows
from cq.types import Floats

Indices = npt.NDArray[np.int64]

THRESHOLDS = ((0.2, 0.4, 0.6, 0.95), (0.2, 0.35, 0.5, 0.65, 0.8), (0.1, 0.25, 0.4, 0.55, 0.7))
"""Similarities above which the tokens of a question are counted, for each of the three layers."""


LAYER_LABELS = ("lowest layer", "middle layer", "top layer")


def interaction_layers(depth: int) -> tuple[int, int, int]:
    """The compared layers of an encoder of `depth` layers: lexical, phrase level, sentence level. Raises
    `InputError` for an encoder of fewer than two layers.
    """
    if depth < 2:
        raise InputError(
            f"the encoder has {depth} layers; the ranker compares tokens at three: give 2 or more"
        )
    return (0, depth // 2, depth)


@dataclass(frozen=True)
class TokenStatistics:
    """Statistics of tokens, fitted once and saved with the weights.

    `instruction_mean` and `question_mean` (3, width) are the mean vectors of the tokens of instructions and
    of questions at each layer; `idf` (ids,) is the inverse document frequency of each token among questions.
    Its last entry is for all ids beyond.
    """

    instruction_mean: Floats
    question_mean: Floats
    idf: Floats

    @classmethod
    def fit(
        cls, backbone: Backbone, instructions: Sequence[str], questions: Sequence[str]
    ) -> TokenStatistics:
        """From texts of both kinds."""
        layers = interaction_layers(backbone.depth)
        encoded_instructions, encoded_questions = (
            backbone.encode_tokens(texts, layers) for texts in (instructions, questions)
        )
        n = len(questions)
        seen = np.bincount(np.concatenate([np.unique(inner(text.ids)) for text in encoded_questions]))
        idf = np.log1p((n - seen + 0.5) / (seen + 0.5))
        means = [
            np.concatenate([inner(text.states) for text in encoded]).mean(0)
            for encoded in (encoded_instructions, encoded_questions)
        ]
        unknown = np.log1p((n + 0.5) / 0.5)
        return cls(means[0], means[1], np.append(idf, unknown).astype(np.float32))

    def tensors(self) -> dict[str, Floats]:
        """All arrays by name, for saving."""
        return {f"tokens.{name}": array for name, array in vars(self).items()}

    @classmethod
    def from_tensors(cls, tensors: dict[str, Floats]) -> TokenStatistics:
        """The statistics that `tensors()` describes. Raises `KeyError` if one is missing."""
        return cls(**{field.name: tensors[f"tokens.{field.name}"] for field in fields(cls)})

    def weights(self, ids: npt.NDArray[np.int64]) -> Floats:
        """The inverse document frequency of each token."""
        weights: Floats = self.idf[np.minimum(ids, len(self.idf) - 1)]
        return weights


@dataclass(frozen=True)
class TokenVectors:
    """The t tokens of n texts, end marks left out."""

    offsets: Indices
    """(n + 1,) where each text begins, and the end."""
    vectors: npt.NDArray[np.floating]
    """(t, 3, width), centred unit vectors at each layer."""
    weights: Floats
    """(t,) inverse document frequencies."""
    means: npt.NDArray[np.floating]
    """(n, 3, width), centred unit vectors of the texts' means."""

    @classmethod
    def of(
        cls, encoded: Sequence[EncodedText], statistics: TokenStatistics, *, questions: bool
    ) -> TokenVectors:
        """From texts encoded at the three layers or at all layers; all are questions or all are
        instructions.
        """
        centre = statistics.question_mean if questions else statistics.instruction_mean
        layers = interaction_layers(max(encoded[0].layers))
        ids = [inner(np.array(text.ids, dtype=np.int64)) for text in encoded]
        states = [text.at(layers) for text in encoded]
        return cls(
            offsets_of(len(i) for i in ids),
            l2_normalize(np.concatenate([inner(vectors) for vectors in states]) - centre),
            statistics.weights(np.concatenate(ids)),
            l2_normalize(np.stack([vectors.mean(0) for vectors in states]) - centre),
        )

    def take(self, indices: Indices) -> TokenVectors:
        """The texts at some indices, in that order, as float32."""
        offsets, rows = take_rows(self.offsets, indices)
        vectors = np.asarray(self.vectors[rows], dtype=np.float32)
        means = np.asarray(self.means[indices], dtype=np.float32)
        return TokenVectors(offsets, vectors, self.weights[rows], means)

    def single_precision(self) -> TokenVectors:
        """The same as float32."""
        vectors, means = (np.asarray(part, dtype=np.float32) for part in (self.vectors, self.means))
        return TokenVectors(np.asarray(self.offsets), vectors, np.asarray(self.weights), means)

    def half_precision(self) -> TokenVectors:
        """The same at half precision, as they are stored."""
        return replace(self, vectors=self.vectors.astype(np.float16), means=self.means.astype(np.float16))

    @classmethod
    def concatenate(cls, parts: Sequence[TokenVectors]) -> TokenVectors:
        """The texts of all parts, in order."""
        return cls(
            offsets_of(np.concatenate([np.diff(part.offsets) for part in parts])),
            *(np.concatenate([getattr(p, name) for p in parts]) for name in ("vectors", "weights", "means")),
        )


def interactions(instructions: TokenVectors, questions: TokenVectors) -> dict[str, Floats]:
    """Feature name → value for each of b instructions and n questions: float32 (b, n).

    MaxSim of a question is the mean similarity of its tokens to their nearest ones in the instruction,
    weighted by inverse document frequency; reverse MaxSim is that of the instruction's tokens.
    """
    first, starts = questions.offsets[:-1], instructions.offsets[:-1]
    vectors, means = (np.asarray(part, dtype=np.float32) for part in (questions.vectors, questions.means))
    lengths = np.diff(questions.offsets)[:, None].astype(np.float32)
    weights, total = questions.weights[:, None], np.add.reduceat(questions.weights, first)[:, None]
    words = np.add.reduceat(instructions.weights, starts)
    instruction_weights = instructions.weights / np.repeat(words, np.diff(instructions.offsets))
    features: dict[str, npt.NDArray[np.floating]] = {}
    for i, thresholds in enumerate(THRESHOLDS):
        similarity = vectors[:, i] @ instructions.vectors[:, i].T
        nearest = np.maximum.reduceat(similarity, starts, axis=1)
        reverse = np.maximum.reduceat(similarity, first, axis=0) * instruction_weights
        features |= {
            f"MaxSim, {LAYER_LABELS[i]}": np.add.reduceat(nearest * weights, first) / total,
            f"MaxSim unweighted, {LAYER_LABELS[i]}": np.add.reduceat(nearest, first) / lengths,
            f"least similarity, {LAYER_LABELS[i]}": np.minimum.reduceat(nearest, first),
            f"reverse MaxSim, {LAYER_LABELS[i]}": np.add.reduceat(reverse, starts, axis=1),
            f"cosine, {LAYER_LABELS[i]}": means[:, i] @ instructions.means[:, i].T,
        }
        for threshold in thresholds:
            above = np.add.reduceat(weights * (nearest > threshold), first) / total
            features[f"share above {threshold}, {LAYER_LABELS[i]}"] = above
    return {name: np.ascontiguousarray(values.T, dtype=np.float32) for name, values in features.items()}


def interaction_feature_names() -> list[str]:
    """Names of the features of `interactions`, in order."""
    nothing = TokenVectors(np.array([0, 1]), np.ones((1, 3, 1)), np.ones(1, np.float32), np.ones((1, 3, 1)))
    return list(interactions(nothing, nothing))


def inner(tokens: npt.NDArray[np.generic] | Sequence[int]) -> npt.NDArray[np.generic]:
    """Tokens without the end marks, unless there is nothing else."""
    return np.asarray(tokens[1:-1] if len(tokens) > 2 else tokens)
