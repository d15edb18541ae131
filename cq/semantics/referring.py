"""What a reference means, for modules that `cq.semantics.reference` itself rests on.

Limits, places and wholes name references too, and references have limits and places. `cq.semantics.reference`
registers here how references are found.
"""

from __future__ import annotations

from functools import singledispatch

from cq.language.program import Meaning
from cq.semantics.geometry import Thing
from cq.semantics.scene import Scene


@singledispatch
def resolve_reference(ref: Meaning, scene: Scene) -> list[Thing]:
    """The things that a reference means, in the right number."""
    raise TypeError(f"{type(ref).__name__} is no reference; only a Ref means things")


@singledispatch
def candidates(ref: Meaning, scene: Scene) -> list[Thing]:
    """All things that a reference fits, whatever their number."""
    raise TypeError(f"{type(ref).__name__} is no reference; only a Ref means things")


@singledispatch
def meant(ref: Meaning, scene: Scene, count: bool) -> list[Thing]:
    """What a reference means that is not joined with others; with `count` as many things as it names."""
    raise TypeError(f"{type(ref).__name__} is no reference; only a Ref means things")
