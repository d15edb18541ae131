"""What texts mention, and how answers are read."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cq.guard.answers import read_answer
from cq.guard.mentions import Argument, Turn, mentions
from cq.guard.moments import moments
from cq.guard.numbers import numbers, unit_of
from cq.guard.tools import MISSING
from cq.guard.words import plain


@pytest.mark.parametrize(
    ("text", "unit", "expected"),
    [
        ("two hundred and five", None, {205}),
        ("a dozen eggs", None, {12}),
        ("half a dozen", None, {6}),
        ("a pair of gloves", None, {1, 2}),
        ("half an hour", "minutes", {30}),
        ("an hour and a half", "minutes", {90}),
        ("three hours", None, {3, 180}),
        ("two minutes", "seconds", {120}),
        ("800 metres", "km", {0.8}),
        ("half a gram", "mg", {500}),
        ("two tonnes", "kg", {2000}),
        ("$1,250 or 45.50", None, {1250, 45.5}),
        ("1.5k", None, {1500}),
        ("2 million", None, {2_000_000}),
        ("twenty-four, then six", None, {24, 6}),
        ("two thousand five hundred", None, {2500}),
        ("for hundred people", None, {100}),
        ("account NL220145", None, set()),
        ("no one, not even the second one, wait a second", None, {1, 2}),
        ("minus three", None, {-3}),
        ("−3 °C, not –4 or -5", None, {-3, -4, -5}),
        ("minus one and a half degrees", None, {-1.5}),
        ("-$20", None, {-20}),
        ("five minus three", None, {5, 3}),
        ("pages 3–5 and 7−9", None, {3, 5, 7, 9}),
        ("19½", None, {19.5}),
        ("½ cup of milk", None, {0.5}),
        ("1/2 cup", None, {0.5}),
        ("1 1/2 cups", None, {1.5}),
        ("two thirds", None, {2 / 3}),
        ("½ an hour", "minutes", {30}),
        ("1½ hours", "minutes", {90}),
        ("−¾", None, {-0.75}),
        ("24/7", None, set()),
        ("3/4/2026", None, set()),
        ("10²", None, set()),
        ("10²³ or 10₂", None, set()),
        ("2^10", None, set()),
        ("10 m²", None, {10}),
        ("1e3", None, {1000}),
        ("2.5E-3", None, {0.0025}),
        ("1e400", None, set()),
        ("19,5", None, {19.5}),
        ("0,500 and 1,50", None, {0.5, 1.5}),
        ("19, 5", None, {19, 5}),
        ("1,000", None, {1000}),
        ("1.000,5", None, {1000.5}),
        ("1_000", None, {1000}),
        ("1'000'000", None, {1_000_000}),
        ("10 000", None, {10_000}),
        ("10\u202f500", None, {10_500}),
        ("two 500 g packs", None, {2, 500}),
        ("1,5,7", None, set()),
        ("version 5.6.3", None, set()),
        ("half a million", None, {500_000}),
        ("two and a half million", None, {2_500_000}),
        ("a million and a half", None, {1_500_000}),
        ("2,5 million and ½ dozen", None, {2_500_000, 6}),
        ("account 12345678901234567891", None, {12345678901234567891}),
        ("9" * 5_000, None, set()),
    ],
)
def test_numbers(text, unit, expected):
    assert {number for number, _ in numbers(plain(text), unit)} == expected


@pytest.mark.parametrize(
    ("about", "unit"),
    [("timer minutes", "minutes"), ("dose_mg: the strength", "mg"), ("guests: the number of guests", None)],
)
def test_units_of_arguments(about, unit):
    assert unit_of(about.replace("_", " ")) == unit


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("at half past seven in the evening", {1170}),
        ("March 14 at 7:30 PM", {1170}),
        ("at 7.30 pm", {1170}),
        ("quarter to nine am", {525}),
        ("at eight", {480, 1200}),
        ("dinner at eight", {1200}),
        ("2 pm", {840}),
        ("12 am", {0}),
        ("noon", {720}),
        ("18:05", {1085}),
        ("07:30", {450}),
        ("19h30", {1170}),
        ("for eight people", set()),
    ],
)
def test_times(text, minutes):
    assert {one for moment in moments(plain(text)) for one in moment.minutes} == minutes


def told(text, day):
    return any(one.agrees(day, None) for one in moments(plain(text)))


@settings(deadline=None, max_examples=40)
@given(
    st.dates(min_value=date(1950, 1, 1), max_value=date(2060, 1, 1)),
    st.sampled_from(["%Y-%m-%d", "%d %B %Y", "%B %d, %Y", "%d.%m.%Y"]),
)
def test_dates_as_people_write_them(day, form):
    text = f"on {day.strftime(form)}, please"
    is_open = form == "%d.%m.%Y" and day.day <= 12 and day.day != day.month
    assert told(text, day) is not is_open
    assert not told(text, day.replace(year=day.year - 1, day=1))


@pytest.mark.parametrize("text", ["04/05/2026", "4/5", "on 04.05.2026", "5-4-2026", "03/02/26 please"])
def test_a_date_that_may_be_two_days_tells_neither(text):
    assert not [one for one in moments(plain(text)) if one.day]


@pytest.mark.parametrize(
    ("text", "day", "expected"),
    [
        ("13/05/2026", date(2026, 5, 13), True),
        ("05/05/2026", date(2026, 5, 5), True),
        ("next Friday", date(2026, 5, 8), True),
        ("next Friday", date(2026, 5, 7), False),
        ("tomorrow", date(2026, 5, 7), True),
        ("this weekend", date(2026, 5, 9), True),
        ("this weekend", date(2026, 5, 8), False),
        ("the fourteenth of March", date(2026, 3, 14), True),
        ("on the 5th", date(2026, 3, 5), True),
        ("on the 5th", date(2026, 3, 6), False),
        ("may I sit with you", date(2026, 5, 1), False),
        ("24, then 6", date(2026, 6, 24), False),
        ("30 January :) please", date(2026, 1, 30), True),
        ("for two on 30 January 2026 at 20:15 ;-)", date(2026, 1, 30), True),
        ("30 January:)) and a table inside", date(2026, 1, 30), True),
        ("30 January 😀😀 and a table inside", date(2026, 1, 30), True),
        ("for five on 30 January", date(2026, 1, 30), True),
        ("for five, on 30 January", date(2026, 1, 30), True),
        ("for five, on 30 January", date(2030, 1, 5), False),
        ("two people on 5 May", date(2026, 5, 5), True),
        ("12 May, 5 pm", date(2026, 5, 12), True),
        ("12 May, 5 pm", date(2026, 5, 5), False),
        ("30 January 2026", date(2026, 1, 30), True),
        ("5 January 2030", date(2030, 1, 5), True),
    ],
)
def test_dates(text, day, expected):
    assert told(text, day) is expected


MENTIONED = [
    ("Mail ada@brook.example", "ada@brook.example", {"format": "email"}, True),
    ("Mail Ada", "ada@brook.example", {"format": "email"}, False),
    ("Delete plan.txt", "drafts/plan.txt", {}, True),
    ("Delete the plan", "drafts/plan.txt", {}, False),
    ("Pay GB 7788 12", "GB778812", {}, True),
    ("five euros", "EUR", {"enum": ["EUR", "USD"]}, True),
    ("€5", "EUR", {"enum": ["EUR", "USD"]}, True),
    ("five dollars", "EUR", {"enum": ["EUR", "USD"]}, False),
    ("go to twelve Elm Road", "12 Elm Road", {}, True),
    ("go to Elm Road", "12 Elm Road", {}, False),
    ("two hoodies", 1, {}, False),
    ("anything", 10**400, {}, False),
    ("-", "-", {}, False),
    ("on 4 May at 19:30", "2026-05-04T19:30:00", {}, True),
    ("on 4 May at 19:30", "2026-05-05T19:30:00", {}, False),
    ("on 4 May at 19:30", "2026-05-04T20:30:00", {}, False),
    ("4 May 2026, three people", 4, {}, False),
    ("for five, on 30 January", 5, {}, True),
]


@pytest.mark.parametrize(("text", "value", "schema", "expected"), MENTIONED)
def test_values_are_mentioned_or_not(text, value, schema, expected):
    found = mentions((Turn("user", plain(text)),), Argument("argument", schema), value)
    assert any(one.is_value for one in found) is expected


DATE_TIME = {"type": "string", "format": "date-time"}


@pytest.mark.parametrize(
    ("answer", "schema", "value"),
    [
        ("about twenty, I think", {"type": "integer"}, 20),
        ("for a hundred people", {"type": "integer"}, 100),
        ("2.5", {"type": "integer"}, MISSING),
        ("two or three", {"type": "integer"}, MISSING),
        ("minus three", {"type": "integer"}, -3),
        ("19½", {"type": "integer"}, MISSING),
        ("19,5", {"type": "number"}, 19.5),
        ("10²", {"type": "integer"}, MISSING),
        ("1e400", {"type": "number"}, MISSING),
        ("quarter to " + "9" * 5_000, {"type": "integer"}, MISSING),
        ("a big bunch", {"type": "integer"}, MISSING),
        ("no, thanks", {"type": "boolean"}, False),
        ("maybe", {"type": "boolean"}, MISSING),
        ("the second one", {"enum": ["small", "large"]}, "large"),
        ("number two", {"enum": ["small", "large"]}, "large"),
        ("the last one", {"enum": ["small", "large"]}, "large"),
        ("Large please", {"enum": ["small", "large"]}, "large"),
        ("huge", {"enum": ["small", "large"]}, MISSING),
        ("3rd of May 2026", {"type": "string", "format": "date"}, "2026-05-03"),
        ("04/05/2026", {"type": "string", "format": "date"}, MISSING),
        ("tomorrow", {"type": "string", "format": "date"}, MISSING),
        ("half past six pm", {"type": "string", "pattern": "^\\d\\d:\\d\\d$"}, "18:30"),
        ("14 March 2026 at 7:30 PM", DATE_TIME, "2026-03-14T19:30:00"),
        ("on the third of May 2026, half past six in the evening", DATE_TIME, "2026-05-03T18:30:00"),
        ("March 14, 2026, noon", DATE_TIME, "2026-03-14T12:00:00"),
        ("7:30 PM", DATE_TIME, MISSING),
        ("it is ada@brook.example, I think", {"type": "string", "format": "email"}, "ada@brook.example"),
        ("<ada@brook.example>.", {"type": "string", "format": "email"}, "ada@brook.example"),
        ("@" * 9_000, {"type": "string", "format": "email"}, MISSING),
        ("red, blue and green", {"type": "array", "items": {"type": "string"}}, ["red", "blue", "green"]),
        ("Elm Road", {"type": "string"}, "Elm Road"),
        ("-", {"type": "string"}, MISSING),
        ("here", {"type": "object"}, MISSING),
    ],
)
def test_answers_are_read_in_their_type(answer, schema, value):
    assert read_answer(answer, schema) == value


def test_an_answer_without_a_year_names_the_day_that_is_likely():
    schema = {"type": "string", "format": "date"}
    assert read_answer("on March 14", schema, ("2026-03-14", "2026-03-15")) == "2026-03-14"
    assert read_answer("on March 16", schema, ("2026-03-14", "2026-03-15")) is MISSING
