"""A job removes what jobs made, and nothing that only has a similar name."""

from __future__ import annotations

import fcntl
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cq.errors import InputError
from cq.files import replacing
from cq.files.digests import fingerprint
from cq.files.locks import one_writer
from cq.jobs import predict
from cq.jobs.answer_log import AnswerLog


def _names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def _predict(source: Path, out: Path) -> None:
    done = CliRunner().invoke(predict.app, ["--input", str(source), "--output", str(out)])
    assert done.exit_code == 0, done.output


@pytest.mark.usefixtures("loaded_once")
def test_a_batch_job_removes_only_its_logs(tmp_path):
    source, out = tmp_path / "rows.csv", tmp_path / "q.parquet"
    source.write_text("instruction\nBuild a wall\n")
    left = AnswerLog(tmp_path, out.name, "others")  # of a killed job with other options
    left.append("0", "rows")
    mine = [tmp_path / ".q.parquet-mybackup2026", tmp_path / f"{left.path.stem}-mine.jsonl"]
    mine[0].write_text("mine")
    shutil.copy(left.path, mine[1])
    link = tmp_path / f"{left.path.stem}-link.jsonl"
    link.symlink_to(source)
    before = _names(tmp_path) - {left.path.name}
    _predict(source, out)
    assert _names(tmp_path) == before | {"q.parquet"}


def test_a_link_to_a_log_stays(tmp_path):
    log = AnswerLog(tmp_path / "elsewhere", "job", "these")
    log.append("0", "rows")
    link = tmp_path / log.path.name
    link.symlink_to(log.path)
    AnswerLog(tmp_path, "job", "others").remove()
    assert link.is_symlink()
    assert log.path.exists()


def test_a_log_removes_only_logs(tmp_path):
    log, other = AnswerLog(tmp_path, "job", "these"), AnswerLog(tmp_path, "job", "others")
    for one in (log, other):
        assert list(one.map(str, [1, 2])) == ["1", "2"]
    mine = {".job-mybackup2026.jsonl", ".job-0123456789ab.jsonl", ".job.cq-answers-mybackup2026.jsonl"}
    for name in mine:
        (tmp_path / name).write_text('{"mine": 1}\n')
    copy = tmp_path / f"{log.path.stem}-copy.jsonl"
    shutil.copy(log.path, copy)
    log.remove()
    assert _names(tmp_path) == mine | {copy.name}


def test_a_file_with_the_name_of_a_log_that_is_none_is_not_read(tmp_path, caplog):
    log = AnswerLog(tmp_path, "job", "these")
    list(log.map(str, [1]))
    key = f"0 {fingerprint(1)}"
    assert key in AnswerLog(tmp_path, "job", "these")
    lines = log.path.read_text().splitlines(keepends=True)
    log.path.write_text("".join(lines[1:]))
    assert key not in AnswerLog(tmp_path, "job", "these")
    assert "first line" in caplog.text


def test_a_writer_removes_only_temporary_files_of_writers(tmp_path):
    finished = subprocess.run([sys.executable, "-c", "import os; print(os.getpid())"], stdout=subprocess.PIPE)
    host, dead = socket.gethostname(), int(finished.stdout)
    path = tmp_path / "a.json"
    abandoned = tmp_path / f".a.json.cq-temporary-{host}-{dead}.123.json"
    mine = {f".a.json.{host}-{dead}.123.json", f".a.json.{host}-{dead}.d", ".a.json-mybackup2026"}
    mine |= {f".a.json.cq-temporary-{host}-{end}" for end in (f"{dead}.my-own-notes", "9" * 30 + ".123")}
    for one in (abandoned, *(tmp_path / name for name in mine)):
        one.write_text("{}")
    with replacing(path) as temporary:
        temporary.write_text("[]")
    assert _names(tmp_path) == mine | {"a.json"}


@pytest.mark.parametrize("name", [".out.lock", "out.lock"])
def test_a_lock_is_no_file_of_others(tmp_path, name):
    (tmp_path / name).write_text("mine")
    with one_writer(tmp_path / "out"):
        assert len(_names(tmp_path)) == 2
    assert _names(tmp_path) == {name}
    assert (tmp_path / name).read_text() == "mine"


def test_a_lock_that_is_a_link_is_refused_and_the_file_behind_it_stays(tmp_path):
    mine = tmp_path / "mine"
    mine.write_text("mine")
    (tmp_path / ".out.csv.cq-lock").symlink_to(mine)
    with pytest.raises(InputError, match="is a link"), one_writer(tmp_path / "out.csv"):
        pass
    assert mine.read_text() == "mine"


def test_a_link_that_comes_at_the_last_moment_is_not_followed(tmp_path, monkeypatch):
    mine = tmp_path / "mine"
    mine.write_text("mine")
    (tmp_path / ".out.csv.cq-lock").symlink_to(mine)
    monkeypatch.setattr(Path, "is_symlink", lambda _: False)
    with pytest.raises(InputError, match="cannot write beside"), one_writer(tmp_path / "out.csv"):
        pass
    assert mine.read_text() == "mine"


def test_a_lock_that_was_removed_meanwhile_is_not_held(tmp_path, monkeypatch):
    """Who held it removes it between the opening and the locking: then the next may hold a new one."""
    path, lock, removed = tmp_path / ".out.csv.cq-lock", fcntl.flock, []

    def late(file: int, operation: int) -> None:
        if operation != fcntl.LOCK_UN and not removed:
            removed.append(path.unlink())
        lock(file, operation)

    monkeypatch.setattr(fcntl, "flock", late)
    with one_writer(tmp_path / "out.csv", wait=True):
        assert removed
        assert path.exists()
