"""The skills that a goal structure takes to build: the five of the IGLU 2022 evaluation.

The public labels describe each skill in one line. A label computed from the blocks needs more detail, so each
function states its interpretation.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from cq.errors import InputError
from cq.metrics.grids import as_grids
from cq.world.components import label_components

SKILLS = ("flat", "flying", "diagonal", "tricky", "tall")

REACH = 5
"""The lowest level index that is out of reach from the ground. The centres of its blocks are farther than the
placement radius, 3, above the eyes, which are 1.6 above the ground."""

Blocks = npt.NDArray[np.bool_]


def skills(goal: Any) -> frozenset[str]:
    """The skills, out of `SKILLS`, that building `goal` takes (integer [y, x, z], 0 air); none if it is
    empty.

    Raises `InputError` for anything but one grid.
    """
    grids, single = as_grids(goal, "goal")
    if not single:
        raise InputError(f"skills takes one goal at a time; got {len(grids)}")
    blocks = grids[0] != 0
    if not blocks.any():
        return frozenset()
    found = {
        "flat": not blocks[1:].any(),
        "flying": _flying(blocks),
        "diagonal": _diagonal(blocks),
        "tricky": _hidden(blocks) or _hanging(blocks),
        "tall": bool(blocks[REACH:].any()),
    }
    return frozenset(name for name in SKILLS if found[name])


def _flying(blocks: Blocks) -> bool:
    """Blocks that cannot be placed without others that are removed again: some component, joined face to
    face, does not reach the ground."""
    labels = label_components(blocks)
    return not np.isin(labels[blocks], labels[0]).all()


def _diagonal(blocks: Blocks) -> bool:
    """Blocks adjacent diagonally in the vertical: one level apart, sharing an edge, not joined through
    either of the two cells between them."""
    low, high = blocks[:-1], blocks[1:]
    for axis in (1, 2):
        for side in (1, -1):
            beside_low, beside_high = _shifted(low, axis, side), _shifted(high, axis, side)
            if (low & beside_high & ~high & ~beside_low).any():
                return True
    return False


def _hidden(blocks: Blocks) -> bool:
    """Blocks that nobody can see: all six faces are covered. The ground covers a face, the zone's border does
    not."""
    below, *others = _neighbours(blocks)
    below = below.copy()
    below[0] = True
    return bool((blocks & below & np.all(others, axis=0)).any())


def _hanging(blocks: Blocks) -> bool:
    """Blocks that can only be placed after the one above them: off the ground, with no other neighbour."""
    below, above, *beside = _neighbours(blocks)
    only_above = blocks & above & ~below & ~np.any(beside, axis=0)
    return bool(only_above[1:].any())


def _neighbours(blocks: Blocks) -> list[Blocks]:
    """For each of below, above and the four sides: whether the neighbour cell there holds a block."""
    return [_shifted(blocks, axis, side) for axis in (0, 1, 2) for side in (-1, 1)]


def _shifted(blocks: Blocks, axis: int, side: int) -> Blocks:
    """At each cell, the cell one step along `axis` towards `side`; False beyond the border."""
    moved = np.zeros_like(blocks)
    kept = [slice(None)] * 3
    source = list(kept)
    kept[axis], source[axis] = (
        (slice(None, -1), slice(1, None)) if side > 0 else (slice(1, None), slice(None, -1))
    )
    moved[tuple(kept)] = blocks[tuple(source)]
    return moved
