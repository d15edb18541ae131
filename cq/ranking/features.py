"""The ranker's features of an instruction in its world and of each candidate question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cq.ranking.index import LEXICAL, ReadQuestions
from cq.ranking.late_interaction import LAYER_LABELS, interaction_feature_names
from cq.ranking.match_features import PhraseFlags, match_feature_names, match_features
from cq.ranking.slot_features import slot_feature_names, slot_features
from cq.reading.grounded import GroundedInstruction
from cq.types import Floats

Indices = npt.NDArray[np.int64]

COMPARED = (*LEXICAL, *(f"MaxSim, {layer}" for layer in LAYER_LABELS), f"cosine, {LAYER_LABELS[-1]}")
"""Scores that are also compared with those of the other candidates."""
COMPARED_SUFFIX = ", z-score among candidates"
UNCORRECTED_SUFFIX = ", uncorrected"
"""Suffix of the raw scores, without the correction for hubness, which lowers short questions."""


@dataclass(frozen=True)
class RankingFeatures:
    """Features of one instruction and n candidate questions."""

    pair: Floats
    """(n, p) of instruction, world and question together, see `pair_feature_names`."""
    question: Floats
    """(n, q) of the question alone, see `cq.ranking.clauses.question_feature_names`."""


def ranking_features(
    index: ReadQuestions, instruction: GroundedInstruction, indices: Indices
) -> RankingFeatures:
    """The features of some questions, given by their indices in the index's bank."""
    return batch_features(index, [instruction], indices)[0]


def batch_features(
    index: ReadQuestions, instructions: Sequence[GroundedInstruction], indices: Indices
) -> list[RankingFeatures]:
    """The features of the same questions for each instruction."""
    scores, uncorrected = index.scores(instructions, indices)
    clauses, questions = index.clauses.take(indices), index.question_features[indices]
    found = []
    for i, instruction in enumerate(instructions):
        z_scores = {name: values[i] for name, values in scores.items()}
        compared = {f"{name}{COMPARED_SUFFIX}": _standardize(z_scores[name]) for name in COMPARED}
        phrases = PhraseFlags.of(instruction)
        matched = match_features(clauses, phrases)
        slots = slot_features(questions, clauses, instruction, phrases)
        own = [values[i] for values in uncorrected.values()]
        columns = [*z_scores.values(), *compared.values(), *matched.values(), *slots.values(), *own]
        pair = np.column_stack(columns).astype(np.float32)
        found.append(RankingFeatures(pair, questions))
    return found


def pair_feature_names() -> list[str]:
    """Names of the columns of `RankingFeatures.pair`, in order."""
    compared = (f"{name}{COMPARED_SUFFIX}" for name in COMPARED)
    scores = [*LEXICAL, *interaction_feature_names()]
    uncorrected = (f"{name}{UNCORRECTED_SUFFIX}" for name in scores)
    return [*scores, *compared, *match_feature_names(), *slot_feature_names(), *uncorrected]


def _standardize(scores: Floats) -> Floats:
    """z-scores over the candidates; 0 if all are equal."""
    return np.asarray((scores - scores.mean()) / (scores.std() + 1e-3), dtype=np.float32)
