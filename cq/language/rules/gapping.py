"""Gapping: how people leave out a repeated verb: "move the red tower north and the blue one south"."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from cq.language.notation import rules
from cq.language.program import (
    Command,
    Copy,
    Instead,
    Make,
    Move,
    OfPart,
    Place,
    Ref,
    Resize,
    Size,
    Thing,
)
from cq.language.rules.forming import LOOSE


def _gapped(first: Move | Copy | Resize, ref: Ref, **said: Any) -> tuple[Command, ...] | None:
    """The order once more for another thing, with its own details; the first must have them too."""
    if any(getattr(first, name) in (None, ()) for name in said):
        return None
    if isinstance(said.get("place"), OfPart | Instead):
        return None  # "Put the one where the other is, and the other where the one is" is a swap.
    if ref.noun == "one" and ref.of is None:
        ref = replace(ref, noun=first.ref.noun)
    if isinstance(first, Resize) and isinstance(first.size, Size) and said.get("size"):
        size = said["size"]
        said["size"] = replace(size, dimension=first.size.dimension) if size.dimension == "any" else size
    plain: dict[str, Any] = {
        field.name: field.default for field in fields(first) if field.name not in ("ref", *said)
    }
    kept = {name: getattr(first, name) for name in ("dimension", "colour") if name in plain}
    held: dict[str, Any] = plain | kept | {"ref": ref} | said
    return (first, type(first)(**held))


def _stacked_too(first: Make, thing: Thing, place: Place) -> tuple[Command, ...] | None:
    """ "Stack two blocks left of the tower and three in front of it": of the tower, stacked too."""
    if not first.stacked or first.place is None or thing.shape not in LOOSE or thing.count == 1:
        return None
    landmark = getattr(first.place, "landmark", None)
    if getattr(place, "landmark", None) == Ref("it") and isinstance(landmark, Ref):
        place = replace(place, landmark=landmark)  # type: ignore[call-arg, type-var]
    return first, Make(thing, place, stacked=True)


rules("""
hear Command = _stacked_too, 0.05: {first:Make} and {thing:PlainThing} {place:Place}
hear Command = _gapped, 0.2: {first:Move} [and] {ref:Ref} {place:Place}
    {first:Move} [and] {ref:Ref} {steps+:Walk} | {first:Resize} {ref:Ref} {size:Sized}
    {first:Resize} {ref:Ref} {size:Bare} | {first:Resize} [and] {ref:Ref} [by] {more:Number} [{:Longer}]
""")
