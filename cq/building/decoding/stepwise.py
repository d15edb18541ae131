"""Stepwise building: the sentences of an instruction one after another.

Of a long instruction often all sentences are read but one. Each is carried out in the world that the
sentences before it lead to: what it means where it is read, else what the networks build.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from cq.building.decoding.minimum_bayes_risk import BuildPrediction
from cq.building.example import BuildingExample
from cq.building.model.trajectory import RECENT_BLOCKS
from cq.language.length import is_too_long
from cq.language.program import Look, Turn
from cq.language.tokens import tokenize
from cq.meaning.instruction import meant
from cq.world.directions import COMPASS
from cq.world.grid import Grid

MOST_SENTENCES = 8
MOST_UNREAD = 5
"""Sentences that networks build."""
MOST_BLOCKS = 1_000
"""Blocks that networks look at for all of them together; in recorded worlds stand at most 26."""

Predict = Callable[[Sequence[BuildingExample]], list[BuildPrediction]]


@dataclass
class _Steps:
    """An instruction, of which some sentences are left for the world of `example.start`. Of those before, so
    many were `read` and `unread`.
    """

    example: BuildingExample
    left: list[str]
    read: int = 0
    unread: int = 0

    def read_on(self) -> None:
        """Carry out sentences up to one that is not read."""
        while self.left:
            step = self.next
            understanding = meant(step.instruction, (), step.start, step.facing, step.recent)
            assert understanding is not None, "a text without answers has a reading"
            reading = understanding.reading
            if not reading.is_full:
                return
            turns = [one.direction for one in reading.program if isinstance(one, Turn)]
            facing = next((one for one in turns if one in COMPASS), self.example.facing)
            if understanding.results:
                self.read += 1
                self.go_on(understanding.results[0].grid)
            elif len(self.left) > 1 and all(isinstance(one, Look | Turn) for one in reading.program):
                # "Find the red tower. Put a block on it.": where to look is part of what to do there.
                self.left[:2] = [" ".join(self.left[:2])]
            else:
                return
            self.example = replace(self.example, facing=facing)

    @property
    def next(self) -> BuildingExample:
        """The next sentence in the world so far."""
        return replace(self.example, instruction=self.left[0], target=None)

    def go_on(self, grid: Grid) -> None:
        """Leave a sentence behind that leads to a grid."""
        placed = np.argwhere((grid != self.example.start) & (grid > 0)).tolist()
        recent = tuple((y, x, z) for y, x, z in placed)[-RECENT_BLOCKS:] or self.example.recent
        self.example = replace(self.example, start=grid, recent=recent)
        del self.left[0]

    @property
    def may_go_on(self) -> bool:
        """Whether networks may build one more sentence."""
        blocks = np.count_nonzero(self.example.start)
        return self.unread < MOST_UNREAD and (self.unread + 1) * blocks <= MOST_BLOCKS


def stepwise_builds(examples: Sequence[BuildingExample], predict: Predict) -> list[Grid | None]:
    """The grid (9, 11, 11) that each instruction leads to sentence by sentence; None if it has only one
    sentence, or too many, or answers, or none is read. `predict` builds what is not read, in batches.
    """
    steps = [_Steps(one, [] if one.exchanges else sentences(one.instruction)) for one in examples]
    going = [one for one in steps if 1 < len(one.left) <= MOST_SENTENCES]
    done = []
    while going:
        for one in going:
            one.read_on()
        done += [one for one in going if not one.left and one.read]
        going = [one for one in going if one.left and one.may_go_on]
        for one, prediction in zip(going, predict([one.next for one in going]), strict=True):
            one.unread += 1
            one.go_on(prediction.grid)
    built = {id(one): one.example.start for one in done}
    return [built.get(id(one)) for one in steps]


def sentences(text: str) -> list[str]:
    """The sentences of a text; none of one that is too long to read."""
    if is_too_long(text):
        return []
    tokens = tokenize(text)
    ends = [0, *(one.end for one in tokens if one.text in (".", "!", "?", ";")), len(text)]
    lines = [line.strip() for first, end in pairwise(ends) for line in text[first:end].splitlines()]
    return [line for line in lines if any(sign.isalnum() for sign in line)]
