"""Numbers too large for the zone, colours that no block has, and names nested too deep fail before any cell
is listed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cq.language.lexicon import is_colour
from cq.language.program import Again, Correct, Meaning, Ref, Size
from cq.language.program import Thing as NewThing
from cq.semantics.choices import Failure, Hole
from cq.world.palette import Palette
from cq.world.zone import Zone

MOST_NESTED = 6
"""Most names within a name: "the block on the tower beside the wall" has two. The work doubles with each."""


def check_proportions(part: Any, zone: Zone, palette: Palette, nested: int = 0) -> None:
    """Raises `Failure` "impossible" for a number in a piece of a program that is larger than the zone, for a
    colour that no block has, and for more than `MOST_NESTED` names within a name; `nested` counts those
    around the piece.
    """
    nested += isinstance(part, Ref)
    if nested > MOST_NESTED + 1:
        raise Failure("impossible", "that names too many things one by another", part)
    if isinstance(part, bool):
        return
    if isinstance(part, int) and abs(part) > zone.size:
        raise Failure("impossible", f"{part} is more than the zone holds", part)
    if isinstance(part, tuple):
        for piece in part:
            check_proportions(piece, zone, palette, nested)
    if isinstance(part, Meaning):
        named = _colours(part)
        if foreign := [colour for colour in named if is_colour(colour) and colour not in palette.colours]:
            if isinstance(part, Ref):
                raise Failure("absent", f"no such {part.noun} stands", part)
            hole = Hole("colour", part, "colours") if len(palette.colours) > 1 else None
            raise Failure("impossible", f"no block is {foreign[0]}", part, hole)
        if isinstance(part, NewThing) and any(extent > max(zone.shape) for extent in part.dims):
            raise Failure("impossible", f"{max(part.dims)} cells are more than the zone is long", part)
        if isinstance(part, Size) and part.dimension != "blocks" and (part.number or 0) > max(zone.shape):
            raise Failure("impossible", f"{part.number} cells are more than the zone is long", part)
        for held in vars(part).values():
            if held is not None and not isinstance(held, str):
                check_proportions(held, zone, palette, nested)


def _colours(part: Meaning) -> Iterable[Any]:
    """The colours that a piece of a program itself names."""
    if isinstance(part, (Ref, NewThing)):
        return part.colours
    if isinstance(part, (Again, Correct)):  # "No, make it white."
        return [value for value in (part.value, *part.more) if isinstance(value, str)]
    return (getattr(part, "colour", None),)
