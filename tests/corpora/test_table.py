"""A corpus from a table of one's own."""

from __future__ import annotations

import json

import datasets
import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
import small_corpora
from hypothesis import given
from hypothesis import strategies as st

import cq
from cq.corpora import Answer, Detail, load, table

ROWS = [
    {"id": "1", "text": "My bill is wrong", "need": "yes", "question": "Which bill?", "answer": "May's"},
    {"id": "1", "text": "My bill is wrong", "need": "yes", "question": "What is wrong?", "answer": ""},
    {"id": "2", "text": "Close account 12", "need": "no", "question": "", "answer": ""},
]


def test_rows_of_one_request_are_joined_whatever_the_form(tmp_path):
    corpus = table(pd.DataFrame(ROWS))
    assert [one.relevant for one in corpus] == [("q_0", "q_1"), ()]
    assert corpus.requests[0].answers == (Answer("q_0", "May's"),)
    assert corpus.bank == {"q_0": "Which bill?", "q_1": "What is wrong?"}
    for path in (
        small_corpora.write_table(tmp_path / "t.csv", ROWS),
        small_corpora.write_lines(tmp_path / "t.jsonl", ROWS),
    ):
        assert table(path) == corpus == load("table", path)


def test_rows_without_an_id_are_requests_of_their_own():
    corpus = table(pd.DataFrame({"instruction": ["Pay it", "Pay it"], "clear": [1.0, 0.0]}))
    assert [(one.id, one.need) for one in corpus] == [("r_1", False), ("r_2", True)]


def test_needs_may_be_grades():
    corpus = table(pd.DataFrame({"text": ["a b", "c d"], "need": [1, 4]}))
    assert corpus.is_graded
    assert [one.need for one in corpus] == [1, 4]
    assert not table(pd.DataFrame({"text": ["a b", "c d"], "need": [1, 0]})).is_graded


def test_a_bank_may_have_more_questions_and_details_bring_theirs():
    detail = {"description": "when", "importance": 3, "question": "When?"}
    frame = pd.DataFrame(
        [{"text": "Call me", "need": "yes", "question": ["Why?", "Who?"], "details": [detail]}]
    )
    corpus = table(frame, bank={"a": "Why?", "q_1": "Where?"})
    assert corpus.bank == {"a": "Why?", "q_1": "Where?", "q_2": "Who?", "q_3": "When?"}
    assert corpus.requests[0].relevant == ("a", "q_2", "q_3")
    assert corpus.requests[0].details == (Detail("when", 3, "q_3"),)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"text": ""}, "row 1 of the data frame: it has no text"),
        ({"need": "maybe"}, "row 1 of the data frame: need is 'maybe'; it is yes or no"),
        ({"need": None}, "need is ''"),
        ({"answer": "so"}, "the answer 'so' needs one question; the row has 0"),
        ({"details": "x"}, "details is 'x'; give a list"),
        ({"details": [{"importance": 7, "description": "x"}]}, "importance of a detail is 7"),
        ({"details": [3]}, "the detail 3 cannot be read"),
    ],
)
def test_a_row_that_cannot_be_read_is_named(row, message):
    with pytest.raises(cq.InputError, match=message):
        table(pd.DataFrame([{"text": "Call me", "need": "yes", **row}]))


def test_rows_of_one_request_must_agree():
    with pytest.raises(cq.InputError, match=r"row 2 .* request '1' has the need False, and True before"):
        table(pd.DataFrame(ROWS[:2]).assign(need=["yes", "no"]))


def test_no_table_is_no_corpus(tmp_path):
    with pytest.raises(cq.InputError, match="lacks text or instruction and need or clear"):
        table(pd.DataFrame({"a": [1]}))
    with pytest.raises(cq.InputError, match="cannot read a table from int"):
        table(3)  # type: ignore[arg-type]
    with pytest.raises(cq.MissingFileError, match="no table at"):
        table(tmp_path / "none.csv")
    (tmp_path / "t.txt").write_text("x")
    with pytest.raises(cq.InputError, match=r"end it in .csv, .tsv, .jsonl, .ndjson, .parquet"):
        table(tmp_path / "t.txt")
    with pytest.raises(cq.InputError, match="needs the path"):
        load("table")


COLUMNS = {
    "text": ["My bill is wrong", "Close account 12", "Pay it"],
    "need": [True, False, True],
    "question": [["Which bill?", "What is wrong?"], [], ["How?"]],
}


def _forms(folder) -> dict:
    """The same table in every form that people bring."""
    frame = pd.DataFrame(COLUMNS)
    data = datasets.Dataset.from_dict(COLUMNS)
    frame.to_parquet(folder / "t.parquet")
    text = frame.assign(question=frame["question"].map(json.dumps))
    text.to_csv(folder / "t.csv", index=False)
    text.assign(need=["Y", "N", "y"]).to_csv(folder / "T.TSV", index=False, sep="\t")
    text.to_json(folder / "t.ndjson", orient="records", lines=True)
    labels = datasets.ClassLabel(names=["unclear", "clear"])
    named = data.rename_column("need", "clear").map(lambda row: {"clear": int(not row["clear"])})
    named.cast_column("clear", labels).to_parquet(folder / "labels.parquet")
    return {
        "frame": frame,
        "parquet read by pandas": pd.read_parquet(folder / "t.parquet"),
        "NumPy arrays": frame.assign(question=frame["question"].map(np.array)),
        "string and boolean": frame.astype({"text": "string", "need": "boolean"}),
        "Arrow types": frame.convert_dtypes(dtype_backend="pyarrow"),
        "letters": frame.assign(need=["T", "f", "t"]),
        "words": frame.assign(need=["unclear", "Clear", "ambiguous"]),
        "data set": data,
        "formatted data set": data.with_format("numpy"),
        "chosen rows": data.select([2, 1, 0]).select([2, 1, 0]),
        "labels": named.cast_column("clear", labels),
        "Arrow table": pa.table(COLUMNS),
        **{name: folder / name for name in ("t.parquet", "t.csv", "T.TSV", "t.ndjson", "labels.parquet")},
    }


def test_every_form_of_a_table_gives_the_same_corpus(tmp_path):
    expected = {"q_0": "Which bill?", "q_1": "What is wrong?", "q_2": "How?"}
    for name, form in _forms(tmp_path).items():
        corpus = table(form)
        assert [one.need for one in corpus] == [True, False, True], name
        assert [one.relevant for one in corpus] == [("q_0", "q_1"), (), ("q_2",)], name
        assert (corpus.bank, corpus.requests[1].text) == (expected, "Close account 12"), name


@pytest.mark.parametrize(
    "missing", [pd.Series([None, "x"], dtype="string"), [None, "x"], [float("nan"), "x"], [pd.NA, "x"]]
)
def test_missing_cells_are_empty_in_every_dtype(missing):
    """cortex-lab/alyx #1044: a missing text becomes the text "nan", because pandas 3 marks it by a number."""
    columns = ("context", "question", "kind", "split", "id")
    frame = pd.DataFrame({"text": ["a b", "c d"], "need": ["Y", "N"], **dict.fromkeys(columns, missing)})
    one, two = table(frame)
    assert (one.id, one.context, one.relevant, one.kind, one.split) == ("r_1", "", (), "", "")
    assert (two.id, two.context, two.relevant, two.kind, two.split) == ("x", "x", ("q_0",), "x", "x")


def test_details_of_a_data_set_have_none_where_they_lack_a_key():
    details = [[{"description": "when", "question": "When?"}], [{"description": "who", "importance": 3}], []]
    data = datasets.Dataset.from_dict({"text": ["a", "b", "c"], "need": [1, 1, 0], "details": details})
    assert [one.details for one in table(data)] == [(Detail("when", 2, "q_0"),), (Detail("who", 3, ""),), ()]


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"need": pd.Series([None], dtype="boolean")}, "row 1 of the data frame: need is ''"),
        ({"need": ["vielleicht"]}, "need is 'vielleicht'"),
        ({"text": [["a", "b"]]}, "row 1 of the data frame: text is .*; give a text"),
        ({"question": ["['Which order?']"]}, "question is .*; give a list: this text is not a JSON list"),
        ({"question": ["['Which order?' 'When?']"]}, "this text is not a JSON list"),
        ({"details": [[{"importance": 2}]]}, "has no description"),
    ],
)
def test_a_cell_that_is_not_understood_is_named(columns, message):
    with pytest.raises(cq.InputError, match=message):
        table(pd.DataFrame({"text": ["Call me"], "need": ["Y"], **columns}))


def test_a_table_without_rows_has_its_columns(tmp_path):
    frame = pd.DataFrame({"text": pd.Series(dtype="string"), "need": pd.Series(dtype="boolean")})
    frame.to_parquet(tmp_path / "t.parquet")
    (tmp_path / "t.csv").write_text("text,need\n")
    for source in (frame, tmp_path / "t.parquet", tmp_path / "t.csv", datasets.Dataset.from_pandas(frame)):
        with pytest.raises(cq.InputError, match=r"lacks rows; it has the columns \['text', 'need'\]"):
            table(source)


def test_what_is_wrong_with_a_table_is_named(tmp_path):
    (tmp_path / "t.csv").write_text("text;need\nPay it;no\n")
    with pytest.raises(cq.InputError, match="separated by semicolons"):
        table(tmp_path / "t.csv")
    data = datasets.Dataset.from_dict({"text": ["a"], "need": [1]})
    with pytest.raises(cq.InputError, match="holds the splits train; give one of them"):
        table(datasets.DatasetDict({"train": data}))
    for bank in ("Which?", pd.DataFrame({"question": ["Which?"]})):
        with pytest.raises(cq.InputError, match="give a list of questions"):
            table(data, bank=bank)
    assert table(data, bank=datasets.Dataset.from_dict({"q": ["Which?"]})["q"]).bank == {"q_0": "Which?"}


@given(st.lists(st.tuples(st.text("abc ", min_size=1).filter(str.strip), st.booleans()), min_size=1))
def test_any_texts_and_labels_come_back_as_they_were(pairs):
    frame = pd.DataFrame([{"text": text, "need": need} for text, need in pairs])
    corpus = table(frame)
    assert [(one.text, one.need) for one in corpus] == [(text.strip(), need) for text, need in pairs]
    assert json.loads(json.dumps(dict(corpus.bank))) == {}
