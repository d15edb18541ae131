"""Words for things to make: the program that each wording means."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cq.language.program import Make, OnTop, Ref, Size, Thing
from cq.language.reading import read

RED = Thing(count=1, colours=("red",))
ROW = Thing("row", count=1, colours=("red",))
THREE = Size("blocks", 3)
CASES: list[tuple[str, Thing]] = [
    ("a red block", RED),
    ("three red blocks", replace(RED, count=3, plural=True)),
    ("some red blocks", replace(RED, count=None, plural=True)),
    ("a row of three red blocks", replace(ROW, sizes=(THREE,))),
    ("a red row of three blocks", replace(ROW, sizes=(THREE,))),
    ("three red blocks in a row", replace(ROW, sizes=(THREE,))),
    ("a red row, 3 long", replace(ROW, sizes=(Size("long", 3),))),
    ("a row of red blocks going north", replace(ROW, heading="north")),
    ("a row of red blocks from west to east", replace(ROW, start="west", axis="east")),
    ("a 3x2 red square", Thing("square", count=1, colours=("red",), dims=(3, 2))),
    ("a hollow red square, 3 by 2", Thing("square", count=1, colours=("red",), dims=(3, 2), hollow=True)),
    (
        "a red tower as high as the blue one",
        Thing(
            "tower",
            count=1,
            colours=("red",),
            sizes=(Size("high", like=Ref("one", quantifier="the", colours=("blue",))),),
        ),
    ),
    (
        "a tower of one red and two blue blocks",
        Thing("tower", count=1, colours=("red", "blue", "blue"), pattern="sequence", sizes=(THREE,)),
    ),
    ("a red block and two blue ones", replace(RED, then=(Thing(count=2, plural=True, colours=("blue",)),))),
    (
        "a row of alternating red and blue blocks",
        Thing("row", count=1, colours=("red", "blue"), pattern="alternating"),
    ),
]


@pytest.mark.parametrize(("words", "thing"), CASES, ids=[words for words, _ in CASES])
def test_words_mean_a_thing(words: str, thing: Thing) -> None:
    best = read(words, "Thing")[0]
    assert best.program == (thing,)
    assert best.is_full


WAYS = [
    "put a red block on the tower",
    "On the tower put a red block.",
    "I would like a red block on the tower",
    "there should be a red block on the tower",
    "a red block should be placed on the tower",
    "could you please put a red block on the tower?",
]


@pytest.mark.parametrize("text", WAYS)
def test_ways_to_ask_for_a_thing_mean_the_same(text: str) -> None:
    best = read(text)[0]
    assert best.program == (Make(RED, OnTop(Ref("tower", quantifier="the"))),)
    assert best.is_full


@pytest.mark.parametrize(
    "text", ["put a red giraffe on the tower", "put not a red block on the tower", "a red block frobs"]
)
def test_what_is_not_known_stays_unread(text: str) -> None:
    assert not read(text)[0].is_full
