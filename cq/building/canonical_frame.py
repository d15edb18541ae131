"""The frame an instruction is read in: where north is, which colour comes first.

"Facing south, put a red block left of the blue one" and "facing north, put a blue block left of the red one"
ask for the same thing. Worlds are turned so that the builder looks north, and colours are numbered as they
are mentioned, so that there is one thing to learn where there were many. Drawn at random where the words
allow it, a frame makes one recorded row into several (data augmentation).
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from cq.building.baseline.clauses import ROUND
from cq.world import COLOURS, SHAPE, rotate
from cq.world.augmentation import COLOUR_NAME
from cq.world.grid import Grid

FACING = re.compile(
    r"\b(?:facing|face|faced|looking|look)\s+(?:to\s+|towards?\s+)?(?:the\s+)?(north|south|east|west)"
)
RELATIVE = re.compile(
    r"\b(?:left|right|front|behind|leftmost|rightmost|back|forward|toward|away|facing|face|you|horizontal\w*|"
    r"vertical\w*)\b"
)
"""Words that mean another place to a builder who looks another way."""

_COMPASS = re.compile(r"\b(north|south|east|west)([ -]?)(east|west)?")
_OPPOSITE = {"east": "west", "west": "east", "left": "right", "right": "left"}


@dataclass(frozen=True)
class Frame:
    """How a world and the words about it are turned before they are read.

    `turns` counts quarter turns clockwise from above; if `mirrored`, east and west are then exchanged.
    `colours` are the six IGLU 2022 ids as they are numbered in this frame, from 1: those that the
    instruction names in order, then the others, the commonest in the world first. The first `named` of
    them are named.
    """

    turns: int
    mirrored: bool
    colours: tuple[int, ...]
    named: int

    @classmethod
    def of(cls, instruction: str, grid: Grid, rng: random.Random | None = None) -> Frame:
        """The frame in which the builder looks north, or, with `rng`, one of those that mean the same."""
        text = instruction.casefold()
        facing = FACING.search(text)
        turns = -ROUND.index(facing[1]) % 4 if facing else 0
        if rng is not None and not facing and not RELATIVE.search(text):
            turns = rng.randrange(4)
        named = list(dict.fromkeys(COLOURS.index(word) + 1 for word in COLOUR_NAME.findall(text)))
        counts = np.bincount(grid[grid > 0], minlength=len(COLOURS) + 1)
        others = sorted(set(range(1, len(COLOURS) + 1)) - set(named), key=lambda c: (-counts[c], c))
        return cls(turns, rng is not None and rng.random() < 0.5, (*named, *others), len(named))

    def mirror(self) -> Frame:
        """This frame, east and west exchanged once more."""
        return replace(self, mirrored=not self.mirrored)

    def text(self, instruction: str) -> str:
        """The instruction in this frame, in lower case, colours named in the order of `COLOURS`."""
        text = _COMPASS.sub(self._turned, instruction.casefold())
        if self.mirrored:
            text = re.sub("clockwise|east|west|left|right", lambda m: _OPPOSITE.get(m[0], m[0]), text)
        return COLOUR_NAME.sub(lambda m: COLOURS[self.colours.index(COLOURS.index(m[0]) + 1)], text)

    def grid(self, grid: Grid) -> Grid:
        """A grid (9, 11, 11) in this frame, its colours by their number here."""
        numbers = np.zeros(len(COLOURS) + 1, dtype=np.int8)
        numbers[list(self.colours)] = np.arange(1, len(COLOURS) + 1)
        return np.ascontiguousarray(self._turned_grid(numbers[grid]))

    def cells(self) -> npt.NDArray[np.int64]:
        """For each cell of a grid in this frame the world's cell that it is: (9, 11, 11, 3)."""
        numbers = self._turned_grid(np.arange(np.prod(SHAPE)).reshape(SHAPE))
        return np.stack(np.unravel_index(numbers, SHAPE), axis=-1)

    def back(self, grid: Grid) -> Grid:
        """The inverse of `grid`."""
        turned = rotate(grid[:, ::-1] if self.mirrored else grid, -self.turns)
        return np.ascontiguousarray(np.array([0, *self.colours], dtype=np.int8)[turned])

    def contents_back(self, contents: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        """Probabilities (7, 9, 11, 11) of each content of each cell, from this frame to the world."""
        back = np.empty_like(contents)
        colours = np.array([0, *self.colours])[:, None, None, None]
        back[(colours, *np.moveaxis(self.cells(), -1, 0))] = contents
        return back

    def _turned_grid(self, grid: npt.NDArray[Any]) -> npt.NDArray[Any]:
        turned = rotate(grid, self.turns)
        return turned[:, ::-1] if self.mirrored else turned

    def _turned(self, match: re.Match[str]) -> str:
        first, between, second = match[1], match[2], match[3]
        first = ROUND[(ROUND.index(first) + self.turns) % 4]
        if not second:
            return first + between
        second = ROUND[(ROUND.index(second) + self.turns) % 4]
        # North and south come first in English.
        return between.join(sorted((first, second), key=("north", "south", "east", "west").index))
