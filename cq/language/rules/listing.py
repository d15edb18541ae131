"""How people list what goes to each side: "four blocks around it: a red one on the north side, a blue one on the south side"."""

from __future__ import annotations

from dataclasses import replace

from cq.language.grammar import rule
from cq.language.program import Beside, Colour, Edge, Make, OnTop, Place, Ref, Several, Under

Items = tuple[tuple[Colour, Place], ...]
"""Colours with the places at which they go."""


def _item(colour: Colour, place: Place) -> Items:
    return ((colour, place),)


def _two(first: Items, rest: Items) -> Items:
    return first + rest


def listed(make: Make, items: Items) -> Make | None:
    """The command with a colour for each of the places around what it speaks of."""
    thing, landmark = make.thing, getattr(make.place, "landmark", None)
    if len(items) < 2 or thing.count not in (None, len(items)) or not isinstance(landmark, Ref) or thing.then:
        return None
    if thing.colours and (thing.colours * len(items))[: len(items)] != tuple(colour for colour, _ in items):
        return None
    places = tuple(_beside(place, landmark) for _, place in items)
    shape = "one" if thing.shape == "block" else thing.shape
    ones = [replace(thing, shape=shape, count=1, plural=False, colours=(colour,)) for colour, _ in items]
    return replace(make, thing=replace(ones[0], then=tuple(ones[1:])), place=Several(places))


def _beside(place: Place, landmark: Ref) -> Place:
    """A side without a whole is that of the landmark."""
    if isinstance(place, Edge) and place.landmark is None:
        return Beside(landmark, place.direction)
    if isinstance(place, Beside | OnTop | Under) and place.landmark in (Ref("it"), Ref("it", plural=True)):
        return replace(place, landmark=landmark)
    return place


rule("PlacedColour", "[a|an|one|the] {colour} [one|block] {place:Place}", "{place:Place} [a|an|one] {colour} [one|block]", makes=_item)
rule("PlacedColours", "{first:PlacedColour} [and] {rest:PlacedColour}", makes=_two)
rule("PlacedColours", "{first:PlacedColour} [and] {rest:PlacedColours}", makes=_two)
rule(Make, "{make:Make} [:] {items:PlacedColours}", "{make:Make} @paren {items:PlacedColours} @shut", makes=listed, says=False, cost=0.2)
