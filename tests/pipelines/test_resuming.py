"""Resumed jobs: damaged logs and parts are made anew, one job at a time writes an output, and another version
of the code starts afresh.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
from functools import partial
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from conftest import ROOT

import cq
from cq.cli.runner import run
from cq.errors import InputError
from cq.files.locks import one_writer
from cq.jobs import predict, submit, weights_digest
from cq.jobs.answer_log import AnswerLog
from cq.jobs.batch_predictor import BatchPredictor, Part
from cq.jobs.places import Place
from cq.jobs.rows import RowFile
from cq.jobs.weights_digest import pipeline_digest
from cq.modeling.workers import in_workers
from cq.ranking import bundled_bank

pytestmark = pytest.mark.usefixtures("loaded_once")


def square(number: int) -> int:
    return number * number


def _log(folder: Path) -> AnswerLog:
    return AnswerLog(folder, "job", "these")


def test_an_answer_log_drops_the_line_that_was_cut(tmp_path, caplog):
    assert list(_log(tmp_path).map(square, [1, 2, 3])) == [1, 4, 9]
    with _log(tmp_path).path.open("a") as file:
        file.write('3 half "')
    asked: list[int] = []
    again = _log(tmp_path)
    assert list(again.map(lambda n: asked.append(n) or n * n, [1, 2, 3, 4])) == [1, 4, 9, 16]
    assert asked == [4]
    assert not caplog.records
    assert list(AnswerLog(tmp_path, "job", "others").map(square, [5])) == [25]


def test_no_damage_to_an_answer_log_changes_an_answer(tmp_path, caplog):
    """Lines that are deleted, swapped, doubled, garbled, or of another log, and single bits."""
    items = list(range(12))
    expected = [square(n) for n in items]
    list(_log(tmp_path).map(square, items))
    whole = _log(tmp_path).path.read_bytes()
    lines = whole.splitlines(keepends=True)
    other = AnswerLog(tmp_path, "job", "others")
    list(other.map(lambda n: -n, items))
    damaged = [
        lines[1:],
        lines[:4] + lines[5:],
        [*lines[:3], lines[4], lines[3], *lines[5:]],
        [*lines[:3], lines[2], *lines[3:]],
        lines + lines,
        [*lines[:2], b"garbage\n", *lines[3:]],
        [*lines[:2], b"\n", *lines[2:]],
        [*lines[:2], other.path.read_bytes().splitlines(keepends=True)[2], *lines[3:]],
        [b"\xff\xfe\n"],
        [],
    ]
    rng = random.Random(0)
    for _ in range(200):
        place = rng.randrange(len(whole))
        bit = bytes([whole[place] ^ 1 << rng.randrange(8)])
        damaged.append([whole[:place], bit, whole[place + 1 :]])
    for content in damaged:
        _log(tmp_path).path.write_bytes(b"".join(content))
        assert list(_log(tmp_path).map(square, items))[: len(items)] == expected
    assert "is damaged; it is answered again" in caplog.text


def test_a_second_job_on_an_output_is_refused_in_one_line(tmp_path, monkeypatch, capsys):
    source = tmp_path / "rows.csv"
    source.write_text("InputInstruction\nBuild a wall\n")
    for app, out in ((submit.app, tmp_path / "out.csv"), (predict.app, tmp_path / "out.parquet")):
        command = ["predict", "--input", str(source), "--output", str(out)]
        monkeypatch.setattr("sys.argv", command if app is predict.app else ["submit", *command])
        capsys.readouterr()
        with one_writer(out), pytest.raises(SystemExit) as stopped:
            run(app)
        assert stopped.value.code == 2
        (line,) = capsys.readouterr().err.splitlines()
        assert "another job is writing" in line
    assert [path.name for path in tmp_path.iterdir()] == ["rows.csv"]


def test_the_lock_of_a_killed_job_is_free(tmp_path):
    code = (
        "import pathlib, sys, time; from cq.files.locks import one_writer\n"
        f"with one_writer(pathlib.Path({str(tmp_path / 'out')!r})): print(1, flush=True); time.sleep(60)"
    )
    process = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    process.stdout.readline()
    with pytest.raises(InputError, match="another job is writing"), one_writer(tmp_path / "out"):
        pass
    process.kill()
    process.wait()
    with one_writer(tmp_path / "out"):
        pass


def test_a_damaged_part_of_a_batch_job_is_answered_again(tmp_path, monkeypatch, capsys):
    source, out = tmp_path / "rows.jsonl", tmp_path / "out.parquet"
    texts = ["Build a wall", "Remove the red block."]
    source.write_text("".join(json.dumps({"instruction": text}) + "\n" for text in texts))
    monkeypatch.setattr("sys.argv", ["x", "--input", str(source), "--output", str(out), "--batch", "1"])
    with monkeypatch.context() as patched:
        patched.setattr(Part, "write", lambda *_: sys.exit(9))  # a kill just before the end
        with pytest.raises(SystemExit):
            run(predict.app)
    rng = random.Random(1)
    (log,) = tmp_path.glob(".out.parquet.*")
    first, *lines = log.read_bytes().splitlines(keepends=True)
    assert len(lines) == len(texts)
    damaged = bytearray(lines[1])
    damaged[rng.randrange(len(damaged) - 1)] ^= 4
    log.write_bytes(first + lines[0][:90] + b"\n" + damaged)
    with pytest.raises(SystemExit):
        run(predict.app)
    rows = pq.read_table(out).to_pylist()
    assert "wrote 2 rows to" in (told := " ".join(capsys.readouterr().err.split()))
    assert "finished before" not in told  # Both were damaged.
    assert [row["instruction"] for row in rows] == texts
    assert [row["p_unclear"] for row in rows] == pytest.approx(
        [cq.classify(t).p_unclear for t in texts], abs=1e-5
    )


def test_a_resumed_job_says_how_many_rows_were_finished(tmp_path, monkeypatch, capsys):
    source, out = tmp_path / "rows.jsonl", tmp_path / "out.parquet"
    source.write_text(json.dumps({"instruction": "Build a wall"}) + "\n")
    command = ["x", "--input", str(source), "--output", str(out), "--batch", "2"]
    monkeypatch.setattr("sys.argv", command)
    with monkeypatch.context() as patched:
        patched.setattr(Part, "write", lambda *_: sys.exit(9))  # a kill just before the end
        with pytest.raises(SystemExit):
            run(predict.app)
    with pytest.raises(SystemExit):
        run(predict.app)
    told = " ".join(capsys.readouterr().err.split())
    assert "which was begun; finished batches are kept: 1" in told
    assert "predicting " in told
    assert "1 of them finished before it was interrupted" in told


@pytest.mark.parametrize("damage", ["cut", "flipped", "other", "gone"])
def test_a_part_that_was_changed_after_it_was_written_is_written_again(tmp_path, damage):
    source, out = tmp_path / "rows.jsonl", tmp_path / "out.parquet"
    source.write_text(json.dumps({"instruction": "?!", "id": 7}) + "\n")

    def written() -> bytes:
        log = AnswerLog(tmp_path, "out.parquet", "these")
        part = Part("", RowFile(Place(str(source))), Place(str(out)), 2, log)
        list(
            log.fill(partial(in_workers, BatchPredictor(None, bundled_bank(), 1), workers=1), part.batches())
        )
        assert part.write() == 1
        return out.read_bytes()

    whole = written()
    stamp = out.stat().st_mtime_ns
    assert written() == whole
    assert out.stat().st_mtime_ns == stamp  # it was not written again
    flipped = bytes([*whole[:9], whole[9] ^ 1, *whole[10:]])
    changed = {"cut": whole[:-100], "flipped": flipped, "other": b"mine", "gone": None}[damage]
    out.unlink()
    if changed is not None:
        out.write_bytes(changed)
    assert written() == whole


def test_answers_of_another_version_are_not_reused(monkeypatch):
    before = pipeline_digest(None)
    assert before == pipeline_digest(None)
    monkeypatch.setattr(weights_digest, "VERSION", "9.9")
    assert pipeline_digest(None) != before
