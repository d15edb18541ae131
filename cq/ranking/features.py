"""Everything the network sees of an instruction, its world and each candidate question."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cq.clarity.features import explicit_features, feature_names
from cq.language.topics import TOPICS, topics
from cq.ranking.index import LEXICAL, QuestionIndex
from cq.ranking.late_interaction import LAYERS, interaction_names
from cq.ranking.match_features import agreement, agreement_names, read_instruction
from cq.world import World
from cq.world.palette import COLOURS

Floats = npt.NDArray[np.float32]
Places = npt.NDArray[np.int64]

AMONG = (*LEXICAL, *(f"covered, layer {i}" for i in LAYERS), f"cosine, layer {LAYERS[-1]}")
"""Scores that are also compared with those of the other candidates."""


@dataclass(frozen=True)
class Features:
    """Of one instruction and n candidate questions."""

    pair: Floats
    """(n, p) of instruction, world and question together."""
    question: Floats
    """(n, q) of the question alone, `cq.ranking.clauses.question_names`."""
    instruction: Floats
    """(i,) of the instruction in its world."""


def features(index: QuestionIndex, instruction: str, world: World, places: Places) -> Features:
    """The features of some questions, given by their places in the index's bank."""
    excess = index.scores(instruction, places)
    among = {f"{name}, among the candidates": _standardised(excess[name]) for name in AMONG}
    clauses = index.clauses.take(places)
    agreed = agreement(clauses, read_instruction(instruction, world.grid))
    return Features(
        np.column_stack([*excess.values(), *among.values(), *agreed.values()]).astype(np.float32),
        index.of_questions[places],
        _of_instruction(instruction, world),
    )


def pair_names() -> list[str]:
    """Names of the columns of `Features.pair`, in order."""
    among = (f"{name}, among the candidates" for name in AMONG)
    return [*LEXICAL, *interaction_names(), *among, *agreement_names()]


def instruction_names() -> list[str]:
    """Names of the columns of `Features.instruction`, in order."""
    there = [f"blocks of {colour} (log)" for colour in COLOURS]
    return [*feature_names(), *(f"of {topic}" for topic in TOPICS), *there, "colours there", "length"]


def _of_instruction(instruction: str, world: World) -> Floats:
    counts = np.array([(world.grid == c).sum() for c in range(1, len(COLOURS) + 1)])
    return np.concatenate(
        [
            np.minimum(explicit_features([instruction], [world])[0], 3),
            topics([instruction])[0],
            np.log1p(counts),
            [(counts > 0).sum(), len(instruction.split()) / 10],
        ]
    ).astype(np.float32)


def _standardised(scores: Floats) -> Floats:
    """About the candidates' mean, in their spread; 0 where all are equal."""
    return np.asarray((scores - scores.mean()) / (scores.std() + 1e-3), dtype=np.float32)
