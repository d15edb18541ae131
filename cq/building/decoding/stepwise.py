"""Stepwise building: the sentences of an instruction one after another.

Of a long instruction rules often understand all sentences but one. Each sentence is carried out in the world
that the sentences before it lead to: by rules where they read it, at most without a word or two, and by the
networks elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np

from cq.building.decoding.minimum_bayes_risk import BuildPrediction
from cq.building.example import BuildingExample
from cq.building.interpretation import interpret, relaxed_interpretations
from cq.building.interpretation.budget import attempt
from cq.building.interpretation.wording.tokens import sentences
from cq.building.model.trajectory import RECENT_BLOCKS
from cq.language.length import is_too_long
from cq.meaning.instruction import sure_build
from cq.world.grid import Grid

MOST_SENTENCES = 8
MOST_STEPS = 800_000
"""Steps of work that rules take for all sentences; for no recorded instruction 286,000."""
MOST_UNREAD, MOST_CHARACTERS = 5, 360
"""Sentences that networks build, and their characters: as many as in any recorded instruction."""
MOST_BLOCKS = 1_000
"""Blocks that networks look at for all of them together; in recorded worlds stand at most 26."""
_SENTENCE = re.compile(r"(?<=[.!?;])\s*|\n+")

Predict = Callable[[Sequence[BuildingExample]], list[BuildPrediction]]


@dataclass
class _Steps:
    """An instruction whose next sentence is to be carried out in the world of `example.start`."""

    example: BuildingExample
    sentences: list[str]
    read: int = 0
    """How many sentences rules understood."""
    unread: list[str] = field(default_factory=list)
    """Those that they did not."""
    work: int = 0
    """Steps of work that rules took."""

    def next(self) -> BuildingExample:
        """The next sentence in the world so far."""
        text = self.sentences[0]
        facing = next((one.facing for one in sentences(text) if one.facing), self.example.facing)
        return replace(self.example, instruction=text, facing=facing, target=None)

    def after(self, step: BuildingExample, grid: Grid) -> None:
        """Go on behind a sentence that led to a grid."""
        placed = np.argwhere((grid != step.start) & (grid > 0)).tolist()
        recent = tuple((y, x, z) for y, x, z in placed)[-RECENT_BLOCKS:] or step.recent
        self.example = replace(step, start=grid, recent=recent)
        del self.sentences[0]

    def leave_to_networks(self, step: BuildingExample) -> bool:
        """Whether networks may build one more sentence; else this has no build."""
        self.unread.append(step.instruction)
        if (
            len(self.unread) <= MOST_UNREAD
            and sum(map(len, self.unread)) <= MOST_CHARACTERS
            and len(self.unread) * np.count_nonzero(step.start) <= MOST_BLOCKS
            and self.work <= MOST_STEPS
        ):
            return True
        self.sentences, self.read = [], 0
        return False


def stepwise_builds(examples: Sequence[BuildingExample], predict: Predict) -> list[Grid | None]:
    """The grid (9, 11, 11) that each instruction leads to sentence by sentence; None if it has only one
    sentence, or too many, or rules read none of them, or all of it takes too much work. `predict` builds what
    they do not read, in batches.
    """
    steps = [_Steps(example, _sentences(example.instruction)) for example in examples]
    several = [one for one in steps if 1 < len(one.sentences) <= MOST_SENTENCES]
    going = several
    while going := [one for one in going if one.sentences]:
        unread = []
        for one in going:
            step = one.next()
            grid, work = attempt(MOST_STEPS - one.work, partial(_read, step))
            one.work += work
            if grid is not None:
                one.after(step, grid)
                one.read += 1
            elif one.leave_to_networks(step):
                unread.append((one, step))
        for (one, step), prediction in zip(unread, predict([step for _, step in unread]), strict=True):
            one.after(step, prediction.grid)
    stepwise = {id(one) for one in several if one.read}
    return [one.example.start if id(one) in stepwise else None for one in steps]


def _read(step: BuildingExample) -> Grid | None:
    """What rules make of a sentence, at most without a word or two."""
    if not any(sentences(step.instruction)):
        return step.start  # It only tells where to look.
    said = step.instruction, step.start, step.facing, step.recent
    grid = sure_build(*said)
    if grid is None:
        grid = interpret(*said)
    if grid is not None:
        return grid
    relaxed = relaxed_interpretations(*said)
    return relaxed[0][0] if len(relaxed) == 1 else None


def _sentences(text: str) -> list[str]:
    """The sentences of a text; none of one that is too long to read."""
    if is_too_long(text):
        return []
    return [sentence for sentence in _SENTENCE.split(text) if re.search(r"\w", sentence)]
