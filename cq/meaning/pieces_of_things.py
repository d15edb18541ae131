"""Pieces of an answer put into a thing that is made: its colour, number, sizes, direction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from typing import Any

from cq.language.program import (
    Beside,
    Corner,
    Edge,
    End,
    Extreme,
    HasSize,
    Recolour,
    Ref,
    Resize,
    Size,
    Step,
    Thing,
)
from cq.language.vocabulary import FOREIGN


def with_colour(node: Any, colour: str) -> Iterator[tuple[Any, str, float]]:
    if isinstance(node, Thing):
        yield replace(node, colours=(colour,)), "colour", 0.0 if not node.colours else 1.0
    elif isinstance(node, Ref):
        yield replace(node, colours=(colour,)), "which", 0.2 if not node.colours else 0.6
    elif getattr(node, "colour", "") in (None, *FOREIGN):
        yield replace(node, colour=colour), "colour", 0.0


def with_number(node: Any, number: int) -> Iterator[tuple[Any, str, float]]:
    if isinstance(node, Thing) and any(one.number == number for one in node.sizes):
        yield node, "size", 0.0  # "Red, all three" says again how many.
    elif isinstance(node, Thing) and number > 0:
        if node.shape in ("block", "one"):
            fits = node.count is None or (node.plural and node.count == 1)
            yield replace(node, count=number, plural=number > 1), "count", 0.0 if fits else 0.8
        elif not node.sizes and not node.dims:
            yield replace(node, sizes=(Size("any", number),)), "size", 0.0
        else:
            yield replace(node, count=number), "count", 0.3 if node.plural else 0.8
    elif isinstance(node, Ref) and node.number is None and node.plural:
        is_open = node.quantifier == "some"
        yield (
            replace(node, number=number, quantifier="" if is_open else node.quantifier),
            "count",
            0.0 if is_open else 0.2,
        )
    elif isinstance(node, Step) and node.unit == "some":
        yield replace(node, number=number, unit=""), "count", 0.0
    elif isinstance(node, Resize) and node.size is None:
        yield replace(node, more=number if (node.more or 1) > 0 else -number), "count", 0.0
    elif isinstance(node, Beside) and node.gap is None:
        yield replace(node, gap=number), "place", 0.4


def with_size(node: Any, size: Size) -> Iterator[tuple[Any, str, float]]:
    if isinstance(node, Thing):
        if size.dimension == "area" and size.number is not None:
            yield replace(node, dims=(size.number, size.more)), "size", 0.0
        elif node.shape in ("block", "one") and size.dimension == "blocks":
            yield replace(node, count=size.number), "count", 0.0
        else:
            sizes = tuple(one for one in node.sizes if one.dimension != size.dimension)
            yield replace(node, sizes=(*sizes, size)), "size", 0.0 if sizes == node.sizes else 0.6
    elif isinstance(node, Resize) and node.size is None:
        yield replace(node, size=size), "size", 0.1
    elif isinstance(node, Ref):
        yield replace(node, limits=(HasSize(size), *node.limits)), "which", 0.3


def with_direction(node: Any, direction: Any) -> Iterator[tuple[Any, str, float]]:
    for name, kind in (("side", "direction"), ("direction", "direction")):
        if isinstance(node, (Beside, Resize, End, Edge, Corner, Step)) and getattr(node, name, "") is None:
            yield replace(node, **{name: direction}), kind, 0.0  # type: ignore[arg-type]
    if isinstance(node, Thing):
        if node.axis is None and node.heading is None:
            yield replace(node, axis=direction), "direction", 0.1
            yield replace(node, heading=direction), "direction", 0.1
    elif isinstance(node, Ref) and node.noun != "it":
        yield replace(node, limits=(Extreme(direction), *node.limits)), "which", 0.2


def with_thing(node: Any, thing: Thing) -> Iterator[tuple[Any, str, float]]:
    if isinstance(node, Resize):
        yield from _resized(node, thing)
    elif isinstance(node, Recolour) and node.colour is None and node.like is None:
        if thing == Thing(colour_of=thing.colour_of):
            yield replace(node, like=thing.colour_of), "colour", 0.0
        elif len(thing.colours) == 1 and thing.shape in ("block", "one") and not thing.sizes:
            yield replace(node, colour=thing.colours[0]), "colour", 0.2
    if not isinstance(node, Thing) or (thing == Thing(total=True) and node.count is None):
        return
    said = {
        one.name: getattr(thing, one.name)
        for one in fields(thing)
        if getattr(thing, one.name) != one.default and one.name != "shape"
    }
    if thing.shape not in ("one", "block", node.shape):
        yield thing, "shape", 0.6
        return
    if node.shape not in ("block", "one") and thing.shape == "block" and thing.count and thing.count > 1:
        said.pop("count", None)
        said.pop("plural", None)
        said["sizes"] = (Size("blocks", thing.count),)
    elif "count" in said and said["count"] == 1 and node.count is not None:
        said.pop("count")
    if thing.then and node.shape not in ("block", "one"):
        # "Two green, then two yellow" are the colours of a row of four.
        parts = (thing, *thing.then)
        said = {name: value for name, value in said.items() if name in ("start", "axis")}
        said |= {
            "colours": tuple(one.colours[0] for one in parts for _ in range(one.count or 1) if one.colours)
        }
        said["pattern"] = "sequence"
    if thing.pattern == "sequence" and not thing.colours and node.pattern:
        said.pop("pattern")  # "From the left" tells where an order starts that is known.
    if "sizes" in said and node.shape in _AREAS and (dims := _wide_and_deep((*node.sizes, *said["sizes"]))):
        yield (
            replace(
                node, **(said | {"sizes": (), "dims": dims, "axis": "east" if dims[0] > dims[1] else "south"})
            ),
            "size",
            0.0,
        )
        return
    if "sizes" in said and node.shape not in ("block", "one"):
        named = {one.dimension for one in said["sizes"]}
        said["sizes"] = (*(one for one in node.sizes if one.dimension not in (*named, "any")), *said["sizes"])
        if node.sizes == said["sizes"][: len(node.sizes)]:
            yield replace(node, **said), "size", 0.05
            return
    kind = "colour" if {"colours", "colour_of"} & said.keys() else "count" if "count" in said else "size"
    over = any(getattr(node, name) not in (_default(name), value) for name, value in said.items())
    yield replace(node, **said), kind, 0.5 if over else 0.1


_AREAS = ("square", "ring", "layer")


def _wide_and_deep(sizes: Sequence[Size]) -> tuple[int, int] | None:
    """The two sizes of an area that is so wide and so deep (or long)."""
    named = {one.dimension: one.number for one in sizes if one.number}
    deep = named.get("deep") or named.get("long")
    wide = named.get("wide") if "deep" in named or "long" in named else None
    return (wide, deep) if wide and deep else None


def _default(name: str) -> Any:
    return next(one.default for one in fields(Thing) if one.name == name)


def _resized(node: Resize, thing: Thing) -> Iterator[tuple[Any, str, float]]:
    """A thing that grows, with what an answer says of the blocks that are added, or of how large it is "
    "then."""
    colour = thing.colours[0] if len(thing.colours) == 1 else node.colour
    if thing.sizes and node.size is None and thing.sizes[0].dimension != "blocks":
        yield replace(node, size=thing.sizes[0], more=None, colour=colour), "size", 0.0
    elif thing.sizes and thing.sizes[0].number:
        yield replace(node, more=thing.sizes[0].number, colour=colour), "count", 0.0
    elif thing.shape in ("block", "one") and thing.count:
        yield replace(node, more=thing.count, colour=colour), "count", 0.0
    elif colour:
        yield replace(node, colour=colour), "colour", 0.0
