"""Where a place is: the spots at which a new thing starts."""

from __future__ import annotations

from functools import singledispatch

from cq.language.program import OnTop, Place
from cq.meaning import denote as references
from cq.meaning.choices import Failure
from cq.meaning.geometry import face, step
from cq.meaning.scene import Scene
from cq.meaning.spots import Spot, Spots


@singledispatch
def spots(place: Place, scene: Scene) -> Spots:
    """The spots of a place in a scene. Raises `Failure` if there are none."""
    raise Failure("impossible", f"no way to find {type(place).__name__}", place)


@spots.register
def _(place: OnTop, scene: Scene) -> Spots:
    found = []
    for thing in references.denote(place.landmark, scene):
        cell = face(thing, "up")[0]
        found.append(Spot(step(cell, "up", 1 + (place.gap or 0)), "up"))
    each = place.landmark.quantifier in ("each", "all", "both")
    return Spots(tuple(found), each=each, every=place.landmark.quantifier in ("each", "both"))
