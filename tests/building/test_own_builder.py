"""Builds made from grids and blocks, and a pipeline with a builder of one's own."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import cq
from cq.building import Build, replay

YELLOWS = [(5, 63, 3, "yellow"), (-4, 63, 4, "yellow"), (2, 63, 1, "blue")]


class PutsOne:
    """Whatever is said, it puts a red block in the middle, and notes the texts it was given."""

    def __init__(self):
        self.texts = []

    def build(self, instructions):
        self.texts += [one.text for one in instructions]
        return [
            Build.from_blocks([*one.world.blocks(), (0, 63, 0, "red")], one.world) for one in instructions
        ]


class Sure:
    """Finds every instruction clear: it has no say in what is asked."""

    def classify(self, instructions, cost_of_asking=None):
        return [cq.Clarity(True, 0.1, 0.5) for _ in instructions]


class NoOrder:
    """Ranks nothing."""

    def rank(self, bank, instructions, *, top_k=None):
        return [[] for _ in instructions]


@pytest.fixture
def own():
    return cq.Pipeline(None, Sure(), NoOrder(), PutsOne())


def test_a_build_from_a_grid_leads_there():
    world = cq.World.parse(YELLOWS)
    grid = np.zeros((9, 11, 11), int)
    grid[0, 5, 5] = 3
    for given in (grid, grid.tolist()):
        build = Build.from_grid(given, world, confidence=0.8)
        assert np.array_equal(replay(world.grid, build.actions), grid)
        assert (build.confidence, build.failure) == (0.8, "")
        assert build.plan.argmax(axis=0).tolist() == grid.tolist()


def test_a_build_from_blocks_is_exactly_these():
    build = Build.from_blocks([(0, 63, 0, "red")], YELLOWS)
    assert [one.kind for one in build.actions] == ["break"] * 3 + ["place"]
    assert np.count_nonzero(build.grid) == 1
    assert Build.from_blocks(YELLOWS, YELLOWS).actions == ()


def test_builds_in_another_zone_keep_its_colours():
    world = cq.World.parse(
        [(0, 63, 0, "teal")], zone={"width": 20, "depth": 14, "height": 5}, palette={"white": 1, "teal": 2}
    )
    build = Build.from_blocks([(9, 67, 0, "white")], world)
    assert build.grid.shape == (5, 20, 14)
    assert str(build.actions[-1]) == "place white at x 9, z 0, level 5"
    with pytest.raises(cq.InputError, match="'red'"):
        Build.from_blocks([(0, 63, 0, "red")], world)


@pytest.mark.parametrize(
    ("grid", "said"),
    [
        (np.zeros((11, 9, 11), int), "shape"),
        (np.full((9, 11, 11), 9), "colour id 9"),
        ([[1], [1, 2]], "ragged"),
    ],
)
def test_a_grid_that_is_none_is_refused(grid, said):
    with pytest.raises(cq.InputError, match=said):
        Build.from_grid(grid)


@pytest.mark.parametrize("confidence", [-0.1, 1.1, True, "high", float("nan")])
def test_confidence_is_a_share(confidence):
    with pytest.raises(cq.InputError, match="confidence"):
        Build.from_blocks([], None, confidence)


@pytest.mark.parametrize(
    "blocks", ["red", 3, [(0, 63, 0)], [(0, 63, 0, "red"), (0, 63, 0, "blue")], [(9, 63, 0, "red")]]
)
def test_blocks_that_are_none_are_refused(blocks):
    with pytest.raises(cq.InputError):
        Build.from_blocks(blocks)


def test_what_is_open_is_asked_whoever_builds(own):
    talk = cq.Dialogue(YELLOWS, pipeline=own)
    turn = talk.say("Break the yellow one")
    assert turn.action == "ask"
    assert len(turn.question.options) == 2
    assert talk.answer(1).action == "build"
    assert own.ask("Build a tower").question.type == "where"
    assert own.ask("What time is it?").action == "refuse"


@pytest.mark.parametrize(
    "text",
    [
        "make something nice",
        "Build a T whose stem faces the other way around",
        "Do not build anything next to the zorb",
    ],
)
def test_words_that_no_rule_reads_are_the_builders(own, text):
    """It is not asked for other words: the builder is given those that were said."""
    turn = own.ask(text, YELLOWS)
    assert turn.action == "build"
    assert own.builder.texts == [text]


def test_what_is_read_beside_them_may_leave_something_open(own):
    turn = own.ask("Remove the glimmering block", YELLOWS)
    assert (turn.action, turn.question.type) == ("ask", "which")


def test_nothing_is_asked_for_ever(own):
    for text in ("Build a red thing that looks like a zorb", "Break the yellow one that glimmers"):
        talk = cq.Dialogue(YELLOWS, pipeline=own)
        turn = talk.say(text)
        for _ in range(3):
            if turn.action != "ask":
                break
            turn = talk.answer("as my aunt would like it")
        assert turn.action in ("build", "refuse")


def test_a_failure_of_the_builder_is_a_refusal():
    class Fails:
        def build(self, instructions):
            nothing = [Build.from_grid(one.world.grid, one.world, 0.0) for one in instructions]
            return [replace(one, failure="the model is out") for one in nothing]

    own = cq.Pipeline(None, Sure(), NoOrder(), Fails())
    turn = own.ask("Put a red block in the middle")
    assert (turn.action, turn.build, turn.reasons) == ("refuse", None, ("the model is out",))
