"""The unclear rows that are played, and their numbers.

A row's number is its place, from 0, among the unclear rows of the data set whose target differs from the
start. `../shared/tools/play_person.py` numbers them in the same way, and draws the same rows by a seed.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from cq.building.training.recorded_builds import RecordedBuild
from cq.errors import InputError


def unclear_rows(rows: Sequence[RecordedBuild]) -> list[RecordedBuild]:
    """The unclear rows that change something, by their numbers."""
    return [row for row in rows if not row.clear and not np.array_equal(row.start, row.target)]


def drawn(
    unclear: Sequence[RecordedBuild],
    fold: int | None = None,
    among: Collection[int] | None = None,
    count: int = 0,
    seed: int = 0,
) -> list[int]:
    """The numbers of the rows to play, in the order in which `seed` draws them: those of a fold (None: of
    all), `among` some numbers, and the first `count` of these (0: all).

    Raises `InputError` if none is left.
    """
    order = np.random.default_rng(seed).permutation(len(unclear)).tolist()
    kept = [i for i in order if fold in (None, unclear[i].fold) and (among is None or i in among)]
    if not kept:
        folds = sorted({row.fold for row in unclear})
        raise InputError(f"no unclear row to play is in fold {fold}; the folds are {folds}")
    return kept[: count or None]
