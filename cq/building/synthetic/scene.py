"""What a made-up sentence may speak of: blocks and towers that a phrase singles out, directions, amounts."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from cq.building.baseline.clauses import ROUND, STEPS, TURNS
from cq.world import COLOURS, SHAPE
from cq.world.grid import Grid

Cell = tuple[int, int, int]
Edits = dict[Cell, int]
"""Contents of cells after a sentence; 0 is air."""

Made = tuple[str, Edits] | None
"""A sentence and what it changes; none where it cannot be said of a scene."""

UP: Cell = (1, 0, 0)
CENTRE: Cell = (0, 5, 5)
CORNERS: dict[str, Cell] = {
    f"{n}{e}": (0, 10 * (e == "east"), 10 * (n == "south")) for n in ROUND[::2] for e in ROUND[1::2]
}
COUNTS = ("one", "two", "three", "four", "five", "six", "seven")
TOWERS = ("tower", "column", "stack", "pillar")
LAST = ("it", "that block", "that", "the block you just placed", "the last block", "the new block")

ENDS: dict[tuple[str, ...], Cell] = {
    ("highest", "top", "topmost", "uppermost"): UP,
    ("lowest", "bottom", "bottommost"): (-1, 0, 0),
    **{(f"{word}ernmost", f"{word}most", f"{word}-most"): STEPS[word] for word in ROUND},
}
"""Adjectives of the block that lies farthest along a step (y, x, z)."""


class Named(NamedTuple):
    """A phrase, and the lowest and the highest cell of what it names."""

    phrase: str
    base: Cell
    top: Cell


class Scene:
    """A grid, the block placed last and where the builder looks, if anywhere; and what is drawn to be said: a
    `colour`, and a `count` from 1, small ones oftener.
    """

    def __init__(self, rng: random.Random, grid: Grid, last: Cell | None, facing: str | None) -> None:
        self.rng, self.grid, self.last, self.facing = rng, grid, last, facing
        self.count, self.colour = min(rng.randint(1, 6), rng.randint(1, 6)), rng.randint(1, len(COLOURS))

    @property
    def blocks(self) -> str:
        """How many of which colour: "three red blocks"."""
        if self.count == 1:
            return f"{self.rng.choice((a(self.colour), f'one {name(self.colour)}'))} block"
        number = self.rng.choice((self.number, str(self.count)))
        return f"{number} {name(self.colour)} blocks"

    @property
    def number(self) -> str:
        """The count as a word."""
        return COUNTS[self.count - 1]

    @property
    def place(self) -> str:
        return self.rng.choice(("place", "place", "put", "add", "build", "set"))

    @property
    def remove(self) -> str:
        return self.rng.choice(("remove", "destroy", "break", "take away", "delete"))

    def some(self) -> Named | None:
        """Something that stands, by a phrase that means no other."""
        known = list(self._known())
        return self.rng.choice(known) if known else None

    def direction(self) -> tuple[str, Cell]:
        """A level direction and how to name it: "to the east of", "behind"."""
        if self.facing and self.rng.random() < 0.8:
            word, turns = self.rng.choice(list(TURNS.items()))
            step = STEPS[ROUND[(ROUND.index(self.facing) + turns) % 4]]
            return {"behind": "behind", "front": "in front of"}.get(word, f"to the {word} of"), step
        if self.rng.random() < 0.1:
            first, second = self.rng.choice(ROUND[::2]), self.rng.choice(ROUND[1::2])
            return f"to the {first}{second} of", (0, STEPS[second][1], STEPS[first][2])
        word = self.rng.choice(ROUND)
        ways = ("to the {} of", "on the {} side of", "{} of", "on the {}ern side of", "directly {} of")
        return self.rng.choice(ways).format(word), STEPS[word]

    def cells_of(self, colour: int) -> list[Cell]:
        """Cells that hold a colour; with 0 all that hold any."""
        held = self.grid == colour if colour else self.grid > 0
        return [(int(y), int(x), int(z)) for y, x, z in np.argwhere(held)]

    def _known(self) -> Iterator[Named]:
        if self.last is not None and self.grid[self.last]:
            yield from (Named(phrase, self.last, self.last) for phrase in LAST)
        for colour in (0, *(int(c) for c in np.unique(self.grid[self.grid > 0]))):
            cells, noun = self.cells_of(colour), f"{name(colour)} block" if colour else "block"
            if len(cells) == 1:
                yield Named(f"the {noun}", cells[0], cells[0])
                yield Named(f"the existing {noun}", cells[0], cells[0])
                continue
            for words, step in ENDS.items():
                reach = [sum(x * s for x, s in zip(cell, step, strict=True)) for cell in cells]
                if reach.count(max(reach, default=0)) == 1:
                    end = cells[reach.index(max(reach))]
                    yield from (Named(f"the {word} {noun}", end, end) for word in words)
            if colour and is_line(cells, UP):
                yield from (Named(f"the {name(colour)} {tower}", cells[0], cells[-1]) for tower in TOWERS)


def is_line(cells: list[Cell], step: Cell) -> bool:
    """Whether two or more cells, in order, are one run along a step."""
    return len(cells) > 1 and all(cell == moved(cells[0], step, i) for i, cell in enumerate(cells))


def name(colour: int) -> str:
    """The colour's name."""
    return COLOURS[colour - 1]


def a(colour: int) -> str:
    """The colour with its article: "an orange"."""
    return f"{'an' if name(colour)[0] in 'aeiou' else 'a'} {name(colour)}"


def moved(cell: Cell, step: Cell, times: int = 1) -> Cell:
    """The cell some steps on."""
    return cell[0] + step[0] * times, cell[1] + step[1] * times, cell[2] + step[2] * times


def inside(cell: Cell) -> bool:
    """Whether a cell is in the zone."""
    return all(0 <= i < n for i, n in zip(cell, SHAPE, strict=True))


def anywhere(rng: random.Random) -> Cell:
    """A cell of the ground."""
    return 0, rng.randrange(SHAPE[1]), rng.randrange(SHAPE[2])


def all_of(cells: list[Cell], colour: int) -> Edits:
    """The same content for all cells."""
    return dict.fromkeys(cells, colour)


def from_centre(cell: Cell) -> str:
    """Where a cell of the ground lies: "2 spaces north of the middle"."""
    x, z = cell[1] - CENTRE[1], cell[2] - CENTRE[2]
    parts = [
        f"{abs(n)} {'space' if abs(n) == 1 else 'spaces'} {word}"
        for n, word in ((z, "south" if z > 0 else "north"), (x, "east" if x > 0 else "west"))
        if n
    ]
    return " and ".join(parts) + " of the middle" if parts else "in the middle"
