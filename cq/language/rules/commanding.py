"""Puts a Make together from its thing, its place and trailing words. None where the parts do not go
together."""

from __future__ import annotations

from dataclasses import replace

from cq.language.program import (
    Anchored,
    At,
    Beside,
    Edge,
    Joined,
    Make,
    OnTop,
    Place,
    Ref,
    Several,
    Sides,
    Span,
    Thing,
)
from cq.language.rules.forming import LOOSE, followed, joined, made_of, topped


def tailed(make: Make, trait: Thing) -> Make | None:
    """A command with a trait of its thing that follows its place."""
    thing = joined(make.thing, trait)
    repeated = (
        thing == make.thing and trait.gap is None
    )  # "A dotted line, one cell free between" says it twice.
    return None if thing is None or repeated else replace(make, thing=thing)


def in_manner(trait: Thing, thing: Thing, place: Place) -> Make | None:
    """ "Place horizontally three blocks there"."""
    formed = joined(thing, trait)
    return None if formed is None else Make(formed, place)


def used(make: Make, of: Thing) -> Make | None:
    """ "Use three red blocks to build a tower"."""
    thing = made_of(make.thing, of)
    return None if thing is None else replace(make, thing=thing)


def at_both(first: Place, thing: Thing, second: Place) -> Make:
    """ "On the west side put a block on the tower"."""
    return Make(thing, Joined((first, second)))


def on_top(thing: Thing, landmark: Ref) -> Make:
    """Something on something."""
    return Make(thing, OnTop(landmark))


def about(landmark: Ref, thing: Thing, place: Place) -> Make | None:
    """ "The red block gets a green one on its left"."""
    at = _about(place, landmark)
    return None if at == place else Make(thing, at)


def fixed(place: object) -> set[str]:
    """The coordinates that a place names."""
    if isinstance(place, At):
        return {name for name in ("x", "z", "level") if getattr(place, name) is not None}
    if isinstance(place, Span):
        return fixed(place.start) | fixed(place.end)
    return {name for part in place.places for name in fixed(part)} if isinstance(place, Joined) else set()


def placed(make: Make, place: Place) -> Make | None:
    """A command with a place that follows the traits of its thing."""
    if fixed(make.place) & fixed(place):
        return None  # Another place, not the same in more words.
    if isinstance(place, Anchored) and isinstance(place.place, Edge) and isinstance(make.place, Edge):
        # "Its middle in the middle of that edge": the named edge.
        if place.place.direction is None:
            place = replace(place, place=replace(place.place, direction=make.place.direction))
        return replace(make, place=place)
    return replace(make, place=place if make.place is None else Joined((make.place, place)))


def topped_off(make: Make, other: Thing) -> Make | tuple[Make, ...] | None:
    """ "A red block in each corner with a blue one on top"."""
    thing = topped(make.thing, other)
    if thing is not None:
        return replace(make, thing=thing)
    it = Ref("it", plural=(make.thing.count or 2) > 1)
    return None if make.thing.shape in LOOSE else (make, Make(other, OnTop(it)))


def topped_too(make: Make, other: Thing) -> Make | tuple[Make, ...] | None:
    """ "A block against each side of it and one on its top" is on top of that, not of the blocks."""
    if isinstance(make.place, Sides) and other.shape in LOOSE:
        return make, Make(other, OnTop(make.place.landmark))
    return topped_off(make, other)


def continued(make: Make, other: Thing) -> Make | None:
    """ "Place a green block on it, then a red one": further things in the same line."""
    thing = followed(make.thing, other) if make.place is not None else None
    return None if thing is None else replace(make, thing=thing)


def one_each(thing: Thing, place: Place) -> Make | None:
    """ "Four red blocks, one on each tower"."""
    if thing.shape not in LOOSE or thing.then or thing.each:
        return None
    return Make(replace(thing, each=True, total=thing.count is not None), place)


def one_more_each(make: Make, place: Place) -> Make | None:
    """ "Four red blocks on the ground, one against each side of the tower"."""
    each = one_each(make.thing, place)
    return None if each is None or make.place is None else replace(each, place=Joined((place, make.place)))


def enumerated(make: Make, **places: Place) -> Make | None:
    """ "Two blocks next to it: one on its east side and one on its north side"."""
    landmark = getattr(make.place, "landmark", None)
    found = tuple(_about(place, landmark) for _, place in sorted(places.items()))
    if make.thing.count not in (None, len(found)) or make.thing.then:
        return None
    if make.place is not None and fixed(make.place):  # "Two rows from x -2 to x 2, one at z -1 …".
        found = tuple(Joined((make.place, place)) for place in found)
    counted = None if make.thing.count is None else 1
    return replace(make, thing=replace(make.thing, count=counted, each=True), place=Several(found))


def item_of(thing: Thing, of: Thing, place: Place) -> tuple[Make, ...] | None:
    """One of several things with its place: "a row of three on the west side"."""
    whole = made_of(thing, of)
    return None if whole is None else (Make(whole, place),)


def each_of(make: Make, items: tuple[Make, ...]) -> tuple[Make, ...] | None:
    """ "Two towers of three: a red one in the corner and a blue one in the middle"."""
    if (
        make.thing.count != len(items)
        or make.thing.shape in LOOSE
        or any(command.thing.shape not in LOOSE for command in items)
    ):
        return None
    single = replace(make.thing, count=1, plural=False)
    things = [
        joined(
            replace(single, colours=command.thing.colours or single.colours),
            replace(command.thing, shape="block", colours=(), count=None),
        )
        for command in items
    ]
    made = [
        placed(replace(make, thing=thing), command.place)
        for thing, command in zip(things, items, strict=False)
        if thing and command.place
    ]
    return tuple(command for command in made if command) if len(made) == len(items) and all(made) else None


def listed(make: Make, items: tuple[Make, ...]) -> Make | None:
    """Things that are announced together, then listed with their places."""
    counts = [command.thing.count if command.thing.shape in LOOSE else None for command in items]
    total = None if None in counts else sum(count or 0 for count in counts)
    if make.thing.then or make.thing.shape not in LOOSE or make.thing.count not in (None, total):
        return None
    landmark = getattr(make.place, "landmark", None)
    places = tuple(_about(command.place, landmark) for command in items if command.place is not None)
    first, *others = (
        command.thing
        if command.thing.colours
        else replace(command.thing, colours=make.thing.colours, pattern=make.thing.pattern)
        for command in items
    )
    return replace(make, thing=replace(first, then=tuple(others)), place=Several(places))


def _about(place: Place, landmark: Ref | None) -> Place:
    """A place at "it" as a place at the landmark named before."""
    if isinstance(place, Edge) and place.landmark is None and landmark is not None and place.direction:
        return Beside(landmark, place.direction)  # "On the east side" of the named landmark.
    held = getattr(place, "landmark", None)
    if landmark is None or not isinstance(held, Ref) or held.noun != "it":
        return place
    return replace(place, landmark=landmark)  # type: ignore[call-arg, type-var]


def with_landmark(place: Place, landmark: Ref) -> Place:
    """A place at another landmark."""
    changed: Place = replace(place, landmark=landmark)  # type: ignore[type-var]
    return changed
