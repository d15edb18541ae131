"""Stepwise building: the sentences and clauses of an instruction one after another.

Often all clauses but one of a long instruction are read. Each is carried out in the world after those before
it: by its reading if it has one, else by the networks.
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
"""Steps of an instruction, and the most of them that networks build."""
MOST_BLOCKS = 1_000
"""Blocks that networks read in all steps together; recorded worlds have at most 26."""

Predict = Callable[[Sequence[BuildingExample]], list[BuildPrediction]]


@dataclass
class _Steps:
    """An instruction with its remaining steps in the world of `example.start`: texts, and whether each may be
    split into clauses. `read` and `unread` count the steps before.
    """

    example: BuildingExample
    left: list[tuple[str, bool]]
    read: int = 0
    unread: int = 0

    def read_on(self) -> None:
        """Carry out steps up to one without a reading."""
        while self.left and len(self.left) <= MOST_STEPS:
            (text, may_split), step = self.left[0], self.next
            understanding = meant(text, (), step.start, step.facing, step.recent)
            assert understanding is not None, "a text without answers has a reading"
            reading = understanding.reading
            looks = bool(reading.program) and all(
                isinstance(command, Look | Turn) for command in reading.program
            )
            if reading.is_full and understanding.results:
                self.read += 1
                self.go_on(understanding.results[0].grid)
            elif reading.is_full and looks and len(self.left) > 1:
                # "Find the red tower. Put a block on it.": the first sentence tells where to carry out the
                # second.
                self.left[:2] = [(f"{text} {self.left[1][0]}", False)]
            elif may_split and len(parts := clauses(text, reading)) > 1:
                self.left[:1] = [(part, False) for part in parts]
                continue
            else:
                return
            turns = [command.direction for command in reading.program if isinstance(command, Turn)]
            self.example = replace(
                self.example,
                facing=next((direction for direction in turns if direction in COMPASS), self.example.facing),
            )

    @property
    def next(self) -> BuildingExample:
        """The next step in the world so far."""
        return replace(self.example, instruction=self.left[0][0], target=None)

    def go_on(self, grid: Grid) -> None:
        """Finish a step with its outcome."""
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
    """The grid (9, 11, 11) after all steps of each instruction; None if it has answers, or too many steps, or
    none is read. `predict` builds the unread steps, in batches.
    """
    steps = [
        _Steps(
            example, [] if example.exchanges else [(text, True) for text in sentences(example.instruction)]
        )
        for example in examples
    ]
    going, done = steps, list[_Steps]()
    while going:
        for task in going:
            task.read_on()
        done += [task for task in going if not task.left and task.read]
        going = [task for task in going if task.left and task.may_go_on]
        for task, prediction in zip(going, predict([task.next for task in going]), strict=True):
            task.unread += 1
            task.go_on(prediction.grid)
    built = {id(task): task.example.start for task in done}
    return [built.get(id(task)) for task in steps]


def sentences(text: str) -> list[str]:
    """The sentences of a text; none of a text that is too long to read."""
    if is_too_long(text):
        return []
    tokens = tokenize(text)
    ends = [0, *(token.end for token in tokens if token.text in (".", "!", "?", ";")), len(text)]
    lines = [line.strip() for first, end in pairwise(ends) for line in text[first:end].splitlines()]
    return [line for line in lines if any(sign.isalnum() for sign in line)]


def clauses(text: str, reading: Reading) -> list[str]:
    """A sentence cut in front of each command that follows a comma, "and" or the like in its reading."""
    tokens = reading.tokens
    starts = {
        part.start for part in reading.parts if part.start and tokens[part.start - 1].text in SEPARATORS
    }
    ends = [0, *(tokens[start].start for start in sorted(starts)), len(text)]
    return [text[first:end].strip() for first, end in pairwise(ends)]
