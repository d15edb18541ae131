"""Misspelt words of the building vocabulary are repaired, and nothing else is changed."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cq.language.reading import read
from cq.language.spelling import _FIXED, VOCABULARY, _known_words, corrected, corrections
from cq.language.tokens import tokenize


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("yelow", "yellow"),
        ("bleu", "blue"),
        ("purpel", "purple"),
        ("purpul", "purple"),
        ("blok", "block"),
        ("noth", "north"),
        ("destory", "destroy"),
        ("teh", "the"),
        ("towre", "tower"),
        ("thre", "three"),
        ("fuor", "four"),
        ("ornage", "orange"),
        ("estern", "eastern"),
        ("midddle", "middle"),
        ("ontop of", "on top of"),
        ("Plcae", "Place"),
        ("REMVOE", "REMOVE"),
    ],
)
def test_typing_errors_are_repaired(typed, meant):
    assert corrected(f"{typed} it") == f"{meant} it"


@pytest.mark.parametrize(
    "text",
    [
        "I read in bed, and the great oak has grown",
        "lack rod raw bow fill ride hold told lime wine worm storm",
        "Colourless ideas sleep: 12 x 3!",
        "What is the weather like in Paris?",
        "it's the builder's turn",
        "",
    ],
)
def test_other_words_are_kept(text):
    assert corrected(text) == text


@settings(max_examples=80, deadline=None)
@given(st.lists(st.sampled_from(sorted(_known_words() - _FIXED.keys())), max_size=12))
def test_correct_words_are_unchanged(words):  # but "strait" and "brake", which no builder means
    assert corrected(" ".join(words)) == " ".join(words)


@settings(max_examples=80, deadline=None)
@given(st.text(max_size=60))
def test_a_second_repair_changes_nothing(text):
    assert corrected(corrected(text)) == corrected(text)


@settings(max_examples=80, deadline=None)
@given(st.sampled_from([word for word in dict.fromkeys(VOCABULARY) if len(word) > 6]), st.data())
def test_a_swap_of_neighbours_leads_to_a_word_of_the_vocabulary(word, data):
    i = data.draw(st.integers(1, len(word) - 3))
    typed = word[:i] + word[i + 1] + word[i] + word[i + 2 :]
    assert corrected(typed) in _known_words()


def test_repaired_words_are_told_once_each():
    assert corrections("Put a gren blok on the Gren blok") == (
        ("gren", "green"),
        ("blok", "block"),
        ("Gren", "Green"),
    )
    assert corrections("Put a green block there") == ()


def test_full_width_letters_and_digits_are_the_same_ones():
    wide = "Build a ＲＥＤ tower of ３"
    assert [one.text for one in tokenize(wide)] == [one.text for one in tokenize("Build a RED tower of 3")]
    assert [wide[one.start : one.end] for one in tokenize(wide)] == wide.split()


@pytest.mark.parametrize(
    "word", ["r\u0435d", "gr\u0435en", "blo\u0441k", "t\u043ewer", "\u0441ube", "bl\u00f3k"]
)
def test_a_word_of_mixed_scripts_is_unread_as_a_whole(word):
    """Its Latin pieces are no words: "en" would be repaired to "end"."""
    text = f"Place a {word} in the centre"
    assert corrected(text) == text
    assert word in read(text)[0].unread_words
