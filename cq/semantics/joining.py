"""Carries out commands that join things by a line."""

from __future__ import annotations

from dataclasses import replace

from cq.language.program import Connect, Extreme, Ref
from cq.language.program import Thing as NewThing
from cq.semantics.carrying import execute
from cq.semantics.changing import one_colour
from cq.semantics.choices import Failure, Hole, equally, unsaid
from cq.semantics.geometry import (
    HORIZONTAL,
    Thing,
    along,
    components,
    face,
    line_between,
    line_with_ends,
    step,
)
from cq.semantics.places.between import one_line
from cq.semantics.reference import resolve_reference
from cq.semantics.scene import Scene, cells_of
from cq.types import Cell


@execute.register
def _(command: Connect, scene: Scene) -> None:
    new = command.thing
    if new is None:
        raise unsaid("colour", "with what is not said", command, "thing")
    *refs, last = (replace(command.ref, others=()), *command.ref.others)
    if refs and last.noun in ("ground", "edge"):
        things = resolve_reference(replace(refs[0], others=tuple(refs[1:])), scene)
        line = to_end(cells_of(things), last, command, scene)
    else:
        things = resolve_reference(command.ref, scene)
        if len(things) != 2:
            things = _two(things, command.ref, scene)
        line = between(things[0], things[1], command, scene)
    number = _said(new)
    if new.shape not in ("row", "tower", "bridge", "block", "one", "wall", "diagonal") or number not in (
        None,
        len(line),
    ):
        raise Failure("contradiction", f"{len(line)} blocks lie between", command)
    colour = one_colour(replace(new, count=None), scene)
    scene.place([(cell, colour) for cell in line])
    scene.mention([frozenset(line)])


def _two(things: list[Thing], ref: Ref, scene: Scene) -> list[Thing]:
    """The two things that several blocks form."""
    found = components(cells_of(things))
    if len(found) != 2:
        by_colour: dict[str, set[Cell]] = {}
        for cell in cells_of(things) & scene.cells.keys():
            by_colour.setdefault(scene.cells[cell], set()).add(cell)
        found = [frozenset(cells) for cells in by_colour.values()]
    if len(found) != 2:
        raise unsaid("which", "what is joined with what is not said", ref)
    return found


def between(thing: Thing, other: Thing, command: Connect, scene: Scene) -> list[Cell]:
    """The free cells of the straight line between two things; a choice decides its height."""
    lines = {
        tuple(line)
        for a in thing
        for b in other
        if (line := _line(a, b, command)) and not any(cell in scene.cells for cell in line)
    }
    if not lines:
        raise Failure("impossible", "no straight line joins them", command)
    if command.level is not None:
        lines = {line for line in lines if line[0][0] == command.level - 1}
        if not lines:
            raise Failure("impossible", "no straight line joins them there", command)
    if command.at is not None:
        key = along(scene.direction(command.at))
        reach = max(key(line[0]) for line in lines)
        lines = {line for line in lines if key(line[0]) == reach}
    shortest = min(map(len, lines))
    ordered = sorted(line for line in lines if len(line) == shortest)
    hole = Hole("place", command, "at", "height of a bridge")
    if command.thing is not None and command.thing.shape in ("row", "bridge"):
        return one_line([[*line] for line in ordered], command.thing.shape, hole, scene)
    heights = [line[0][0] for line in ordered]
    # With blocks, people mostly join tops, or build on the ground.
    weights = [4.0 if y == max(heights) else 2.0 if y == min(heights) else 1.0 for y in heights]
    return list(scene.choices.choose(hole, list(zip(ordered, weights, strict=True))))


def _line(start: Cell, end: Cell, command: Connect) -> list[Cell] | None:
    """The cells between two cells on a straight line, or on a diagonal if one is said."""
    slanted = command.thing is not None and command.thing.shape == "diagonal"
    return (line_with_ends(start, end) or [])[1:-1] if slanted else line_between(start, end)


def to_end(cells: set[Cell], end: Ref, command: Connect, scene: Scene) -> list[Cell]:
    """The free cells from things down to the ground, or to an edge of the zone: of each column or row that
    hangs free, or of one of them if the number of blocks says so."""
    if end.noun == "ground":
        way = "down"
    else:
        told = [limit.direction for limit in end.limits if isinstance(limit, Extreme)]
        hole = Hole("direction", command, "ref")
        way = scene.direction(told[0]) if told else scene.choices.choose(hole, equally(HORIZONTAL))
    runs: list[list[Cell]] = []
    for cell in face(cells, way) if way == "down" else sorted(cells):
        run: list[Cell] = []
        while scene.is_free(following := step((run or [cell])[-1], way)):
            run.append(following)
        if run and not scene.zone.holds(step(run[-1], way)):
            runs.append(run)
    wanted = _said(command.thing)
    if not runs:
        raise Failure("impossible", "nothing is free down to there", command)
    if (wanted is None and way == "down") or wanted == sum(map(len, runs)):
        return [cell for run in runs for cell in run]
    some = equally(run for run in runs if wanted in (None, len(run)))
    if not some:
        raise Failure("contradiction", "another number of blocks would be needed", command)
    return scene.choices.choose(Hole("which", command, "ref"), some)


def _said(new: NewThing | None) -> int | None:
    """The number of blocks that is said."""
    if new is None:
        return None
    return new.sizes[0].number if new.sizes else new.count if new.shape in ("block", "one") else None
