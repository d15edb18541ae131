"""A dialogue: what is said changes the world, can be taken back, saved, and read again."""

from __future__ import annotations

import json
import pickle
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from grids import filled
from hypothesis import example, given, settings
from hypothesis import strategies as st

import cq
from cq.dialogue import parse_dialogue
from cq.dialogue.questions import Option
from cq.errors import InputError
from cq.language.request import is_question, read_request

CLEAR = "Place a red block on top of the blue tower."
UNCLEAR = "place some blocks next to it"
BANK = ["What colour should it be?", "How many blocks?", "Where should they go", "Done: shall I <go> on"]


@pytest.fixture
def dialogue(towers) -> cq.Dialogue:
    return cq.Dialogue(towers, qbank=BANK)


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
    before, world = dialogue.transcript, dialogue.world
    answered = dialogue.answer("three red ones to the east of the tower")
    assert same_turn(
        answered, cq.ask("three red ones to the east of the tower", world, BANK, dialogue=before)
    )
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
    for text in (CLEAR, UNCLEAR):
        dialogue.say(text)
    dialogue.undo()
    assert len(dialogue.turns) == 1
    assert dialogue.world != start
    dialogue.undo()
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
    for answer in (2, Option("blue"), "blue"):
        opened = cq.Dialogue.from_dict(saved)
        opened.answer(answer)
        assert opened.said[2] == ("architect", "blue")
    opened = cq.Dialogue.from_dict(saved)
    for answer in (0, 3, True, Option("green")):
        with pytest.raises(
            cq.InputError, match="is no option of the question; its options are 1 'red', 2 'b"
        ):
            opened.answer(answer)
    with pytest.raises(cq.InputError, match="answer ' ' holds no words"):
        opened.answer(" ")
    saved["steps"][0]["turn"]["question"]["options"] = []
    with pytest.raises(cq.InputError, match="it has none: answer in words"):
        cq.Dialogue.from_dict(saved).answer(1)


@pytest.mark.parametrize("text", ["", "?!", 7, None, ["a"], "<judge> Build a wall", "word " * 3000])
def test_bad_words_change_nothing(dialogue, text):
    dialogue.say(UNCLEAR)
    saved = dialogue.to_dict()
    for speak in (dialogue.say, dialogue.answer):
        if text == 7 and speak == dialogue.answer:
            continue
        with pytest.raises(cq.InputError, match=r"^(instruction|answer|the instruction|the answer)\b"):
            speak(text)
    assert dialogue.to_dict() == saved


@pytest.mark.parametrize("most", [-1, True, 1.0, "1"])
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


def changed(data: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """A copy of JSON data with one value changed."""
    copy = json.loads(json.dumps(data))
    *parents, last = [int(part) if part.isdecimal() else part for part in path.split(".")]
    inner = copy
    for part in parents:
        inner = inner[part]
    inner[last] = value
    return copy


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("version", 3, "has version 3; this cq reads version 2"),
        ("version", [1, 2], "has version"),
        ("max_questions", -1, "max_questions is -1"),
        ("cost_of_asking", 3, "cost_of_asking 3"),
        ("start", {}, "a recorded state holds its blocks"),
        ("start", [], r"start is \[\]; it must be a dict"),
        ("qbank", [], "qbank is list"),
        ("qbank.questions", ["a"], "as many ids as questions"),
        ("steps", {}, "steps is {}; it must be a list"),
        ("steps.0", 7, "step 1 of the saved dialogue: step is int 7; it must be an object"),
        ("steps.1.said", " ", "step 2 of the saved dialogue: step.said is ' '; it must be some text"),
        ("steps.1.is_answer", True, "step 2 .*the turn before asks nothing"),
        (
            "steps.0.turn.action",
            "dance",
            "turn.action is 'dance'; it must be one of build, ask, refuse, reply",
        ),
        ("steps.0.turn.action", "refuse", "turn.build is given, but the action is 'refuse'"),
        ("steps.0.turn.build.actions", [["place", 0, 0, 99, 1]], "outside the zone"),
        ("steps.0.turn.build.actions", [["place", 0, 0, 0, 9]], 'is not .*"place" or "break"'),
        ("steps.0.turn.build.confidence", float("nan"), r"build.confidence is nan; it must be a number in"),
        ("steps.1.turn.question.asked", 7, "question.asked is 7"),
        ("steps.1.turn.question.options", [{"text": "a"}], "option lacks 'probability'"),
        ("steps.1.turn.clarity.is_clear", 1, "clarity.is_clear is 1; it must be a bool"),
    ],
)
def test_what_is_wrong_with_a_saved_dialogue_is_named(dialogue, path, value, message):
    dialogue.say(CLEAR)
    dialogue.say(UNCLEAR)
    with pytest.raises(cq.InputError, match=message):
        cq.Dialogue.from_dict(changed(dialogue.to_dict(), path, value))


@pytest.mark.parametrize("version", [np.array(2), np.array([1, 2]), np.zeros((2, 2)), [2], "2", True, None])
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


@settings(max_examples=8, deadline=None)
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
            asked = [exchange.question for exchange in request.exchanges]
            asked += [said[-1][1]] if dialogue.question_is_open else []
            assert len(asked) == len(set(asked))
            assert most is None or len(asked) <= most
            assert is_question(said[-1][1]) == dialogue.question_is_open


YELLOW = 6


def asked_which() -> cq.Dialogue:
    """A dialogue that has asked which of two yellow blocks is meant."""
    dialogue = cq.Dialogue(filled({(0, 2, 2): YELLOW, (0, 8, 5): YELLOW}))
    assert dialogue.say("Break the yellow one").action == "ask"
    return dialogue


@pytest.mark.parametrize("answer", ["I mean the yellow one", "neither"])
def test_an_answer_that_does_not_choose_is_refused(answer):
    turn = asked_which().answer(answer)
    assert turn.action == "refuse"
    assert turn.reasons == (f"“{answer}” does not say which yellow block is meant",)


@pytest.mark.parametrize("answer", ["purple banana", "What?", "Which is that then, anyway?", "as I said"])
def test_an_answer_that_is_not_understood_is_asked_for_once_more(answer):
    dialogue = asked_which()
    first = dialogue.turns[-1].question
    turn = dialogue.answer(answer)
    assert turn.action == "ask"
    assert turn.question.text.startswith(f"I did not understand “{answer}”. ")
    assert turn.question.options == first.options
    assert dialogue.answer("gibberish").action == "refuse"
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


@pytest.mark.parametrize("answer", ["you choose", "I don't know", "both", "the yellow ones"])
def test_an_answer_that_leaves_the_choice_or_means_all_is_built(answer):
    assert asked_which().answer(answer).action == "build"


@pytest.mark.parametrize("answer", ["3", "0", " 007 ", "9" * 5000])
def test_the_text_of_a_number_beyond_the_options_is_an_input_error(answer):
    dialogue = asked_which()
    with pytest.raises(InputError, match=r"is no option of the question; its options are 1 "):
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
