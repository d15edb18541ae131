"""Our own sentences, each in a small world with its only right change (`own_sentences.yaml`)."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from language_check import check_never_wrong, check_reading, wanted

from cq.meaning.instruction import sure_build
from cq.meaning.understand import understand
from cq.world import rotate
from cq.world.directions import turn
from eval.behaviours.notation import parse_world

SECTIONS: dict[str, dict[str, list[dict[str, Any]]]] = yaml.safe_load(
    (Path(__file__).parent / "own_sentences.yaml").read_text(encoding="utf-8")
)


def rows(section: str) -> list[dict[str, Any]]:
    return [row for some in SECTIONS[section].values() for row in some]


BUILT = rows("built")
NOT_YET_READ = rows("not yet read")
"""The language is not sure of them, or right."""
ASKED = rows("asked")
"""Something in them is open, absent or ambiguous, or there is nothing to do."""
_ORDER = ("north", "south", "east", "west")


def named(row: dict[str, Any]) -> str:
    return str(row["text"])


@pytest.mark.parametrize("row", BUILT, ids=named)
def test_it_builds_exactly_what_is_said(row: dict[str, Any]) -> None:
    check_reading(**row)


@pytest.mark.parametrize("row", NOT_YET_READ, ids=named)
def test_what_is_not_yet_read_is_never_built_wrong(row: dict[str, Any]) -> None:
    check_never_wrong(**row)


@pytest.mark.parametrize("row", ASKED, ids=named)
def test_what_is_open_absent_or_ambiguous_is_not_built(row: dict[str, Any]) -> None:
    check_never_wrong(**row)


@pytest.mark.parametrize("row", BUILT[::3], ids=named)
def test_one_unknown_word_stops_it(row: dict[str, Any]) -> None:
    start, words = parse_world(row["world"]).grid, row["text"].split()
    for i in (0, len(words) // 2, len(words)):
        text = " ".join([*words[:i], "zqxj", *words[i:]])
        assert sure_build(text, start, row.get("facing")) is None


def turned(text: str, quarter_turns: int) -> str:
    """The text with the compass words turned; English names north or south first."""

    def two(match: re.Match[str]) -> str:
        sides = sorted((turn(match[1], quarter_turns), turn(match[2], quarter_turns)), key=_ORDER.index)
        return "".join(sides).upper()

    marked = re.sub(r"\b(north|south)-?(east|west)", two, text.casefold())
    return re.sub(r"north|east|south|west", lambda match: turn(match[0], quarter_turns), marked).casefold()


@pytest.mark.parametrize("row", [row for row in BUILT[1::3] if "facing" not in row], ids=named)
def test_a_turned_world_and_turned_words_never_give_another_build(row: dict[str, Any]) -> None:
    start = parse_world(row["world"]).grid
    right = wanted(row["world"], row.get("remove", ""), row.get("add", ""))
    for turns in (1, 2, 3):
        built = sure_build(turned(row["text"], turns), rotate(start, turns))
        if built is not None:
            np.testing.assert_array_equal(built, rotate(right, turns))


WORDS = sorted({word.strip(".,:;!?").casefold() for row in BUILT for word in row["text"].split()})
WORLDS = sorted({row["world"] for row in BUILT})


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
