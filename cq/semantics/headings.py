"""Directions that are told by a thing: "toward the tower", "away from the wall"."""

from __future__ import annotations

from typing import Any

from cq.language.program import Place, Ref, Toward, parts, rebuilt
from cq.semantics.choices import Failure, Hole
from cq.semantics.geometry import box
from cq.semantics.places import spots
from cq.semantics.reference import resolve_reference
from cq.semantics.scene import Scene, cells_of
from cq.types import Cell

_HOLDERS = ("ref", "landmark", "start", "place")
"""The fields that name the start of a direction."""
_WAYS = {1: ("west", "east"), 2: ("north", "south")}


def led(node: Any, scene: Scene, origin: Ref | Place | None = None) -> Any:
    """A part of a program with a compass direction for each direction told by a thing."""
    if isinstance(node, Toward):
        return _way(node, origin, scene)
    if not any(isinstance(part, Toward) for part in parts(node)):
        return node
    named = (getattr(node, name, None) for name in _HOLDERS)
    origin = next((value for value in named if isinstance(value, (Ref, Place))), origin)
    return rebuilt(node, lambda part: led(part, scene, origin))


def _way(toward: Toward, origin: Ref | Place | None, scene: Scene) -> str:
    """The compass direction toward or away from a thing; the longer of two ways is likelier."""
    if origin is None:
        raise Failure("open", "from where is not said", toward, Hole("direction", toward, "landmark"))
    here, there = (box(_cells(end, scene)) for end in (origin, toward.landmark))
    found = []
    for axis, (back, onward) in _WAYS.items():
        after, before = there[0][axis] - here[1][axis], here[0][axis] - there[1][axis]
        if max(after, before) > 0:
            way = onward if (after > 0) != toward.away else back
            found.append((way, float(max(after, before)) ** 2))
    if not found:
        raise Failure("impossible", "that is no direction", toward)
    return scene.decide(Hole("direction", toward, "landmark"), found)


def _cells(where: Ref | Place, scene: Scene) -> set[Cell]:
    if isinstance(where, Ref):
        return cells_of(resolve_reference(where, scene))
    return {spot.cell for spot in spots(where, scene).spots}
