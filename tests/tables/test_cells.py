"""Cells and tables that others made: what every reader of them shares."""

from __future__ import annotations

import csv
import json

import datasets
import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cq.errors import InputError, MissingFileError
from cq.tables.cells import cell_list, cell_text, cell_texts, plain_cell, says_clear, says_needed
from cq.tables.csv_text import csv_text, read_text_table
from cq.tables.files import read_rows
from cq.tables.frames import as_frame, frame_rows, is_frame

ODD = ["007", "+4915112345", "1e5", "12345678901234567890", "0x1F", "1_000", "1.10", "NA", "null", "nan", ""]
"""Texts that readers which guess types change."""


@pytest.mark.parametrize(
    "missing", [None, float("nan"), np.float32("nan"), np.datetime64("NaT"), pd.NA, pd.NaT]
)
def test_what_is_missing_is_none(missing):
    assert plain_cell(missing) is None
    assert plain_cell({"a": [missing]}) == {"a": [None]}
    assert (cell_text(missing, "x"), cell_texts(missing, "x"), cell_list(missing, "x")) == ("", [], [])
    assert says_clear(missing) is None


@pytest.mark.parametrize(
    ("cell", "plain"),
    [
        (np.array(["a", "b"], dtype=object), ["a", "b"]),
        (np.array([np.array(["a"]), np.array([])], dtype=object), [["a"], []]),
        (np.array([{"x": np.array([1])}], dtype=object), [{"x": [1]}]),
        (("a", ("b",)), ["a", ["b"]]),
        (np.zeros((2, 1), dtype=np.int8), [[0], [0]]),
        (np.bool_(True), True),
        (np.int64(2**60), 2**60),
        (pd.Series(["a"]), ["a"]),
    ],
)
def test_arrays_and_their_values_become_pythons_own(cell, plain):
    found = plain_cell(cell)
    assert found == plain
    assert json.dumps(found) == json.dumps(plain)


def test_a_cell_that_holds_itself_is_refused():
    cell: list = []
    cell.append(cell)
    with pytest.raises(InputError, match="nested too deeply"):
        plain_cell(cell)


@pytest.mark.parametrize("yes", ["yes", "Y", " true ", "T", "1", "1.0", 1, 1.0, True, np.bool_(True), "TRUE"])
@pytest.mark.parametrize("no", ["no", "n", "False", "f", "0", "0.0", 0, 0.0, False, np.int8(0)])
def test_yes_and_no_in_words_letters_and_numbers(yes, no):
    assert says_clear(yes) is says_needed(yes) is True
    assert says_clear(no) is says_needed(no) is False


@pytest.mark.parametrize(
    "cell", ["maybe", "", "2", -1, 0.5, "10", "yes no", [], [True], {"yes": 1}, "1.0.0", b"yes"]
)
def test_what_is_neither_yes_nor_no_is_not_known(cell):
    assert says_clear(cell) is says_needed(cell) is None


def test_clear_and_unclear_mean_what_they_say_in_either_column():
    assert (says_clear("clear"), says_clear("Unclear"), says_clear("ambiguous")) == (True, False, False)
    assert (says_needed("clear"), says_needed("Unclear"), says_needed("ambiguous")) == (False, True, True)


@pytest.mark.parametrize(
    ("cell", "texts"),
    [
        ("Which order?", ["Which order?"]),
        (["Which order?", " ", "When?"], ["Which order?", "When?"]),
        ('["Which order?"]', ["Which order?"]),
        ("[]", []),
        ("[Name], which order?", ["[Name], which order?"]),
        ("Which [order]", ["Which [order]"]),
        ('["Which?', ['["Which?']),
        (7, ["7"]),
    ],
)
def test_texts_of_a_cell(cell, texts):
    assert cell_texts(cell, "question") == texts


@pytest.mark.parametrize(
    "cell", ["['Which order?']", "['Which?' 'When?']", '["Which?"] "x"]', [["a"]], {"a": 1}]
)
def test_lists_that_are_printed_by_python_are_no_texts(cell):
    """huggingface/datasets #4673: `to_csv` writes lists as NumPy prints them, and a reader gets one text."""
    with pytest.raises(InputError, match="question is "):
        cell_texts(cell, "question")


def test_every_reader_of_text_keeps_cells_as_they_stand(tmp_path):
    """wireservice/csvkit #977: ids lose their leading zeros."""
    for ending, delimiter in ((".csv", ","), (".tsv", "\t")):
        path = tmp_path / f"rows{ending}"
        with path.open("w", newline="") as file:
            csv.writer(file, delimiter=delimiter).writerows([["a", "b"], *([text, "x"] for text in ODD)])
        assert read_rows(path).rows == [{"a": text, "b": "x"} for text in ODD]


@given(st.lists(st.lists(st.text("ab,;\"'\n\r\t \0é", max_size=4), min_size=2, max_size=2), max_size=5))
def test_csv_that_is_written_is_read_as_it_was(rows):
    """Also a lone carriage return, which Python writes without quotes: it would end the row."""
    text = csv_text(pd.DataFrame(rows, columns=["a", "b"], dtype=object))
    read = read_text_table(text.encode(), "t")
    assert read.to_numpy().tolist() == [list(row) for row in rows]


def test_a_line_of_spaces_is_a_row():
    """pandas-dev/pandas #9710: lines that begin with spaces were skipped, and rows moved up."""
    assert read_text_table(b"a\n   \nx\n", "t")["a"].tolist() == ["   ", "x"]


@pytest.mark.parametrize("ending", [".csv", ".tsv"])
@pytest.mark.parametrize("separator", [",", ";", "|", "\t"])
def test_another_separator_is_named(tmp_path, ending, separator):
    path = tmp_path / f"rows{ending}"
    path.write_text(f"text{separator}need\nPay it{separator}no\n")
    own = {".csv": ",", ".tsv": "\t"}[ending]
    if separator == own:
        assert read_rows(path, required=("need",)).rows == [{"text": "Pay it", "need": "no"}]
    else:
        name = {",": "commas", ";": "semicolons", "|": "bars", "\t": "tabs"}[separator]
        with pytest.raises(InputError, match=rf"rows{ending}' are separated by {name}"):
            read_rows(path)


@pytest.mark.parametrize("row", ["1", "1,2,3", '"1,2"', "1,2,"])
def test_a_row_with_more_or_fewer_cells_is_named(row):
    saw = len(next(csv.reader([row])))
    with pytest.raises(InputError, match=rf"row 2 of t .* Expected 2 fields in line 3, saw {saw}"):
        read_text_table(f"a,b\nx,y\n{row}\n".encode(), "t")


def test_parquet_in_folders_with_values_in_their_names(tmp_path):
    """apache/arrow #43574: a reader takes a column out of the folder's name, which contradicts the file's."""
    folder = tmp_path / "source_id=9319"
    folder.mkdir()
    pq.write_table(pa.table({"source_id": ["007"], "x": [[1]]}), folder / "rows.parquet")
    assert read_rows(folder / "rows.parquet").rows == [{"source_id": "007", "x": [1]}]


def test_missing_cells_of_parquet_do_not_change_the_others(tmp_path):
    number = 2**62 + 1
    pd.DataFrame(
        {"a": pd.array([number, None], dtype="Int64"), "b": pd.array([True, None], dtype="boolean")}
    ).to_parquet(tmp_path / "rows.parquet")
    assert read_rows(tmp_path / "rows.parquet").rows == [{"a": number, "b": True}, {"a": None, "b": None}]


FEATURES = datasets.Features(
    {"text": datasets.Value("string"), "clear": datasets.ClassLabel(names=["clear", "ambiguous"])}
)


def test_labels_of_a_data_set_are_read_by_their_names(tmp_path):
    """As numbers, 0 would be "no", where its name says "clear"."""
    data = datasets.Dataset.from_dict({"text": ["a", "b", "c"], "clear": [0, 1, -1]}, features=FEATURES)
    data.to_parquet(tmp_path / "rows.parquet")
    for rows in (
        frame_rows(data),
        read_rows(tmp_path / "rows.parquet"),
        frame_rows(data.select([2, 1, 0]).select([2, 1, 0])),
    ):
        assert [row["clear"] for row in rows.rows] == ["clear", "ambiguous", None]


def test_tables_in_memory_become_frames_with_the_same_values():
    number = 2**62 + 1
    columns = {"a": [number, None], "q": [["x"], []]}
    data = datasets.Dataset.from_dict(columns)
    for one in (pa.table(columns), data, data.with_format("numpy"), data.with_format("pandas")):
        assert is_frame(one)
        frame = as_frame(one)
        assert (list(frame), frame["a"].tolist()) == (["a", "q"], [number, None])
        assert frame_rows(one).rows == [{"a": number, "q": ["x"]}, {"a": None, "q": []}]
    assert not any(
        map(is_frame, (columns, ["a"], "a", None, data["a"], pa.array([1]), np.zeros((2, 2)), pd.Series([1])))
    )


def test_several_tables_and_endless_ones_are_refused_with_the_remedy():
    data = datasets.Dataset.from_dict({"a": [1]})
    with pytest.raises(InputError, match="holds the splits train; give one of them"):
        is_frame(datasets.DatasetDict({"train": data}))
    with pytest.raises(InputError, match="from_list"):
        is_frame(data.to_iterable_dataset())


def test_a_column_that_is_there_twice_is_refused(tmp_path):
    twice = pd.DataFrame([[1, 2]], columns=["a", "a"])
    pq.write_table(
        pa.Table.from_arrays([pa.array([1]), pa.array([2])], names=["a", "a"]), tmp_path / "t.parquet"
    )
    for read in (lambda: frame_rows(twice), lambda: read_rows(tmp_path / "t.parquet")):
        with pytest.raises(InputError, match="has the column 'a' twice"):
            read()


def test_files_that_are_no_tables_are_named(tmp_path):
    with pytest.raises(MissingFileError, match="no table at"):
        read_rows(tmp_path / "none.parquet")
    (tmp_path / "t.xlsx").write_bytes(b"PK")
    with pytest.raises(InputError, match=r"end it in .csv, .tsv, .jsonl, .ndjson, .parquet"):
        read_rows(tmp_path / "t.xlsx")
    for ending in (".parquet", ".csv"):
        (tmp_path / f"x{ending}").mkdir()
        with pytest.raises(InputError, match="cannot read"):
            read_rows(tmp_path / f"x{ending}")
    (tmp_path / "t.parquet").write_bytes(b"PAR1 no")
    with pytest.raises(InputError, match="cannot read"):
        read_rows(tmp_path / "t.parquet")
