"""Words for what a leader wants, from the follower's point of view."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

from cq.env.cerealbar.deck import card_of
from cq.env.cerealbar.game_map import LAMPPOST, OBJECTS, TERRAINS, WATER
from cq.env.cerealbar.hexes import CELLS, distance, turn_to
from cq.env.cerealbar.rules import State

_TAKE = ("get", "take", "grab", "pick up", "collect")
_DROP = ("deselect", "unselect", "put back")
_WHERE = ("ahead of you", "to your right", "behind you", "to your left")
_JOINTS = (", then ", " and then ", ". Next, ")


class Change(NamedTuple):
    """A card whose selection is to change: its cell, its code, and whether it is to be selected."""

    cell: int
    code: int
    selected: bool


def write_instruction(state: State, changes: Sequence[Change], rng: random.Random) -> str:
    """An instruction for the follower to change these cards in this order. The first card is said from where
    the follower stands; a card that the board has twice is said with what is near it.
    """
    clauses = []
    for number, change in enumerate(changes):
        verb = rng.choice(_TAKE if change.selected else _DROP)
        said = f"{verb} the {card_of(change.code).name}"
        if state.cards.count(change.code) > 1 or rng.random() < 0.3:
            said += _near(state, change.cell)
        if not number:
            said += f" {_WHERE[_quarter(state.follower, change.cell)]}"
        clauses.append(said)
    words = clauses[0] + "".join(rng.choice(_JOINTS) + clause for clause in clauses[1:])
    return words[0].upper() + words[1:]


def _quarter(pose: int, cell: int) -> int:
    """Where a cell is from a pose: 0 ahead, 1 right, 2 behind, 3 left."""
    return round(turn_to(pose, cell) / 90) % 4


def _near(state: State, cell: int) -> str:
    """What is near a cell: the closest thing that is not a tree, a plant or plain ground."""
    things = [
        (distance(cell, other), OBJECTS[state.map.objects[other]])
        for other in range(CELLS)
        if state.map.objects[other] >= LAMPPOST
    ]
    things += [
        (distance(cell, other), TERRAINS[state.map.terrain[other]])
        for other in range(CELLS)
        if state.map.terrain[other] >= WATER
    ]
    return f" near the {min(things)[1]}" if things else ""
