"""A study: nothing acknowledged is lost, what is withdrawn is gone, and the export is what cq.arena reads."""

from __future__ import annotations

import csv
import json
import random
import sqlite3
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from killed_server import Killed
from toy_words import WordsAlone
from typer.testing import CliRunner

from cq import arena

pytestmark = pytest.mark.skipif(
    any(find_spec(one) is None for one in ("fastapi", "fastapi_offline", "uvicorn")),
    reason="needs the extra web",
)

STUDY = """
title: Does it pay to ask?
consent: |
  You build small things by talking to a builder.

  We keep what you type and what is built, under a code.
conditions:
  asks: {cost_of_asking: 0.1, speaker: true}
  never: {max_questions: 0}
tasks:
  - {id: lamp, title: Build what stands beside, from: goals/lamp, condition: asks}
  - {id: top, title: Put red on blue, world: [[0, 63, 0, blue]], condition: never,
     target: [[0, 63, 0, blue], [0, 64, 0, red]]}
questionnaire:
  - {id: easy, text: "Was it easy?", choices: ["no", "yes"]}
  - {id: words, text: "What was hard?"}
"""
SAID = {
    "lamp": ["Build a tower of four blue blocks in the middle", "Put a yellow block on top of the tower"],
    "top": ["Put a red block on the blue block"],
}


@pytest.fixture
def study(tmp_path: Path) -> Path:
    path = tmp_path / "study.yaml"
    path.write_text(STUDY, encoding="utf-8")
    return path


def test_twelve_participants_lose_nothing_when_the_server_is_killed_twice(study):
    server = Killed(study)
    acknowledged: list[tuple[str, str, int, str]] = []
    moments = [threading.Event(), threading.Event()]

    def take_part(seed: int) -> str:
        code = server.post("begin", consent=True)["code"]
        for task, texts in SAID.items():
            assert server.post("state", code=code)["task"]["id"] == task
            for number, text in enumerate(texts):
                server.post("step", code=code, task=task, number=number, say=text)
                acknowledged.append((code, task, number, text))
                for count, moment in zip((8, 20), moments, strict=True):
                    if len(acknowledged) >= count:
                        moment.set()
            server.post("rate", code=code, task=task, number=0, thumb="up")
            server.post("finish", code=code, task=task)
        server.post("answers", code=code, answers={"easy": random.Random(seed).choice(["no", "yes"])})
        return code

    try:
        with ThreadPoolExecutor(12) as pool:
            playing = [pool.submit(take_part, seed) for seed in range(12)]
            for moment in moments:
                assert moment.wait(120)
                server.kill()
                server.start()
            codes = {one.result() for one in playing}
    finally:
        server.kill()
    # What was begun and never acknowledged may be there besides.
    with sqlite3.connect(study.with_suffix(".sqlite")) as connection:
        kept = connection.execute("SELECT code, task, number, request FROM turns").fetchall()
        rated = connection.execute("SELECT count(*) FROM ratings").fetchone()
        answered = connection.execute("SELECT count(*) FROM answers").fetchone()
    wanted = {(code, task, number, json.dumps({"say": text})) for code, task, number, text in acknowledged}
    assert len(codes) == 12
    assert len(acknowledged) == 36
    assert wanted == {*kept}
    assert len(kept) == len({*kept})
    assert (rated, answered) == ((24,), (12,))
    check_export(study, 24, "up")


def check_export(study: Path, games: int, thumb: str) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    from cq.cli.main import app

    out = study.parent / "out"
    done = CliRunner().invoke(app, ["study", "export", str(study), "--out", str(out)])
    assert done.exit_code == 0, done.output
    transcripts = arena.read_transcripts(out / "transcripts.jsonl")
    assert len(transcripts) == games
    validator = jsonschema.Draft202012Validator(arena.TRANSCRIPT_SCHEMA)
    for one in transcripts:
        validator.validate(one)
        assert one["exact"]
    table = arena.summary(arena.frame(transcripts), price=0.1)
    assert sorted(table.agent) == ["asks", "never"]
    assert list(table.exact) == [1.0, 1.0]
    done = CliRunner().invoke(app, ["arena", "report", str(out / "transcripts.jsonl")])
    assert done.exit_code == 0, done.output
    rows = list(csv.DictReader((out / "turns.csv").read_text(encoding="utf-8").splitlines()))
    assert {row["task"] for row in rows} == {"lamp", "top"}
    assert {row["thumb"] for row in rows} == {"", thumb}


def test_transcripts_of_the_arena_validate_against_the_schema():
    jsonschema = pytest.importorskip("jsonschema")
    line = {"id": "own:1", "request": "Put a red block here", "world": [], "meant": [[0, 63, 0, "red"]]}
    episode = arena.episode_of(line)

    def asks(shown: Any, history: Any) -> Any:
        return arena.Refuse("no") if history else arena.Ask("Where?", ("here",))

    played = arena.play(episode, asks, arena.WrittenArchitect)
    jsonschema.validate({"agent": "mine", **played}, arena.TRANSCRIPT_SCHEMA)


@pytest.fixture
def participants(study):
    from cq.web.study.design import Design, digests, prepared
    from cq.web.study.store import Store
    from cq.web.study.study_handlers import Participants

    design = Design.load(study)
    ready = prepared(design, study.parent)
    store = Store(study.with_suffix(".sqlite"), digests(design, ready, study.parent))
    return Participants(design, ready, store, study.parent)


def test_a_task_may_be_finished_again_by_who_never_heard_that_it_is(participants):
    from cq.web.study.study_handlers import ConsentRequest, TaskRequest

    code = participants.begin(ConsentRequest(consent=True)).code
    first = participants.finish(TaskRequest(code=code, task="lamp"))
    assert participants.finish(TaskRequest(code=code, task="lamp")) == first
    assert first.task.id == "top"
    assert participants.store.done(code) == {"lamp"}


def test_what_is_withdrawn_is_gone_from_the_disk(participants, study):
    from cq.web.study.study_handlers import CodeRequest, ConsentRequest

    code = participants.begin(ConsentRequest(consent=True)).code
    told = {
        "world": [],
        "action": "reply",
        "reply": "",
        "question": None,
        "confidence": None,
        "is_answer": False,
    }
    participants.store.keep(code, "lamp", 0, {"say": "xylophone"}, told, {"steps": "xylophone"})
    participants.withdraw(CodeRequest(code=code))
    for path in study.parent.glob("study.sqlite*"):
        assert b"xylophone" not in path.read_bytes()
        assert code.encode() not in path.read_bytes()
    assert participants.store.rows("SELECT * FROM turns") == []


def is_on_the_disk(study: Path, words: bytes) -> bool:
    return any(words in path.read_bytes() for path in study.parent.glob("study.sqlite*"))


@pytest.mark.parametrize("reads", ["participants", "turns", "games"])
def test_withdrawing_waits_for_no_reader(participants, study, reads):
    """What is withdrawn leaves the disk as soon as the other process has read."""
    from cq.web.study.study_handlers import CodeRequest, ConsentRequest

    code = participants.begin(ConsentRequest(consent=True)).code
    participants.store.keep(code, "lamp", 0, {"say": "xylophone"}, {}, {"steps": "xylophone"})
    reader = sqlite3.connect(study.parent / "study.sqlite", isolation_level=None)
    reader.execute("BEGIN")
    assert reader.execute(f"SELECT count(*) FROM {reads}").fetchone() == (1,)
    began = time.monotonic()
    participants.withdraw(CodeRequest(code=code))
    assert time.monotonic() - began < 1
    assert participants.store.rows("SELECT * FROM turns") == []
    other = participants.begin(ConsentRequest(consent=True)).code  # The next is served meanwhile.
    assert participants.store.participant(other)["finished"] is None
    reader.execute("ROLLBACK")
    reader.close()
    ends = time.monotonic() + 20
    while is_on_the_disk(study, b"xylophone") and time.monotonic() < ends:
        time.sleep(0.1)
    assert not is_on_the_disk(study, b"xylophone")
    assert not is_on_the_disk(study, code.encode())
    assert participants.store.participant(other)["finished"] is None


@pytest.mark.parametrize("what", ["begin", "keep", "withdraw", "answer"])
def test_a_write_waits_a_second_for_another_process_and_says_so(participants, study, what):
    from cq.web.study.store import StoreBusyError
    from cq.web.study.study_handlers import ConsentRequest

    store = participants.store
    code = participants.begin(ConsentRequest(consent=True)).code
    writes = {
        "begin": lambda: store.begin(),
        "keep": lambda: store.keep(code, "lamp", 0, {"say": "a"}, {}, {}),
        "withdraw": lambda: store.forget(code),
        "answer": lambda: store.answer(code, {"easy": "yes"}),
    }
    writer = sqlite3.connect(study.parent / "study.sqlite", isolation_level=None)
    writer.execute("BEGIN IMMEDIATE")
    began = time.monotonic()
    with pytest.raises(StoreBusyError, match="another process writes to the file of answers"):
        writes[what]()
    assert time.monotonic() - began < 3
    writer.execute("ROLLBACK")
    writes[what]()
    writer.close()


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("goals/lamp", "goals/none", "no goal 'none'"),
        ("condition: asks", "condition: nobody", "which is not there"),
        ("id: top", "id: lamp", "two tasks have the id 'lamp'"),
        ("cost_of_asking: 0.1", "cost_of_asking: 3", "less than 1"),
        ("title: Does", "name: Does", "title is missing; give it"),
        ("[0, 64, 0, red]", "[0, 64, 0, pink]", "pink"),
        ("tasks:", "tasks: [", "is not valid YAML"),
    ],
)
def test_a_study_that_cannot_be_is_refused_by_name(study, old, new, message):
    from cq.cli.main import app

    study.write_text(STUDY.replace(old, new), encoding="utf-8")
    done = CliRunner().invoke(app, ["study", "export", str(study), "--out", str(study.parent)])
    assert done.exit_code != 0
    assert message in done.output + str(done.exception)


def test_answers_of_another_study_are_refused(participants, study):
    from cq.cli.main import app

    study.write_text(STUDY.replace("Build what stands", "Build what you see"), encoding="utf-8")
    done = CliRunner().invoke(app, ["study", "export", str(study), "--out", str(study.parent)])
    assert done.exit_code != 0
    assert "answers of another study" in done.output + str(done.exception)


def test_a_participant_takes_part_in_the_browser_and_withdraws(browser, participants, monkeypatch):
    from cq.web import server as web

    monkeypatch.setattr("cq.pipeline.default._default", WordsAlone())
    listening = web.listen("127.0.0.1", 0)
    running = web.server("127.0.0.1", participants)
    thread = threading.Thread(target=running.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    page = browser.new_context(reduced_motion="reduce").new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.set_default_timeout(60_000)
    page.goto(web.address(listening))

    def say(words: str) -> None:
        turns = page.locator(".bubble.builder").count()
        page.fill("#say-text", words)
        page.press("#say-text", "Enter")
        page.locator(".bubble.builder").nth(turns).wait_for()

    page.wait_for_selector("#study-dialog >> text=under a code")
    assert page.context.cookies() == []
    page.click("#study-agree")
    page.wait_for_selector("text=Task 1 of 2: Build what stands beside")
    assert not page.is_visible("#open-button")
    say("Build a tower of four blue blocks in the middle")
    page.click(".rating button >> nth=1")
    page.fill(".rating input", "a lamp")
    page.click(".rating >> text=Tell")
    page.wait_for_selector("text=Noted")
    page.click("text=Take it back")
    page.wait_for_selector(".bubble.builder", state="detached")
    for words in SAID["lamp"]:
        say(words)
    page.wait_for_selector("text=5 of 5 target blocks stand: it is done!")
    page.reload()
    page.wait_for_selector("text=Put a yellow block on top of the tower")
    page.click("#study-done")
    page.wait_for_selector("text=Task 2 of 2")
    say(SAID["top"][0])
    page.click("#study-done")
    page.check("#study-questions input[value=yes]")
    page.fill("#study-questions textarea", "=nothing")
    page.click("#study-questions button")
    page.wait_for_selector("text=Your code is")
    rows = participants.store.rows("SELECT thumb, meant FROM ratings")
    assert rows == [{"thumb": "down", "meant": "a lamp"}]
    check_export(participants_file(participants), 2, "down")
    page.on("dialog", lambda dialog: dialog.accept())
    page.click("#study-dialog button:has-text('Withdraw')")
    page.wait_for_selector("text=All that you did is deleted.")
    assert participants.store.rows("SELECT * FROM participants") == []
    assert page.evaluate("localStorage.length") == 0
    assert faults == []
    page.context.close()
    running.should_exit = True
    thread.join()


def participants_file(participants: Any) -> Path:
    """The file of the study, beside its answers."""
    path: Path = participants.store.path
    return path.with_suffix(".yaml")
