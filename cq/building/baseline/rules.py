"""A builder of rules, the baseline: takes each clause at its word."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from cq.building.actions import actions_between
from cq.building.baseline.clauses import STEPS, UP, Clause, Step, clauses
from cq.building.build import Build
from cq.world import COLOURS, SHAPE, World
from cq.world.grid import Grid

Cell = tuple[int, int, int]

UPRIGHT = frozenset("tower column stack pillar vertical vertically high tall".split())
WHOLE = frozenset("blocks ones everything tower column row wall structure stack pillar line".split())
"""Nouns that mean all of what they name: "remove the red tower"."""

CENTRE: Cell = (0, 5, 5)


class RuleBuilder:
    """Builds what the clauses say, with the plainest reading of each; knows no doubt and learns nothing."""

    def build(self, instructions: Sequence[str], worlds: Sequence[World]) -> list[Build]:
        """One `Build` per (instruction, world)."""
        return [_build(text, world.grid) for text, world in zip(instructions, worlds, strict=True)]


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
    return Build(grid, tuple(actions_between(start, grid)), plan)


def _to_remove(clause: Clause, grid: npt.NDArray[Any]) -> list[Cell]:
    cells = _outermost(clause, _cells(grid, clause.colours))
    several = clause.every or (clause.count is None and bool(WHOLE & clause.words))
    return cells if several else cells[: clause.count or 1]


def _add(clause: Clause, grid: npt.NDArray[Any], last: list[Cell]) -> list[Cell]:
    """Place the clause's blocks, colour by colour, and return their cells."""
    colours = clause.colours or clause.anchor or (1,)
    step = clause.step or (UP if UPRIGHT & clause.words else STEPS["east"])
    placed: list[Cell] = []
    for anchor in _anchors(clause, grid, last, step):
        cell = _first_free(grid, anchor, step)
        run = UP if UPRIGHT & clause.words else step
        for i in range(clause.count or len(colours)):
            if cell is None:
                break
            grid[cell] = colours[min(i, len(colours) - 1)]
            placed.append(cell)
            cell = _first_free(grid, cell, run)
    return placed


def _anchors(clause: Clause, grid: npt.NDArray[Any], last: list[Cell], step: Step) -> list[Cell | None]:
    """The cells to build against; [None] means the middle of the ground."""
    if clause.words & {"center", "centre", "middle"} and not clause.anchor:
        return [None]
    if clause.anchor:
        cells = _outermost(clause, _cells(grid, clause.anchor), step)
    elif clause.anchored and last and clause.words & {"it", "that", "them", "this"}:
        cells = last[-1:]
    else:
        cells = _outermost(clause, _cells(grid, ()), step)
    if clause.every:
        return list(cells) or [None]
    return list(cells[:1]) or [None]


def _cells(grid: npt.NDArray[Any], colours: tuple[int, ...]) -> list[Cell]:
    """Cells holding one of the colours (any block, where no colour is given), from the ground up."""
    held = np.isin(grid, colours) if colours else grid > 0
    return [(int(y), int(x), int(z)) for y, x, z in np.argwhere(held)]


def _outermost(clause: Clause, cells: list[Cell], step: Step = UP) -> list[Cell]:
    """Cells sorted so that those the clause's extreme words, else the step, point to come first."""
    if clause.words & {"highest", "top", "topmost", "tallest", "uppermost"}:
        step = UP
    for word in ("east", "west", "south", "north"):
        if clause.words & {f"{word}most", f"{word}ernmost"}:
            step = STEPS[word]
    return sorted(cells, key=lambda cell: -sum(a * b for a, b in zip(cell, step, strict=True)))


def _first_free(grid: npt.NDArray[Any], anchor: Cell | None, step: Step) -> Cell | None:
    """The nearest empty cell from an anchor along a step; None where the zone ends first."""
    cell = CENTRE if anchor is None else _moved(anchor, step)
    while all(0 <= i < n for i, n in zip(cell, SHAPE, strict=True)):
        if not grid[cell]:
            return cell
        cell = _moved(cell, step)
    return None


def _moved(cell: Cell, step: Step) -> Cell:
    return (cell[0] + step[0], cell[1] + step[1], cell[2] + step[2])
