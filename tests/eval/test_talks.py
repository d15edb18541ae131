"""The yardstick of talks: what is answered, what counts as right, and what as wrong though confident."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import cq
from cq import Turn, World
from cq.arena.answering import AS_I_SAID, BookAnswers, ListAnswers, key_of
from cq.arena.cases import load_cases
from cq.building import Build
from cq.building.actions import actions_between
from cq.clarity import Clarity
from cq.dialogue.dialogue import Conversation as Dialogue
from cq.dialogue.questions import ClarifyingQuestion
from cq.language.spoken import Turns
from cq.world import SHAPE
from eval.__main__ import application
from eval.behaviours.notation import changed
from eval.talks.play import Outcome, play
from eval.talks.table import ALL, AT_THE_END, CONFIDENT_COLUMN, FOLLOWED, SINGLE, counts, described

ORDER = "do "


def step(text: str, world: World) -> Turn:
    """A turn written as "ask TYPE", "refuse", "crash", or as blocks and a confidence: "red 0,0,0 at 0.9"."""
    clarity = Clarity(True, 0.5, 0.5)
    if text == "crash":
        raise RuntimeError("out of order")
    if text == "refuse":
        return Turn("refuse", clarity)
    if text.startswith("ask "):
        question_type = text.removeprefix("ask ")
        return Turn("ask", clarity, ClarifyingQuestion(question_type, f"Which {question_type}?"))
    blocks, _, confidence = text.partition(" at ")
    grid = changed(world.grid, "", blocks)
    plan = np.zeros((7, *SHAPE), dtype=np.float32)
    return Turn(
        "build", clarity, build=Build(grid, tuple(actions_between(world.grid, grid)), plan, float(confidence))
    )


class Scripted(Dialogue):
    """A builder whose turns are the order itself: "do FIRST / SECOND"; each answer leads to the next one."""

    def __init__(self, world: World, max_questions: int) -> None:
        super().__init__(world, max_questions)

    @property
    def pipeline(self) -> Any:
        return self

    def ask(self, text: str, world: World, bank: None, said: Turns, **limits: Any) -> Turn:
        texts = [one for speaker, one in (*said, ("architect", text)) if speaker == "architect"]
        place = max(i for i, one in enumerate(texts) if one.startswith(ORDER))
        return step(texts[place].removeprefix(ORDER).split(" / ")[len(texts) - 1 - place], world)


def answer_given(instruction: str, world: World, *, dialogue: Turns) -> Turn:
    """Does what the answer says, if it comes after the order and the question."""
    assert [speaker for speaker, _ in dialogue] == ["architect", "builder"]
    return step(instruction, world)


def talk(*orders: str, **fields: Any) -> dict[str, Any]:
    red = {"final": [[0, 0, 1, "red"]]}
    return {"id": "t1", "kind": "open", "world": [], "text": list(orders), "answers": {}} | red | fields


def fragment(answer: str) -> dict[str, Any]:
    return {"id": "f1", "world": [], "text": "one block", "question": "Which?", "answer": answer} | {
        "final": [[0, 0, 1, "red"]]
    }


def played(tmp_path: Path, row: dict[str, Any], wording: int = 0) -> Outcome:
    path = tmp_path / "cases.json"
    path.write_text(json.dumps([row]), encoding="utf-8")
    (case,) = load_cases(path)
    return play(case, 3, wording, Scripted, answer_given)


BOOK = {"colour": ["red", "in red"], "place": ["there", "over there"], "other": ["one", "two"]}


def test_the_book_answers_by_kind_with_one_wording_after_the_other():
    book = BookAnswers(BOOK)
    asked = ["colour", "where", "colour", "colour", "count", "facing", "direction"]
    told = [book.answer(ClarifyingQuestion(one, "?")) for one in asked]
    assert told == ["red", "there", "in red", "red", "one", "two", "one"]
    assert BookAnswers(BOOK, 1).answer(ClarifyingQuestion("colour", "?")) == "in red"
    assert BookAnswers({"size": ["3 high"]}).answer(ClarifyingQuestion("colour", "?")) == AS_I_SAID
    listed = ListAnswers(["first", "second"])
    assert [listed.answer(ClarifyingQuestion("colour", "?")) for _ in range(3)] == [
        "first",
        "second",
        AS_I_SAID,
    ]


@pytest.mark.parametrize(
    ("question", "key"),
    [
        ("What color should it be?", "colour"),
        ("How many of them: two or three?", "count"),
        ("How tall should the tower be?", "size"),
        ("Where should it go?", "place"),
        ("On which side of that block?", "place"),
        ("Which way should it run?", "direction"),
        ("Which of the two do you mean: the one where red is?", "which"),
        ("Pardon?", "other"),
    ],
)
def test_a_question_of_an_unknown_type_is_understood_by_its_words(question, key):
    assert key_of(ClarifyingQuestion("", question)) == key


def test_a_talk_is_right_if_every_cell_is(tmp_path):
    right = played(tmp_path, talk("do ask colour / ask where / red 0,0,0 at 0.5", answers=BOOK))
    assert right.right
    assert [(one.type, one.answer) for one in right.asked] == [("colour", "red"), ("where", "there")]
    assert (
        played(tmp_path, talk("do ask colour / red 0,0,0 at 0.5", answers=BOOK), 1).asked[0].answer
        == "in red"
    )
    wrong = played(tmp_path, talk("do blue 0,0,0 1,0,0 at 0.5"))
    assert not wrong.right
    assert wrong.wrong_cells == [(0, 0, 1, "blue", "red"), (1, 0, 1, "blue", None)]
    assert not wrong.wrong_though_confident
    assert described(wrong) == "t1 (open): WRONG, build, confidence 0.50; 2 cells wrong; no question"


def test_a_world_that_is_right_unbuilt_is_right_but_no_fragment_is(tmp_path):
    assert played(tmp_path, talk("do refuse", final=[])).right
    assert played(tmp_path, talk("do red 0,0,0 at 0.5", world=[[1, 0, 1, "blue"]])).right
    emptied = talk("do refuse", world=[[1, 0, 1, "blue"]], final=[[1, 0, 1, None]])
    assert played(tmp_path, emptied).wrong_cells == [(1, 0, 1, "blue", None)]
    assert played(tmp_path, fragment("red 0,0,0 at 0.9")).right
    for action in ("ask", "refuse"):
        outcome = played(tmp_path, fragment("ask colour" if action == "ask" else action) | {"final": []})
        assert (outcome.right, outcome.action, outcome.wrong_though_confident) == (False, action, False)


def test_after_three_answers_the_next_order_follows(tmp_path):
    outcome = played(tmp_path, talk("do " + " / ".join(["ask colour"] * 5), "do red 0,0,0 at 0.5"))
    assert outcome.right
    assert [one.answer for one in outcome.asked] == [AS_I_SAID] * 3 + [None]


def test_a_conversation_has_answers_for_each_turn_and_several_right_ends(tmp_path):
    row = {
        "id": "c1 red",
        "world": [[3, 63, 0, "blue"]],
        "facing": "east",
        "turns": [
            {"say": "do ask colour / ask size / red 0,0,0 at 0.9", "if_asked": ["red"]},
            {"say": "do ask where / green 0,1,0 at 0.4", "if_asked": ["on it"]},
        ],
        "expected_final_change": [
            {"removed": [[3, 63, 0, "blue"]], "added": []},
            {"removed": [], "added": [[0, 63, 0, "red"], [0, 64, 0, "green"]]},
        ],
    }
    outcome = played(tmp_path, row)
    assert outcome.right
    assert (outcome.case.kind, outcome.case.world.pose.facing) == ("conversation", "east")
    assert [one.answer for one in outcome.asked] == ["red", AS_I_SAID, "on it"]
    assert outcome.confidences == [0.9, 0.4]


def test_confident_errors_are_counted_by_any_build_and_by_the_last_turn(tmp_path):
    rows = [
        talk("do blue 0,0,0 at 0.9"),
        talk("do red 0,0,0 at 0.9", "do blue 1,0,0 at 0.3"),
        talk("do red 0,0,0 at 0.9", "do crash"),
        talk("do blue 0,0,0 at 0.8"),
        talk("do red 0,0,0 at 0.95"),
    ]
    outcomes = [played(tmp_path, row) for row in rows]
    assert [one.wrong_though_confident for one in outcomes] == [True, True, True, False, False]
    assert [one.confident_at_the_end for one in outcomes] == [True, False, False, False, False]
    assert outcomes[2].error == "RuntimeError: out of order"
    table = counts({"a.json": outcomes, "b.json": [played(tmp_path, fragment("refuse"))]})
    assert list(table) == ["a.json", f"a.json, {SINGLE}", f"a.json, {FOLLOWED}", "b.json", ALL]
    assert [row["right"] for row in table.values()] == [1, 1, 0, 0, 1]
    assert [row["wrong"] for row in table.values()] == [4, 2, 2, 1, 5]
    assert (table[ALL][CONFIDENT_COLUMN], table[ALL][AT_THE_END]) == (3, 1)
    assert [table[ALL][name] for name in ("wrong: builds", "refuses", "crashes")] == [3, 1, 1]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ({}, "give a list of talks"),
        ([{"id": "a", "text": "x"}], "case 'a': its keys are id, text; a case has the keys of one format"),
        ([talk("x", final=[[0, 0, 1]])], r"cell \[0, 0, 1\] is not x, z, level, colour"),
        ([talk("x", final=[[0, 0, 0, None]])], "level 0 is not a number from 1 to 9"),
        ([talk("x", world=[[0, 9, 1, "red"]])], "outside the building zone"),
        ([talk("x", answers={"colour": "red"})], "answers.colour is 'red'; it must be a list"),
        ([talk("x"), talk("y")], "two cases have the id 't1'"),
        ([{"id": "c", "world": [], "turns": [{"ask": "x"}], "expected_final_change": []}], "is not say and"),
    ],
)
def test_a_case_that_is_not_well_formed_is_an_error_with_its_place(tmp_path, content, message):
    path = tmp_path / "cases.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    with pytest.raises(cq.InputError, match=message):
        load_cases(path)


def test_the_command_plays_files_of_any_format(tmp_path):
    final = [[0, 0, 1, "red"]]
    rows = {
        "a": [
            talk("Build a red block in the middle"),
            talk("Build a red block in the middle", id="t2 blue", kind="edit", final=[[0, 0, 1, "blue"]]),
        ],
        "b": [
            fragment("in the middle of the zone")
            | {"text": "Place a red block", "question": "Where?", "final": final}
        ],
    }
    for name, content in rows.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(content), encoding="utf-8")
    files = ["talks", str(tmp_path / "a.json"), str(tmp_path / "b.json")]

    def run(*options: str) -> str:
        result = CliRunner().invoke(application("talks"), [*files, *options])
        assert result.exit_code == 0, result.output
        return result.output

    results = json.loads(run("--json"))
    assert {name: row["right"] for name, row in results["tables"]["Talks"].items()} == {
        "a.json": 1,
        f"a.json, {SINGLE}": 1,
        "b.json": 1,
        ALL: 2,
    }
    assert results["tables"]["By kind"]["edit"][CONFIDENT_COLUMN] == 1
    out = tmp_path / "results.json"
    printed = run("--cases", "--only", "t2,f1", "--kinds", "edit", "--out", str(out))
    assert "t2 blue (edit): WRONG, build" in printed
    assert "f1" not in printed
    assert json.loads(out.read_text(encoding="utf-8"))["cases"]["a.json"][0]["wrong_cells"] == [
        [0, 0, 1, "red", "blue"]
    ]
    failed = CliRunner().invoke(application("talks"), [*files, "--only", "t9"])
    assert isinstance(failed.exception, cq.InputError)
    assert "--only 't9' is in none of the files" in str(failed.exception)
