"""The pages about the dialogue state the limits that the policy has."""

from __future__ import annotations

import re

import pytest
from conftest import ROOT

from cq.dialogue import guess, policy, proposals, replies

STATED = [
    ("dialogue.md", "by default {}:", policy.COST_OF_ASKING),
    ("guide.md", "`cost_of_asking` ({})", policy.COST_OF_ASKING),
    ("questions.md", "the default is {})", policy.COST_OF_ASKING),
    ("dialogue.md", "expected to add less than {}.", policy.LEAST_VALUE),
    ("dialogue.md", "there it is {},", policy.OPEN_AT_LEAST),
    ("dialogue.md", "and {} × `p_unclear` more", policy.OPEN_BY_CLARITY),
    ("dialogue.md", "those with a probability below {},", policy.SURE_OF_REMOVAL),
    ("dialogue.md", "more than {} of the standing blocks", policy.MOST_REMOVED),
    ("dialogue.md", "{} is expected of a build by the answer", proposals.AFTER),
    ("dialogue.md", "a confidence of {} or more", guess.AGREED),
    ("dialogue.md", "a build below a confidence of {} “Perhaps”", replies.DONE_FROM),
]
"""Page, words with a gap, and the number that belongs there."""


@pytest.mark.parametrize(("page", "words", "number"), STATED)
def test_a_number_on_the_page_is_that_of_the_code(page: str, words: str, number: float) -> None:
    text = re.sub(r"\s+", " ", (ROOT / "docs" / page).read_text(encoding="utf-8"))
    assert words.format(number) in text


def test_the_page_says_how_many_answers_that_are_not_understood_end_the_asking() -> None:
    said = {1: "after an answer that was not understood", 2: "after two answers that were not understood"}
    text = re.sub(r"\s+", " ", (ROOT / "docs" / "dialogue.md").read_text(encoding="utf-8"))
    assert said[policy.MOST_UNHEARD] in text
