"""Fits a new thing and its place to each other: its size from what it surrounds, its place from its end."""

from __future__ import annotations

from dataclasses import replace

from cq.language.program import (
    Anchored,
    Around,
    At,
    Joined,
    Make,
    Middle,
    OfPart,
    Place,
    Ref,
    Size,
    Under,
)
from cq.language.program import Thing as NewThing
from cq.semantics.choices import Failure, unsaid
from cq.semantics.geometry import box, varying_axes
from cq.semantics.reference import resolve_reference
from cq.semantics.scene import Scene, cells_of
from cq.semantics.shapes.figures import sign
from cq.world.zone import Zone


def ring_of_size(new: NewThing, place: Place, scene: Scene) -> tuple[NewThing, Place]:
    """A square outline of a size around something, as one with a gap between. Raises `Failure`
    "contradiction" if it does not lie evenly around it.
    """
    if isinstance(place, Joined) and any(isinstance(member, Around) for member in place.places):
        ways = [ring_of_size(new, member, scene) for member in place.places if isinstance(member, Around)]
        rest = tuple(member for member in place.places if not isinstance(member, Around))
        return ways[0][0], Joined((ways[0][1], *rest))
    side = next((size.number for size in new.sizes if size.dimension == "side"), None)
    size = new.dims if len(new.dims) == 2 else (side, side) if side else None
    if (
        not (new.shape == "ring" or (new.shape == "square" and new.hollow))
        or not isinstance(place, Around)
        or place.gap is not None
        or size is None
    ):
        return new, place
    if not isinstance(place.landmark, Ref):
        return new, place
    low, high = box(cells_of(resolve_reference(place.landmark, scene)))
    spare = {number - 2 - (high[i] - low[i] + 1) for number, i in zip(size, (1, 2), strict=True)}
    gap = spare.pop()
    if spare or gap < 0 or gap % 2:
        raise Failure("contradiction", "it does not lie evenly around that", new)
    sizes = tuple(
        size
        for size in new.sizes
        if size.dimension != "side" and (size.dimension, size.number) != ("high", 1)
    )
    return replace(new, dims=(), sizes=sizes), replace(
        place, gap=gap // 2, corners=place.corners is not False
    )


def about_its_middle(new: NewThing, place: Place) -> Place:
    """ "A 5 by 5 square around the centre" has its middle there."""
    if isinstance(place, Joined):
        flat = [
            part
            for member in place.places
            for part in (member.places if isinstance(member, Joined) else (member,))
        ]
        place = Joined(tuple(flat))
        own = [
            member
            for member in place.places
            if isinstance(member, Anchored) and isinstance(member.place, OfPart)
        ]
        round_it = [member for member in place.places if isinstance(member, Around)]
        if own and round_it and new.shape not in ("block", "one"):
            # "Around the tower, with the tower in its middle" says it twice; a filled thing is not around it.
            left_out = own[0] if new.shape == "ring" or new.hollow else round_it[0]
            rest = tuple(member for member in place.places if member != left_out)
            return about_its_middle(new, Joined(rest) if len(rest) > 1 else rest[0])
        return replace(place, places=tuple(about_its_middle(new, member) for member in place.places))
    whole = ("square", "ring", "pyramid", "plus", "layer")
    is_flat = (new.shape in whole or new.shape.startswith("letter")) and (new.dims or new.sizes)
    if (
        is_flat
        and isinstance(place, Around)
        and isinstance(place.landmark, Middle | At)
        and place.gap is None
    ):
        return Anchored("middle", place.landmark)
    return place


def under_what_ends_it(new: NewThing) -> Make | None:
    """ "A tower until it touches the red block" stands under it; None for other things."""
    until = [size.like for size in new.sizes if size.dimension == "until"]
    if (
        len(until) != 1
        or until[0] is None
        or until[0].noun in ("edge", "ground", "it")
        or new.shape != "tower"
    ):
        return None
    sizes = tuple(size for size in new.sizes if size.dimension != "until")
    return Make(replace(new, sizes=(*sizes, Size("until", like=Ref("ground")))), Under(until[0]))


def parallel(new: NewThing, place: Place, scene: Scene) -> NewThing:
    """The thing along the axis of the one that it is parallel to. Raises `Failure` if that has none."""
    like = next((size.like for size in new.sizes if size.dimension == "parallel"), None)
    if like is None:
        return new
    landmark = getattr(place, "landmark", None)
    if isinstance(landmark, Ref) and like.noun in ("same", "it"):
        like = landmark
    axes = {tuple(varying_axes(thing)) for thing in resolve_reference(like, scene)}
    axis = "east" if axes == {(1,)} else "south" if axes == {(2,)} else ""
    if not axis:
        raise unsaid("direction", "to what it is parallel is not said", new, "axis")
    return replace(new, axis=axis, sizes=tuple(size for size in new.sizes if size.dimension != "parallel"))


def over_all(new: NewThing, zone: Zone) -> Make | None:
    """ "An X across the whole board" is as large as the zone."""
    until = Size("until")
    if until not in new.sizes or new.dims or not (sign(new) or new.shape in ("ring", "square")):
        return None
    sizes = tuple(size for size in new.sizes if size != until)
    return Make(replace(new, sizes=sizes, dims=(zone.width, zone.depth)), Middle())
