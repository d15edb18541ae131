"""The pairs of the package, and what their canonical orders come to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import cq
from cq.language.reading import read
from cq.reading.pairs import Pair, pairs_by_writer
from cq.types import Cell


@dataclass(frozen=True)
class Checked:
    """What the canonical orders of a pair come to: `changes` are the cells that differ, with the colour id, 0
    for a removed block. `faults` say what is wrong.
    """

    changes: tuple[tuple[Cell, int], ...] = ()
    faults: tuple[str, ...] = ()


def bundled_pairs() -> dict[str, list[Pair]]:
    """Writer → their pairs, from the files beside this module."""
    return pairs_by_writer(Path(__file__).with_name("pairs").glob("*.jsonl"))


def check(pair: Pair) -> Checked:
    """Carry the canonical orders of a pair out, after those before it, if its world is known."""
    faults = [f"not read: {word}" for one in pair.canonical for word in read(one)[0].unread_words]
    if pair.world is None:
        return Checked(faults=tuple(faults))
    talk = cq.Dialogue(pair.start)
    for one in pair.before:
        talk.say(one)
    start = talk.world.grid
    asks = _carried_out(talk, pair.canonical)
    changed = np.argwhere(talk.world.grid != start).tolist()
    changes = tuple(((y, x, z), int(talk.world.grid[y, x, z])) for y, x, z in changed)
    if pair.canonical and not pair.open:
        faults += [f"asks: {asks}"] if asks else [] if changes else ["nothing changes"]
    return Checked(changes, tuple(faults))


def _carried_out(talk: cq.Dialogue, orders: Sequence[str]) -> str:
    """Why some orders are not all built; "" if they are."""
    for one in orders:
        turn = talk.say(one)
        if turn.action not in ("build", "reply"):
            return turn.question.text if turn.question else "; ".join(turn.reasons) or "refused"
    return ""
