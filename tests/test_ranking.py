"""What to ask: banks, BM25, the second stage, fusion, and ties."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import DATA, needs_data
from hypothesis import given, settings
from hypothesis import strategies as st
from rank_bm25 import BM25Okapi

import cq
from cq.backbone import Backbone, RememberingBackbone
from cq.data import load_question_bank
from cq.metrics import mean_reciprocal_rank
from cq.pipeline import WEIGHTS
from cq.ranking import KINDS, Fusion, QuestionBank, Ranker, own_bank
from cq.ranking.bank import natural_key
from cq.ranking.bm25 import BM25Stage, tokenize
from cq.ranking.training import asked_rows, fit, fit_by_fold, out_of_fold
from cq.world import World

EMPTY = World.parse()
words = st.text(alphabet="abcde ", max_size=12)


class Scripted:
    """A second stage that gives each question a score by its text."""

    def __init__(self, scores: dict[str, float]) -> None:
        self.scores, self.seen = scores, []

    def score(self, instructions, worlds, questions):
        self.seen = [list(row) for row in questions]
        return [np.array([self.scores.get(q, 0.0) for q in row], dtype=np.float32) for row in questions]


@pytest.fixture(scope="module")
def ranker() -> Ranker:
    return Ranker.from_pretrained(WEIGHTS / "ranking", Backbone.load())


@settings(deadline=None)
@given(st.lists(words.filter(str.strip), min_size=1, max_size=8), words)
def test_bm25_is_rank_bm25s_but_for_the_idf(questions, instruction):
    """Every score, summed word by word from rank_bm25's own frequencies, with the idf of the docstring."""
    bank = QuestionBank.parse(questions)
    tokens = [tokenize(q) for q in questions]
    reference = BM25Okapi(tokens)
    scores = BM25Stage(bank).scores(instruction)
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


def test_a_bank_without_words_scores_nothing(ranker):
    ranked = ranker.rank(QuestionBank.parse(["?", "!"]), ["place a block"], [EMPTY])[0]
    assert [q.qid for q in ranked] == ["q_0", "q_1"]


def test_ties_break_by_question_id_in_natural_order():
    bank = QuestionBank.parse({"q_10": "a", "q_9": "b", "q_2": "c", "p": "d"})
    tied = Ranker(Scripted({}), Fusion(0.0, 1.0, 0.0)).rank(bank, ["x"], [EMPTY])[0]
    assert [q.qid for q in tied] == ["p", "q_2", "q_9", "q_10"]
    assert [q.rank for q in tied] == [1, 2, 3, 4]
    assert sorted(["q_10", "q_9", "q_2"], key=natural_key) == ["q_2", "q_9", "q_10"]


def test_differences_beyond_the_kept_decimals_do_not_decide():
    bank = QuestionBank.parse({"q_2": "a", "q_1": "b"})
    near = Ranker(Scripted({"a": 1e-8}), Fusion(0.0, 1.0, 0.0)).rank(bank, ["x"], [EMPTY])[0]
    assert [q.qid for q in near] == ["q_1", "q_2"]


def test_depth_bounds_what_the_second_stage_sees_and_loses_no_question():
    bank = QuestionBank.parse(["red block", "red", "blue"])
    stage = Scripted({"blue": 9.0, "red block": 1.0, "red": 2.0})
    ranked = Ranker(stage, Fusion(1.0, 1.0, 0.0), depth=2).rank(bank, ["the red block"], [EMPTY])[0]
    assert stage.seen == [["red block", "red"]]
    assert [q.question for q in ranked] == ["red", "red block", "blue"]


@settings(deadline=None, max_examples=25)
@given(st.lists(words.filter(str.strip), min_size=1, max_size=6), words, st.integers(1, 9))
def test_rankings_are_permutations_best_first_cut_at_k(ranker, questions, instruction, k):
    bank = QuestionBank.parse(questions)
    everything = ranker.rank(bank, [instruction], [EMPTY])[0]
    assert sorted(q.qid for q in everything) == sorted(bank.qids)
    scores = [q.score for q in everything]
    assert scores == sorted(scores, reverse=True)
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
        ("qid,question\n", "bank is empty"),
        ("qid,question\nq_1,Where?\nq_1,Which?\n", "'q_1' stands twice"),
        ("qid,question\nq_1\n", "'q_1' is None"),
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


@needs_data
def test_the_recipe_beats_bm25_on_recorded_rows(singleturn):
    """A toy of the full job: a quarter of the unclear rows, out of fold, over their candidate pools."""
    rows = asked_rows(singleturn)[::4]
    bank = QuestionBank.parse(load_question_bank(DATA / "iglu_singleturn.zip"))
    asked = [row.qid for row in rows]
    stage = BM25Stage(bank)
    bm25 = [
        sorted(row.pool, key=lambda q: -stage.scores(row.instruction)[bank.place(q)]) for row in rows[:40]
    ]
    backbone = RememberingBackbone(Backbone.load())
    ours = [[q.qid for q in row] for row in out_of_fold(fit_by_fold(rows, bank, backbone), rows, bank)]
    assert mean_reciprocal_rank(ours, asked) > 0.34
    assert mean_reciprocal_rank(ours[:40], asked[:40]) > mean_reciprocal_rank(bm25, asked[:40]) - 0.02
    with pytest.raises(cq.InputError, match="got none"):
        fit([], bank, backbone)
