"""Where a cell is: by the edges of the zone and its level, or beside a block that stands."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from cq.dialogue.simulated.wording import Wording, cells_word, colour_word, number_word
from cq.world import SHAPE
from cq.world.difference import Cell, Difference
from cq.world.directions import AXIS_ENDS, COMPASS, OFFSETS, axis_and_sign
from cq.world.grid import Grid

FARTHEST_ANCHOR = 3
"""Cells between a place and the block it is told from, at most."""


def absolute_place(words: Wording, cell: Cell) -> str:
    """The place of a cell by the nearest edges and its level, such as "two cells in from the east edge …"."""
    level = words.say("floor") if cell[0] == 0 else words.say("level", height=number_word(cell[0] + 1))
    across, along = (_from_edge(words, cell[axis], axis) for axis in (1, 2))
    if all(cell[axis] in (0, SHAPE[axis] - 1) for axis in (1, 2)):
        corner = "".join(AXIS_ENDS[axis][cell[axis] > 0] for axis in (2, 1))
        return words.say("corner", corner=corner, level=level)
    if words.rng.random() < 0.5:
        across, along = along, across
    return words.say("cell", across=across, along=along, level=level)


def relative_place(
    words: Wording, difference: Difference, cell: Cell, colours: Collection[int] = ()
) -> str | None:
    """The place of a cell by a block that stays and that a few words tell from all others of the start.

    `colours` are the ids that the block may have; none means any. None if there is no such block near.
    """
    found: dict[int, list[tuple[str, str, str]]] = {}
    for direction, offset in OFFSETS.items():
        for distance in range(1, FARTHEST_ANCHOR + 1 if direction in COMPASS else 2):
            anchor = tuple(i - distance * step for i, step in zip(cell, offset, strict=True))
            if not all(0 <= i < n for i, n in zip(anchor, SHAPE, strict=True)) or not difference.kept[anchor]:
                continue
            colour = int(difference.start[anchor])
            if (not colours or colour in colours) and (name := reference(words, difference.start, anchor)):
                found.setdefault(distance, []).append((direction, cells_word(distance), name))
    if not found:
        return None
    nearest = min(found)
    direction, cells, name = words.rng.choice(found[nearest])
    if direction in ("up", "down"):
        return words.say("above" if direction == "up" else "below", reference=name)
    if nearest == 1:
        return words.say("beside", face=direction, reference=name)
    return words.say("away", cells=cells, face=direction, reference=name)


def reference(words: Wording, grid: Grid, cell: tuple[int, ...]) -> str | None:
    """A few words that fit one block of a grid and no other of its colour: "the red one farthest east".

    None if the block is neither the only one of its colour nor alone at the end of some direction.
    """
    others = np.argwhere(grid == grid[cell])
    colour = colour_word(int(grid[cell]))
    if len(others) == 1:
        return words.say("only", colour=colour)
    names = []
    for direction in OFFSETS:
        axis, sign = axis_and_sign(direction)
        along = others[:, axis] * sign
        if cell[axis] * sign == along.max() and np.count_nonzero(along == along.max()) == 1:
            names.append(direction)
    if not names:
        return None
    direction = words.rng.choice(names)
    if direction in COMPASS:
        return words.say("farthest", colour=colour, face=direction)
    return words.say("uppermost" if direction == "up" else "undermost", colour=colour)


def _from_edge(words: Wording, index: int, axis: int) -> str:
    edge, other = AXIS_ENDS[axis]
    last = SHAPE[axis] - 1
    if 2 * index == last:
        return words.say("halfway", edge=edge, other=other)
    distance = min(index, last - index)
    nearest = edge if index < last - index else other
    if distance == 0:
        return words.say("edge", edge=nearest)
    return words.say("inset", cells=cells_word(distance), edge=nearest)
