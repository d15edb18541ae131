"""The guard acts on what was said, asks for what was not, and refuses what no tool does."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import date, datetime

import numpy as np
import pytest
from conftest import ROOT
from hypothesis import given, settings
from hypothesis import strategies as st

import cq
from eval.loop.guard import CALLS, decisions, table

TABLE = {
    "name": "reserve_table",
    "description": "Reserve a table.",
    "parameters": {
        "type": "object",
        "properties": {
            "restaurant": {"type": "string", "description": "the restaurant"},
            "guests": {"type": "integer", "minimum": 1, "maximum": 12, "description": "the number of guests"},
            "date": {"type": "string", "format": "date", "description": "the day"},
            "outdoor": {"type": "boolean", "default": False, "description": "whether to sit outside"},
        },
        "required": ["restaurant", "guests", "date"],
        "additionalProperties": False,
    },
}
REQUEST = "A table for four at Lido on 2026-05-02"
FULL = {"restaurant": "Lido", "guests": 4, "date": "2026-05-02"}


def guard(**options):
    return cq.Guard([TABLE], similarity=lambda texts, other: 0.0, **options)


def without(name):
    return {key: value for key, value in FULL.items() if key != name}


def test_the_written_calls():
    """The goal of the project is 110 of 120; 15 tools in ten domains at least."""
    given = json.loads(CALLS.read_text(encoding="utf-8"))
    rows = table(given["calls"], decisions(given["tools"], given["calls"]))
    assert len(given["tools"]) >= 15
    assert [rows[kind]["calls"] for kind in ("complete", "open", "wrong type", "hopeless")] == [
        40,
        40,
        20,
        20,
    ]
    assert rows["all"]["right"] >= 114
    assert CALLS.is_relative_to(ROOT)


def test_what_is_told_is_done():
    made = guard().decide(REQUEST, ("reserve_table", FULL))
    assert (made.action, made.arguments, made.p_wrong, made.assumption) == ("act", FULL, 0.0, None)


def test_a_missing_argument_is_asked_for_and_filled():
    made = guard().decide("A table at Lido on 2026-05-02", ("reserve_table", without("guests")))
    assert (made.action, made.question.text) == ("ask", "What is the number of guests?")
    assert (made.p_wrong, made.value_of_asking, made.assumption) == (1.0, 1.0, None)
    assert made.answer("We are half a dozen").arguments == {**FULL, "guests": 6}


def test_several_missing_arguments_are_asked_for_one_after_the_other():
    made = guard().decide("A table at Lido", ("reserve_table", {"restaurant": "Lido"}))
    made = made.answer("3")
    assert made.question.path == ("date",)
    assert made.answer("on 9 May 2026").arguments == {"restaurant": "Lido", "guests": 3, "date": "2026-05-09"}


@pytest.mark.parametrize(
    ("name", "value"), [("guests", 40), ("guests", "a few"), ("date", "soon"), ("restaurant", 7)]
)
def test_a_value_outside_its_schema_is_asked_for(name, value):
    made = guard().decide(REQUEST, ("reserve_table", {**FULL, name: value}))
    assert (made.action, made.question.path) == ("ask", (name,))
    assert "does not fit" in made.question.text


def test_a_readable_value_of_the_wrong_type_is_what_is_assumed():
    made = guard().decide(REQUEST, ("reserve_table", {**FULL, "guests": "four"}))
    assert (made.question.options, made.assumption) == (("4",), "the number of guests: 4")
    assert made.answer(None).arguments == FULL


def test_an_argument_that_the_tool_does_not_take_is_left_out_or_the_call_is_off():
    made = guard().decide(REQUEST, ("reserve_table", {**FULL, "music": "loud"}))
    assert made.question.options == ("yes", "no")
    assert made.answer("yes").arguments == FULL
    assert made.answer("no").action == "refuse"


def test_a_weekday_that_is_another_day_is_asked_for():
    request = "A table for four at Lido next Friday"
    assert guard().decide(request, ("reserve_table", {**FULL, "date": "2026-05-08"})).action == "act"
    assert guard().decide(request, ("reserve_table", {**FULL, "date": "2026-05-07"})).action == "ask"


def test_history_tells_values_too():
    history = [("user", "We are four"), {"role": "assistant", "content": "Noted."}]
    made = guard().decide("A table at Lido on 2026-05-02", ("reserve_table", FULL), history=history)
    assert made.action == "act"


def test_candidates_are_asked_about_where_they_differ():
    candidates = [({**FULL, "guests": n}, p) for n, p in ((4, 0.5), (5, 0.3), (6, 0.2))]
    made = guard().decide(REQUEST, ("reserve_table", FULL), candidates)
    assert made.question.text == "What is the number of guests: 4, 5 or 6?"
    assert (made.p_wrong, made.value_of_asking) == (pytest.approx(0.5), pytest.approx(0.5))
    assert made.answer("five").arguments == {**FULL, "guests": 5}
    assert made.answer("9").arguments == {**FULL, "guests": 9}


def test_an_answer_about_something_else_keeps_the_candidates():
    bare = {"restaurant": "Lido", "date": "2026-05-02"}
    candidates = [({**bare, "outdoor": True}, 0.5), (bare, 0.5)]
    made = guard().decide("A table at Lido outside on 2026-05-02", ("reserve_table", bare), candidates)
    while made.action == "ask":
        made = made.answer("yes" if made.question.path == ("outdoor",) else "4")
    assert made.arguments == {**FULL, "outdoor": True}


def test_candidates_of_one_meaning_are_one():
    same = [(FULL, 0.5), ({**FULL, "restaurant": " LIDO", "guests": 4.0, "outdoor": False}, 0.5)]
    assert guard().decide(REQUEST, ("reserve_table", FULL), same).action == "act"


def test_a_doubt_below_the_cost_is_an_assumption():
    candidates = [(FULL, 0.95), ({**FULL, "guests": 5}, 0.05)]
    made = guard().decide(REQUEST, ("reserve_table", FULL), candidates)
    assert (made.action, made.assumption) == ("act", "the number of guests: 4")
    assert guard(cost_of_asking=0.01).decide(REQUEST, ("reserve_table", FULL), candidates).action == "ask"


def test_what_no_tool_does_is_refused():
    assert guard().decide("Walk the dog", None).action == "refuse"
    assert guard().decide("Walk the dog", ("walk_dog", {})).action == "refuse"
    made = guard().decide("Walk the dog", ("reserve_table", {"restaurant": "Lido"}))
    assert (made.action, made.p_wrong, made.reasons) == ("refuse", 1.0, ("reserve_table does not do this",))


UNTOLD = ("A table at Lido on 2026-05-02", ("reserve_table", FULL))


@pytest.mark.parametrize(("on_no_answer", "action"), [("assume", "act"), ("refuse", "refuse")])
def test_without_an_answer_the_user_of_the_guard_decides(on_no_answer, action):
    made = guard(on_no_answer=on_no_answer).decide(*UNTOLD)
    assert made.action == "ask"
    assert made.answer(None).action == made.answer("no idea").action == action
    assert guard(on_no_answer=on_no_answer, max_questions=0).decide(*UNTOLD).action == action


def test_nothing_to_assume_is_refused():
    made = guard(max_questions=0).decide(
        "A table at Lido on 2026-05-02", ("reserve_table", without("guests"))
    )
    assert (made.action, made.arguments) == ("refuse", None)


def test_an_answer_that_does_not_fit_is_asked_once_more():
    made = guard(max_questions=1).decide(*UNTOLD)
    again = made.answer("a big bunch")
    assert again.question.text.startswith(
        "I cannot take “a big bunch”; it must be a whole number from 1 to 12."
    )
    assert again.answer("8").arguments == {**FULL, "guests": 8}
    assert again.answer("a big bunch").assumption == "the number of guests: 4"
    assert made.answer("never mind").action == "refuse"


def test_questions_in_the_history_count():
    history = [("assistant", "Which day?"), ("user", "2026-05-02")]
    assert guard(max_questions=1).decide(*UNTOLD, history=history).action == "act"
    assert guard(max_questions=2).decide(*UNTOLD, history=history).action == "ask"


DONE = [
    ("user", "A table at Hades"),
    ("assistant", "Which day?"),
    ("user", "2026-04-01"),
    ("tool", "reserved"),
]


@pytest.mark.parametrize(
    ("history", "asked"),
    [
        (DONE * 5, 0),
        ([*DONE, ("user", "A table"), ("assistant", "How many?"), ("user", "some")], 1),
        ([*DONE[:3], ("assistant", "It is reserved.")], 0),
        ([*DONE[:3], ("assistant", "Inside?"), ("user", "yes"), ("assistant", "Sure?")], 3),
        ([("system", "Shall we begin?"), *DONE[:3]], 1),
        ([("user", "A table at Hades"), ("assistant", "Which day?"), ("tool", "free: all"), *DONE[1:2]], 1),
    ],
)
def test_questions_about_earlier_requests_do_not_count(history, asked):
    assert guard(max_questions=asked + 1).decide(*UNTOLD, history=history).action == "ask"
    made = guard(max_questions=asked, on_no_answer="refuse").decide(*UNTOLD, history=history)
    limit = f"the limit of questions about one request is reached: max_questions={asked}"
    assert (made.action, made.reasons[-1]) == ("refuse", limit)


@pytest.mark.parametrize(
    ("history", "request_", "p"),
    [
        (
            [("user", "A table for four at Mole"), ("tool", "reserved for 4")],
            "A table at Lido on 2026-05-02",
            0.3,
        ),
        ([("user", "For four"), ("tool", "done")], "Now a table at Lido on 2026-05-02", 0.3),
        (
            [("user", "Lido for 2"), ("tool", "no"), ("user", "four"), ("tool", "done")],
            "A table at Lido, on 2026-05-02",
            0.3,
        ),
        ([("user", "How many are we?"), ("tool", "guests: 4")], "A table at Lido on 2026-05-02", 0.0),
        ([("user", "A table for four at Mole"), ("tool", "done")], REQUEST, 0.0),
        (
            [("user", "For four at Lido"), ("tool", "free: all"), ("assistant", "Which day?")],
            "2026-05-02",
            0.0,
        ),
        ([("system", "Be brief."), ("user", "For four, please")], "A table at Lido on 2026-05-02", 0.0),
    ],
)
def test_what_was_said_for_an_earlier_call_is_not_sure(history, request_, p):
    made = guard(on_no_answer="refuse").decide(request_, ("reserve_table", FULL), history=history)
    why = "the number of guests was said for an earlier call only; it is taken as 4"
    assert (made.p_wrong, made.reasons) == (pytest.approx(p), (why,) if p else ())
    assert made.action == ("ask" if p else "act")
    late = guard(cost_of_asking=0.3).decide(request_, ("reserve_table", FULL), history=history)
    assert late.action == "act"


@pytest.mark.parametrize(
    ("request_", "name", "value", "said"),
    [
        ("A table for six people at Lido on 2026-05-02", "guests", 4, 6),
        ("A table at Lido on 2026-05-02 for a party of nine", "guests", 2, 9),
        ("Lido on 2026-05-02, we are half a dozen guests", "guests", 5, 6),
        ("A table for four at Lido on 2026-05-02", "guests", 3, 4),
    ],
)
def test_a_value_that_contradicts_what_was_said_is_named_with_it(request_, name, value, said):
    made = guard().decide(request_, ("reserve_table", {**FULL, name: value}))
    assert made.reasons == (f"the number of guests is {said}, as was said, not {value}",)
    assert (made.action, made.question.options) == ("ask", (str(said), str(value)))
    assert made.p_wrong > 0.5
    assert made.answer(str(said)).arguments == made.answer(None).arguments == {**FULL, name: said}
    assert made.answer(str(value)).arguments == {**FULL, name: value}


@pytest.mark.parametrize(
    "request_", ["A table at Lido on 2026-05-02", "Lido on 2026-05-02, a table for my friends"]
)
def test_all_values_of_candidates_are_options_and_less_certainty_is_never_less_wrong(request_):
    wrong = []
    for p in (0.95, 0.7, 0.5):
        likely = [(FULL, p), ({**FULL, "guests": 7}, 1 - p)]
        made = guard().decide(request_, ("reserve_table", FULL), likely)
        assert (made.action, made.question.options) == ("ask", ("4", "7"))
        assert made.answer("7").arguments == {**FULL, "guests": 7}
        wrong.append(made.p_wrong)
    assert wrong == sorted(wrong)
    third = [(FULL, 0.5), ({**FULL, "guests": 7}, 0.3), ({**FULL, "guests": 9}, 0.2)]
    bare = guard().decide(request_, ("reserve_table", without("guests")), third)
    assert bare.question.options == ("4", "7", "9")


@pytest.mark.parametrize("name", ["guests", "restaurant", "date"])
@pytest.mark.parametrize(
    ("answer", "is_meant"),
    [("yes", True), ("that's right", True), ("yes please", True), ("no", False), ("that is wrong", False)],
)
def test_a_yes_takes_the_only_option_and_a_no_denies_it(name, answer, is_meant):
    told = {"guests": "for four", "restaurant": "at Lido", "date": "on 2026-05-02"}
    request_ = " ".join(["A table", *(words for key, words in told.items() if key != name)])
    made = guard().decide(request_, ("reserve_table", FULL))
    assert (made.question.path, len(made.question.options)) == ((name,), 1)
    after = made.answer(answer)
    if is_meant:
        assert after.arguments == FULL
        return
    assert (after.action, after.question.path, after.question.options) == ("ask", (name,), ())
    assert after.answer(None).action == "refuse"
    other = {"guests": 7, "restaurant": "Mole", "date": "2026-05-09"}[name]
    assert after.answer(str(other)).arguments == {**FULL, name: other}


@pytest.mark.parametrize("answer", ["what do you mean?", "-", "which ones are there?", "hmm, not sure yet"])
def test_a_text_that_does_not_say_a_text_is_told_so(answer):
    made = guard().decide("A table for four on 2026-05-02", ("reserve_table", FULL)).answer(answer)
    asked = "Please say it, and nothing else. What is the restaurant?"
    assert made.question.text == f"“{answer}” does not say the restaurant. {asked}"


@pytest.mark.parametrize(("nights", "answer"), [(3, "three"), (3, "3"), (5, "five nights"), (2, "2")])
def test_an_answer_tells_no_other_argument_the_same_value(nights, answer):
    numbers = {
        key: {"type": "integer", "description": f"the number of {key}"} for key in ("nights", "guests")
    }
    room = {"name": "book_room", "parameters": {"type": "object", "properties": numbers}}
    call = ("book_room", {"nights": nights, "guests": nights})
    made = cq.Guard([room]).decide("Book a room", call).answer(answer)
    assert (made.action, made.question.path) == ("ask", ("guests",))


def test_answers_after_the_deadline_count_as_none():
    now = [0.0]
    made = guard(deadline=30, clock=lambda: now[0]).decide(*UNTOLD)
    now[0] = 29.0
    assert made.answer("6").arguments["guests"] == 6
    now[0] = 30.0
    assert made.answer("6").arguments["guests"] == 4


@pytest.mark.parametrize("name", ["cost_of_asking", "max_questions", "deadline"])
@pytest.mark.parametrize("value", [-1, True, False, np.bool_(True), float("nan"), 10**400, "1", "", []])
def test_options_that_are_no_numbers_from_0_up_are_refused(name, value):
    with pytest.raises(cq.InputError, match=rf"{name} .* is not a (whole )?number from 0 to 1e308"):
        guard(**{name: value})


def test_options_may_be_those_of_numpy_and_have_no_end():
    made = guard(cost_of_asking=np.float32(0.5), max_questions=np.int64(2), deadline=np.int64(3))
    assert (made.cost_of_asking, made.max_questions, made.deadline) == (0.5, 2, 3.0)
    assert guard(deadline=float("inf")).decide(*UNTOLD).answer("6").arguments["guests"] == 6
    assert guard(cost_of_asking=float("inf")).decide(*UNTOLD).action == "act"


@pytest.mark.parametrize(
    "options", [{"max_questions": 1.5}, {"on_no_answer": "wait"}, {"cost_of_asking": None}]
)
def test_options_are_checked(options):
    with pytest.raises(cq.InputError):
        guard(**options)


@pytest.mark.parametrize(
    "arguments",
    [
        (5, ("reserve_table", FULL)),
        ("A table", "reserve_table"),
        ("A table", {"name": "reserve_table", "arguments": "{"}),
        ("A table", ("reserve_table", FULL), [(FULL, 0.8), ({**FULL, "guests": 5}, 0.7)]),
        ("A table", ("reserve_table", FULL), [(FULL, float("nan"))]),
        ("A table", ("reserve_table", FULL), [FULL]),
        ("A table", ("reserve_table", FULL), [], ["hello"]),
    ],
)
def test_inputs_are_checked(arguments):
    with pytest.raises(cq.InputError):
        guard().decide(*arguments)


def test_a_tool_needs_a_name_and_a_schema_of_an_object():
    for tool in (
        {},
        {"name": "x", "parameters": {"type": "nothing"}},
        {"name": "x", "parameters": {"type": "string"}},
        3,
    ):
        with pytest.raises(cq.InputError):
            cq.Guard([tool])
    with pytest.raises(cq.InputError, match="two tools"):
        cq.Guard([TABLE, TABLE])


def test_a_call_nested_too_deeply_is_refused_by_name():
    deep: dict = {}
    for _ in range(100_000):
        deep = {"x": deep}
    with pytest.raises(cq.InputError, match="nested too deeply"):
        guard().decide("A table", ("reserve_table", deep))


def test_loading_the_guard_loads_nothing_heavy():
    heavy = ("torch", "numpy", "pandas", "jsonschema", "pydantic")
    code = f"import sys, cq; cq.Guard; print([name for name in {heavy} if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "[]"


def test_numbers_of_numpy_are_those_of_python():
    given = {**FULL, "guests": np.int64(4), "outdoor": np.bool_(False)}
    made = guard().decide(REQUEST, ("reserve_table", given), [(given, np.float32(1))])
    assert (made.action, made.arguments) == ("act", {**FULL, "outdoor": False})
    for p in (True, float("nan"), 10**400):
        with pytest.raises(cq.InputError, match="is not between 0 and 1"):
            guard().decide(REQUEST, ("reserve_table", FULL), [(FULL, p)])


def test_a_lone_surrogate_is_named_wherever_it_stands():
    call = ("reserve_table", FULL)
    for name, arguments in {
        "the request 'A": ("A \ud800", call),
        "the turn": (REQUEST, call, [], [("user", "\ud800")]),
        "the text": (REQUEST, ("reserve_table", {**FULL, "restaurant": "\ud800"})),
        "the text '.ud801": (REQUEST, call, [({"restaurant": "\ud801"}, 1.0)]),
    }.items():
        with pytest.raises(cq.InputError, match=f"{name}.* holds a lone surrogate; type that place again"):
            guard().decide(*arguments)
    with pytest.raises(cq.InputError, match=r"the answer .* holds a lone surrogate"):
        guard().decide(*UNTOLD).answer("\ud800")
    with pytest.raises(cq.InputError, match="holds a lone surrogate"):
        cq.Guard([{**TABLE, "description": "\udfff"}])


WEDNESDAY = date(2026, 3, 11)


@pytest.mark.parametrize(
    ("words", "day"),
    [
        ("tomorrow", "2026-03-12"),
        ("today", "2026-03-11"),
        ("the day after tomorrow", "2026-03-13"),
        ("in three days", "2026-03-14"),
        ("on Friday", "2026-03-13"),
        ("on Tuesday", "2026-03-17"),
    ],
)
def test_with_today_words_tell_one_day(words, day):
    knows, other = guard(today=WEDNESDAY), "2026-04-22"
    request = f"A table for four at Lido {words}"
    assert knows.decide(request, ("reserve_table", {**FULL, "date": day})).action == "act"
    assert knows.decide(request, ("reserve_table", {**FULL, "date": other})).action == "ask"
    made = knows.decide("A table for four at Lido", ("reserve_table", without("date")))
    filled = made.answer(words)
    assert filled.arguments == {**FULL, "date": day}
    made = knows.decide(request, ("reserve_table", {**FULL, "date": words}))
    assert made.assumption == f"the day: {day}"


def test_what_today_does_not_settle_stays_open():
    knows = guard(today=WEDNESDAY)
    for day in ("2026-03-13", "2026-03-20"):
        call = ("reserve_table", {**FULL, "date": day})
        assert knows.decide("A table for four at Lido next Friday", call).action == "act"
    made = knows.decide("A table for four at Lido", ("reserve_table", without("date")))
    for words in ("next Friday", "on Wednesday", "next week", "on 5 May"):
        assert "I cannot take" in made.answer(words).question.text


def test_today_may_be_a_function_and_is_asked_for_once_a_decision():
    days = iter([WEDNESDAY, datetime(2026, 3, 12, 23, 59)])
    knows = guard(today=lambda: next(days))
    call = ("reserve_table", {**FULL, "date": "2026-03-12"})
    assert knows.decide("A table for four at Lido tomorrow", call).action == "act"
    assert knows.decide("A table for four at Lido tomorrow", call).action == "ask"


@pytest.mark.parametrize("today", ["2026-03-11", 3, lambda: "2026-03-11", lambda: 1.5])
def test_a_today_that_is_no_date_is_refused(today):
    with pytest.raises(cq.InputError, match=r"today .* is not a date; give a datetime.date"):
        guard(today=today).decide(REQUEST, ("reserve_table", FULL))


LAMP = {
    "name": "set_lamp",
    "description": "Set a lamp.",
    "parameters": {
        "type": "object",
        "properties": {
            "room": {"type": "string", "description": "the room"},
            "percent": {"type": "integer", "default": 50, "description": "the brightness in percent"},
            "colour": {"enum": ["warm", "cold"], "default": "warm", "description": "the colour of the light"},
            "night": {"type": "boolean", "default": False, "description": "whether it is on for the night"},
        },
        "required": ["room"],
    },
}


@pytest.mark.parametrize(
    ("request_", "name", "value"),
    [
        ("Set the lamp in the office to 80 percent", "percent", 80),
        ("Set the office lamp, dim it to twenty", "percent", 20),
        ("A cold light from the lamp in the office", "colour", "cold"),
        ("Set the office lamp for the night", "night", True),
    ],
)
@pytest.mark.parametrize("is_given", [True, False])
def test_what_is_said_wins_over_a_default(request_, name, value, is_given):
    front = cq.Guard([LAMP], similarity=lambda texts, other: 0.0, max_questions=0)
    default = {name: LAMP["parameters"]["properties"][name]["default"]} if is_given else {}
    made = front.decide(request_, ("set_lamp", {"room": "office", **default}))
    assert made.action == "act"
    assert made.arguments[name] == value
    assert made.assumption is not None


@pytest.mark.parametrize(
    "request_", ["Set the lamp in the office", "A lamp for the office, not for the night"]
)
def test_a_default_that_nothing_speaks_against_stays(request_):
    front = cq.Guard([LAMP], similarity=lambda texts, other: 0.0)
    made = front.decide(request_, ("set_lamp", {"room": "office"}))
    assert (made.action, made.arguments, made.assumption) == ("act", {"room": "office"}, None)


def test_a_number_told_for_one_argument_does_not_replace_the_default_of_another():
    front = cq.Guard([LAMP], similarity=lambda texts, other: 0.0)
    made = front.decide("Set the lamp in room 12", ("set_lamp", {"room": "room 12"}))
    assert (made.action, made.arguments) == ("act", {"room": "room 12"})


def test_a_default_that_is_denied_is_not_assumed_by_leaving_it_out():
    front = cq.Guard([LAMP], similarity=lambda texts, other: 0.0, max_questions=0)
    made = front.decide("Set the lamp in the office, not warm", ("set_lamp", {"room": "office"}))
    assert (made.action, made.arguments) == ("refuse", None)


STAY = {
    "name": "book_room",
    "description": "Book a room.",
    "parameters": {
        "type": "object",
        "properties": {
            "guests": {"type": "integer", "description": "the number of guests"},
            "date": {"type": "string", "format": "date", "description": "the day"},
            "nights": {"type": "integer", "description": "the number of nights"},
            "time": {"type": "string", "pattern": "^\\d\\d:\\d\\d$", "description": "the time of arrival"},
        },
    },
}


@pytest.mark.parametrize(
    ("name", "made_up", "answer", "value"),
    [
        ("nights", 7, "three", 3),
        ("nights", 7, "3", 3),
        ("nights", 7, "five, no, four", 4),
        ("time", "19:00", "a quarter past 20", "20:15"),
        ("time", "19:00", "20:15", "20:15"),
        ("time", "19:00", "at 20", "20:00"),
    ],
)
def test_an_answer_speaks_of_its_own_argument(name, made_up, answer, value):
    """ "Three" nights does not deny two guests, and a quarter past eight no day."""
    front = cq.Guard([STAY], similarity=lambda texts, other: 0.0)
    told = {"guests": 2, "date": "2026-03-14"}
    made = front.decide("A room for two on 14 March 2026", ("book_room", {**told, name: made_up}))
    assert made.question.path == (name,)
    made = made.answer(answer)
    assert (made.action, made.arguments) == ("act", {**told, name: value})


def test_an_answer_that_says_more_is_heard_for_the_others_too():
    front = cq.Guard([STAY], similarity=lambda texts, other: 0.0)
    told = {"guests": 2, "date": "2026-03-14"}
    made = front.decide("A room for two on 14 March 2026", ("book_room", {**told, "nights": 7}))
    made = made.answer("three nights, and for five guests, not two")
    assert made.question.path == ("guests",)
    made = front.decide(
        "A room for two on 14 March 2026", ("book_room", {**told, "time": "19:00", "nights": 3})
    )
    assert {made.question.path} <= {("time",), ("nights",)}


@pytest.mark.parametrize("number", [2, np.int64(2)])
def test_a_number_answers_as_the_number_of_an_option_or_as_the_value(number):
    made = cq.Guard([LAMP]).decide("A lamp in the office", ("set_lamp", {"room": "office", "colour": "red"}))
    assert made.question.options == ("warm", "cold")
    assert made.answer(number).arguments["colour"] == "cold"
    assert "I cannot take “7”" in made.answer(7).question.text
    assert guard().decide(*UNTOLD).answer(7).arguments == {**FULL, "guests": 7}
    for other in (True, 2.5, ["2"]):
        with pytest.raises(cq.InputError, match="is not text; give the words, an option's number"):
            made.answer(other)


def test_only_a_question_can_be_answered():
    with pytest.raises(cq.InputError, match="nothing was asked"):
        guard().decide(REQUEST, ("reserve_table", FULL)).answer("4")


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=150, deadline=None)
@given(
    request=st.text(max_size=60),
    arguments=st.dictionaries(st.sampled_from([*FULL, "outdoor", "x"]), VALUES, max_size=5),
    answers=st.lists(
        st.none() | st.text(max_size=30) | st.sampled_from(["yes", "4", "2026-05-02"]), max_size=12
    ),
)
def test_whatever_comes_no_call_outside_its_schema_is_made_and_it_ends(request, arguments, answers):
    front = guard()
    made = front.decide(request, ("reserve_table", arguments))
    for answer in answers:
        if made.action == "ask":
            made = made.answer(answer)
    while made.action == "ask":
        made = made.answer(None)
    assert 0 <= made.p_wrong <= 1
    assert 0 <= made.value_of_asking <= 1
    if made.action == "act":
        assert not front.tools["reserve_table"].problems(made.arguments)
