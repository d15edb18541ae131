"""The given sizes of a new thing, as numbers."""

from __future__ import annotations

from dataclasses import replace

from cq.language.program import Instead, Place, Ref, Size
from cq.language.program import Thing as NewThing
from cq.semantics.choices import Failure, unsaid
from cq.semantics.geometry import Thing, spans
from cq.semantics.measuring import resolve_or_gone
from cq.semantics.scene import Scene

LINES = ("tower", "row", "diagonal", "bridge", "zigzag")
FIGURES = ("bench", "chair", "figure", "house")
"""Nouns without a shape of their own: they are described part by part."""
STROKES = ("stem", "leg", "arm")
"""Parts of figures that may stand or lie."""
SAME = Ref("same")
"""The model of a comparison: the landmark of the place, or the only other thing of its kind."""


def unmade(new: NewThing) -> Failure:
    """The failure for a thing of unknown shape."""
    return Failure("impossible", f"I know no way to make a {new.shape}", new)


def said(new: NewThing, *dimensions: str) -> int | None:
    """The number given in one of some dimensions; None if there is none. Raises `Failure` if two differ."""
    found = {size.number for size in new.sizes if size.dimension in dimensions and size.number is not None}
    if len(found) > 1:
        raise Failure("contradiction", "two sizes are said", new)
    return next(iter(found), None)


def length_of(new: NewThing) -> int | None:
    """The number of blocks of a line, None if missing. Raises `Failure` for a line wider than a block."""
    wide = said(new, "wide", "deep") if new.shape == "tower" or said(new, "long") else None
    if wide not in (None, 1) or (new.shape != "tower" and said(new, "high") not in (None, 1)):
        raise Failure("impossible", f"a {new.shape} is one block wide", new)
    if new.dims:
        if sorted(new.dims)[:-1] != [1] * (len(new.dims) - 1):
            raise Failure("impossible", f"a {new.shape} is one block wide", new)
        return max(new.dims)
    if new.pattern == "sequence" and len(new.colours) > 1 and not new.sizes:
        return len(new.colours)
    if each := heights_of(new):
        return max(each)
    names = ("high", "steps") if new.shape == "tower" else ("long", "wide", "deep")
    return said(new, *names, "any", "blocks")


def heights_of(new: NewThing) -> list[int]:
    """The separate heights of several towers; none if they share one. Raises `Failure` for others."""
    found = [size.number or 0 for size in new.sizes if size.dimension.startswith("high ")]
    if found and (new.shape != "tower" or len(found) != new.count):
        raise Failure("contradiction", "there are not so many heights as things", new)
    return found


def length_said(new: NewThing) -> int:
    """The number of blocks of a line. Raises `Failure` "open" if it is missing."""
    length = length_of(new)
    if length is None:
        raise unsaid("size", f"the size of the {new.shape} is not said", new, "sizes")
    if length < 1:
        raise Failure("impossible", "nothing would be left of it", new)
    return length


def measured(new: NewThing, place: Place | None, scene: Scene) -> NewThing:
    """The thing with numbers instead of comparisons ("one higher than the red tower"). Raises `Failure` if
    the model is absent or has no such size."""
    if (
        new.like is not None
        and (new.shape in LINES or new.like == SAME)
        and new.shape not in ("block", "one", "structure")
    ):
        if new.shape in LINES and not new.sizes:
            if not (new.colours or new.colour_of):
                own = {scene.cells.get(cell, "") for cell in model_of(new.like, new, place, scene)}
                new = replace(new, colours=tuple(own) if len(own) == 1 and "" not in own else ())
            new = replace(new, sizes=(Size("any", like=new.like),), like=None)
        elif new.like == SAME:
            new = replace(new, like=Ref(new.shape, quantifier="the"))
    if not any(size.like is not None and size.dimension != "until" for size in new.sizes):
        return new
    sizes = []
    for size in new.sizes:
        if size.like is None or size.dimension == "until":
            sizes.append(size)
            continue
        things = models_of(size.like, new, place, scene)
        known = _spans(things[0])
        if any(_spans(thing) != known for thing in things):
            raise Failure("absent", "they differ in size", size)
        if new.shape in ("block", "one"):
            new = replace(new, shape="tower" if known["long"] == 1 else "row", count=new.count or 1)
        name = size.dimension
        if name not in known:
            name = "high" if new.shape == "tower" else "long"
        number, left = divmod(known[name] * size.times, size.divided)
        if left or number + size.more < 1:
            raise Failure("impossible", "that size is not a whole number of blocks", size)
        sizes.append(Size(name, number + size.more))
    return replace(new, sizes=tuple(sizes))


def _spans(thing: Thing) -> dict[str, int]:
    high, *sides = spans(thing)
    return {"high": high, "long": max(sides)}


def model_of(like: Ref, new: NewThing, place: Place | None, scene: Scene) -> Thing:
    """The thing that a new one copies."""
    things = models_of(like, new, place, scene)
    if len(things) != 1:
        raise Failure("absent", f"there are {len(things)} things to compare with", like)
    return things[0]


def models_of(like: Ref, new: NewThing, place: Place | None, scene: Scene) -> list[Thing]:
    """The things that a new one is compared with."""
    landmark = getattr(place, "landmark", None)
    if like == SAME and isinstance(place, Instead) and scene.removed:
        return list(scene.removed)  # "Build one of the same height in its place."
    if like == SAME:
        like = landmark if isinstance(landmark, Ref) else Ref(new.shape, quantifier="the")
    if like.noun == "it" and isinstance(landmark, Ref) and landmark.noun != "it":
        like = landmark  # "Beside the purple tower, one block lower than it."
    if like.noun == "one" and new.shape not in ("block", "one", "structure"):
        like = replace(like, noun=new.shape)
    return resolve_or_gone(like, scene)
