"""Carries out what makes things larger or smaller, and what joins them."""

from __future__ import annotations

from dataclasses import replace

from cq.language.program import At, Compared, Extreme, Move, Ref, Resize, Step
from cq.semantics.carrying import execute
from cq.semantics.choices import Failure, Hole, unsaid
from cq.semantics.geometry import (
    HORIZONTAL,
    Thing,
    along,
    axis_along,
    components,
    face,
    runs,
    spans,
    step,
    varying_axes,
    whole_box,
)
from cq.semantics.line_segments import crossbars, free_ends
from cq.semantics.measuring import measured
from cq.semantics.places.coordinates import indices
from cq.semantics.reference import resolve_reference
from cq.semantics.scene import Scene, cells_of
from cq.semantics.structures import rising
from cq.types import Cell


@execute.register
def _(command: Resize, scene: Scene) -> None:
    ref = command.ref
    if ref.quantifier == "any" and any(isinstance(one, Compared) for one in ref.limits):
        ref = replace(ref, quantifier="each")  # "Any tower that has more than four blocks"
    named = resolve_reference(ref, scene)
    if _grows_as_a_whole(replace(command, ref=ref), named, scene):
        return
    if ref.noun == "block" and ref.quantifier in ("all", "each") and ref.of is None:
        named = _upright(named, command)
    if command.more and not command.side and command.more % 2 == 0 and _are_crossbars(named, scene):
        command = replace(command, more=command.more // 2, both=True)  # As much at each end of a T's bar.
    things = [one for one in named if not one <= scene.kept]
    scene.spared |= cells_of(named) - cells_of(things)
    grown: dict[Cell, str] = {}
    gone: set[Cell] = set()
    changed = False
    for thing in things:
        for way in ways(command, thing, scene):
            if command.more and command.dimension == "high":
                thing = _with_what_is_on_it(thing, scene)
            number = _at_an_end(command, difference(command, thing, way, scene))
            changed |= number != 0
            if number > 0:
                grown |= layers(command, thing, way, number, scene)
            elif number < 0:
                gone |= cut(command, thing, way, -number, scene)
    if not changed:
        raise Failure("impossible", "it has this size already", command)
    if gone:
        scene.remove([frozenset({cell}) for cell in sorted(gone)])
    if grown:
        scene.place(grown.items())
    whole = [frozenset((thing | _touching(thing, grown)) - gone) for thing in things]
    scene.mention(whole)


def _grows_as_a_whole(command: Resize, named: list[Thing], scene: Scene) -> bool:
    """Raises a bar that floats or what stands on legs, or widens a square on all sides, if that is meant."""
    rise = command.more if command.dimension == "high" else None
    if rise and all(map(_floats_flat, named)):
        execute(Move(command.ref, steps=(Step("up", rise),)), scene)  # "Raise the bar by one level."
    elif rise and command.ref.noun in ("arch", "table", "bridge"):
        for thing in named:
            _raise_on_its_legs(thing, rise, scene)
    elif command.both and _is_square(named):
        _all_round(command, named[0], scene)
    else:
        return False
    return True


def _at_an_end(command: Resize, number: int) -> int:
    """The blocks at an end, of the number by which something grows."""
    if not command.both or command.size is None or command.size.number is None:
        return number
    if number % 2:
        raise Failure("impossible", "it cannot grow as much at both ends", command)
    return number // 2


def _are_crossbars(things: list[Thing], scene: Scene) -> bool:
    bodies = components(scene.cells)
    return all(any(one in crossbars(body) for body in bodies) for one in things)


def _with_what_is_on_it(thing: Thing, scene: Scene) -> Thing:
    """A single column with what stands on it: what is higher rises from there."""
    column, top = set(thing), max(thing)
    while varying_axes(thing) in ([], [0]) and (top := step(top, "up")) in scene.cells:
        column.add(top)
    return frozenset(column)


def _upright(things: list[Thing], command: Resize) -> list[Thing]:
    """ "Bring everything red up to three blocks": what is stacked grows as one."""
    if command.size is None or command.size.number is None or command.size.dimension not in ("high", "any"):
        return things
    return runs(cells_of(things), "up", 1)


def _raise_on_its_legs(thing: Thing, number: int, scene: Scene) -> None:
    """What stands on legs is as much higher as they are longer."""
    colours = {cell: scene.cells[cell] for cell in thing}
    raised = {step(cell, "up", number): colour for cell, colour in colours.items()}
    raised |= {step(cell, "up", i): colours[cell] for cell in face(thing, "down") for i in range(number)}
    scene.remove([thing])
    scene.place(sorted(raised.items()))
    scene.mention([frozenset(raised)])


def _floats_flat(thing: Thing) -> bool:
    """Whether a thing lies in one level above the ground, and is more than a block."""
    return len(thing) > 1 and 0 not in varying_axes(thing) and min(thing)[0] > 0


def _is_square(things: list[Thing]) -> bool:
    """Whether a thing is a filled square or block of squares."""
    high, *sides = spans(cells_of(things))
    return len(things) == 1 and high * sides[0] * sides[1] == len(things[0]) and min(sides) > 1


def _all_round(command: Resize, thing: Thing, scene: Scene) -> None:
    """A square grows by as much on each of its four sides."""
    size = command.size.number if command.size is not None else None
    number = command.more if size is None else (size - spans(thing)[1]) / 2
    if number is None:
        raise unsaid("count", "by how much is not said", command, "more")
    if number < 1 or number % 1:
        raise Failure("impossible", "it cannot grow so on all sides", command)
    colours = {scene.cells[cell] for cell in thing}
    if command.colour is None and len(colours) > 1:
        raise unsaid("colour", "it has several colours", command, "colour")
    cells = sorted(whole_box(thing, int(number)) - thing)
    scene.place([(cell, command.colour or min(colours)) for cell in cells])
    scene.mention([frozenset({*thing, *cells})])


def _touching(thing: Thing, grown: dict[Cell, str]) -> set[Cell]:
    """The new cells that belong to a thing."""
    return next((set(one) & grown.keys() for one in components({*thing, *grown}) if thing <= one), set())


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
    if side is None and (climbing := _climbing(command, thing)):
        return [climbing]
    if side is not None:
        if side not in (*HORIZONTAL, "up", "down") and len(thing) > 1:
            line = sorted(thing, key=along(side))
            if {step(cell, side) for cell in line[:-1]} != set(line[1:]):
                raise Failure("impossible", "it runs in another direction", command)
        return [side]
    if dimension == "high" or (axes in ([], [0]) and dimension in ("any", "blocks")):
        return ["up"]
    if dimension == "deep" and [axis for axis in axes if axis] in ([1], [2]):
        axes = [2] if 1 in axes else [1]  # What is thicker grows crosswise.
    if dimension in ("wide", "long") and 0 in axes and len(axes) == 2:
        axes = axes[1:]  # A wall is wider along the ground.
    if axes not in ([1], [2]):
        raise unsaid("direction", "the direction is not said", command, "side")
    ends: tuple[str, ...] = ("west", "east") if axes == [1] else ("north", "south")
    if command.ref.noun == "part":
        # A side of an L goes on where the other one does not meet it.
        body = next(one for one in components(scene.cells) if thing <= one)
        ends = tuple(way for way in ends if way in free_ends(thing, body)) or ends
    if command.until is not None or _goes_on(command):
        ends = tuple(way for way in ends if _leads(command, thing, way, scene))
    open_ends = [way for way in ends if command.less or _is_room(face(thing, way), way, scene)]
    hole = Hole("direction", command, "side")
    if not open_ends:
        raise Failure("impossible", "there is no room for it", command)
    # "Extend the row to the east": the row in the east would be meant if nothing else told the end.
    told = {scene.direction(one.direction) for one in command.ref.limits if isinstance(one, Extreme)}
    told.add(scene.end_made_last(thing))
    return [scene.choices.choose(hole, [(way, 12.0 if way in told else 1.0) for way in open_ends])]


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
    """How many free cells there are until something is reached: the edge of the zone, the ground, a thing."""
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
    """How many cells there are to where a coordinate is as it is said."""
    wanted = indices(end, scene.zone)
    cell, number = face(thing, way)[0], 0
    while scene.zone.holds(cell) and any(
        value is not None and cell[i] != value for i, value in enumerate(wanted)
    ):
        cell, number = step(cell, way), number + 1
    if not scene.zone.holds(cell):
        raise Failure("impossible", "it does not lead there", end)
    return number


def layers(command: Resize, thing: Thing, way: str, number: int, scene: Scene) -> dict[Cell, str]:
    """The new cells of a thing that grows in a direction, in its own colour if no other is said."""
    ends = face(thing, way)
    axes = varying_axes(thing)
    colours = {scene.cells[cell] for cell in thing}
    if len(ends) > 1 and len(axes) == 3:
        raise unsaid("which", "which part of it grows is not said", command, "ref")
    if command.colour is None and len(axes) == len(ends) == 1 and (pattern := _continued(thing, way, scene)):
        return {step(ends[0], way, i): pattern[(i - 1) % len(pattern)] for i in range(1, number + 1)}
    if command.colour is None and len(colours) > 1:
        # The colour of a thing of several is open; most often that of its end.
        own = sorted({scene.cells[cell] for cell in ends})
        options = [(one, 2.0 if one in own else 1.0) for one in sorted(colours)]
        colour = scene.choices.choose(Hole("colour", command, "colour"), options)
    else:
        colour = command.colour or colours.pop()
    if way == _climbing(command, thing):
        return dict.fromkeys(_next_steps(ends, way, number), colour)
    return {step(cell, way, i): colour for cell in ends for i in range(1, number + 1)}


def _next_steps(ends: list[Cell], way: str, number: int) -> list[Cell]:
    """The steps behind the last one of stairs, each one higher; whole columns if that is one."""
    is_solid = any(step(cell, "up") in ends for cell in ends)
    return sorted(
        {
            step(step(cell, way, i), "up", j)
            for cell in ends
            for i in range(1, number + 1)
            for j in range(0 if is_solid else i, i + 1)
        }
    )


def _climbing(command: Resize, thing: Thing) -> str:
    """The direction in which stairs get more steps, each one higher; "" for what gets none."""
    return rising(thing) if command.more and command.ref.noun in ("staircase", "it") else ""


def _continued(thing: Thing, way: str, scene: Scene) -> list[str]:
    """The colours with which a line goes on that repeats itself; none if it does not."""
    told = [scene.cells[cell] for cell in sorted(thing, key=along(way))]
    for period in range(2, len(told) // 2 + 1):
        if told[period:] == told[:-period]:
            return told[-period:]
    return []


def cut(command: Resize, thing: Thing, way: str, number: int, scene: Scene) -> set[Cell]:
    """The cells of a thing that go when it is cut."""
    if way == "down":
        way = "up"  # "One lower": the top goes.
    line = sorted({along(way)(cell) for cell in thing}, reverse=True)
    if number >= len(line):
        raise Failure("impossible", "nothing would be left of it", command)
    return {cell for cell in thing if along(way)(cell) >= line[number - 1]}
