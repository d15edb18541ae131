"""Training examples from recorded dialogues."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from cq.building.example import BuildingExample
from cq.data import load_minecraft, stack_grids
from cq.errors import MissingFileError
from cq.language.request import read_request
from cq.language.spoken import DONE, Turns
from cq.world import Pose

if TYPE_CHECKING:
    import datasets


logger = logging.getLogger(__name__)


def training_dialogues() -> list[BuildingExample]:
    """The segments of the Minecraft dialogues' training split; none, with a warning, where the corpus is
    missing.
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

    The utterance before a segment is read as in use: if it answers a question of the builder, the
    instruction is the request that the question is about (`cq.language.request.read_request`).
    """
    starts, targets = stack_grids(segments, "start"), stack_grids(segments, "target")
    columns = ["game", "instruction", "dialogue", "said_since", "position", "look", "recent"]
    rows = segments.select_columns(columns).to_list()
    examples = []
    for row, dialogue, start, target in zip(rows, dialogues_with_builds(rows), starts, targets, strict=True):
        if np.array_equal(start, target):
            continue
        request = read_request(row["instruction"], dialogue)
        placed = [tuple(action["cell"]) for action in row["recent"] if action["kind"] == "place"]
        x, y, z = row["position"]
        pose = Pose((x, y, z), *row["look"])
        examples.append(
            BuildingExample(
                request.instruction,
                start,
                target,
                tuple((exchange.question.text, exchange.answer) for exchange in request.exchanges),
                pose.facing,
                request.history,
                tuple(cell for cell in placed if start[cell]),
                pose,
            )
        )
    return examples


def dialogues_with_builds(rows: Sequence[dict[str, Any]]) -> list[Turns]:
    """The turns before the instruction of each segment, in the order of `cq.data.load_minecraft`, with a
    builder's turn `DONE` wherever it acted: so a `Dialogue` knows what is carried out.
    """
    found: list[Turns] = []
    game, acted = None, list[int]()
    for row in rows:
        if row["game"] != game:
            game, acted = row["game"], []
        turns: list[tuple[str, str]] = []
        for i, turn in enumerate(row["dialogue"]):
            turns += [("builder", DONE)] * (i in acted)
            turns.append((turn["speaker"], turn["text"]))
        turns += [("builder", DONE)] * (len(row["dialogue"]) in acted)
        found.append(tuple(turns))
        acted.append(len(row["dialogue"]) + 1 + len(row["said_since"]))
    return found
