"""Recorded games: files in the formats of CerealBar and CB2, and the check of their scores."""

from __future__ import annotations

import json

import pytest

from cq.data import to_hub_parquet
from cq.env.cerealbar import load_cb2, load_recordings, recording_features
from cq.env.cerealbar.cb2_events import replay_events
from cq.errors import InputError, MissingFileError


def movement(character, action, number=0, card=None):
    return {
        "type": "movement",
        "time": "2019-01-01 00:00:00.000000",
        "game_time": 1.0,
        "turn_id": 0,
        "character": character,
        "action": action,
        "move_id": number,
        "card_result": card,
        "set_result": None,
    }


def instruction(number, words, *, completed):
    return {
        "type": "instruction",
        "time": "2019-01-01 00:00:00.000000",
        "game_time": 2.5,
        "turn_id": 0,
        "instruction": words,
        "instruction_id": number,
        "completed": completed,
        "aligned_actions": [],
    }


def public_game(score=1):
    return {
        "a" * 32: {
            "game_id": "a" * 32,
            "seed": 7,
            "num_cards": 21,
            "leader_id": 3,
            "split": "train",
            "score": score,
            "actions": [
                movement("Human", "initial", -1),
                movement("Agent", "initial", -1),
                {"type": "begin_turn", "character": "Human"},
                movement("Human", "MF", 0, "ACTIVATED 1 card_pink Torus"),
                instruction(0, "get the 2 red stars", completed=True),
                instruction(1, "and the 3 blue cubes", completed=True),
                instruction(2, "come here", completed=False),
                {"type": "end_turn", "character": "Human", "end_method": "Ran Out of Moves"},
                movement("Agent", "RR", 1),
                movement("Agent", "MF", 2, "ACTIVATED 2 card_red Star"),
                {"type": "finish command", "instruction_id": 0},
                movement("Agent", "MB", 3, "DEACTIVATED 2 card_red Star"),
                movement("Agent", "MF", 4, "ACTIVATED 2 card_red Star"),
                movement("Agent", "RL", 5),
                movement("Agent", "MF", 6, "ACTIVATED 3 card_blue Cube"),
                {"type": "finish command", "instruction_id": 1},
            ],
        }
    }


def test_public_games_are_rows_of_instructions(tmp_path):
    path = tmp_path / "train.json"
    path.write_text(json.dumps(public_game()))
    rows = load_recordings(path)
    assert rows.features == recording_features()
    assert rows["instruction"] == ["get the 2 red stars", "and the 3 blue cubes", "come here"]
    assert rows["actions"] == [
        ["right", "forward", "done"],
        ["back", "forward", "left", "forward", "done"],
        [],
    ]
    assert rows["completed"] == [True, True, False]
    assert rows[0]["split"] == "train"
    assert rows[0]["replayed_score"] == rows[0]["score"] == 1
    assert all(rows["agrees"])


def test_a_score_that_the_replay_does_not_have_is_marked(tmp_path):
    (tmp_path / "train.json").write_text(json.dumps(public_game(score=2)))
    assert not any(load_recordings(tmp_path)["agrees"])


def test_rows_are_exported_as_parquet(tmp_path):
    from datasets import load_dataset

    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "train.json").write_text(json.dumps(public_game()))
    rows = load_recordings(tmp_path / "in")
    folder = to_hub_parquet(rows, tmp_path / "out", title="CerealBar, parsed")
    again = load_dataset("parquet", data_files=str(next(folder.glob("data/*.parquet"))), split="train")
    assert again.to_list() == rows.to_list()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("version https://git-lfs.github.com/spec/v1\noid sha256:0", "git lfs pull"),
        ("{", "not a file of recorded games"),
        ('{"a": {}, "a": {}}', "there twice"),
        ('{"a": {"score": 1}}', "actions"),
        (json.dumps(public_game()).replace("card_red", "card_mauve"), "not a card"),
        (json.dumps(public_game()).replace('"MF"', '"JUMP"'), "JUMP"),
    ],
)
def test_another_file_is_a_clear_error(tmp_path, text, said):
    path = tmp_path / "games.json"
    path.write_text(text)
    with pytest.raises(InputError, match=said):
        load_recordings(path)


def test_no_files_are_a_clear_error(tmp_path):
    with pytest.raises(MissingFileError, match="JSON"):
        load_recordings(tmp_path)


def event(kind, *, code=None, data=None, origin=3, location=None, orientation=None):
    return {
        "type": kind,
        "short_code": code,
        "data": None if data is None else json.dumps(data),
        "origin": origin,
        "turn_number": 0,
        "tick": 0,
        "location": location,
        "orientation": orientation,
    }


def place(a, r, c):
    return {"a": a, "r": r, "c": c}


def prop(where, colour, shape, count):
    return {
        "id": 1,
        "prop_type": 2,
        "prop_info": {"location": where},
        "card_init": {"color": colour, "shape": shape, "count": count, "selected": False},
    }


def cb2_game(score=1):
    cards = [
        prop(place(0, 5, 6), 1, 1, 1),
        prop(place(0, 5, 7), 2, 5, 2),
        prop(place(1, 4, 5), 3, 3, 3),
    ]
    follower = 2
    return [
        {
            "id": 12,
            "type": "lobby",
            "score": score,
            "events": [
                event(5, data={"props": cards}),
                event(9, code="u1", data={"text": "get all three", "uuid": "u1"}, origin=1),
                event(9, code="u2", data={"text": "stop", "uuid": "u2"}, origin=1),
                event(10, code="u1"),
                event(13, code="TR", origin=follower, location=place(0, 5, 5), orientation=0),
                event(13, code="MF", origin=follower, location=place(0, 5, 5), orientation=60),
                event(13, code="MF", origin=follower, location=place(0, 5, 6), orientation=60),
                event(11, code="u1"),
                event(13, code="MF", origin=1, location=place(0, 5, 5), orientation=0),
                event(
                    6,
                    code="3 RED STAR",
                    data={"location": place(0, 5, 5), "color": 6, "shape": 6, "count": 3},
                ),
                event(10, code="u2"),
                event(12, code="u2"),
            ],
        }
    ]


def test_cb2_games_are_rows_of_instructions_and_their_moves_are_replayed(tmp_path):
    path = tmp_path / "cb2.json"
    path.write_text(json.dumps(cb2_game()))
    rows = load_cb2(path)
    assert rows.features == recording_features()
    assert rows["instruction"] == ["get all three", "stop"]
    assert rows["actions"] == [["right", "forward", "forward", "done"], []]
    assert rows["completed"] == [True, False]
    assert rows["replayed_score"] == [1, 1]
    assert all(rows["agrees"])


def test_a_cb2_card_that_is_stepped_on_twice_is_not_selected():
    events = cb2_game()[0]["events"]
    twice = event(13, code="MB", origin=2, location=place(0, 5, 7), orientation=60)
    assert replay_events([*events[:7], twice, *events[7:]]) == 0


@pytest.mark.parametrize("heading", range(6))
def test_six_steps_around_a_cb2_cell_lead_back(heading):
    from cq.env.cerealbar.cb2_events import _neighbour

    for start in ((0, 5, 5), (1, 5, 5)):
        assert _neighbour(_neighbour(start, heading), heading + 3) == start
        cell = start
        for turn in range(6):
            cell = _neighbour(cell, heading + turn)
        assert cell == start
