"""The discourse annotation of the Minecraft dialogues: games written here in its layout, and the recorded."""

from __future__ import annotations

import json
import logging
import zipfile

import pytest
from conftest import DATA

from cq.data import (
    clarification_questions,
    discourse_features,
    discourse_report,
    load_minecraft,
    load_minecraft_discourse,
    question_answer_pairs,
    question_features,
)
from cq.errors import InputError, MissingFileError

ZIP = DATA / "minecraft_discourse.zip"
EDUS = [
    ("Architect", "put two down,"),
    ("Architect", "side by side"),
    ("Builder", "what colour?"),
    ("Architect", "red"),
    ("Builder", "place red 0 1 0, pick red 0 1 0, place red -5 9 5"),
    ("Builder", "like this?"),
    ("Architect", "place red things like this"),
    ("Builder", "how high?"),
]
RELATIONS = [
    (0, 1, "Elaboration"),
    (0, 2, "Clarification_question"),
    (2, 3, "Question-answer_pair"),
    (3, 4, "Result"),
    (4, 5, "Confirmation_question"),
    (5, 6, "Question-answer_pair"),
    (6, 7, "Clarification_question"),
]


def game(edus=EDUS, relations=RELATIONS, name="C8-B1-A2"):
    return {
        "id": name,
        "edus": [{"speaker": speaker, "text": text} for speaker, text in edus],
        "relations": [{"x": x, "y": y, "type": kind} for x, y, kind in relations],
    }


def write(folder, games, name="VAL_1.json"):
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(games if isinstance(games, str) else json.dumps(games))
    return folder


def test_a_game_has_units_actions_and_relations(tmp_path):
    rows = load_minecraft_discourse(write(tmp_path / "set", [game()]))
    assert rows.features == discourse_features()
    (row,) = rows
    assert (row["game"], row["goal"], row["split"]) == ("B1-A2-C8", "C8", "validation")
    assert row["edus"][0] == {"speaker": "architect", "text": "put two down,", "actions": []}
    assert row["edus"][4]["actions"] == [
        {"kind": "place", "cell": [0, 5, 5], "colour": 3},
        {"kind": "break", "cell": [0, 5, 5], "colour": 0},
        {"kind": "place", "cell": [8, 0, 10], "colour": 3},
    ]
    assert [one for one in row["edus"] if one["actions"]] == [row["edus"][4]]
    assert row["relations"][1] == {"type": "Clarification_question", "from": 0, "to": 2}


def test_pairs_of_question_and_answer(tmp_path):
    pairs = question_answer_pairs(load_minecraft_discourse(write(tmp_path / "set", [game()])))
    assert pairs.features == question_features()
    colour, right = pairs
    assert (colour["question"], colour["answer"], colour["kind"]) == ("what colour?", "red", "clarification")
    assert (colour["asker"], colour["answerer"], colour["about"]) == (
        "builder",
        "architect",
        "put two down,",
    )
    assert colour["dialogue"] == [
        {"speaker": "architect", "text": "put two down,"},
        {"speaker": "architect", "text": "side by side"},
    ]
    assert (right["kind"], right["about"]) == ("confirmation", EDUS[4][1])
    assert len(right["dialogue"]) == 4  # the actions are no utterance


def test_clarification_questions_may_have_no_answer(tmp_path):
    asked = clarification_questions(load_minecraft_discourse(write(tmp_path / "set", [game()])))
    assert [(row["question"], row["answer"]) for row in asked] == [
        ("what colour?", "red"),
        ("how high?", None),
    ]


def test_a_question_with_two_answers_is_two_pairs(tmp_path):
    relations = [(2, 3, "Question-answer_pair"), (2, 6, "Question-answer_pair")]
    pairs = question_answer_pairs(
        load_minecraft_discourse(write(tmp_path / "set", [game(relations=relations)]))
    )
    assert [row["answer"] for row in pairs] == ["red", EDUS[6][1]]
    assert {row["kind"] for row in pairs} == {"other"}


DAMAGED = {
    "no object": (3, "lacks a list"),
    "no relations": ({"id": "C8-B1-A2", "edus": []}, "lacks a list of edus or of relations"),
    "another name": (game(name="game 1"), "'game 1' is not like C94-B27-A25"),
    "no speaker": (game(edus=[(None, "hello")], relations=[]), "edu 0: speaker None is not one of"),
    "no text": (game(edus=[("Builder", None)], relations=[]), "edu 0 is not an object with a text"),
    "a relation to nowhere": (game(relations=[(0, 8, "Result")]), "leads from 0 to 8; there are 8 edus"),
    "a relation without a type": (game(relations=[(0, 1, None)]), "relation 0 is not an object with a type"),
}


@pytest.mark.parametrize("case", DAMAGED)
def test_a_damaged_game_is_left_out_with_the_reason(tmp_path, caplog, case):
    bad, reason = DAMAGED[case]
    folder = write(tmp_path / "set", [game(), bad])
    with caplog.at_level(logging.WARNING, "cq.data"):
        assert len(load_minecraft_discourse(folder)) == 1
    report = discourse_report(folder)
    assert (report.games_read, report.games_kept) == (2, 1)
    assert reason in report.dropped_games["VAL_1.json: game 1"]
    assert reason in caplog.text


def test_a_damaged_set_is_refused(tmp_path):
    with pytest.raises(InputError, match=r"VAL_1.json cannot be read"):
        load_minecraft_discourse(write(tmp_path / "text", "[{"))
    with pytest.raises(InputError, match="is not a list of games"):
        load_minecraft_discourse(write(tmp_path / "object", "{}"))
    with pytest.raises(InputError, match="no file named TRAIN"):
        load_minecraft_discourse(write(tmp_path / "other", [game()], "games.json"))
    with pytest.raises(InputError, match=r"no game can be read: VAL_1.json: game 0 \(it lacks"):
        load_minecraft_discourse(write(tmp_path / "games", [{}]))
    with pytest.raises(MissingFileError, match="no data at"):
        load_minecraft_discourse(tmp_path / "none.zip")


def test_the_set_is_found_in_the_configured_folder(tmp_path, monkeypatch):
    with zipfile.ZipFile(tmp_path / "minecraft_discourse.zip", "w") as archive:
        archive.writestr("TEST_1.json", json.dumps([game()]))
    monkeypatch.setenv("CQ_DATA", str(tmp_path))
    assert load_minecraft_discourse()["split"][:] == ["test"]
    monkeypatch.setenv("CQ_DATA", str(tmp_path / "elsewhere"))
    with pytest.raises(MissingFileError, match=r"no minecraft_discourse.zip in .*elsewhere.*set CQ_DATA"):
        load_minecraft_discourse()


@pytest.mark.skipif(not ZIP.is_file(), reason=f"no discourse annotation at {ZIP}")
def test_the_recorded_annotation_is_read_whole():
    rows = load_minecraft_discourse(ZIP)
    report = discourse_report(ZIP)
    assert report.games_kept == report.games_read == len(rows) == 407
    assert sorted(rows["split"]) == ["train"] * 307 + ["validation"] * 100
    pairs = question_answer_pairs(rows)
    assert len(pairs) == report.relations["Question-answer_pair"] == 1528
    asked = clarification_questions(rows)
    assert report.relations["Clarification_question"] == 759
    assert len({(row["game"], len(row["dialogue"]), row["question"]) for row in asked}) == 759
    games = set(load_minecraft(DATA / "minecraft_dialogues.zip")["game"])
    assert {name.rpartition("-")[0] for name in games} >= set(rows["game"])
