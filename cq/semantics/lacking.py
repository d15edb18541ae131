"""The missing cells of unfinished things: open rings, rows with gaps."""

from __future__ import annotations

from cq.deadlines import watched
from cq.language.program import Ref, State
from cq.semantics.geometry import at_ends, components, varying_axes, whole_box
from cq.semantics.scene import Scene
from cq.semantics.structures import between, joined
from cq.types import Cell

Missing = list[tuple[tuple[set[Cell], set[Cell]], float]]
"""The missing free cells and the cells of the thing, with weights."""


def unfinished(ref: Ref, scene: Scene) -> Missing:
    """The missing cells of unfinished things of a kind ("close the ring"), each with the thing."""
    options: Missing = []
    for thing in joined(
        {cell for cell in scene.cells if not ref.colours or scene.cells[cell] in ref.colours}
    ):
        is_line, at_end = ref.noun in ("row", "tower"), at_ends(thing)
        inside = whole_box(thing)
        border = {cell for cell in inside if any(at_end(cell))}
        for whole in [inside] if is_line else [border, inside] if ref.noun == "square" else [border]:
            missing = whole - thing
            straight = len(varying_axes(thing)) == (1 if is_line else 2)
            if (
                straight
                and thing <= whole
                and 0 < 2 * len(missing) <= len(thing)
                and not missing & scene.cells.keys()
            ):
                options.append(((missing, set(thing)), 1.0))
    return options


def broken_rows(ref: Ref, scene: Scene, number: int | None = None) -> Missing:
    """The missing cells of level lines with gaps, each with the line: at most half as many as its blocks, or
    `number` gaps.
    """
    lines: dict[tuple[int, int, int], set[Cell]] = {}
    for cell, colour in scene.cells.items():
        if not ref.colours or colour in ref.colours:
            lines.setdefault((cell[0], 1, cell[2]), set()).add(cell)
            lines.setdefault((cell[0], 2, cell[1]), set()).add(cell)
    found: Missing = []
    for line in lines.values():
        missing = {cell for cell in whole_box(line) - line if cell not in scene.cells}
        missing = missing if len(line) > 1 else set()
        is_row = (
            (missing and len(line) == len(scene.cells))
            or 0 < 2 * len(missing) <= len(line)
            or (missing and len(components(missing)) == number)
        )
        if is_row and len(line) + len(missing) == len(whole_box(line)):
            found.append(((missing, line), 1.0))
    return found


def lacking(ref: Ref, scene: Scene) -> Missing:
    """The missing cells of an unfinished thing that a reference names."""
    if any(limit != State("spoken") for limit in ref.limits) or ref.of is not None:
        return []
    if ref.noun == "row":
        return broken_rows(ref, scene)
    return unfinished(ref, scene) if ref.noun in ("ring", "square") else []


def openings(cells: set[Cell], scene: Scene) -> list[tuple[set[Cell], float]]:
    """The candidates for the gaps in some blocks, with weights: the free cells between two of them, at one
    height or above each other, or the cells that flat things lack to be whole rectangles.
    """
    level, upright = between(cells, "east", "south"), between(cells, "up")
    boxes = [whole_box(body) for body in components(cells) if len(varying_axes(body)) == 2]
    if len(varying_axes(cells)) == 2:
        boxes.append(whole_box(cells))
    found: list[tuple[set[Cell], float]] = []
    ways = [(level, 8.0), (upright, 2.0), (level | upright, 1.0)]
    ways += [(set().union(*boxes[:-1]), 1.0), *((box, 1.0) for box in boxes)]
    for some, weight in watched(ways):
        free = {cell for cell in some if cell not in scene.cells}
        if free and all(free != other for other, _ in found):
            found.append((free, weight))
    return found
