"""The things in the world, for replies: those that fit a reference, their properties, and words for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from cq.language.program import At, Corner, Limit, Located, Middle, Place, Ref, Span, parts
from cq.language.program import Thing as NewThing
from cq.language.say import say
from cq.language.vocabulary import FIGURES, KINDS
from cq.semantics.describe import corner_name, names
from cq.semantics.geometry import Thing, box, components, step, varying_axes
from cq.semantics.limits import limited
from cq.semantics.places import spots
from cq.semantics.reference import candidates
from cq.semantics.scene import Scene, cells_of
from cq.semantics.structures import KINDS as FOUND
from cq.semantics.telling import Telling
from cq.types import Cell
from cq.world.difference import Part
from cq.world.zone import Zone

NOUNS = ("block", "tower", "row", "wall", *FIGURES)
"""Kinds by which a thing is called, the first that fits; a thing of no such kind is a structure."""


def fitting(ref: Ref, scene: Scene) -> list[Thing]:
    """All candidates of a reference, whatever their number. Colours are exact: an orange block is not yellow
    here.
    """
    if ref.noun == "everything" and not (ref.limits or ref.colours or ref.but):
        return components(scene.cells)
    found = candidates(replace(ref, number=None) if ref.noun in KINDS else ref, scene)
    places = [limit.place for limit in ref.limits if isinstance(limit, Located) and not limit.negative]
    if (
        ref.noun in ("block", "everything") and places and ref.quantifier != "the"
    ):  # A thing in question is not a part of its landmark.
        there = [cells_of(located(place, scene)) for place in places]
        found = [thing for thing in found if all(thing <= cells for cells in there)]
    if ref.colours and not ref.others:
        found = [
            thing
            for thing in found
            if {scene.cells[cell] for cell in thing if cell in scene.cells} <= {*ref.colours}
        ]
    scene.mention(found)
    return found


def located(place: Place, scene: Scene) -> list[Thing]:
    """The things at a place, joined blocks as one thing."""
    landmarks = [part for part in parts(place) if isinstance(part, Ref)]
    if landmarks:
        ref = Ref("block", True, limits=(Located(place),))
        own = cells_of([thing for landmark in landmarks for thing in fitting(landmark, scene)])
        return components(cells_of(candidates(ref, scene)) - own)
    columns = {spot.cell[1:] for spot in spots(place, replace(scene.unspoken(), cells={})).spots}
    return components(cell for cell in scene.cells if cell[1:] in columns)


def holds(limit: Limit, ref: Ref, things: Sequence[Thing], scene: Scene) -> bool:
    """Whether all of some things satisfy a limit, among all things of their kind."""
    noun = ref.noun if ref.noun in FOUND else noun_of(things[0])
    among = [*dict.fromkeys([*FOUND[noun](scene.cells), *things])]
    return set(things) <= set(limited(among, Ref(noun, len(things) > 1, limits=(limit,)), scene))


def noun_of(thing: Thing) -> str:
    """The kind of a thing."""
    return next(
        (noun for noun in NOUNS if len(FOUND[noun](thing)) == 1 and FOUND[noun](thing)[0] == thing),
        "structure",
    )


def described(thing: Thing, scene: Scene) -> str:
    """A thing in words: "a tower of three red blocks and a blue block"."""
    counts: dict[str, int] = {}
    for cell in sorted(thing):
        counts[scene.cells[cell]] = counts.get(scene.cells[cell], 0) + 1
    told = [say(NewThing("block", n > 1, n, (colour,)), "Answer") or "" for colour, n in counts.items()]
    blocks = listed(told)
    noun = KINDS[noun_of(thing)].split()[0]
    return blocks if len(thing) == 1 else f"{_a(noun)} of {blocks}"


def definite(thing: Thing, scene: Scene) -> str:
    """A name for a thing in the world: "the red tower"."""
    noun = noun_of(thing)
    found = next(
        names([thing], [*dict.fromkeys([*FOUND[noun](scene.cells), thing])], scene.unspoken(), noun), None
    )
    if found is None or any(isinstance(limit, Located) for limit in found.limits):
        return f"the {' and '.join(colours_of([thing], scene))} {noun} {at(thing, scene.zone)}"
    return say(found, "Ref") or "it"


def colours_of(things: Sequence[Thing], scene: Scene) -> list[str]:
    """The colours of things, from the lowest block up."""
    return list(dict.fromkeys(scene.cells[cell] for cell in sorted(cells_of(things))))


def extent(thing: Thing, aspect: str) -> str:
    """The height, length, width or depth of a thing, or all of them ("any"), in words."""
    low, high = box(thing)
    levels, east, south = (b - a + 1 for a, b in zip(low, high, strict=True))
    spans = {"high": levels, "long": max(east, south), "wide": min(east, south), "deep": min(east, south)}
    if aspect != "any":
        return f"{spans[aspect]} {aspect}"
    axes = varying_axes(thing)
    if len(axes) < 2:
        return f"{len(thing)} {'high' if axes == [0] else 'long'}" if axes else "a single block"
    return f"{max(east, south)} long, {min(east, south)} wide and {levels} high"


def on_top_of(thing: Thing, scene: Scene) -> int:
    """The height of a thing with the blocks on top of it; 0 if there are none."""
    top = max(thing)
    while (above := step(top, "up")) in scene.cells:
        top = above
    return 0 if top == max(thing) else top[0] - min(thing)[0] + 1


def at(thing: Thing, zone: Zone) -> str:
    """The place of a thing, in coordinates or by a corner: its lowest cell, or the ends of a row."""
    cells = sorted(thing)
    ends = [min(cells), max(cells)] if varying_axes(thing) in ([1], [2]) else [min(cells)]
    told = [_cell(cell, zone) for cell in ends]
    return f"from {told[0]} to {told[1]}" if len(told) > 1 else _special(ends[0], zone) or f"at {told[0]}"


def place_of(thing: Thing, scene: Scene) -> str:
    """The place of a thing: by the things beside it, and in coordinates."""
    colour = scene.cells[min(thing)]
    same = components(cell for cell, shown in scene.cells.items() if shown == colour)
    body = thing.union(*(component for component in same if component & thing))
    before = replace(
        scene.unspoken(), cells={cell: shown for cell, shown in scene.cells.items() if cell not in body}
    )
    telling = Telling(before.grid(), scene.grid())
    found = telling.place_of(Part(scene.palette.id_by_name[colour], tuple(sorted(thing))))
    words = None if found is None or isinstance(found, At | Span) else say(found, "Place")
    known = at(thing, scene.zone)
    return known if words is None or words == known else f"{words} ({known})"


def count_of(ref: Ref, number: int) -> str:
    """The number of things, as a sentence: "There are four red blocks"."""
    words = say(number, "Number") if number else "no"
    if ref.of is not None and ref.of.noun != "it":
        whole = say(ref.of, "Ref") or "it"
        parts = _indefinite(replace(ref, of=None), number != 1)
        return f"{whole[:1].upper()}{whole[1:]} {'have' if ref.of.plural else 'has'} {words} {parts}"
    return f"There {'is' if number == 1 else 'are'} {words} {_indefinite(ref, number != 1)}"


def none_of(ref: Ref) -> str:
    """The sentence that nothing fits a reference."""
    if ref.noun not in KINDS and ref.noun != "one":
        return f"I do not know what “{say(ref, 'Ref') or 'it'}” is: nothing was built or named before."
    return f"{count_of(ref, 0)}."


def named(value: Any) -> str:
    """A place in words."""
    return say(value, "Place") or "there"


def listed(words: Sequence[str]) -> str:
    """Words as a list: "red, green and blue"."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def joined(sentences: Sequence[str]) -> str:
    """Sentences as one: they have commas of their own."""
    return "; ".join(sentences)


def _indefinite(ref: Ref, plural: bool) -> str:
    noun = ref.noun if ref.noun in KINDS else "block"
    plain = replace(ref, noun=noun, plural=plural, quantifier="", number=None)
    return say(plain, "Ref") or say(replace(plain, limits=()), "Ref") or f"block{'s' if plural else ''}"


def _special(cell: Cell, zone: Zone) -> str | None:
    if cell[0]:
        return None
    if corner := corner_name(cell, zone):
        return say(Corner(corner), "Place")
    return say(Middle(), "Place") if cell == zone.middle else None


def _cell(cell: Cell, zone: Zone) -> str:
    x, z, level = zone.coordinates(cell)
    return f"x = {x}, z = {z}{f', level {level}' if level > 1 else ''}"


def _a(noun: str) -> str:
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"
