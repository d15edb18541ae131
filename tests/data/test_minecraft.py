"""The Minecraft dialogues: games written here in the corpus's layout, and the recorded ones."""

from __future__ import annotations

import itertools
import json
import logging
import math

import numpy as np
import pytest
from conftest import DATA, every
from minecraft_set import (
    ASKED,
    BLUE,
    GAME,
    MORE,
    RED,
    STATES,
    log,
    state,
    write_minecraft,
    zipped,
)

from cq.building.actions import Action, replay
from cq.data import load_minecraft, minecraft_report, segment_features, stack_grids, unpack
from cq.errors import InputError, MissingFileError
from cq.world import Pose, World

ZIP = DATA / "minecraft_dialogues.zip"
needs_corpus = pytest.mark.skipif(not ZIP.is_file(), reason=f"no Minecraft dialogues at {ZIP}")


@pytest.fixture(scope="module")
def corpus():
    if not ZIP.is_file():
        pytest.skip(f"no Minecraft dialogues at {ZIP}")
    return load_minecraft(ZIP)


def test_a_game_is_cut_where_somebody_speaks(tmp_path):
    rows = load_minecraft(write_minecraft(tmp_path / "set", {GAME: STATES}))
    assert rows.features == segment_features()
    first, second = rows
    assert (first["game"], first["goal"], first["split"], first["number"]) == (GAME, "C8", "train", 0)
    assert first["instruction"] == "In the middle."
    assert first["dialogue"] == [
        {"speaker": "architect", "text": "Put a red block down."},
        {"speaker": "builder", "text": "Where?"},
    ]
    assert first["said_since"] == []
    assert not np.any(first["start"])
    assert World.parse(np.array(first["target"], np.int8)).blocks() == [(0, 63, 0, 3)]
    assert first["actions"] == [{"kind": "place", "cell": [0, 5, 5], "colour": 3}]
    assert first["recent"] == []

    assert second["instruction"] == "A blue one beside it."
    assert [turn["text"] for turn in second["dialogue"]][-1] == "Done, next?"
    assert len(second["dialogue"]) == 4
    assert second["said_since"] == [{"speaker": "builder", "text": "ok"}]
    assert [(one["kind"], one["colour"]) for one in second["actions"]] == [
        ("place", 2),
        ("break", 0),
        ("place", 1),
    ]
    assert second["recent"] == first["actions"]
    assert second["start"] == first["target"]


def test_the_pose_is_that_before_the_first_action(tmp_path):
    first, second = load_minecraft(write_minecraft(tmp_path / "set", {GAME: STATES}))
    assert first["position"] == [0.0, 63.0, 0.0]
    assert Pose(tuple(first["position"]), *first["look"]).facing == "south"
    assert second["position"] == [4.0, 64.0, 0.0]
    assert Pose(tuple(second["position"]), *second["look"]).facing == "north"


@pytest.mark.parametrize(
    ("yaw", "facing"), [(0, "south"), (90, "west"), (180, "north"), (-90, "east"), (270, "east")]
)
def test_yaw_is_counted_clockwise_from_south(tmp_path, yaw, facing):
    states = [state(ASKED, yaw=yaw, pitch=60.0), state(ASKED, [RED])]
    (row,) = load_minecraft(write_minecraft(tmp_path / "set", {GAME: states}))
    assert Pose(tuple(row["position"]), *row["look"]).facing == facing
    assert row["look"][0] == pytest.approx(-math.pi / 3)


def test_blocks_that_come_with_an_utterance_came_before_it(tmp_path):
    states = [state(ASKED), state(MORE, [RED]), state(MORE, [RED, BLUE])]
    first, second = load_minecraft(write_minecraft(tmp_path / "set", {GAME: states}))
    assert first["instruction"] == "In the middle."
    assert second["instruction"] == "A blue one beside it."


def test_only_the_last_five_actions_are_recent(tmp_path):
    blocks = [(x, 1, 0, "red") for x in range(-5, 2)]
    states = [state(ASKED)] + [state(ASKED, blocks[: n + 1]) for n in range(7)]
    states += [state(MORE, blocks), state(MORE, [*blocks, (2, 1, 0, "red")])]
    _, second = load_minecraft(write_minecraft(tmp_path / "set", {GAME: states}))
    assert [one["cell"] for one in second["recent"]] == [[0, x, 5] for x in range(2, 7)]


def test_what_is_left_out_is_counted(tmp_path):
    outside = (0, 1, -6, "red")
    states = [
        state([]),
        state(["<Builder> hi"]),
        state(["<Builder> hi"], [BLUE]),  # before any instruction
        state(["<Builder> hi", *ASKED, "<Architect> ^ ^", "<Architect> "], [BLUE]),
        state(["<Builder> hi", *ASKED, "<Architect> ^ ^", "<Architect> "], at=None),  # no builder
        state(["<Builder> hi", *ASKED, "<Architect> ^ ^", "<Architect> "], [BLUE, outside]),
        state(["<Builder> hi", *ASKED, "<Architect> ^ ^", "<Architect> ", "<Builder> oops"], [BLUE]),
        state(["<Builder> hi", *ASKED, "<Architect> ^ ^", "<Architect> ", "<Builder> oops"], [BLUE, RED]),
        state(["<Builder> hi", *ASKED, "<Architect> ^ ^", "<Architect> ", "<Builder> oops"], [BLUE]),
    ]
    folder = write_minecraft(tmp_path / "set", {GAME: states})
    (row,) = load_minecraft(folder)
    assert row["number"] == 2
    assert row["instruction"] == "In the middle."  # the last with a word
    assert [turn["text"] for turn in row["said_since"]] == ["^ ^", "oops"]
    assert row["start"] == row["target"]
    report = minecraft_report(folder)
    assert report.segments_outside_zone == 1
    assert report.segments_without_instruction == 1
    assert report.segments_without_net_change == 1
    assert report.states_without_position == 1
    assert report.utterances_left_out == 1
    assert report.segments == {"train": 1}


def test_splits_are_by_goal(tmp_path):
    games = {GAME.replace("C8", goal): STATES for goal in ("C8", "C9", "C10", "C11")}
    rows = load_minecraft(write_minecraft(tmp_path / "set", games))
    found = dict(zip(rows["goal"], rows["split"], strict=True))
    assert found == {"C8": "train", "C9": "validation", "C10": "test", "C11": None}


def test_a_zip_and_a_folder_that_holds_it_give_the_same(tmp_path):
    folder = write_minecraft(tmp_path / "minecraft_dialogues", {GAME: STATES})
    rows = load_minecraft(folder).to_list()
    assert load_minecraft(zipped(folder)).to_list() == rows
    assert load_minecraft(tmp_path).to_list() == rows


def test_the_set_is_found_in_the_configured_folder(tmp_path, monkeypatch):
    zipped(write_minecraft(tmp_path / "minecraft_dialogues", {GAME: STATES}))
    monkeypatch.setenv("CQ_DATA", str(tmp_path))
    assert len(load_minecraft()) == 2
    monkeypatch.setenv("CQ_DATA", str(tmp_path / "elsewhere"))
    with pytest.raises(MissingFileError, match=r"no minecraft_dialogues.zip in .*elsewhere.*set CQ_DATA"):
        load_minecraft()


def broken(key, value):
    """The game's states, with one field of the fourth replaced."""
    states = json.loads(json.dumps(STATES))
    states[3][key] = value
    return states


DAMAGED = {
    "not JSON": ("{", "line 1"),
    "no states": ("{}", "WorldStates is 'None'; it must be a list"),
    "a state that is none": (log([STATES[0], 3]), "world state 1: ChatHistory is 'None'"),
    "no blocks": (broken("BlocksInGrid", None), "world state 3: BlocksInGrid is 'None'; it must be a list"),
    "an unknown colour": (
        [state(ASKED), state(ASKED, [(0, 1, 0, "pink")])],
        "world state 1: block type 'cwc_minecraft_pink_rn' is none of the six colours",
    ),
    "two blocks in a cell": ([state(ASKED, [RED, RED])], "world state 0: two blocks at X 0, Y 1, Z 0"),
    "half a cell": ([state(ASKED, [(0.5, 1, 0, "red")])], "X is 0.5; it must be a whole number"),
    "no speaker": (broken("ChatHistory", [*STATES[3]["ChatHistory"], "hello"]), "'hello' has no speaker"),
    "a chat that shrinks": (broken("ChatHistory", []), "does not continue the one before"),
    "no angle": (broken("BuilderPosition", {"X": 0, "Y": 1, "Z": 0}), "Yaw is None; it must be a finite"),
    "no number": ([state(ASKED, at=(math.nan, 1.0, 0.0))], "X is nan; it must be a finite number"),
}


@pytest.mark.parametrize("case", DAMAGED)
def test_a_damaged_game_is_left_out_with_the_reason(tmp_path, caplog, case):
    states, reason = DAMAGED[case]
    bad = GAME.replace("B1", "B2")
    folder = write_minecraft(tmp_path / "set", {GAME: STATES, bad: states})
    with caplog.at_level(logging.WARNING, "cq.data"):
        assert set(load_minecraft(folder)["game"]) == {GAME}
    assert reason in minecraft_report(folder).dropped_games[bad]
    assert bad in caplog.text


def test_a_game_of_another_name_is_left_out(tmp_path):
    folder = write_minecraft(tmp_path / "set", {GAME: STATES, "warm-up": STATES})
    assert "not named like" in minecraft_report(folder).dropped_games["warm-up"]


@pytest.mark.parametrize(
    ("splits", "reason"),
    [
        (None, "no splits.json in the data set"),
        ("{", "splits.json cannot be read"),
        ("[]", "splits.json is not an object"),
        ({"train": "C8"}, "'train' is not a list of goals"),
        ({"dev": ["C8"]}, "'dev' is not a list of goals for one of train, val"),
        ({"train": [{"C8": 1}]}, "the goal {'C8': 1} of 'train' is not a name"),
        ({"train": ["C8"], "test": ["C8"]}, "goal 'C8' is in two splits"),
    ],
)
def test_without_readable_splits_the_set_is_refused(tmp_path, splits, reason):
    with pytest.raises(InputError, match=reason):
        load_minecraft(write_minecraft(tmp_path / "set", {GAME: STATES}, splits))


def test_a_split_can_be_asked_for(tmp_path):
    other = GAME.replace("C8", "C9")
    folder = write_minecraft(tmp_path / "set", {GAME: STATES, other: STATES})
    assert set(load_minecraft(folder, split="validation")["game"]) == {other}
    assert len(load_minecraft(folder)) == 2 * len(load_minecraft(folder, split="train"))
    with pytest.raises(InputError, match="no segment of the split 'test'; they have train, validation"):
        load_minecraft(folder, split="test")
    with pytest.raises(InputError, match="split is 'val'; it is one of train, validation, test, or None"):
        load_minecraft(folder, split="val")


def test_a_path_that_is_none_is_refused():
    with pytest.raises(InputError, match="path of the data is int 5; give a folder or zip"):
        load_minecraft(5)


def test_a_set_without_a_readable_game_is_refused(tmp_path):
    with pytest.raises(InputError, match="no game in the data set"):
        load_minecraft(write_minecraft(tmp_path / "empty", {}))
    with pytest.raises(InputError, match=rf"no game can be read: {GAME}"):
        load_minecraft(write_minecraft(tmp_path / "damaged", {GAME: "{"}))


def test_a_truncated_or_missing_zip_is_refused(tmp_path):
    path = zipped(write_minecraft(tmp_path / "set", {GAME: STATES}))
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(InputError, match="is truncated or damaged"):
        load_minecraft(path)
    with pytest.raises(InputError, match="is truncated or damaged"):
        unpack(path, tmp_path / "unpacked")
    with pytest.raises(MissingFileError, match="no data at"):
        load_minecraft(tmp_path / "none.zip")


def test_a_damaged_member_of_a_zip_is_left_out(tmp_path):
    bad = GAME.replace("B1", "B2")
    path = zipped(write_minecraft(tmp_path / "set", {GAME: STATES, bad: STATES}))
    content = bytearray(path.read_bytes())
    place = content.rindex(bad.encode(), 0, content.index(b"PK\x01\x02")) + 100
    content[place : place + 40] = bytes(40)
    path.write_bytes(content)
    assert list(minecraft_report(path).dropped_games) == [bad]


@needs_corpus
def test_the_corpus_has_the_published_number_of_segments(corpus):
    """3,709 in train and 1,331 in validation (Jayannavar et al. 2020), of which 9 have no instruction."""
    report = minecraft_report(ZIP)
    assert report.segments == {"train": 3704, "validation": 1327, "": 66}
    assert report.segments_without_instruction == 3709 + 1331 - 3704 - 1327
    assert report.games_kept == report.games_read == 410


@needs_corpus
def test_actions_lead_from_start_to_target(corpus):
    some = corpus.select(range(0, len(corpus), every(10)))
    starts, targets = stack_grids(some, "start"), stack_grids(some, "target")
    for start, target, actions in zip(starts, targets, some["actions"], strict=True):
        steps = [Action(one["kind"], tuple(one["cell"]), one["colour"]) for one in actions]
        assert np.array_equal(replay(start, steps), target)


@needs_corpus
def test_builders_look_at_what_they_place(corpus):
    """The pose's convention, on the recordings: the first block is in front of the builder, not beside it."""
    in_front, some = [], corpus.select(range(0, len(corpus), every(10)))
    for position, look, actions in zip(some["position"], some["look"], some["actions"], strict=True):
        y, x, z = actions[0]["cell"]
        to = np.array([x - 5, y + 63, z - 5]) + 0.5 - position - np.array([0, 1.6, 0])
        in_front.append(to @ Pose(tuple(position), *look).direction / np.linalg.norm(to))
    assert np.median(in_front) > 0.8


@needs_corpus
def test_segments_of_a_game_continue_each_other(corpus):
    columns = ["game", "number", "dialogue", "instruction"]
    rows = corpus.select_columns(columns).select(range(len(corpus) // every(5))).to_list()
    for before, after in itertools.pairwise(rows):
        if before["game"] == after["game"]:
            assert before["number"] < after["number"]
            said = [turn["text"] for turn in before["dialogue"]]
            assert [turn["text"] for turn in after["dialogue"]][: len(said)] == said
