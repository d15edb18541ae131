"""What rests on things that move, and comes along."""

from __future__ import annotations

from typing import TypeGuard

from cq.language.program import Extreme, Limit, Nth, Ref
from cq.semantics.choices import Failure
from cq.semantics.geometry import Thing, components, step
from cq.semantics.scene import Scene, cells_of
from cq.types import Cell

_HEIGHT = {"up", "down"}
"""A row that is told by its height is one of a wall."""
ALONE = Ref("rest")
"""What "only the tower" leaves out."""


def comes_along(ref: Ref, things: list[Thing], scene: Scene) -> set[Cell]:
    """The blocks that rest on things and on nothing else; none where a single block, a part of something or
    "only" it is to move.
    """
    ways = [one.direction if isinstance(one, Extreme) else one.start for one in ref.limits if _ranks(one)]
    is_part = ref.of is not None or ref.noun == "part" or (ref.noun in ("row", "layer") and {*ways} & _HEIGHT)
    if is_part or ref.but is not None:
        return set()
    moved = cells_of([one for one in things if len(one) > 1])
    bodies = components(scene.cells.keys() - cells_of(things)) if moved else []
    return cells_of(
        [one for one in bodies if min(one)[0] > 0 and any(step(cell, "down") in moved for cell in one)]
    )


def _ranks(limit: Limit) -> TypeGuard[Extreme | Nth]:
    return isinstance(limit, Extreme | Nth)


def lifted(cells: set[Cell], number: int, scene: Scene) -> dict[Cell, str]:
    """Take blocks away; they are given so many levels higher. Raises `Failure` if they must stay."""
    if cells & scene.kept:
        raise Failure("contradiction", "it is to stay and to move")
    return {step(cell, "up", number): scene.cells.pop(cell) for cell in sorted(cells)}
