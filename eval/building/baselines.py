"""Baselines of the builder."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from cq.building import LanguageBuilder
from cq.building.training.recorded_builds import RecordedBuild
from cq.meaning.grounded import ground
from cq.world import World

Grids = npt.NDArray[np.int8]


def language(rows: Sequence[RecordedBuild]) -> Grids:
    """What the language reads, without networks. Its rules were written with some of the rows in view."""
    worlds = [World.parse(row.start) for row in rows]
    builds = LanguageBuilder().build(ground([row.instruction for row in rows], worlds))
    return np.stack([build.grid for build in builds])


def most_frequent_action(rows: Sequence[RecordedBuild]) -> Grids:
    """The action that is most frequent in the other folds' targets, wherever it is possible."""
    built = np.stack([row.start for row in rows])
    for fold in {row.fold for row in rows}:
        counts: Counter[tuple[int, ...]] = Counter()
        for row in rows:
            if row.fold != fold:
                cells = np.argwhere(row.target != row.start)
                counts.update((*cell, int(row.target[tuple(cell)])) for cell in cells.tolist())
        (*cell, colour), _ = counts.most_common(1)[0]
        for i, row in enumerate(rows):
            if row.fold == fold and bool(row.start[tuple(cell)]) != bool(colour):
                built[(i, *cell)] = colour
    return built
