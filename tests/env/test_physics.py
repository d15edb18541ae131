"""The body moves, places and breaks as in the public environment."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cq.env.command import NOTHING, Command
from cq.env.controls import Flying, Walking
from cq.env.physics import JUMP_SPEED, Physics
from cq.world import TASK_GROUND, to_dense, to_sparse

# Actions, and the positions, angles and blocks to which they lead in the public code (iglu-contest/gridworld,
# core/world.py): 120 actions each, a pose (x, y, z, yaw, pitch) after every tenth.
TRACES = json.loads((Path(__file__).parent / "public_traces.json").read_text())


@pytest.mark.parametrize("trace", TRACES, ids=range(len(TRACES)))
def test_traces_of_the_public_code_are_reproduced(trace):
    body = Physics(flying=trace["flying"])
    x, y, z, yaw, pitch = trace["place"]
    body.reset(to_dense(trace["start"], "iglu-2022", TASK_GROUND), (x, y, z), yaw, pitch)
    kind = Flying if trace["flying"] else Walking
    controls = kind(select_and_place=trace["select_and_place"], stop=False)
    poses = []
    for i, action in enumerate(trace["actions"]):
        if trace["flying"]:
            keys = ("movement", "camera", "inventory", "placement")
            action = dict(zip(keys, action, strict=True))
            action |= {key: np.float32(action[key]) for key in ("movement", "camera")}
        controls.apply(body, action)
        if i % 10 == 9:
            poses.append([*body.position, body.yaw, body.pitch])
    np.testing.assert_allclose(poses, trace["poses"], atol=1e-6)
    assert sorted(map(list, to_sparse(body.grid, "iglu-2022", TASK_GROUND))) == trace["blocks"]
    assert body.inventory == trace["inventory"]


def test_the_traces_hold_both_spaces_and_changes():
    changed = [len({*map(tuple, t["start"])} ^ {*map(tuple, t["blocks"])}) for t in TRACES]
    assert {(t["flying"], t["select_and_place"]) for t in TRACES} == {(f, s) for f in (0, 1) for s in (0, 1)}
    assert sum(changed) >= 30


def steps(body: Physics, command: Command, number: int) -> None:
    for _ in range(number):
        body.step(command)


def test_a_body_stands_and_walks_a_quarter_of_a_block_a_step():
    body = Physics()
    steps(body, NOTHING, 5)
    assert body.position == pytest.approx((0, -0.25, 0))
    steps(body, Command(back=-1), 4)
    assert body.position == pytest.approx((0, -0.25, -1))
    steps(body, Command(right=1), 2)
    assert body.position == pytest.approx((0.5, -0.25, -1))


def test_a_jump_reaches_a_block_and_ends_where_it_began():
    body = Physics()
    steps(body, NOTHING, 5)
    body.step(Command(up=1))
    heights = []
    for _ in range(30):
        body.step(NOTHING)
        heights.append(body.position[1])
    assert 1.0 < max(heights) + 0.25 < JUMP_SPEED**2 / 40
    assert heights[-1] == pytest.approx(-0.25)


def test_walls_of_blocks_and_the_border_stop_the_body():
    wall = np.zeros((9, 11, 11), dtype=np.int8)
    wall[:3, :, 2] = 1
    body = Physics()
    body.reset(wall)
    steps(body, Command(back=-1), 40)
    assert body.position[2] == pytest.approx(-2 - 0.25)  # the wall's side is at -2.5
    steps(body, Command(back=1), 80)
    assert 6.7 < body.position[2] <= 7


def test_flight_has_no_gravity_and_three_times_the_speed():
    body = Physics(flying=True)
    body.reset(np.zeros((9, 11, 11), dtype=np.int8), (0.0, 4.0, 3.0))
    steps(body, NOTHING, 20)
    assert body.position == (0.0, 4.0, 3.0)
    body.step(Command(back=-1))
    assert body.position == pytest.approx((0, 4, 3 - 15 / 20))
    body.step(Command(up=-1))
    assert body.position[1] == pytest.approx(4 - JUMP_SPEED / 20)


def test_blocks_are_placed_on_what_is_aimed_at_and_broken():
    body = Physics()
    steps(body, NOTHING, 5)
    body.step(Command(tilt=-45, colour=3))
    hit, before = body.aim()
    assert hit is not None
    assert before is not None
    assert hit[1] == -2
    cell = body.step(Command(places=True))
    assert cell == (before[1] + 1, before[0] + 5, before[2] + 5)
    assert body.grid[cell] == 3
    assert body.inventory == [20, 20, 19, 20, 20, 20]
    assert body.step(Command(breaks=True, places=True)) is None
    assert body.step(Command(breaks=True)) == cell
    assert not body.grid.any()
    assert body.inventory == [20] * 6
    # The floor cannot be broken.
    assert body.step(Command(breaks=True)) is None


def test_no_more_than_twenty_of_a_colour_in_the_world():
    grid = np.zeros((9, 11, 11), dtype=np.int8)
    grid.reshape(-1)[:20] = 1
    body = Physics()
    body.reset(grid)
    assert body.inventory == [0, 20, 20, 20, 20, 20]
    steps(body, NOTHING, 5)
    body.step(Command(tilt=-60))
    assert body.step(Command(places=True)) is None
    assert body.step(Command(colour=2, places=True)) is not None


@settings(max_examples=20, deadline=None)
@given(st.lists(st.integers(0, 17), max_size=150), st.integers(0, 100))
def test_a_resting_body_is_where_one_that_is_computed_is(actions, seed):
    rng = np.random.default_rng(seed)
    grid = np.where(rng.random((9, 11, 11)) < 0.05, rng.integers(1, 7, (9, 11, 11)), 0)
    controls = Walking(select_and_place=True, stop=False)
    bodies = [Physics(), Physics()]
    for body in bodies:
        body.reset(grid, (0.3, 9.0, -0.4), 200.0, -30.0)
    for action in actions:
        # Teleporting a body that rests to where it is makes it compute the next step.
        if bodies[1]._resting:
            bodies[1].teleport(bodies[1].position)
        for body in bodies:
            controls.apply(body, action)
        assert math.dist(bodies[0].position, bodies[1].position) < 1e-9
    assert (bodies[0].grid == bodies[1].grid).all()
