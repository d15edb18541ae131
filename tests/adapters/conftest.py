"""A pipeline that loads at once: the policy and the language decide, as for all parts of one's own."""

from __future__ import annotations

import pytest

import cq


class Sure:
    """Finds every instruction clear: it has no say in what is asked."""

    def classify(self, instructions, cost_of_asking=None):
        return [cq.Clarity(True, 0.1, 0.5) for _ in instructions]


class NoOrder:
    """Ranks a bank in its order."""

    def rank(self, bank, instructions, *, top_k=None):
        ranked = [cq.RankedQuestion(i, qid, text, 0.1) for i, (qid, text) in enumerate(bank.items(), 1)]
        return [ranked[:top_k] for _ in instructions]


@pytest.fixture(autouse=True)
def light_pipeline(monkeypatch):
    from cq.building import LanguageBuilder

    monkeypatch.setattr(
        "cq.pipeline.default._default", cq.Pipeline(None, Sure(), NoOrder(), LanguageBuilder())
    )
