"""What texts tell, and how answers are read."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cq.guard.answers import read_answer
from cq.guard.said import Said
from cq.guard.support import is_told
from cq.guard.tools import MISSING


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("two hundred and five", {205}),
        ("a dozen eggs", {12}),
        ("half an hour", {30}),
        ("three hours", {3, 180}),
        ("$1,250 or 45.50", {1250, 45.5}),
        ("twenty-four, then six", {24, 6}),
        ("two thousand five hundred", {2500}),
        ("on 12 May 2026 at 19:30 for five", {5}),
        ("account NL220145", set()),
    ],
)
def test_numbers(text, numbers):
    assert Said(text).numbers == numbers


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("at half past seven in the evening", {1170}),
        ("quarter to nine am", {525}),
        ("at eight", {480, 1200}),
        ("2 pm", {840}),
        ("12 am", {0}),
        ("noon", {720}),
        ("18:05", {1085}),
        ("for eight people", set()),
    ],
)
def test_times(text, minutes):
    assert Said(text).times == minutes


@given(
    st.dates(min_value=date(1000, 1, 1)), st.sampled_from(["%Y-%m-%d", "%d %B %Y", "%B %d, %Y", "%d.%m.%Y"])
)
def test_dates_as_people_write_them(day, form):
    text = Said(f"on {day.strftime(form)}, please")
    assert text.tells_date(day)
    assert not text.tells_date(day.replace(year=day.year - 1 if day.year > 1000 else 1001, day=1))


TOLD = [
    ("Mail ada@brook.example", "ada@brook.example", {"format": "email"}, True),
    ("Mail Ada", "ada@brook.example", {"format": "email"}, False),
    ("Delete plan.txt", "drafts/plan.txt", {}, True),
    ("Delete the plan", "drafts/plan.txt", {}, False),
    ("Pay GB 7788 12", "GB778812", {}, True),
    ("five euros", "EUR", {"enum": ["EUR", "USD"]}, True),
    ("five dollars", "EUR", {"enum": ["EUR", "USD"]}, False),
    ("go to 12 Elm Road", "12 Elm Road", {}, True),
    ("go to Elm Road", "12 Elm Road", {}, False),
    ("a hoodie", 1, {}, True),
    ("two hoodies", 1, {}, False),
    ("anything", 10**400, {}, False),
    ("anything", "thing", {"default": "thing"}, True),
]


@pytest.mark.parametrize(("text", "value", "schema", "told"), TOLD)
def test_values_are_told_or_not(text, value, schema, told):
    assert is_told(("argument",), value, schema, Said(text)) is told


@pytest.mark.parametrize(
    ("answer", "schema", "value"),
    [
        ("about twenty, I think", {"type": "integer"}, 20),
        ("2.5", {"type": "integer"}, MISSING),
        ("two or three", {"type": "integer"}, MISSING),
        ("no, thanks", {"type": "boolean"}, False),
        ("maybe", {"type": "boolean"}, MISSING),
        ("the second one", {"enum": ["small", "large"]}, "large"),
        ("Large please", {"enum": ["small", "large"]}, "large"),
        ("huge", {"enum": ["small", "large"]}, MISSING),
        ("3rd of May 2026", {"type": "string", "format": "date"}, "2026-05-03"),
        ("tomorrow", {"type": "string", "format": "date"}, MISSING),
        ("half past six pm", {"type": "string", "pattern": "^\\d\\d:\\d\\d$"}, "18:30"),
        ("it is ada@brook.example, I think", {"type": "string", "format": "email"}, "ada@brook.example"),
        ("<ada@brook.example>.", {"type": "string", "format": "email"}, "ada@brook.example"),
        ("@" * 9_000, {"type": "string", "format": "email"}, MISSING),
        ("red, blue and green", {"type": "array", "items": {"type": "string"}}, ["red", "blue", "green"]),
        ("Elm Road", {"type": "string"}, "Elm Road"),
        ("here", {"type": "object"}, MISSING),
    ],
)
def test_answers_are_read_in_their_type(answer, schema, value):
    assert read_answer(answer, schema) == value
