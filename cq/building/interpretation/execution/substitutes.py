"""What "one", "another" and a bare number mean: a new thing like the one that was put last."""

from __future__ import annotations

from dataclasses import replace

from cq.building.interpretation.execution.scene import Scene
from cq.building.interpretation.syntax import New, Place, Unclear


def meant(new: New, place: Place, scene: Scene) -> New:
    """The new thing, with what it has in common with the last one. Raises `Unclear` if there is none."""
    if (
        new.shape == "one"
        and new.colour is None
        and new.count == 1
        and scene.model
        and scene.model.count == 1
    ):
        new = replace(scene.model, count=1)  # "... and another one on the blue tower."
    lines = scene.model is not None and scene.model.shape in ("tower", "row")
    if new.shape == "one" and new.colour and scene.model and lines and place.kind not in ("on", "under"):
        new = replace(scene.model, colour=new.colour, count=new.count)  # "... and an orange one west of it."
    if new.shape == "same":  # "Two red blocks on the left tower and three on the right one."
        if scene.model is None:
            raise Unclear("of what")
        new = replace(scene.model, count=new.count, plural=new.plural)
    return new
