"""The corpus of sentences (`eval/behaviours/sentences`): what the language is sure of is exactly right."""

from __future__ import annotations

import re

import numpy as np
import pytest
from conftest import every
from hypothesis import given, settings
from hypothesis import strategies as st

from cq.reading.instruction import meant, sure_build
from cq.reading.understand import understand
from cq.world import rotate
from cq.world.directions import turn
from eval.behaviours.case import Case
from eval.behaviours.notation import parse_world
from eval.behaviours.sentences import ASKED, BUILT, UNREAD, load_sentences

SURE = load_sentences(BUILT)
_ORDER = ("north", "south", "east", "west")


def named(case: Case) -> str:
    return f"{case.id} {case.instruction}"


@pytest.mark.parametrize("case", SURE, ids=named)
def test_it_builds_exactly_what_is_said(case: Case) -> None:
    meaning = meant(case.instruction, (), case.world.grid, case.facing)
    assert meaning is not None
    assert meaning.grid is not None, "not sure"
    assert meaning.reading.unread_words == ()
    np.testing.assert_array_equal(meaning.grid, case.target)


@pytest.mark.parametrize("case", load_sentences(UNREAD, ASKED), ids=named)
def test_what_is_not_yet_read_or_open_or_absent_is_never_built_wrong(case: Case) -> None:
    built = sure_build(case.instruction, case.world.grid, case.facing)
    if built is not None:
        assert case.target is not None, "sure, although there is nothing to be sure of"
        np.testing.assert_array_equal(built, case.target)


@pytest.mark.parametrize("case", SURE[:: every(25)], ids=named)
def test_one_unknown_word_stops_it(case: Case) -> None:
    words = case.instruction.split()
    for i in (0, len(words) // 2, len(words)):
        text = " ".join([*words[:i], "zqxj", *words[i:]])
        assert sure_build(text, case.world.grid, case.facing) is None


def turned(text: str, quarter_turns: int) -> str:
    """The text with the compass words turned; English names north or south first."""

    def two(match: re.Match[str]) -> str:
        sides = sorted((turn(match[1], quarter_turns), turn(match[2], quarter_turns)), key=_ORDER.index)
        return "".join(sides).upper()

    marked = re.sub(r"\b(north|south)-?(east|west)", two, text.casefold())
    return re.sub(r"north|east|south|west", lambda match: turn(match[0], quarter_turns), marked).casefold()


TURNABLE = [
    case for case in SURE if case.facing is None and re.search(r"north|south|east|west", case.instruction)
]
"""They say where by the compass; the coordinates of some topics would not turn with the world."""


@pytest.mark.parametrize(
    "case", [case for case in TURNABLE if case.id.startswith("own")][:: every(10)], ids=named
)
def test_a_turned_world_and_turned_words_never_give_another_build(case: Case) -> None:
    assert case.target is not None
    for turns in (1, 2, 3):
        built = sure_build(turned(case.instruction, turns), rotate(case.world.grid, turns))
        if built is not None:
            np.testing.assert_array_equal(built, rotate(case.target, turns))


WORDS = sorted({word.strip(".,:;!?").casefold() for case in SURE for word in case.instruction.split()})
WORLDS = sorted({case.blocks for case in SURE})


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=9), st.sampled_from(WORLDS))
def test_any_order_of_known_words_is_carried_out_or_left(words: list[str], world: str) -> None:
    start = parse_world(world).grid
    before = start.copy()
    for result in understand(" ".join(words), start, "north").results:
        assert result.grid.dtype == np.int8
        assert result.grid.max() <= 6
    np.testing.assert_array_equal(start, before)


@settings(max_examples=40, deadline=None)
@given(st.text(max_size=60))
def test_any_text_is_read_without_an_error(text: str) -> None:
    understand(text, parse_world("red 0,0,0").grid, "north")
