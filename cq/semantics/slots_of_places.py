"""Slot filling in places and references."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from cq.language.program import (
    Anchored,
    Around,
    At,
    Beside,
    Corner,
    Edge,
    End,
    Extreme,
    Joined,
    Keep,
    Located,
    Make,
    Middle,
    Move,
    OnTop,
    Place,
    Ranks,
    Recolour,
    Ref,
    Remove,
    Reply,
    Resize,
    Several,
    Size,
    Span,
    State,
    Thing,
)
from cq.semantics.slots_of_things import Ways, fitted, is_lacking, is_part, outermost


def ends_of(whole: Ref) -> Ref:
    """The blocks at the ends of a thing."""
    return Ref("part", True, "the", limits=(State("end"),), of=whole)


@fitted.register
def _(value: Place, node: Any) -> Ways:
    level = value.level if isinstance(value, At) and value == At(level=value.level) else None
    if isinstance(node, Corner) and isinstance(value, Corner) and node.direction is None:
        yield replace(node, direction=value.direction), "direction", 0.0
    if isinstance(node, Resize) and isinstance(value, At) and node.until is None:
        yield replace(node, until=value, more=None), "size", 0.0
    if isinstance(node, Make):
        if level and node.thing.shape == "tower" and not node.thing.sizes:
            yield replace(node, thing=replace(node.thing, sizes=(Size("high", level),))), "size", 0.1
        if (top := _on_part(node.place, value)) is not None:
            yield replace(node, place=top), "place", 0.0
            return
        if isinstance(node.place, Edge) and value in (Middle(), Middle(Ref("it"))):
            yield replace(node, place=replace(node.place, middle=True)), "place", 0.0  # Its middle.
            return
        if isinstance(value, Anchored) and (span := _between_corners(node.place, value)):
            yield replace(node, place=span), "size", 0.0
            return
    if isinstance(node, (Make, Move)):
        # "by the wall" and "touching its east end": the answer refines the place, or replaces it.
        if node.place is not None:
            yield replace(node, place=Joined((node.place, value))), "place", 0.1
        yield replace(node, place=value), "place", 0.0 if node.place is None else 0.3
    elif isinstance(node, Ref) and node.noun not in ("it", "everything"):
        first, *more = (
            Located(place) for place in (value.places if isinstance(value, Several) else (value,))
        )
        single = replace(node, plural=False, number=None) if more else node
        others = tuple(replace(single, limits=(limit, *node.limits)) for limit in more)
        yield (
            replace(single, limits=(first, *node.limits), others=(*node.others, *others)),
            "which",
            0.2,
        )
        # Its place identifies the thing, whatever its noun.
        found = [Ref("block", quantifier="the", limits=(limit,)) for limit in (first, *more)]
        yield replace(found[0], others=tuple(found[1:])), "which", 0.5


def _on_part(place: Place | None, told: Place) -> OnTop | None:
    """A place on a thing with the choice of its blocks: "one on each end", "at its east end"."""
    if not isinstance(place, OnTop) or not isinstance(told, (End, Beside)):
        return None
    whole = place.landmark
    if told.landmark not in (whole, Ref("it")):
        return None
    if isinstance(told, End):
        return OnTop(ends_of(whole) if told.both else outermost(whole, told.direction))
    return OnTop(outermost(whole, told.side))


def _between_corners(place: Place | None, other: Anchored) -> Place | None:
    """A place that names a corner, and the opposite corner, as the span between them."""
    if isinstance(place, Joined):
        spans = [_between_corners(part, other) for part in place.places]
        parts = tuple(span or part for span, part in zip(spans, place.places, strict=True))
        return Joined(parts) if any(spans) else None
    if isinstance(place, Anchored) and isinstance(place.place, At) and isinstance(other.place, At):
        return Span(place.place, other.place) if place.part != other.part else None
    return None


@fitted.register
def _(value: Ref, node: Any) -> Ways:
    if isinstance(node, Recolour) and value.noun == "everything" and value.colours and value.but is not None:
        but = replace(value.but, noun="block", of=node.ref) if value.but.noun == "one" else value.but
        changed = replace(node, colour=value.colours[0], ref=replace(node.ref, but=but))
        yield changed, "colour", 0.0  # "All yellow except the top one."
    if not isinstance(node, Ref) or node.noun == "everything" or (value.plural and value.number == 1):
        return
    if any(other.noun == "everything" for other in value.others):
        return
    if node.noun == "same":
        node = replace(node, noun="structure")  # "The same again." "Which one?" "The red one."
    same = value.noun in ("one", "structure", node.noun) or node.noun == "one"
    if same:
        merged = replace(
            node,
            noun=node.noun if value.noun in ("one", "structure") else value.noun,
            quantifier=value.quantifier or node.quantifier,
            number=value.number or node.number,
            plural=value.plural or (node.plural and value.noun != "one"),
            colours=value.colours or node.colours,
            limits=(*value.limits, *node.limits),
            of=value.of or node.of,
            but=value.but or node.but,
            others=value.others,
        )
        yield merged, "which", 0.0
    yield replace(value, noun=node.noun if value.noun == "one" else value.noun), "which", 0.3 if same else 0.4
    if is_lacking(node) and (value.noun == "it" or not is_part(value)):
        yield replace(node, of=value), "which", 0.1  # "The top block". "Of which wall?" "The red one."
    if value.noun in ("one", "block") and value.of is None and node.noun not in ("block", "one", "it"):
        # "Under which of its blocks?" "The east one."
        several = any(isinstance(limit, Ranks) for limit in value.limits)
        yield replace(value, noun="block", plural=value.plural or several, of=node), "which", 0.2


@fitted.register
def _(value: Reply, node: Any) -> Ways:
    if value.word == "least" and isinstance(node, Make) and isinstance(node.place, Around):
        yield replace(node, place=replace(node.place, gap=0)), "size", 0.0
    if isinstance(node, Ref) and node.noun != "everything":
        if value.word == "all" and node.noun == "it":
            yield replace(node, quantifier="each", plural=True), "which", 0.2
        elif value.word == "all":
            yield replace(node, quantifier="all", plural=True, number=None), "which", 0.0
        elif value.word == "any" and node.noun != "it":
            yield replace(node, quantifier="whichever"), "which", 0.0


def counted_whole(node: Remove) -> Ref | None:
    """The thing from which some blocks are to go."""
    ref = node.ref
    return ref.of if ref.noun == "block" and ref.quantifier == "some" else None


def off(node: Remove, whole: Ref, value: Any) -> Ways:
    """The number of blocks to remove from a thing, derived from the rest or from its new size."""
    every = replace(node.ref, quantifier="all")
    if isinstance(value, Ref) and value.noun == "everything" and value.but is not None:
        yield replace(node, ref=replace(every, but=value.but)), "count", 0.0
    elif isinstance(value, (Size, Thing)):
        sizes = (value,) if isinstance(value, Size) else value.sizes
        if len(sizes) == 1 and sizes[0].dimension != "blocks":
            side = node.side if node.side not in ("up", "down") else None
            yield Resize(whole, sizes[0], side=side), "size", 0.0
        elif isinstance(value, Thing) and value.shape in ("block", "one") and (value.count or sizes):
            yield replace(node, number=value.count or sizes[0].number, ref=whole), "count", 0.0
    elif isinstance(value, At) and value == At(level=value.level) and value.level:
        yield Resize(whole, Size("high", value.level)), "size", 0.1
    elif isinstance(value, Reply) and value.word == "all":
        yield replace(node, ref=every), "count", 0.0


@fitted.register
def _(value: Keep, node: Any) -> Ways:
    """ "Leave two", "keep the lowest": all the others go. "Not the red ones": it is one of the others."""
    ref = getattr(node, "ref", None)
    if not isinstance(ref, Ref):
        return
    if not isinstance(node, Remove):
        if ref.but is None:
            yield replace(node, ref=replace(ref, but=value.ref)), "which", 0.0
        return
    kept = value.ref
    if kept.noun == "one" and not kept.plural and not (kept.limits or kept.colours or kept.quantifier):
        kept = replace(kept, number=1)
    if kept.noun == "one" and kept.number and not kept.limits:
        kept = replace(kept, noun="block", quantifier="the", limits=(Extreme("down"),))
    counted = counted_whole(node) is not None
    if counted or ref.but is None:
        changed = replace(node, ref=replace(ref, quantifier="all", but=kept))
        yield changed, "count" if counted else "which", 0.0 if counted else 0.3
