"""Replacements skip only patterns that cannot match."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cq.building.interpretation.wording.common_wording import COMMON_WORDING
from cq.building.interpretation.wording.early_phrases import EARLY_PHRASES
from cq.building.interpretation.wording.loose_wording import LOOSE_WORDING
from cq.building.interpretation.wording.phrases import PHRASES
from cq.building.interpretation.wording.replacements import Replacements, needed_words
from cq.building.interpretation.wording.shape_phrases import LINES, RISING, SHAPES, TURNED
from cq.building.interpretation.wording.word_forms import FORMS


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        (r"\bthe (?:very )?top\b", ("the ",)),
        (r"(?:on|onto) it|beside", (" it", "beside")),
        (r"colou?rs?", ("colo",)),
        (r"(?=place)\w+", ("place",)),
        (r"(?<!re)place", ("place",)),
        (r"(?:a block)+", ("a block",)),
        (r"(?:a block)*", ("",)),
        (r"a?|the", ("",)),
        (r"\d+ [x×] \d+", ("",)),
    ],
)
def test_what_a_pattern_needs(pattern, words):
    assert sorted(needed_words(pattern)) == sorted(words)


def _one_by_one(replacements: Replacements, text: str) -> str:
    for _, pattern, new in replacements.steps:
        text = re.sub(pattern, new, text)
    return text


ALL = (COMMON_WORDING, EARLY_PHRASES, PHRASES, FORMS, LOOSE_WORDING, LINES, SHAPES, TURNED, RISING)
PIECES = sorted({word for one in ALL for words, _, _ in one.steps for word in words} | {" ", "s", "1", ","})


@given(st.lists(st.sampled_from(PIECES), max_size=8))
def test_nothing_is_skipped_that_would_match(pieces):
    """Texts of the very words that the patterns need, in any order."""
    for replacements in ALL:
        for text in ("".join(pieces), " ".join(pieces)):
            assert replacements(text) == _one_by_one(replacements, text)


def test_recorded_sentences_are_replaced_as_one_by_one(singleturn):
    for text in singleturn["instruction"][:200]:
        for replacements in ALL:
            assert replacements(text.casefold()) == _one_by_one(replacements, text.casefold())
