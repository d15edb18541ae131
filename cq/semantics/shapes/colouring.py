"""Colours of new blocks: one for all, in order, in a pattern."""

from __future__ import annotations

from cq.language.program import Place, Several
from cq.language.program import Thing as NewThing
from cq.semantics.choices import Failure, Hole, equally, unsaid
from cq.semantics.geometry import DIAGONALS, along, at_ends, box, varying_axes
from cq.semantics.reference import resolve_reference
from cq.semantics.scene import Scene
from cq.types import Cell
from cq.world.directions import OPPOSITE

Group = list[tuple[Cell, str]]
"""The cells of one new thing with their colours."""


def coloured(
    lines: list[list[Cell]], new: NewThing, place: Place | None, scene: Scene, directed: bool = True
) -> list[Group]:
    """The cells of new things with their colours. `directed` is True if their start is given.

    Raises `Failure` if the order of the colours is open.
    """
    colours = new.colours
    if len(colours) < 2 or len(set(colours)) == 1:
        colour = colours[0] if colours else _open_colour(new, scene)
        return [[(cell, colour) for cell in line] for line in lines]
    level = all(len({cell[0] for cell in line}) == 1 for line in lines)
    if new.pattern in ("sequence", "alternating") and not directed and level and len(_joined(lines)) == 1:
        ends = [("start", 1.0), ("end", 1.0)]
        if scene.choices.choose(Hole("direction", new, "start"), ends) == "end":
            lines = [line[::-1] for line in _joined(lines)]
    if new.pattern == "sequence":
        return _in_order(lines, new, place, scene)
    if new.pattern == "alternating":
        return [_alternating(line, new, scene) for line in _joined(lines)]
    if new.pattern == "parts":
        tops = [max(cell[0] for cell in line) for line in lines]
        return [
            [(cell, colours[cell[0] < top]) for cell in line] for line, top in zip(lines, tops, strict=True)
        ]
    if new.pattern == "rest":
        return [_with_rest(_from_start(line, new, scene), new) for line in _joined(lines)]
    if new.pattern == "checkered":
        return [_checkered(line, new, scene) for line in lines]
    if new.pattern == "centre":
        return [_centred(line, new) for line in lines]
    if new.pattern.startswith("corners") and len(colours) == 2:
        return [_corners(line, new) for line in lines]
    raise unsaid("colour", "which block has which colour is not said", new, "colours")


def _open_colour(new: NewThing, scene: Scene) -> str:
    if new.colour_of is not None:
        found = {scene.cells.get(cell) for thing in resolve_reference(new.colour_of, scene) for cell in thing}
        found |= set() if found - {None} else {None}
        if len(found) == 1 and (colour := found.pop()) is not None:
            return colour
        raise unsaid("colour", "that has several colours", new, "colours")
    if new.pattern == "different":
        raise unsaid("colour", "which colours is not said", new, "colours")
    return scene.choices.choose(Hole("colour", new, "colours"), equally(scene.palette.colours))


def _joined(lines: list[list[Cell]]) -> list[list[Cell]]:
    """Single blocks side by side as the line that they form."""
    cells = [cell for line in lines for cell in line]
    single = len(lines) > 1 and all(len(line) == 1 for line in lines) and len(varying_axes(cells)) == 1
    return [cells] if single else lines


def _from_start(line: list[Cell], new: NewThing, scene: Scene) -> list[Cell]:
    """The cells of a line from the end that the words begin at."""
    if new.start is None:
        return line
    way = scene.direction(new.start)
    if way in OPPOSITE:
        return sorted(line, key=along(OPPOSITE[way]))
    return line


def _in_order(lines: list[list[Cell]], new: NewThing, place: Place | None, scene: Scene) -> list[Group]:
    colours = new.colours
    lines = _joined(lines)
    if all(len(line) == len(colours) for line in lines):
        return [list(zip(_from_start(line, new, scene), colours, strict=True)) for line in lines]
    if len(lines) == len(colours) and (
        isinstance(place, Several) or new.start is not None or new.shape == "tower"
    ):
        return [[(cell, colour) for cell in line] for line, colour in zip(lines, colours, strict=True)]
    levels = sorted({cell[0] for line in lines for cell in line}, reverse=new.start == "up")
    if len(levels) == len(colours) > 1:  # A wall in layers.
        return [[(cell, colours[levels.index(cell[0])]) for cell in line] for line in lines]
    raise unsaid("colour", "which block has which colour is not said", new, "colours")


def _alternating(line: list[Cell], new: NewThing, scene: Scene) -> Group:
    line, n = _from_start(line, new, scene), len(new.colours)
    return [(cell, new.colours[i % n]) for i, cell in enumerate(line)]


def _with_rest(line: list[Cell], new: NewThing) -> Group:
    """The first cells of a line in their colours, all others in the last one."""
    *first, rest = new.colours
    if len(first) >= len(line):
        raise Failure("contradiction", "there are too few blocks for these colours", new)
    return list(zip(line, (*first, *[rest] * (len(line) - len(first))), strict=True))


def _checkered(cells: list[Cell], new: NewThing, scene: Scene) -> Group:
    low, high = box(cells)
    if new.start in DIAGONALS:
        way = new.start
        corner = (low[0], (high if "east" in way else low)[1], (high if "south" in way else low)[2])
        return [(cell, new.colours[(sum(cell) - sum(corner)) % 2]) for cell in cells]
    first = scene.choices.choose(Hole("colour", new, "start"), [(0, 1.0), (1, 1.0)])
    return [(cell, new.colours[(sum(cell) - sum(low) + first) % 2]) for cell in cells]


def _centred(cells: list[Cell], new: NewThing) -> Group:
    """All in one colour but the one in the middle."""
    low, high = box(cells)
    middle = tuple((a + b) / 2 for a, b in zip(low, high, strict=True))
    if middle not in cells:
        raise Failure("impossible", "no block is in its middle", new)
    return [(cell, new.colours[cell == middle]) for cell in cells]


def _corners(cells: list[Cell], new: NewThing) -> Group:
    """The corners, or the ends of a line, in one colour, perhaps the middle too, the rest in the other."""
    at_end = at_ends(cells)
    first = {cell for cell in cells if all(at_end(cell))}
    if new.pattern == "corners and centre":
        first |= {cell for cell, colour in _centred(cells, new) if colour == new.colours[1]}
    return [(cell, new.colours[cell not in first]) for cell in cells]
