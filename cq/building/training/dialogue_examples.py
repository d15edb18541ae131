"""Training examples from recorded dialogues."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import numpy as np

from cq.building.example import BuildingExample
from cq.data import load_minecraft, stack_grids
from cq.errors import MissingFileError
from cq.language.request import read_request
from cq.world import Pose

if TYPE_CHECKING:
    import datasets


logger = logging.getLogger(__name__)


def training_dialogues() -> list[BuildingExample]:
    """The segments of the Minecraft dialogues' training split; none, with a warning, where the corpus is not
    at hand.
    """
    try:
        segments = load_minecraft()
    except MissingFileError as error:
        logger.warning("the builder is trained without Minecraft dialogues: %s", error)
        return []
    training = np.flatnonzero(np.array(segments["split"][:]) == "train")
    return dialogue_examples(segments.select(training))


def dialogue_examples(segments: datasets.Dataset) -> list[BuildingExample]:
    """The segments of `cq.data.load_minecraft` as examples, without those that change nothing.

    The utterance before a segment is read as it is in use: if it answers a question of the builder, the
    instruction is what the question is about (`cq.language.request.read_request`).
    """
    starts, targets = stack_grids(segments, "start"), stack_grids(segments, "target")
    columns = [segments[name][:] for name in ("instruction", "dialogue", "look", "recent")]
    examples = []
    for text, dialogue, look, recent, start, target in zip(*columns, starts, targets, strict=True):
        if np.array_equal(start, target):
            continue
        request = read_request(text, tuple((turn["speaker"], turn["text"]) for turn in dialogue))
        placed = [tuple(one["cell"]) for one in recent if one["kind"] == "place"]
        examples.append(
            BuildingExample(
                request.instruction,
                start,
                target,
                tuple((one.question, one.answer) for one in request.exchanges),
                Pose((0, 0, 0), *look).facing,
                request.context,
                tuple(cell for cell in placed if start[cell]),
            )
        )
    return examples
