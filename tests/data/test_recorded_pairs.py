"""The fast maximal intersection against its literal definitions, on recorded builds and their targets."""

from __future__ import annotations

from conftest import every, needs_data

from cq.data import rows_with, stack_grids
from cq.metrics import maximal_intersection
from cq.metrics.reference import admissible_shifts, every_shift


@needs_data
def test_recorded_pairs_agree_in_both_modes(singleturn):
    both = rows_with(singleturn, "target", "built")
    some = both.select(range(0, len(both), every(300)))
    built, target = stack_grids(some, "built"), stack_grids(some, "target")
    free = maximal_intersection(built, target)
    bound = maximal_intersection(built, target, admissible_only=True)
    for i in range(len(some)):
        assert free[i] == every_shift(built[i], target[i])
        assert bound[i] == admissible_shifts(built[i], target[i])
