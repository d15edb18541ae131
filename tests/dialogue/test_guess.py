"""The guess: every turn about building has one, answers do not spoil it, and it is built in the end."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle, islice
from typing import Any

import numpy as np
import pytest
from conftest import examples, needs_data
from hypothesis import given, reject
from hypothesis import strategies as st

import cq
from cq.building import Build
from cq.dialogue.guess import (
    AGREED,
    LEAST_KEPT,
    LEAST_SHARE,
    Guess,
    answer_to_guess,
    best_guess,
    removed_share,
)
from cq.language.asked import ClarifyingQuestion
from cq.language.spoken import Turns, Utterance
from cq.pipeline.default import default_pipeline
from cq.reading.grounded import GroundedInstruction
from cq.reading.outcome_constraints import agreement
from eval.behaviours.notation import parse_world

RED, BLUE, GREEN = "red -3,0..2,-2", "blue 3,0..2,2", "green 0,0,4"
WORLD = parse_world(f"{RED}; {BLUE}; {GREEN}", "north")


# --- answers about recorded rows ----------------------------------------------------------------------------

EVERYDAY = (
    "yes", "no", "idk", "you choose", "as I said", "neither", "never mind", "why?", "ok", "not there",
    "red", "Red please.", "three", "3 by 3", "two of them", "on top of it", "in the middle", "north",
    "the blue one", "all of them", "to the left of the red block", "remove everything", "on the ground",
    "next to the others", "it should be blue, and two high", "leave it", "a tower", "no, the green one",
    "Build a red tower of 3 in the middle", "the one that is closest to you", "same as before",
)  # fmt: skip
WORDS = (
    "red",
    "blue",
    "not",
    "the",
    "two",
    "3",
    "tower",
    "on",
    "left",
    "of",
    "block",
    "it",
    "no",
    "north",
    ",",
)
answers = st.one_of(
    st.sampled_from(EVERYDAY),
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(" ".join),
    st.text(st.characters(codec="utf-8"), min_size=1, max_size=30),
)


class Asked:
    """A recorded instruction in its world, and the turn that asks about it."""

    def __init__(self, text: str, world: cq.World) -> None:
        self.text, self.world = text, world
        self.turn = cq.ask(text, world, cost_of_asking=0.05)

    def __repr__(self) -> str:
        return repr(self.text)

    @property
    def dialogue(self) -> Turns:
        """What was said, with the guess."""
        question, guess = self.turn.question, self.turn.guess
        assert question is not None
        asks = Utterance("builder", question.text, "ask", question, None, guess)
        return (("architect", self.text), asks)


@pytest.fixture(scope="module")
def recorded(singleturn: Any) -> list[Asked]:
    """Four unclear rows about which a question is asked."""
    rows = (row for row in singleturn.select(range(0, len(singleturn), 23)) if row["question"])
    found = (Asked(row["instruction"], cq.World.parse(row["start"])) for row in rows)
    return list(islice((one for one in found if one.turn.action == "ask"), 4))


def answered_by(answer: str, world: cq.World, said: Turns) -> GroundedInstruction:
    """An answer as the bundled pipeline hears it."""
    return GroundedInstruction(answer.strip(), world, said, readers=default_pipeline().readers)


def speaks_against(answered: GroundedInstruction, before: Guess) -> bool:
    """Whether an answer says that a guess is wrong: by no, by another order, or by what it tells."""
    heard = answered.heard
    if heard.is_new or heard.withdrawn or answer_to_guess(answered) in ("no", "none"):
        return True
    results = heard.understanding.results
    likely = [one.grid for one in results if one.probability >= LEAST_SHARE]
    if heard.told and results and not any(np.array_equal(grid, before.build.grid) for grid in likely):
        return True  # With the answer, the words mean something else.
    return agreement(heard.outcome, answered.world.grid, before.build.grid) < 1


@needs_data
@examples(5)
@given(st.integers(0, 3), answers)
def test_no_answer_makes_the_guess_less_probable_unless_it_speaks_against_it(
    recorded: Sequence[Asked], place: int, answer: str
) -> None:
    asked = recorded[place]
    before = asked.turn.guess
    assert before is not None
    try:
        turn = cq.ask(answer, asked.world, dialogue=asked.dialogue)
    except cq.InputError:
        reject()
    answered = answered_by(answer, asked.world, asked.dialogue)
    if turn.guess is None:
        assert turn.action in ("reply", "refuse") or answered.request.exchanges[-1].question.options
    elif not speaks_against(answered, before):
        assert turn.guess.probability >= before.probability


@needs_data
@examples(2)
@given(st.integers(0, 3), st.lists(answers, min_size=3, max_size=3))
def test_the_guess_is_no_less_probable_at_the_end_of_a_dialogue(
    recorded: Sequence[Asked], place: int, said: list[str]
) -> None:
    dialogue = cq.Dialogue(recorded[place].world, cost_of_asking=0.05)
    turn = dialogue.say(recorded[place].text)
    for answer in said:
        if turn.question is None or turn.guess is None:
            break
        before, answered = turn.guess, answered_by(answer, dialogue.world, dialogue.said)
        try:
            turn = dialogue.answer(answer)
        except cq.InputError:
            continue
        if turn.guess is not None and dialogue.steps[-1].is_answer and not speaks_against(answered, before):
            assert turn.guess.probability >= before.probability


@needs_data
@pytest.mark.parametrize(("first", "answer"), enumerate(["idk, surprise me", "you choose", "as I said"]))
def test_who_leaves_it_to_the_builder_gets_the_guess(
    recorded: Sequence[Asked], first: int, answer: str
) -> None:
    for asked in recorded[first::3]:
        turn = cq.ask(answer, asked.world, dialogue=asked.dialogue)
        assert turn.action == "build"
        assert turn.guess is not None
        assert asked.turn.guess is not None
        assert turn.guess.build is turn.build
        assert turn.guess.probability >= asked.turn.guess.probability


@needs_data
@pytest.mark.parametrize(("first", "on_unsure"), enumerate(["build", "refuse"]))
def test_without_questions_it_builds_refuses_or_replies(
    recorded: Sequence[Asked], first: int, on_unsure: Any
) -> None:
    for one in recorded[first::2]:
        turn = cq.ask(one.text, one.world, max_questions=0, on_unsure=on_unsure)
        assert turn.action in ("build", "refuse", "reply")
        assert turn.question is None


# --- what is built in the end -------------------------------------------------------------------------------

OPEN = (
    "Put a block on the green one",
    "Build a row of four orange blocks",
    "Build a yellow tower in the middle",
)


@pytest.mark.parametrize(
    ("text", "answer"),
    zip(cycle(OPEN), ["idk, surprise me", "I don't know.", "whatever", "you choose", "as I said"]),
)
def test_what_is_left_open_is_built(text: str, answer: str) -> None:
    dialogue = cq.Dialogue(WORLD)
    assert dialogue.say(text).action == "ask"
    turn = dialogue.answer(answer)
    assert turn.action == "build"
    assert not dialogue.question_is_open
    assert dialogue.world != WORLD


@pytest.mark.parametrize("text", OPEN)
def test_if_it_shall_rather_refuse_it_says_what_it_would_have_to_know(text: str) -> None:
    silent = cq.Dialogue(WORLD, max_questions=0, on_unsure="refuse").say(text)
    assert silent.action == "refuse"
    assert any(one.startswith("I would have to know: ") for one in silent.reasons)
    assert silent.guess is not None
    assert cq.ask(text, WORLD, on_unsure="refuse").action == "ask"


@pytest.mark.parametrize("answer", ["idk", "mumble"])
def test_if_it_shall_rather_refuse_it_does_so_where_answers_tell_nothing(answer: str) -> None:
    dialogue = cq.Dialogue(WORLD, on_unsure="refuse")
    turn = dialogue.say("Put a block on the green one")
    while turn.action == "ask":
        turn = dialogue.answer(answer)
    assert turn.action == "refuse"
    assert dialogue.world == WORLD


@pytest.mark.parametrize("limits", [{}, {"max_questions": 0}, {"on_unsure": "refuse", "max_questions": 0}])
def test_what_is_sure_is_built_in_any_case(limits: dict[str, Any]) -> None:
    turn = cq.Dialogue(WORLD, **limits).say("Remove the red tower")
    assert turn.action == "build"
    assert turn.guess is not None
    assert turn.guess.build is turn.build


@pytest.mark.parametrize(
    ("text", "action"),
    [
        *((text, "build") for text in OPEN),
        ("Hello there", "reply"),
        ("Keep the red tower", "reply"),
        ("How many blocks are there?", "reply"),
        ("What is the weather like?", "refuse"),
        ("No blue block may be removed", "refuse"),
        ("Remove the orange tower", "build"),
        ("Build a house", "refuse"),
    ],
)
def test_what_asks_nothing_builds_refuses_or_replies(text: str, action: str) -> None:
    turn = cq.ask(text, WORLD, max_questions=0)
    assert (turn.action, turn.question) == (action, None)
    assert (turn.guess is None) == (action == "reply" or "weather" in text)


# --- what would be taken away is shown first ----------------------------------------------------------------

SHOWN = (
    "exept the blue tower, remove everything",
    "There is no need to remove the blue tower, remove the others",
)


def is_shown(text: str) -> tuple[cq.Dialogue, Build]:
    """A dialogue that shows what it would have taken away, and that build."""
    dialogue = cq.Dialogue(WORLD)
    turn = dialogue.say(text)
    assert turn.question is not None
    assert turn.question.type == "confirmation"
    assert turn.guess is not None
    assert removed_share(turn.guess) > 0
    return dialogue, turn.guess.build


@pytest.mark.parametrize(("text", "answer"), zip(cycle(SHOWN), ["yes", "Yes please.", "that's right"]))
def test_yes_builds_what_was_shown(text: str, answer: str) -> None:
    dialogue, shown = is_shown(text)
    turn = dialogue.answer(answer)
    assert turn.action == "build"
    assert np.array_equal(dialogue.world.grid, shown.grid)
    assert turn.guess is not None
    assert turn.guess.probability >= AGREED


@pytest.mark.parametrize(("text", "answer"), zip(cycle(SHOWN), ["no", "No!", "nope"]))
def test_no_drops_it_and_nothing_else_that_is_unsure_goes_unseen(text: str, answer: str) -> None:
    dialogue, shown = is_shown(text)
    turn = dialogue.answer(answer)
    assert not np.array_equal(dialogue.world.grid, shown.grid)
    assert turn.action in ("ask", "refuse")
    assert dialogue.world == WORLD


@pytest.mark.parametrize("text", SHOWN)
def test_what_is_kept_by_the_answer_is_not_touched(text: str) -> None:
    dialogue, _ = is_shown(text)
    dialogue.answer("no, keep the blue tower")
    blue = parse_world(BLUE).grid > 0
    assert np.array_equal(dialogue.world.grid[blue], WORLD.grid[blue])


# --- the better of two guesses ------------------------------------------------------------------------------


def built(places: Sequence[int], confidence: float, colour: int = 5) -> Build:
    """A build that puts blocks at some x in the north."""
    grid = WORLD.grid.copy()
    for x in places:
        grid[0, x + 5, 0] = colour
    return Build.from_grid(grid, WORLD, confidence)


WHERE = ClarifyingQuestion("where", "Where should the new blocks go?", about="blocks")
HOW_MANY = ClarifyingQuestion("count", "How many new blocks should there be?", about="blocks")
LIKE_THIS = ClarifyingQuestion("confirmation", "I would have removed 2 blocks. Is that right?")


def answered(question: ClarifyingQuestion, answer: str, text: str = "Make it nice") -> GroundedInstruction:
    """An instruction of which something was asked and answered."""
    asks = Utterance("builder", question.text, "ask", question)
    return GroundedInstruction(answer, WORLD, (Utterance("architect", text), asks))


@pytest.mark.parametrize(("new", "kept"), [(0.2, True), (0.6, False)])
def test_the_likelier_guess_is_taken_where_the_answer_tells_nothing(new: float, kept: bool) -> None:
    before = Guess(built([0], 0.5))
    after = best_guess(answered(WHERE, "mumble"), built([1], new), before)
    assert (after is before) == kept
    assert after.probability == max(new, 0.5)


def test_an_answer_that_speaks_against_a_guess_makes_way_for_another() -> None:
    before, three = Guess(built([0], 0.9)), built([1, 2, 3], 0.4)
    after = best_guess(answered(HOW_MANY, "three"), three, before)
    assert (after.build.grid is three.grid, after.probability) == (True, 0.4)
    kept = best_guess(answered(HOW_MANY, "one"), three, before)
    assert (kept, kept.probability) == (before, 0.9)
    against = best_guess(answered(HOW_MANY, "ten"), built([1], 0.4), None)
    assert against.probability == pytest.approx(0.4 * LEAST_KEPT)


def test_a_new_order_has_a_guess_of_its_own() -> None:
    before = Guess(built([0], 0.9))
    new = built([1], 0.1)
    after = best_guess(answered(WHERE, "Remove the red tower and the green block"), new, before)
    assert after.build.grid is new.grid


def test_what_was_agreed_to_is_probable() -> None:
    before = Guess(built([0], 0.3), ("I chose green",))
    after = best_guess(answered(LIKE_THIS, "yes"), built([1], 0.8), before)
    assert (after.build.grid is before.build.grid, after.probability) == (True, AGREED)
    assert after.assumptions == before.assumptions


@pytest.mark.parametrize(
    ("answer", "word"),
    [("yes", "yes"), ("no", "no"), ("no, the green one", "no"), ("neither", "none"), ("mumble", "")],
)
def test_yes_and_no_speak_of_the_guess_only_where_it_was_shown(answer: str, word: str) -> None:
    assert answer_to_guess(answered(LIKE_THIS, answer)) == word
    assert answer_to_guess(answered(WHERE, answer)) == ""
    assert answer_to_guess(GroundedInstruction("Remove the red tower", WORLD)) == ""


def test_the_share_that_goes_counts_what_stood() -> None:
    assert removed_share(Guess(built([0, 1], 1.0))) == 0
    grid = WORLD.grid.copy()
    grid[(WORLD.grid > 0) & (np.arange(9)[:, None, None] == 0)] = 4
    assert removed_share(Guess(Build.from_grid(grid, WORLD))) == pytest.approx(3 / 7)
    assert removed_share(Guess(Build.from_grid(WORLD.grid * 0))) == 0


@pytest.mark.parametrize(
    ("text", "assumption"),
    [
        ("Put a yellow block to the left of the green block", "I took left and right as on the map"),
        ("Put a block on the green one", "I chose "),
    ],
)
def test_what_was_taken_on_the_way_is_said(text: str, assumption: str) -> None:
    turn = cq.ask(text, cq.World.parse(WORLD.grid), max_questions=0)
    assert any(one.startswith(assumption) for one in turn.assumptions)
    assert cq.ask("Remove the red tower", WORLD).assumptions == ()
