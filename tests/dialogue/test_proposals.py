"""The questions that could be asked: about open words, what the builds differ in, and the guess itself."""

from __future__ import annotations

import numpy as np
import pytest
from candidates_of import candidates_of
from hypothesis import given
from hypothesis import strategies as st

import cq
from cq.building import Build
from cq.building.decoding.candidates import Candidates
from cq.dialogue.guess import Guess
from cq.dialogue.proposals import AFTER, IN_OTHER_WORDS, LEAST_SHARE, LIKELY, in_words, proposals_of, shown
from cq.dialogue.questions import ClarifyingQuestion
from cq.language.asked import LIKE_THIS, question_in
from cq.language.spoken import Utterance
from cq.reading.grounded import GroundedInstruction
from cq.reading.instruction import sure_build
from cq.world import COLOURS

WORLD = cq.World.parse(
    [(0, 63 + level, 0, "red") for level in range(3)] + [(4, 63, 4, "blue"), (-4, 63, 4, "blue")]
)
UNREAD = "Put some glittering stuff down"
Block = tuple[int, int, str]


def instruction(text: str, *exchanges: tuple[ClarifyingQuestion, str]) -> GroundedInstruction:
    """An instruction with its questions and answers."""
    said, before = text, list[Utterance]()
    for question, answer in exchanges:
        before += [Utterance("architect", said), Utterance("builder", question.text, "ask", question)]
        said = answer
    return GroundedInstruction(said, WORLD, tuple(before))


def builds(*options: list[Block], p: list[float] | None = None) -> Candidates:
    """Builds that put blocks (x, z, colour) on the ground."""
    grids = []
    for blocks in options:
        grid = WORLD.grid.copy()
        for x, z, colour in blocks:
            grid[0, x + 5, z + 5] = COLOURS.index(colour) + 1
        grids.append(grid)
    return candidates_of(WORLD.grid, grids, p)


def proposed(
    text: str, among: Candidates | None, *exchanges: tuple[ClarifyingQuestion, str], confidence: float = 0.5
) -> dict[str, ClarifyingQuestion]:
    """The questions that could be asked if some builds are considered, by their words."""
    grid = WORLD.grid if among is None else among.grids[0]
    guess = Guess(Build.from_grid(grid, WORLD, confidence))
    return {one.asked: one for one in proposals_of(instruction(text, *exchanges), guess, among)}


@pytest.mark.parametrize(
    ("options", "asked"),
    [
        ([[(1, 1, "green")], [(3, 1, "green")]], "Where should the green blocks go?"),
        ([[(1, 1, "green")], [(1, 1, "orange")]], "What colour should the block be?"),
    ],
)
def test_what_the_builds_differ_in_is_worth_a_question_about_the_new_blocks(
    options: list[list[Block]], asked: str
) -> None:
    found = proposed(UNREAD, builds(*options))
    assert found[asked].about == "blocks"
    others = [one.value for one in found.values() if one.about != "words" and one.asked != asked]
    assert found[asked].value > 0
    assert found[asked].value >= max(others)


def test_blocks_of_each_colour_are_asked_for_apart() -> None:
    here, there = [(1, 1, "green"), (3, 3, "orange")], [(1, 1, "green"), (-3, 3, "orange")]
    found = proposed(UNREAD, builds(here, there))
    green, orange = (found[f"Where should the {one} blocks go?"] for one in ("green", "orange"))
    assert (green.about, orange.about) == ("green", "orange")
    assert green.value == 0 < orange.value
    assert found["Where should the new blocks go?"].about == "blocks"


def test_nothing_is_asked_about_builds_where_all_words_are_read_and_can_be_carried_out() -> None:
    among = builds([(1, 0, "green")], [(0, 1, "green")])
    found = proposed("Put a green block next to the red tower", among)
    assert all(one.about == "words" for one in found.values())


@given(st.floats(0, 1))
def test_the_whole_order_is_asked_for_in_other_words_only_where_the_guess_is_unlikely(
    confidence: float,
) -> None:
    found = proposed(UNREAD, builds([(1, 1, "green")], [(3, 1, "green")]), confidence=confidence)
    assert (IN_OTHER_WORDS in found) == (confidence < LIKELY)
    if IN_OTHER_WORDS in found:
        assert found[IN_OTHER_WORDS].value == pytest.approx(AFTER - confidence)


AMONG = builds([(1, 0, "green")], [(0, 1, "green")], [(0, -1, "green")], [(3, 3, "red")], p=[4, 3, 2, 0.1])


def said(among: Candidates) -> ClarifyingQuestion | None:
    """The question whether the first of some builds is meant."""
    return in_words(instruction(UNREAD), Guess(Build.from_grid(among.grids[0], WORLD, 0.5)), among)


def test_the_guess_is_said_and_the_next_builds_are_options() -> None:
    question = said(AMONG)
    assert question is not None
    assert question.value == pytest.approx(proposed(UNREAD, AMONG)[LIKE_THIS].value)
    assert question.text == f"{LIKE_THIS}: {question.options[0].text}?"
    assert question_in(question.text).offered == question.offered[:1]
    assert len(set(question.offered)) == len(question.options) == 3
    assert min(one.probability for one in question.options) >= LEAST_SHARE
    for option, grid in zip(question.options, AMONG.grids, strict=False):
        meant = sure_build(option.text, WORLD.grid)
        assert meant is not None
        assert np.array_equal(meant, grid)


def test_a_build_that_no_words_mean_is_not_said() -> None:
    grids = [WORLD.grid.copy() for _ in range(2)]
    grids[0][:, ::2, ::3], grids[1][:, ::3, ::2] = 2, 3
    assert said(candidates_of(WORLD.grid, grids)) is None


def test_the_guess_is_said_once_and_not_alone() -> None:
    (first,) = [one for one in proposed(UNREAD, AMONG).values() if one.type == "confirmation"]
    after = proposed(UNREAD, AMONG, (first, "mumble"))
    assert all(one.type != "confirmation" for one in after.values())
    alone = proposed(UNREAD, builds([(1, 1, "green")]))
    assert all(one.type != "confirmation" for one in alone.values())


def test_what_was_asked_is_not_asked_again_unless_something_else_was_told() -> None:
    where = next(iter(proposed("Put down a block", None).values()))
    assert where.asked == "Where should the block go?"
    assert where.asked not in proposed("Put down a block", None, (where, "mumble"))
    assert "Where should the red block go?" in proposed("Put down a block", None, (where, "red"))


def test_what_cannot_be_done_is_worth_more_the_less_likely_the_guess_is() -> None:
    asked = "There is no orange tower. Do you mean the red tower?"
    values = [
        proposed("Remove the orange tower", None, confidence=one)[asked].value for one in (0.2, 0.5, 0.9)
    ]
    assert AFTER - 0.2 >= values[0] > values[1] > values[2] == 0


@pytest.mark.parametrize(
    "text", ["Remove the red tower", "Put a green block on the red tower", UNREAD, "Remove a blue block"]
)
def test_without_builds_it_asks_only_about_the_words_or_for_others(text: str) -> None:
    found = proposed(text, None).values()
    assert all(one.about == "words" for one in found)
    assert all(0 <= one.value <= 1 for one in found)


def test_of_what_is_sure_nothing_is_asked() -> None:
    grid = sure_build("Remove the red tower", WORLD.grid)
    assert grid is not None
    guess = Guess(Build.from_grid(grid, WORLD, 0.9))
    for among in (None, candidates_of(WORLD.grid, [grid])):
        assert proposals_of(instruction("Remove the red tower"), guess, among) == []


def test_what_would_be_taken_away_is_shown_as_an_order_or_in_a_few_words() -> None:
    few, many = WORLD.grid.copy(), WORLD.grid.copy()
    few[0, 9, 9] = 0
    many[:, ::2, ::3], many[1, 5, 5] = 2, 0
    texts = []
    for grid in (few, many):
        question = shown(Guess(Build.from_grid(grid, WORLD)))
        assert question.type == "confirmation"
        texts.append(question.text)
    assert texts[0] == "I would remove the easternmost blue block. Is that right?"
    assert texts[1].startswith("I would have removed 1 block and placed ")
