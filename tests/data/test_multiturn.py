"""The multi-turn set: sessions written here in upstream's layout, on worlds recorded and made."""

from __future__ import annotations

import json
import logging
import socket
import zipfile

import numpy as np
import pytest
from conftest import DATA, needs_data
from multiturn_set import (
    RED,
    RED_AND_BLUE,
    SESSION,
    TOWER,
    WORLDS,
    dialog_row,
    recorded_state,
    write_multiturn,
)

from cq.data import MultiturnDataset, fetch, load_multiturn, load_singleturn, multiturn_report, turn_features
from cq.errors import InputError, MissingFileError
from cq.world import World


def test_a_session_is_read_turn_by_turn(tmp_path):
    data = MultiturnDataset(path=write_multiturn(tmp_path / "set", SESSION, WORLDS))
    (session,) = data.tasks["c7"]
    assert session.session_id == "1-c7"
    first, second = session
    assert first.instruction == "<Architect> Put a red block down.\nAnywhere."
    assert (first.dialog, second.dialog) == ("", first.instruction)
    assert (
        second.instruction == "<Architect> Put a block beside it.\n<Builder> What colour?\n<Architect> Blue."
    )
    assert World.parse(second.starting_grid).blocks() == [(0, 63, 0, 3)]
    assert World.parse(second.target_grid).blocks() == [(0, 63, 0, 3), (1, 63, 0, 1)]
    assert np.array_equal(first.full_grid, second.target_grid)
    assert [(name, n, turn) for name, n, turn, _ in data] == [("c7", 0, 0), ("c7", 0, 1)]
    assert len(data) == 2


def test_the_table_of_turns_has_explicit_features(tmp_path):
    rows = load_multiturn(write_multiturn(tmp_path / "set", SESSION, WORLDS))
    assert rows.features == turn_features()
    assert rows["turn"][:] == [0, 1]
    assert np.array_equal(rows[0]["target"], rows[1]["start"])


def test_steps_without_a_change_join_the_next(tmp_path):
    rows = [
        dialog_row("1-c7", 1, "A red block."),
        dialog_row("1-c7", 2),
        dialog_row("1-c7", 3, "Look at it."),
        dialog_row("1-c7", 4),
        dialog_row("1-c7", 5, "Now a blue one."),
        dialog_row("1-c7", 6),
        dialog_row("1-c7", 7, "Well done."),
        dialog_row("1-c7", 8),
    ]
    worlds = {
        "1-c7/step-2": RED,
        "1-c7/step-4": RED,
        "1-c7/step-6": RED_AND_BLUE,
        "1-c7/step-8": RED_AND_BLUE,
    }
    path = write_multiturn(tmp_path / "set", rows, worlds)
    (session,) = MultiturnDataset(path=path).tasks["c7"]
    assert [task.instruction for task in session] == [
        "<Architect> A red block.",
        "<Architect> Look at it.\n<Architect> Now a blue one.",
    ]
    report = multiturn_report(path)
    assert (report.collapsed_steps, report.utterances_left_over) == (2, 1)


def test_a_world_that_is_emptied_is_a_change(tmp_path):
    said = {1: "A red block.", 2: "", 3: "Take it away.", 4: ""}
    rows = [dialog_row("1-c7", number, says) for number, says in said.items()]
    (session,) = MultiturnDataset(
        path=write_multiturn(tmp_path / "set", rows, {"1-c7/step-2": RED, "1-c7/step-4": []})
    ).tasks["c7"]
    assert not session[1].target_grid.any()


def test_disqualified_steps_are_left_out(tmp_path):
    rows = [
        dialog_row("1-c7", 1, "Nonsense.", qualified="False"),
        dialog_row("1-c7", 1, "A red block.", qualified="TRUE"),
        dialog_row("1-c7", 2, qualified="False"),
        dialog_row("1-c7", 2),
    ]
    path = write_multiturn(tmp_path / "set", rows, {"1-c7/step-2": RED})
    (session,) = MultiturnDataset(path=path).tasks["c7"]
    assert session[0].instruction == "<Architect> A red block."
    assert multiturn_report(path).disqualified_steps == 2


def test_a_missing_step_cuts_the_session_and_is_reported(tmp_path, caplog):
    rows = [
        *SESSION,
        dialog_row("1-c7", 7, "Up."),
        dialog_row("1-c7", 8),
        dialog_row("1-c7", 9, "Down."),
        dialog_row("1-c7", 10),
    ]
    path = write_multiturn(tmp_path / "set", rows, {**WORLDS, "1-c7/step-10": TOWER})
    with caplog.at_level(logging.WARNING, "cq.data"):
        (session,) = MultiturnDataset(path=path).tasks["c7"]
    assert len(session) == 2
    assert multiturn_report(path).cut_sessions == {
        "1-c7": "step-8 is missing; the steps from there on are left out"
    }
    assert "sessions cut short: 1-c7 (step-8 is missing" in caplog.text


def test_unusable_sessions_and_steps_are_reported(tmp_path):
    rows = [
        *SESSION,
        dialog_row("2-c7", 1, "No recordings."),
        dialog_row("3-c7", 1, "Two structures."),
        dialog_row("3-c7", 2, structure="c8"),
        dialog_row("4-c7", 1, "Damaged."),
        dialog_row("4-c7", 2),
        dialog_row("5-c7", "x", "Odd."),
        dialog_row("6-c7", 1, "Well?", qualified="maybe"),
    ]
    worlds = {f"{n}-c7/step-2": RED for n in (3, 5, 6)} | {"4-c7/step-2": '{"worldEndingState'} | WORLDS
    report = multiturn_report(write_multiturn(tmp_path / "set", rows, worlds))
    assert (report.sessions_read, report.sessions_kept, report.turns_kept) == (6, 1, 2)
    assert report.dropped_sessions.keys() == {"2-c7", "3-c7", "4-c7", "5-c7", "6-c7"}
    assert "no recordings in 'builder-data/2-c7/'" in report.dropped_sessions["2-c7"]
    assert "more than one structure: c7, c8" in report.dropped_sessions["3-c7"]
    assert "step-2 cannot be read" in report.dropped_sessions["4-c7"]
    assert "StepId 'x'" in report.dropped_sessions["5-c7"]
    assert "IsHITQualified is 'maybe'" in report.dropped_sessions["6-c7"]


def test_worlds_without_an_instruction_belong_to_the_instruction_before(tmp_path):
    rows = [
        dialog_row("1-c7", 2),
        dialog_row("1-c7", 3, "Higher."),
        dialog_row("1-c7", 4),
        dialog_row("1-c7", 6),
    ]
    path = write_multiturn(
        tmp_path / "set", rows, {"1-c7/step-2": RED, "1-c7/step-4": TOWER, "1-c7/step-6": RED_AND_BLUE}
    )
    (session,) = MultiturnDataset(path=path).tasks["c7"]
    assert len(session) == 1
    assert World.parse(session[0].starting_grid).blocks() == [(0, 63, 0, 3)]
    assert len(World.parse(session[0].target_grid)) == 2
    assert multiturn_report(path).steps_without_instruction == 1


def test_tables_as_spreadsheets_write_them(tmp_path):
    rows = [
        dialog_row("1-c7", "1.0", "Put a red block down."),
        dialog_row("1-c7", "2.0"),
        dialog_row("1-c7", "3.0", "Put a block beside it."),
        dialog_row("1-c7", "3.0", "Gently."),
        dialog_row("1-c7", "4.0", asks="What colour?", answers="Blue."),
        dialog_row("1-c7", "6.0"),
        dialog_row("2-c7", 1, "Nothing.", structure=" "),
    ]
    path = write_multiturn(tmp_path / "set", rows, {**WORLDS, "2-c7/step-2": RED})
    (session,) = MultiturnDataset(path=path).tasks["c7"]
    assert session[1].instruction.splitlines() == [
        "<Architect> Put a block beside it.",
        "<Architect> Gently.",
        "<Builder> What colour?",
        "<Architect> Blue.",
    ]
    report = multiturn_report(path)
    assert report.repeated_steps == 1
    assert report.dropped_sessions == {"2-c7": "has no structureId"}


def test_several_sets_in_one_place_are_refused(tmp_path):
    for name in ("a", "b"):
        write_multiturn(tmp_path / name, SESSION, WORLDS)
    with pytest.raises(InputError, match=r"more than one set is here: a/dialogs\.csv, b/dialogs\.csv"):
        load_multiturn(tmp_path)
    with pytest.raises(InputError, match="the path of the data is str ''; give a folder"):
        load_multiturn("")


def test_a_zip_is_read_as_the_folder_is(tmp_path):
    folder = write_multiturn(tmp_path / "set", SESSION, WORLDS)
    zipped = tmp_path / "multiturn_dataset.zip"
    with zipfile.ZipFile(zipped, "w") as archive:
        for path in sorted(folder.rglob("*")):
            archive.write(path, f"dataset/{path.relative_to(folder)}")
    assert load_multiturn(zipped).to_list() == load_multiturn(folder).to_list()
    # A folder that holds the zip, as downloads do.
    assert load_multiturn(tmp_path).to_list() == load_multiturn(folder).to_list()


@pytest.mark.parametrize("variable", ["CQ_DATA", "IGLU_DATA_PATH"])
def test_the_set_is_found_in_the_configured_folders(tmp_path, monkeypatch, variable):
    monkeypatch.setenv("CQ_DATA", str(tmp_path / "elsewhere"))
    root = tmp_path / "root"
    monkeypatch.setenv(variable, str(root))
    place = root / "data" / "iglu" if variable == "IGLU_DATA_PATH" else root
    place.parent.mkdir(parents=True, exist_ok=True)
    write_multiturn(place, SESSION, WORLDS)
    assert len(MultiturnDataset()) == 2


def test_no_server_is_contacted_if_the_data_is_present(tmp_path, monkeypatch):
    def refused(*_: object, **__: object) -> None:
        raise AssertionError("the network was asked")

    monkeypatch.setattr(socket, "create_connection", refused)
    monkeypatch.setattr(socket.socket, "connect", refused)
    monkeypatch.setenv("CQ_DATA", str(write_multiturn(tmp_path / "set", SESSION, WORLDS)))
    assert len(MultiturnDataset()) == 2
    with pytest.raises(AssertionError, match="the network was asked"):
        fetch("multiturn", tmp_path / "empty", progress=False)


def test_a_missing_set_gives_one_line_with_the_remedy(tmp_path, monkeypatch):
    monkeypatch.setenv("CQ_DATA", str(tmp_path))
    with pytest.raises(
        MissingFileError, match=r"cq data download multiturn` fetches .*https://.*\.zip"
    ) as raised:
        load_multiturn()
    assert "\n" not in str(raised.value)
    with pytest.raises(InputError, match=r"no dialogs\.csv"):
        load_multiturn(tmp_path)


def test_samples_are_seeded(tmp_path):
    rows = [*SESSION, *(dialog_row("2-c8", *one[2:]) for one in SESSION)]
    worlds = WORLDS | {name.replace("1-c7", "2-c8"): blocks for name, blocks in WORLDS.items()}
    data = MultiturnDataset(
        path=write_multiturn(tmp_path / "set", rows, worlds), task_kwargs={"invariant": False}
    )
    drawn = [data.sample(np.random.default_rng(seed)) for seed in range(20)]
    again = [data.sample(np.random.default_rng(seed)) for seed in range(20)]
    assert [one.instruction for one in drawn] == [one.instruction for one in again]
    assert not any(one.invariant for one in drawn)
    assert set(data.tasks) == {"c7", "c8"}


@needs_data
def test_recorded_worlds_with_words_of_ours(tmp_path):
    """Session 1-c92 as it was recorded, each of its worlds asked for in one sentence."""
    with zipfile.ZipFile(DATA / "iglu_singleturn.zip") as zipped:
        prefix = "initial_world_states/builder-data/1-c92/step-"
        recorded = {int(n.removeprefix(prefix)): n for n in zipped.namelist() if n.startswith(prefix)}
        worlds = {f"1-c92/step-{n}": zipped.read(name).decode() for n, name in recorded.items()}
    rows = [
        one
        for n in recorded
        for one in (dialog_row("1-c92", n - 1, f"Go on to world {n}."), dialog_row("1-c92", n))
    ]
    path = write_multiturn(tmp_path / "set", rows, worlds)
    (session,) = MultiturnDataset(path=path).tasks["c92"]
    assert len(session) + multiturn_report(path).collapsed_steps == len(recorded) > 10
    grids = {name: World.parse(json.loads(text)).grid for name, text in worlds.items()}
    for task in session:
        number = task.instruction.split()[-1].rstrip(".")
        assert np.array_equal(task.target_grid, grids[f"1-c92/step-{number}"])


def test_the_single_turn_set_as_first_published(tmp_path):
    start = write_multiturn(tmp_path / "set" / "initial_world_states", SESSION, WORLDS)
    root = start.parent
    (start / "dialogs.csv").rename(root / "multi_turn_dialogs.csv")
    (root / "single_turn_instructions.csv").write_text(
        "\n".join(
            [
                "GameId,InitializedWorldPath,TargetWorldPath,InputInstruction",
                r"game-1,initial_world_states\builder-data\1-c7\step-6,target/game-1,Two high.",
                "CQ-game-1,initial_world_states/builder-data/1-c7/step-6,target/cq-1,Two high.",
                "game-2,initial_world_states/builder-data/1-c7/step-6,target/game-2,Remove all.",
                "game-3,initial_world_states/builder-data/9-c9/step-6,target/game-2,Remove all.",
            ]
        )
    )
    for name, blocks in {"game-1": TOWER, "cq-1": TOWER, "game-2": []}.items():
        (root / "target").mkdir(exist_ok=True)
        (root / "target" / name).write_text(recorded_state(blocks))
    rows = load_singleturn(root)
    assert rows["game_id"][:] == ["CQ-game-1", "CQ-game-2"]
    assert rows["label"][:] == [0, None]
    assert np.array_equal(rows[0]["target"], rows[0]["built"])
    assert rows[1]["built"] is None
    assert rows[0]["dialog"].endswith("<Architect> Blue.")
    assert rows[0]["dialog"].count("\n") == 4
