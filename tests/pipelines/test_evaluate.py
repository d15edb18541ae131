"""Scores of predictions on labelled rows: whoever made them, in every format, and what is refused."""

from __future__ import annotations

import json
import re
import sys

import datasets
import numpy as np
import pandas as pd
import pytest

import cq
from cq.cli.main import app
from cq.cli.runner import run
from cq.data import load_singleturn, stack_grids
from cq.errors import InputError, MissingFileError
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
    ("questions", "mrr"),
    [
        ([[], [], ["How high?", "Why?"], ["Which colour?"]], 0.5),  # one of two asked questions is listed
        ([[], [], ["How high?", "Why?"], ["How wide?"]], None),
        ([[], [], ["How high?"], []], None),
        ([["Where?"], [], ["How high?"], ["How high?"]], None),  # the first row asks nothing
        ([[], [], [], []], 0.0),  # no answer is a wrong answer
        ([[], [], ["Which colour?"], ["Where?"]], 0.0),  # the right bank, in a wrong order
    ],
)
def test_questions_of_another_bank_have_no_reciprocal_rank(table, questions, mrr):
    given = perfect()[["questions"]].assign(questions=questions)
    assert score_predictions(load_singleturn(table), given) == {"mrr": mrr}


@pytest.mark.parametrize("as_json", [False, True])
def test_the_command_shows_a_dash_and_says_why(table, tmp_path, monkeypatch, capsys, as_json):
    path = tmp_path / "predictions.parquet"
    perfect().assign(questions=[[], [], ["How high?"], ["Why?"]]).to_parquet(path)
    argv = ["cq", "evaluate", "--data", str(table), "--predictions", str(path)]
    monkeypatch.setattr(sys, "argv", argv + ["--json"] * as_json)
    with pytest.raises(SystemExit) as stopped:
        run(app)
    assert stopped.value.code == 0
    said = capsys.readouterr()
    if as_json:
        assert json.loads(said.out)["mrr"] is None
        assert json.loads(said.out)["mrr_rows"] == json.loads(said.out)["mrr_unlisted"] == 2
    else:
        assert re.search(r"^ *mrr +– *$", said.out, flags=re.MULTILINE)
        told = " ".join(said.err.split())
        assert "2 of 2 asked questions are in no list of the predictions, so mrr is not known" in told
        assert "cq predict --qbank FILE" in told
        assert "mrr is over the 2 rows that have a question" in said.err


@pytest.mark.parametrize(
    ("questions", "said"),
    [
        ([[], [], ["How high?"], ["Which colour?"]], "1 of 2 asked questions are in no list"),
        ([[], [], ["Which colour?"], []], "1 of 2 asked questions are in no list"),
        ([[], [], ["Which colour?"], ["Where?"]], None),
        ([[], [], [], []], None),
    ],
)
def test_the_command_says_how_many_asked_questions_no_list_holds(
    table, tmp_path, monkeypatch, capsys, questions, said
):
    path = tmp_path / "predictions.parquet"
    perfect().assign(questions=questions).to_parquet(path)
    monkeypatch.setattr(sys, "argv", ["cq", "evaluate", "--data", str(table), "--predictions", str(path)])
    with pytest.raises(SystemExit):
        run(app)
    told = " ".join(capsys.readouterr().err.split())
    assert ("asked questions are in" in told) == ("--qbank" in told) == (said is not None)
    assert said is None or f"{said} of the predictions, and lower mrr" in told


@pytest.mark.parametrize(
    "endings", [("InputInstruction", "instruction"), ("instruction", "InputInstruction")]
)
def test_labels_and_predictions_may_have_the_tracks_columns(tmp_path, endings):
    labels, predictions = endings
    rows = tmp_path / "rows.csv"
    (tmp_path / "world.json").write_text(json.dumps(START))
    table = pd.DataFrame({labels: [row["instruction"] for row in ROWS], "clear": [r["clear"] for r in ROWS]})
    table.assign(InitializedWorldPath="world.json").to_csv(rows, index=False)
    dataset = load_singleturn(rows)
    assert stack_grids(dataset, "start").tolist() == [World.parse(START).grid.tolist()] * len(ROWS)
    given = perfect().rename(columns={"instruction": predictions})[[predictions, "is_clear"]]
    assert score_predictions(dataset, given) == {"macro_f1": 1.0}
    with pytest.raises(InputError, match="in the order of the rows"):
        score_predictions(dataset, given.iloc[::-1])


def test_predictions_that_are_not_there_are_named_as_such(tmp_path):
    with pytest.raises(MissingFileError, match=r"no predictions at .*out\.csv': there is no such file"):
        read_predictions(tmp_path / "out.csv")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda frame: frame.iloc[:3], "3 predictions for 4 rows"),
        (lambda frame: frame.iloc[::-1], "in the order of the rows"),
        (lambda frame: frame[["instruction"]], "give at least one of is_clear"),
        (lambda frame: frame.assign(p_unclear=2.0), "outside 0 to 1"),
        (lambda frame: frame.assign(p_unclear=float("inf")), "outside 0 to 1"),
        (lambda frame: frame.assign(p_unclear="likely"), "'p_unclear': it is 'likely'"),
        (lambda frame: frame.assign(questions="[1"), "is not a JSON list"),
        (lambda frame: frame.assign(questions="5"), "column 'questions': it is '5'; give a list"),
        (lambda frame: frame.assign(questions='{"a": 1}'), "give a list"),
        (lambda frame: frame.assign(built="[[0, 63]]"), "a block is"),
    ],
)
def test_predictions_that_do_not_fit_are_refused(table, change, message):
    with pytest.raises(InputError, match=message):
        score_predictions(load_singleturn(table), change(perfect()))


@pytest.mark.parametrize(
    "words",
    [
        ("T", "F"), ("t", "f"), ("Y", "N"), ("yes", "No"), ("TRUE", "FALSE"), ("1", "0"), (1, 0), (1.0, 0.0),
        ("1.0", "0.0"), (True, False), (np.True_, np.False_), ("clear", "unclear"), ("Clear", "ambiguous"),
    ],
)  # fmt: skip
def test_verdicts_are_read_in_every_wording(table, tmp_path, words):
    rows, path = load_singleturn(table), tmp_path / "answers.csv"
    verdicts = [words[row["clear"] != "yes"] for row in ROWS]
    frame = pd.DataFrame({"is_clear": verdicts})
    frame.to_csv(path, index=False)
    for given in (frame, frame.astype(object), read_predictions(path)):
        assert score_predictions(rows, given) == {"macro_f1": 1.0}
        assert score_predictions(rows, pd.DataFrame({"is_clear": verdicts[::-1]})) == {"macro_f1": 0.0}


def test_verdicts_of_nullable_columns_and_data_sets(table):
    """huggingface/datasets #3578: as a number, the label 0 would say "no", where its name says "clear"."""
    rows, verdicts = load_singleturn(table), [True, None, False, False]
    labels = datasets.Features({"is_clear": datasets.ClassLabel(names=["clear", "ambiguous"])})
    for given in (
        pd.DataFrame({"is_clear": pd.array(verdicts, dtype="boolean")}),
        pd.DataFrame({"is_clear": pd.array(["T", None, "F", "F"], dtype="string")}),
        datasets.Dataset.from_dict({"is_clear": [0, -1, 1, 1]}, features=labels),
    ):
        # A row without an answer counts as clear.
        assert score_predictions(rows, given) == {"macro_f1": 1.0}


@pytest.mark.parametrize("cell", ["maybe", "2", "-1", "0.7", "NA", "nan", "None", "wahr", "not sure", "[]"])
def test_a_verdict_that_is_not_understood_is_named_by_its_cell(table, tmp_path, cell):
    (tmp_path / "answers.csv").write_text(f"is_clear\ntrue\n{cell}\nfalse\nfalse\n")
    with pytest.raises(
        InputError, match=rf"prediction 2, column 'is_clear': it is '{re.escape(cell)}'; give"
    ):
        score_predictions(load_singleturn(table), read_predictions(tmp_path / "answers.csv"))


@pytest.mark.parametrize(
    ("column", "cell", "message"),
    [
        ("is_clear", 0.5, "column 'is_clear': it is 0.5"),
        ("is_clear", [], r"column 'is_clear': it is \[\]"),
        ("p_unclear", "high", "column 'p_unclear': it is 'high'"),
        ("p_unclear", "0,25", "column 'p_unclear': it is '0,25'"),
        ("p_unclear", "nan", "'nan' is outside 0 to 1"),
        ("p_unclear", True, "True is outside 0 to 1"),
        ("questions", "['Where?' 'Why?']", "column 'questions': it is .* not a JSON list"),
        ("questions", "Where?", "column 'questions': it is 'Where"),
        ("built", "[[[0 0 0 ... 0 0 0]]]", "column 'built': .* is not valid JSON"),
    ],
)
def test_cells_that_are_not_understood_are_named_by_row_and_column(table, column, cell, message):
    answers = pd.DataFrame({column: [cell] * len(ROWS)}, dtype=object)
    with pytest.raises(InputError, match=rf"prediction \d, column '{column}'") as found:
        score_predictions(load_singleturn(table), answers)
    assert re.search(message, str(found.value))


def test_what_a_frame_was_answered_is_scored_from_every_file(table, tmp_path):
    rows = load_singleturn(table)
    frame = pd.DataFrame({"instruction": rows["instruction"], "start": list(stack_grids(rows, "start"))})
    answers = cq.build(cq.classify(frame)).drop(columns="start")
    expected = score_predictions(rows, answers)
    assert set(expected) >= {"macro_f1", "average_precision", "changed_f1_weighted"}
    answers.to_csv(tmp_path / "a.csv")
    answers.to_csv(tmp_path / "a.tsv", sep="\t")
    answers.to_parquet(tmp_path / "a.parquet")
    for ending in ("csv", "tsv", "parquet"):
        assert score_predictions(rows, read_predictions(tmp_path / f"a.{ending}")) == expected


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


@pytest.mark.usefixtures("loaded_once")
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
    with pytest.raises(InputError, match=r"line \d of .*answers\.jsonl.* is not an object"):
        read_predictions(tmp_path / "answers.jsonl")


@pytest.mark.parametrize("needed", [(1, 0), ("1", "0"), ("yes", "no"), (True, False)])
def test_the_column_of_the_track_says_when_to_ask(table, needed):
    dataset = load_singleturn(table)
    right = [needed[0] if label else needed[1] for label in dataset["label"]]
    assert score_predictions(dataset, pd.DataFrame({"clarification_required": right})) == {"macro_f1": 1.0}
    wrong = [needed[1] if label else needed[0] for label in dataset["label"]]
    assert score_predictions(dataset, pd.DataFrame({"clarification_required": wrong})) == {"macro_f1": 0.0}
