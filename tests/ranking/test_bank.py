"""Question banks, in every form that users have them."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from conftest import DATA, needs_data

import cq
from cq.data import load_question_bank
from cq.language.questions import AMBIGUITY_KINDS
from cq.ranking import QuestionBank, bundled_bank
from cq.ranking.bank import natural_key
from cq.ranking.first_stage import tokenize


def test_the_bundled_bank_has_every_kind_and_no_repeats():
    bank = bundled_bank()
    assert len(bank) >= 60
    assert set(bank.kinds) == set(AMBIGUITY_KINDS)
    assert min(bank.kinds.count(kind) for kind in AMBIGUITY_KINDS) >= 6
    assert len({q.casefold() for q in bank.questions}) == len(bank)
    assert all(q.endswith("?") for q in bank.questions)


@needs_data
def test_the_bundled_bank_is_our_own():
    recorded = {" ".join(tokenize(q)) for q in load_question_bank(DATA / "iglu_singleturn.zip").values()}
    assert not [q for q in bundled_bank().questions if " ".join(tokenize(q)) in recorded]


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ([], "bank is empty"),
        ({}, "bank is empty"),
        (["What?", " "], "'q_1' is ' '"),
        ([3], "'q_0' is 3"),
        (5, "cannot read a question bank from int"),
        (pd.Series(["What?", None]), "'q_1' is"),
        (pd.Series([], dtype=object), "bank is empty"),
        (pd.DataFrame({"question": []}), "bank is empty"),
        (pd.DataFrame({"text": ["What?"]}), r"the data frame has the columns \['text'\]"),
        (pd.DataFrame({"qid": ["a", "a"], "question": ["What?", "Where?"]}), "'a' is twice"),
        (pd.DataFrame({"qid": ["a", " "], "question": ["What?", "Where?"]}), "row 2 of the data frame"),
        (pd.DataFrame({"qid": ["a", None], "question": ["What?", "Where?"]}), "row 2 of the data frame"),
        (pd.DataFrame({"qid": [1, np.nan], "question": ["What?", "Where?"]}), "row 2 of the data frame"),
        (pd.DataFrame({"question": ["What?", None]}), "'q_1' is None"),
        (pd.DataFrame({"question": ["What?", pd.NA]}, dtype="string"), "'q_1' is None"),
    ],
)
def test_bad_banks_are_refused(value, message):
    with pytest.raises(cq.InputError, match=message):
        QuestionBank.parse(value)


QUESTIONS = ["Where?", "Which?", "Where?"]
NUMBERED = QuestionBank(("q_0", "q_1", "q_2"), tuple(QUESTIONS))


@pytest.mark.parametrize(
    "value",
    [
        QUESTIONS,
        tuple(QUESTIONS),
        np.array(QUESTIONS),
        iter(QUESTIONS),
        pd.Series(QUESTIONS),
        pd.Series(QUESTIONS, index=[7, 8, 9]),
        pd.DataFrame({"question": QUESTIONS, "more": [1, 2, 3]}),
        pd.DataFrame({"ClarifyingQuestion": QUESTIONS}, index=[7, 8, 9]),
        dict(zip(("q_0", "q_1", "q_2"), QUESTIONS, strict=True)),
        NUMBERED,
    ],
    ids=lambda value: type(value).__name__,
)
def test_banks_without_ids_are_numbered_by_place(value):
    assert QuestionBank.parse(value) == NUMBERED


@pytest.mark.parametrize(
    ("columns", "qids"),
    [
        ({"qid": ["a", "b", "c"]}, ("a", "b", "c")),
        ({"qrel": ["a", "b", "c"]}, ("a", "b", "c")),
        ({"qid": [3, 1, 2]}, ("3", "1", "2")),
    ],
)
@pytest.mark.parametrize("text", ["question", "ClarifyingQuestion"])
def test_a_data_frame_may_have_ids_and_kinds(columns, qids, text):
    frame = pd.DataFrame({**columns, text: QUESTIONS, "kind": ["place", "", "place"]})
    assert QuestionBank.parse(frame) == QuestionBank(qids, tuple(QUESTIONS), ("place", "", "place"))
    frame["kind"] = ["place", None, np.nan]
    assert QuestionBank.parse(frame).kinds == ("place", "", "")


def test_a_bank_is_read_as_a_mapping_of_ids_to_texts():
    bank = QuestionBank.parse({"a": "Where?", "b": "Which?"})
    assert list(bank) == list(bank.keys()) == [qid for qid, _ in bank.items()]
    assert list(bank.values()) == ["Where?", "Which?"]
    assert dict(bank) == dict(bank.items()) == {qid: bank[qid] for qid in bank}
    assert list(bank.items()) == [("a", "Where?"), ("b", "Which?")]
    assert dict(bank.items()) == {"a": "Where?", "b": "Which?"}
    assert "Where?" not in bank
    assert bank.qids[0] in bank
    assert len(bank) == 2
    assert bank["b"] == "Which?"
    assert [bank.index_of(qid) for qid, _ in bank.items()] == [0, 1]
    assert QuestionBank.parse(list(bank.values())).questions == bank.questions
    with pytest.raises(cq.InputError, match="'c' is not in this bank of 2"):
        bank["c"]


def test_bank_files(tmp_path):
    path = tmp_path / "bank.csv"
    path.write_text('qrel,ClarifyingQuestion\nq_1,"Where, then?"\nq_2,Which?\n')
    assert QuestionBank.parse(path) == QuestionBank(("q_1", "q_2"), ("Where, then?", "Which?"))
    assert QuestionBank.parse(str(path))["q_2"] == "Which?"
    path.write_text("qid,question,kind\nq_1,Where?,place\n")
    assert QuestionBank.parse(path).kinds == ("place",)
    for content, message in [
        ("a,b\n1,2\n", r"has the columns \['a', 'b'\]"),
        ("", "has the columns"),
        ("qid;question\n1;Where?\n", "separated by commas"),
        ("qid,question\na,How wide, or high?\n", "row 1 of .* in double quotes"),
        ("qid,question\na\n", "row 1 of .* does not have 2 fields"),
        ("qid,question\n ,Where?\n", "row 1 of .* has no qid"),
        ("qid,question\n", "bank is empty"),
        ("qid,question\nq_1,Where?\nq_1,Which?\n", "'q_1' is twice"),
    ]:
        path.write_text(content)
        with pytest.raises(cq.InputError, match=message):
            QuestionBank.parse(path)
    with pytest.raises(cq.InputError, match=r"bank.json' is JSON; give a bank as CSV"):
        QuestionBank.parse(tmp_path / "bank.json")
    with pytest.raises(cq.MissingFileError, match="no question bank at"):
        QuestionBank.parse(tmp_path / "nowhere.csv")


def test_a_bank_from_a_spreadsheet_or_without_ids_is_read(tmp_path):
    path = tmp_path / "bank.csv"
    path.write_bytes(b'\xef\xbb\xbfqid,question\r\na,"How wide, or high?"\r\n')
    assert QuestionBank.parse(path) == QuestionBank(("a",), ("How wide, or high?",))
    path.write_text("question\nWhere?\nWhich?\n")
    assert QuestionBank.parse(path).qids == ("q_0", "q_1")
    path.write_bytes(b"question\nWo \xe9?\n")
    with pytest.raises(cq.InputError, match="save it as CSV UTF-8"):
        QuestionBank.parse(path)


def test_ids_have_a_natural_order():
    assert sorted(["q_10", "q_9", "q_2"], key=natural_key) == ["q_2", "q_9", "q_10"]


def test_texts_of_arrays_are_plain_and_sets_are_refused():
    bank = QuestionBank.parse(np.array(["Where?", "Which one?"]))
    assert [type(text) for text in bank.values()] == [str, str]
    with pytest.raises(cq.InputError, match="a set of questions has no order"):
        QuestionBank.parse({"Where?"})
    for read in (QuestionBank.parse, lambda bank: cq.rank(bank, "Break it")):
        with pytest.raises(cq.InputError, match="cannot read a question bank from ndarray"):
            read(np.array(3))
