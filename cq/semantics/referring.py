"""Resolves references for modules that `cq.semantics.reference` itself imports.

Limits, places and wholes name references too, and references have limits and places. `cq.semantics.reference`
registers its functions here.
"""

from __future__ import annotations

from functools import singledispatch

from cq.language.program import Meaning
from cq.semantics.geometry import Thing
from cq.semantics.scene import Scene


@singledispatch
def resolve_reference(ref: Meaning, scene: Scene) -> list[Thing]:
    """The things that a reference means, in the right number."""
    raise TypeError(f"{type(ref).__name__} is not a reference; only a Ref means things")


@singledispatch
def candidates(ref: Meaning, scene: Scene) -> list[Thing]:
    """All candidates of a reference, whatever their number."""
    raise TypeError(f"{type(ref).__name__} is not a reference; only a Ref means things")


@singledispatch
def meant(ref: Meaning, scene: Scene, count: bool) -> list[Thing]:
    """The things that a reference without conjuncts means; with `count`, as many as it names."""
    raise TypeError(f"{type(ref).__name__} is not a reference; only a Ref means things")
