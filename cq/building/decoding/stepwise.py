"""Stepwise building: the sentences and clauses of an instruction one after another.

Of a long instruction often all is read but one clause. Each is carried out in the world that those before it
lead to: what it means where it is read, else what the networks build.
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
from cq.language.reading import SEPARATORS, Reading
from cq.language.tokens import tokenize
from cq.reading.instruction import meant
from cq.types import Grid
from cq.world.directions import COMPASS

MOST_STEPS, MOST_UNREAD = 16, 5
"""Steps of an instruction, and those of them that networks build."""
MOST_BLOCKS = 1_000
"""Blocks that networks look at for all of them together; in recorded worlds stand at most 26."""

Predict = Callable[[Sequence[BuildingExample]], list[BuildPrediction]]


@dataclass
class _Steps:
    """An instruction, of which some steps are left for the world of `example.start`: texts, and whether each
    may be split into clauses. Of those before, so many were `read` and `unread`.
    """

    example: BuildingExample
    left: list[tuple[str, bool]]
    read: int = 0
    unread: int = 0

    def read_on(self) -> None:
        """Carry out steps up to one that is not read."""
        while self.left and len(self.left) <= MOST_STEPS:
            (text, may_split), step = self.left[0], self.next
            understanding = meant(text, (), step.start, step.facing, step.recent)
            assert understanding is not None, "a text without answers has a reading"
            reading = understanding.reading
            looks = bool(reading.program) and all(isinstance(one, Look | Turn) for one in reading.program)
            if reading.is_full and understanding.results:
                self.read += 1
                self.go_on(understanding.results[0].grid)
            elif reading.is_full and looks and len(self.left) > 1:
                # "Find the red tower. Put a block on it.": where to look is part of what to do there.
                self.left[:2] = [(f"{text} {self.left[1][0]}", False)]
            elif may_split and len(parts := clauses(text, reading)) > 1:
                self.left[:1] = [(one, False) for one in parts]
                continue
            else:
                return
            turns = [one.direction for one in reading.program if isinstance(one, Turn)]
            self.example = replace(
                self.example, facing=next((one for one in turns if one in COMPASS), self.example.facing)
            )

    @property
    def next(self) -> BuildingExample:
        """The next step in the world so far."""
        return replace(self.example, instruction=self.left[0][0], target=None)

    def go_on(self, grid: Grid) -> None:
        """Leave a step behind that leads to a grid."""
        placed = np.argwhere((grid != self.example.start) & (grid > 0)).tolist()
        recent = tuple((y, x, z) for y, x, z in placed)[-RECENT_BLOCKS:] or self.example.recent
        self.example = replace(self.example, start=grid, recent=recent)
        del self.left[0]

    @property
    def may_go_on(self) -> bool:
        """Whether networks may build one more step."""
        blocks = np.count_nonzero(self.example.start)
        few = self.unread < MOST_UNREAD and len(self.left) <= MOST_STEPS
        return few and bool((self.unread + 1) * blocks <= MOST_BLOCKS)


def stepwise_builds(examples: Sequence[BuildingExample], predict: Predict) -> list[Grid | None]:
    """The grid (9, 11, 11) that each instruction leads to step by step; None if it has answers, or too many
    steps, or none is read. `predict` builds what is not read, in batches.
    """
    steps = [
        _Steps(one, [] if one.exchanges else [(text, True) for text in sentences(one.instruction)])
        for one in examples
    ]
    going, done = steps, list[_Steps]()
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


def clauses(text: str, reading: Reading) -> list[str]:
    """A sentence cut in front of each command that it is read as behind a comma, "and" or the like."""
    tokens = reading.tokens
    starts = {one.start for one in reading.parts if one.start and tokens[one.start - 1].text in SEPARATORS}
    ends = [0, *(tokens[start].start for start in sorted(starts)), len(text)]
    return [text[first:end].strip() for first, end in pairwise(ends)]
