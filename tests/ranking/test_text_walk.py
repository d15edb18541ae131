"""The random walk that spreads what is likely to like questions."""

from __future__ import annotations

import numpy as np

from cq.encoder.backbone import Backbone
from cq.ranking import QuestionBank
from cq.ranking.text_ranker import NEIGHBOURS, Reading

THINGS = "invoice contract parcel password phone printer router garden recipe song flight".split()
VERBS = ("Which", "Do you mean the old", "Is it your")
QUESTIONS = [f"{verb} {thing}?" for thing in THINGS for verb in VERBS]


def test_what_is_put_last_stays_last():
    """The walk never leads back to questions that are known to be wrong."""
    reading = Reading(QuestionBank.parse(QUESTIONS), Backbone.load())
    last = np.arange(len(QUESTIONS)) % 3 == 0
    logits = np.random.default_rng(0).standard_normal(len(QUESTIONS)) - 100.0 * last
    walked = reading.walked(logits, 0.5)
    assert walked[last].max() < walked[~last].min()


def test_questions_like_a_likely_one_become_likely():
    reading = Reading(QuestionBank.parse(QUESTIONS), Backbone.load())
    logits = np.zeros(len(QUESTIONS))
    logits[0] = 6.0
    walked = reading.walked(logits, 0.5)
    assert {0, 1, 2} == set(np.argsort(-walked)[:3].tolist())


def test_few_questions_are_not_walked_among():
    reading = Reading(QuestionBank.parse(QUESTIONS[:NEIGHBOURS]), Backbone.load())
    logits = np.arange(float(NEIGHBOURS))
    np.testing.assert_array_equal(reading.walked(logits, 0.5), logits)
