"""The pieces that are read of a text (colours, numbers, removals), compared with the networks' builds."""

from __future__ import annotations

from collections import Counter

import numpy as np

from cq.building.decoding.candidates import Candidates
from cq.language.program import Check, Keep, Look, Make, Remove, Turn
from cq.language.reading import Reading
from cq.types import Grid
from cq.world import Palette

BROKEN = 0.2
"""The weight of a build for each piece that it contradicts. Of the networks' builds that contradict one, 1 in
48 is exactly right: recorded clear rows of folds 0 to 2 without a sure reading.
"""


def weighted(candidates: Candidates, reading: Reading) -> Candidates:
    """The candidates; those that contradict pieces of a reading get less weight."""
    pieces = _Pieces(reading, candidates.palette)
    broken = np.array([pieces.broken_by(candidates.start, grid) for grid in candidates.grids])
    return candidates.reweighted(BROKEN ** (broken - broken.min()).astype(np.float64))


class _Pieces:
    """The colours that a text names, the blocks that it makes, and whether it removes some."""

    def __init__(self, reading: Reading, palette: Palette) -> None:
        program, ids = reading.program, palette.id_by_name
        self.named = {ids[name] for token in reading.tokens for name in _colours(token.text, palette)}
        self.made: Counter[int] = Counter()
        for thing in (command.thing for command in program if isinstance(command, Make)):
            for colour in filter(ids.get, thing.colours):
                each = thing.count if thing.count and len(thing.colours) == 1 and not thing.each else 1
                self.made[ids[colour]] += each
        self.removes = any(isinstance(command, Remove) for command in program)
        self.only_makes = reading.is_full and all(isinstance(command, _KEEPING) for command in program)

    def broken_by(self, start: Grid, grid: Grid) -> int:
        """The number of pieces that a build contradicts."""
        changed = grid != start
        placed = np.bincount(grid[changed & (grid > 0)], minlength=max([*self.named, *self.made, 0]) + 1)
        gone = bool(np.any(changed & (start > 0)))
        return sum(
            (
                bool(self.named) and not self.named.issuperset(np.flatnonzero(placed).tolist()),
                any(placed[colour] < count for colour, count in self.made.items()),
                self.removes and not gone,
                self.only_makes and gone,
            )
        )


_KEEPING = (Make, Keep, Check, Look, Turn)
"""Commands that take no block away."""


def _colours(word: str, palette: Palette) -> list[str]:
    return [colour for colour in palette.colours if word in (colour, f"{colour}s")]
