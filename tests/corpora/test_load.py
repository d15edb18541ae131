"""Loading the corpora from files in their layouts."""

from __future__ import annotations

import json
import zipfile
from dataclasses import FrozenInstanceError

import pytest
import small_corpora
from conftest import DATA, needs_data

import cq
from cq.corpora import Answer, ChangedFileWarning, Corpus, Detail, Request, load

pytestmark = pytest.mark.filterwarnings("ignore::cq.corpora.ChangedFileWarning")


@pytest.mark.parametrize("name", small_corpora.WRITE)
def test_a_corpus_is_read_from_a_folder_and_from_a_zip_alike(name, tmp_path):
    path = small_corpora.WRITE[name](tmp_path / "files")
    corpus = load(name, tmp_path / "files")
    assert load(name, path.parent) == corpus
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as zipped:
        for one in path.parent.iterdir():
            zipped.write(one, f"{path.parent.name}/{one.name}")
    assert load(name, tmp_path / "all.zip") == corpus
    assert corpus.name == name
    assert corpus.source.startswith("https://")
    assert corpus.split(corpus.splits[0]).requests == corpus.requests
    assert all(qid in corpus.bank for one in corpus for qid in one.relevant)
    with pytest.raises(FrozenInstanceError):
        corpus.name = "other"  # type: ignore[misc]


def read(name: str, tmp_path) -> Corpus:
    small_corpora.WRITE[name](tmp_path)
    return load(name, tmp_path)


def test_in3_has_missing_details_the_most_important_first(tmp_path):
    vague, clear = read("in3", tmp_path)
    assert (vague.need, clear.need) == (True, False)
    assert vague.details == (Detail("the day", 3, "q_1"), Detail("colour", 1, "q_0", ("red",)))
    assert vague.relevant == ("q_1", "q_0")


def test_clariq_has_grades_facets_and_the_whole_bank_without_asking_nothing(tmp_path):
    corpus = read("clariq", tmp_path)
    assert corpus.is_graded
    assert [(one.need, one.is_unclear) for one in corpus] == [(3, True), (1, False)]
    assert list(corpus.bank) == ["Q00002", "Q00003", "Q00004"]
    assert corpus.requests[0].relevant == ("Q00002",)
    assert corpus.requests[0].answers == (
        Answer("Q00002", "yes, its age", "F1"),
        Answer("Q00002", "no, its length", "F2"),
    )


def test_every_topic_of_qulac_calls_for_a_question(tmp_path):
    corpus = read("qulac", tmp_path)
    assert [one.need for one in corpus] == [True, True]
    assert corpus.bank == {"q_0": "Do you mean the tree?", "q_1": "Green or black?"}


def test_abg_coqa_has_the_story_and_the_talk_as_context(tmp_path):
    ambiguous, clear = read("abg_coqa", tmp_path)
    assert ambiguous.context == "Ann and Bea bake a cake.\n\nWho bakes?\nAnn and Bea"
    assert [one.text for one in ambiguous.answers] == ["Yes", "No, Bea"]
    assert (ambiguous.need, clear.need, clear.relevant) == (True, False, ())


def test_ambik_has_both_forms_of_a_task(tmp_path):
    ambiguous, clear = read("ambik", tmp_path)
    assert (ambiguous.id, clear.id) == ("5-ambiguous", "5-clear")
    assert (ambiguous.kind, clear.need) == ("preferences", False)


def test_clamber_has_its_taxonomy(tmp_path):
    unclear, clear = read("clamber", tmp_path)
    assert (unclear.need, unclear.kind, clear.kind) == (True, "MC/whom", "MC")


def test_lines_of_clamber_may_be_quoted_texts(tmp_path):
    path = small_corpora.clamber(tmp_path)
    lines = path.read_text(encoding="utf-8").splitlines()
    plain = load("clamber", tmp_path)
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    assert load("clamber", tmp_path) == plain


def test_mm_iglu_has_commands_in_the_columns_of_either_file(tmp_path):
    path = small_corpora.mm_iglu(tmp_path)
    unclear, clear = corpus = load("mm_iglu", tmp_path)
    assert (unclear.need, clear.need, clear.relevant) == (True, False, ())
    assert (corpus.bank, unclear.context) == ({"q_0": "Which tower?"}, "six red blocks")
    row = {
        "GameId": "g",
        "IsInstructionClear": "No",
        "InputInstruction": "Go",
        "ClarifyingQuestion": "Where?",
    }
    small_corpora.write_table(path, [row])
    assert load("mm_iglu", tmp_path).requests[0].text == "Go"
    small_corpora.write_table(path, [{"ID": "1", "Command": "Go"}])
    with pytest.raises(cq.InputError, match=r"row 1 .* lacks .*Is command clear"):
        load("mm_iglu", tmp_path)


def test_when2call_needs_clarification_where_asking_is_right(tmp_path):
    asks, calls = read("when2call", tmp_path)
    assert (asks.need, calls.need) == (True, False)
    assert (asks.relevant, calls.relevant) == (("q_0",), ())


def test_weights_are_trained_on_rows_with_a_licence_that_are_no_test(tmp_path):
    small_corpora.in3(tmp_path)
    assert load("in3", tmp_path).may_train_weights
    small_corpora.in3(tmp_path, "test")
    both = load("in3", tmp_path)
    assert both.splits == ("train", "test")
    assert not both.may_train_weights
    assert both.split("train").may_train_weights
    assert not read("clariq", tmp_path).may_train_weights


def test_a_file_that_is_not_the_published_one_is_warned_about_by_name(tmp_path):
    small_corpora.in3(tmp_path)
    with pytest.warns(ChangedFileWarning, match=r"IN3/train.jsonl .* has 2 rows, the published one 1,261"):
        corpus = load("in3", tmp_path)
    assert corpus.changed == ("IN3/train.jsonl",)


def test_a_generic_name_is_looked_for_in_the_folder_of_the_corpus(tmp_path):
    path = small_corpora.in3(tmp_path)
    (tmp_path / "Other").mkdir()
    (tmp_path / "Other" / path.name).write_text("{}")
    assert len(load("in3", tmp_path)) == 2
    path.rename(tmp_path / "Other" / "again.jsonl")
    (tmp_path / "Third").mkdir()
    (tmp_path / "Third" / path.name).write_text("{}")
    with pytest.raises(cq.InputError, match=r"has Other/train.jsonl, Third/train.jsonl; give the folder"):
        load("in3", tmp_path)


def test_an_unknown_name_lists_those_that_are_known(tmp_path):
    with pytest.raises(
        cq.InputError, match="no corpus is called 'squad'; give one of in3, clariq, qulac, abg"
    ):
        load("squad", tmp_path)
    with pytest.raises(cq.InputError, match="in3 has the splits train, test, and no 'dev'"):
        load("in3", tmp_path, split="dev")


def test_what_is_not_there_is_named_with_its_source(tmp_path, monkeypatch):
    small_corpora.in3(tmp_path)
    with pytest.raises(cq.MissingFileError, match=r"no test.jsonl of in3 .* from https://github.com/thunlp"):
        load("in3", tmp_path, split="test")
    with pytest.raises(cq.MissingFileError, match="no data at"):
        load("in3", tmp_path / "nowhere")
    monkeypatch.setenv("CQ_DATA", str(tmp_path / "nowhere"))
    with pytest.raises(cq.MissingFileError, match=r"no qulac.json of qulac"):
        load("qulac")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"vague": false', '"vague": "no"', "row 2 of IN3/train.jsonl: vague is 'no'"),
        ('"vague": false, ', "", r"row 2 of IN3/train.jsonl lacks \['vague'\]"),
        ('"importance": "3"', '"importance": "9"', "row 1 .* importance of a detail is 9"),
        ('"description": "colour"', '"topic": 1', "row 1 .* the missing detail .* cannot be read"),
        ('"missing_details": []}', '"missing_details": [', "line 2 of 'IN3/train.jsonl' is not valid JSON"),
        ('"Say 3 + 4"', '" "', "request 'train-1' of 'in3' has no text"),
    ],
)
def test_a_damaged_row_is_named(old, new, message, tmp_path):
    path = small_corpora.in3(tmp_path)
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(cq.InputError, match=message):
        load("in3", tmp_path)


@pytest.mark.parametrize("name", small_corpora.WRITE)
@pytest.mark.parametrize("content", [b"", b"{}", b"[]", b'"', b"\xff\xfe", b"a,b\n1\n", b'{"data": 3}'])
def test_any_other_content_is_refused(name, content, tmp_path):
    small_corpora.WRITE[name](tmp_path).write_bytes(content)
    with pytest.raises(cq.InputError):
        load(name, tmp_path)


def test_a_topic_with_two_needs_is_refused(tmp_path):
    path = small_corpora.clariq(tmp_path)
    path.write_text(path.read_text().replace("\t3\tF2", "\t4\tF2"))
    with pytest.raises(cq.InputError, match=r"topic 7 .* several values of clarification_need"):
        load("clariq", tmp_path)


@pytest.mark.parametrize(
    ("requests", "bank", "message"),
    [
        ((), {}, "has no requests"),
        ((Request("a", "x", True), Request("a", "y", True)), {}, "request 'a' of 'mine' occurs twice"),
        ((Request("a", "x", 5),), {}, "has the need 5; it is yes, no, or 1 to 4"),
        ((Request("a", "x", True), Request("b", "y", 2)), {}, "needs of yes/no and of 1 to 4"),
        ((Request("a", "x", True, relevant=("q",)),), {}, "names the question 'q', which the bank lacks"),
        ((Request("a", "x", True),), {"q": " "}, "question 'q' of 'mine' is ' '"),
    ],
)
def test_a_corpus_is_consistent(requests, bank, message):
    with pytest.raises(cq.InputError, match=message):
        Corpus("mine", requests, bank)


@needs_data
@pytest.mark.parametrize(
    ("name", "requests", "unclear", "bank"),
    [
        ("in3", 1261, 1012, 3531),
        ("clariq", 237, 208, 3940),
        ("qulac", 198, 198, 2592),
        ("abg_coqa", 1092, 130, 247),
        ("ambik", 200, 100, 100),
    ],
)
def test_the_published_files_have_the_known_counts(name, requests, unclear, bank, recwarn):
    if not (DATA / "clarification_corpora.zip").is_file():
        pytest.skip("no corpora there")
    corpus = load(name, DATA)
    assert (len(corpus), sum(one.is_unclear for one in corpus), len(corpus.bank)) == (requests, unclear, bank)
    assert corpus.changed == ()
    assert not [one for one in recwarn if one.category is ChangedFileWarning]
