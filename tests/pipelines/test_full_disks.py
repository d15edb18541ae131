"""Full and read-only disks, and folders that are none: one line, before the work where it can be known."""

from __future__ import annotations

import errno
import json
import os
import signal
from functools import partial
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from fuzz.children import Done, check_refusal, forked, limited, mount, run
from toy_items import ITEM

from cq.data.storage.archive import open_archive
from cq.data.storage.cache import cached_table
from cq.errors import InputError
from cq.files import check_folder, check_writable, replacing, write_text
from cq.files.digests import fingerprint
from cq.jobs import submit, train  # noqa: F401  # Children need not import them.
from cq.jobs.answer_log import AnswerLog
from cq.jobs.training_job import TrainingJob
from cq.modeling.artifacts import save_artifact
from cq.modeling.manifest import CARD
from cq.training.guard import read_items, train_judge

ROWS = "instruction,clear\n" + "".join(f"Place {i} blocks.,{'yes' if i % 2 else 'no'}\n" for i in range(20))


@pytest.fixture
def place(tmp_path) -> Path:
    (tmp_path / "place").mkdir()
    return tmp_path / "place"


def _refused(done: Done) -> str:
    check_refusal(done)
    assert done.code == 2, done.printed
    return done.errors[0]


@pytest.mark.parametrize("name", ["world.png", "world.svg"])
def test_a_file_that_does_not_fit_is_one_line_and_leaves_nothing(place, tmp_path, name):
    (tmp_path / "world.json").write_text('[[0, 63, 0, "red"]]')
    command = ["draw", tmp_path / "world.json", "--out", place / name]
    done = run(command, lambda: limited(1000))
    assert f"cannot write '{place / name}'" in _refused(done)
    assert not list(place.iterdir())


def test_jobs_name_the_file_that_does_not_fit(place, tmp_path):
    """Answers that were logged are kept; of a bundle, no part is left."""
    log = AnswerLog(place, "job", "these")

    def answer() -> None:
        limited(1000)
        with pytest.raises(InputError, match=f"cannot write '{log.path}'"):
            list(log.map(lambda n: "x" * n, range(300)))

    done = forked(answer)
    assert done.code == 0, done.printed
    log = AnswerLog(place, "job", "these")
    keys = [f"{n} {fingerprint(n)}" for n in range(300)]
    kept = [log[key] for key in keys if key in log]
    assert kept == ["x" * n for n in range(len(kept))] != []
    done = run(["submit", "bundle", tmp_path / "bundles" / "new"], lambda: limited(4096))
    assert "File too large" in _refused(done)
    assert not list((tmp_path / "bundles").iterdir())


def _on_a_disk(place: Path, **options) -> None:
    if not mount(place, **options):
        print("no mounts", flush=True)
        os._exit(0)


@pytest.mark.parametrize(
    ("options", "word"), [({"size": 1 << 16}, "full"), ({"read_only": True}, "read-only")]
)
def test_training_is_refused_before_it_begins(place, tmp_path, options, word):
    """The weights' disk and the checkpoints' disk are both looked at first."""
    (tmp_path / "rows.csv").write_text(ROWS)
    for out, work in ((place, tmp_path), (tmp_path / "weights", place)):
        command = ["train", "clarity", "--data", tmp_path / "rows.csv", "--out", out / "w", "--work", work]
        done = run(command, lambda: _on_a_disk(place, **options))
        if "no mounts" in done.printed:
            pytest.skip("the system allows no mounts")
        # A disk that was mounted read-only says so itself; in older kernels it looks full.
        assert word in _refused(done) or "full" in done.printed
    assert not list(place.iterdir())


def _content(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_part_that_does_not_fit_leaves_the_old_one(place, tmp_path, backbone):
    """Of its three files no, one or two have room."""
    items, sizes = tmp_path / "items.jsonl", (500, 700, 100_000)
    items.write_text(json.dumps(ITEM))
    command = ["train", "guard", items, "--out", place]
    train_judge(read_items([items]), backbone)  # Children need not import what this does.
    for size in sizes:
        assert "cannot write" in _refused(run(command, partial(limited, size)))
        assert not list(place.iterdir())
    for name in (CARD, "config.json", "of another version"):
        write_text(place / "guard" / name, "old")
    before = _content(place)
    for size in sizes:
        assert "cannot write" in _refused(run(command, partial(limited, size)))
        assert _content(place) == before
    assert run(command, lambda: None).code == 0
    assert sorted(path.name for path in _content(place)) == [CARD, "config.json", "model.safetensors"]


@pytest.mark.parametrize("size", [10, 1000])
def test_weights_that_do_not_fit_leave_the_old_ones(place, size):
    save_artifact(place, {"kind": "x"}, {"a": np.zeros(3)})
    before = _content(place)

    def work() -> None:
        limited(size)
        with pytest.raises(InputError, match="cannot write"):
            save_artifact(place, {"kind": "y"}, {"a": np.ones(3000)})

    done = forked(work)
    assert done.code == 0, done.printed
    assert _content(place) == before


def test_a_file_in_the_way_of_the_judge_is_found_before_its_training(tmp_path):
    (tmp_path / "guard").write_text("in the way")
    (tmp_path / "items.jsonl").write_text("no item")
    done = run(["train", "guard", tmp_path / "items.jsonl", "--out", tmp_path], lambda: None)
    assert "is a file; give another folder" in _refused(done)


def test_a_file_in_the_way_of_a_part_is_found_before_the_training(tmp_path):
    (tmp_path / "clarity").write_text("in the way")
    with pytest.raises(InputError, match="is a file; give another folder"):
        TrainingJob("clarity", None, tmp_path, None)
    with pytest.raises(InputError, match="is a file"):
        check_folder(tmp_path / "clarity" / "deeper")
    with pytest.raises(InputError, match="it is a folder"):
        check_writable(tmp_path)


def test_a_read_only_folder_is_found_before_the_work(tmp_path):
    """As another user than root, whom no mode stops."""
    closed, hidden = tmp_path / "closed", tmp_path / "hidden"
    closed.mkdir(mode=0o555)
    hidden.mkdir(mode=0o000)

    def work() -> None:
        if os.geteuid() == 0:
            os.setuid(65534)
        for parent in (closed, closed / "new", hidden, hidden / "new"):
            with pytest.raises(InputError, match="is read-only; give another folder"):
                check_writable(parent / "out.json")
            with pytest.raises(InputError, match="cannot write"):
                write_text(parent / "out.json", "x")

    done = forked(work)
    assert done.code == 0, done.printed


def test_errors_of_writers_are_one_error_and_the_old_file_stays(tmp_path):
    path = tmp_path / "a.json"
    path.write_text("old")
    for error in (OSError(errno.ENOSPC, "No space left on device"), RuntimeError("file write failed")):
        with pytest.raises(InputError, match="cannot write"), replacing(path):
            raise error
    assert [one.name for one in tmp_path.iterdir()] == ["a.json"]
    assert path.read_text() == "old"


def test_what_a_killed_process_left_is_removed_by_the_next(tmp_path):
    path = tmp_path / "a[1].json"

    def work() -> None:
        with replacing(path) as temporary:
            temporary.write_text("half")
            os.kill(os.getpid(), signal.SIGKILL)

    forked(work)
    assert len(list(tmp_path.glob(".a*"))) == 1
    with replacing(path) as temporary:
        temporary.write_text("whole")
        assert list(tmp_path.glob(".a*")) == [temporary]
    assert path.read_text() == "whole"
    assert not list(tmp_path.glob(".a*"))


def test_what_a_killed_process_left_of_a_folder_is_removed_by_the_next(tmp_path):
    def work() -> None:
        with replacing(tmp_path / "bundle", Path.mkdir) as folder:
            (folder / "half").write_text("x")
            os.kill(os.getpid(), signal.SIGKILL)

    forked(work)
    assert len(list(tmp_path.glob(".bundle*"))) == 1
    with replacing(tmp_path / "bundle", Path.mkdir) as folder:
        (folder / "whole").write_text("x")
    assert [path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*")] == [
        "bundle",
        "bundle/whole",
    ]


def test_a_kept_file_is_not_taken_for_another(tmp_path, monkeypatch, caplog):
    monkeypatch.setenv("CQ_CACHE", str(tmp_path / "cache"))

    for name in ("x", "yy"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a").write_text(name)

    def kept(name: str) -> str:
        with open_archive(tmp_path / name) as archive:
            table = cached_table("set", archive, lambda: pa.table({"a": [name]}), enabled=True)
        return str(table["a"][0])

    assert [kept("x"), kept("yy")] == ["x", "yy"]
    first, second = (tmp_path / "cache" / "set").iterdir()
    content = second.read_bytes()
    second.write_bytes(first.read_bytes())
    assert [kept("x"), kept("yy")] == ["x", "yy"]
    assert "does not match its digest" in caplog.text
    assert second.read_bytes() == content


def test_what_gets_its_name_is_on_the_disk(tmp_path, monkeypatch):
    """All that was written, before the rename: else a loss of power may leave a name of nothing."""
    flushed: dict[int, int] = {}
    replace = os.replace

    def check(source: Path, target: Path) -> None:
        files = [one for one in (source, *Path(source).rglob("*")) if one.is_file()]
        assert [flushed.get(one.stat().st_ino) for one in files] == [one.stat().st_size for one in files]
        replace(source, target)

    monkeypatch.setattr(
        os, "fsync", lambda file: flushed.update({os.fstat(file).st_ino: os.fstat(file).st_size})
    )
    monkeypatch.setattr(os, "replace", check)
    write_text(tmp_path / "a.txt", "whole")
    with replacing(tmp_path / "folder", Path.mkdir) as folder:
        (folder / "deep").mkdir()
        (folder / "deep" / "a").write_text("whole")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.txt", "folder"]
    assert len(flushed) == 2
