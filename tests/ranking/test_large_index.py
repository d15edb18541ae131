"""Large banks: what is kept of their questions, and that they are ranked like small ones, only faster."""

from __future__ import annotations

import logging
import sqlite3
import sys
from contextlib import closing

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cq.encoder.backbone import l2_normalize
from cq.errors import InputError
from cq.pipeline import Pipeline
from cq.ranking import QuestionBank, QuestionRanker, bundled_bank, large_index, records
from cq.ranking.clauses import parse_clauses, question_features
from cq.ranking.first_stage import BM25
from cq.ranking.hubness import anchor_instructions
from cq.ranking.index import LEXICAL, QuestionIndex
from cq.ranking.large_index import LargeIndex
from cq.ranking.late_interaction import TokenVectors, interaction_layers
from cq.ranking.reading import Anchors
from cq.ranking.records import RecordFormat, decode, rotated, rotation
from cq.ranking.term_weights import FewTexts, TermWeights
from cq.reading.grounded import ground
from cq.world import World

QUESTIONS = bundled_bank().questions
WORLD = World.parse([(0, 63, 0, "red"), (0, 64, 0, "red"), (2, 63, 1, "blue")])
INSTRUCTION = "Place two red blocks to the east of the blue block"


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("CQ_CACHE", str(tmp_path))
    return tmp_path / "questions"


@pytest.fixture
def instruction(backbone):
    return ground([INSTRUCTION], [WORLD], backbone)[0]


@pytest.fixture
def texts_read(monkeypatch) -> list[str]:
    """Every text that is read from now on."""
    texts: list[str] = []
    make = RecordFormat.make

    def noted(self, questions):
        texts.extend(questions)
        return make(self, questions)

    monkeypatch.setattr(RecordFormat, "make", noted)
    return texts


@given(st.sampled_from([32, 36, 384]), st.integers(0, 2**32 - 1))
def test_coded_vectors_point_where_the_vectors_do(width, seed):
    vectors = l2_normalize(np.random.default_rng(seed).normal(size=(20, 2, width)))
    turned = vectors @ rotation(width)
    decoded = decode(records.encode(turned), width)
    assert decoded.shape == vectors.shape
    np.testing.assert_allclose(np.linalg.norm(decoded, axis=-1), 1, atol=1e-5)
    assert (decoded * turned).sum(-1).mean() > 0.92


def test_a_large_bank_without_faiss_names_the_extra(anchors, cache, monkeypatch):
    monkeypatch.setitem(sys.modules, "faiss", None)
    records._quantizer.cache_clear()
    with pytest.raises(InputError, match=r"pip install '\.\[banks\]'"):
        LargeIndex(QUESTIONS, anchors)


@pytest.mark.parametrize("name", LEXICAL)
def test_term_weights_give_the_scores_of_the_bank(name):
    few = FewTexts(TermWeights.of(QUESTIONS, LEXICAL[name]), LEXICAL[name], QUESTIONS[5:40])
    found = few.score_all(anchor_instructions())
    expected = BM25(QUESTIONS, LEXICAL[name]).score_all(anchor_instructions())
    np.testing.assert_allclose(found, expected[:, 5:40], atol=1e-4)


@pytest.mark.parametrize("questions", [QUESTIONS, ("?", "!")])
def test_bm25_comes_back_from_its_arrays(questions):
    bm25 = BM25(questions)
    again = BM25.from_arrays(bm25.arrays())
    for text in anchor_instructions()[::20]:
        np.testing.assert_array_equal(again.scores(text), bm25.scores(text))


def test_a_record_holds_what_a_question_is_compared_by(backbone, anchors):
    format = RecordFormat(backbone, anchors.statistics)
    texts = [*QUESTIONS[:20], "a", "\u200b"]
    made = format.make(texts)
    tokens, found, arrays = format.parsed([made[text] for text in texts])
    encoded = backbone.encode_tokens_fast(texts, interaction_layers(backbone.depth))
    exact = rotated(TokenVectors.of(encoded, anchors.statistics, questions=True))
    np.testing.assert_array_equal(tokens.offsets, exact.offsets)
    np.testing.assert_allclose(tokens.weights, exact.weights)
    np.testing.assert_allclose(tokens.vectors[:, 0], exact.vectors[:, 0], atol=1e-4)
    np.testing.assert_allclose(tokens.means[:, 0], exact.means[:, 0], atol=1e-4)
    assert (tokens.vectors * exact.vectors).sum(-1).min() > 0.85
    clauses = parse_clauses(texts)
    for name, flags in vars(clauses).items():
        np.testing.assert_array_equal(getattr(found, name), flags)
    np.testing.assert_allclose(arrays["question"], question_features(texts, clauses), rtol=1e-3)
    readings = Anchors(backbone, anchors.statistics).read(texts)
    for i, text in enumerate(texts[:20]):
        np.testing.assert_allclose(arrays["anchors"][i, 0], readings[text].anchor_mean, atol=0.2)
    sizes = [sum(array.nbytes for array in made[text].values()) for text in texts[:20]]
    assert np.mean(sizes) < 3800


def test_features_of_a_large_bank_are_near_those_of_a_small_one(anchors, cache, instruction):
    index = LargeIndex(QUESTIONS, anchors)
    # The spread of those compared is the floor of each one's, so all are.
    indices = np.random.default_rng(0).permutation(len(QUESTIONS))
    expected, _ = QuestionIndex(QUESTIONS, anchors).scores([instruction], indices)
    part = index.part(indices)
    found, _ = part.scores([instruction], np.arange(len(QUESTIONS)))
    assert list(found) == list(expected)
    for name in LEXICAL:
        np.testing.assert_allclose(found[name], expected[name], atol=1e-3)
    rest = [name for name in expected if name not in LEXICAL and "share" not in name]
    difference = np.concatenate([found[name] - expected[name] for name in rest])
    assert np.abs(difference).mean() < 0.35
    own = question_features(QUESTIONS, parse_clauses(QUESTIONS))[indices]
    np.testing.assert_allclose(part.question_features, own, rtol=1e-3)


def test_the_cosine_finds_questions_that_share_no_word(anchors, cache, instruction):
    strange = "Westwards, beside something azure, shall I lay a pair?"
    index = LargeIndex((*QUESTIONS, strange, "Is Paris lovely in spring?"), anchors)
    exact = l2_normalize(anchors.backbone.encode([*QUESTIONS, strange, "Is Paris lovely in spring?"]))
    asked = l2_normalize(anchors.backbone.encode([INSTRUCTION]))[0]
    cosines = index.cosines(instruction)
    np.testing.assert_allclose(cosines, exact @ asked, atol=0.07)
    assert index.first_scores(instruction)[-2] > index.first_scores(instruction)[-1]


def test_a_bank_comes_back_from_disk_and_reads_only_what_is_new(
    anchors, cache, instruction, texts_read, caplog
):
    expected = LargeIndex(QUESTIONS, anchors).first_scores(instruction)
    assert texts_read == list(QUESTIONS)
    again = LargeIndex(QUESTIONS, anchors)
    np.testing.assert_array_equal(again.first_scores(instruction), expected)
    # Another order, and a question more.
    other = LargeIndex((*reversed(QUESTIONS), "Is this one new?"), anchors)
    assert texts_read[len(QUESTIONS) :] == ["Is this one new?"]
    np.testing.assert_allclose(other.cosines(instruction)[:-1], again.cosines(instruction)[::-1], atol=1e-5)
    with closing(sqlite3.connect(cache / "records.sqlite")) as connection, connection:
        connection.execute("UPDATE records SET content = substr(content, 1, 100)")
    with caplog.at_level(logging.WARNING):
        mended = LargeIndex(QUESTIONS, anchors)
    assert "records.sqlite holds damaged records" in caplog.text
    np.testing.assert_array_equal(mended.first_scores(instruction), expected)


def test_a_killed_reading_goes_on_where_it_stopped(anchors, cache, monkeypatch, texts_read):
    monkeypatch.setattr(large_index, "QUESTIONS_PER_TASK", 40)
    make = RecordFormat.make

    def killed(self, texts):
        if texts and texts[0] == QUESTIONS[40]:
            raise KeyboardInterrupt
        return make(self, texts)

    with monkeypatch.context() as patch:
        patch.setattr(RecordFormat, "make", killed)
        with pytest.raises(KeyboardInterrupt):
            LargeIndex(QUESTIONS, anchors)
    texts_read.clear()
    LargeIndex(QUESTIONS, anchors)
    assert texts_read == list(QUESTIONS[40:])


def test_several_processes_read_the_same_as_one(anchors, cache, instruction, monkeypatch, tmp_path):
    alone = LargeIndex(QUESTIONS[:40], anchors)
    monkeypatch.setenv("CQ_CACHE", str(tmp_path / "another"))
    monkeypatch.setenv("CQ_THREADS", "2")
    monkeypatch.setattr(large_index, "FEWEST_FOR_PROCESSES", 2)
    monkeypatch.setattr(large_index, "QUESTIONS_PER_TASK", 20)
    shared = LargeIndex(QUESTIONS[:40], anchors)
    np.testing.assert_allclose(shared.first_scores(instruction), alone.first_scores(instruction), atol=1e-3)


def test_a_bank_above_the_limit_of_the_cache_is_read_again_and_says_so(anchors, cache, monkeypatch, caplog):
    monkeypatch.setenv("CQ_CACHE_LIMIT", "0")
    with caplog.at_level(logging.WARNING):
        index = LargeIndex(QUESTIONS[10:40], anchors)
    assert "30 of 30 questions do not fit" in caplog.text
    assert "CQ_CACHE_LIMIT" in caplog.text
    assert len(index.part(np.arange(30))) == 30


@pytest.fixture(scope="module")
def pipeline() -> Pipeline:
    return Pipeline.from_pretrained()


def large_ranker(pipeline: Pipeline, passed: int) -> QuestionRanker:
    one = pipeline.ranker
    assert isinstance(one, QuestionRanker)
    parts = (one.linear_model, one.token_statistics, one.backbone, one.cross_encoder)
    return QuestionRanker(*parts, first_stage_top_k=passed, max_candidates=20, fit=one.fit)


def test_a_large_bank_is_ranked_like_a_small_one(pipeline, cache):
    bank = QuestionBank.parse([*QUESTIONS, *QUESTIONS[:5]])
    instructions = ground([INSTRUCTION, "Remove the blue block"], [WORLD, WORLD], pipeline.backbone)
    small = pipeline.ranker.rank(bank, instructions)
    ranker = large_ranker(pipeline, passed=50)
    large = ranker.rank(bank, instructions)
    for of_small, of_large in zip(small, large, strict=True):
        assert {one.qid for one in of_large} == set(bank.qids)
        assert [one.rank for one in of_large] == list(range(1, len(bank) + 1))
        assert sum(one.score for one in of_large) == pytest.approx(1)
        best = {one.question for one in of_small[:5]}
        assert len(best & {one.question for one in of_large[:10]}) >= 3
        fits = {one.qid: one.p_relevant for one in of_small}
        assert np.mean([abs(one.p_relevant - fits[one.qid]) for one in of_large[:20]]) < 0.1
    assert [of_row[:7] for of_row in large] == ranker.rank(bank, instructions, top_k=7)
    # A few candidates of a large bank are all ranked by the linear model.
    few = bank.qids[3:9]
    (of_few,) = ranker.rank(bank, instructions[:1], candidates=[few])
    (expected,) = pipeline.ranker.rank(bank, instructions[:1], candidates=[few])
    assert {one.qid for one in of_few} == set(few)
    for one in of_few:
        assert one.score == pytest.approx(next(o.score for o in expected if o.qid == one.qid), abs=0.15)
