"""What the builder's pose tells of each cell."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from cq.building.example import BuildingExample, encode_examples
from cq.building.model.gaze import gaze_feature_names, gaze_features
from cq.building.token_embedder import TokenEmbedder
from cq.encoder.backbone import Backbone
from cq.world import SHAPE, Pose, rotate

EMPTY = np.zeros(SHAPE, dtype=np.int8)
NAMES = gaze_feature_names()


def feature(name, grid, pose):
    return gaze_features(grid, pose)[..., NAMES.index(name)]


def test_a_direction_alone_tells_nothing():
    assert not gaze_features(EMPTY, None).any()
    assert not gaze_features(EMPTY, Pose.towards("west")).any()


def test_the_cell_in_front_of_what_is_looked_at_is_the_nearest():
    pose = Pose((-3.0, 63.0, 0.0), pitch=-0.2, yaw=-np.pi / 2)  # to the east, a little down
    aside = feature("distance from what is looked at", EMPTY, pose)
    assert np.unravel_index(aside.argmin(), SHAPE) == (0, 10, 5)
    walled = EMPTY.copy()
    walled[:, 6, 5] = 3
    aside = feature("distance from what is looked at", walled, pose)
    assert np.unravel_index(aside.argmin(), SHAPE) == (0, 5, 5)
    up = Pose((-3.0, 63.0, 0.0), pitch=0.5, yaw=0.0)
    assert feature("looks at nothing", EMPTY, up).all()


@given(st.floats(-5, 5), st.floats(-5, 5), st.floats(-1.5, 1.5), st.floats(-7, 7), st.integers(0, 3))
def test_features_turn_with_the_world(x, z, pitch, yaw, turns):
    """A quarter turn of the builder about the middle turns its features."""
    grid = EMPTY.copy()
    grid[0, 2, 3] = 1
    before = gaze_features(grid, Pose((x + 0.01, 63.0, z), pitch, yaw))
    turned_x, turned_z = x + 0.01, z
    for _ in range(turns):
        turned_x, turned_z = -turned_z, turned_x
    pose = Pose((turned_x, 63.0, turned_z), pitch, yaw - turns * np.pi / 2)
    after = gaze_features(rotate(grid, turns), pose)
    for i, name in enumerate(NAMES):
        if "looked at" not in name and "nothing" not in name:  # Rounding may move a look over an edge.
            np.testing.assert_allclose(after[..., i], rotate(before[..., i], turns), atol=1e-3, err_msg=name)


def test_an_example_has_it_in_its_frame():
    pose = Pose((2.0, 63.0, 1.0), -0.6, 1.0)
    example = BuildingExample("to your left", EMPTY, facing=pose.facing, pose=pose)
    frame = example.frame().mirror()
    (encoded,) = encode_examples([example], [frame], TokenEmbedder(Backbone.load()))
    angle = NAMES.index("angle to the look")
    np.testing.assert_array_equal(
        encoded.gaze[..., angle], frame.turned(feature("angle to the look", EMPTY, pose))
    )
