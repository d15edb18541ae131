"""The learned stage that takes primitive actions: what it sees, learns and plays."""

from __future__ import annotations

import math

import numpy as np
import pytest

from cq.building.example import BuildingExample
from cq.env.physics import Physics
from cq.modeling.trainer import TrainingConfig
from cq.world import SHAPE
from eval.environment.action_stage.aggregation import play_firsts, recovered_on_the_way, walk_of
from eval.environment.action_stage.distributions import Distributions, certain, impassable, visited
from eval.environment.action_stage.implicit import implicit_probabilities
from eval.environment.action_stage.network import (
    ActionNetwork,
    action_example,
    roll_out,
    train_actions,
)
from eval.environment.action_stage.trajectories import apply, body_in, followed
from eval.environment.action_stage.view import (
    AROUND,
    FIRST_COLOUR,
    NUM_ACTIONS,
    STATE_WIDTH,
    STOP,
    VIEW_WIDTH,
    view,
)
from eval.environment.action_stage.visits import ColumnNetwork, distributions, of_oracle, train_columns

NOTHING = np.zeros(SHAPE, dtype=np.int8)
POST = NOTHING.copy()
POST[:2, 7, 3] = 2
OTHER = NOTHING.copy()
OTHER[0, 2, 8] = 4


def known(target: np.ndarray) -> Distributions:
    """Certain contents, without anything known of the columns."""
    return Distributions(certain(target), *(np.zeros((15, 15), np.float32) for _ in range(2)))


def walk_to(target: np.ndarray, start: np.ndarray = NOTHING):
    walk = walk_of(BuildingExample("Build it.", start, target))
    assert walk is not None
    return walk


@pytest.mark.parametrize(("start", "target"), [(NOTHING, OTHER), (POST, NOTHING), (POST, OTHER)])
def test_each_action_of_the_oracle_is_possible_and_in_view(start, target):
    walk, wanted = walk_to(target, start), known(target)
    for body, action in zip(followed(walk.body, walk.actions), walk.actions, strict=True):
        features, possible = view(body, wanted)
        assert features.shape == (VIEW_WIDTH,)
        assert possible.shape == (NUM_ACTIONS,)
        assert possible[action]
        if FIRST_COLOUR <= action < FIRST_COLOUR + 6:
            # The colours that are wanted in the cell ahead.
            assert features[-STATE_WIDTH : 6 - STATE_WIDTH].tolist() == [
                float(action - FIRST_COLOUR == c) for c in range(6)
            ]


@pytest.mark.parametrize("yaw", [0, 90, 180, 270])
def test_the_map_turns_with_the_look(yaw):
    """The block to place stands three blocks ahead, whatever the direction."""
    body = Physics()
    body.reset(NOTHING, yaw=yaw)
    target = NOTHING.copy()
    x, z = round(3 * math.sin(math.radians(yaw))), round(-3 * math.cos(math.radians(yaw)))
    target[0, x + 5, z + 5] = 1
    side = 2 * AROUND + 1
    places = view(body, known(target))[0][2 * side**2 : 3 * side**2].reshape(side, side)
    assert np.argwhere(places).tolist() == [[AROUND, AROUND + 3]]


def test_what_is_left_to_place_and_to_break():
    wanted = known(POST)
    assert wanted.places(NOTHING).sum() == 2
    assert wanted.places(POST).sum() == wanted.breaks(POST).sum() == 0
    assert wanted.breaks(OTHER)[0, 2, 8] == 1
    recoloured = np.where(POST, 5, 0)
    assert wanted.breaks(recoloured).sum() == 2
    assert wanted.places(recoloured).sum() == 0


def test_columns_that_are_visited_and_closed():
    walk = walk_to(POST)
    assert walk.visits[7, 7] == 1, "episodes begin in the middle"
    assert walk.visits[9, 5] == 0, "nobody walks through the post"
    assert np.argwhere(walk.no_pass).tolist() == [[9, 5]]
    floating = NOTHING.copy()
    floating[2, 0, 0] = 1
    assert impassable([floating]).sum() == 0
    assert visited([body_in(NOTHING)]).sum() == 1


def test_a_network_that_imitates_a_walk_takes_it():
    walk = walk_to(OTHER)
    columns = train_columns([of_oracle(walk)] * 8)
    x, _, z = walk.body.position
    (wanted,) = distributions(columns, [certain(OTHER)], [NOTHING], [(x, z)])
    config = TrainingConfig(epochs=150, batch_size=1, learning_rate=2e-3, weight_decay=0.0)
    network = train_actions([action_example(walk.body, wanted, walk.actions)], config)
    (rollout,) = roll_out(network, [walk.body], [wanted], 100, temperature=0)
    assert rollout.actions == walk.actions
    first, second = (roll_out(network, [walk.body], [wanted], 30, 1.0, seed) for seed in (3, 3))
    assert first[0].actions == second[0].actions, "the same seed draws the same actions"
    assert np.array_equal(rollout.body.grid, OTHER)
    assert not walk.body.grid.any(), "the body that was given is left alone"


def test_recovery_examples_learn_what_the_oracle_does_after_the_networks_actions():
    walk = walk_to(POST)
    network, columns = ActionNetwork().eval(), ColumnNetwork().eval()

    def wanted(walks):
        return distributions(
            columns, [certain(w.target) for w in walks], [w.body.grid for w in walks], [(0, 0)]
        )

    second = BuildingExample("Another.", POST, np.where(OTHER, OTHER, POST))
    (recovery,) = play_firsts(network, [walk], [second], wanted)
    grid = recovery.rollout.body.grid
    assert np.array_equal(recovery.own_changes, np.where(OTHER, OTHER, grid))
    assert recovery.is_implicit == (not np.array_equal(np.where(OTHER, 0, grid), np.where(OTHER, 0, POST)))
    (example,) = recovered_on_the_way([walk], [recovery.rollout], wanted, np.random.default_rng(0))
    first = int(example.learned.argmax())
    assert not example.learned[:first].any()
    body = walk.body.copy()
    for action in example.actions:
        apply(body, int(action))
    assert np.array_equal(body.grid, POST)
    assert example.actions[-1] == STOP


def test_the_discriminator_is_fitted_to_other_groups():
    rng = np.random.default_rng(0)
    implicit = np.arange(40) % 2 == 0
    features = rng.normal(size=(40, 3)) + 3 * implicit[:, None]
    probabilities = implicit_probabilities(features, implicit, np.arange(40) // 2)
    assert ((probabilities > 0.5) == implicit).mean() > 0.9
    assert not implicit_probabilities(features, np.zeros(40, bool), np.arange(40)).any()
