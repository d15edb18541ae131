"""The canonical frame of an instruction: the builder looks north, and colours are numbered by first mention.

"Facing south, put a red block left of the blue one" and "facing north, put a blue block left of the red one"
ask for the same thing. In the canonical frame both have the same words and the same world, so the network
learns them once. A frame drawn at random, where the words allow it, augments the training data: the same
recorded row then appears in several directions.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from cq.types import Floats, Grid
from cq.world import COLOUR_IDS, COLOURS, SHAPE, rotate
from cq.world.augmentation import COLOUR_NAME
from cq.world.directions import COMPASS, turn

FACING = re.compile(
    r"\b(?:facing|face|faced|looking|look)\s+(?:to\s+|towards?\s+)?(?:the\s+)?(north|south|east|west)"
)
RELATIVE = re.compile(
    r"\b(?:left|right|front|behind|leftmost|rightmost|back|forward|toward|away|facing|face|you|horizontal\w*|"
    r"vertical\w*)\b"
)
"""Words whose meaning depends on the direction in which the builder looks."""

_COMPASS = re.compile(r"\b(north|south|east|west)([ -]?)(east|west)?")
_OPPOSITE = {"east": "west", "west": "east", "left": "right", "right": "left"}


@dataclass(frozen=True)
class CanonicalFrame:
    """The transformation of a world and its instruction before the network reads them.

    `quarter_turns` counts turns clockwise from above. If `mirrored`, east and west are exchanged after the
    turns. `colours` are the six IGLU 2022 ids in the order of their numbers in this frame, which start at 1:
    first the colours that the instruction names, in order, then those named before it, then the others, the
    most frequent in the world first. The instruction names the first `num_named` of them.
    """

    quarter_turns: int
    mirrored: bool
    colours: tuple[int, ...]
    num_named: int

    @classmethod
    def of(
        cls,
        instruction: str,
        grid: Grid,
        rng: random.Random | None = None,
        facing: str | None = None,
        history: str = "",
    ) -> CanonicalFrame:
        """The frame in which the builder looks north. With `rng`, a random one of the equivalent frames.

        `facing` is the direction of the builder's look. It holds for words such as "left" where the
        instruction states no other. `history` is the text before the instruction; its colours follow those of
        the instruction.
        """
        text, before = instruction.casefold(), history.casefold()
        stated, relative = FACING.search(text), RELATIVE.search(f"{text} {before}")
        looks = stated[1] if stated else facing if relative else None
        turns = -COMPASS.index(looks) % 4 if looks else 0
        if rng is not None and not stated and not relative:
            turns = rng.randrange(4)
        named = list(dict.fromkeys(COLOUR_IDS[word] for word in COLOUR_NAME.findall(text)))
        mentioned = [COLOUR_IDS[word] for word in COLOUR_NAME.findall(before)]
        first = list(dict.fromkeys([*named, *mentioned]))
        counts = np.bincount(grid[grid > 0], minlength=len(COLOURS) + 1)
        others = sorted(set(range(1, len(COLOURS) + 1)) - set(first), key=lambda c: (-counts[c], c))
        return cls(turns, rng is not None and rng.random() < 0.5, (*first, *others), len(named))

    def mirror(self) -> CanonicalFrame:
        """This frame with east and west exchanged."""
        return replace(self, mirrored=not self.mirrored)

    def text(self, instruction: str) -> str:
        """The instruction in this frame, in lower case, with colours named in the order of `COLOURS`."""
        text = _COMPASS.sub(self._turned_words, instruction.casefold())
        if self.mirrored:
            text = re.sub("clockwise|east|west|left|right", lambda m: _OPPOSITE.get(m[0], m[0]), text)
        return COLOUR_NAME.sub(lambda m: COLOURS[self.colours.index(COLOUR_IDS[m[0]])], text)

    def grid(self, grid: Grid) -> Grid:
        """A world's grid (9, 11, 11) in this frame, with the colour numbers of this frame."""
        numbers = np.zeros(len(COLOURS) + 1, dtype=np.int8)
        numbers[list(self.colours)] = np.arange(1, len(COLOURS) + 1)
        return np.ascontiguousarray(self.turned(numbers[grid]))

    @cached_property
    def world_cells(self) -> npt.NDArray[np.int64]:
        """For each cell of a grid in this frame, the same cell's index in the world: (9, 11, 11, 3)."""
        numbers = self.turned(np.arange(np.prod(SHAPE)).reshape(SHAPE))
        return np.stack(np.unravel_index(numbers, SHAPE), axis=-1)

    def world_grid(self, grid: Grid) -> Grid:
        """Grids (…, 9, 11, 11) of this frame in the world: the inverse of `grid`."""
        world = np.empty_like(grid)
        world[(..., *np.moveaxis(self.world_cells, -1, 0))] = np.array([0, *self.colours], dtype=np.int8)[
            grid
        ]
        return world

    def world_plan(self, plan: Floats) -> Floats:
        """Probabilities (7, 9, 11, 11) of each content of each cell, from this frame to the world."""
        back = np.empty_like(plan)
        colours = np.array([0, *self.colours])[:, None, None, None]
        back[(colours, *np.moveaxis(self.world_cells, -1, 0))] = plan
        return back

    def turned(self, grid: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Numbers (9, 11, 11) of cells, of any meaning, in this frame."""
        grid = rotate(grid, self.quarter_turns)
        return grid[:, ::-1] if self.mirrored else grid

    def _turned_words(self, match: re.Match[str]) -> str:
        first, between, second = turn(match[1], self.quarter_turns), match[2], match[3]
        if not second:
            return first + between
        second = turn(second, self.quarter_turns)
        # English names north or south first: "northeast".
        return between.join(sorted((first, second), key=("north", "south", "east", "west").index))
