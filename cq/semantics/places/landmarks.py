"""The landmarks of places."""

from __future__ import annotations

from cq.language.program import Ref
from cq.semantics import referring as references
from cq.semantics.choices import Hole
from cq.semantics.geometry import Thing, box, components, step
from cq.semantics.scene import Scene, cells_of
from cq.types import Cell


def named(ref: Ref, scene: Scene) -> list[Thing]:
    """The things that a landmark means, in the right number; a plural with one match means that thing."""
    return references.resolve_reference(ref, scene)


def only(ref: Ref, scene: Scene) -> Thing:
    """The things that a landmark means, taken together."""
    return frozenset(cells_of(named(ref, scene)))


def possible(ref: Ref, scene: Scene) -> list[Thing]:
    """All candidates of a reference, whatever their number, without a choice."""
    return references.candidates(ref, scene)


def is_each(ref: Ref) -> bool:
    """Whether things are named one by one: "each tower", "both towers", "the top of every tower"."""
    if any(is_each(other) for other in ref.others):
        return True
    return ref.quantifier in ("each", "all", "both") or (ref.of is not None and is_each(ref.of))


def is_every(ref: Ref) -> bool:
    """Whether a number counts for each of the things."""
    if any(is_every(other) for other in ref.others):
        return True
    return ref.quantifier in ("each", "both") or (ref.of is not None and is_every(ref.of))


def joined(ref: Ref, things: list[Thing], scene: Scene) -> list[Thing]:
    """The things of a plural that touch and are not named one by one ("the red blocks") as one."""
    if len(things) > 1 and not is_each(ref):
        together = components(cells_of(things))
        if len(together) == 1:
            if ref.number is None:
                return together
            # "A block west of the three red ones" is one, or one for each.
            options = [(things, 1.0), (together, 1.0)]
            return scene.choices.choose(Hole("which", ref, "each"), options)
    return things


def centre(cells: Thing, y: int) -> list[Cell]:
    """The middle cells of the box of a thing, at a height: one, two or four."""
    low, high = box(cells)
    return [
        (y, x, z)
        for x in dict.fromkeys(((low[1] + high[1]) // 2, (low[1] + high[1] + 1) // 2))
        for z in dict.fromkeys(((low[2] + high[2]) // 2, (low[2] + high[2] + 1) // 2))
    ]


def steps(cell: Cell, ways: list[tuple[str, int]]) -> Cell:
    """The cell some steps away in several directions."""
    for way, number in ways:
        cell = step(cell, way, number)
    return cell
