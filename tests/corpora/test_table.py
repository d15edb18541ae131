"""A corpus from a table of one's own."""

from __future__ import annotations

import json

import pandas as pd
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
    with pytest.raises(cq.InputError, match=r"neither .csv nor .jsonl"):
        table(tmp_path / "t.txt")
    with pytest.raises(cq.InputError, match="needs the path"):
        load("table")


@given(st.lists(st.tuples(st.text("abc ", min_size=1).filter(str.strip), st.booleans()), min_size=1))
def test_any_texts_and_labels_come_back_as_they_were(pairs):
    frame = pd.DataFrame([{"text": text, "need": need} for text, need in pairs])
    corpus = table(frame)
    assert [(one.text, one.need) for one in corpus] == [(text.strip(), need) for text, need in pairs]
    assert json.loads(json.dumps(dict(corpus.bank))) == {}
