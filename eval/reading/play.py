"""A pair played through the product's own door, and what came of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

import cq
from cq.dialogue.turn import Turn
from cq.reading.pairs import Pair
from cq.types import Grid

SURE = 0.8
"""The confidence above which a build is sure of itself."""


@dataclass(frozen=True)
class Played:
    """What came of a pair: "right", "wrong", "asked" or "nothing", and whether it was sure."""

    pair: Pair
    outcome: str
    is_sure: bool = False


def measurable(pairs: Sequence[Pair]) -> Iterator[tuple[Pair, Grid]]:
    """The pairs with one right end, and that: their canonical orders, after those before, are all built."""
    for pair in pairs:
        if pair.world is None or not pair.canonical or pair.open:
            continue
        talk = cq.Dialogue(pair.start)
        for one in pair.before:
            talk.say(one)
        start = np.array(talk.world.grid)
        turns = [talk.say(one) for one in pair.canonical]
        if all(one.action == "build" for one in turns) and not np.array_equal(start, talk.world.grid):
            yield pair, talk.world.grid


def play(pair: Pair, end: Grid) -> Played:
    """Say the text of a pair where it was said, without an answer to any question."""
    turn, grid = _played(pair)
    if turn.action == "ask":
        return Played(pair, "asked")
    if turn.build is None:
        return Played(pair, "nothing")
    is_right = np.array_equal(grid, end)
    return Played(pair, "right" if is_right else "wrong", turn.build.confidence > SURE)


def _played(pair: Pair) -> tuple[Turn, Grid]:
    """The builder's turn about the text, and the grid behind it."""
    world = pair.start
    if pair.kind == "answer":
        turn = cq.ask(pair.text, world, dialogue=(("architect", pair.order), ("builder", pair.question)))
        return turn, world.grid if turn.build is None else turn.build.grid
    talk = cq.Dialogue(world)
    for one in pair.before:
        talk.say(one)
    turn = talk.say(pair.text)
    return turn, talk.world.grid
