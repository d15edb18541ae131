"""The sizes of things, and the numbers that sizes in a program mean in a scene."""

from __future__ import annotations

from dataclasses import replace

from cq.language.program import Ref, Size, State
from cq.semantics.choices import Failure, unsaid
from cq.semantics.geometry import HORIZONTAL, Thing, axis_along, spans, varying_axes
from cq.semantics.reference import resolve_reference
from cq.semantics.scene import Scene


def extent_of(thing: Thing, dimension: str, way: str = "") -> int:
    """The size of a thing in a dimension; `way` is the direction that "any" and "wide" mean."""
    sizes = spans(thing)
    if dimension == "high":
        return sizes[0]
    if dimension == "blocks":
        return len(thing)
    axes = varying_axes(thing)
    if len(axes) == 1 and dimension in ("any", "long"):
        return sizes[axes[0]]
    if dimension in ("any", "side", "long", "wide", "deep") and way in HORIZONTAL:
        return sizes[axis_along(way)]
    if dimension == "wide":
        return sizes[1] if sizes[1] > 1 or sizes[2] == 1 else sizes[2]
    if dimension == "deep":
        return sizes[2]
    return max(sizes[1:]) if dimension == "long" else max(sizes)


def measured(size: Size, scene: Scene, way: str = "", itself: Thing | None = None) -> int:
    """The number of cells that a size means in a scene; `itself` is the thing with its present size.

    Raises `Failure` if it is not an integer.
    """
    if size.number is not None:
        base = size.number
    elif size.like is not None:
        like = size.like
        if like.noun == "one" and itself is not None:
            like = _of_kind(like, itself)
        if itself is not None and State("other") in like.limits:
            # "So that both are equally high": as the other one, not as itself.
            rest = tuple(limit for limit in like.limits if limit != State("other"))
            found = [
                thing
                for thing in resolve_reference(replace(like, limits=rest, plural=True), scene)
                if thing != itself
            ]
        else:
            found = resolve_or_gone(like, scene)
        dimension = size.dimension if size.dimension != "any" else "high" if way in ("up", "down") else "any"
        sizes = {extent_of(thing, dimension, way) for thing in found}
        if not sizes:
            raise Failure("absent", "nothing stands that it could be compared with", size)
        if len(sizes) > 1:
            raise unsaid("size", "which size is not said", size, "like")
        base = sizes.pop()
    elif itself is not None:
        base = extent_of(itself, "high" if way in ("up", "down") else "any", way)
    else:
        raise unsaid("size", "the size is not said", size)
    whole, left = divmod(base * size.times, size.divided)
    if left:
        raise Failure("impossible", "half a block cannot be", size)
    return whole + size.more


def resolve_or_gone(like: Ref, scene: Scene) -> list[Thing]:
    """The things that a size refers to; "as tall as the red one was" may mean removed things."""
    try:
        return resolve_reference(like, scene)
    except Failure as failure:
        if failure.kind != "absent" or not scene.removed:
            raise
        return resolve_reference(like, replace(scene, cells=dict(scene.before)))


def _of_kind(like: Ref, thing: Thing) -> Ref:
    """ "As high as the red one": "one" is of the same kind as the thing."""
    axes = varying_axes(thing)
    kind = "tower" if axes in ([], [0]) else "row" if len(axes) == 1 else "structure"
    return replace(like, noun=kind)
