"""Landmarks by their cells and by their boxes: those near a thing are found without a look at all others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from cq.deadlines import check_deadline, watched
from cq.semantics.geometry import Thing, box
from cq.types import Cell


class Landmarks:
    """Some things, found by their cells."""

    def __init__(self, things: Sequence[Thing]) -> None:
        self.things = things
        self._at: dict[Cell, list[int]] = {}
        for number, thing in enumerate(watched(things)):
            for cell in thing:
                self._at.setdefault(cell, []).append(number)

    def meeting(self, cells: Iterable[Cell]) -> set[int]:
        """The numbers of those that have one of some cells."""
        return {number for cell in cells for number in self._at.get(cell, ())}


class Boxes:
    """The boxes of some things: the lowest and the highest index along each axis, int arrays of [things, 3].
    Raises `Failure` for a thing without cells.
    """

    def __init__(self, things: Iterable[Thing]) -> None:
        bounds = np.array([box(thing) for thing in things], dtype=np.int64).reshape(-1, 2, 3)
        self.low, self.high = bounds[:, 0], bounds[:, 1]

    def around(self, thing: Thing, reach: int, axes: Sequence[int]) -> npt.NDArray[np.bool_]:
        """For each box, whether a thing is in it, or within `reach` of it, along some axes."""
        low, high = box(thing)
        inside = np.ones(len(self.low), dtype=bool)
        for axis in axes:
            inside &= (self.low[:, axis] - reach <= low[axis]) & (high[axis] <= self.high[:, axis] + reach)
        return inside

    def off_middle(self, thing: Thing) -> npt.NDArray[np.int64]:
        """For each box, by how many half cells the cells of a thing are off its middle at most."""
        low, high = (2 * np.array(bound) for bound in box(thing))
        twice = self.low + self.high
        off: npt.NDArray[np.int64] = np.maximum(high - twice, twice - low).max(axis=1)
        return off


class Gaps:
    """The spaces between two of some things, each along an axis."""

    def __init__(self, things: Sequence[Thing]) -> None:
        self._landmarks, self._boxes = Landmarks(things), Boxes(things)

    def rank(self, thing: Thing) -> int | None:
        """Whether a thing lies between two others along an axis: within what both cover (0), or about there
        (1); None if it does not. Their cells that are its own do not count.
        """
        check_deadline()
        bounds, known = box(thing), self._boxes
        low, high = known.low, known.high
        left: list[Thing] = []
        own = sorted(self._landmarks.meeting(thing))
        if own:
            left = [rest for i in own if (rest := self._landmarks.things[i] - thing)]
            boxes = Boxes(left)
            low, high = (
                np.concatenate([np.delete(known, own, axis=0), changed])
                for known, changed in ((low, boxes.low), (high, boxes.high))
            )
        best = None
        for axis in range(3):
            across = [other for other in range(3) if other != axis]
            # A bit for each side on which a landmark reaches as far as the thing.
            reaches = np.stack(
                [low[:, i] <= bounds[0][i] for i in across] + [high[:, i] >= bounds[1][i] for i in across]
            )
            covered = np.array([1, 2, 4, 8]) @ reaches
            before = set(covered[high[:, axis] < bounds[0][axis]].tolist())
            after = set(covered[low[:, axis] > bounds[1][axis]].tolist())
            if any(here | there == 15 for here in before for there in after):
                return 0
            if before and after:
                best = 1
        return best
