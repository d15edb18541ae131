"""Slot filling in things that are made or changed: colours, numbers, sizes, directions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from functools import singledispatch
from typing import Any

from cq.language.lexicon import is_colour
from cq.language.program import (
    Anchored,
    Beside,
    Corner,
    Edge,
    End,
    Extreme,
    Gap,
    HasSize,
    Joined,
    Make,
    OnTop,
    Recolour,
    Ref,
    Resize,
    Size,
    Step,
    Thing,
    Toward,
)
from cq.language.vocabulary import FOREIGN

Ways = Iterator[tuple[Any, str, float]]
"""Parts of a program with a piece in them, the kind of hole it filled, and the cost of the fit."""

_LOOSE = ("block", "one")
_AREAS = ("square", "ring", "layer")
_PARTS = ("gap", "block", "part")
"""Nouns for parts of something."""
_DEFAULTS = {field.name: field.default for field in fields(Thing)}


@singledispatch
def fitted(value: Any, node: Any) -> Ways:
    """A part of a program with a piece of an answer in it, for each way that their types allow."""
    return iter(())


@fitted.register(str)
@fitted.register(Toward)
def _(value: str | Toward, node: Any) -> Ways:
    yield from _with_colour(node, value) if is_colour(value) else _with_direction(node, value)


def _with_colour(node: Any, colour: Any) -> Ways:
    if isinstance(node, Thing):
        yield replace(node, colours=(colour,)), "colour", 0.0 if not node.colours else 1.0
    elif isinstance(node, Ref):
        yield replace(node, colours=(colour,)), "which", 0.2 if not node.colours else 0.6
    elif getattr(node, "colour", "") in (None, *FOREIGN):
        yield replace(node, colour=colour), "colour", 0.0


def _with_direction(node: Any, way: Any) -> Ways:
    for name in ("side", "direction"):
        if isinstance(node, (Beside, Resize, End, Edge, Corner, Step)) and getattr(node, name, "") is None:
            yield replace(node, **{name: way}), "direction", 0.0  # type: ignore[arg-type]
    if isinstance(node, Make) and isinstance(node.place, Edge) and (corner := _corner_of(node.place, way)):
        yield replace(node, place=Joined((node.place, Anchored("start", corner)))), "place", 0.0
    if isinstance(node, Thing) and node.axis is None and node.heading is None and node.shape not in _LOOSE:
        yield replace(node, axis=way), "direction", 0.1
        yield replace(node, heading=way), "direction", 0.1
    elif isinstance(node, Ref) and node.noun != "it":
        yield replace(node, limits=(Extreme(way), *node.limits)), "which", 0.2
    elif isinstance(node, OnTop) and way not in ("up", "down") and not is_part(node.landmark):
        yield replace(node, landmark=outermost(node.landmark, way)), "place", 0.1  # "Where on the row?"


def _corner_of(edge: Edge, way: Any) -> Corner | None:
    """The end of an edge that lies in a direction: "along the north edge", "at its west end"."""
    across = {"north": ("west", "east"), "south": ("west", "east")}
    if edge.middle or edge.landmark is not None or edge.direction is None:
        return None
    if way in across.get(edge.direction, ()):
        return Corner(f"{edge.direction}{way}")
    return Corner(f"{way}{edge.direction}") if edge.direction in across.get(way, ()) else None


def is_part(ref: Ref) -> bool:
    """Whether a reference is to a part of something, or to a thing named before."""
    return ref.noun in (*_PARTS, "one", "it")


def is_lacking(ref: Ref) -> bool:
    """Whether a reference is to a part of something that it does not name."""
    return ref.noun in _PARTS and ref.of is None


def outermost(whole: Ref, way: str | None) -> Ref:
    """The block of a thing that is outermost on a side."""
    return Ref("block", quantifier="the", limits=(Extreme(way),) if way else (), of=whole)


@fitted.register
def _(value: int, node: Any) -> Ways:
    if isinstance(node, Thing) and any(size.number == value for size in node.sizes):
        yield node, "size", 0.0  # "Red, all three" says again how many.
    elif isinstance(node, Thing) and value > 0:
        if node.shape in _LOOSE:
            fits = node.count is None or (node.plural and node.count == 1)
            yield replace(node, count=value, plural=value > 1), "count", 0.0 if fits else 0.8
        elif not node.sizes and not node.dims:
            yield replace(node, sizes=(Size("any", value),)), "size", 0.0
        else:
            yield replace(node, count=value), "count", 0.3 if node.plural else 0.8
    elif isinstance(node, Ref) and node.number is None and node.plural:
        is_open = node.quantifier == "some"
        quantifier = "" if is_open else node.quantifier
        yield replace(node, number=value, quantifier=quantifier), "count", 0.0 if is_open else 0.2
    elif isinstance(node, Step) and node.unit == "some":
        yield replace(node, number=value, unit=""), "count", 0.0
    elif isinstance(node, Resize) and node.size is None:
        yield replace(node, more=value if (node.more or 1) > 0 else -value), "count", 0.0
    elif isinstance(node, Beside) and node.gap is None:
        yield replace(node, gap=value), "place", 0.4


@fitted.register
def _(value: Gap, node: Any) -> Ways:
    if getattr(node, "gap", "") is None and not isinstance(node, Thing):
        yield replace(node, gap=value.number), "place", 0.0


@fitted.register
def _(value: Size, node: Any) -> Ways:
    if isinstance(node, Thing):
        if value.dimension == "area" and value.number is not None:
            yield replace(node, dims=(value.number, value.more)), "size", 0.0
        elif node.shape in _LOOSE and value.dimension == "blocks":
            yield replace(node, count=value.number), "count", 0.0
        else:
            sizes = tuple(size for size in node.sizes if size.dimension != value.dimension)
            yield replace(node, sizes=(*sizes, value)), "size", 0.0 if sizes == node.sizes else 0.6
    elif isinstance(node, Resize) and node.size is None:
        yield replace(node, size=value), "size", 0.1
    elif isinstance(node, Ref):
        yield replace(node, limits=(HasSize(value), *node.limits)), "which", 0.3


@fitted.register
def _(value: Thing, node: Any) -> Ways:
    if isinstance(node, Resize):
        yield from _resized(node, value)
    elif isinstance(node, Recolour) and node.colour is None and node.like is None:
        if value == Thing(colour_of=value.colour_of):
            yield replace(node, like=value.colour_of), "colour", 0.0
        elif len(value.colours) == 1 and value.shape in _LOOSE and not value.sizes:
            yield replace(node, colour=value.colours[0]), "colour", 0.2
    elif isinstance(node, Thing) and not (value == Thing(total=True) and node.count is None):
        yield _thing_with(node, value)


def _thing_with(node: Thing, new: Thing) -> tuple[Thing, str, float]:
    """A thing with the traits of another one; that one itself, if it has another shape."""
    if new.shape not in (*_LOOSE, node.shape):
        return new, "shape", 0.6
    said = {name: value for name, value in vars(new).items() if value != _DEFAULTS[name] and name != "shape"}
    shaped = node.shape not in _LOOSE
    if shaped and new.shape == "block" and new.count and new.count > 1:
        said = {**said, "sizes": (Size("blocks", new.count),)}
        del said["count"]
        said.pop("plural", None)
    elif said.get("count") == 1 and node.count is not None:
        del said["count"]
    if new.then and shaped:
        # "Two green, then two yellow" are the colours of a row of four.
        blocks = [thing for thing in (new, *new.then) for _ in range(thing.count or 1) if thing.colours]
        said = {name: value for name, value in said.items() if name in ("start", "axis")}
        said |= {"colours": tuple(block.colours[0] for block in blocks), "pattern": "sequence"}
    if new.pattern == "sequence" and not new.colours and node.pattern:
        del said["pattern"]  # "From the left" gives the start of a known order.
    sizes = said.get("sizes", ())
    if sizes and node.shape in _AREAS and (dims := _wide_and_deep((*node.sizes, *sizes))):
        said |= {"sizes": (), "dims": dims, "axis": "east" if dims[0] > dims[1] else "south"}
        return replace(node, **said), "size", 0.0
    if sizes and shaped:
        named = {size.dimension for size in sizes} | {"any"}
        said["sizes"] = (*(size for size in node.sizes if size.dimension not in named), *sizes)
        if node.sizes == said["sizes"][: len(node.sizes)]:
            return replace(node, **said), "size", 0.05
    kind = "colour" if {"colours", "colour_of"} & said.keys() else "count" if "count" in said else "size"
    over = any(getattr(node, name) not in (_DEFAULTS[name], value) for name, value in said.items())
    return replace(node, **said), kind, 0.5 if over else 0.1


def _wide_and_deep(sizes: Sequence[Size]) -> tuple[int, int] | None:
    """The two sizes of an area: width and depth (or length)."""
    named = {size.dimension: size.number for size in sizes if size.number}
    wide, deep = named.get("wide"), named.get("deep") or named.get("long")
    return (wide, deep) if wide and deep else None


def _resized(node: Resize, thing: Thing) -> Ways:
    """A thing that grows, with the traits of the added blocks, or its new size."""
    colour = thing.colours[0] if len(thing.colours) == 1 else node.colour
    size = thing.sizes[0] if thing.sizes else None
    number = size.number if size else thing.count if thing.shape in _LOOSE else None
    if size and node.size is None and size.dimension != "blocks":
        yield replace(node, size=size, more=None, colour=colour), "size", 0.0
    elif number:
        yield replace(node, more=number, colour=colour), "count", 0.0
    elif colour:
        yield replace(node, colour=colour), "colour", 0.0
