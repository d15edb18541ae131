"""Jobs of which something changes between a kill and the next run, or while they run; and rows that fail."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest
from fuzz.killing import CHANGES, Case, given, goes_on_as_new, write

from cq.cli.runner import run
from cq.errors import InputError
from cq.files.digests import fingerprint
from cq.jobs import submit
from cq.jobs.answer_log import AnswerLog
from cq.jobs.batch_predictor import BatchPredictor
from cq.jobs.places import unchanged
from cq.jobs.rows import Asked
from cq.ranking import QuestionBank
from cq.world import Pose, World


@pytest.mark.parametrize("change", CHANGES)
def test_a_killed_job_goes_on_with_what_is_there(change):
    rng = random.Random(change)
    goes_on_as_new(Case(given(rng, rng.choice(["jsonl", "csv", "parquet"])), change, rng.randint(1, 4)))


@pytest.mark.parametrize("change", ["nothing", "ids", "file of a world", "bank", "weights"])
def test_what_changes_while_a_job_runs_is_told(change):
    rng = random.Random(change)
    goes_on_as_new(Case(given(rng, rng.choice(["jsonl", "csv"])), change, rng.randint(1, 2), killed=False))


def _submit(folder: Path, monkeypatch: pytest.MonkeyPatch, **more: Callable[..., object]) -> int:
    paths = ["--input", str(folder / "rows.csv"), "--output", str(folder / "out.csv")]
    monkeypatch.setattr(sys, "argv", ["submit", "predict", *paths, "--top", "1"])
    with monkeypatch.context() as patched:
        for name, function in more.items():
            patched.setattr(AnswerLog, name, function)
        with pytest.raises(SystemExit) as stopped:
            run(submit.app)
    return int(stopped.value.code or 0)


@pytest.mark.usefixtures("loaded_once")
def test_a_submission_takes_over_the_answers_to_what_stayed_the_same(tmp_path, monkeypatch, capsys):
    (tmp_path / "w.json").write_text('[[0, 63, 0, "red"]]')
    texts = ["Remove the red block.", "Put it there.", "Remove the red block."]
    rows = pd.DataFrame({"InputInstruction": texts, "InitializedWorldPath": ["w.json"] * 3, "id": [1, 2, 3]})
    rows.to_csv(tmp_path / "rows.csv", index=False)
    append = AnswerLog.append

    def keep_two(log: AnswerLog, key: str, answer: object) -> None:
        append(log, key, answer)
        if key.startswith("1 "):
            sys.exit(9)

    assert _submit(tmp_path, monkeypatch, append=keep_two) == 9
    kept: list[str] = []

    def counting(log: AnswerLog, key: str, answer: object) -> None:
        kept.append(key.partition(" ")[0])
        append(log, key, answer)

    rows.assign(id=[7, 8, 9], InputInstruction=["Build a wall.", *texts[1:]]).to_csv(
        tmp_path / "rows.csv", index=False
    )
    assert _submit(tmp_path, monkeypatch, append=counting) == 0
    assert kept == ["0", "2"]
    table = pd.read_csv(tmp_path / "out.csv")
    assert table["id"].tolist() == [7, 8, 9]
    assert table["InputInstruction"][0] == "Build a wall."

    def changing(log: AnswerLog, key: str, answer: object) -> None:
        append(log, key, answer)
        (tmp_path / "w.json").write_text("[]")

    before = (tmp_path / "out.csv").read_bytes()
    capsys.readouterr()
    assert _submit(tmp_path, monkeypatch, append=changing) == 2
    assert "changed while the job ran" in capsys.readouterr().err
    assert (tmp_path / "out.csv").read_bytes() == before


def test_an_evaluation_over_a_table_that_changes_says_so(tmp_path):
    for path, change in ((tmp_path / "rows.csv", "more"), (tmp_path / "gone.csv", None)):
        path.write_text("instruction,clear\nBuild a wall,no\n")
        with (
            pytest.raises(InputError, match=r"changed while the job ran; run it again"),
            unchanged(path, None),
        ):
            path.unlink() if change is None else path.write_text(change)
    (tmp_path / "set").mkdir()
    (tmp_path / "set" / "a").write_text("1")
    with unchanged(tmp_path / "set", tmp_path / "rows.csv"):
        pass
    with pytest.raises(InputError, match="set' changed while"), unchanged(tmp_path / "set"):
        (tmp_path / "set" / "b").write_text("2")


def test_the_weights_that_a_worker_loads_are_those_that_the_job_began_with(tmp_path):
    one = {**given(random.Random(0)), "threshold": None}
    write(tmp_path, one)
    predictor = BatchPredictor(tmp_path / "weights", QuestionBank.parse(["Where?"]), 1)
    write(tmp_path, one | {"threshold": 0.01})
    with pytest.raises(InputError, match=r"weights' changed while|or cq itself, changed while"):
        predictor([Asked("Build a wall", World.parse())])


def test_a_key_tells_all_that_an_answer_depends_on():
    blocks = [(0, 63, 0, 1)]
    worlds = [
        World.parse(blocks, palette={"white": 1, "teal": 2}),
        World.parse(blocks, palette={"white": 2, "teal": 1}),
        World.parse(blocks, palette={"white": 1, "pink": 2}),
        World.parse(blocks, palette={"white": 1}),
        World.parse(blocks),
        World.parse(blocks, zone=(20, 20, 9)),
        World.parse(blocks, zone=(11, 11, 10)),
        World.parse(blocks, facing="east"),
        World.parse(blocks, pose=Pose((0.0, 63.0, 0.0), 0.1)),
        World.parse(),
    ]
    keys = [fingerprint([Asked("Remove it.", world)]) for world in worlds]
    keys += [fingerprint([Asked("Remove it", worlds[0])]), fingerprint([Asked(None, error="x")])]
    assert len(set(keys)) == len(keys)
    assert keys[0] == fingerprint([Asked("Remove it.", World.parse(blocks, palette={"teal": 2, "white": 1}))])
