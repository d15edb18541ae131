"""Data sets, tables and archives that are damaged, or made to harm: one clear error, or the row's reason."""

from __future__ import annotations

import gzip
import io
import json
import os
import random
import tarfile
import zipfile
from pathlib import Path

import pandas as pd
import pytest
from multiturn_set import SESSION, WORLDS, write_multiturn

import cq
from cq.data import Tasks, load_feedback, load_multiturn, load_question_bank, load_singleturn, unpack
from cq.data.cells import cell_world
from cq.data.iglu.multiturn import multiturn_report
from cq.errors import InputError
from cq.files.json_input import parse_json, read_json
from cq.ranking import QuestionBank
from cq.settings import cache_root

STATE = {"worldEndingState": {"blocks": [[0, 63, 0, 57]]}}
HOSTILE_JSON = ["[" * 100_000, '{"a": ' * 50_000, "1" + "0" * 5_000, "", "\udc80", b"\xff\xfe\x00", "nul"]


@pytest.mark.parametrize("text", HOSTILE_JSON, ids=range(len(HOSTILE_JSON)))
def test_json_that_cannot_be_read_is_an_input_error(text):
    with pytest.raises(InputError):
        cq.World.from_json(text)
    with pytest.raises(InputError):
        parse_json(text, "it")


@pytest.mark.parametrize("text", ["null", '"/dev/zero"', "3", '"x.json"', "true"])
def test_a_world_in_json_is_an_object_or_a_list(tmp_path, text):
    with pytest.raises(InputError, match="a world is an object or a list"):
        cq.World.from_json(text)
    (tmp_path / "world.json").write_text(text)
    with pytest.raises(InputError, match="a world is an object or a list"):
        cq.World.parse(tmp_path / "world.json")


def test_a_world_in_a_set_that_names_a_path_is_not_opened(tmp_path):
    secret = tmp_path / "secret.json"
    secret.write_text(json.dumps(STATE))
    for text in ('"/dev/zero"', json.dumps(str(secret)), "null"):
        folder = write_multiturn(tmp_path / f"set{len(text)}", SESSION, WORLDS)
        for path in folder.rglob("step-*"):
            path.write_text(text)
        with pytest.raises(InputError, match=r"no session|no turn|cannot be read|no instruction"):
            raise InputError(str(multiturn_report(folder).dropped_sessions or "no session"))
    goals = tmp_path / "goals.json"
    goals.write_text(json.dumps({"a": {"instruction": "x", "dialog": "", "blocks": str(secret)}}))
    with pytest.raises(InputError, match="the blocks of a goal are"):
        Tasks.load(goals)


def test_pipes_devices_and_links_are_not_read(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for read in (cq.World.parse, QuestionBank.parse, load_singleturn, lambda path: read_json(path, "x")):
        for path in (tmp_path / "pipe", Path("/dev/zero")):
            with pytest.raises(InputError, match="is a device or a pipe"):
                read(path)
    folder = write_multiturn(tmp_path / "set", SESSION, WORLDS)
    outside = tmp_path / "outside.json"
    outside.write_text(json.dumps(STATE))
    for path in folder.rglob("step-*"):
        path.unlink()
        path.symlink_to(outside)
    assert "leads outside" in str(multiturn_report(folder).dropped_sessions)


@pytest.mark.parametrize("cell", ["../secret.json", "/etc/passwd", "link.json", "a\0b", "x" * 5000])
def test_a_table_names_only_files_in_its_folder(tmp_path, cell):
    (tmp_path / "secret.json").write_text(json.dumps(STATE))
    folder = tmp_path / "table"
    folder.mkdir()
    (folder / "link.json").symlink_to(tmp_path / "secret.json")
    with pytest.raises((InputError, cq.MissingFileError)):
        cell_world(cell, folder)
    (folder / "world.json").write_text(json.dumps(STATE))
    assert len(cell_world("world.json", folder)) == 1


def test_one_hostile_world_leaves_out_one_row_of_a_users_table(tmp_path):
    table = tmp_path / "rows.jsonl"
    good = {"instruction": "Build a wall", "clear": "yes", "world": [[0, 63, 0, "red"]]}
    for value in ([[0, 63, 0, 10**4000]], [[0, 10**400, 0, 57]], {"worldEndingState": 1}, "[" * 10_000):
        table.write_text(json.dumps(good) + "\n" + json.dumps(good | {"world": value}))
        with pytest.raises(InputError, match=r"row 2|line 2"):
            load_singleturn(table)
    pose = STATE | {"avatarInfo": {"pos": [10**400, 0, 0], "look": [0, 0]}}
    with pytest.raises(InputError, match="must be 3 finite numbers"):
        cq.World.parse(pose)
    table.write_text('{"instruction": "Build \\ud800", "clear": "yes"}')
    with pytest.raises(InputError, match="a lone surrogate"):
        load_singleturn(table)


def test_texts_of_json_lines_stay_texts(tmp_path):
    table = tmp_path / "rows.jsonl"
    row = {"instruction": "0012", "clear": "no", "question": "1e3"}
    table.write_text(json.dumps(row))
    (read,) = load_singleturn(table)
    assert (read["instruction"], read["question"]) == ("0012", "1e3")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("qid,question,question\na,Where?,Which?\n", "'question' twice"),
        ('qid,question\na,"Where?\nb,Which?\n', "a quote that never closes"),
        ("qid,question\na,Where?\na,Which?\n", "is twice"),
    ],
)
def test_banks_that_would_be_misread_are_refused(tmp_path, content, message):
    (tmp_path / "bank.csv").write_text(content)
    with pytest.raises(InputError, match=message):
        QuestionBank.parse(tmp_path / "bank.csv")


def test_frames_arrays_and_lists_that_are_no_bank_and_no_world_are_named():
    frame = pd.DataFrame([["a", "b"]], columns=["question", "question"])
    with pytest.raises(InputError, match="'question' twice"):
        QuestionBank.parse(frame)

    class Frame:
        columns = ("question",)

    with pytest.raises(InputError, match="cannot read a question bank from Frame; give a list"):
        QuestionBank.parse(Frame())
    endless: list = []
    endless.append(endless)
    deep: list = []
    for _ in range(100_000):
        deep = [deep]
    blocks = pd.DataFrame({"a": [1]})
    array = pd.Series([blocks, blocks]).to_numpy()
    for value in (endless, deep, array, [endless], {"worldEndingState": endless}, [[0, 63, 0, 10**5000]]):
        with pytest.raises(InputError):
            cq.World.parse(value)
        with pytest.raises(InputError):
            cq.World.from_blocks(value)
        with pytest.raises(InputError):
            QuestionBank.parse(value)


def test_a_set_whose_bank_has_an_id_twice_is_refused(tmp_path):
    (tmp_path / "clarifying_questions_train.csv").write_text("GameId\n")
    (tmp_path / "question_bank.csv").write_text("qrel,ClarifyingQuestion\nq1,Where?\nq1,Which?\n")
    with pytest.raises(InputError, match="'q1' twice"):
        load_question_bank(tmp_path)


@pytest.mark.parametrize("annotation", ['{"was_chosen_best": 3}', '{"agent_performance": [1]}', "[" * 9000])
def test_cells_of_a_wrong_type_in_the_feedback_are_named(tmp_path, annotation):
    head = "HitId,GameMinecraftId,TaskMinecraftId,AgentName,Annotation,CompletionCode"
    cell = annotation.replace('"', '""')
    (tmp_path / "f.csv").write_text(f'{head}\n1,2,3,A,"{cell}",\n')
    with pytest.raises(InputError, match="row 1"):
        load_feedback(tmp_path / "f.csv")


def _flipped(content: bytes, rng: random.Random) -> bytes:
    place = rng.randrange(len(content))
    return content[:place] + bytes([content[place] ^ 1 << rng.randrange(8)]) + content[place + 1 :]


def test_a_damaged_cache_changes_no_row(tmp_path, monkeypatch, caplog):
    monkeypatch.setenv("CQ_CACHE", str(tmp_path / "cache"))
    folder = write_multiturn(tmp_path / "set", SESSION, WORLDS)
    expected = load_multiturn(folder).to_list()
    (kept,) = (cache_root() / "multiturn").glob("*.parquet")
    whole, rng = kept.read_bytes(), random.Random(0)
    damaged = [b"", whole[:-1], whole[:40]] + [_flipped(whole, rng) for _ in range(30)]
    for content in damaged:
        kept.write_bytes(content)
        assert load_multiturn(folder).to_list() == expected
    assert kept.read_bytes() == whole
    assert "does not match its digest" in caplog.text


def _tar_gz(path: Path, content: bytes) -> Path:
    with tarfile.open(path, "w:gz") as tar:
        info = tarfile.TarInfo("a")
        info.size = len(content)
        tar.addfile(info, io.BytesIO(content))
    return path


def test_a_damaged_archive_never_unpacks_to_other_content(tmp_path):
    """Any flipped bit is an error, or changes nothing, as in the date of a gzip."""
    content = random.Random(1).randbytes(3000)
    with zipfile.ZipFile(tmp_path / "a.zip", "w", zipfile.ZIP_DEFLATED) as zipped:
        zipped.writestr("a", content)
    rng = random.Random(0)
    refused = 0
    for archive in (_tar_gz(tmp_path / "a.tar.gz", content), tmp_path / "a.zip"):
        whole = archive.read_bytes()
        for number in range(60):
            archive.write_bytes(whole[:-9] if number == 0 else _flipped(whole, rng))
            out = tmp_path / f"{archive.name}-{number}"
            try:
                files = [path.read_bytes() for path in unpack(archive, out).rglob("*") if path.is_file()]
            except InputError:
                refused += 1
                assert not out.exists()
            else:
                assert files in ([content], [])
    assert refused > 100


def test_no_member_of_a_zip_is_lost_in_silence(tmp_path):
    """A longer comment of the first member in the directory takes the place of the second member."""
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as zipped:
        zipped.writestr("a", b"1")
        zipped.writestr("b", b"2")
    content = bytearray((tmp_path / "a.zip").read_bytes())
    content[content.index(b"PK\1\2") + 32] = 47
    (tmp_path / "a.zip").write_bytes(content)
    with zipfile.ZipFile(tmp_path / "a.zip") as zipped:
        assert zipped.namelist() == ["a"]
    for read in (lambda path: unpack(path, tmp_path / "out"), load_multiturn):
        with pytest.raises(InputError, match="1 of 2 members"):
            read(tmp_path / "a.zip")


def test_archives_that_are_encrypted_unknown_or_bombs_are_refused(tmp_path):
    archive = tmp_path / "a.zip"
    with zipfile.ZipFile(archive, "w") as zipped:
        zipped.writestr("a", b"content")
    plain = archive.read_bytes()
    central = plain.index(b"PK\x01\x02")
    for place, value in ((central + 8, 1), (central + 10, 99)):  # the flag of encryption; the method
        changed = bytearray(plain)
        changed[place] = value
        changed[place - central - 2] = value
        archive.write_bytes(changed)
        with pytest.raises(InputError, match="cannot unpack"):
            unpack(archive, tmp_path / "out")
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as zipped:
        zipped.writestr("a", bytes(30 << 20))
    (tmp_path / "b.tar.gz").write_bytes(gzip.compress(bytes(30 << 20)))
    with zipfile.ZipFile(tmp_path / "c.zip", "w") as zipped:
        zipped.writestr("/".join("d" * 500), b"")
    for name, message in (("a.zip", "too many"), ("b.tar.gz", "too many"), ("c.zip", "too many folders")):
        with pytest.raises(InputError, match=message):
            unpack(tmp_path / name, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_plain_tar_with_a_damaged_header_or_a_cut_loses_no_member_in_silence(tmp_path):
    """Each tar is refused or unpacked with all its members, whichever byte is flipped, wherever it is cut."""
    whole = tmp_path / "whole.tar"
    contents = {f"folder/{number}": bytes([number]) * 700 for number in range(3)}
    with tarfile.open(whole, "w") as tar:
        for name, content in contents.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            tar.addfile(info, io.BytesIO(content))
    plain = whole.read_bytes()
    header = plain.index(b"folder/1")
    damaged = [
        plain[:at] + bytes([plain[at] ^ 0x41]) + plain[at + 1 :] for at in range(header, header + 512, 7)
    ]
    damaged += [plain[:at] for at in range(512, 3 * 1536 + 1, 256)]
    refused = 0
    for number, content in enumerate(damaged):
        (tmp_path / "a.tar").write_bytes(content)
        try:
            folder = unpack(tmp_path / "a.tar", tmp_path / str(number))
        except cq.InputError:
            refused += 1
        else:
            files = [path for path in folder.rglob("*") if path.is_file()]
            assert len(files) == len(contents)
    assert refused >= len(damaged) - 5
    assert len(list(unpack(whole, tmp_path / "plain").rglob("folder/?"))) == 3


def test_a_member_without_a_name_is_refused(tmp_path):
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as zipped:
        zipped.writestr("x", b"content")
    named = (tmp_path / "a.zip").read_bytes()
    # The name and its length, in the member's own header and in the directory.
    at, listed = named.index(b"PK\3\4"), named.index(b"PK\1\2")
    nameless = bytearray(named)
    nameless[listed + 28], nameless[listed + 46 : listed + 47] = 0, b""
    nameless[at + 26], nameless[at + 30 : at + 31] = 0, b""
    end = bytes(nameless).index(b"PK\5\6")
    nameless[end + 12], nameless[end + 16] = nameless[end + 12] - 1, nameless[end + 16] - 1
    (tmp_path / "a.zip").write_bytes(nameless)
    with pytest.raises(cq.InputError, match="a file without a name"):
        unpack(tmp_path / "a.zip", tmp_path / "out")
