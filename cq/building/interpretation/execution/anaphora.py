"""Puts things at a place that a pronoun may tell: beside what was placed last, or beside its landmark."""

from __future__ import annotations

from cq.building.interpretation.execution.placing import put
from cq.building.interpretation.execution.referents import resolve
from cq.building.interpretation.execution.scene import Scene
from cq.building.interpretation.syntax import New, Place, Unclear
from cq.meaning.geometry import Thing


def put_beside(new: New, place: Place | None, stacked: bool, scene: Scene) -> None:
    """Carry out "put new things at a place", as `put` does.

    "Put a red block east of the tower and a blue one west of it": where "it" cannot be the block that was
    placed last, it is what that was placed beside.
    """
    landmarks = _landmarks(place, scene)
    if place is None or place.ref is None or place.ref.noun != "it" or len(scene.landmarks) != 1:
        put(new, place, stacked, scene)
    else:
        before = scene.copy()
        try:
            put(new, place, stacked, scene)
        except Unclear:
            scene.restore(before)
            scene.focus = landmarks = list(scene.landmarks)
            put(new, place, stacked, scene)
            if place.kind == "dir":
                scene.focus = landmarks  # It is what is spoken of from now on.
    scene.landmarks = landmarks


def _landmarks(place: Place | None, scene: Scene) -> list[Thing]:
    if place is None or place.ref is None:
        return []
    try:
        return resolve(place.ref, scene)
    except Unclear:
        return []
