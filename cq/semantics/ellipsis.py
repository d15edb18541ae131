"""Variants of the command before: on another side, for the other thing, with a part replaced, once more."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from cq.language.program import (
    Beside,
    Command,
    Copy,
    Corner,
    Edge,
    Extreme,
    Joined,
    Make,
    Move,
    Nearest,
    Offset,
    OnTop,
    Place,
    Recolour,
    Ref,
    Remove,
    Resize,
    Size,
    Step,
    Thing,
    rebuilt,
)
from cq.semantics.copying import opposite_place
from cq.semantics.pronouns import THEN
from cq.world.directions import OPPOSITE

IT = Ref("it")
_OWN = {"left": "right", "right": "left", "front": "back", "back": "front"}
_WAYS = {*OPPOSITE, *_OWN, "northeast", "northwest", "southeast", "southwest"}
_LINES = ("row", "line", "tower", "column")


def way_of(value: Any) -> str | None:
    """The direction that a value names: "north", "the south side", "the left one"."""
    if isinstance(value, str):
        return value if value in _WAYS else None
    if isinstance(value, Edge) and value.landmark is None and not (value.along or value.middle):
        return value.direction
    only = value.limits if isinstance(value, Ref) and not value.colours and value.of is None else ()
    return only[0].direction if len(only) == 1 and isinstance(only[0], Extreme) else None


def redirected(command: Any, way: str) -> Iterator[Command]:
    """A command with another direction in its place, its steps or the side where something grows."""
    place = getattr(command, "place", None)
    if isinstance(place, Place):
        yield from (replace(command, place=turned) for turned in _turned(place, way))
    steps = getattr(command, "steps", ())  # A number in "undo".
    if isinstance(steps, tuple) and len(steps) == 1 and isinstance(steps[0], Step):
        yield replace(command, steps=(replace(steps[0], direction=way),))
    if isinstance(command, Resize) and command.side is not None:
        yield replace(command, side=way)
    if isinstance(command, Make) and place is None and command.thing.heading is not None:
        yield replace(command, thing=replace(command.thing, heading=way))


def _turned(place: Place, way: str) -> Iterator[Place]:
    """The variants of a place with another direction."""
    level = way not in ("up", "down")
    for name in ("side", "direction"):
        if level and hasattr(place, name) and (isinstance(place, Beside) or getattr(place, name) is not None):
            yield replace(place, **{name: _corner_turned(place, way)})  # type: ignore[type-var]
            return
    landmark = getattr(place, "landmark", None)
    if isinstance(landmark, Ref) and landmark.limits and isinstance(landmark.limits[0], Extreme):
        yield replace(  # type: ignore[type-var]
            place, landmark=replace(landmark, limits=(Extreme(way), *landmark.limits[1:]))
        )
    if isinstance(place, Offset) and len(place.steps) == 1:
        yield replace(place, steps=(replace(place.steps[0], direction=way),))
    if isinstance(place, Joined) and (edge := _edge_in(place)):
        yield _at_other_edge(place, edge, way)
    elif isinstance(place, Joined):
        for i, member in enumerate(place.places):
            for other in _turned(member, way):
                yield replace(place, places=(*place.places[:i], other, *place.places[i + 1 :]))


def _corner_turned(place: Place, way: str) -> str:
    """ "The northeast corner … no, the west side": the northwest one."""
    old = getattr(place, "direction", None) if isinstance(place, Corner) else None
    back = OPPOSITE.get(way, "")
    return old.replace(back, way) if old and back and back in old and old != back else way


def _edge_in(place: Joined) -> str:
    """The side whose edge a place names, "" if it names none."""
    return next((edge.direction for edge in place.places if isinstance(edge, Edge) and edge.direction), "")


def _at_other_edge(node: Any, old: str, new: str) -> Any:
    """A place at an edge, with its corners, at another edge: "along the east edge, from the northeast corner"
    becomes the west edge, from the northwest corner.
    """
    if isinstance(node, Ref):
        return node
    changed = rebuilt(node, lambda part: _at_other_edge(part, old, new))
    if isinstance(changed, (Corner, Edge)) and changed.direction and old in changed.direction:
        is_across = OPPOSITE.get(old) == new
        way = new if changed.direction == old else changed.direction.replace(old, new) if is_across else ""
        return replace(changed, direction=way or None)
    return changed


def others(command: Any, side: bool = False) -> Iterator[tuple[Command, float]]:
    """A command on the other side and, unless a `side` is named, for the other thing of its kind, with
    weights.
    """
    place = getattr(command, "place", None)
    if isinstance(place, Place) and (other := opposite_place(place)) is not None:
        yield replace(command, place=other), 1.0
    steps: Any = getattr(command, "steps", ())  # A number in "undo".
    if isinstance(steps, tuple) and len(steps) == 1 and (back := _opposite(steps[0].direction)):
        yield replace(command, steps=(replace(steps[0], direction=back),)), 1.0
    if isinstance(command, Resize) and command.side and (back := _opposite(command.side)):
        yield replace(command, side=back), 1.0
    if side:
        return
    for holder, name in ((command, "ref"), (place, "landmark")):
        ref = getattr(holder, name, None)
        if isinstance(ref, Ref) and ref.noun not in ("it", "everything"):
            for thing, weight in _other_things(ref):
                changed: Any = replace(holder, **{name: thing})  # type: ignore[type-var]
                yield (changed if holder is command else replace(command, place=changed)), weight


def _other_things(ref: Ref) -> Iterator[tuple[Ref, float]]:
    """The other thing: on the opposite side, of the same kind and colour, or only of the same kind."""
    first = ref.limits[0] if ref.limits else None
    if isinstance(first, Extreme) and (back := _opposite(first.direction)):
        yield replace(ref, limits=(Extreme(back), *ref.limits[1:])), 1.0
        return
    if ref.of is not None:
        yield from ((replace(ref, of=other), weight) for other, weight in _other_things(ref.of))
        return
    plain = replace(ref, quantifier="the", but=replace(ref, quantifier="the"))
    limited = any(not isinstance(limit, Nearest) for limit in ref.limits)
    yield replace(plain, limits=()), 1.0 if limited else 0.5
    if ref.colours:
        yield replace(plain, limits=(), colours=()), 0.9


def _opposite(way: str | None) -> str | None:
    return None if way is None else OPPOSITE.get(way, _OWN.get(way))


def exchanged(node: Any, old: Any, new: Any) -> Any:
    """A part of a program with `old` replaced by `new` everywhere."""
    if node == old:
        return new
    return rebuilt(node, lambda part: exchanged(part, old, new))


def once_more(command: Any, named: bool) -> Any:
    """A command to repeat: "it" keeps its antecedent, and a changed thing is changed again, unless another is
    `named`.
    """
    if isinstance(command, (Move, Resize, Recolour)):
        return command if named else replace(command, ref=Ref("it", command.ref.plural))
    for plural in (False, True):
        command = exchanged(command, Ref("it", plural), Ref("it", plural, limits=(THEN,)))
    return command


def more_of(command: Any, number: int) -> Iterator[tuple[Command, float]]:
    """Commands for `number` more of the things made or changed last, with weights."""
    if isinstance(command, Resize) and command.more is not None:
        yield replace(command, ref=IT, more=number, size=None), 1.0
    elif isinstance(command, Move) and len(command.steps) == 1:
        yield replace(command, ref=IT, steps=(replace(command.steps[0], number=number),)), 1.0
    elif isinstance(command, Remove):
        whole = command.ref.of or command.ref
        yield replace(command, ref=whole if command.number else IT, number=number), 1.0
    elif isinstance(command, Make):
        thing = command.thing
        if thing.shape in ("block", "one"):
            more = replace(thing, count=number, plural=number > 1, sizes=())
            if isinstance(command.place, OnTop):
                yield Make(more, OnTop(IT), stacked=True), 1.0
            elif thing.count and thing.count > 1:
                yield Resize(IT, more=number), 1.0
            else:
                yield Make(more, None), 1.0
        elif thing.shape in _LINES:
            yield Resize(IT, more=number), 3.0
            yield Make(replace(thing, count=number), None), 1.0
        else:
            yield Make(replace(thing, count=number), None), 1.0


def is_more(value: Any) -> bool:
    """Whether a value says only how many more."""
    return isinstance(value, Size) and value.more > 0 and value == Size(more=value.more)


def with_way(command: Any, value: Any) -> list[Command]:
    """The variants of a command in the direction that a value names; none if either has no direction."""
    way = way_of(value)
    return [] if way is None else [option for option in redirected(command, way) if option != command]


def walked_again(command: Any, value: Any, named: bool) -> list[Command]:
    """The moved thing, or the object of the command if `named`, moved by other steps: "and one south"."""
    if isinstance(command, Move) and isinstance(value, Offset) and value.start == IT:
        return [Move(command.ref if named else IT, steps=value.steps)]
    return []


def coloured(command: Any, colour: str, again: bool) -> list[Command]:
    """The command with another colour; if `again`, a recolouring is of "it"."""
    if isinstance(command, Recolour):
        return [replace(command, colour=colour, pattern="", like=None, ref=IT if again else command.ref)]
    if isinstance(command, Make):
        return [replace(command, thing=_in_colour(command.thing, colour))]
    return [replace(command, colour=colour)] if isinstance(command, (Copy, Resize)) else []


def _in_colour(thing: Thing, colour: str) -> Thing:
    return replace(thing, colours=(colour,), pattern="", colour_of=None)
