"""Where a place is: the spots at which a new thing starts."""

from __future__ import annotations

from functools import singledispatch

from cq.language.program import Place
from cq.meaning.choices import Failure
from cq.meaning.scene import Scene
from cq.meaning.spots import Spots


@singledispatch
def spots(place: Place, scene: Scene) -> Spots:
    """The spots of a place in a scene; what the words leave open is chosen. Raises `Failure` if there are none."""
    raise Failure("impossible", f"no way to find {type(place).__name__}", place)
