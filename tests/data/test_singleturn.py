"""Loading the single-turn set: real recordings, a small folder in upstream's layout, and damage."""

from __future__ import annotations

import csv
import json
import zipfile
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from conftest import DATA, every, needs_data

import cq
from cq.data import (
    features,
    load_question_bank,
    load_report,
    load_singleturn,
    rows_with,
    stack_grids,
    statistics,
)
from cq.world import World

COLUMNS = (
    "GameId,ClarifyingQuestion,InitializedWorldPath,InputInstruction,IsInstructionClear,Partition,qrel,qbank"
)


def _state(*blocks: tuple[int, int, int, int]) -> str:
    state = {"worldEndingState": {"blocks": blocks}, "avatarInfo": {"pos": [0, 63, 0], "look": [0, 0]}}
    return json.dumps(state)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A set of three rows in upstream's layout: clear, ambiguous, and clear without recordings."""
    files = {
        "clarifying_questions_train.csv": "\n".join(
            [
                COLUMNS,
                "CQ-game-1,,initial_world_states/builder-data/1-c7/step-2,Put a red block down.,Yes,train,,",
                "CQ-game-2,Which one?,initial_world_states/builder-data/1-c7/step-2,Remove the block.,No,"
                "train,q_1,\"'q_1', 'q_2', 'q_9'\"",
                'CQ-game-3,,initial_world_states/builder-data/2-c8/step-4,"Build, please.",Yes,train,,',
            ]
        ),
        "question_bank.csv": "qrel,ClarifyingQuestion\nq_1,Which one?\nq_2,What colour?\n",
        "initial_world_states/builder-data/1-c7/step-2": _state((0, 63, 0, 57)),
        "initial_world_states/builder-data/2-c8/step-4": _state(),
        "target_world_states/builder-data/actionHit/game-1/game-1-step-action": _state(
            (0, 63, 0, 57), (1, 63, 0, 60)
        ),
        "target_world_states/builder-data/cq-game-1/step-2-c7": _state((0, 63, 0, 57), (1, 63, 0, 91)),
    }
    for name, content in files.items():
        path = tmp_path / "set" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
    return tmp_path / "set"


def _zipped(folder: Path, out: Path, prefix: str = "") -> Path:
    with zipfile.ZipFile(out, "w") as archive:
        for path in sorted(p for p in folder.rglob("*") if p.is_file()):
            archive.write(path, prefix + path.relative_to(folder).as_posix())
    return out


def test_folder_and_zip_give_the_same_rows(folder, tmp_path):
    from_folder = load_singleturn(folder)
    assert from_folder.features == features()
    assert from_folder.to_list() == load_singleturn(_zipped(folder, tmp_path / "a.zip")).to_list()
    nested = _zipped(folder, tmp_path / "b.zip", prefix="iglu/singleturn/")
    assert from_folder.to_list() == load_singleturn(nested).to_list()


def test_columns_have_the_documented_values(folder):
    clear, ambiguous, bare = load_singleturn(folder)
    assert (clear["label"], ambiguous["label"]) == (0, 1)
    assert np.array_equal(clear["start"], World.parse([(0, 63, 0, "blue")]).grid)
    both = World.parse([(0, 63, 0, "blue"), (1, 63, 0, "red")]).grid
    assert np.array_equal(clear["target"], both)
    assert np.array_equal(clear["built"], both)
    assert (clear["question"], clear["qid"], clear["pool"]) == (None, None, None)
    assert (ambiguous["question"], ambiguous["qid"]) == ("Which one?", "q_1")
    assert ambiguous["pool"] == ["q_1", "q_2"]
    assert (bare["target"], bare["built"]) == (None, None)
    assert bare["instruction"] == "Build, please."
    assert bare["structure"] == "c8"
    assert clear["position"] == [0, 63, 0]
    assert clear["fold"] == cq.data.fold("put a RED block down")


def test_the_report_counts_what_was_left_out(folder):
    report = load_report(folder)
    assert (report.rows_read, report.rows_kept, report.rows_without_target) == (3, 3, 2)
    assert (report.pool_ids_listed, report.pool_ids_in_no_bank) == (3, 1)
    assert "1 pool ids (33%) are in no bank" in report.summary()


def test_damage_is_named_and_the_rest_is_loaded(folder, caplog):
    base = folder / "target_world_states/builder-data"
    (base / "cq-game-1/step-2-c7").write_text('{"worldEndingState": {"blocks": [[0, 63, 0, 99]]}}')
    (folder / "initial_world_states/builder-data/2-c8/step-4").write_text("{")
    data, report = load_singleturn(folder), load_report(folder)
    assert data["game_id"][:] == ["CQ-game-1", "CQ-game-2"]
    assert data[0]["built"] is None
    assert list(report.dropped_rows) == ["row 3 (CQ-game-3)"]
    assert "2-c8/step-4" in report.dropped_rows["row 3 (CQ-game-3)"]
    unreadable = report.unreadable_files
    assert set(unreadable) == {
        "initial_world_states/builder-data/2-c8/step-4",
        "target_world_states/builder-data/cq-game-1/step-2-c7",
    }
    assert "colour id 99" in unreadable["target_world_states/builder-data/cq-game-1/step-2-c7"]
    assert "CQ-game-3" in caplog.text


def test_a_flipped_byte_in_the_zip_is_named(folder, tmp_path):
    path = _zipped(folder, tmp_path / "a.zip")
    content = bytearray(path.read_bytes())
    at = content.index(_state().encode())
    content[at + 5] ^= 0xFF
    path.write_bytes(content)
    report = load_report(path)
    assert list(report.dropped_rows) == ["row 3 (CQ-game-3)"]
    assert "CRC" in report.unreadable_files["initial_world_states/builder-data/2-c8/step-4"]


@pytest.mark.parametrize(
    ("column", "value", "reason"),
    [
        ("InputInstruction", "  ", "empty instruction"),
        ("IsInstructionClear", "Maybe", "'Maybe' is neither Yes nor No"),
        ("InitializedWorldPath", "../../../etc/hostname", "missing or unreadable"),
    ],
)
def test_an_unusable_row_is_dropped_with_its_reason(folder, column, value, reason):
    table = folder / "clarifying_questions_train.csv"
    rows = list(csv.DictReader(table.open()))
    rows[0][column] = value
    with table.open("w", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    assert len(load_singleturn(folder)) == 2
    assert reason in load_report(folder).dropped_rows["row 1 (CQ-game-1)"]


def test_the_cache_follows_the_input(folder, monkeypatch, tmp_path):
    monkeypatch.setenv("CQ_CACHE", str(tmp_path / "cache"))
    load_singleturn(folder)
    (kept,) = (tmp_path / "cache").rglob("*.parquet")
    table = folder / "clarifying_questions_train.csv"
    table.write_text(table.read_text().replace("Remove the block", "Remove that block"))
    assert load_singleturn(folder)[1]["instruction"] == "Remove that block."
    assert len(list((tmp_path / "cache").rglob("*.parquet"))) == 2
    for path in (tmp_path / "cache").rglob("*.parquet"):
        path.write_bytes(b"PAR1 not parquet PAR1")
    assert len(load_singleturn(folder)) == 3
    assert kept.exists()


def test_a_cache_that_cannot_be_written_costs_nothing_but_time(folder, monkeypatch, tmp_path, caplog):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("CQ_CACHE", str(tmp_path / "file" / "cache"))
    assert len(load_singleturn(folder)) == 3
    assert "CQ_CACHE" in caplog.text


def test_input_that_is_not_a_set_is_refused(tmp_path):
    with pytest.raises(cq.MissingFileError, match="no data at"):
        load_singleturn(tmp_path / "nowhere")
    with pytest.raises(cq.InputError, match=r"no clarifying_questions_train\.csv"):
        load_singleturn(tmp_path)
    (tmp_path / "a.zip").write_text("not a zip")
    with pytest.raises(cq.InputError, match="neither a folder nor a readable zip"):
        load_singleturn(tmp_path / "a.zip")
    (tmp_path / "clarifying_questions_train.csv").write_text("GameId\n1\n")
    with pytest.raises(cq.InputError, match=r"lacks the columns \['InitializedWorldPath'"):
        load_singleturn(tmp_path)


@needs_data
def test_the_recorded_set_is_read_whole(singleturn):
    report = load_report(DATA / "iglu_singleturn.zip")
    assert len(singleturn) == report.rows_kept == report.rows_read == 5530
    assert sum(singleturn["label"]) == 735
    assert not report.dropped_rows
    assert not report.unreadable_files
    assert len(load_question_bank(DATA / "iglu_singleturn.zip")) == report.questions_in_bank == 688
    assert load_report(DATA) == load_report() == report  # the folder that holds the zip will do
    for row in singleturn.select_columns(["qid", "pool"]):
        assert (row["qid"] is None) or row["qid"] in row["pool"]


@needs_data
def test_grids_equal_those_parsed_by_hand(singleturn):
    with zipfile.ZipFile(DATA / "iglu_singleturn.zip") as archive:
        for row in singleturn.select(range(0, len(singleturn), 500)):
            world = World.parse(json.loads(archive.read(row["world_path"])))
            assert np.array_equal(row["start"], world.grid)
            number = row["game_id"].rpartition("-")[2]
            name = f"target_world_states/builder-data/actionHit/game-{number}/game-{number}-step-action"
            if row["target"] is not None:
                assert np.array_equal(row["target"], World.parse(json.loads(archive.read(name))).grid)


@needs_data
def test_stacked_grids_are_int8_and_refuse_gaps(singleturn):
    rows = singleturn.select(range(0, len(singleturn), every(20)))
    start = stack_grids(rows, "start")
    assert start.shape == (len(rows), 9, 11, 11)
    assert start.dtype == np.int8
    assert np.array_equal(start[17], rows[17]["start"])
    with pytest.raises(cq.InputError, match="rows have no 'target' grid; take those that do"):
        stack_grids(rows, "target")
    some = rows_with(rows, "target", "built")
    gaps = sum(t is None or b is None for t, b in zip(rows["target"], rows["built"], strict=True))
    assert len(some) == len(rows) - gaps < len(rows)
    assert np.array_equal(stack_grids(some, "built")[17], some[17]["built"])


@needs_data
def test_statistics_add_up(singleturn):
    tables = statistics(singleturn, load_report(DATA / "iglu_singleturn.zip"))
    assert sum(row["rows"] for row in tables["Folds"].values()) == 5530
    assert tables["Rows"]["ambiguous"]["rows"] == tables["Questions"]["rows with a question"]["count"] == 735


@needs_data
def test_equal_words_share_a_fold_and_folds_are_even(singleturn):
    folds = {}
    for text, k in zip(singleturn["instruction"], singleturn["fold"], strict=True):
        assert folds.setdefault(cq.data.normalise(text), k) == k == cq.data.fold(text.upper() + " !")
    sizes = Counter(folds.values())
    assert set(sizes) == set(range(5))
    assert max(sizes.values()) < 1.2 * min(sizes.values())


def test_folds_are_stable_across_versions():
    """Figures are comparable only while these stay: never change them."""
    texts = ["Place four blocks to the east of the highest block", "remove it", "build a tower"]
    assert [cq.data.fold(t) for t in texts] == [cq.data.fold(t.lower()) for t in texts] == [1, 0, 3]
    with pytest.raises(cq.InputError, match="no words"):
        cq.data.fold(" ?! ")
