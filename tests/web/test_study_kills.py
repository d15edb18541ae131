"""`cq study` in a process that is killed at random moments, while what it depends on changes in between."""

from __future__ import annotations

import json
import random
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path

import pytest
from conftest import ROOT
from killed_server import LIMIT, Killed
from typer.testing import CliRunner

from cq import arena
from cq.cli.main import app

pytestmark = pytest.mark.skipif(
    any(find_spec(one) is None for one in ("fastapi", "fastapi_offline", "uvicorn")),
    reason="needs the extra web",
)

STUDY = """
title: Does it pay to ask?
consent: Yes?
tasks:
  - {id: top, title: Put red on blue, world: start.json, target: target.json, condition: {builder: weights}}
questionnaire:
  - {id: easy, text: "Was it easy?", choices: ["no", "yes"]}
"""
WORLD = {"worldEndingState": {"blocks": [[0, 63, 0, 2]]}, "palette": {"red": 1, "blue": 2}}
TARGET = {"worldEndingState": {"blocks": [[0, 63, 0, 2], [0, 64, 0, 1]]}, "palette": {"red": 1, "blue": 2}}
CHANGES = [
    ("the world or the target of task 'top'", "start.json", '"red": 1, "blue": 2', '"red": 2, "blue": 1'),
    ("the builder 'weights'", "weights/pipeline.json", '.json": "', '.json": "0'),
]
"""A palette and weights: what is named, the file, and what is exchanged in it."""
SAID = ["Put a red block on the blue block", "Remove the red block", "Put a red block on the blue block"]


@pytest.fixture
def study(tmp_path: Path) -> Path:
    (tmp_path / "start.json").write_text(json.dumps(WORLD))
    (tmp_path / "target.json").write_text(json.dumps(TARGET))
    (tmp_path / "weights").mkdir()
    (tmp_path / "weights" / "pipeline.json").write_text(
        (ROOT / "cq" / "weights" / "pipeline.json").read_text(encoding="utf-8")
    )
    path = tmp_path / "study.yaml"
    path.write_text(STUDY)
    return path


def test_a_server_that_is_killed_at_any_moment_goes_on_with_what_it_was(study):
    """What changed meanwhile is named, and nothing is served; put back, nothing is lost or there twice."""
    rng, acknowledged = random.Random(0), list[tuple[str, int, str]]()
    server = Killed(study)

    def take_part(_: int) -> str:
        code: str = server.post("begin", consent=True)["code"]
        for number, text in enumerate(SAID):
            server.post("step", code=code, task="top", number=number, say=text)
            acknowledged.append((code, number, text))
        server.post("finish", code=code, task="top")
        server.post("answers", code=code, answers={"easy": "yes"})
        return code

    try:
        with ThreadPoolExecutor(4) as pool:
            playing = [pool.submit(take_part, number) for number in range(6)]
            ends = time.monotonic() + LIMIT
            for part, name, old, new in CHANGES:
                before = len(acknowledged)
                while len(acknowledged) < before + 2 and time.monotonic() < ends:
                    time.sleep(0.005)
                time.sleep(rng.uniform(0, 0.2))
                server.kill()
                text = (study.parent / name).read_text()
                (study.parent / name).write_text(text.replace(old, new, 1))
                assert f"{part} is another; put back what it was" in server.refusal()
                (study.parent / name).write_text(text)
                server.start()
            codes = {one.result() for one in playing}
    finally:
        server.kill()
    with sqlite3.connect(study.with_suffix(".sqlite")) as connection:
        kept = connection.execute("SELECT code, number, request FROM turns").fetchall()
        answered = connection.execute("SELECT code FROM answers").fetchall()
    assert len(kept) == len({*kept}) == len(codes) * len(SAID)
    assert {*kept} == {(code, number, json.dumps({"say": text})) for code, number, text in acknowledged}
    assert {code for (code,) in answered} == codes
    done = CliRunner().invoke(app, ["study", "export", str(study), "--out", str(study.parent / "out")])
    assert done.exit_code == 0, done.output
    games = arena.read_transcripts(study.parent / "out" / "transcripts.jsonl")
    assert [one["exact"] for one in games] == [True] * len(codes)
