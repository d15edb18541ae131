"""The single-turn set as examples for the classifier's training and evaluation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from cq.clarity.features import ClarityFeatures, classifier_features
from cq.clarity.training import ClarityTargets
from cq.data import normalise, rows_with, stack_grids
from cq.encoder.backbone import Backbone
from cq.language.questions import AMBIGUITY_KINDS, question_kinds
from cq.meaning.grounded import ground
from cq.metrics import changed_f1
from cq.world import World

if TYPE_CHECKING:
    import datasets

Array = npt.NDArray[Any]

INSTRUCTIONS_PER_CHUNK = 256
"""Instructions whose hidden states are in memory at a time."""


@dataclass(frozen=True)
class ClarityExamples:
    """All that training and judging need, row by row, in the data set's order.

    `x` are the classifier's features, `folds` (n,) are 0 to 4 and `groups` (n,) the normalised instructions.
    """

    instructions: Sequence[str]
    worlds: Sequence[World]
    x: ClarityFeatures
    targets: ClarityTargets
    folds: Array
    groups: Array


def clarity_examples(dataset: datasets.Dataset, backbone: Backbone) -> ClarityExamples:
    """Encode a data set loaded by `cq.data.load_singleturn`."""
    texts = dataset["instruction"][:]
    worlds = [World.parse(grid) for grid in stack_grids(dataset, "start")]
    return ClarityExamples(
        instructions=texts,
        worlds=worlds,
        x=features_of(texts, worlds, backbone),
        targets=targets_of(dataset["label"][:], rebuilt(dataset), dataset["question"][:]),
        folds=np.array(dataset["fold"][:]),
        groups=np.array([normalise(text) for text in texts]),
    )


def features_of(texts: Sequence[str], worlds: Sequence[World], backbone: Backbone) -> ClarityFeatures:
    """The classifier's features of many instructions, by chunks."""
    # Chunks of like length, since padding costs time.
    order = sorted(range(len(texts)), key=lambda i: len(texts[i]))
    chunks = [order[i : i + INSTRUCTIONS_PER_CHUNK] for i in range(0, len(order), INSTRUCTIONS_PER_CHUNK)]
    rows = ClarityFeatures.concatenate(
        [
            classifier_features(ground([texts[i] for i in chunk], [worlds[i] for i in chunk], backbone))
            for chunk in chunks
        ]
    )
    return rows[np.argsort(order)]


def targets_of(unclear: Sequence[int], rebuilt: Array, questions: Sequence[str | None]) -> ClarityTargets:
    """ClarityTargets from columns: labels, second builds' scores (NaN if there is none), questions asked."""
    asked = [question_kinds(q or "") for q in questions]
    kinds = [[kind in of_row for kind in AMBIGUITY_KINDS] for of_row in asked]
    return ClarityTargets(
        np.array(unclear), np.asarray(rebuilt, dtype=np.float64), np.array(kinds, dtype=np.float32)
    )


def rebuilt(dataset: datasets.Dataset) -> npt.NDArray[np.float64]:
    """Changed-cells F1 of the second person's build against the architect's: (n,), NaN if one is missing."""
    scores = np.full(len(dataset), np.nan)
    numbered = dataset.add_column("row", np.arange(len(dataset)))
    pairs = rows_with(numbered, "target", "built")
    if len(pairs):
        start, target, built = (stack_grids(pairs, name) for name in ("start", "target", "built"))
        scores[np.array(pairs["row"][:])] = changed_f1(built, target, start)
    return scores
