"""Banks of other subjects, and how well a question fits whatever else is in its bank."""

from __future__ import annotations

import numpy as np
import pytest

import cq
from cq.encoder.backbone import l2_normalize
from cq.pipeline.default import default_pipeline
from cq.ranking import QuestionBank, QuestionRanker
from cq.ranking.domain import is_about_blocks
from cq.ranking.first_stage import BM25
from cq.reading.grounded import ground
from cq.world import World
from eval.ranking.domains import load_banks, ranks_of_own

DOMAINS = load_banks()


def test_the_suite_has_ten_domains_and_two_hundred_queries():
    assert len(DOMAINS) == 10
    assert sum(map(len, DOMAINS.values())) >= 200
    for pairs in DOMAINS.values():
        assert len({question for _, question in pairs}) == len(pairs)


@pytest.mark.parametrize("domain", ["kitchen", "garden"])
def test_the_ranking_is_never_below_bm25_or_cosine_in_other_domains(domain):
    said, questions = zip(*DOMAINS[domain], strict=True)
    ranked = cq.rank(list(questions), list(said))
    ours = np.mean(
        [
            1 / next(q.rank for q in one if q.question == right)
            for one, right in zip(ranked, questions, strict=True)
        ]
    )
    backbone = default_pipeline().backbone
    cosine = l2_normalize(backbone.encode(said)) @ l2_normalize(backbone.encode(questions)).T
    words = np.stack([BM25(questions).scores(text) for text in said])
    assert ours >= max((1 / ranks_of_own(scores)).mean() for scores in (cosine, words)) - 1e-9


def test_banks_about_blocks_are_told_from_others():
    assert is_about_blocks(QuestionBank.parse(None))
    assert is_about_blocks(QuestionBank.parse(["Which one?", "How many?"]))
    for pairs in DOMAINS.values():
        assert not is_about_blocks(QuestionBank.parse([question for _, question in pairs]))


def test_the_best_question_of_a_bank_where_nothing_fits_has_a_low_fit():
    kitchen, code = (QuestionBank.parse([q for _, q in DOMAINS[name]]) for name in ("kitchen", "code"))
    for text in ("Fry the steak", "Chop the onions", "Wash the big pot"):
        own, other = (cq.rank(bank, text) for bank in (kitchen, code))
        assert own[0].p_relevant > 0.7
        assert max(q.p_relevant for q in other) < 0.3
        assert sum(q.score for q in other) == pytest.approx(1)


def test_the_fit_of_a_question_does_not_depend_on_the_rest_of_the_bank(towers):
    question, others = "How wide should the wall be?", ["Which colour?", "Where?", "What next?"]
    alone = cq.rank([question], "Build a wall", towers)[0]
    among = next(q for q in cq.rank([question, *others], "Build a wall", towers) if q.question == question)
    assert alone.score == 1.0
    assert 0 <= alone.p_relevant <= 1
    ranked = cq.rank(None, "Build a wall", towers)
    assert all(0 <= q.p_relevant <= 1 for q in ranked)
    # Words of one question are rarer in a larger bank, so that the lexical scores move a little.
    assert among.p_relevant == pytest.approx(alone.p_relevant, abs=0.35)


def test_a_fitting_question_has_a_higher_fit_than_one_about_something_else(towers):
    fits = {q.question: q.p_relevant for q in cq.rank(None, "Build a wall", towers)}
    assert fits["How wide should the wall be?"] > np.median(list(fits.values()))


def test_a_large_bank_of_another_subject_is_ranked():
    said, questions = zip(*DOMAINS["kitchen"], strict=True)
    small = cq.rank(list(questions), said[0])
    one = default_pipeline().ranker
    shallow = QuestionRanker(one.linear_model, one.token_statistics, one.backbone, max_candidates=5)
    instructions = ground([said[0]], [World.parse()], one.backbone)
    (large,) = shallow.rank(QuestionBank.parse([*questions, "Anything else?"]), instructions)
    assert len(large) == len(questions) + 1
    assert large[0].question == small[0].question
    assert large[0].p_relevant == pytest.approx(small[0].p_relevant, abs=0.2)


def test_a_ranker_without_a_fit_model_says_so_and_is_saved(tmp_path, towers):
    ranker = default_pipeline().ranker
    plain = QuestionRanker(ranker.linear_model, ranker.token_statistics, ranker.backbone)
    plain.save_pretrained(tmp_path)
    again = QuestionRanker.from_pretrained(tmp_path, ranker.backbone)
    instructions = ground(["Build a wall"], [World.parse(towers)], ranker.backbone)
    bank = QuestionBank.parse(["How wide?", "Where?"])
    assert [q.p_relevant for q in again.rank(bank, instructions)[0]] == [None, None]
    assert again.rank(bank, instructions) == plain.rank(bank, instructions)


def test_the_classifier_says_when_a_text_is_no_building_instruction():
    for text in ("What time is it?", "Fry the steak", "Transfer money to Anna"):
        assert not cq.classify(text, []).in_domain
        assert cq.classify(text).domain == "text"
    for text in ("Build a red tower", "Put a block on the tower"):
        assert (one := cq.classify(text)).in_domain
        assert one.domain == "building"
