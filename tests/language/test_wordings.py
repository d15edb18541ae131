"""Whether a text has a wording: whole words, beginnings of words, words between."""

from __future__ import annotations

import pytest

from cq.language.wordings import forms, padded, says


@pytest.mark.parametrize(
    ("wordings", "text", "found"),
    [
        ("how many|number of", "And how MANY?", True),
        ("how many", "Show many", False),
        ("colour*", "Which colours?", True),
        ("colour", "Which colours?", False),
        ("what _ block*", "What red blocks?", True),
        ("what _ block*", "What blocks?", False),
        ("what _ _ block*", "What about the blocks?", True),
        ("what _ block*", "What? What red block?", True),
        ("is not a*", "There isn't any", True),
        ("empty", "", False),
    ],
)
def test_a_text_has_a_wording(wordings, text, found):
    assert says(padded(text), forms(wordings)) is found
