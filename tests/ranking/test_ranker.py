"""The ranker: rankings of banks and candidates, ties, depth, and how it is saved."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from safetensors.numpy import load_file, save_file

import cq
from cq.encoder.backbone import Backbone
from cq.modeling.artifacts import WEIGHTS
from cq.ranking import QuestionBank, QuestionRanker, RankedQuestion, bundled_bank
from cq.ranking.bank import natural_key
from cq.reading.grounded import ground
from cq.world import World

EMPTY = World.parse()
words = st.text(alphabet="bcdef ", max_size=12)


@pytest.fixture(scope="module")
def ranker() -> QuestionRanker:
    return QuestionRanker.from_pretrained(WEIGHTS / "ranking", Backbone.load())


def rank(ranker: QuestionRanker, bank: object, *texts: str, **options) -> list[list[RankedQuestion]]:
    """Rankings for some instructions in the empty world."""
    instructions = ground(texts, [EMPTY] * len(texts), ranker.backbone)
    return ranker.rank(QuestionBank.parse(bank), instructions, **options)


def test_a_bank_without_words_is_ranked(ranker):
    ranked = rank(ranker, ["?", "!"], "place a block")[0]
    assert {q.qid for q in ranked} == {"q_0", "q_1"}


def test_ties_break_by_question_id_in_natural_order(ranker):
    bank = dict.fromkeys(["q_10", "q_9", "q_2", "p"], "Where should it go?")
    tied = rank(ranker, bank, "x")[0]
    assert [q.qid for q in tied] == ["p", "q_2", "q_9", "q_10"]
    assert [q.rank for q in tied] == [1, 2, 3, 4]
    assert [q.score for q in tied] == [0.25] * 4


def test_depth_bounds_what_the_linear_model_sees_and_loses_no_question(ranker):
    bank, text = bundled_bank(), "place two red blocks on the tower"
    shallow = QuestionRanker(
        ranker.linear_model,
        ranker.token_statistics,
        ranker.backbone,
        first_stage_top_k=10,
        max_candidates=10,
    )
    ranked = [q.qid for q in rank(shallow, bank, text)[0]]
    assert sorted(ranked) == sorted(bank.qids)
    (instruction,) = ground([text], [EMPTY], ranker.backbone)
    first = shallow.index(bank).first_scores(instruction).round(4)
    expected = sorted(bank.qids, key=lambda qid: (-first[bank.index_of(qid)], natural_key(qid)))
    assert set(ranked[:10]) == set(expected[:10])
    assert ranked[10:] == expected[10:]


@settings(deadline=None, max_examples=10)
@given(st.lists(words.filter(str.strip), min_size=1, max_size=6), words, st.integers(1, 9))
def test_rankings_are_permutations_best_first_cut_at_k(ranker, questions, instruction, k):
    bank = QuestionBank.parse(questions)
    everything = rank(ranker, bank, instruction)[0]
    assert sorted(q.qid for q in everything) == sorted(bank.qids)
    scores = [q.score for q in everything]
    assert scores == sorted(scores, reverse=True)
    assert sum(scores) == pytest.approx(1)
    assert all(0 <= s <= 1 for s in scores)
    assert rank(ranker, bank, instruction, top_k=k)[0] == everything[:k]


def test_only_the_candidates_are_ranked(ranker):
    bank = bundled_bank()
    candidates = [bank.qids[3:9], bank.qids[:2]]
    ranked = rank(ranker, bank, "place a block", "remove it", candidates=candidates)
    assert [sorted(q.qid for q in row) for row in ranked] == [sorted(qids) for qids in candidates]
    with pytest.raises(cq.InputError, match="'nope' is not in this bank"):
        rank(ranker, bank, "x", candidates=[["nope"]])


def test_one_by_one_equals_a_batch(ranker):
    texts = ["place a block", "remove the highest red block", "build a wall of nine green blocks to the east"]
    batch = rank(ranker, None, *texts)
    for text, row in zip(texts, batch, strict=True):
        assert [q.qid for q in rank(ranker, None, text)[0]] == [q.qid for q in row]
    assert rank(ranker, None) == []


def test_repeated_texts_are_kept_side_by_side(ranker):
    ranked = rank(ranker, ["Which colour?", "Where?", "Which colour?"], "a colour")[0]
    assert [q.qid for q in ranked[:2]] == ["q_0", "q_2"]
    assert ranked[0].score == ranked[1].score


@pytest.mark.parametrize("copies", [2, 3, 6, 7, 33])
def test_copies_of_a_text_have_equal_scores(ranker, copies):
    ranked = rank(ranker, ["How wide?"] * copies + ["What colour?"], "Build a wall")[0]
    same = [q for q in ranked if q.question == "How wide?"]
    assert len({q.score for q in same}) == 1
    assert [q.qid for q in same] == [f"q_{i}" for i in range(copies)]
    assert sum(q.score for q in ranked) == pytest.approx(1)


def test_a_saved_ranker_gives_equal_ranks(ranker, tmp_path):
    ranker.save_pretrained(tmp_path, {})
    again = QuestionRanker.from_pretrained(tmp_path, Backbone.load())
    text = "put a block next to it"
    assert rank(again, None, text) == rank(ranker, None, text)


def test_damaged_or_foreign_weights_are_refused(ranker, tmp_path):
    ranker.save_pretrained(tmp_path, {})
    config = (tmp_path / "config.json").read_text()
    assert '"match, mean"' in config
    (tmp_path / "config.json").write_text(config.replace('"match, mean"', '"another feature"'))
    with pytest.raises(cq.InputError, match="trained on other features"):
        QuestionRanker.from_pretrained(tmp_path, Backbone.load())
    (tmp_path / "config.json").write_text(config)
    tensors = load_file(tmp_path / "model.safetensors")
    save_file({k: t for k, t in tensors.items() if k != "linear.scale"}, tmp_path / "model.safetensors")
    with pytest.raises(cq.InputError, match=r"are damaged: 'linear.scale'"):
        QuestionRanker.from_pretrained(tmp_path, Backbone.load())


def test_rankings_are_equal_alone_and_in_a_batch(ranker):
    texts = [
        "Build a wall",
        "Place two red blocks on top of the tower, then a blue one beside it",
        "Remove it",
    ]
    bank = dict(list(bundled_bank().items())[::4])
    together = rank(ranker, bank, *texts)
    for text, ranked in zip(texts, together, strict=True):
        (alone,) = rank(ranker, bank, text)
        assert [one.qid for one in alone] == [one.qid for one in ranked]
        assert [one.score for one in alone] == pytest.approx([one.score for one in ranked], abs=1e-4)
