"""Data frames in, data frames out: index and other columns stay."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest

import cq

TEXTS = ["Build a wall", "Remove the two blue blocks", "What time is it?"]


@pytest.fixture
def frame(towers) -> pd.DataFrame:
    """Instructions in three forms of one world, or in the empty world, with an odd index."""
    text = towers.read_text()
    columns = {"id": [3, 1, 2], "instruction": TEXTS, "world": [None, str(towers), json.loads(text)]}
    return pd.DataFrame(columns, index=["c", "a", "c"])


@pytest.mark.parametrize(
    ("function", "added"),
    [
        (cq.classify, ["is_clear", "p_unclear", "reasons"]),
        (lambda frame: cq.rank(["Where?", "Why?"], frame), ["qids", "questions", "question_scores"]),
        (cq.build, ["built", "actions", "confidence"]),
        (cq.ask, ["action", "asked", "options", "reply", "reasons", "p_unclear", "built", "confidence"]),
    ],
)
def test_results_are_columns_beside_the_given_ones(frame, function, added):
    before = frame.copy()
    answered = function(frame)
    assert list(answered) == [*before, *added]
    assert answered.index.equals(before.index)
    pd.testing.assert_frame_equal(answered[list(before)], before)
    pd.testing.assert_frame_equal(frame, before)


def test_the_columns_hold_what_a_list_gives(frame, towers):
    turns = cq.ask(TEXTS, [None, towers, towers])
    answered = cq.ask(frame)
    assert answered["action"].tolist() == [turn.action for turn in turns] == ["ask", "build", "refuse"]
    assert answered["asked"].iloc[0] == turns[0].question.text
    assert answered["options"].iloc[0] == [option.text for option in turns[0].question.options]
    assert np.array_equal(answered["built"].iloc[1], turns[1].build.grid)
    assert answered["reasons"].iloc[2] == list(turns[2].reasons)
    assert cq.World.parse(answered["built"].iloc[1]).grid.any()


def test_one_world_may_hold_for_all_rows(frame, towers):
    alone = frame[["instruction"]]
    assert cq.build(alone, towers)["actions"].iloc[1] == [str(a) for a in cq.build(TEXTS[1], towers).actions]
    assert len(cq.classify(alone.iloc[:0])) == 0


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda frame: frame.assign(reasons=1), "has a column 'reasons' already"),
        (lambda frame: frame.drop(columns="instruction"), "it needs instruction or InputInstruction"),
        (lambda frame: frame.assign(instruction=[*TEXTS[:2], None]), "item 2"),
        (lambda frame: frame.assign(world="nowhere.json"), "nowhere.json"),
    ],
)
def test_frames_that_do_not_fit_are_refused(frame, change, message):
    with pytest.raises(cq.InputError, match=message):
        cq.classify(change(frame))


def test_a_world_is_not_given_twice(frame, towers):
    with pytest.raises(cq.InputError, match="world= is given too"):
        cq.classify(frame, towers)
