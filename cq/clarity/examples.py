"""The single-turn set as examples for the classifier's training and evaluation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from cq.clarity.features import ClarityFeatures, classifier_features
from cq.data import normalise, stack_grids
from cq.encoder.backbone import Backbone
from cq.reading.grounded import ground
from cq.world import World

if TYPE_CHECKING:
    import datasets

Array = npt.NDArray[Any]

INSTRUCTIONS_PER_CHUNK = 256
"""Instructions whose hidden states are in memory at a time."""


@dataclass(frozen=True)
class ClarityExamples:
    """The data of training and evaluation, row by row, in the data set's order.

    `x` are the classifier's features, `unclear` (n,) labels 0 or 1, `folds` (n,) are 0 to 4 and `groups` (n,)
    the normalised instructions.
    """

    instructions: Sequence[str]
    worlds: Sequence[World]
    x: ClarityFeatures
    unclear: Array
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
        unclear=np.array(dataset["label"][:]),
        folds=np.array(dataset["fold"][:]),
        groups=np.array([normalise(text) for text in texts]),
    )


def features_of(texts: Sequence[str], worlds: Sequence[World], backbone: Backbone) -> ClarityFeatures:
    """The classifier's features of many instructions, in chunks."""
    # Chunks of similar length, since padding costs time.
    order = sorted(range(len(texts)), key=lambda i: len(texts[i]))
    chunks = [order[i : i + INSTRUCTIONS_PER_CHUNK] for i in range(0, len(order), INSTRUCTIONS_PER_CHUNK)]
    rows = ClarityFeatures.concatenate(
        [
            classifier_features(ground([texts[i] for i in chunk], [worlds[i] for i in chunk], backbone))
            for chunk in chunks
        ]
    )
    return rows[np.argsort(order)]
