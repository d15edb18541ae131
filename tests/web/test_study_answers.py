"""The answers of a study belong to what it was, in order and undamaged, or the error says what to do."""

from __future__ import annotations

import csv
import json
import sqlite3
import sys
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT
from toy_words import CLEAR, WordsAlone

from cq import InputError

pytestmark = pytest.mark.skipif(find_spec("fastapi") is None, reason="needs the extra web")

STUDY = """
title: Does it pay to ask?
consent: Yes?
tasks:
  - {id: top, title: Put red on blue, world: start.json, target: target.json}
questionnaire:
  - {id: easy, text: "Was it easy?", choices: ["no", "yes"]}
  - {id: words, text: "What was hard?"}
"""


@pytest.fixture
def study(tmp_path, monkeypatch):
    monkeypatch.setattr("cq.pipeline.default._default", WordsAlone())
    (tmp_path / "start.json").write_text('[[0, 63, 0, "blue"]]')
    (tmp_path / "target.json").write_text('[[0, 63, 0, "blue"], [0, 64, 0, "red"]]')
    path = tmp_path / "study.yaml"
    path.write_text(STUDY)
    return path


def opened(study: Path) -> Any:
    from cq.web.study.design import Design, digests, prepared
    from cq.web.study.store import Store
    from cq.web.study.study_handlers import Participants

    design = Design.load(study)
    ready = prepared(design, study.parent)
    store = Store(study.with_suffix(".sqlite"), digests(design, ready, study.parent))
    return Participants(design, ready, store, study.parent)


def body(kind: str, **fields: Any) -> Any:
    from cq.web.study import study_handlers as handlers

    return getattr(handlers, f"{kind}Request")(**fields)


def begun(participants: Any, *texts: str) -> str:
    code = participants.begin(body("Consent", consent=True)).code
    for number, text in enumerate(texts):
        participants.step(body("Turn", code=code, task="top", number=number, say=text))
    return str(code)


def played(study: Path) -> str:
    """A participant who has done all."""
    participants = opened(study)
    code = begun(participants, "Put a red block on the blue block")
    participants.rate(body("Rating", code=code, task="top", number=0, thumb="up"))
    participants.finish(body("Task", code=code, task="top"))
    participants.answers(body("Answers", code=code, answers={"easy": "yes", "words": "nothing"}))
    participants.store._connection.close()
    return code


def exported(study: Path) -> list[dict[str, Any]]:
    from cq.web.study.export import answers_csv, transcripts, turns_csv

    participants = opened(study)
    store, design, ready = participants.store, participants.design, participants.ready
    turns_csv(store, design, ready), answers_csv(store)
    return list(transcripts(store, design, ready))


# --- what it depends on ---


@pytest.mark.parametrize(
    ("name", "text", "part"),
    [
        ("target.json", '[[0, 63, 0, "blue"], [0, 64, 0, "green"]]', "the world or the target of task 'top'"),
        ("start.json", '[[1, 63, 0, "blue"]]', "the world or the target of task 'top'"),
        ("study.yaml", STUDY.replace("Was it", "Is it"), "the file of the study"),
    ],
)
def test_answers_are_of_the_worlds_that_the_study_names(study, name, text, part):
    played(study)
    assert exported(study)[0]["exact"]
    (study.parent / name).write_text(text)
    with pytest.raises(InputError, match=f"{part} is another; put back what it was, or give --answers"):
        opened(study)


def test_a_file_that_says_the_same_otherwise_is_the_same_study(study):
    played(study)
    study.write_text("# A comment.\n" + STUDY)
    (study.parent / "start.json").write_text('[[0, 63, 0,    "blue"]]\n')
    assert exported(study)[0]["exact"]


def test_answers_are_of_the_builders_that_the_study_names(study):
    from cq.web.study.design import Design, digests, prepared

    folder = study.parent / "weights"
    folder.mkdir()
    manifest = (ROOT / "cq" / "weights" / "pipeline.json").read_text()
    (folder / "pipeline.json").write_text(manifest)
    study.write_text(STUDY.replace("top,", f"top, condition: {{builder: {folder}}},"))
    design = Design.load(study)
    ready = prepared(design, study.parent)
    before = digests(design, ready, study.parent)
    digest = next(iter(json.loads(manifest)["files"].values()))
    (folder / "pipeline.json").write_text(manifest.replace(digest, "0" * 64))
    after = digests(design, ready, study.parent)
    assert {part for part in before if before[part] != after[part]} == {f"the builder {str(folder)!r}"}


@pytest.mark.parametrize("leave", [(1,), (3,), (2, 3), (1, 2, 3), ()])
def test_no_number_is_given_twice(study, leave):
    store = opened(study).store
    codes = [store.begin() for _ in range(3)]
    for number in leave:
        store.forget(codes[number - 1])
    assert store.participant(store.begin())["number"] == 4
    store._connection.close()
    store = opened(study).store
    assert store.participant(store.begin())["number"] == 5


def test_a_file_without_given_numbers_goes_on_after_the_last(study):
    store = opened(study).store
    store.begin(), store.begin()
    store._connection.execute("DROP TABLE numbers")  # As an older version left it.
    store._connection.close()
    store = opened(study).store
    assert store.participant(store.begin())["number"] == 3


@pytest.mark.parametrize("where", ["weights", "own/weights", "../other/weights", "{root}/other/weights"])
def test_the_folder_of_a_builder_is_taken_from_that_of_the_study(study, monkeypatch, where):
    from cq.web.study.design import Design, digests, prepared
    from cq.web.study.study_handlers import Pipeline

    named = where.format(root=study.parent.parent)
    folder = study.parent / named
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "pipeline.json").write_text((ROOT / "cq" / "weights" / "pipeline.json").read_text())
    loaded: list[Path] = []
    monkeypatch.setattr(Pipeline, "from_pretrained", lambda given: loaded.append(given) or WordsAlone())
    monkeypatch.chdir(ROOT)
    study.write_text(STUDY.replace("top,", f"top, condition: {{builder: {named}}},"))
    design = Design.load(study)
    assert f"the builder {named!r}" in digests(design, prepared(design, study.parent), study.parent)
    begun(opened(study), "Put a red block on the blue block")
    assert [one.resolve() for one in loaded] == [folder.resolve()]


@pytest.mark.parametrize("kind", ["[{}]", "{{x: {0}, y: {0}}}", "[[{}], {{z: {}}}]"])
@pytest.mark.parametrize("levels", [9, 20])
def test_aliases_of_aliases_are_refused_soon(study, kind, levels):
    from cq.web.study.design import Design

    lines = ["a0: &a0 [lol, lol]"]
    for n in range(1, levels):
        nine = ", ".join([f"*a{n - 1}"] * 9)
        lines.append(f"a{n}: &a{n} {kind.format(nine if kind[0] == '[' else f'[{nine}]', f'*a{n - 1}')}")
    study.write_text("\n".join(lines) + "\n" + STUDY)
    began = time.process_time()
    with pytest.raises(InputError, match="not valid YAML: its aliases make more than"):
        Design.load(study)
    assert time.process_time() - began < 20


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("study.yaml", STUDY + "title: Another\n", "the key 'title' is there twice"),
        ("study.yaml", STUDY.replace("id: top,", "id: top, id: low,"), "the key 'id' is there twice"),
        ("study.json", '{"title": "T", "title": "U", "consent": "c"}', "the key 'title' is there twice"),
        ("study.yaml", "[" * 5000, "nested too deeply"),
        ("study.yaml", "{a: " * 5000, "nested too deeply"),
        ("study.json", "[" * 100_000, "nested too deeply"),
        ("rows.csv", "instruction,question\nBuild a wall,How long?\n", "is YAML or JSON with its tasks"),
        ("study.json", "[1]", "is YAML or JSON with its tasks"),
    ],
)
def test_what_is_no_study_is_refused(tmp_path, name, text, said):
    from cq.web.study.design import Design

    (tmp_path / name).write_text(text)
    with pytest.raises(InputError, match=said):
        Design.load(tmp_path / name)


def test_an_alias_is_read_as_what_it_stands_for(study):
    from cq.web.study.design import Design

    study.write_text(STUDY.replace("consent: Yes?", "consent: &c Yes?").replace("Was it easy?", "*c", 1)
                     .replace('"*c"', "*c"))  # fmt: skip
    assert Design.load(study).questionnaire[0].text == "Yes?"


def test_a_clock_that_is_set_back_changes_no_order(study, monkeypatch):
    from cq.web.study.export import turns_csv

    study.write_text(STUDY.replace("tasks:\n", f"tasks:\n{STUDY.splitlines()[4].replace('top', 'low')}\n"))
    participants = opened(study)
    clock = iter([5000.0, 5002.0, 5003.0, 4000.0, 3990.0, 3991.5, 3000.0, *range(2000)])
    monkeypatch.setattr("cq.web.study.store.time.time", lambda: next(clock))
    code = participants.begin(body("Consent", consent=True)).code
    for task in ("low", "top"):
        for number in range(2):
            participants.step(body("Turn", code=code, task=task, number=number, say="Put a red block"))
        participants.finish(body("Task", code=code, task=task))
    store, design, ready = participants.store, participants.design, participants.ready
    rows = list(csv.DictReader(turns_csv(store, design, ready).splitlines()))
    assert [(row["task"], row["number"]) for row in rows] == [
        ("low", "0"), ("low", "1"), ("top", "0"), ("top", "1"),
    ]  # fmt: skip
    assert [row["seconds"] for row in rows] == ["2.0", "1.0", "", "1.5"]


# --- undo, and the questionnaire ---


def turn(
    action: str, *, is_answer: bool = False, question: str | None = None, **request: Any
) -> dict[str, Any]:
    asked = question and {"ask": question, "options": ["one", "two"], "type": "count"}
    told = {"action": action, "reply": "Done.", "world": [], "question": asked, "confidence": None}
    return {"request": request, "response": {**told, "is_answer": is_answer}}


def orders(*turns: dict[str, Any]) -> list[tuple[str, list[tuple[str, str]], str]]:
    """Request, questions with answers, and the kind of the move that ended it."""
    from cq.web.study.export import _orders

    return [
        (
            one["request"],
            [(asked["question"]["ask"], asked["answer"]) for asked in one["asked"]],
            next(iter(one["move"])),
        )
        for one in _orders(list(turns))
    ]


SAY = turn("ask", question="How many?", say="Build")
ANSWER = turn("build", is_answer=True, answer=1)
UNDO = turn("undo", question="How many?", undo=True)
AGAIN = turn("build", is_answer=True, answer="two")


def test_an_answer_after_undo_is_an_answer():
    first = ("Build", [("How many?", "one")], "build")
    assert orders(SAY, ANSWER, UNDO, AGAIN) == [first, ("undo", [("How many?", "two")], "build")]
    assert orders(SAY, ANSWER, UNDO, ANSWER, UNDO, AGAIN) == [
        first,
        ("undo", [("How many?", "one")], "build"),
        ("undo", [("How many?", "two")], "build"),
    ]
    other = turn("build", say="Something else")
    assert orders(SAY, ANSWER, UNDO, other) == [
        first, ("undo", [("How many?", "")], "refuse"), ("Something else", [], "build"),
    ]  # fmt: skip
    nothing = turn("undo", undo=True)
    assert orders(SAY, nothing) == [("Build", [("How many?", "")], "refuse"), ("undo", [], "build")]
    assert orders(other, nothing) == [("Something else", [], "build"), ("undo", [], "build")]


class Asks(WordsAlone):
    """Asks about every order once."""

    def ask(
        self, instruction: str, world: Any = None, qbank: Any = None, dialogue: Any = (), **_: Any
    ) -> Any:

        from cq.dialogue.questions import ClarifyingQuestion, Option
        from cq.dialogue.turn import Turn

        if dialogue and dialogue[-1][0] == "builder":
            return super().ask(f"Put a {instruction} block on the blue block", world)
        asked = ClarifyingQuestion("colour", "Which colour?", (Option("red", 0.5), Option("green", 0.5)), 0.5)
        return Turn("ask", CLEAR, asked)


def test_a_question_that_is_open_again_after_undo_is_kept(study, monkeypatch):
    monkeypatch.setattr("cq.pipeline.default._default", Asks())
    participants = opened(study)
    code = begun(participants, "Put a block on the blue block")
    for number, step in enumerate(({"answer": "green"}, {"undo": True}, {"answer": "red"}), start=1):
        participants.step(body("Turn", code=code, task="top", number=number, **step))
    participants.finish(body("Task", code=code, task="top"))
    (one,) = exported(study)
    told = [[asked["answer"] for asked in order["asked"]] for order in one["orders"]]
    assert (told, one["exact"]) == ([["green"], ["red"]], True)


def test_the_questions_come_after_the_tasks(study):
    participants = opened(study)
    code = begun(participants)
    with pytest.raises(InputError, match="task 'top' is not done; do the tasks first"):
        participants.answers(body("Answers", code=code, answers={"easy": "yes"}))
    participants.finish(body("Task", code=code, task="top"))
    for answers, message in [
        ({"easy": "maybe"}, "'easy' is answered 'maybe'; choose one of 'no', 'yes'"),
        ({"easy": ""}, "choose one of"),
        ({"words": "a", "easy": "Yes"}, "choose one of"),
        ({"other": "a"}, "there is no question 'other'"),
    ]:
        with pytest.raises(InputError, match=message):
            participants.answers(body("Answers", code=code, answers=answers))
    assert participants.store.read("answers") == []
    participants.answers(body("Answers", code=code, answers={"easy": "no"}))
    participants.answers(body("Answers", code=code, answers={"easy": "no"}))  # Its answer was lost.
    with pytest.raises(InputError, match="answered already"):
        participants.answers(body("Answers", code=code, answers={"easy": "yes"}))
    assert [one["answer"] for one in participants.store.read("answers")] == ["no"]


# --- damage ---

DAMAGES = {
    "a letter of a turn": "UPDATE turns SET request = replace(request, 'red', 'rod')",
    "a letter of a dialogue": "UPDATE games SET dialogue = replace(dialogue, 'red', 'rod')",
    "the number of a turn": "UPDATE turns SET number = 1",
    "a time": "UPDATE turns SET at = at + 1",
    "a thumb": "UPDATE ratings SET thumb = 'down'",
    "an answer": "UPDATE answers SET answer = 'no' WHERE question = 'easy'",
    "the number of a participant": "UPDATE participants SET number = 7",
    "the end of a participant": "UPDATE participants SET finished = NULL",
    "the code of a participant": "UPDATE participants SET code = 'x'",
    "a seal": "UPDATE answers SET seal = 'x'",
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_row_that_was_damaged_is_told(study, damage):
    from cq.web.study.store import AnswersError

    played(study)
    with sqlite3.connect(study.with_suffix(".sqlite")) as connection:
        connection.execute("PRAGMA foreign_keys=OFF")
        connection.execute(DAMAGES[damage])
    with pytest.raises(AnswersError, match=r"study.sqlite.*put back a copy"):
        exported(study)


def test_bits_that_flip_are_told_or_change_nothing(study):
    from cq.web.study.store import AnswersError

    played(study)
    path = study.with_suffix(".sqlite")
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    whole, wanted, told = path.read_bytes(), exported(study), list[str]()
    for place in range(0, len(whole), len(whole) // 110):
        for beside in study.parent.glob("study.sqlite-*"):
            beside.unlink()
        path.write_bytes(whole[:place] + bytes([whole[place] ^ (1 << place % 8)]) + whole[place + 1 :])
        try:
            assert exported(study) == wanted
        except (AnswersError, InputError) as error:
            told.append(str(error))
    assert len(told) > 5
    assert all("study.sqlite" in one for one in told)


@pytest.mark.parametrize("text", [b"", b"not a database" * 100, b"SQLite format 3\x00"])
def test_a_file_that_is_no_database_is_told(study, text):
    from cq.web.study.store import AnswersError

    study.with_suffix(".sqlite").write_bytes(text)
    if text:
        with pytest.raises((AnswersError, InputError), match=r"study.sqlite"):
            opened(study)
    else:
        assert exported(study) == []


def test_answers_of_an_older_form_are_told(study):
    with sqlite3.connect(study.with_suffix(".sqlite")) as connection:
        connection.execute("CREATE TABLE study (digest TEXT NOT NULL)")
    with pytest.raises(InputError, match="of another version of cq; give --answers another file"):
        opened(study)


def test_what_goes_wrong_while_it_runs_is_json_with_a_remedy(study):
    testing = pytest.importorskip("fastapi.testclient")
    from cq.web.app import create_app

    participants = opened(study)
    client = testing.TestClient(create_app(study=participants), base_url="http://127.0.0.1")
    code = begun(participants)
    step = {"code": code, "task": "top", "number": 0, "say": "Put a red block on the blue block"}
    connection = participants.store._connection
    connection.execute(f"PRAGMA max_page_count = {connection.execute('PRAGMA page_count').fetchone()[0]}")
    long = {**step, "say": "Put a red block on the blue block. " * 200}
    answer = client.post("/api/study/step", json=long)
    assert answer.status_code == 500
    assert "make room on its disk" in answer.json()["error"]
    connection.execute("PRAGMA max_page_count = 100000")
    assert client.post("/api/study/step", json=step).status_code == 200
    connection.execute("UPDATE turns SET response = '{}'")
    answer = client.post("/api/study/state", json={"code": code})
    assert answer.status_code == 500
    assert "put back a copy" in answer.json()["error"]


def test_a_second_server_of_one_file_is_refused(study, monkeypatch, capsys):
    from cq.cli.main import app
    from cq.cli.runner import run
    from cq.files.locks import one_writer

    monkeypatch.setattr(sys, "argv", ["cq", "study", str(study), "--port", "0"])
    with one_writer(study.with_suffix(".sqlite")), pytest.raises(SystemExit) as stopped:
        run(app)
    assert stopped.value.code == 2
    assert "another job is writing" in capsys.readouterr().err
