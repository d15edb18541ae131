"""A dialogue: what is said changes the world, can be taken back, saved, and read again."""

from __future__ import annotations

import json
import pickle
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from copy import copy
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import examples
from grids import filled
from hypothesis import example, given
from hypothesis import strategies as st

import cq
from cq.dialogue import parse_dialogue
from cq.dialogue.limits import AskingLimits
from cq.dialogue.questions import Option
from cq.errors import InputError
from cq.language.request import read_request
from cq.language.spoken import is_question

CLEAR = "Place a red block on top of the blue tower."
ABSENT = "Remove the orange block"
UNCLEAR = "place some blocks next to it"
BANK = ["What colour should it be?", "How many blocks?", "Where should they go", "Done: shall I <go> on"]


@pytest.fixture
def dialogue(towers) -> cq.Dialogue:
    return cq.Dialogue(towers, qbank=BANK)


@pytest.fixture(scope="module")
def saved(towers) -> dict[str, Any]:
    """A saved dialogue of a build and of a question."""
    dialogue = cq.Dialogue(towers, qbank=BANK)
    dialogue.say(CLEAR)
    dialogue.say(UNCLEAR)
    return dialogue.to_dict()


def same_turn(a: cq.Turn, b: cq.Turn) -> bool:
    builds = a.build is b.build is None or np.array_equal(a.build.grid, b.build.grid)
    return (a.action, a.question, a.reasons, a.clarity, a.questions) == (
        b.action,
        b.question,
        b.reasons,
        b.clarity,
        b.questions,
    ) and builds


def test_a_build_changes_the_world_and_closes_the_request(dialogue, towers):
    turn = dialogue.say(CLEAR)
    assert turn.action == "build"
    assert np.array_equal(dialogue.world.grid, turn.build.grid)
    assert dialogue.world.pose == cq.World.parse(towers).pose
    assert dialogue.transcript.splitlines()[-1].startswith("<Builder> Done: placed 1 red block")
    assert not dialogue.question_is_open
    assert read_request("and now?", dialogue.said).exchanges == ()


def test_a_question_waits_for_its_answer(dialogue, towers):
    turn = dialogue.say(UNCLEAR)
    assert turn.action == "ask"
    assert dialogue.question_is_open
    assert is_question(dialogue.said[-1][1])
    before, world, text = dialogue.said, dialogue.world, "three red ones to the east of the tower"
    assert len(read_request(text, parse_dialogue(dialogue.transcript)).exchanges) == 1
    answered = dialogue.answer(text)
    assert same_turn(answered, cq.ask(text, world, BANK, dialogue=before))
    assert dialogue.turns == (turn, answered)


def test_what_is_said_while_a_question_is_open_is_a_new_instruction(dialogue):
    dialogue.say(UNCLEAR)
    dialogue.say(CLEAR)
    request = read_request(*reversed_last(dialogue))
    assert (request.instruction, request.exchanges) == (CLEAR, ())


def reversed_last(dialogue: cq.Dialogue) -> tuple[str, Any]:
    """The architect's last words, and all turns before them."""
    said = dialogue.said[:-1]
    return said[-1][1], said[:-1]


def test_undo_takes_back_words_and_builds(dialogue, towers):
    start = cq.World.parse(towers)
    first, _ = [dialogue.say(text) for text in (CLEAR, UNCLEAR)]
    assert dialogue.undo() is first
    assert dialogue.turns == (first,)
    assert dialogue.world != start
    assert dialogue.undo() is None
    assert dialogue.world == start
    assert dialogue.transcript == ""
    with pytest.raises(cq.InputError, match="nothing is left to undo"):
        dialogue.undo()


def test_an_answer_needs_a_question(dialogue):
    for _ in range(2):
        with pytest.raises(cq.InputError, match=r"comes without a question; give an instruction by say\(\)"):
            dialogue.answer("red")
        dialogue.say(CLEAR)


def test_an_option_answers_by_its_words(dialogue):
    data = cq.Dialogue(dialogue.world, qbank=BANK)
    data.say(UNCLEAR)
    saved = data.to_dict()
    saved["steps"][0]["turn"]["question"]["options"] = [
        {"text": text, "probability": 0.5} for i, text in enumerate(("red", "blue"))
    ]
    for answer in (2, np.int64(2), np.uint8(2), Option("blue"), "blue", np.str_("2")):
        opened = cq.Dialogue.from_dict(saved)
        opened.answer(answer)
        assert opened.said[2] == ("architect", "blue")
    opened = cq.Dialogue.from_dict(saved)
    for answer in (0, 3, True, np.int64(0), np.int8(3), np.True_, np.timedelta64(1), 1.0, Option("green")):
        with pytest.raises(
            cq.InputError, match="is not an option of the question; its options are 1 'red', 2 'b"
        ):
            opened.answer(answer)
    with pytest.raises(cq.InputError, match="answer ' ' holds no words"):
        opened.answer(" ")
    saved["steps"][0]["turn"]["question"]["options"] = []
    with pytest.raises(cq.InputError, match="it has none: answer in words"):
        cq.Dialogue.from_dict(saved).answer(1)


@pytest.mark.parametrize("text", ["", "?!", 7, None, ["a"], "<judge> Build a wall", "word " * 3000])
def test_bad_words_change_nothing(saved, text):
    dialogue = cq.Dialogue.from_dict(saved)
    for speak in (dialogue.say, dialogue.answer):
        if text == 7 and speak == dialogue.answer:
            continue
        with pytest.raises(cq.InputError, match=r"^(instruction|answer|the instruction|the answer)\b"):
            speak(text)
    assert dialogue.to_dict() == saved


@pytest.mark.parametrize(
    ("options", "most", "cost"),
    [
        ({"max_questions": np.int64(1)}, 1, None),
        ({"max_questions": np.uint8(0)}, 0, None),
        ({"cost_of_asking": np.float32(0.25)}, None, 0.25),
        ({"cost_of_asking": Fraction(1, 4)}, None, 0.25),
    ],
)
def test_limits_of_numpy_are_saved(options, most, cost):
    saved = json.loads(json.dumps(cq.Dialogue(**options).to_dict()))
    assert (saved["max_questions"], saved["cost_of_asking"]) == (most, cost)
    assert cq.Dialogue.from_dict(saved).limits == AskingLimits(cost, most)


@pytest.mark.parametrize("most", [-1, True, 1.0, "1", np.int64(-1), np.timedelta64(1)])
def test_a_bad_number_of_questions_is_refused(most):
    with pytest.raises(cq.InputError, match="max_questions is"):
        cq.Dialogue(max_questions=most)
    with pytest.raises(cq.InputError, match="cost_of_asking"):
        cq.Dialogue(cost_of_asking=2)


def test_without_questions_it_never_asks(towers):
    silent = cq.Dialogue(towers, max_questions=0, qbank=BANK)
    assert silent.say(UNCLEAR).action != "ask"


def test_a_dialogue_uses_the_given_pipeline(towers):
    given_ = cq.Pipeline.from_pretrained()
    assert cq.Dialogue(towers, pipeline=given_).pipeline is given_
    assert cq.Dialogue(towers).pipeline is not given_


def test_what_is_no_pipeline_is_refused(towers):
    with pytest.raises(cq.InputError, match=r"pipeline is str 'weights'; give a cq\.Pipeline"):
        cq.Dialogue(towers, pipeline="weights")


def test_a_saved_dialogue_goes_on_with_the_same_turn(dialogue):
    dialogue.say(CLEAR)
    dialogue.say(UNCLEAR)
    again = cq.Dialogue.from_dict(json.loads(json.dumps(dialogue.to_dict())))
    assert again.transcript == dialogue.transcript
    assert again.world == dialogue.world
    assert all(same_turn(a, b) for a, b in zip(again.turns, dialogue.turns, strict=True))
    assert same_turn(again.answer("two red ones"), dialogue.answer("two red ones"))
    assert again.to_dict() == dialogue.to_dict()


@pytest.mark.parametrize(
    ("before", "then"),
    [
        (["Build a tower of 3 red blocks in the northeast corner"], "make it blue instead"),
        (["Build a tower of 3 red blocks in the northeast corner", "make it blue instead"], "undo that"),
        (["Put a green block in the middle", "undo", "redo"], "one more"),
        (["Remove the blue tower", "undo"], "I meant the red one"),
        ([UNCLEAR], "wait"),
        ([UNCLEAR], "you choose"),
        ([UNCLEAR, "I don't know"], "red"),
        ([ABSENT], "1"),
        ([ABSENT, "why?"], "the blue one"),
        ([ABSENT, "yes"], "make them green"),
    ],
)
def test_a_saved_dialogue_knows_how_it_was_understood(towers, before, then):
    dialogue = cq.Dialogue(towers)
    for text in before:
        speak(dialogue, text)
    again = cq.Dialogue.from_dict(json.loads(json.dumps(dialogue.to_dict())))
    assert [one.memory for one in again.steps] == [one.memory for one in dialogue.steps]
    for text in (then, "make it yellow", "undo"):
        ours, theirs = speak(dialogue, text), speak(again, text)
        assert same_turn(ours, theirs)
        assert (ours.assumptions, ours.reply) == (theirs.assumptions, theirs.reply)
        assert again.to_dict() == dialogue.to_dict()
    assert again.world == dialogue.world


def speak(dialogue: cq.Dialogue, text: str) -> cq.Turn:
    return dialogue.answer(text) if dialogue.question_is_open else dialogue.say(text)


def test_a_dialogue_that_begins_in_the_world_of_another_is_saved_with_what_was_done_last(dialogue):
    dialogue.say(CLEAR)
    after = cq.Dialogue(dialogue.world, on_unsure="refuse")
    again = cq.Dialogue.from_dict(json.loads(json.dumps(after.to_dict())))
    assert (again.start, again.limits) == (after.start, after.limits)
    assert again.start.past[-1] == dialogue.start
    assert same_turn(again.say("make it green"), after.say("make it green"))


OF_0_2_0 = Path(__file__).with_name("saved_by_0_2_0.json")


def test_a_dialogue_of_0_2_0_is_read_and_goes_on():
    old = cq.Dialogue.from_dict(json.loads(OF_0_2_0.read_text()))
    assert (old.limits.max_questions, old.limits.on_unsure, old.question_is_open) == (3, "build", True)
    assert [one.action for one in old.turns] == ["build", "reply", "ask"]
    answered = old.answer(1)
    assert [str(one) for one in answered.build.actions] == ["break the block at x 5, z 3, level 1"]
    again = cq.Dialogue.from_dict(json.loads(json.dumps(old.to_dict())))
    assert again.to_dict() == old.to_dict()


def test_a_dialogue_of_0_2_0_that_cannot_be_read_is_refused_by_name():
    old = json.loads(OF_0_2_0.read_text())
    for path, value in (("steps.0.turn.build", None), ("steps.2.turn.question.value", 7), ("start", {})):
        with pytest.raises(
            cq.InputError, match=r"\(version 2, of an older cq: go on with that one, or begin"
        ):
            cq.Dialogue.from_dict(changed(old, path, value))


def changed(data: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """A copy of JSON data with one value changed."""
    another = json.loads(json.dumps(data))
    *parents, last = [int(part) if part.isdecimal() else part for part in path.split(".")]
    inner = another
    for part in parents:
        inner = inner[part]
    inner[last] = value
    return another


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("version", 4, "has version 4; this cq reads the versions 1 to 3: take the cq that wrote it"),
        ("version", [1, 2], "has version"),
        ("max_questions", -1, "max_questions is -1"),
        ("cost_of_asking", 3, "cost_of_asking 3"),
        ("on_unsure", "weep", "on_unsure is 'weep'; it must be 'build' or 'refuse'"),
        ("start", {}, "a recorded state holds its blocks"),
        ("start", [], r"start is \[\]; it must be an object"),
        ("recent", [[0, 99, 0]], "outside the zone"),
        ("qbank", [], r"qbank is \[\]; it must be an object"),
        ("qbank.questions", ["a"], "as many ids as questions"),
        ("steps", {}, "steps is {}; it must be a list"),
        ("steps.0", 7, "step 1 of the saved dialogue: it is 7; it must be an object"),
        ("steps.1.said", " ", "step 2 of the saved dialogue: said is ' '; it must be some text"),
        ("steps.1.sayd", "a", "step 2 of the saved dialogue: sayd is not a field; remove it"),
        ("steps.1.is_answer", True, "step 2 .*the turn before asks nothing"),
        ("steps.0.turn.action", "dance", "turn.action is 'dance'; it must be 'build', 'ask', 'refuse' or "),
        ("steps.0.turn.action", "refuse", "turn.build is given, but the action is 'refuse'"),
        ("steps.0.turn.build", None, "turn.build is missing, but the action is 'build'"),
        ("steps.0.turn.build.actions", [["place", 0, 0, 99, 1]], "outside the zone"),
        ("steps.0.turn.build.actions", [["place", 0, 0, 0, 9]], "has the colour 9, which the world lacks"),
        (
            "steps.0.turn.build.actions",
            [["place", 0, True, 0, 1]],
            r"actions\[0\]\[2\] is True; it must be a",
        ),
        ("steps.0.turn.build.confidence", float("nan"), "build.confidence is nan; it must be less than or"),
        ("steps.1.turn.question.asked", 7, "question.asked is 7"),
        ("steps.1.turn.question.about", "taste", "about is 'taste'; it must be words, blocks or a colour"),
        ("steps.1.turn.question.options", [{"text": "a"}], r"options\[0\].probability is missing; give it"),
        ("steps.1.turn.clarity.is_clear", 1, "clarity.is_clear is 1; it must be a valid boolean"),
        ("steps.1.turn.guess.actions", None, "guess.actions is null, but nothing is built"),
        ("steps.0.memory.program", [{"type": "Dance"}], r"memory.program\[0\] has the \"type\" 'Dance'"),
        ("steps.0.memory.path", [-1], r"memory.path\[0\] is -1"),
    ],
)
def test_what_is_wrong_with_a_saved_dialogue_is_named(saved, path, value, message):
    with pytest.raises(cq.InputError, match=message):
        cq.Dialogue.from_dict(changed(saved, path, value))


@pytest.mark.parametrize(
    "version", [np.array(2), np.array([1, 2]), np.zeros((2, 2)), [2], "2", True, 0, None]
)
def test_a_version_is_a_number(version):
    with pytest.raises(cq.InputError, match="has version") as raised:
        cq.Dialogue.from_dict(cq.Dialogue().to_dict() | {"version": version})
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("data", [None, [], "x", {}, {"version": 1}])
def test_what_is_no_saved_dialogue_is_refused(data):
    with pytest.raises(cq.InputError, match="saved dialogue"):
        cq.Dialogue.from_dict(data)


acts = st.lists(
    st.sampled_from([
        ("say", CLEAR), ("say", UNCLEAR), ("say", "remove the orange block"), ("say", "hello there"),
        ("answer", "red"), ("answer", "I don't know"), ("answer", "Done: which <one>?"), ("undo", ""),
    ]),
    max_size=5,
)  # fmt: skip


@examples(3)
@given(acts, st.sampled_from([None, 0, 1, 2]))
@example([("say", CLEAR), ("say", CLEAR), ("answer", "Done: which <one>?")], None)
def test_any_dialogue_can_be_read_saved_and_stays_within_its_questions(some, most):
    dialogue = cq.Dialogue([(0, 63, 0, "blue"), (0, 64, 0, "blue")], max_questions=most, qbank=BANK)
    asked: list[str] = []
    for act, text in some:
        try:
            getattr(dialogue, act)(*([text] if text else []))
        except cq.InputError:
            continue
        said = dialogue.said
        assert parse_dialogue(dialogue.transcript) == said
        assert json.loads(json.dumps(dialogue.to_dict())) == dialogue.to_dict()
        again = cq.Dialogue.from_dict(dialogue.to_dict())
        assert (again.to_dict(), again.transcript, again.world) == (
            dialogue.to_dict(),
            dialogue.transcript,
            dialogue.world,
        )
        if said:
            request = read_request(*reversed_last(dialogue))
            asked = [exchange.question.head for exchange in request.exchanges]
            asked += [dialogue.question.head] if dialogue.question_is_open else []
            assert all(asked.count(one) <= 2 for one in asked)  # Twice if it was told something else.
            assert most is None or len(asked) <= most
            assert is_question(said[-1][1]) == dialogue.question_is_open


@examples(3)
@given(acts, st.sampled_from(["make it green", "undo that", "one more", "red", "you choose", "yes"]))
@example([("say", UNCLEAR), ("answer", "I don't know")], "you choose")
def test_the_next_turn_of_any_saved_dialogue_is_the_same(some, then):
    dialogue = cq.Dialogue([(0, 63, 0, "blue"), (0, 64, 0, "blue")])
    for act, text in some:
        with suppress(cq.InputError):
            getattr(dialogue, act)(*([text] if text else []))
    again = cq.Dialogue.from_dict(json.loads(json.dumps(dialogue.to_dict())))
    assert same_turn(speak(again, then), speak(dialogue, then))
    assert again.to_dict() == dialogue.to_dict()


YELLOW = 6


def asked_which() -> cq.Dialogue:
    """A dialogue that has asked which of two yellow blocks is meant."""
    return copy(_asked_which())


@cache
def _asked_which() -> cq.Dialogue:
    dialogue = cq.Dialogue(filled({(0, 2, 2): YELLOW, (0, 8, 5): YELLOW}))
    assert dialogue.say("Break the yellow one").action == "ask"
    return dialogue


def test_an_answer_that_does_not_choose_is_asked_whether_the_guess_is_meant():
    dialogue = asked_which()
    question = dialogue.answer("I mean the yellow one").question
    assert question.type == "confirmation"
    guess = dialogue.turns[-1].guess.build
    assert dialogue.answer("yes").build.actions == guess.actions


def test_if_no_option_is_meant_it_asks_once_more_without_them_and_then_refuses():
    dialogue = asked_which()
    first = dialogue.question
    again = dialogue.answer("neither").question
    assert (again.type, again.options) == ("which", ())
    assert again.text != first.text
    assert dialogue.answer("neither").action == "refuse"


def test_what_is_asked_once_more_without_options_is_heard():
    dialogue = asked_which()
    dialogue.answer("neither")
    (action,) = dialogue.answer("the northern one").build.actions
    assert action.kind == "break"


@pytest.mark.parametrize("answer", ["purple banana", "What?", "Which is that then, anyway?"])
def test_after_an_answer_that_is_not_understood_it_asks_something_else_or_builds_the_guess(answer):
    dialogue = asked_which()
    first, start = dialogue.question, dialogue.world
    turn = dialogue.answer(answer)
    assert turn.reasons
    assert turn.question is None or turn.question.head != first.head
    while turn.action == "ask":
        turn = dialogue.answer("gibberish")
    assert len(turn.build.actions) == 1
    while dialogue.world != start:
        dialogue.undo()
    assert dialogue.answer("the northern one").action == "build"


@pytest.mark.parametrize(
    "answer",
    ["north", "the western one", "How about the northern one?", "the second", "2", "the one at the back"],
)
def test_an_answer_that_chooses_is_built(answer):
    turn = asked_which().answer(answer)
    assert turn.action == "build"
    assert len(turn.build.actions) == 1


@pytest.mark.parametrize("answer", ["you choose", "I don't know", "as I said", "both", "the yellow ones"])
def test_an_answer_that_leaves_the_choice_or_means_all_is_built(answer):
    assert asked_which().answer(answer).action == "build"


@pytest.mark.parametrize("answer", ["3", "0", " 007 ", "9" * 5000])
def test_the_text_of_a_number_beyond_the_options_is_an_input_error(answer):
    dialogue = asked_which()
    with pytest.raises(InputError, match=r"is not an option of the question; its options are 1 "):
        dialogue.answer(answer)
    assert dialogue.question_is_open


def test_an_empty_answer_names_the_remedy():
    with pytest.raises(InputError, match="answer the question, or take one of its options"):
        asked_which().answer("")


@pytest.mark.parametrize(
    "text", ["Do nothing", "Leave everything as it is.", "Please don't change anything. Thanks!"]
)
def test_an_order_to_do_nothing_is_built(text):
    turn = cq.ask(text, filled({(0, 2, 2): YELLOW}))
    assert turn.action == "build"
    assert turn.build.actions == ()


def test_a_question_of_ones_own_bank_keeps_the_options():
    world = [(5, 63, 3, "yellow"), (-4, 63, 4, "yellow")]
    ours = cq.Dialogue(world).say("Break the yellow one").question
    dialogue = cq.Dialogue(world, qbank=["How long is it?", "Which yellow block?"])
    question = dialogue.say("Break the yellow one").question
    assert (question.text, question.options) == ("Which yellow block?", ours.options)
    opened = cq.Dialogue.from_dict(dialogue.to_dict())
    assert opened.question == question
    assert opened.answer(2).build.actions == dialogue.answer(question.options[1]).build.actions


def test_a_dialogue_begins_in_an_empty_zone():
    dialogue = cq.Dialogue(None, zone=cq.Zone(width=20, depth=15, height=4), palette=["teal", "white"])
    assert dialogue.say("Put a teal block in the northwest corner").build.grid.shape == (4, 20, 15)
    with pytest.raises(cq.InputError, match="zone"):
        cq.Dialogue(None, zone="large")


def test_threads_take_their_turns_in_one_dialogue():
    """No turn is lost: what was built is what was said."""
    dialogue = cq.Dialogue()
    places = [(x, z) for x in (-3, 0, 3) for z in (-3, 0, 3)]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda at: dialogue.say(f"Place a blue block at x {at[0]} z {at[1]}"), places))
    assert len(dialogue.steps) == len(dialogue.world) == len(places)
    assert cq.Dialogue.from_dict(dialogue.to_dict()).world == dialogue.world
    assert pickle.loads(pickle.dumps(dialogue)).world == dialogue.world
