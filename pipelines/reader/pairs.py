"""`Pair`: what a person types, and the same in plain English that the grammar reads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any, Literal, Self

import numpy as np
from pydantic import BaseModel, ConfigDict, model_validator

import cq
from cq.language.reading import read
from cq.types import Cell

LOWEST = 62
"""The y of a recorded state below its first level."""


class Pair(BaseModel):
    """An everyday wording and its meaning. `text` is what the person types: an order, a message of several
    orders, a follow-up to the orders `before` it, or the answer to a `question` about an `order`.
    `canonical` are orders in plain English that mean the same, carried out one after the other; for an
    answer, the whole order with the answer in it. Without any, `why` or `effect` says what the text is.
    `open` is what the person leaves open. Blocks of the `world` are (x, z, level, colour): x from -5 in the
    west, z from -5 in the north, level from 1 on the ground; None: any in which it can be carried out. Texts
    of one `pair` number differ in one distinction.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: Literal["order", "message", "follow-up", "answer"]
    text: str
    canonical: tuple[str, ...] = ()
    world: tuple[tuple[int, int, int, str], ...] | None = None
    zone: tuple[int, int, int] | None = None
    before: tuple[str, ...] = ()
    order: str = ""
    question: str = ""
    options: tuple[str, ...] = ()
    effect: Literal["", "any", "cancel", "unknown", "new order"] = ""
    open: str = ""
    why: str = ""
    pair: int | None = None

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        if not self.text.strip():
            raise ValueError("text is empty")
        if (self.kind == "answer") != bool(self.order and self.question):
            raise ValueError("order and question belong to an answer, and only to one")
        if (self.kind == "follow-up") > bool(self.before):
            raise ValueError("a follow-up needs the orders before it")
        return self


@dataclass(frozen=True)
class Checked:
    """What the canonical orders of a pair come to: `changes` are the cells that differ, with the colour id, 0
    for a removed block. `faults` say what is wrong.
    """

    changes: tuple[tuple[Cell, int], ...] = ()
    faults: tuple[str, ...] = ()


def bundled_pairs() -> dict[str, list[Pair]]:
    """Writer → their pairs, from the files beside this module."""
    folder = resources.files("pipelines.reader").joinpath("pairs")
    files = sorted((one for one in folder.iterdir() if one.name.endswith(".jsonl")), key=lambda one: one.name)
    return {one.name.removesuffix(".jsonl"): list(pairs_in(one.read_text(encoding="utf-8"))) for one in files}


def pairs_in(text: str) -> Iterator[Pair]:
    """The pairs of JSON Lines. Raises `InputError` naming the line and what is wrong."""
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            yield Pair.model_validate_json(line)
        except ValueError as error:
            raise cq.InputError(f"line {number}: {error}") from None


def check(pair: Pair) -> Checked:
    """Carry the canonical orders of a pair out, after those before it, if its world is known."""
    faults = [f"not read: {word}" for one in pair.canonical for word in read(one)[0].unread_words]
    if pair.world is None:
        return Checked(faults=tuple(faults))
    talk = cq.Dialogue(_world(pair))
    for one in pair.before:
        talk.say(one)
    start = talk.world.grid
    asks = _carried_out(talk, pair.canonical)
    changed = np.argwhere(talk.world.grid != start).tolist()
    changes = tuple(((y, x, z), int(talk.world.grid[y, x, z])) for y, x, z in changed)
    if pair.canonical and not pair.open:
        faults += [f"asks: {asks}"] if asks else [] if changes else ["nothing changes"]
    return Checked(changes, tuple(faults))


def _world(pair: Pair) -> cq.World:
    options: dict[str, Any] = {} if pair.zone is None else {"zone": cq.Zone(*pair.zone)}
    blocks = [(x, LOWEST + level, z, colour) for x, z, level, colour in pair.world or ()]
    return cq.World.parse(blocks, facing="north", **options)


def _carried_out(talk: cq.Dialogue, orders: Sequence[str]) -> str:
    """Why some orders are not all built; "" if they are."""
    for one in orders:
        turn = talk.say(one)
        if turn.action not in ("build", "reply"):
            return turn.question.text if turn.question else "; ".join(turn.reasons) or "refused"
    return ""
