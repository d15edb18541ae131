"""The direction in which things grow or are cut, and the number of cells."""

from __future__ import annotations

from cq.language.program import At, Extreme, Ref, Resize
from cq.semantics.choices import Failure, Hole, unsaid
from cq.semantics.geometry import (
    HORIZONTAL,
    Thing,
    along,
    axis_along,
    components,
    face,
    spans,
    step,
    varying_axes,
)
from cq.semantics.line_segments import free_ends
from cq.semantics.measuring import measured
from cq.semantics.places.coordinates import indices
from cq.semantics.reference import resolve_reference
from cq.semantics.scene import Scene, cells_of
from cq.semantics.structures import joined, rising
from cq.types import Cell


def ways(command: Resize, thing: Thing, scene: Scene) -> list[str]:
    """The directions in which a thing grows or is cut."""
    axes = varying_axes(thing)
    side = scene.direction(command.side) if command.side else None
    dimension = command.dimension if command.dimension != "any" else getattr(command.size, "dimension", "any")
    if command.both:
        sides = [axis for axis in axes if axis]
        if len(sides) != 1:
            raise Failure("impossible", "it has no two ends", command)
        return ["west", "east"] if sides == [1] else ["north", "south"]
    if side is None and (rise := climbing(command, thing)):
        return [rise]
    if side is not None:
        if side not in (*HORIZONTAL, "up", "down") and len(thing) > 1:
            line = sorted(thing, key=along(side))
            if {step(cell, side) for cell in line[:-1]} != set(line[1:]):
                raise Failure("impossible", "it runs in another direction", command)
        return [side]
    if (away := _away_from_its_body(command, thing, dimension, scene)) is not None:
        return [away]
    if dimension == "high" or (axes in ([], [0]) and dimension in ("any", "blocks")):
        return ["up"]
    if dimension == "deep" and [axis for axis in axes if axis] in ([1], [2]):
        axes = [2] if 1 in axes else [1]  # A thicker thing grows crosswise.
    if dimension in ("wide", "long") and 0 in axes and len(axes) == 2:
        axes = axes[1:]  # A wall is wider along the ground.
    if axes not in ([1], [2]):
        raise unsaid("direction", "the direction is not said", command, "side")
    ends: tuple[str, ...] = ("west", "east") if axes == [1] else ("north", "south")
    if command.until is not None or _goes_on(command):
        ends = tuple(way for way in ends if _leads(command, thing, way, scene))
    open_ends = [way for way in ends if command.less or _is_room(face(thing, way), way, scene)]
    hole = Hole("direction", command, "side")
    if not open_ends:
        raise Failure("impossible", "there is no room for it", command)
    # "Extend the row to the east": it reads as the row in the east, but most likely names the end.
    told = {scene.direction(limit.direction) for limit in command.ref.limits if isinstance(limit, Extreme)}
    told.add(scene.end_made_last(thing))
    return [scene.choices.choose(hole, [(way, 12.0 if way in told else 1.0) for way in open_ends])]


def _away_from_its_body(command: Resize, thing: Thing, dimension: str, scene: Scene) -> str | None:
    """The direction in which an arm, a side or a leg goes on: that of its only free end. None if it is no
    such part, or has another number of free ends.
    """
    if command.ref.noun != "part":
        return None
    bodies = [body for kind in (components, joined) for body in kind(scene.cells) if thing < body]
    ends = free_ends(thing, bodies[0]) if bodies else []
    is_level = dimension == "high" and command.less is None and ends and ends[0] not in ("up", "down")
    return ends[0] if len(ends) == 1 and not is_level else None


def _goes_on(command: Resize) -> bool:
    """Whether it grows until something stops it."""
    return command.size is not None and command.size.dimension == "until"


def _leads(command: Resize, thing: Thing, way: str, scene: Scene) -> bool:
    try:
        return difference(command, thing, way, scene) > 0
    except Failure:
        return False


def _is_room(cells: list[Cell], way: str, scene: Scene) -> bool:
    return all(scene.is_free(step(cell, way)) for cell in cells)


def difference(command: Resize, thing: Thing, way: str, scene: Scene) -> int:
    """By how many cells a thing grows in a direction; negative if it is cut."""
    now = spans(thing)[axis_along(way)]
    if _goes_on(command):
        return _until(command, thing, way, scene)
    if command.until is not None:
        return _as_far_as(command.until, thing, way, scene)
    if command.more is not None:
        return command.more
    if command.less is not None:
        if command.less >= now:
            raise Failure("impossible", "nothing would be left of it", command)
        return -command.less
    if command.size is None:
        raise unsaid("count", "by how much is not said", command, "more")
    wanted = measured(command.size, scene, way, thing)
    if wanted < 1:
        raise Failure("impossible", "nothing would be left of it", command)
    return wanted - now


def _until(command: Resize, thing: Thing, way: str, scene: Scene) -> int:
    """The number of free cells up to the edge of the zone, the ground or a thing."""
    assert command.size is not None
    like = command.size.like
    ends = face(thing, way)
    number = 0
    while all(scene.is_free(step(cell, way, number + 1)) for cell in ends):
        number += 1
    beyond = {step(cell, way, number + 1) for cell in ends}
    if like is None or like.noun in ("edge", "ground"):
        reached = not any(map(scene.zone.holds, beyond))
    elif like == Ref("it", True):
        reached = bool(
            beyond & (cells_of(resolve_reference(command.ref, scene)) - thing)
        )  # "Until they meet."
    else:
        reached = bool(beyond & cells_of(resolve_reference(like, scene)))
    if not reached or not number:
        raise Failure("impossible", "it does not reach that", command)
    return number


def _as_far_as(end: At, thing: Thing, way: str, scene: Scene) -> int:
    """The number of cells up to the coordinates of `end`."""
    wanted = indices(end, scene.zone)
    cell, number = face(thing, way)[0], 0
    while scene.zone.holds(cell) and any(
        value is not None and cell[i] != value for i, value in enumerate(wanted)
    ):
        cell, number = step(cell, way), number + 1
    if not scene.zone.holds(cell):
        raise Failure("impossible", "it does not lead there", end)
    return number


def climbing(command: Resize, thing: Thing) -> str:
    """The direction in which stairs get more steps, each one higher; "" for other things."""
    return rising(thing) if command.more and command.ref.noun in ("staircase", "it") else ""
