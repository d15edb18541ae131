"""`Pair`: a person's wording, and its meaning in plain English that the grammar reads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, model_validator

from cq.errors import InputError
from cq.files.json_input import json_lines
from cq.world import World
from cq.world.zone import Zone

LOWEST = 62
"""The y of a recorded state below its first level."""


class Pair(BaseModel):
    """An everyday wording and its meaning. `text` is the wording: an order, a message of several orders, a
    follow-up to the orders `before` it, or the answer to a `question` about an `order`. `canonical` are
    orders in plain English that mean the same, carried out one after the other; for an answer, the whole
    order with the answer in it. Without any, `why` or `effect` explains the text. `open` is the open end of
    the text. Blocks of the `world` are (x, z, level, colour): x from -5 in the west, z from -5 in the north,
    level from 1 on the ground; None: any in which it can be carried out. Texts of one `pair` number differ in
    one distinction.
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

    @property
    def start(self) -> World:
        """Its world, seen from the south; an empty one if it has none."""
        options: dict[str, Any] = {} if self.zone is None else {"zone": Zone(*self.zone)}
        blocks = [(x, LOWEST + level, z, colour) for x, z, level, colour in self.world or ()]
        return World.parse(blocks, facing="north", **options)


def pairs_by_writer(files: Iterable[Path]) -> dict[str, list[Pair]]:
    """Writer → their pairs, from files of JSON Lines with the names of the writers. Raises as `pairs_in`."""
    return {path.stem: list(pairs_in(path.read_bytes(), path.name)) for path in sorted(files)}


def writers_named(names: Iterable[str], writers: Iterable[str]) -> list[str]:
    """The writers whose names begin with one of `names`, in their order. Raises `InputError` if no writer's
    does."""
    known = list(writers)
    for name in names:
        if not any(writer.startswith(name) for writer in known):
            raise InputError(f"no writer is called {name!r}; there are {', '.join(known)}")
    return [writer for writer in known if writer.startswith(tuple(names))]


def pairs_in(text: bytes, source: str) -> Iterator[Pair]:
    """The pairs of JSON Lines, which messages call `source`. Raises `InputError` naming the line and the
    fault.
    """
    for where, row in json_lines(text.splitlines(), source):
        try:
            yield Pair.model_validate(row)
        except ValueError as error:
            raise InputError(f"{where}: {error}") from None
