"""Parses everything that follows a new thing: sizes, colour, manner and places, in any order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cq.building.interpretation.parsing.new_tails import new_tail
from cq.building.interpretation.parsing.new_things import new_thing
from cq.building.interpretation.parsing.parsers import Tokens, at
from cq.building.interpretation.parsing.places import places
from cq.building.interpretation.syntax import New, Place
from cq.world.directions import OPPOSITE

Described = tuple[New, Place | None, int]
_JOINS = frozenset({",", "and", "it", "that_is", "but"})


def described(new: New, place: Place | None, tokens: Tokens, i: int) -> Iterator[Described]:
    """The new thing and its place with the position behind them, for each length that can be read."""
    found: dict[Described, None] = {(new, place, i): None}
    open_ones = [(new, place, i)]
    while open_ones:
        thing, where, j = open_ones.pop(0)
        for more in _more(thing, where, tokens, j):
            if more not in found:
                found[more] = None
                open_ones.append(more)
    yield from found


def _more(new: New, place: Place | None, tokens: Tokens, i: int) -> Iterator[Described]:
    k = i
    while at(tokens, k) in _JOINS and k < i + 3:
        k += 1
    for start in dict.fromkeys((i, k)):
        for sized, end in new_tail(new, tokens, start):
            if sized.dims and sized.shape in ("block", "one"):
                continue  # A block has no dimensions; "blue, 2 by 2" leaves its noun out.
            if sized != new and end > start:
                yield sized, place, end
        yield from _formed(new, place, tokens, start)
        for where, end in places(tokens, start):
            if place is None:
                yield new, where, end
            elif (merged := _merged(place, where)) is not None:
                yield new, merged, end


def _formed(new: New, place: Place | None, tokens: Tokens, i: int) -> Iterator[Described]:
    """ "Nine red blocks as a 3 by 3 square": what the blocks form, of their colour and number."""
    if new.shape != "block" or not new.plural or new.then or at(tokens, i) not in ("as", "forming", "into"):
        return
    for shape, end in new_thing(tokens, i + 1):
        if (
            shape.shape in ("block", "one", "same")
            or shape.count != 1
            or shape.colour not in (None, new.colour)
        ):
            continue
        sizes = shape.sizes if new.count is None else (*shape.sizes, ("blocks", new.count))
        yield replace(shape, colour=new.colour, sizes=sizes), place, end


def _merged(place: Place, more: Place) -> Place | None:
    """One place that is said in two parts: "on the ground ... in the middle"; None if they do not join."""
    if place.kind == "level" and place.level_of and more.level is None:
        return replace(more, level_of=place.level_of)
    if more.kind == "level" and more.level_of:
        return replace(place, level_of=more.level_of) if place.level is None else None
    if place.kind == "level" and more.level is None:
        return replace(more, level=place.level)
    if more.kind == "level":
        return replace(place, level=more.level) if place.level in (None, more.level) else None
    if place.kind == "edge" and more.kind == "corner" and place.word in more.word and not more.anchor:
        # "Along the north edge, starting in the northwest corner"
        way = OPPOSITE[more.word.partition(" ")[0].replace(place.word, "")]
        return replace(more, word=f"{more.word.partition(' ')[0]} {way}", level=place.level)
    if place.kind == "edge" and more.kind == "corner" and more.anchor and more.anchor in more.word:
        way = OPPOSITE[more.anchor]  # "Along the north edge, its west end in the northwest corner"
        return replace(more, word=f"{more.word} {way}", level=place.level, anchor="")
    if place.kind == "edge" and (more.kind == "middle" or (more.kind == "edge middle" and not more.word)):
        return replace(place, kind="edge middle")
    if more.kind == "edge" and place.kind in ("corner", "middle"):
        return _merged(more, place)
    if place.kind == "through" and more.kind == "middle":
        return replace(more, level=place.level if more.level is None else more.level)
    if place.kind == "middle" and more.kind == "middle" and not place.anchor:
        return replace(more, level=place.level if more.level is None else more.level)
    return None
