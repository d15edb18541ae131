"""Carries out turns of things about their middle, or about an end."""

from __future__ import annotations

from cq.language.program import Rotate
from cq.semantics.carrying import execute
from cq.semantics.choices import Failure, Hole, unsaid
from cq.semantics.geometry import HORIZONTAL, box, face, step, varying_axes
from cq.semantics.reference import resolve_reference
from cq.semantics.scene import Scene, cells_of
from cq.types import Cell


@execute.register
def _(command: Rotate, scene: Scene) -> None:
    cells = cells_of(resolve_reference(command.ref, scene))
    if not cells:
        raise Failure("absent", "nothing is there to turn", command.ref)
    if command.quarters is None and len(varying_axes(cells)) == 1 and _tips(command, cells, scene):
        return
    quarters = command.quarters
    if command.axis is not None and command.axis != "up":
        axis = 1 if command.axis in ("west", "east") else 2
        if varying_axes(cells) == [axis]:
            raise Failure("impossible", "it runs that way already", command)
        if len(varying_axes(cells)) != 1:
            raise Failure("impossible", "it runs no way", command)
        quarters = quarters or 1
    if quarters is None:  # A quarter turn in either direction.
        quarters = scene.choices.choose(Hole("direction", command, "quarters"), [(1, 1.0), (3, 1.0)])
    blocks = {cell: scene.cells[cell] for cell in sorted(cells)}
    low, high = _pivot(command, cells, scene)
    if (low[1] + high[1] - low[2] - high[2]) % 2 and quarters % 2:
        raise unsaid("place", "it has no block in its middle", command, "quarters")
    if command.axis == "up":
        turned = {(low[0] + high[0] - y, x, z): colour for (y, x, z), colour in blocks.items()}
    else:
        turned = {_turned(cell, low, high, quarters % 4): colour for cell, colour in blocks.items()}
    if turned == blocks:
        raise Failure("impossible", "it looks the same then", command)
    for cell in blocks:
        del scene.cells[cell]
    scene.place(turned.items())
    if any(cell not in turned or turned[cell] != blocks[cell] for cell in cells & scene.kept):
        raise Failure("contradiction", "it is to stay and to move", command)
    scene.mention([frozenset(turned)])


def _pivot(command: Rotate, cells: set[Cell], scene: Scene) -> tuple[Cell, Cell]:
    """The box about whose middle a thing turns: that of its fixed part, of the named end, or of all of it."""
    end = cells & scene.kept
    if not end and command.on and command.axis is None:
        end = set(face(cells, scene.direction(command.on)))
    if not end:
        return box(cells)
    low, high = box(end)
    if low[1:] != high[1:]:
        raise Failure("contradiction", "it cannot turn about more than one end", command)
    return low, high


def _tips(command: Rotate, cells: set[Cell], scene: Scene) -> bool:
    """Stands a row up on an end, or lays a tower down from its foot, if the command asks for that."""
    is_tower = varying_axes(cells) == [0]
    if is_tower == (command.axis == "up"):
        return False
    line = sorted(cells)
    if is_tower:
        ends = [command.axis] if command.axis else [*HORIZONTAL]
        way = scene.choices.choose(Hole("direction", command, "axis"), [(end, 1.0) for end in ends])
    elif command.axis == "up":
        way = "up"
        ends = ["west", "east"] if varying_axes(cells) == [1] else ["north", "south"]
        on = scene.direction(command.on) if command.on else None
        on = scene.choices.choose(
            Hole("direction", command, "on"), [(end, 1.0) for end in ends if on in (None, end)]
        )
        line = line if on == ends[0] else line[::-1]
    else:
        return False
    placed = {step(line[0], scene.direction(way), i): scene.cells[cell] for i, cell in enumerate(line)}
    if cells & scene.kept:
        raise Failure("contradiction", "it is to stay and to move", command)
    scene.remove([frozenset(cells)])
    scene.place(placed.items())
    scene.mention([frozenset(placed)])
    return True


def _turned(cell: Cell, low: Cell, high: Cell, quarters: int) -> Cell:
    """A cell after a number of quarter turns, clockwise from above, about the middle of a box."""
    y, x, z = cell
    if quarters == 2:
        return y, low[1] + high[1] - x, low[2] + high[2] - z
    for _ in range(quarters):
        a, b = 2 * x - low[1] - high[1], 2 * z - low[2] - high[2]
        x, z = (low[1] + high[1] - b) // 2, (low[2] + high[2] + a) // 2
    return y, x, z
