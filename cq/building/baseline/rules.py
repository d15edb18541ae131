"""The rule-based baseline: it builds what each clause says literally."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from cq.building.actions import actions_between
from cq.building.baseline.clauses import Clause, clauses
from cq.building.build import Build
from cq.building.directions import DIRECTION_OFFSETS, UP
from cq.language.instruction import GroundedInstruction
from cq.world import COLOURS, SHAPE
from cq.world.directions import Offset
from cq.world.grid import Grid

Cell = tuple[int, int, int]

UPRIGHT = frozenset("tower column stack pillar vertical vertically high tall".split())
WHOLE = frozenset("blocks ones everything tower column row wall structure stack pillar line".split())
"""Nouns that mean every block of what they name, as in "remove the red tower"."""

CENTRE: Cell = (0, 5, 5)


class RuleBuilder:
    """Builds the most literal reading of each clause. It learns nothing, and its confidence is always 1."""

    def build(self, instructions: Sequence[GroundedInstruction]) -> list[Build]:
        """One `Build` per instruction."""
        return [_build(one.text, one.world.grid) for one in instructions]


def _build(instruction: str, start: Grid) -> Build:
    grid = np.array(start)
    last: list[Cell] = []
    for clause in clauses(instruction):
        if clause.removes:
            for cell in _to_remove(clause, grid):
                grid[cell] = 0
        else:
            last = _add(clause, grid, last) or last
    plan = np.zeros((len(COLOURS) + 1, *SHAPE), dtype=np.float32)
    np.put_along_axis(plan, grid[None].astype(np.int64), 1.0, axis=0)
    grid.setflags(write=False)
    return Build(grid, tuple(actions_between(start, grid)), plan, start=start)


def _to_remove(clause: Clause, grid: npt.NDArray[Any]) -> list[Cell]:
    cells = _outermost(clause, _cells(grid, clause.colours))
    several = clause.every or (clause.count is None and bool(WHOLE & clause.words))
    return cells if several else cells[: clause.count or 1]


def _add(clause: Clause, grid: npt.NDArray[Any], last: list[Cell]) -> list[Cell]:
    """Place the clause's blocks, colour by colour. Returns their cells."""
    colours = clause.colours or clause.anchor or (1,)
    offset = clause.offset or (UP if UPRIGHT & clause.words else DIRECTION_OFFSETS["east"])
    placed: list[Cell] = []
    for anchor in _anchors(clause, grid, last, offset):
        cell = _first_free(grid, anchor, offset)
        run = UP if UPRIGHT & clause.words else offset
        for i in range(clause.count or len(colours)):
            if cell is None:
                break
            grid[cell] = colours[min(i, len(colours) - 1)]
            placed.append(cell)
            cell = _first_free(grid, cell, run)
    return placed


def _anchors(clause: Clause, grid: npt.NDArray[Any], last: list[Cell], offset: Offset) -> list[Cell | None]:
    """The cells to build against. [None] means the middle of the ground."""
    if clause.words & {"center", "centre", "middle"} and not clause.anchor:
        return [None]
    if clause.anchor:
        cells = _outermost(clause, _cells(grid, clause.anchor), offset)
    elif clause.anchored and last and clause.words & {"it", "that", "them", "this"}:
        cells = last[-1:]
    else:
        cells = _outermost(clause, _cells(grid, ()), offset)
    if clause.every:
        return list(cells) or [None]
    return list(cells[:1]) or [None]


def _cells(grid: npt.NDArray[Any], colours: tuple[int, ...]) -> list[Cell]:
    """The cells with one of the colours, or with any block if there are no colours, from the ground up."""
    held = np.isin(grid, colours) if colours else grid > 0
    return [(int(y), int(x), int(z)) for y, x, z in np.argwhere(held)]


def _outermost(clause: Clause, cells: list[Cell], offset: Offset = UP) -> list[Cell]:
    """The cells, the outermost first: in the direction of the clause's superlatives, else of the offset."""
    if clause.words & {"highest", "top", "topmost", "tallest", "uppermost"}:
        offset = UP
    for word in ("east", "west", "south", "north"):
        if clause.words & {f"{word}most", f"{word}ernmost"}:
            offset = DIRECTION_OFFSETS[word]
    return sorted(cells, key=lambda cell: -sum(a * b for a, b in zip(cell, offset, strict=True)))


def _first_free(grid: npt.NDArray[Any], anchor: Cell | None, offset: Offset) -> Cell | None:
    """The first empty cell from an anchor along an offset; None if the zone ends before it."""
    cell = CENTRE if anchor is None else _shifted(anchor, offset)
    while all(0 <= i < n for i, n in zip(cell, SHAPE, strict=True)):
        if not grid[cell]:
            return cell
        cell = _shifted(cell, offset)
    return None


def _shifted(cell: Cell, offset: Offset) -> Cell:
    return (cell[0] + offset[0], cell[1] + offset[1], cell[2] + offset[2])
