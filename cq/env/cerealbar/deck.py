"""Cards, sets of three cards, and how new cards are drawn.

A card has one of seven colours, of seven shapes, and one to three signs. On the board a card is a code of 1
to 147, and 0 is a cell without one.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from itertools import product
from typing import NamedTuple

from cq.errors import InputError, excerpt

COLOURS = ("black", "blue", "green", "orange", "pink", "red", "yellow")
SHAPES = ("cube", "diamond", "heart", "plus", "star", "torus", "triangle")
NUMBERS = (1, 2, 3)
SET_SIZE = 3


class Card(NamedTuple):
    """What is drawn on a card."""

    colour: str
    shape: str
    number: int

    @property
    def name(self) -> str:
        """As a player says it: "2 red hearts"."""
        plural = {"cube": "cubes", "plus": "pluses", "torus": "toruses"}.get(self.shape, f"{self.shape}s")
        return f"{self.number} {self.colour} {self.shape if self.number == 1 else plural}"


CARDS = tuple(Card(*values) for values in product(COLOURS, SHAPES, NUMBERS))
CODES = {card: code for code, card in enumerate(CARDS, start=1)}

_FACES = ((-1, -1, -1), *product(range(len(COLOURS)), range(len(SHAPES)), NUMBERS))


def card_of(code: int) -> Card:
    """The card of a code, 1 to 147."""
    return CARDS[code - 1]


def card_code(card: Card) -> int:
    """The code of a card, 1 to 147. Raises `InputError` for a card that is not in the game."""
    if card not in CODES:
        raise InputError(f"{excerpt(tuple(card))} is not a card; give a colour, a shape and 1 to 3")
    return CODES[card]


def all_differ(codes: Iterable[int]) -> bool:
    """Whether no two of the cards share a colour, a shape or a number."""
    faces = [_FACES[code] for code in codes]
    return all(len(set(values)) == len(faces) for values in zip(*faces, strict=True))


def is_set(codes: Sequence[int]) -> bool:
    """Whether these are three cards with distinct colours, shapes and numbers."""
    return len(codes) == SET_SIZE and all_differ(codes)


def find_sets(board: bytes) -> list[tuple[int, int, int]]:
    """The cells of all sets on a board, each with its numbers in order."""
    by_number: dict[int, list[tuple[int, int, int]]] = {number: [] for number in NUMBERS}
    for cell, code in enumerate(board):
        if code:
            colour, shape, number = _FACES[code]
            by_number[number].append((cell, colour, shape))
    return [
        (first, second, third)
        for first, colour, shape in by_number[1]
        for second, other_colour, other_shape in by_number[2]
        if colour != other_colour and shape != other_shape
        for third, last_colour, last_shape in by_number[3]
        if last_colour not in (colour, other_colour) and last_shape not in (shape, other_shape)
    ]


def draw(board: bytes, places: Sequence[int], number: int, rng: random.Random) -> tuple[tuple[int, int], ...]:
    """New cards at random as (cell, code), on distinct cells of `places`, such that the board with them has a
    set. The board, of 625 codes, is unchanged.
    """
    cells = rng.sample(places, number)
    while True:
        dealt = tuple((cell, rng.randint(1, len(CARDS))) for cell in cells)
        if find_sets(with_cards(board, dealt)):
            return dealt


def with_cards(board: bytes, cards: Iterable[tuple[int, int]]) -> bytes:
    """The board with these cards, (cell, code); code 0 takes a card away."""
    changed = bytearray(board)
    for cell, code in cards:
        changed[cell] = code
    return bytes(changed)
