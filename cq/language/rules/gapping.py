"""How people leave out a verb that they have said: "move the red tower north and the blue one south"."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from cq.language.grammar import hear
from cq.language.program import Command, Copy, Instead, Move, OfPart, Ref, Resize, Size


def _gapped(first: Move | Copy | Resize, ref: Ref, **said: Any) -> tuple[Command, ...] | None:
    """The order once more for another thing, with what is said of that; it must say the same of the first."""
    if any(getattr(first, name) in (None, ()) for name in said):
        return None
    if isinstance(said.get("place"), OfPart | Instead):
        return None  # "Put the one where the other is, and the other where the one is" is a swap.
    if ref.noun == "one" and ref.of is None:
        ref = replace(ref, noun=first.ref.noun)
    if isinstance(first, Resize) and isinstance(first.size, Size) and said.get("size"):
        size = said["size"]
        said["size"] = replace(size, dimension=first.size.dimension) if size.dimension == "any" else size
    plain: dict[str, Any] = {one.name: one.default for one in fields(first) if one.name not in ("ref", *said)}
    kept = {name: getattr(first, name) for name in ("dimension", "colour") if name in plain}
    held: dict[str, Any] = plain | kept | {"ref": ref} | said
    return (first, type(first)(**held))


_GAPPED: dict[str, tuple[str, ...]] = {
    "Move": ("{place:Place}", "{steps+:Walk}"),
    "Copy": ("{place:Place}", "{steps+:Walk}"),
    "Resize": (
        "[to] {size:Sized}",
        "[to] {size:Bare}",
        "[by] {more:Number} [@morecells] [{:Longer}]",
        "{less:Number} [@morecells] {:Shorter}",
    ),
}
for _first, _said in _GAPPED.items():
    for _one in _said:
        hear("Command", f"{{first:{_first}}} [,] [and] {{ref:Ref}} {_one}", makes=_gapped, cost=0.2)
