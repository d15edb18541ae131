"""What to ask: banks, BM25, the network's ranking, ties, and the toy of the whole job."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import DATA, needs_data
from hypothesis import given, settings
from hypothesis import strategies as st
from rank_bm25 import BM25Okapi

import cq
from cq.data import load_question_bank
from cq.encoder.backbone import Backbone
from cq.metrics import mean_reciprocal_rank
from cq.modeling.artifacts import WEIGHTS
from cq.modeling.checkpoints import Workshop
from cq.ranking import KINDS, QuestionBank, Ranker, own_bank
from cq.ranking.bank import natural_key
from cq.ranking.first_stage import BM25Stage, tokenize
from cq.ranking.index import QuestionIndex, References
from cq.ranking.training.examples import asked_rows
from cq.ranking.training.networks import Recipe, by_logits, fit, out_of_fold_logits, ranking_rows
from cq.world import World

EMPTY = World.parse()
TOY = Recipe(seeds=2, epochs=8)
words = st.text(alphabet="bcdef ", max_size=12)


@pytest.fixture(scope="module")
def ranker() -> Ranker:
    return Ranker.from_pretrained(WEIGHTS / "ranking", Backbone.load())


@settings(deadline=None)
@given(
    st.lists(words.filter(str.strip), min_size=1, max_size=8).filter(lambda qs: any(map(tokenize, qs))), words
)
def test_bm25_is_rank_bm25s_but_for_the_idf(questions, instruction):
    """Every score, summed word by word from rank_bm25's own frequencies, with the idf of the docstring."""
    bank = QuestionBank.parse(questions)
    tokens = [tokenize(q) for q in questions]
    reference = BM25Okapi(tokens)
    scores = BM25Stage(bank.questions).scores(instruction)
    for i, row in enumerate(tokens):
        expected = 0.0
        for word in tokenize(instruction):
            n = sum(word in other for other in tokens)
            frequency = row.count(word)
            idf = np.log(1 + (len(tokens) - n + 0.5) / (n + 0.5))
            length = reference.k1 * (1 - reference.b + reference.b * len(row) / reference.avgdl)
            expected += idf * frequency * (reference.k1 + 1) / (frequency + length)
        assert scores[i] == pytest.approx(expected)
        assert scores[i] >= 0
        assert (scores[i] > 0) == bool(set(row) & set(tokenize(instruction)))


def test_words_are_matched_across_number_words_and_endings():
    assert tokenize("Place FOUR stacked blocks") == tokenize("places 4 stack block")


def test_a_bank_without_words_is_ranked_all_the_same(ranker):
    ranked = ranker.rank(QuestionBank.parse(["?", "!"]), ["place a block"], [EMPTY])[0]
    assert {q.qid for q in ranked} == {"q_0", "q_1"}


def test_ties_break_by_question_id_in_natural_order(ranker):
    bank = QuestionBank.parse(dict.fromkeys(["q_10", "q_9", "q_2", "p"], "Where should it go?"))
    tied = ranker.rank(bank, ["x"], [EMPTY])[0]
    assert [q.qid for q in tied] == ["p", "q_2", "q_9", "q_10"]
    assert [q.rank for q in tied] == [1, 2, 3, 4]
    assert [q.score for q in tied] == [0.25] * 4
    assert sorted(["q_10", "q_9", "q_2"], key=natural_key) == ["q_2", "q_9", "q_10"]


def test_depth_bounds_what_the_network_sees_and_loses_no_question(ranker):
    bank, text = own_bank(), "place two red blocks on the tower"
    shallow = Ranker(ranker.ensemble, ranker.index(bank).scale, ranker.backbone, depth=10, whole=10)
    ranked = [q.qid for q in shallow.rank(bank, [text], [EMPTY])[0]]
    assert sorted(ranked) == sorted(bank.qids)
    bm25 = BM25Stage(bank.questions).scores(text)
    by_bm25 = sorted(bank.qids, key=lambda qid: (-bm25[bank.place(qid)], natural_key(qid)))
    assert set(ranked[:10]) == set(by_bm25[:10])
    assert ranked[10:] == by_bm25[10:]


@settings(deadline=None, max_examples=10)
@given(st.lists(words.filter(str.strip), min_size=1, max_size=6), words, st.integers(1, 9))
def test_rankings_are_permutations_best_first_cut_at_k(ranker, questions, instruction, k):
    bank = QuestionBank.parse(questions)
    everything = ranker.rank(bank, [instruction], [EMPTY])[0]
    assert sorted(q.qid for q in everything) == sorted(bank.qids)
    scores = [q.score for q in everything]
    assert scores == sorted(scores, reverse=True)
    assert sum(scores) == pytest.approx(1)
    assert all(0 <= s <= 1 for s in scores)
    assert ranker.rank(bank, [instruction], [EMPTY], top_k=k)[0] == everything[:k]


def test_pools_restrict_the_candidates(ranker):
    bank = own_bank()
    pools = [bank.qids[3:9], bank.qids[:2]]
    ranked = ranker.rank(bank, ["place a block", "remove it"], [EMPTY, EMPTY], pools=pools)
    assert [sorted(q.qid for q in row) for row in ranked] == [sorted(pool) for pool in pools]
    with pytest.raises(cq.InputError, match="'nope' is not in this bank"):
        ranker.rank(bank, ["x"], [EMPTY], pools=[["nope"]])


def test_one_by_one_equals_a_batch(ranker):
    texts = ["place a block", "remove the highest red block", "build a wall of nine green blocks to the east"]
    batch = ranker.rank(own_bank(), texts, [EMPTY] * 3)
    for text, row in zip(texts, batch, strict=True):
        assert [q.qid for q in ranker.rank(own_bank(), [text], [EMPTY])[0]] == [q.qid for q in row]


def test_our_bank_has_every_kind_and_no_repeats():
    bank = own_bank()
    assert len(bank) >= 60
    assert set(bank.kinds) == set(KINDS)
    assert min(bank.kinds.count(kind) for kind in KINDS) >= 6
    assert len({q.casefold() for q in bank.questions}) == len(bank)
    assert all(q.endswith("?") for q in bank.questions)


@needs_data
def test_our_bank_is_our_own():
    recorded = {" ".join(tokenize(q)) for q in load_question_bank(DATA / "iglu_singleturn.zip").values()}
    assert not [q for q in own_bank().questions if " ".join(tokenize(q)) in recorded]


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ([], "bank is empty"),
        ({}, "bank is empty"),
        (["What?", " "], "'q_1' is ' '"),
        ([3], "'q_0' is 3"),
        (5, "cannot read a question bank from int"),
    ],
)
def test_bad_banks_are_refused(value, message):
    with pytest.raises(cq.InputError, match=message):
        QuestionBank.parse(value)


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
        ("qid,question\nq_1,Where?\nq_1,Which?\n", "'q_1' stands twice"),
    ]:
        path.write_text(content)
        with pytest.raises(cq.InputError, match=message):
            QuestionBank.parse(path)
    with pytest.raises(cq.MissingFileError, match="no question bank at"):
        QuestionBank.parse(tmp_path / "nowhere.csv")


def test_repeated_texts_are_kept_side_by_side(ranker):
    ranked = ranker.rank(
        QuestionBank.parse(["Which colour?", "Where?", "Which colour?"]), ["a colour"], [EMPTY]
    )[0]
    assert [q.qid for q in ranked[:2]] == ["q_0", "q_2"]
    assert ranked[0].score == ranked[1].score


def test_a_saved_ranker_gives_equal_ranks(ranker, tmp_path):
    ranker.save_pretrained(tmp_path, {})
    again = Ranker.from_pretrained(tmp_path, Backbone.load())
    args = (own_bank(), ["put a block next to it"], [EMPTY])
    assert again.rank(*args) == ranker.rank(*args)


def test_damaged_or_foreign_weights_are_refused(ranker, tmp_path):
    ranker.save_pretrained(tmp_path, {})
    config = (tmp_path / "config.json").read_text()
    (tmp_path / "config.json").write_text(config.replace('"match, mean"', '"another feature"'))
    with pytest.raises(cq.InputError, match="trained on other features"):
        Ranker.from_pretrained(tmp_path, Backbone.load())
    (tmp_path / "config.json").write_text(config.replace('"networks": ', '"networks": 9'))
    with pytest.raises(cq.InputError, match="are damaged"):
        Ranker.from_pretrained(tmp_path, Backbone.load())


def test_a_bank_from_a_spreadsheet_or_without_ids_is_read(tmp_path):
    path = tmp_path / "bank.csv"
    path.write_bytes(b'\xef\xbb\xbfqid,question\r\na,"How wide, or high?"\r\n')
    assert QuestionBank.parse(path) == QuestionBank(("a",), ("How wide, or high?",))
    path.write_text("question\nWhere?\nWhich?\n")
    assert QuestionBank.parse(path).qids == ("q_0", "q_1")
    path.write_bytes(b"question\nWo \xe9?\n")
    with pytest.raises(cq.InputError, match="save it as CSV UTF-8"):
        QuestionBank.parse(path)


@pytest.mark.parametrize("copies", [2, 3, 6, 7, 33])
def test_copies_of_a_text_score_alike(ranker, copies):
    bank = QuestionBank.parse(["How wide?"] * copies + ["What colour?"])
    ranked = ranker.rank(bank, ["Build a wall"], [EMPTY])[0]
    same = [q for q in ranked if q.question == "How wide?"]
    assert len({q.score for q in same}) == 1
    assert [q.qid for q in same] == [f"q_{i}" for i in range(copies)]
    assert sum(q.score for q in ranked) == pytest.approx(1)


@needs_data
def test_the_recipe_beats_bm25_on_recorded_rows(singleturn, tmp_path):
    """A toy of the full job: a quarter of the unclear rows, out of fold, over their candidate pools; then
    again from the networks kept, as after a crash.
    """
    rows = asked_rows(singleturn)[::4]
    bank = QuestionBank.parse(load_question_bank(DATA / "iglu_singleturn.zip"))
    asked = [row.qid for row in rows]
    stage = BM25Stage(bank.questions)
    bm25 = [sorted(row.pool, key=lambda q: -stage.scores(row.instruction)[bank.place(q)]) for row in rows]
    backbone = Backbone.load()
    references = References.fit(backbone, bank.questions)
    read = ranking_rows(rows, bank, QuestionIndex(bank.questions, references))
    finished = []
    workshop = Workshop(tmp_path, finished=lambda: finished.append(1))
    logits = out_of_fold_logits(read, TOY, workshop)
    ours = mean_reciprocal_rank(by_logits(rows, logits), asked)
    assert ours > 0.40
    assert ours > mean_reciprocal_rank(bm25, asked) + 0.02

    kept = sorted(tmp_path.iterdir())
    assert len(kept) == len(finished) == 5 * TOY.seeds
    kept[0].unlink()
    again = out_of_fold_logits(read, TOY, workshop)
    assert all(np.array_equal(a, b) for a, b in zip(logits, again, strict=True))

    fitted = Ranker(fit(read, TOY), references.scale, backbone)
    row = rows[0]
    ranked = [q.qid for q in fitted.rank(bank, [row.instruction], [row.world], pools=[row.pool])[0]]
    places = np.array([bank.place(qid) for qid in row.pool])
    assert ranked == by_logits([row], [fitted.logits(bank, row.instruction, row.world, places)])[0]
    with pytest.raises(cq.InputError, match="got none"):
        ranking_rows([], bank, fitted.index(bank))
