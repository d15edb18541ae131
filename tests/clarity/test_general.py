"""The bundled classifier of requests of any domain."""

from __future__ import annotations

import numpy as np
import pytest

import cq
from cq.clarity.general import OTHER_LANGUAGE, REASONS, GeneralModel, bundled_general
from cq.clarity.request_features import form
from cq.training.omissions import omissions

CLEAR = ["What is the capital of Peru?", "How many minutes are in a week?", "Define the word “tide”."]
UNCLEAR = ["Book a table", "Plan a trip for my parents", "Write an email to the customer"]


def test_a_request_without_a_world_is_judged_as_one_of_any_domain():
    clear, unclear = cq.classify(CLEAR), cq.classify(UNCLEAR)
    assert max(one.p_unclear for one in clear) < min(one.p_unclear for one in unclear)
    assert {one.domain for one in (*clear, *unclear)} == {"text"}
    assert (clear[0].is_clear, clear[0].reasons) == (True, ())
    for one in unclear:
        assert (one.is_clear, one.in_domain) == (False, True)
        assert 1 <= len(one.reasons) <= 3
        assert set(one.reasons) <= set(REASONS.values())
    assert cq.classify(UNCLEAR[0], cost_of_asking=0.999).is_clear


def test_orders_about_blocks_and_all_in_a_world_are_judged_as_before():
    texts = ["Build a red tower", UNCLEAR[0], "Put a block on the tower"]
    apart = [cq.classify(text) for text in texts]
    assert [one.domain for one in apart] == ["building", "text", "building"]
    for one, other in zip(apart, cq.classify(texts), strict=True):
        assert other.p_unclear == pytest.approx(one.p_unclear, abs=1e-5)
    assert cq.classify("What is 3 + 4?").domain == "text"
    assert {one.domain for one in cq.classify(texts, cq.World.parse())} == {"building"}


def test_another_language_is_an_honest_unsure():
    for text in (
        "Wann kommt mein Paket endlich an",
        "注文をキャンセルしてください",
        "Où est ma commande passée hier",
    ):
        found = cq.classify(text)
        assert (found.is_clear, found.in_domain, found.p_unclear) == (False, False, 0.5)
        assert found.reasons == (OTHER_LANGUAGE,)


def test_a_bank_is_asked_from_without_a_fit():
    bank = ["Which contract do you mean?", "What colour?", "How many people will come?"]
    assert cq.ask("Extend my contract", qbank=bank).question.text == bank[0]
    assert cq.ask(CLEAR[0], qbank=bank).action == "reply"
    assert cq.ask("Extend my contract", [], qbank=bank).action == "refuse"


def test_it_is_saved_and_read(tmp_path):
    bundled_general().save(tmp_path)
    again = GeneralModel.load(tmp_path)
    assert np.array_equal(again.weights, bundled_general().weights)
    assert again.calibration == bundled_general().calibration
    assert again.trained_on == ("in3",)


def test_omissions_are_the_same_each_time_and_say_what_they_lack():
    examples = list(omissions())
    assert examples == list(omissions())
    assert {kind for _, one in examples for kind in one.kinds} == set(REASONS)
    lacking = sum(bool(one.kinds) for _, one in examples)
    assert 0.3 < lacking / len(examples) < 0.7
    assert not any(mark in one.text for _, one in examples for mark in "[]{}|")


@pytest.mark.parametrize("text", ["?", "x", "Ünïcode", "1", "a" * 500])
def test_any_text_has_a_form(text):
    assert len(form(text)) == 15
    assert np.isfinite(form(text)).all()
