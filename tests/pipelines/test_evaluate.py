"""Scores of predictions on labelled rows: whoever made them, in every format, and what is refused."""

from __future__ import annotations

import json
import sys

import numpy as np
import pandas as pd
import pytest

from cq.cli.main import app
from cq.cli.runner import run
from cq.data import load_singleturn
from cq.errors import InputError
from cq.jobs.prediction_scores import read_predictions, score_predictions
from cq.world import World

START = [[0, 63, 0, "blue"]]
ROWS = [
    {
        "instruction": "Put a red block on the blue one.",
        "clear": "yes",
        "target": [*START, [0, 64, 0, "red"]],
    },
    {"instruction": "Break it.", "clear": "yes", "target": []},
    {"instruction": "Put it there.", "clear": "no", "question": "Where?"},
    {"instruction": "Build a wall.", "clear": "no", "question": "Which colour?"},
]


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_text("\n".join(json.dumps({"world": START, **row}) for row in ROWS))
    return path


def perfect() -> pd.DataFrame:
    """The predictions that agree with every label."""
    return pd.DataFrame(
        {
            "instruction": [row["instruction"] for row in ROWS],
            "is_clear": [row["clear"] == "yes" for row in ROWS],
            "p_unclear": [0.1, 0.2, 0.9, 0.8],
            "questions": [[], [], ["Where?", "Which colour?"], ["Which colour?"]],
            "built": [World.parse(row.get("target", START)).grid.tolist() for row in ROWS],
        },
        index=[7, 5, 3, 1],
    )


def test_predictions_that_agree_have_full_scores(table):
    scores = score_predictions(load_singleturn(table), perfect())
    names = ("macro_f1", "average_precision", "mrr", "changed_f1_weighted", "grid_f1")
    assert {name: scores[name] for name in names} == dict.fromkeys(names, 1.0)
    assert scores["calibration_error"] == pytest.approx(0.15)


def test_only_what_is_predicted_is_scored(table):
    rows, worse = load_singleturn(table), perfect()
    worse["questions"] = [None, None, ["Which colour?", "Where?"], []]
    assert score_predictions(rows, worse[["questions"]]) == {"mrr": 0.25}
    worse["built"] = None  # nothing built is the start
    assert score_predictions(rows, worse[["built"]])["changed_f1_weighted"] == 0.0
    assert set(score_predictions(rows, worse[["p_unclear"]])) == {
        *("macro_f1", "average_precision", "calibration_error")
    }


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda frame: frame.iloc[:3], "3 predictions for 4 rows"),
        (lambda frame: frame.iloc[::-1], "in the order of the rows"),
        (lambda frame: frame[["instruction"]], "give at least one of is_clear"),
        (lambda frame: frame.assign(p_unclear=2.0), "outside 0 to 1"),
        (lambda frame: frame.assign(questions="[1"), "is no JSON list"),
        (lambda frame: frame.assign(built="[[0, 63]]"), "a block is"),
    ],
)
def test_predictions_that_do_not_fit_are_refused(table, change, message):
    with pytest.raises(InputError, match=message):
        score_predictions(load_singleturn(table), change(perfect()))


@pytest.mark.parametrize("ending", ["csv", "jsonl", "parquet"])
def test_the_command_scores_a_file_of_predictions(table, tmp_path, ending, monkeypatch, capsys):
    frame, path = perfect(), tmp_path / f"answers.{ending}"
    if ending == "parquet":
        frame.to_parquet(path)
    else:
        frame["questions"], frame["built"] = (
            frame["questions"].map(json.dumps),
            frame["built"].map(json.dumps),
        )
        frame.to_csv(path) if ending == "csv" else frame.to_json(path, orient="records", lines=True)
    argv = ["cq", "evaluate", "--data", str(table), "--predictions", str(path), "--json"]
    monkeypatch.setattr(sys, "argv", argv)
    with pytest.raises(SystemExit) as stopped:
        run(app)
    assert stopped.value.code == 0
    scores = json.loads(capsys.readouterr().out)
    assert (scores["rows"], scores["macro_f1"], scores["mrr"], scores["grid_f1"]) == (4, 1.0, 1.0, 1.0)


def test_a_pipeline_is_scored_where_no_predictions_are_given(table, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["cq", "evaluate", "--data", str(table)])
    with pytest.raises(SystemExit) as stopped:
        run(app)
    assert stopped.value.code == 0
    figures = dict(line.split() for line in capsys.readouterr().out.splitlines()[2:])
    assert set(figures) >= {"macro_f1", "mrr", "changed_f1_weighted"}
    assert all(0 <= float(value) <= 1 for value in figures.values())
    assert np.isfinite([float(value) for value in figures.values()]).all()


@pytest.mark.parametrize("lines", ["[null]\nnull", '{}\n{"": 1.5}\n3', '{"instruction": "x"}\nnull'])
def test_lines_that_are_no_objects_are_named(tmp_path, lines):
    (tmp_path / "answers.jsonl").write_text(lines)
    with pytest.raises(InputError, match=r"cannot read '.*answers\.jsonl'"):
        read_predictions(tmp_path / "answers.jsonl")
