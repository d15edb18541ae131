"""The fast metrics against the slow oracles in zones of any size."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import examples
from grids import pairs_of_a_zone, zones
from hypothesis import given
from hypothesis import strategies as st

import cq
from cq.metrics import (
    argmax_intersection,
    changed_f1,
    grid_f1,
    maximal_intersection,
    net_action_counts,
    skills,
)
from cq.metrics.pairwise import pairwise_changed_f1
from cq.metrics.reference import admissible_shifts, every_shift, moved_into, quarter_turn
from cq.metrics.reference import changed_f1 as slow_changed_f1
from cq.metrics.reference import net_action_counts as slow_counts

small = zones(most=cq.Zone(7, 6, 4))


@examples(20)
@given(pairs_of_a_zone(small))
def test_the_intersection_equals_its_definitions_in_every_zone(pair):
    assert maximal_intersection(*pair) == every_shift(*pair)
    assert maximal_intersection(*pair, admissible_only=True) == admissible_shifts(*pair)


@examples(13)
@given(pairs_of_a_zone(small))
def test_the_best_shift_is_one(pair):
    built, target = pair
    dx, dz, turns = argmax_intersection(built, target)
    for _ in range(turns):
        target = quarter_turn(target)
    moved = moved_into(target, built.shape, -dx, -dz)
    assert ((moved == built) & (built != 0)).sum() == maximal_intersection(*pair)


@examples(13)
@given(pairs_of_a_zone(small), st.data())
def test_changes_and_net_actions_equal_their_definitions_in_every_zone(pair, data):
    built, target = pair
    start = np.where(
        np.array(data.draw(st.permutations(range(built.size)))).reshape(built.shape) % 3, 0, built
    )
    assert changed_f1(built, target, start) == pytest.approx(slow_changed_f1(built, target, start))
    matrix = pairwise_changed_f1(np.stack([built, target]), start)
    assert matrix[0, 1] == pytest.approx(changed_f1(built, target, start))
    for anywhere in (False, True):
        fast = net_action_counts(built, target, start, anywhere=anywhere)[0].tolist()
        assert fast == list(slow_counts(built, target, start, anywhere))


@examples(8)
@given(st.lists(pairs_of_a_zone(st.just(cq.Zone(5, 3, 2))), min_size=1, max_size=4))
def test_a_batch_of_a_zone_equals_its_singles(batch):
    built, target = (np.stack(side) for side in zip(*batch, strict=True))
    assert maximal_intersection(built, target).tolist() == [maximal_intersection(*pair) for pair in batch]


def test_the_largest_zone_is_scored():
    zone = cq.Zone(64, 64, 32)
    world = cq.World.parse([(zone.xs[0], 63, 0, "red"), (31, 63 + 31, 31, "blue")], zone=zone)
    other = cq.World.parse([(3, 63, 3, "red")], zone=zone)
    assert maximal_intersection(world, world) == 2
    assert maximal_intersection(other, world) == 1
    assert grid_f1(world, world) == 1.0
    assert skills(world) == {"flying", "tall"}


def test_two_zones_are_not_compared():
    one, other = cq.World.parse(), cq.World.parse(zone=cq.Zone(20, 20))
    with pytest.raises(cq.InputError, match=r"built has shape \(9, 11, 11\), target has shape \(9, 20, 20\)"):
        maximal_intersection(one, other)
    with pytest.raises(cq.InputError, match="the width of a zone is 65"):
        skills(np.zeros((1, 65, 1), int))
