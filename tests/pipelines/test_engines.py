"""Batch prediction by several processes, on a cluster that loses a node, and over folders and URLs: the same
files as by one process.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
import uuid
from collections.abc import Callable
from pathlib import Path

import fsspec
import pandas as pd
import pyarrow.parquet as pq
import pytest
from conftest import ROOT

from cq.cli.runner import run
from cq.errors import InputError
from cq.jobs.answer_log import AnswerLog
from cq.jobs.batch_predictor import Part
from cq.jobs.places import Place
from cq.jobs.predict import app
from cq.modeling.workers import ITEMS_PER_WORKER, WorkerDiedError, in_workers

TEXTS = [
    "Remove the red block.",
    "Build it higher.",
    "Place a yellow block in front of the blue block, please.",
]


def _predict(*args: object) -> int:
    argv, sys.argv = sys.argv, ["predict", *map(str, args)]
    try:
        with pytest.raises(SystemExit) as stopped:
            run(app)
        return int(stopped.value.code or 0)
    finally:
        sys.argv = argv


def _bank(folder: Path) -> Path:
    path = folder / "question_bank.csv"
    path.write_text("qid,question\nq1,Which colour?\nq2,How many blocks?\n")
    return path


@pytest.fixture
def bank(tmp_path) -> Path:
    return _bank(tmp_path)


def _rows(path: Path, count: int) -> Path:
    (path.parent / "world.json").write_text('[[0, 63, 0, "red"], [0, 64, 0, "blue"]]')
    rows = [
        {"instruction": f"{TEXTS[i % 3]} ({i})", "id": i, "world": "world.json" if i % 2 else "no.json"}
        for i in range(count)
    ]
    frame = pd.DataFrame(rows)
    if path.suffix == ".parquet":
        frame.to_parquet(path)
    else:
        frame.to_csv(path, index=False)
    return path


@pytest.fixture(scope="module")
def job(tmp_path_factory) -> tuple[list[object], bytes]:
    """Options of a job, and the file that one process writes."""
    folder = tmp_path_factory.mktemp("job")
    options = ["--input", _rows(folder / "rows.csv", 12), "--qbank", _bank(folder), "--batch", 2]
    assert not _predict(*options, "--output", folder / "out.parquet")
    return options, (folder / "out.parquet").read_bytes()


def test_several_processes_write_the_same_file(job, tmp_path):
    options, content = job
    out = tmp_path / "out.parquet"
    assert not _predict(*options, "--output", out, "--workers", 2)
    assert out.read_bytes() == content
    assert [path.name for path in tmp_path.iterdir()] == ["out.parquet"]


def test_a_cluster_that_loses_a_node_writes_the_same_file(job, tmp_path, monkeypatch):
    """The node goes while both are at work; what it had is answered by the other."""
    ray = pytest.importorskip("ray")
    from ray.cluster_utils import Cluster

    options, content = job
    monkeypatch.setenv("CQ_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    other = cluster.add_node(num_cpus=1)
    keep, nodes = AnswerLog.append, 2

    def keep_and_lose_a_node(log: AnswerLog, key: str, answers: object) -> None:
        nonlocal nodes
        keep(log, key, answers)
        if nodes == 2 and int(key.split()[-2]) >= 3:
            cluster.remove_node(other, allow_graceful=False)
            nodes = 1

    monkeypatch.setattr(AnswerLog, "append", keep_and_lose_a_node)
    try:
        ray.init(address=cluster.address, log_to_driver=False)
        out = tmp_path / "out.parquet"
        assert not _predict(*options, "--output", out, "--engine", "ray")
    finally:
        ray.shutdown()
        cluster.shutdown()
    assert nodes == 1
    assert out.read_bytes() == content


@pytest.fixture(scope="module")
def echo() -> Callable[[object], object]:
    """Gives back what it gets, after a while; it kills its process for a 9. It is no name of this module, so
    that workers do not import that. The tests share it, and so their workers.
    """

    def give_back(item: object) -> object:
        time.sleep(0.05)
        if item == 9:
            os.kill(os.getpid(), 9)
        return item

    return give_back


def test_no_more_batches_are_read_than_workers_can_take(echo):
    read = []
    numbers = (read.append(n) or [n] for n in range(20))
    ahead = []
    for done, rows in enumerate(in_workers(echo, numbers, 2)):
        assert rows == [done]
        ahead.append(len(read) - done)
    assert read == list(range(20))
    # joblib reads as many as there are workers at a time, when a worker finishes.
    assert max(ahead) <= 2 * ITEMS_PER_WORKER + 2 + 2


def test_rows_that_cannot_be_read_end_the_job(echo):
    def batches():
        yield [0]
        raise InputError("cannot read 'x'")

    with pytest.raises(InputError, match="cannot read 'x'"):
        list(in_workers(echo, batches(), 2))


def test_a_worker_that_dies_ends_the_job_with_a_reason(echo):
    with pytest.raises(WorkerDiedError, match=r"for lack of memory; run the command again"):
        list(in_workers(echo, [9, 9], 2))


def test_workers_end_with_a_killed_parent():
    code = (
        "import os; from cq.modeling.workers import in_workers\n"
        "for pid in in_workers(lambda _: os.getpid(), range(4), 2):\n"
        "    print(pid, flush=True); os.kill(os.getpid(), 9)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == -9
    worker = int(done.stdout)
    for _ in range(100):
        if not Path(f"/proc/{worker}").exists():
            break
        time.sleep(0.1)
    else:
        pytest.fail("the worker still runs")


def test_a_worker_that_imports_torch_later_has_one_thread():
    code = (
        "from cq.modeling.threads import pin_one_thread; pin_one_thread()\n"
        "import torch; assert torch.get_num_threads() == 1"
    )
    several = os.environ | {"OMP_NUM_THREADS": "2"}
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=several, check=True)


@pytest.fixture
def folder(tmp_path, loaded_once) -> Path:
    """Rows in three files of a folder, beside their worlds and marks of other programs."""
    root = tmp_path / "rows"
    (root / "day=2").mkdir(parents=True)
    _rows(root / "a.csv", 3)
    _rows(root / "b.parquet", 5)
    _rows(root / "day=2" / "a.parquet", 2)
    (root / "_SUCCESS").touch()
    return root


def test_a_folder_is_answered_file_by_file_at_a_url(folder, tmp_path, bank):
    out = f"memory://{uuid.uuid4()}/answers"
    options = ("--qbank", bank, "--batch", 2)
    assert not _predict("--input", f"file://{folder}", "--output", out, *options)
    found = fsspec.filesystem("memory").find(out.removeprefix("memory:/"))
    names = [name.partition("answers/")[2] for name in found]
    assert names == ["a.parquet", "b.parquet", "day=2/a.parquet"]
    for source, answers in zip(("a.csv", "b.parquet", "day=2/a.parquet"), names, strict=True):
        assert not _predict("--input", folder / source, "--output", tmp_path / "alone.parquet", *options)
        with fsspec.open(f"{out}/{answers}") as file:
            assert file.read() == (tmp_path / "alone.parquet").read_bytes()


def test_rows_at_a_url_name_no_files_of_this_machine(folder, tmp_path, bank):
    url = f"memory://{uuid.uuid4()}/rows.csv"
    with fsspec.open(url, "wb") as file:
        file.write((folder / "a.csv").read_bytes())
    assert not _predict("--input", url, "--output", tmp_path / "out.parquet", "--qbank", bank)
    said = pq.read_table(tmp_path / "out.parquet")["error"].to_pylist()
    assert all("which only tables on this machine may name" in one for one in said)


def test_a_killed_job_goes_on_with_the_next_file(folder, tmp_path, bank, monkeypatch):
    """Files that are written stay as they are, unless their rows have changed."""
    command = ("--input", folder, "--output", tmp_path / "out", "--qbank", bank, "--batch", 2)
    write, written = Part.write, []

    def write_or_die(part: Part) -> int:
        if len(written) == 2:
            sys.exit(9)
        written.append(part.out.name)
        return write(part)

    with monkeypatch.context() as patched:
        patched.setattr(Part, "write", write_or_die)
        assert _predict(*command) == 9
    stamps = {path.name: path.stat().st_mtime_ns for path in (tmp_path / "out").iterdir()}
    assert sorted(stamps) == ["a.parquet", "b.parquet"]
    _rows(folder / "b.parquet", 4)
    assert not _predict(*command)
    changed = [
        name for name, stamp in stamps.items() if (tmp_path / "out" / name).stat().st_mtime_ns != stamp
    ]
    assert changed == ["b.parquet"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out", "question_bank.csv", "rows"]
    assert [len(pq.read_table(path)) for path in sorted((tmp_path / "out").rglob("*.parquet"))] == [3, 4, 2]


def test_folders_that_would_mix_are_refused(folder, tmp_path, capsys):
    def refused(*command: object) -> str:
        assert _predict(*command) == 2
        return capsys.readouterr().err

    assert "the input is there" in refused("--input", folder, "--output", folder / "out")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "x.parquet").touch()
    assert "'x.parquet', which is not of this job" in refused("--input", folder, "--output", tmp_path / "out")
    _rows(folder / "a.parquet", 1)
    assert "only by its ending" in refused("--input", folder, "--output", tmp_path / "new")
    (tmp_path / "none").mkdir()
    assert "no files of rows" in refused("--input", tmp_path / "none", "--output", tmp_path / "new")
    assert "cannot open 'nowhere://x'" in refused("--input", "nowhere://x", "--output", tmp_path / "new")
    with pytest.raises(InputError, match="cannot open"):
        Place("nowhere://x")
