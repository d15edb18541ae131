"""Builds made from answers: where words fix every block of a colour, no sample is needed to find them.

"Begin in the middle with three red ones and head north" fixes three cells. The builds that the network
considers keep what the answers do not tell, and get these cells in the place of their own blocks of that
colour.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from cq.building.actions import actions_between
from cq.building.decoding.candidates import Candidates
from cq.dialogue.answers.agreement import side_of
from cq.dialogue.answers.choosing import chosen_build, read_choice
from cq.dialogue.answers.statements import PLACED, Statement, read_statements
from cq.dialogue.questions.grouping import changes_of
from cq.dialogue.questions.settled import colour_ids
from cq.dialogue.reading.masks import cells_of
from cq.dialogue.reading.places import Places, facing_of
from cq.language.instruction import GroundedInstruction
from cq.world import COLOURS
from cq.world.grid import SHAPE, Grid

Cell = tuple[int, int, int]
_PLURAL = re.compile(r"\bthe (?:\w+ ){0,2}(?:ones|blocks)\b")
NUM_BASES = 8
"""The likeliest candidates that are changed to agree with the answers."""


@dataclass
class FixedCells:
    """The cells that statements fix on one side, by colour id; None if they do not name the colour."""

    cells: dict[int | None, list[Cell]] = field(default_factory=dict)
    totals: dict[int | None, int] = field(default_factory=dict)

    def add(self, statement: Statement, places: Places) -> None:
        """Note what a statement tells of cells and numbers."""
        cells = _fixed(statement, places)
        if statement.cells is None and not statement.lines:
            self.totals.update({colour: number for number, colour in statement.amounts})
        if statement.order:
            self._extend(statement)
        colours = statement.colours or {None}
        if cells and len(colours) == 1:
            known = self.cells.setdefault(next(iter(colours)), [])
            known += [cell for cell in cells if cell not in known]

    def _extend(self, statement: Statement) -> None:
        """Continue the one block that is known to a row of colours that begins with it."""
        known = self.cells.get(statement.order[0], [])
        if len(known) != 1 or statement.order_axis is None:
            return
        for i, colour in enumerate(statement.order[1:], start=1):
            cell = tuple(n + i * (axis == statement.order_axis) for axis, n in enumerate(known[0]))
            if all(n < size for n, size in zip(cell, SHAPE, strict=True)):
                self.cells.setdefault(colour, []).append((cell[0], cell[1], cell[2]))

    def complete(self) -> dict[int | None, list[Cell]]:
        """The colours of which every block is fixed."""
        return {
            colour: cells
            for colour, cells in self.cells.items()
            if self.totals.get(colour, len(cells)) == len(cells)
        }


def with_constructed(instruction: GroundedInstruction, candidates: Candidates) -> Candidates:
    """The candidates, and those of them that the answers of the request change; unchanged if no answer fixes
    a cell.
    """
    placed, removed = _read(instruction, candidates)
    if not placed and not removed:
        return candidates
    order = np.argsort(-candidates.probabilities, kind="stable")[:NUM_BASES].tolist()
    grids = [_changed(candidates.start, candidates.grids[i], placed, removed) for i in order]
    grids.append(_changed(candidates.start, candidates.start, placed, removed))
    constructed = Candidates.of(
        candidates.start,
        grids,
        [tuple(actions_between(candidates.start, grid)) for grid in grids],
        [float(candidates.log_probabilities.min())] * len(grids),
        candidates.network_plan,
    )
    return candidates.joined(constructed)


def with_chosen(instruction: GroundedInstruction, candidates: Candidates) -> Candidates:
    """The candidates, and the build that an answer fixes by choosing which things are removed or recoloured;
    unchanged if none does. If one does, it has half of the probability.
    """
    request, start = instruction.request, candidates.start
    places = Places(start, facing_of(instruction))
    for exchange in request.exchanges:
        choice = read_choice(exchange, request, instruction.world, places)
        grid = None if choice is None else chosen_build(choice, request, start)
        if grid is not None:
            actions = tuple(actions_between(start, grid))
            sure = float(candidates.log_probabilities.max())
            built = Candidates.of(start, [grid], [actions], [sure], _plan_of(grid))
            return candidates.joined(built)
    return candidates


def _plan_of(grid: Grid) -> npt.NDArray[np.float32]:
    """The plan (7, 9, 11, 11) of a build that is certain; see `Build`."""
    contents = np.arange(len(COLOURS) + 1)[:, None, None, None]
    return np.asarray(contents == grid, dtype=np.float32)


def _read(
    instruction: GroundedInstruction, candidates: Candidates
) -> tuple[dict[int | None, list[Cell]], dict[int | None, list[Cell]]]:
    """The cells that all answers fix, of placed and of removed blocks. A later answer replaces an earlier
    one about the same colour.
    """
    places = Places(candidates.start, facing_of(instruction))
    found: tuple[dict[int | None, list[Cell]], dict[int | None, list[Cell]]] = ({}, {})
    for exchange in instruction.request.exchanges:
        sides = FixedCells(), FixedCells()
        asked = side_of(exchange.question, changes_of(candidates))
        for statement in read_statements(exchange.answer, asked, places):
            sides[statement.side != PLACED].add(statement, places)
        found[0].update(sides[0].complete())
        removed = sides[1].complete()
        standing = set(np.unique(candidates.start).tolist())
        if not colour_ids(exchange.question.split(":")[0]) & standing and len(removed) == len(sides[1].cells):
            # Which blocks go, of all colours: no other goes.
            removed = {None: [cell for cells in removed.values() for cell in cells]} if removed else {}
        found[1].update(removed)
    return found


def _fixed(statement: Statement, places: Places) -> Sequence[Cell]:
    """The cells that a statement fixes beyond doubt."""
    if statement.nothing or statement.not_colours:
        return ()
    if statement.side != PLACED and not statement.lines and statement.cells is None:
        blocks = places.blocks(statement.text)
        every = statement.every or bool(_PLURAL.search(statement.text))
        every = every and blocks.sum() < np.count_nonzero(places.grid)
        return cells_of(blocks) if every or blocks.sum() == 1 else ()
    if statement.lines:
        return _lowest_free(statement.lines, places.grid)
    if statement.cells is None:
        return ()
    single = statement.count in (None, 1) and sum(n for n, _ in statement.amounts) <= 1
    return _lowest_free([(cell,) for cell in cells_of(statement.cells)], places.grid) if single else ()


def _lowest_free(lines: Sequence[Sequence[Cell]], grid: Grid) -> Sequence[Cell]:
    """The only line; or, of lines that differ in height alone, the lowest in which no block stands."""
    if len(lines) == 1:
        return lines[0]
    if len({tuple(cell[1:] for cell in line) for line in lines}) > 1:
        return ()
    return next((line for line in lines if not any(grid[cell] for cell in line)), ())


def _changed(
    start: Grid, built: Grid, placed: dict[int | None, list[Cell]], removed: dict[int | None, list[Cell]]
) -> Grid:
    """A build whose blocks of the told colours are where the answers tell."""
    grid = np.array(built)
    for colour, cells in removed.items():
        grid[(start != grid) & (start > 0) & (grid == 0) & ((start == colour) | (colour is None))] = -1
        grid[grid == -1] = start[grid == -1]
        for cell in cells:
            if start[cell] and colour in (None, int(start[cell])):
                grid[cell] = 0
    for colour, cells in placed.items():
        colours = {int(c) for c in np.unique(built[(built != start) & (built > 0)])}
        wanted = colour if colour is not None else next(iter(colours)) if len(colours) == 1 else None
        if wanted is None:
            continue
        moved = (grid != start) & (grid == wanted)
        grid[moved] = start[moved]
        for cell in cells:
            grid[cell] = wanted
    return grid
