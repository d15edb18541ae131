"""Carries out commands that make things larger or smaller."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from cq.language.program import Compared, Move, Ref, Resize, Size, Step
from cq.semantics.carrying import execute
from cq.semantics.choices import Failure, Hole, unsaid
from cq.semantics.enclosures import rings
from cq.semantics.geometry import (
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
from cq.semantics.growth_directions import climbing, difference, ways
from cq.semantics.line_segments import crossbars
from cq.semantics.reference import resolve_reference
from cq.semantics.resting import comes_along, lifted
from cq.semantics.scene import Scene, cells_of
from cq.types import Cell


@execute.register
def _(command: Resize, scene: Scene) -> None:
    ref = command.ref
    if ref.quantifier == "any" and any(isinstance(limit, Compared) for limit in ref.limits):
        ref = replace(ref, quantifier="each")  # "Any tower that has more than four blocks"
    named = resolve_reference(ref, scene)
    command = _by_more(command, named, scene)
    if _grows_as_a_whole(replace(command, ref=ref), named, scene):
        return
    if ref.noun == "block" and ref.quantifier in ("all", "each") and ref.of is None:
        named = _upright(named, command)
    if command.more and not command.side and command.more % 2 == 0 and _are_crossbars(named, scene):
        command = replace(command, more=command.more // 2, both=True)  # Half of it at each end of a T's bar.
    things = [thing for thing in named if not thing <= scene.kept]
    scene.spared |= cells_of(named) - cells_of(things)
    grown: dict[Cell, str] = {}
    gone: set[Cell] = set()
    riders: dict[Cell, str] = {}
    changed = False
    for thing in things:
        for way in ways(command, thing, scene):
            on_it = comes_along(ref, [thing], scene) if way == "up" else set()
            if command.more and command.dimension == "high" and not (on_it and ref.colours):
                thing, on_it = _with_what_is_on_it(thing, scene), set()
            number = _at_an_end(command, difference(command, thing, way, scene))
            changed |= number != 0
            riders |= lifted(on_it, number, scene)
            if number > 0:
                grown |= layers(command, thing, way, number, scene)
            elif number < 0:
                gone |= cut(command, thing, way, -number, scene)
    if not changed:
        raise Failure("impossible", "it has this size already", command)
    if gone:
        scene.remove([frozenset({cell}) for cell in sorted(gone)])
    if grown and not command.side and (below := -min(grown)[0]) > 0:
        things = _lifted(things, below, scene)
        grown = {step(cell, "up", below): colour for cell, colour in grown.items()}
    if grown or riders:
        scene.place((grown | riders).items())
    whole = [frozenset((thing | _touching(thing, grown)) - gone) for thing in things]
    scene.mention(whole)


def _by_more(command: Resize, named: list[Thing], scene: Scene) -> Resize:
    """ "One block taller than it" is taller by one block, unless "it" is another thing in focus."""
    size, it = command.size, Ref("it")
    if size is None or size.more < 1 or size != Size(size.dimension, like=it, more=size.more):
        return command
    is_other = scene.focus and not cells_of(named) <= cells_of(scene.focus)
    return command if is_other else replace(command, size=None, more=size.more, dimension=size.dimension)


def _grows_as_a_whole(command: Resize, named: list[Thing], scene: Scene) -> bool:
    """Raise or lower a floating bar or a thing on legs, or widen a square on all sides, if that is meant;
    True if so.
    """
    rise = command.more if command.dimension == "high" else None
    by = rise or (command.less if command.dimension == "high" else None)
    if by and all(map(_floats_flat, named)):
        way = "up" if rise else "down"
        execute(Move(command.ref, steps=(Step(way, by),)), scene)  # "Raise the bar by one level."
    elif rise and command.ref.noun in ("arch", "table", "bridge"):
        for thing in named:
            foot = face(thing, "down")
            _raise_on(foot, thing.difference(foot), rise, scene)
    elif rise and command.ref.noun in ("house", "wall") and len(named) == 1:
        return _raise_roof(named[0], rise, scene)
    elif command.both and _is_square(named):
        _all_round(command, named[0], scene)
    else:
        return False
    return True


def _at_an_end(command: Resize, number: int) -> int:
    """The number of blocks at each end, of the number by which a thing grows."""
    if not command.both or command.size is None or command.size.number is None:
        return number
    if number % 2:
        raise Failure("impossible", "it cannot grow as much at both ends", command)
    return number // 2


def _are_crossbars(things: list[Thing], scene: Scene) -> bool:
    bodies = components(scene.cells)
    return all(any(thing in crossbars(body) for body in bodies) for thing in things)


def _with_what_is_on_it(thing: Thing, scene: Scene) -> Thing:
    """A single column with the blocks on it, from which it grows higher."""
    column, top = set(thing), max(thing)
    while varying_axes(thing) in ([], [0]) and (top := step(top, "up")) in scene.cells:
        column.add(top)
    return frozenset(column)


def _upright(things: list[Thing], command: Resize) -> list[Thing]:
    """ "Bring everything red up to three blocks": stacked blocks grow as one."""
    if command.size is None or command.size.number is None or command.size.dimension not in ("high", "any"):
        return things
    return runs(cells_of(things), "up", 1)


def _raise_on(layer: list[Cell], above: Iterable[Cell], number: int, scene: Scene) -> None:
    """Raise the blocks above a layer, such as a table top on its legs, and lengthen the layer up to them."""
    above = frozenset(above)
    colours = {step(cell, "up", number): scene.cells[cell] for cell in above}
    colours |= {step(cell, "up", i): scene.cells[cell] for cell in layer for i in range(1, number + 1)}
    scene.remove([above])
    scene.place(sorted(colours.items()))
    scene.mention([frozenset({*layer, *colours})])


def _raise_roof(thing: Thing, number: int, scene: Scene) -> bool:
    """Raise the roof on the walls of a house; False if there is none."""
    walls = rings(thing)
    body = next(component for component in components(scene.cells) if thing <= component)
    top = max(walls[0])[0] if len(walls) == 1 else max(body)[0]
    above = [cell for cell in body if cell[0] > top]
    if above:
        _raise_on(face(walls[0], "up"), above, number, scene)
    return bool(above)


def _lifted(things: list[Thing], number: int, scene: Scene) -> list[Thing]:
    """The things, raised with their bodies: a table on longer legs is higher."""
    bodies = [body for body in components(scene.cells) if any(body & thing for thing in things)]
    colours = {step(cell, "up", number): scene.cells[cell] for cell in sorted(cells_of(bodies))}
    scene.remove(bodies)
    scene.place(colours.items())
    return [frozenset(step(cell, "up", number) for cell in thing) for thing in things]


def _floats_flat(thing: Thing) -> bool:
    """Whether a thing of several blocks lies on one level above the ground."""
    return len(thing) > 1 and 0 not in varying_axes(thing) and min(thing)[0] > 0


def _is_square(things: list[Thing]) -> bool:
    """Whether a thing is a filled square or block of squares."""
    high, *sides = spans(cells_of(things))
    return len(things) == 1 and high * sides[0] * sides[1] == len(things[0]) and min(sides) > 1


def _all_round(command: Resize, thing: Thing, scene: Scene) -> None:
    """Grow a square by the same number on each of its four sides."""
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
    """The new cells that are joined to a thing."""
    return next((set(body) & grown.keys() for body in components({*thing, *grown}) if thing <= body), set())


def layers(command: Resize, thing: Thing, way: str, number: int, scene: Scene) -> dict[Cell, str]:
    """The new cells of a thing that grows in a direction, in its own colour if no other is said."""
    ends = face(thing, way)
    axes = varying_axes(thing)
    colours = {scene.cells[cell] for cell in thing}
    if len(ends) > 1 and len(axes) == 3 and not _reaches(thing, way):
        raise unsaid("which", "which part of it grows is not said", command, "ref")
    if command.colour is None and len(axes) == len(ends) == 1 and (pattern := _continued(thing, way, scene)):
        return {step(ends[0], way, i): pattern[(i - 1) % len(pattern)] for i in range(1, number + 1)}
    if command.colour is None and len(colours) > 1:
        # A thing of several colours grows in any of them, most often in that of its end.
        own = sorted({scene.cells[cell] for cell in ends})
        options = [(colour, 2.0 if colour in own else 1.0) for colour in sorted(colours)]
        colour = scene.choices.choose(Hole("colour", command, "colour"), options)
    else:
        colour = command.colour or colours.pop()
    if way == climbing(command, thing):
        return dict.fromkeys(_next_steps(ends, way, number), colour)
    return {step(cell, way, i): colour for cell in ends for i in range(1, number + 1)}


def _reaches(thing: Thing, way: str) -> bool:
    """Whether all of a thing reaches equally far in a direction, as four walls do upwards."""
    across = {cell[: axis_along(way)] + cell[axis_along(way) + 1 :] for cell in thing}
    return len(face(thing, way)) == len(across)


def _next_steps(ends: list[Cell], way: str, number: int) -> list[Cell]:
    """The cells of the next steps of stairs, each one higher; whole columns if the last step is one."""
    is_solid = any(step(cell, "up") in ends for cell in ends)
    return sorted(
        {
            step(step(cell, way, i), "up", j)
            for cell in ends
            for i in range(1, number + 1)
            for j in range(0 if is_solid else i, i + 1)
        }
    )


def _continued(thing: Thing, way: str, scene: Scene) -> list[str]:
    """The next colours of a line with a repeating pattern; empty if it has none."""
    told = [scene.cells[cell] for cell in sorted(thing, key=along(way))]
    for period in range(2, len(told) // 2 + 1):
        if told[period:] == told[:-period]:
            return told[-period:]
    return []


def cut(command: Resize, thing: Thing, way: str, number: int, scene: Scene) -> set[Cell]:
    """The cells that a thing loses when it is cut."""
    if way == "down":
        way = "up"  # "One lower": the top goes.
    line = sorted({along(way)(cell) for cell in thing}, reverse=True)
    if number >= len(line):
        raise Failure("impossible", "nothing would be left of it", command)
    return {cell for cell in thing if along(way)(cell) >= line[number - 1]}
