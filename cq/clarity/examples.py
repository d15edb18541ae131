"""The single-turn set as rows to train the classifier on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from cq.clarity.classifier import inputs
from cq.clarity.features import feature_names
from cq.clarity.training import Targets
from cq.data import normalise, rows_with, stack_grids
from cq.encoder.backbone import Backbone
from cq.language.kinds import QUESTION_KINDS, question_kinds
from cq.metrics import changed_f1
from cq.world import World

if TYPE_CHECKING:
    import datasets

Array = npt.NDArray[Any]


@dataclass(frozen=True)
class ClarityRows:
    """All that training and judging need, row by row, in the data set's order.

    `x` (n, d) is the classifier's input, its last `explicit` columns the explicit features; `folds` (n,) are
    0 to 4 and `groups` (n,) the normalised instructions.
    """

    instructions: Sequence[str]
    worlds: Sequence[World]
    x: Array
    explicit: int
    targets: Targets
    folds: Array
    groups: Array


def clarity_rows(dataset: datasets.Dataset, backbone: Backbone) -> ClarityRows:
    """Encode a data set loaded by `cq.data.load_singleturn`."""
    texts = dataset["instruction"][:]
    worlds = [World.parse(grid) for grid in stack_grids(dataset, "start")]
    return ClarityRows(
        instructions=texts,
        worlds=worlds,
        x=inputs(backbone, texts, worlds),
        explicit=len(feature_names()),
        targets=targets_of(dataset["label"][:], rebuilt(dataset), dataset["question"][:]),
        folds=np.array(dataset["fold"][:]),
        groups=np.array([normalise(text) for text in texts]),
    )


def targets_of(unclear: Sequence[int], rebuilt: Array, questions: Sequence[str | None]) -> Targets:
    """Targets from columns: labels, second builds' scores (NaN where there is none), questions asked."""
    kinds = [[kind in question_kinds(q or "") for kind in QUESTION_KINDS] for q in questions]
    return Targets(
        np.array(unclear), np.asarray(rebuilt, dtype=np.float64), np.array(kinds, dtype=np.float32)
    )


def rebuilt(dataset: datasets.Dataset) -> npt.NDArray[np.float64]:
    """Changed-cells F1 of the second person's build against the architect's: (n,), NaN where one lacks."""
    scores = np.full(len(dataset), np.nan)
    numbered = dataset.add_column("row", np.arange(len(dataset)))
    pairs = rows_with(numbered, "target", "built")
    if len(pairs):
        start, target, built = (stack_grids(pairs, name) for name in ("start", "target", "built"))
        scores[np.array(pairs["row"][:])] = changed_f1(built, target, start)
    return scores
