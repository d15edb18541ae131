"""One row that cannot be read takes nothing from the others: lone surrogates, brackets without end, numbers
of thousands of digits, integers beyond floats. It gets an `InputError`, an answer, or the row's `error`.
"""

from __future__ import annotations

import json
import sys
import warnings

import pyarrow.parquet as pq
import pytest
from minecraft_set import STATES, write_minecraft
from multiturn_set import SESSION, WORLDS, dialog_row, recorded_state, write_multiturn

import cq
from cq.cli.runner import run
from cq.data import load_minecraft, load_multiturn, minecraft_report, multiturn_report
from cq.env import SilentBuilder
from cq.errors import InputError
from cq.jobs import predict
from cq.jobs.places import Place
from cq.jobs.rows import RowFile
from cq.ranking.question_list import QuestionList
from cq.track import TrackClassifier, TrackRanker

HALF, BRACKETS, DIGITS = "Build \ud800 a wall", "[" * 100_000, "9" * 5_000
TEXTS = [HALF, BRACKETS, DIGITS, f"Place {DIGITS} blocks"]
WORLDS_AS_JSON = [BRACKETS, f"[[0, 63, 0, {DIGITS}]]", f"[[{10**400}, 63, 0, 57]]", '[[0, 63, 0, "\\ud800"]]']
GOOD = "Remove the red block."


@pytest.mark.parametrize("text", TEXTS, ids=["half", "brackets", "digits", "count"])
def test_every_function_answers_or_refuses_a_hostile_text(text):
    calls = {
        cq.Clarity: lambda: cq.classify(text),
        cq.Build: lambda: cq.build(text),
        cq.Turn: lambda: cq.ask(text),
        QuestionList: lambda: cq.rank(["Where?", "Which?"], text),
    }
    refusing = [kind for kind, call in calls.items() if _refuses(call, kind)]
    # A text is refused as such, by all or by none.
    assert refusing in ([], list(calls))
    assert bool(refusing) == (text in (HALF, BRACKETS))  # Brackets hold no words.
    assert _refuses(lambda: cq.rank([text, "Where?"], GOOD), QuestionList) == (text == HALF)


def _refuses(call, kind: type) -> bool:
    """Whether a call ends with an `InputError`; else its answer is of this kind."""
    try:
        assert isinstance(call(), kind)
    except InputError:
        return True
    return False


@pytest.mark.parametrize("world", WORLDS_AS_JSON, ids=["brackets", "digits", "float", "half"])
def test_every_function_refuses_a_hostile_world(world):
    for function in (cq.classify, cq.build, lambda one, world: cq.rank(["Where?"], one, world)):
        with pytest.raises(InputError):
            function(GOOD, world)


def test_a_number_too_long_to_show_is_refused():
    """Python raises ValueError for writing out a number of over 4,300 digits."""
    huge = 10**5000
    saved = cq.Dialogue().to_dict()
    for call in (
        lambda: cq.classify(["a", "b"], None, huge),
        lambda: cq.classify("a", None, huge),
        lambda: cq.Dialogue.from_dict(saved | {"start": huge}),
        lambda: cq.Dialogue.from_dict(saved | {"steps": [huge]}),
        lambda: cq.Dialogue().answer([huge]),
        lambda: SilentBuilder(render=True, render_size=huge),
        lambda: SilentBuilder(tasks=huge),
        lambda: SilentBuilder().reset(options={"x": huge}),
    ):
        with pytest.raises(InputError):
            call()


def test_a_batch_job_answers_the_rows_beside_hostile_ones(tmp_path, monkeypatch):
    rows = [json.dumps({"instruction": GOOD, "world": world}) for world in WORLDS_AS_JSON]
    rows += [json.dumps({"instruction": text}) for text in TEXTS]
    rows += [json.dumps({"instruction": GOOD})]
    (tmp_path / "rows.jsonl").write_text("\n".join(rows))
    paths = ["--input", str(tmp_path / "rows.jsonl"), "--output", str(tmp_path / "out.parquet")]
    monkeypatch.setattr(sys, "argv", ["predict", *paths])
    with pytest.raises(SystemExit) as stopped:
        run(predict.app)
    assert stopped.value.code == 0
    answers = pq.read_table(tmp_path / "out.parquet").to_pylist()
    assert len(answers) == len(rows)
    assert all((row["error"] is None) != (row["p_unclear"] is None) for row in answers)
    assert [bool(row["error"]) for row in answers[:5]] == [True] * 5
    assert answers[-1]["error"] is None


@pytest.mark.parametrize("line", [BRACKETS, f'{{"instruction": "a", "n": {DIGITS}}}'])
def test_a_line_that_is_no_json_is_named_before_the_work(tmp_path, line):
    (tmp_path / "rows.jsonl").write_text(f'{{"instruction": "Build"}}\n{line}\n')
    with pytest.raises(InputError, match="line 2"):
        RowFile(Place(str(tmp_path / "rows.jsonl"))).count()


@pytest.mark.parametrize("content", [*WORLDS_AS_JSON, '{"worldEndingState": {"blocks": "\\ud800"}}'])
def test_one_member_costs_a_session_not_the_set(tmp_path, content):
    rows = [*SESSION, *(dialog_row("2-c8", *row[2:]) for row in SESSION)]
    worlds = WORLDS | {name.replace("1-c7", "2-c8"): blocks for name, blocks in WORLDS.items()}
    whole = load_multiturn(write_multiturn(tmp_path / "whole", rows, worlds)).to_list()
    folder = write_multiturn(tmp_path / "set", rows, worlds | {"1-c7/step-2": content})
    kept = [row for row in whole if row["session"] == "2-c8"]
    assert [row for row in load_multiturn(folder).to_list() if row["session"] == "2-c8"] == kept != []
    report = multiturn_report(folder)
    assert "1-c7" in {**report.dropped_sessions, **report.cut_sessions}


@pytest.mark.parametrize("content", [BRACKETS, f'{{"WorldStates": {DIGITS}}}', recorded_state([])])
def test_one_game_costs_itself_not_the_set(tmp_path, content):
    games = {f"B1-A2-C{i}-150000000000{i}": STATES for i in (8, 9)}
    whole = load_minecraft(write_minecraft(tmp_path / "whole", games)).to_list()
    damaged = games | {"B1-A2-C8-1500000000008": content}
    folder = write_minecraft(tmp_path / "set", damaged)
    assert load_minecraft(folder).to_list() == [row for row in whole if "C9" in row["game"]] != []
    assert list(minecraft_report(folder).dropped_games) == ["B1-A2-C8-1500000000008"]


def test_the_evaluator_of_the_track_meets_no_exception():
    classifier, ranker = TrackClassifier(), TrackRanker()
    states = [BRACKETS, {"worldEndingState": {"blocks": [[10**400, 63, 0, 57]]}}, [[0, 63, 0, 10**5000]], 7]
    bank = ["Where?", HALF, None, DIGITS, [BRACKETS]]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for text in (*TEXTS, None, GOOD):
            assert classifier.clarification_required(text, None) in (0, 1)
        for state in states:
            assert classifier.clarification_required(GOOD, state) in (0, 1)
            assert len(ranker.rank_questions(GOOD, state, bank)) == len(bank)
        assert len(ranker.rank_questions(HALF, None, bank)) == len(bank)
