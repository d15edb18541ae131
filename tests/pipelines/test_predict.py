"""Batch prediction: every format, any batch size, killed or not, on Ray or not: the same file."""

from __future__ import annotations

import datetime as dt
import json
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq
import pytest
from forked import command, killed

import cq
from cq.cli.runner import run
from cq.errors import InputError, MissingFileError
from cq.jobs.places import Place
from cq.jobs.predict import app
from cq.jobs.rows import RowFile

pytestmark = pytest.mark.usefixtures("loaded_once")

STATE = {"worldEndingState": {"blocks": [[0, 63, 0, 57], [0, 64, 0, 60]]}}
TEXTS = [
    "Place four blocks to the east of the highest block",
    "Remove the red block.",
    "Put a green block\non top of the red block.",
    "Build it higher.",
    "Place a yellow block in front of the blue block, please.",
]


def _predict(*args: object) -> None:
    argv, sys.argv = sys.argv, ["predict", *map(str, args)]
    try:
        with pytest.raises(SystemExit) as stopped:
            run(app)
        assert not stopped.value.code
    finally:
        sys.argv = argv


def _rows(folder: Path, copies: int = 1) -> Path:
    path = folder / "rows.jsonl"
    lines = [json.dumps({"instruction": text, "world": json.dumps(STATE)}) for text in TEXTS * copies]
    path.write_text("\n".join(lines) + "\n")
    return path


def test_every_format_gives_what_the_functions_give(tmp_path):
    lines = _rows(tmp_path)
    table = pa.Table.from_pylist([json.loads(line) for line in lines.read_text().splitlines()])
    pa.csv.write_csv(table, tmp_path / "rows.csv")
    grid = cq.World.parse(STATE).grid.tolist()
    grids = pa.table({"instruction": TEXTS, "start": [grid] * len(TEXTS)})
    pq.write_table(grids, tmp_path / "rows.parquet")
    written = []
    for source in (lines, tmp_path / "rows.csv", tmp_path / "rows.parquet"):
        out = tmp_path / f"{source.suffix[1:]}.out.parquet"
        _predict("--input", source, "--output", out, "--top", 2)
        written.append(pq.read_table(out))
    assert written[0].equals(written[1])
    assert written[0].equals(written[2])
    for row, text in zip(written[0].to_pylist(), TEXTS, strict=True):
        clarity = cq.classify(text, STATE)
        asked = [] if clarity.is_clear else [one.qid for one in cq.rank(None, text, STATE, 2)]
        assert row["instruction"] == text
        assert row["is_clear"] == clarity.is_clear
        assert row["p_unclear"] == pytest.approx(clarity.p_unclear, abs=1e-5)
        assert np.array_equal(row["built"], cq.build(text, STATE).grid)
        assert row["qids"] == asked
        assert row["error"] is None


def test_rows_without_an_answer_say_why(tmp_path):
    (tmp_path / "world.json").write_text(json.dumps(STATE))
    rows = [
        {"instruction": TEXTS[1], "world": "world.json"},
        {"instruction": "?!", "world": None},
        {"instruction": TEXTS[0], "world": "nowhere.json"},
        {"instruction": TEXTS[0], "world": '{"worldEndingState": '},
        {"instruction": TEXTS[0], "world": "long" * 100},
        {"instruction": TEXTS[0], "world": "nul\0"},
        {"instruction": TEXTS[0], "start": [[[0] * 11] * 11, [[0] * 3]]},
        {"instruction": TEXTS[0], "world": [[0, 63, 0, 10**400]]},
        {"instruction": None},
    ]
    (tmp_path / "rows.jsonl").write_text("\n".join(map(json.dumps, rows)))
    _predict("--input", tmp_path / "rows.jsonl", "--output", tmp_path / "out.parquet")
    said = pq.read_table(tmp_path / "out.parquet")["error"].to_pylist()
    assert said[0] is None
    assert "holds no words" in said[1]
    assert "no world file at" in said[2]
    assert "'nowhere.json' is not a JSON object or list" in said[2]
    assert "not valid JSON" in said[3]
    assert "File name too long" in said[4]
    assert "null byte" in said[5]
    assert "is ragged" in said[6]
    assert "is not a known block" in said[7]
    assert "must be text" in said[8]


def test_the_tracks_own_table_is_read_with_its_worlds(tmp_path):
    (tmp_path / "world.json").write_text(json.dumps(STATE))
    rows = "InputInstruction,InitializedWorldPath,GameId\nBuild it higher.,world.json,7\n"
    (tmp_path / "rows.csv").write_text(rows)
    _predict("--input", tmp_path / "rows.csv", "--output", tmp_path / "out.parquet")
    (row,) = pq.read_table(tmp_path / "out.parquet").to_pylist()
    assert row["p_unclear"] == pytest.approx(cq.classify("Build it higher.", STATE).p_unclear, abs=1e-5)


@pytest.mark.parametrize("ending", ["csv", "jsonl", "parquet"])
def test_other_columns_are_kept(tmp_path, ending):
    """Also over several batches, and under another name where an answer has theirs."""
    texts = TEXTS[:3]
    rows = [{"instruction": text, "id": f"row {i}", "error": "none"} for i, text in enumerate(texts)]
    frame, source = pd.DataFrame(rows), tmp_path / f"rows.{ending}"
    if ending == "csv":
        frame.to_csv(source, index=False)
    elif ending == "jsonl":
        frame.to_json(source, orient="records", lines=True)
    else:
        frame.to_parquet(source)
    _predict("--input", source, "--output", tmp_path / "out.parquet", "--batch", 2, "--top", 1)
    answers = pd.read_parquet(tmp_path / "out.parquet")
    assert answers["instruction"].tolist() == texts
    assert answers["id"].tolist() == frame["id"].tolist()
    assert answers["input_error"].tolist() == ["none"] * 3
    assert answers["error"].isna().all()


def test_no_rows_give_no_answers_and_an_input_is_never_overwritten(tmp_path):
    source = tmp_path / "rows.jsonl"
    source.write_text("")
    _predict("--input", source, "--output", tmp_path / "out.parquet")
    assert pq.read_table(tmp_path / "out.parquet").num_rows == 0
    before = (tmp_path / "out.parquet").read_bytes()
    with pytest.raises(AssertionError):
        _predict("--input", tmp_path / "out.parquet", "--output", tmp_path / "out.parquet")
    assert (tmp_path / "out.parquet").read_bytes() == before


def test_keys_that_the_first_line_lacks_are_kept(tmp_path):
    rows = [{"instruction": "?!"}, {"id": 7, "instruction": "?!"}, {"instruction": "?!", "note": "x"}]
    (tmp_path / "rows.jsonl").write_text("\n".join(map(json.dumps, rows)))
    _predict("--input", tmp_path / "rows.jsonl", "--output", tmp_path / "out.parquet")
    answers = pq.read_table(tmp_path / "out.parquet").to_pylist()
    assert [(row["id"], row["note"]) for row in answers] == [(None, None), ("7", None), (None, "x")]


ODD = [
    "007",
    "+4915112345",
    "1e5",
    "12345678901234567890",
    "0x1F",
    "1.10",
    "NA",
    "null",
    "",
    " x ",
    "2024-01-01",
]
"""Cells that readers which guess types change."""


def _kept(source: Path, size: int = 4) -> list[dict]:
    """The columns that prediction does not read, as rows."""
    rows = RowFile(Place(str(source)))
    rows.count()
    return [row for table in rows.others(size, ["instruction", "error"])[1] for row in table.to_pylist()]


@pytest.mark.parametrize(("ending", "delimiter"), [("csv", ","), ("CSV", ","), ("tsv", "\t")])
def test_kept_columns_stand_in_the_output_as_in_the_input(tmp_path, ending, delimiter):
    """wireservice/csvkit #977: numbers with leading zeros, and others, were changed."""
    source = tmp_path / f"rows.{ending}"
    source.write_text("\n".join([f"instruction{delimiter}id", *(f"?!{delimiter}{one}" for one in ODD)]))
    _predict("--input", source, "--output", tmp_path / "out.parquet", "--batch", 4)
    answers = pq.read_table(tmp_path / "out.parquet")
    assert answers["id"].to_pylist() == ODD
    assert answers["instruction"].to_pylist() == ["?!"] * len(ODD)


@pytest.mark.parametrize("first", ["1", "1.5", "true", "2024-01-01", ""])
def test_a_column_may_turn_into_text_after_a_megabyte(tmp_path, first):
    """huggingface/datasets #7222: a type that was guessed from the first block refused the rest."""
    (tmp_path / "rows.csv").write_text("instruction,id\n" + f"Build a wall,{first}\n" * 100_000 + "?!,x\n")
    ids = [row["id"] for row in _kept(tmp_path / "rows.csv", 4096)]
    assert (len(ids), ids[0], ids[-1]) == (100_001, first, "x")


def test_values_of_lines_are_kept_as_they_are_written(tmp_path):
    written = ["1e5", "12345678901234567890.10", "1E400", "-0", "true", '{"a" : [1.10, "\\u00e9"]}', "[ ]"]
    lines = [f'{{"instruction": "?!", "a \\"b\\"" :  {one} , "t": "007"}}' for one in written]
    (tmp_path / "rows.jsonl").write_text("\n".join(lines))
    assert _kept(tmp_path / "rows.jsonl") == [{'a "b"': one, "t": "007"} for one in written]


def test_types_of_parquet_are_kept(tmp_path):
    labels = pa.chunked_array([pa.array(one).dictionary_encode() for one in (["a", "b"], ["c", "a"])])
    columns = {"k": labels, "l": [[1], None, [], [2]], "n": [2**62 + 1, None, 0, 1], "e": ["007"] * 4}
    pq.write_table(
        pa.table({"instruction": ["?!"] * 4, **columns}), tmp_path / "rows.parquet", row_group_size=2
    )
    expected = pa.table(columns).to_pylist()
    assert _kept(tmp_path / "rows.parquet", 3) == expected


def test_names_that_answers_have_stay_different(tmp_path):
    (tmp_path / "rows.csv").write_text("instruction,error,input_error\n?!,a,b\n")
    _predict("--input", tmp_path / "rows.csv", "--output", tmp_path / "out.parquet")
    (row,) = pq.read_table(tmp_path / "out.parquet").to_pylist()
    assert (row["input_input_error"], row["input_error"]) == ("a", "b")


@pytest.mark.parametrize(("separator", "name"), [(";", "semicolons"), ("\t", "tabs"), ("|", "bars")])
def test_another_separator_is_named(tmp_path, separator, name):
    (tmp_path / "rows.csv").write_text(f"instruction{separator}world\nBuild it{separator}\n")
    with pytest.raises(InputError, match=f"rows.csv' are separated by {name}"):
        RowFile(Place(str(tmp_path / "rows.csv"))).count()


def test_columns_without_a_name_keep_their_place(tmp_path):
    (tmp_path / "rows.csv").write_text("instruction,,id\n?!,a,7\n")
    _predict("--input", tmp_path / "rows.csv", "--output", tmp_path / "out.parquet")
    (row,) = pq.read_table(tmp_path / "out.parquet").to_pylist()
    assert (row[""], row["id"]) == ("a", "7")


def test_a_batch_larger_than_memory_is_refused(tmp_path, monkeypatch, capsys):
    (tmp_path / "rows.csv").write_text("instruction\nBuild it\n")
    paths = ["--input", str(tmp_path / "rows.csv"), "--output", str(tmp_path / "out.parquet")]
    monkeypatch.setattr(sys, "argv", ["predict", *paths, "--batch", "4097"])
    with pytest.raises(SystemExit) as stopped:
        run(app)
    assert stopped.value.code == 2
    assert "4096" in capsys.readouterr().err


def test_unreadable_input_is_named(tmp_path):
    with pytest.raises(MissingFileError, match="no rows at"):
        RowFile(Place(str(tmp_path / "none.csv"))).count()
    (tmp_path / "rows.csv").write_text("text\nhello\n")
    with pytest.raises(InputError, match="has the columns text; it needs instruction or InputInstruction"):
        RowFile(Place(str(tmp_path / "rows.csv"))).count()
    for line, message in (
        ("hello", "line 2 of .* is not valid JSON"),
        ("[]", "line 2 of .* is not an object"),
        ('{"instruction": "Build", "instruction": "Break"}', "line 2 of .* 'instruction' is there twice"),
    ):
        (tmp_path / "rows.jsonl").write_text('{"instruction": "Build"}\n' + line)
        with pytest.raises(InputError, match=message):
            RowFile(Place(str(tmp_path / "rows.jsonl"))).count()
    (tmp_path / "rows.csv").write_text("instruction, world\nBuild it,\n")
    with pytest.raises(InputError, match="has the column ' world'; write it 'world'"):
        RowFile(Place(str(tmp_path / "rows.csv"))).count()
    (tmp_path / "rows.csv").write_text("instruction,start,World\nBuild it,,\n")
    with pytest.raises(InputError, match="has the column 'World'; write it 'world'"):
        RowFile(Place(str(tmp_path / "rows.csv"))).count()
    (tmp_path / "rows.csv").write_text("instruction,InitialisedWorldPath\nBuild it,a.json\n")
    with pytest.raises(InputError, match="'InitialisedWorldPath'; write it 'InitializedWorldPath'"):
        RowFile(Place(str(tmp_path / "rows.csv"))).count()
    (tmp_path / "rows.csv").write_text("instruction,world\n" + "Build it,\n" * 200_000 + "a,b,c\n")
    with pytest.raises(InputError, match="Expected 2 columns, got 3"):
        RowFile(Place(str(tmp_path / "rows.csv"))).count()
    (tmp_path / "rows.jsonl").write_bytes('{"instruction": "é"}'.encode("latin1"))
    with pytest.raises(InputError, match=r"line 1 of .* is not valid JSON"):
        RowFile(Place(str(tmp_path / "rows.jsonl"))).count()
    for content, message in (
        ("instruction\nBuild it\n".encode("utf-16"), "is UTF-16; save it as CSV UTF-8"),
        (
            "instruction,número\nBuild it,1\n".encode("latin1"),
            "line 1 of .* holds .*, which is not UTF-8",
        ),
        (b'instruction,world\n"Build it,\nNext,\n', "line 2 of .* a quote that never closes"),
        (b'instruction\nFirst\n"Build it\nNext\nThen "it\nLast"\n', "line 3 of .* a quote"),
        (b"instruction,instruction\nBuild,it\n", "has the column 'instruction' twice; rename one"),
        (b"", "has no columns; it needs instruction"),
    ):
        (tmp_path / "rows.csv").write_bytes(content)
        with pytest.raises(InputError, match=message):
            RowFile(Place(str(tmp_path / "rows.csv"))).count()
    for name, values in (
        ("instruction", [dt.date(2022, 1, 1)]),
        ("instruction", [b"Build"]),
        ("InitializedWorldPath", [7]),
        ("world", [b"[]"]),
        ("world", [dt.datetime(2022, 1, 1)]),
    ):
        columns = {"instruction": ["Build it"], name: values}
        pq.write_table(pa.table(columns), tmp_path / "rows.parquet")
        with pytest.raises(InputError, match=f"the column '{name}' of .* it must hold"):
            RowFile(Place(str(tmp_path / "rows.parquet"))).count()
    (tmp_path / "rows.txt").write_text("hello")
    with pytest.raises(InputError, match="cannot tell the format"):
        RowFile(Place(str(tmp_path / "rows.txt"))).count()


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (
            b"instruction,instruction\nBuild a wall\0,\xff\xfe\nx,y\n",
            "'rows.csv' has the column 'instruction' twice; rename one",
        ),
        (b"instruction,note,note\nBuild,a,b\n", "'rows.csv' has the column 'note' twice; rename one"),
        (
            b'instruction,note\nBuild\0,a\n"x\ny",\xff\xfe\n',
            r"the row at line 3 of 'rows.csv' holds b'\xff\xfe', which is not UTF-8; save it as CSV UTF-8",
        ),
        (
            b"instruction,note\nBuild a wall,a,b\n",
            "cannot read 'rows.csv': CSV parse error: Row #2: Expected 2 columns, got 3: Build a wall,a,b; "
            "mend it, or save it again",
        ),
    ],
)
def test_a_csv_that_is_damaged_is_one_line_with_a_remedy(tmp_path, monkeypatch, capsys, content, expected):
    """It names the file as the user did."""
    (tmp_path / "rows.csv").write_bytes(content)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["predict", "--input", "rows.csv", "--output", "out.parquet"])
    with pytest.raises(SystemExit) as stopped:
        run(app)
    assert stopped.value.code == 2
    assert capsys.readouterr().err == f"error: {expected}\n"
    assert [path.name for path in tmp_path.iterdir()] == ["rows.csv"]


def test_a_nul_in_a_text_takes_nothing_from_other_rows(tmp_path):
    (tmp_path / "rows.csv").write_bytes(b'instruction,note\n"Build a wall\0",a\nBuild it higher.,b\n')
    _predict("--input", tmp_path / "rows.csv", "--output", tmp_path / "out.parquet")
    answers = pq.read_table(tmp_path / "out.parquet").to_pylist()
    assert [row["note"] for row in answers] == ["a", "b"]
    assert answers[1]["p_unclear"] == pytest.approx(cq.classify("Build it higher.").p_unclear, abs=1e-5)


def test_instructions_alone_fill_several_batches(tmp_path):
    (tmp_path / "rows.csv").write_text("instruction\n" + "?!\n" * 7)
    _predict("--input", tmp_path / "rows.csv", "--output", tmp_path / "out.parquet", "--batch", 3)
    assert pq.read_table(tmp_path / "out.parquet")["instruction"].to_pylist() == ["?!"] * 7


def test_kept_columns_may_hold_a_lone_surrogate(tmp_path):
    (tmp_path / "rows.jsonl").write_text('{"instruction": "?!", "note": "\\ud800"}')
    _predict("--input", tmp_path / "rows.jsonl", "--output", tmp_path / "out.parquet")
    assert pq.read_table(tmp_path / "out.parquet")["note"].to_pylist() == ["?"]


@pytest.mark.parametrize("size", [1, 3, 7, 100])
def test_batches_hold_every_row_once_in_order(tmp_path, size):
    rows = [{"instruction": f"row {i}"} for i in range(50)]
    pa.csv.write_csv(pa.Table.from_pylist(rows), tmp_path / "rows.csv")
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "rows.parquet", row_group_size=9)
    (tmp_path / "rows.jsonl").write_text("\n\n".join(map(json.dumps, rows)))
    for source in tmp_path.iterdir():
        batches = list(RowFile(Place(str(source))).batches(size))
        assert [row for batch in batches for row in batch] == rows
        assert {len(batch) for batch in batches[:-1]} <= {size}
        assert RowFile(Place(str(source))).count() == 50


def test_worlds_in_lines_take_every_form(tmp_path):
    worlds = [
        STATE,
        STATE["worldEndingState"]["blocks"],
        [[0, 63, 0, "blue"], [0, 64, 0, 60]],
        json.dumps(STATE),
        cq.World.parse(STATE).to_recorded(),
    ]
    rows = [{"instruction": TEXTS[0], "world": world} for world in worlds]
    rows.append({"instruction": TEXTS[0], "start": cq.World.parse(STATE).grid.tolist()})
    (tmp_path / "rows.jsonl").write_text("\n".join(map(json.dumps, rows)))
    _predict("--input", tmp_path / "rows.jsonl", "--output", tmp_path / "out.parquet")
    answers = pq.read_table(tmp_path / "out.parquet").to_pylist()
    assert all(answer["built"] == answers[0]["built"] for answer in answers)
    assert answers[0]["error"] is None


def _answered(folder: Path) -> int:
    """The batches in the log of a job, which begins with a line that is none."""
    return sum(path.read_bytes().count(b"\n") - 1 for path in folder.glob(".cut.parquet.cq-answers-*"))


def test_a_killed_job_resumes_and_ends_with_the_same_file(tmp_path):
    source = _rows(tmp_path, copies=3)
    world = tmp_path / "world.json"
    world.write_text(json.dumps(STATE))
    lines = source.read_text().splitlines()
    lines[5] = json.dumps({"instruction": TEXTS[0], "world": "world.json"})
    source.write_text("\n".join(lines))
    cut = tmp_path / "cut.parquet"
    job = command(app, "predict", "--input", source, "--output", cut, "--batch", 2)
    for parts in (1, 4):
        assert killed(job, lambda parts=parts: _answered(tmp_path) >= parts) == -9
        assert not cut.exists()
    world.write_text("[]")  # what was answered of the world as it was is not kept
    _predict("--input", source, "--output", cut, "--batch", 2)
    _predict("--input", source, "--output", tmp_path / "whole.parquet", "--batch", 2)
    assert cut.read_bytes() == (tmp_path / "whole.parquet").read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "cut.parquet",
        "rows.jsonl",
        "whole.parquet",
        "world.json",
    ]
