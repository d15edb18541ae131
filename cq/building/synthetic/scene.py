"""The scene of a synthetic sentence: objects that a phrase identifies uniquely, directions, and amounts."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from cq.building.directions import DIRECTION_OFFSETS, RELATIVE_TURNS, UP
from cq.world import COLOURS, SHAPE
from cq.world.directions import COMPASS, Offset, turn
from cq.world.grid import Grid

Cell = tuple[int, int, int]
Edits = dict[Cell, int]
"""The contents of cells after a sentence; 0 is air."""

Sentence = tuple[str, Edits] | None
"""A sentence and its edits; None if a template does not fit the scene."""

CENTRE: Cell = (0, 5, 5)
CORNERS: dict[str, Cell] = {
    f"{n}{e}": (0, 10 * (e == "east"), 10 * (n == "south")) for n in COMPASS[::2] for e in COMPASS[1::2]
}
NUMBER_WORDS = ("one", "two", "three", "four", "five", "six", "seven")
TOWER_NOUNS = ("tower", "column", "stack", "pillar")
LAST_BLOCK = ("it", "that block", "that", "the block you just placed", "the last block", "the new block")

SUPERLATIVES: dict[tuple[str, ...], Offset] = {
    ("highest", "top", "topmost", "uppermost"): UP,
    ("lowest", "bottom", "bottommost"): (-1, 0, 0),
    **{(f"{word}ernmost", f"{word}most", f"{word}-most"): DIRECTION_OFFSETS[word] for word in COMPASS},
}
"""The direction in which each adjective's block lies farthest."""


class NamedObject(NamedTuple):
    """A phrase, and the lowest and the highest cell of the object that it names."""

    phrase: str
    base: Cell
    top: Cell


class SyntheticScene:
    """A grid (9, 11, 11), the block placed last, and the direction in which the builder looks, if known.

    It draws what the sentence is about: a `colour` id, and a `count` from 1 to 6, in which small ones are
    more frequent.
    """

    def __init__(self, rng: random.Random, grid: Grid, last_block: Cell | None, facing: str | None) -> None:
        self.rng, self.grid, self.last_block, self.facing = rng, grid, last_block, facing
        self.count, self.colour = min(rng.randint(1, 6), rng.randint(1, 6)), rng.randint(1, len(COLOURS))

    @property
    def counted_blocks(self) -> str:
        """The count and the colour: "three red blocks"."""
        if self.count == 1:
            return f"{self.rng.choice((with_article(self.colour), f'one {colour_name(self.colour)}'))} block"
        number = self.rng.choice((self.number_word, str(self.count)))
        return f"{number} {colour_name(self.colour)} blocks"

    @property
    def number_word(self) -> str:
        """The count as a word."""
        return NUMBER_WORDS[self.count - 1]

    @property
    def place_verb(self) -> str:
        return self.rng.choice(("place", "place", "put", "add", "build", "set"))

    @property
    def remove_verb(self) -> str:
        return self.rng.choice(("remove", "destroy", "break", "take away", "delete"))

    def named_object(self) -> NamedObject | None:
        """A random object with a phrase that names it and no other; None if there is none."""
        named = list(self.named_objects())
        return self.rng.choice(named) if named else None

    def direction(self) -> tuple[str, Offset]:
        """A horizontal direction as a phrase, such as "to the east of" or "behind", and as an offset."""
        if self.facing and self.rng.random() < 0.8:
            word, turns = self.rng.choice(list(RELATIVE_TURNS.items()))
            offset = DIRECTION_OFFSETS[turn(self.facing, turns)]
            return {"behind": "behind", "front": "in front of"}.get(word, f"to the {word} of"), offset
        if self.rng.random() < 0.1:
            first = self.rng.choice(COMPASS[::2])
            second = self.rng.choice(COMPASS[1::2])
            offset = (0, DIRECTION_OFFSETS[second][1], DIRECTION_OFFSETS[first][2])
            return f"to the {first}{second} of", offset
        word = self.rng.choice(COMPASS)
        phrases = ("to the {} of", "on the {} side of", "{} of", "on the {}ern side of", "directly {} of")
        return self.rng.choice(phrases).format(word), DIRECTION_OFFSETS[word]

    def blocks_of(self, colour: int) -> list[Cell]:
        """The cells of the blocks of a colour."""
        return [(int(y), int(x), int(z)) for y, x, z in np.argwhere(self.grid == colour)]

    def all_blocks(self) -> list[Cell]:
        """The cells of all blocks."""
        return [(int(y), int(x), int(z)) for y, x, z in np.argwhere(self.grid > 0)]

    def named_objects(self) -> Iterator[NamedObject]:
        if self.last_block is not None and self.grid[self.last_block]:
            yield from (NamedObject(phrase, self.last_block, self.last_block) for phrase in LAST_BLOCK)
        yield from _named_among(self.all_blocks(), "block")
        for colour in (int(c) for c in np.unique(self.grid[self.grid > 0])):
            cells = self.blocks_of(colour)
            yield from _named_among(cells, f"{colour_name(colour)} block")
            if is_line(cells, UP):
                for noun in TOWER_NOUNS:
                    yield NamedObject(f"the {colour_name(colour)} {noun}", cells[0], cells[-1])


def _named_among(cells: list[Cell], noun: str) -> Iterator[NamedObject]:
    """The single block among cells, or those that a superlative identifies uniquely."""
    if len(cells) == 1:
        yield NamedObject(f"the {noun}", cells[0], cells[0])
        yield NamedObject(f"the existing {noun}", cells[0], cells[0])
        return
    for adjectives, offset in SUPERLATIVES.items():
        distances = [sum(x * s for x, s in zip(cell, offset, strict=True)) for cell in cells]
        if distances.count(max(distances, default=0)) == 1:
            end = cells[distances.index(max(distances))]
            yield from (NamedObject(f"the {adjective} {noun}", end, end) for adjective in adjectives)


def is_line(cells: list[Cell], offset: Offset) -> bool:
    """Whether two or more cells, in order, form one line along an offset."""
    return len(cells) > 1 and all(cell == shifted(cells[0], offset, i) for i, cell in enumerate(cells))


def colour_name(colour: int) -> str:
    """The name of a colour id."""
    return COLOURS[colour - 1]


def with_article(colour: int) -> str:
    """The name of a colour id with its article: "an orange"."""
    return f"{'an' if colour_name(colour)[0] in 'aeiou' else 'a'} {colour_name(colour)}"


def shifted(cell: Cell, offset: Offset, times: int = 1) -> Cell:
    """The cell several times an offset away."""
    return cell[0] + offset[0] * times, cell[1] + offset[1] * times, cell[2] + offset[2] * times


def in_zone(cell: Cell) -> bool:
    """Whether a cell is in the zone."""
    return all(0 <= i < n for i, n in zip(cell, SHAPE, strict=True))


def random_ground_cell(rng: random.Random) -> Cell:
    """A random cell of the lowest level."""
    return 0, rng.randrange(SHAPE[1]), rng.randrange(SHAPE[2])


def fill(cells: list[Cell], colour: int) -> Edits:
    """The same content for all cells."""
    return dict.fromkeys(cells, colour)


def place_from_centre(cell: Cell) -> str:
    """The place of a ground cell in words: "2 spaces north of the middle"."""
    x, z = cell[1] - CENTRE[1], cell[2] - CENTRE[2]
    parts = [
        f"{abs(n)} {'space' if abs(n) == 1 else 'spaces'} {word}"
        for n, word in ((z, "south" if z > 0 else "north"), (x, "east" if x > 0 else "west"))
        if n
    ]
    return " and ".join(parts) + " of the middle" if parts else "in the middle"
