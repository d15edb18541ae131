"""Blocks that rest on moving things move along."""

from __future__ import annotations

from typing import TypeGuard

from cq.language.program import Extreme, Limit, Nth, Ref
from cq.semantics.choices import Failure
from cq.semantics.geometry import Thing, components, step
from cq.semantics.scene import Scene, cells_of
from cq.types import Cell

_HEIGHT = {"up", "down"}
"""A row that is chosen by its height is a row of a wall."""
ALONE = Ref("rest")
"""The exception in "only the tower"."""


def comes_along(ref: Ref, things: list[Thing], scene: Scene) -> set[Cell]:
    """The blocks that rest on things and on nothing else; none if a single block, a part of something or
    "only" the thing is to move.
    """
    ways = [
        limit.direction if isinstance(limit, Extreme) else limit.start
        for limit in ref.limits
        if _ranks(limit)
    ]
    is_part = ref.of is not None or ref.noun == "part" or (ref.noun in ("row", "layer") and {*ways} & _HEIGHT)
    if is_part or ref.but is not None:
        return set()
    moved = cells_of([thing for thing in things if len(thing) > 1])
    bodies = components(scene.cells.keys() - cells_of(things)) if moved else []
    return cells_of(
        [body for body in bodies if min(body)[0] > 0 and any(step(cell, "down") in moved for cell in body)]
    )


def _ranks(limit: Limit) -> TypeGuard[Extreme | Nth]:
    return isinstance(limit, Extreme | Nth)


def lifted(cells: set[Cell], number: int, scene: Scene) -> dict[Cell, str]:
    """Remove blocks and return them, raised by a number of levels. Raises `Failure` if they must stay."""
    if cells & scene.kept:
        raise Failure("contradiction", "it is to stay and to move")
    return {step(cell, "up", number): scene.cells.pop(cell) for cell in sorted(cells)}
