"""The blocks of a world in a few words, so that the network can read "the fence" or "the other one"."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from cq.semantics.geometry import Thing, components
from cq.semantics.structures import KINDS
from cq.types import Cell
from cq.world import World
from cq.world.palette import Palette
from cq.world.zone import Zone

SHAPES = (
    "tower", "row", "ring", "plus", "staircase", "arch", "pyramid", "table", "wall", "square", "letter",
)  # fmt: skip
"""The kinds that have a word, the plainest first; any other connected component is a "structure"."""
MOST_COLOURS = 3
"""Colours of a thing that is named as a whole."""
MOST_CELLS = 120
"""Cells of a thing whose shape is looked for."""
MOST_BLOCKS = 500
"""Blocks of a world that is described."""
MOST = 9
"""Things that are named, the largest first."""


def inventory(world: World) -> str:
    """The things of a world, the largest first, each with its colours, kind, number of blocks and side, and
    "it" before the blocks placed last: "it: red tower 4 west; 2 blue yellow row 3 north". Empty for an empty
    world, and for one of more than `MOST_BLOCKS`.
    """
    return _inventory(_Blocks(world.grid.tobytes(), world.zone, world.recent, world.palette))


@dataclass(frozen=True)
class _Blocks:
    """The blocks of a world as a key."""

    grid: bytes
    zone: Zone
    recent: tuple[Cell, ...]
    palette: Palette


@lru_cache(64)
def _inventory(blocks: _Blocks) -> str:
    grid = np.frombuffer(blocks.grid, np.int8).reshape(blocks.zone.shape)
    if np.count_nonzero(grid) > MOST_BLOCKS:
        return ""
    cells = {(y, x, z): blocks.palette.ids[grid.item(y, x, z)] for y, x, z in np.argwhere(grid).tolist()}
    recent = {cell for cell in blocks.recent if cell in cells}
    words: dict[str, int] = {}
    for thing in sorted(_things(cells), key=lambda thing: (-len(thing), min(thing)))[: 4 * MOST]:
        it = "it: " if recent and thing <= recent else ""
        name = f"{it}{_name(thing, cells)} {_side(thing, blocks.zone)}"
        words[name] = words.get(name, 0) + 1
    named = [name if count == 1 else f"{count} {name}" for name, count in words.items()]
    return "; ".join(named[:MOST])


def _things(cells: dict[Cell, str]) -> Iterator[Thing]:
    """The connected components that have a shape and few colours; of the others their parts of one colour."""
    for thing in components(cells):
        if len({cells[cell] for cell in thing}) <= MOST_COLOURS and _kind(thing) != "structure":
            yield thing
        else:
            for colour in dict.fromkeys(cells[cell] for cell in sorted(thing)):
                yield from components(cell for cell in thing if cells[cell] == colour)


def _name(thing: Thing, cells: dict[Cell, str]) -> str:
    """The colours, from below and from the west, the kind, and the number of blocks."""
    colours = " ".join(dict.fromkeys(cells[cell] for cell in sorted(thing)))
    above = " up" if min(thing)[0] > 0 else ""
    size = "" if len(thing) == 1 else f" {len(thing)}"
    return f"{colours} {_kind(thing)}{size}{above}"


@lru_cache(4096)
def _kind(thing: Thing) -> str:
    if len(thing) == 1:
        return "block"
    if len(thing) > MOST_CELLS:
        return "structure"
    return next((kind for kind in SHAPES if _is(KINDS[kind](thing), thing)), "structure")


def _is(found: Collection[Thing], thing: Thing) -> bool:
    return any(other == thing for other in found)


def _side(thing: Thing, zone: Zone) -> str:
    """The third of the zone that the middle of a thing is in: "north west", "middle"."""
    _, width, depth = zone.shape
    x = sum(cell[1] for cell in thing) / len(thing) + 0.5
    z = sum(cell[2] for cell in thing) / len(thing) + 0.5
    sides = [_third(z / depth, "north", "south"), _third(x / width, "west", "east")]
    return " ".join(side for side in sides if side) or "middle"


def _third(share: float, low: str, high: str) -> str:
    return low if share < 1 / 3 else high if share > 2 / 3 else ""
