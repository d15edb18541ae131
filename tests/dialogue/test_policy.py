"""The policy: it asks what adds more than it costs, else builds the best guess; nothing is asked twice."""

from __future__ import annotations

from typing import Any

import pytest
from candidates_of import candidates_of
from conftest import examples
from hypothesis import given
from hypothesis import strategies as st

import cq
from cq.building import Build
from cq.building.decoding.candidates import Candidates
from cq.dialogue.guess import Guess
from cq.dialogue.limits import AskingLimits
from cq.dialogue.policy import (
    COST_OF_ASKING,
    LEAST_VALUE,
    MOST_UNHEARD,
    Decision,
    decide,
    least_gain,
    without_building,
)
from cq.dialogue.questions import TYPES, ClarifyingQuestion
from cq.dialogue.understood import how_often_understood
from cq.language.spoken import Utterance, spoken
from cq.reading.grounded import GroundedInstruction
from cq.types import Cell, Grid

WORLD = cq.World.parse(
    [(-3, 0, 0, "red"), (2, 0, 2, "red"), *((0, y, -4, "blue") for y in range(3)), (4, 0, 4, "green")],
    ground=0,
)
PURPLE = cq.World.parse([(0, 63, 0, "purple")]).grid.max()
Said = str | ClarifyingQuestion


def turns(*said: Said) -> tuple[Utterance, ...]:
    """What architect and builder said, in turn: the builder's questions in words, or as values."""
    return spoken(
        Utterance("builder", one.text, "ask", one)
        if isinstance(one, ClarifyingQuestion)
        else (("architect", "builder")[i % 2], one)
        for i, one in enumerate(said)
    )


def after(*said: Said) -> GroundedInstruction:
    """An instruction with questions and answers that follow it, in turn."""
    return GroundedInstruction(str(said[-1]), WORLD, turns(*said[:-1]))


def asked(*said: Said, **limits: Any) -> cq.Turn:
    """The default pipeline's turn about an instruction with questions and answers that follow it, in turn."""
    return cq.ask(str(said[-1]), WORLD, dialogue=turns(*said[:-1]), **limits)


ASKED = {
    "Remove the red block": ("which", "Which red block do you mean?"),
    "Put a block on the green one": ("colour", "What colour should the block be?"),
    "Put down a purple block": ("where", "Where should the purple block go?"),
    "Build a purple tower in the middle": ("size", "How high should the purple tower be?"),
    "Remove the orange tower": ("which", "There is no orange tower. Do you mean the blue tower?"),
    "Put a glittering block on the green one": ("colour", "What colour should the block be?"),
}


@pytest.mark.parametrize("text", ASKED)
def test_what_is_open_is_asked_if_questions_cost_little(text: str) -> None:
    found = asked(text, cost_of_asking=0.05)
    assert found.question is not None
    assert (found.question.type, found.question.asked) == ASKED[text]
    assert found.reasons


@pytest.mark.parametrize("text", ASKED)
def test_if_questions_cost_much_the_guess_is_built_unless_it_takes_away_what_may_not_be_meant(
    text: str,
) -> None:
    found = asked(text, cost_of_asking=0.99)
    assert found.guess is not None
    is_asked = text.startswith("Remove") or not found.guess.changes
    assert found.action == ("ask" if is_asked else "build")
    assert found.build is None or found.build is found.guess.build


@pytest.mark.parametrize("text", ["What is the time?", "asdf jkl", "3 14 15 92", "Ich kenne diesen Bahnhof"])
def test_what_is_no_instruction_is_refused(text: str) -> None:
    found = without_building(after(text))
    assert found is not None
    assert found.action == "refuse"
    assert found.reasons


def test_an_order_is_decided_with_a_guess() -> None:
    assert without_building(after("Remove the green block")) is None
    assert without_building(after("Hello there")) == Decision("reply", reply="Hello! Tell me what to build.")


@pytest.mark.parametrize("text", ["Keep red", "Do not remove the blue tower"])
def test_what_only_keeps_is_replied_to(text: str) -> None:
    assert without_building(after(text)) == Decision("reply", reply="All right, it stays as it is.")
    assert asked(text).guess is None


@pytest.mark.parametrize("text", [*ASKED, "Remove the red block but do not grumble about the blue one"])
def test_where_nothing_may_be_asked_the_guess_is_built_or_what_is_denied_is_refused(text: str) -> None:
    found = asked(text, max_questions=0)
    assert found.guess is not None
    assert found.action == ("build" if "not" not in text.split() and found.guess.changes else "refuse")


ANSWERED = [
    ("Remove the red block", "Which red block do you mean?", "the western one"),
    ("Remove the red block", "Which red block do you mean?", "both"),
    ("Remove the red block", "Which red block do you mean?", "you choose"),
    ("Remove the red block", "Which one: the western one or the eastern one?", "the second"),
    ("Put a block on the green one", "What colour?", "blue please"),
    ("Put a block on the green one", "What colour?", "no idea"),
    ("Remove the orange tower", "There is no orange tower. Which tower do you mean?", "the blue one"),
    ("Remove the orange tower", "There is no orange tower. Do you mean the blue tower?", "yes"),
    ("Put a glittering block on the green one", "I did not understand “glittering”. Other words?", "yellow"),
    ("Put a glittering block on the green one", "I did not understand “glittering”. Other words?",
     "Put a yellow block on the green one"),
    ("Remove the red block", "Which red block do you mean?", "Build a red tower of 3 in the middle"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "question", "answer"), ANSWERED)
def test_what_is_answered_is_built(text: str, question: str, answer: str) -> None:
    assert asked(text, question, answer).action == "build"


def test_after_answers_that_are_not_understood_it_builds_or_refuses_where_a_question_pays() -> None:
    said: list[Said] = ["Put a block on the green one", "What colour should the block be?", "mumble mumble"]
    found = asked(*said)
    for _ in range(MOST_UNHEARD):
        if found.question is not None:
            assert found.question.head != "What colour should the block be"
            said += [found.question, "mumble"]
            found = asked(*said)
    assert found.action == "build"
    assert found.guess is not None
    assert found.guess.build is found.build
    assert "I did not understand “mumble mumble”" in asked(*said[:3]).reasons
    assert asked(*said, on_unsure="refuse").action == "refuse"
    assert asked(*said[:3], max_questions=1).action == "build"


def test_an_answer_that_tells_something_else_is_kept_and_the_question_asked_again() -> None:
    said = ["Put down a block", "Where should the block go?", "red"]
    again = asked(*said)
    assert again.question is not None
    assert again.question.asked == "Where should the red block go?"
    built = asked(*said, again.question, "on the green one").build
    assert built is not None
    assert [str(one) for one in built.actions] == ["place red at x 4, z 4, level 2"]


def test_what_is_taken_back_is_refused() -> None:
    found = without_building(after("Remove the red block", "Which red block do you mean?", "never mind"))
    assert found == Decision("refuse", None, ("“never mind” takes the instruction back; give another",))


def test_if_none_of_the_options_is_meant_it_asks_once_more_without_them_and_then_refuses() -> None:
    first = asked("Remove the red block").question
    assert first is not None
    again = without_building(after("Remove the red block", first, "none of them"))
    assert again is not None
    assert again.question is not None
    assert (again.question.type, again.question.options) == ("which", ())
    last = asked("Remove the red block", first, "none of them", again.question, "neither")
    assert last.action == "refuse"


def test_an_answer_that_does_not_choose_does_not_let_it_ask_the_same_again() -> None:
    first = asked("Remove the red block").question
    assert first is not None
    second = asked("Remove the red block", first, "the red one")
    assert second.question is None or second.question.head != first.head


texts = st.sampled_from([*ASKED, "Remove the green block", "Hello there", "Build a house", "Keep red"])
answers = st.sampled_from(
    ["red", "both", "no", "yes", "2", "the tall one", "hm?", "never mind", "on the blue tower", "idk"]
)


@examples(8)
@given(texts, st.lists(answers, max_size=4), st.floats(0.01, 0.99), st.sampled_from([0, 1, 2, None]))
def test_every_turn_is_one_of_four_and_what_was_asked_and_answered_is_not_asked_again(
    text: str, answered: list[str], cost: float, most: int | None
) -> None:
    said: list[Said] = [text]
    heads: list[str] = []
    for answer in [*answered, ""]:
        found = asked(*said, cost_of_asking=cost, max_questions=most)
        assert (found.question is not None) == (found.action == "ask")
        if found.question is None:
            assert found.action == "build" or found.reasons or found.reply
            return
        heads.append(found.question.head)
        assert most is None or len(heads) <= most
        assert found.question.type in TYPES
        if heads[-1] in heads[:-1]:  # The answer told something else.
            assert (heads.count(heads[-1]), heads[-2]) == (2, heads[-1])
            assert after(*said).heard.told
        said += [found.question, answer]


def considered(*places: int) -> Candidates:
    """Builds of a purple block, each at another x, equally likely."""
    grids = [WORLD.grid.copy() for _ in places]
    for grid, x in zip(grids, places, strict=True):
        grid[0, x, 8] = PURPLE
    return candidates_of(WORLD.grid, grids)


STUCK = "Put a glittering purple block down"


def decision(
    *said: Said, among: Candidates, p_unclear: float = 1.0, confidence: float = 0.5, **limits: Any
) -> Decision:
    """The decision if these builds are considered, and the first of them is the guess."""
    guess = Guess(Build.from_grid(among.grids[0], WORLD, confidence))
    return decide(after(*said), guess, among, AskingLimits(**limits), p_unclear)


def test_where_words_lead_no_further_it_asks_what_the_builds_differ_in() -> None:
    found = decision(STUCK, among=considered(1, 5, 9))
    assert found.question is not None
    assert (found.question.type, found.question.about) == ("where", "blocks")
    assert decision(STUCK, among=considered(5)).action == "build"
    assert decision(STUCK, among=considered(1, 5, 9), max_questions=0).action == "build"


@pytest.mark.parametrize("answer", ["x 0, z 3", "a banana"])
def test_what_was_answered_about_all_new_blocks_is_not_asked_again(answer: str) -> None:
    head = decision(STUCK, among=considered(1, 5, 9)).question
    assert head is not None
    found = decision(STUCK, head, answer, among=considered(1, 5, 9))
    assert found.question is None or found.question.head != head.head
    assert decision(STUCK, head, "x 0, z 3", among=considered(5)).action == "build"


@given(st.floats(0.01, 0.99), st.floats(0, 1))
def test_a_question_is_asked_if_what_it_adds_as_often_as_it_is_understood_is_more_than_it_costs(
    cost: float, p_unclear: float
) -> None:
    free = decision(STUCK, among=considered(1, 5, 9), cost_of_asking=0.001)
    found = decision(STUCK, among=considered(1, 5, 9), cost_of_asking=cost, p_unclear=p_unclear)
    assert free.gain is not None
    assert free.question is not None
    assert free.gain <= how_often_understood(free.question.type)
    if found.action == "ask":
        assert found.gain is not None
        assert max(cost, LEAST_VALUE) < found.gain <= free.gain
    elif p_unclear == 1:
        assert free.gain <= max(cost, LEAST_VALUE)


def test_the_default_cost_is_a_share_of_the_score_and_no_question_is_for_nothing() -> None:
    assert 0 < least_gain(0.001) == LEAST_VALUE < least_gain(None) == COST_OF_ASKING < least_gain(0.9) < 1


def test_a_few_answers_that_are_not_understood_are_enough() -> None:
    said: list[Said] = [STUCK]
    for _ in range(MOST_UNHEARD):
        found = decision(*said, among=considered(1, 5, 9))
        assert found.question is not None
        said += [found.question, "mumble"]
    assert decision(*said, among=considered(1, 5, 9)).action == "build"
    assert decision(*said, among=considered(1, 5, 9), on_unsure="refuse").action == "refuse"


def removing(*cells: Cell) -> Grid:
    """The grid without some blocks."""
    grid = WORLD.grid.copy()
    for cell in cells:
        grid[cell] = 0
    return grid


REDS, GREEN = [(0, 2, 5), (0, 7, 7)], (0, 9, 9)


@pytest.mark.parametrize(("confidence", "action"), [(0.4, "ask"), (0.55, "ask"), (0.7, "build")])
def test_a_build_that_takes_away_and_is_unsure_is_shown_whatever_questions_cost(
    confidence: float, action: str
) -> None:
    among = candidates_of(WORLD.grid, [removing(GREEN)])
    found = decision("Remove the green block", among=among, confidence=confidence, cost_of_asking=0.99)
    assert found.action == action
    if found.question is not None:
        assert found.question.text == "I would remove the green block. Is that right?"


def test_a_build_that_takes_much_away_is_shown_where_words_are_not_read() -> None:
    among = candidates_of(WORLD.grid, [removing(*REDS, GREEN)])
    found = decision("Sweep the reds and the green off somehow", among=among, confidence=0.9)
    assert found.question is not None
    assert found.question.type == "confirmation"
    assert decision("Sweep them off", among=among, confidence=0.9, max_questions=0).action == "refuse"


def test_what_may_be_denied_is_refused_in_the_end() -> None:
    among = candidates_of(WORLD.grid, [removing(REDS[0])])
    text = "Remove a block, but never grumble about the red one"
    assert decision(text, among=among, confidence=0.7).action == "ask"
    assert decision(text, among=among, confidence=0.7, max_questions=0).action == "refuse"
    assert decision(text, among=among, confidence=0.95, max_questions=0).action == "build"
