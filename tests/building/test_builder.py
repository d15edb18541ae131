"""The bundled builder: the parts of its result agree, and rewards add up to the score."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import examples
from grids import filled, near_grids
from hypothesis import given
from hypothesis import strategies as st

import cq
from cq.building import LanguageBuilder, actions_between, replay
from cq.errors import InputError, MissingFileError
from cq.metrics import grid_f1, maximal_intersection, reward
from cq.modeling.artifacts import WEIGHTS
from cq.modeling.manifest import update_part
from cq.pipeline import Pipeline
from cq.reading.grounded import ground
from cq.world import World

INSTRUCTIONS = st.sampled_from(
    (
        "Place three green blocks on top of the highest block",
        "destroy the two northernmost blue blocks, then build a red tower in the middle",
        "Facing west, put a blue block to the left of each green block",
        "Fill the gap",
    )
)


@examples(4)
@given(near_grids, INSTRUCTIONS)
def test_grid_actions_and_plan_of_a_build_agree(start, instruction):
    built = cq.build(instruction, start)
    np.testing.assert_array_equal(replay(start, built.actions), built.grid)
    assert built.plan.shape == (7, 9, 11, 11)
    assert built.plan.dtype == np.float32
    assert built.plan.min() >= 0
    np.testing.assert_allclose(built.plan.sum(axis=0), 1, atol=1e-4)
    assert 0 <= built.confidence <= 1
    with pytest.raises(ValueError, match="read-only"):
        built.grid[0, 0, 0] = 1


@examples(4)
@given(near_grids, near_grids, INSTRUCTIONS, st.booleans(), st.sampled_from(("ours", "language", "oracle")))
def test_rewards_along_the_way_add_up_to_the_score(start, target, instruction, admissible, builder):
    """One action changes one block, so the intersection changes by at most one, and a reward of scale 1 is
    exactly that change.
    """
    if builder == "oracle":
        actions = actions_between(start, target)
    elif builder == "language":
        actions = LanguageBuilder().build(ground([instruction], [World.parse(start)]))[0].actions
    else:
        actions = cq.build(instruction, start).actions
    hits, grid = maximal_intersection(start, target, admissible_only=admissible), start
    for action in actions:
        after = replay(grid, [action])
        hits += reward(grid, after, target, right_scale=1, wrong_scale=0, admissible_only=admissible)
        grid = after
    assert hits == maximal_intersection(grid, target, admissible_only=admissible)
    sizes = np.count_nonzero(grid) + np.count_nonzero(target)
    f1 = grid_f1(grid, target, admissible_only=admissible)
    assert f1 == pytest.approx(2 * hits / sizes if sizes else 1.0)


def test_a_batch_builds_the_same_as_single_calls():
    worlds = [filled({(0, 5, 5): 1}), filled({(0, 2, 2): 3, (1, 2, 2): 3}), filled({})]
    texts = ["put a red block on the blue one", "remove the top red block", "build a green tower of 4 blocks"]
    together = cq.build(texts, worlds)
    for text, world, one in zip(texts, worlds, together, strict=True):
        alone = cq.build(text, world)
        assert alone.actions == one.actions
        assert alone.confidence == pytest.approx(one.confidence, abs=1e-4)


def test_plain_instructions_are_followed():
    start = filled({(0, 5, 5): 1, (0, 8, 5): 3})
    (placed,) = cq.build("Place a yellow block on top of the red block", start).actions
    assert str(placed) == "place yellow at x 3, z 0, level 2"
    (gone,) = cq.build("Remove the blue block", start).actions
    assert (gone.kind, gone.cell) == ("break", (0, 5, 5))


def test_a_saved_builder_gives_equal_builds(bundled, tmp_path):
    bundled.save_pretrained(tmp_path)
    again = Pipeline.from_pretrained(tmp_path)
    start = World.parse(filled({(0, 5, 5): 1}))
    one, other = (each.build(["put two red blocks east of it"], [start])[0] for each in (bundled, again))
    assert one.actions == other.actions
    np.testing.assert_array_equal(one.plan, other.plan)
    assert one.confidence == other.confidence


def test_damaged_weights_are_named(bundled, tmp_path):
    bundled.save_pretrained(tmp_path)
    config = tmp_path / "building" / "config.json"
    config.write_text(config.read_text().replace('"tops its column"', '"something else"'))
    with pytest.raises(InputError, match="does not match its digest"):
        Pipeline.from_pretrained(tmp_path)
    update_part(tmp_path, "building")
    with pytest.raises(InputError, match="trained on other features"):
        Pipeline.from_pretrained(tmp_path)
    config.unlink()
    with pytest.raises(MissingFileError, match="no trained weights"):
        Pipeline.from_pretrained(tmp_path)
    assert (WEIGHTS / "building").is_dir()
