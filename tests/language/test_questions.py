"""The table of what can be asked."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cq.language.questions import (
    AMBIGUITY_KINDS,
    ASKED,
    MENTIONED,
    OPENED_BY,
    QUESTION_TABLE,
    asked_types,
    mentioned_types,
    question_kinds,
)
from cq.ranking import bundled_bank
from cq.reading.phrases import OPEN_ENDS


def test_kinds_of_questions():
    assert question_kinds("What colour should the blocks be?") == {"colour"}
    assert question_kinds("How many blocks, and where?") == {"count", "place"}
    assert question_kinds("Which of the two towers do you mean?") == {"reference"}
    assert question_kinds("Hm?") == frozenset()


def test_every_type_has_a_name_of_its_own_a_kind_and_a_pattern():
    names = [one.name for one in QUESTION_TABLE]
    assert len(set(names)) == len(names)
    assert {one.kind for one in QUESTION_TABLE} == set(AMBIGUITY_KINDS)
    assert all(one.asked or one.mentioned for one in QUESTION_TABLE)
    assert set(ASKED) | set(MENTIONED) == set(names)
    assert [name for name in names if name in ASKED] == list(ASKED)
    assert [name for name in names if name in MENTIONED] == list(MENTIONED)


def test_one_type_of_each_kind_sorts_whole_questions():
    assert [one.kind for one in QUESTION_TABLE if one.labels] == list(AMBIGUITY_KINDS)
    assert len(set(AMBIGUITY_KINDS)) == len(AMBIGUITY_KINDS)


def test_each_question_type_is_opened_by_open_ends():
    assert frozenset().union(*OPENED_BY.values()) == set(OPEN_ENDS)
    # A type that cannot be asked for could not be matched with what is open.
    assert set(OPENED_BY) <= set(ASKED)


def test_the_bundled_bank_has_the_kinds_of_the_table():
    assert set(bundled_bank().kinds) == set(AMBIGUITY_KINDS)


@given(st.lists(st.text(max_size=40), max_size=5))
def test_flags_are_one_row_a_text(texts):
    asked, mentioned = asked_types(texts), mentioned_types(texts)
    assert (asked.shape, asked.dtype) == ((len(texts), len(ASKED)), np.bool_)
    assert (mentioned.shape, mentioned.dtype) == ((len(texts), len(MENTIONED)), np.bool_)
    for i, text in enumerate(texts):
        assert np.array_equal(asked_types([text])[0], asked[i])
        assert np.array_equal(mentioned_types([text.casefold()])[0], mentioned[i])


@pytest.mark.parametrize(
    ("text", "asks", "mentions"),
    [
        ("How MANY blocks?", {"count"}, set()),
        ("Where should the tower go, left or right?", {"where", "side"}, {"tower", "left", "right"}),
        ("Which side?", {"which", "side"}, {"side"}),
        ("There are no red blocks.", {"missing"}, {"negation"}),
        ("", set(), set()),
    ],
)
def test_what_texts_ask_for_and_mention(text, asks, mentions):
    assert {name for name, flag in zip(ASKED, asked_types([text])[0], strict=True) if flag} == asks
    flags = zip(MENTIONED, mentioned_types([text])[0], strict=True)
    assert {name for name, flag in flags if flag} == mentions
