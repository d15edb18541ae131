"""Pieces of an answer put where something goes, or into the name of what is meant."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from cq.language.program import (
    Anchored,
    Around,
    At,
    Beside,
    Corner,
    End,
    Extreme,
    Joined,
    Keep,
    Located,
    Make,
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


def with_place(node: Any, place: Place) -> Iterator[tuple[Any, str, float]]:
    if isinstance(node, Corner) and isinstance(place, Corner) and node.direction is None:
        yield replace(node, direction=place.direction), "direction", 0.0
    if isinstance(node, Resize) and isinstance(place, At) and node.until is None:
        yield replace(node, until=place, more=None), "size", 0.0
    if (
        isinstance(node, Make)
        and node.thing.shape == "tower"
        and not node.thing.sizes
        and place == At(level=place_level(place))
    ):
        yield replace(node, thing=replace(node.thing, sizes=(Size("high", place.level),))), "size", 0.1
    if isinstance(node, Make) and isinstance(node.place, OnTop) and isinstance(place, (End, Beside)):
        # "On the row": "one on each end", "at its east end".
        whole = node.place.landmark
        if place.landmark in (whole, Ref("it")):
            ends = Ref("part", True, "the", limits=(State("end"),), of=whole)
            way = place.direction if isinstance(place, End) else place.side
            both = isinstance(place, End) and place.both
            yield replace(node, place=OnTop(ends if both else _outermost(whole, way))), "place", 0.0
            return
    if (
        isinstance(node, Make)
        and isinstance(place, Anchored)
        and (span := _between_corners(node.place, place))
    ):
        yield replace(node, place=span), "size", 0.0
        return
    if isinstance(node, (Make, Move)):
        if node.place is None:
            yield replace(node, place=place), "place", 0.0
        else:
            # "by the wall" and "touching its east end": the answer says more of the place, or instead of it.
            yield replace(node, place=Joined((node.place, place))), "place", 0.1
            yield replace(node, place=place), "place", 0.3
    elif isinstance(node, Ref) and node.noun not in ("it", "everything"):
        first, *more = place.places if isinstance(place, Several) else (place,)
        single = replace(node, plural=False, number=None) if more else node
        others = tuple(replace(single, limits=(Located(one), *node.limits)) for one in more)
        limits = (Located(first), *node.limits)
        yield replace(single, limits=limits, others=(*node.others, *others)), "which", 0.2
        # Where it stands tells which one is meant, whatever it was called.
        found = [Ref("block", quantifier="the", limits=(Located(one),)) for one in (first, *more)]
        yield replace(found[0], others=tuple(found[1:])), "which", 0.5


def _outermost(whole: Ref, way: str | None) -> Ref:
    """The block of a thing that is outermost on a side."""
    return Ref("block", quantifier="the", limits=(Extreme(way),) if way else (), of=whole)


def with_side(node: OnTop, way: str) -> Iterator[tuple[Any, str, float]]:
    """ "Where on the row?" "On the left." """
    if node.landmark.noun not in (*_PARTS, "one", "it"):
        yield replace(node, landmark=_outermost(node.landmark, way)), "place", 0.1


def with_reference(node: Any, ref: Ref) -> Iterator[tuple[Any, str, float]]:
    if isinstance(node, Recolour) and ref.noun == "everything" and ref.colours and ref.but is not None:
        but = replace(ref.but, noun="block", of=node.ref) if ref.but.noun == "one" else ref.but
        changed = replace(node, colour=ref.colours[0], ref=replace(node.ref, but=but))
        yield changed, "colour", 0.0  # "All yellow except the top one."
    if not isinstance(node, Ref) or node.noun == "everything" or (ref.plural and ref.number == 1):
        return
    if any(one.noun == "everything" for one in ref.others):
        return
    if node.noun == "same":
        node = replace(node, noun="structure")  # "The same again." "Which one?" "The red one."
    same = ref.noun in ("one", "structure", node.noun) or node.noun == "one"
    if same:
        noun = node.noun if ref.noun in ("one", "structure") else ref.noun
        yield (
            replace(
                node,
                noun=noun,
                quantifier=ref.quantifier or node.quantifier,
                number=ref.number or node.number,
                plural=ref.plural or (node.plural and ref.noun != "one"),
                colours=ref.colours or node.colours,
                limits=(*ref.limits, *node.limits),
                of=ref.of or node.of,
                but=ref.but or node.but,
                others=ref.others,
            ),
            "which",
            0.0,
        )
    yield replace(ref, noun=node.noun if ref.noun == "one" else ref.noun), "which", 0.3 if same else 0.4
    if node.noun in _PARTS and ref.noun not in (*_PARTS, "one") and node.of is None:
        yield (
            replace(node, of=ref),
            "which",
            0.1,
        )  # "The gap", "the top block". "Of which wall?" "The red one."
    if ref.noun in ("one", "block") and ref.of is None and node.noun not in ("block", "one", "it"):
        # "Under which of its blocks?" "The east one."
        several = any(isinstance(one, Ranks) for one in ref.limits)
        yield replace(ref, noun="block", plural=ref.plural or several, of=node), "which", 0.2


_PARTS = ("gap", "block", "part")


def with_reply(node: Any, reply: Reply) -> Iterator[tuple[Any, str, float]]:
    if reply.word == "least" and isinstance(node, Make) and isinstance(node.place, Around):
        yield replace(node, place=replace(node.place, gap=0)), "size", 0.0
    if isinstance(node, Ref) and node.noun != "everything":
        if reply.word == "all" and node.noun == "it":
            yield replace(node, quantifier="each", plural=True), "which", 0.2
        elif reply.word == "all":
            yield replace(node, quantifier="all", plural=True, number=None), "which", 0.0
        elif reply.word == "any" and node.noun != "it":
            yield replace(node, quantifier="whichever"), "which", 0.0


def _between_corners(place: Place | None, other: Anchored) -> Place | None:
    """A place that names a corner, and the opposite corner, as the span between them."""
    if isinstance(place, Joined):
        spans = [_between_corners(one, other) for one in place.places]
        if not any(spans):
            return None
        return Joined(tuple(span or one for span, one in zip(spans, place.places, strict=True)))
    if isinstance(place, Anchored) and isinstance(place.place, At) and isinstance(other.place, At):
        return Span(place.place, other.place) if place.part != other.part else None
    return None


def place_level(place: Place) -> int | None:
    """The level that a place names, if any."""
    return place.level if isinstance(place, At) else None


def counted_whole(node: Remove) -> Ref | None:
    """The thing off which some blocks are to go."""
    ref = node.ref
    return ref.of if ref.noun == "block" and ref.quantifier == "some" else None


def off(node: Remove, whole: Ref, value: Any) -> Iterator[tuple[Any, str, float]]:
    """How many blocks go off a thing, told by what stays or by how large it is then."""
    every = replace(node.ref, quantifier="all")
    if isinstance(value, Ref) and value.noun == "everything" and value.but is not None:
        yield replace(node, ref=replace(every, but=value.but)), "count", 0.0
    elif isinstance(value, (Size, Thing)):
        sizes = (value,) if isinstance(value, Size) else value.sizes
        if len(sizes) == 1 and sizes[0].dimension != "blocks":
            yield (
                Resize(whole, sizes[0], side=node.side if node.side not in ("up", "down") else None),
                "size",
                0.0,
            )
        elif isinstance(value, Thing) and value.shape in ("block", "one") and (value.count or sizes):
            yield replace(node, number=value.count or sizes[0].number, ref=whole), "count", 0.0
    elif isinstance(value, At) and value == At(level=value.level) and value.level:
        yield Resize(whole, Size("high", value.level)), "size", 0.1
    elif isinstance(value, Reply) and value.word == "all":
        yield replace(node, ref=every), "count", 0.0


def with_what_stays(node: Any, value: Keep) -> Iterator[tuple[Any, str, float]]:
    """ "Leave two", "keep the lowest": all the others go. "Not the red ones": it is one of the others."""
    if not isinstance(node, Remove):
        if isinstance(ref := getattr(node, "ref", None), Ref) and ref.but is None:
            yield replace(node, ref=replace(ref, but=value.ref)), "which", 0.0
        return
    kept = value.ref
    if kept.noun == "one" and not kept.plural and not (kept.limits or kept.colours or kept.quantifier):
        kept = replace(kept, number=1)
    if kept.noun == "one" and kept.number and not kept.limits:
        kept = replace(kept, noun="block", quantifier="the", limits=(Extreme("down"),))
    whole = counted_whole(node)
    if whole is not None:
        yield replace(node, ref=replace(node.ref, quantifier="all", but=kept)), "count", 0.0
    elif node.ref.but is None:
        yield replace(node, ref=replace(node.ref, quantifier="all", but=kept)), "which", 0.3
