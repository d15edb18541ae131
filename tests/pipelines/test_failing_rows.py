"""A row that cannot be answered gets the reason, whatever it is, and takes nothing from the other rows."""

from __future__ import annotations

import base64
import json
import sys
from collections.abc import Sequence

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cq.cli.runner import run
from cq.errors import DeadlineError, InputError
from cq.jobs import evaluate, submit
from cq.jobs.batch_predictor import BatchPredictor
from cq.jobs.failures import in_pieces, reason_of
from cq.jobs.rows import Asked
from cq.pipeline import Pipeline
from cq.ranking import QuestionBank
from cq.tables.frames import is_frame
from cq.track import TrackClassifier, TrackRanker, UnansweredWarning
from cq.world import World

pytestmark = pytest.mark.usefixtures("loaded_once")

GOOD, BAD = "Remove the red block.", "Put a block of each colour on it."
ERRORS = [KeyError("white"), IndexError("list index out of range"), RecursionError(), MemoryError("\ud800")]
ERRORS += [InputError("too much"), DeadlineError("too late"), ZeroDivisionError("a\nb"), Exception()]
WORLD = World.parse([(0, 63, 0, "red"), (2, 63, 2, "blue")])


@given(st.lists(st.integers(0, 5)), st.sets(st.integers(0, 5)))
def test_what_can_be_answered_is_answered_in_order(items, bad):
    def answer(some: Sequence[int]) -> list[str]:
        if bad.intersection(some):
            raise KeyError(sorted(bad.intersection(some)))
        return [f"answer to {one}" for one in some]

    pieces = in_pieces(answer, lambda one, reason: [f"{one}: {reason}"], items)
    found = [one for piece in pieces for one in piece]
    good = [f"answer to {one}" for one in items if one not in bad]
    assert [one for one in found if one.startswith("answer")] == good
    assert all(("KeyError" in one) == (item in bad) for one, item in zip(found, items, strict=True))
    assert len(pieces) <= 1 or bad.intersection(items)


@pytest.mark.parametrize("error", ERRORS, ids=lambda one: type(one).__name__)
def test_a_reason_is_one_line_of_utf_8(error):
    reason = reason_of(error)
    assert reason.encode().decode() == reason
    assert "\n" not in reason
    is_own = isinstance(error, (InputError, DeadlineError))
    assert reason == str(error) if is_own else type(error).__name__ in reason


@pytest.fixture(scope="module")
def predictor() -> BatchPredictor:
    predictor = BatchPredictor(None, QuestionBank.parse(["Which colour?", "Where?"]), 2)
    predictor([Asked(GOOD, WORLD)])
    return predictor


@pytest.fixture(params=["classify", "rank", "build"])
def part(request, monkeypatch) -> list[Exception]:
    """Makes a function of pipelines raise the error in the list for the bad text."""
    raised: list[Exception] = []
    function = getattr(Pipeline, request.param)

    def failing(self, *arguments, **more):
        if raised and BAD in str([list(one["instruction"]) if is_frame(one) else one for one in arguments]):
            raise raised[0]
        return function(self, *arguments, **more)

    monkeypatch.setattr(Pipeline, request.param, failing)
    return raised


def _rows(predictor: BatchPredictor, batch: list[Asked]) -> list[dict]:
    return pq.read_table(pa.BufferReader(base64.b64decode(predictor(batch)))).to_pylist()


def test_a_row_that_fails_is_its_error_and_nothing_else(predictor, part):
    whole = _rows(predictor, [Asked(GOOD, WORLD)])[0]
    batch = [Asked(GOOD, WORLD), Asked(BAD, WORLD), Asked(None, error="no text"), Asked(GOOD, WORLD)]
    unclear = _rows(predictor, batch)[1]["qids"]
    for error in ERRORS:
        part[:] = [error]
        rows = _rows(predictor, batch)
        assert [row["instruction"] for row in rows] == [GOOD, BAD, None, GOOD]
        for row in (rows[0], rows[3]):
            assert row["p_unclear"] == pytest.approx(whole["p_unclear"], abs=1e-5)
            assert row | {"p_unclear": 0, "confidence": 0} == whole | {"p_unclear": 0, "confidence": 0}
        assert rows[2]["error"] == "no text"
        if rows[1]["error"] is not None:
            assert rows[1] == dict.fromkeys(rows[1]) | {"instruction": BAD, "error": reason_of(error)}
        else:
            assert not unclear  # It was not ranked.


def test_a_world_that_raises_is_the_error_of_its_row(monkeypatch):
    def parse(*_: object, **__: object) -> World:
        raise KeyError("blocks")

    monkeypatch.setattr(World, "parse", parse)
    assert "KeyError: 'blocks'" in str(Asked.of({"instruction": GOOD, "world": "[]"}, None).error)


def test_an_evaluation_goes_on_without_the_row(tmp_path, part, monkeypatch, capsys):
    rows = [
        {"instruction": GOOD, "clear": "yes", "world": [[0, 63, 0, "red"]], "target": []},
        {"instruction": BAD, "clear": "no", "world": [[0, 63, 0, "red"]], "question": "Where?"},
        {"instruction": "Put it there.", "clear": "no", "question": "Which colour?"},
    ]
    (tmp_path / "rows.jsonl").write_text("\n".join(map(json.dumps, rows)))
    part.append(KeyError("white"))
    monkeypatch.setattr(sys, "argv", ["evaluate", "--data", str(tmp_path / "rows.jsonl"), "--json"])
    with pytest.raises(SystemExit) as stopped:
        run(evaluate.app)
    assert stopped.value.code == 0
    scores = json.loads(capsys.readouterr().out)
    assert (scores["rows"], scores["errors"]) == (3, 1)
    assert scores["grid_f1"] == 1.0


def test_the_track_is_answered_and_told(predictor, monkeypatch):
    def failing(*_: object) -> None:
        raise KeyError("white")

    bank, pipeline = ["Where?", "Which colour?", "Where?"], predictor._pipeline
    monkeypatch.setattr(Pipeline, "classify", failing)
    monkeypatch.setattr(Pipeline, "rank", failing)
    with pytest.warns(UnansweredWarning, match="KeyError: 'white'; a question is needed"):
        assert TrackClassifier(pipeline).clarification_required(BAD, None) == 1
    with pytest.warns(UnansweredWarning, match="KeyError: 'white'; the questions keep their order"):
        assert TrackRanker(pipeline).rank_questions(BAD, None, bank) == [*bank[:2], bank[0]]


def test_a_submission_has_the_error_in_a_column(tmp_path, monkeypatch, predictor, capsys):
    (tmp_path / "rows.csv").write_text(f"InputInstruction,GameId\n{GOOD},7\n{BAD},8\n")
    classify = Pipeline.classify

    def failing(self, texts, *more):
        if BAD in texts:
            raise KeyError("white")
        return classify(self, texts, *more)

    monkeypatch.setattr(Pipeline, "classify", failing)
    paths = ["--input", str(tmp_path / "rows.csv"), "--output", str(tmp_path / "out.csv")]
    monkeypatch.setattr(sys, "argv", ["submit", "predict", *paths])
    with pytest.raises(SystemExit) as stopped:
        run(submit.app)
    assert stopped.value.code == 0
    said = " ".join(capsys.readouterr().err.split())
    assert "warning: KeyError: 'white'; a question is needed" in said
    assert "1 of 2 rows have no answer of a model" in said
    table = pd.read_csv(tmp_path / "out.csv", keep_default_na=False)
    assert table["GameId"].tolist() == [7, 8]
    assert table["clarification_required"].tolist()[1] == 1
    assert table["error"].tolist() == ["", "KeyError: 'white'; a question is needed"]
