"""Where a place is: the spots at which a new thing starts."""

from __future__ import annotations

from functools import singledispatch

from cq.language.program import Place, Ref
from cq.meaning.choices import Failure
from cq.meaning.scene import Scene
from cq.meaning.spots import Spots


@singledispatch
def spots(place: Place | Ref, scene: Scene) -> Spots:
    """The spots of a place in a scene; what the words leave open is chosen.

    A reference is the place where the things stand. Raises `Failure` if there are no spots.
    """
    raise Failure("impossible", f"no way to find {type(place).__name__}", place)
