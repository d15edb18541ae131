"""Candidates of grids, for tests."""

from __future__ import annotations

import numpy as np

from cq.building import actions_between
from cq.building.decoding.candidates import Candidates
from cq.world import COLOURS


def candidates_of(start, grids, probabilities=None):
    """Candidates with these different grids; equally likely unless told."""
    grids = np.stack(grids)
    p = np.ones(len(grids)) if probabilities is None else np.array(probabilities, dtype=float)
    p /= p.sum()
    plan = np.mean([grids == i for i in range(len(COLOURS) + 1)], axis=1).astype(np.float32)
    actions = tuple(tuple(actions_between(start, grid)) for grid in grids)
    return Candidates(start, grids, actions, p, np.log(p), plan, np.ones(len(grids)))
