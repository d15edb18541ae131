"""No word vanishes: what is sure has read every word, and a denial always changes the outcome."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from meaning_worlds import meaning, world

from cq.language.reading import read
from cq.language.tokens import tokenize
from cq.language.vocabulary import FREE

TOWERS = world("red -3,-2,1..4", "blue 2,1,1..2", "yellow -3..0,3,1")
SURE = [
    "remove the blue tower",
    "put a green block on top of the red tower",
    "destroy all yellow blocks",
    "put a yellow block in the middle of the zone",
    "build a tower of 3 orange blocks in the northeast corner",
]
STRANGE = [
    "zorg",
    "floober",
    "quickly",
    "wobbly",
    "not",
    "never",
    "red",
    "seven",
    "without",
    "above",
    "destroy",
]


@pytest.mark.parametrize("text", SURE)
def test_plain_orders_are_sure(text: str) -> None:
    assert meaning(TOWERS, text).grid is not None


@given(st.sampled_from(SURE), st.integers(0, 12), st.sampled_from(STRANGE))
def test_a_sure_reading_leaves_no_word_unread(text: str, place: int, word: str) -> None:
    words = text.split()
    words.insert(min(place, len(words)), word)
    changed = " ".join(words)
    understanding = meaning(TOWERS, changed)
    if understanding.grid is None:
        return
    best = understanding.results[0].reading
    covered = {i for part in best.parts for i in range(part.start, part.end)}
    skipped = set(best.unread) | {i for part in best.parts for i in part.unread()}
    for i, token in enumerate(tokenize(changed)):
        assert token.text in FREE or token.text in (",", ".") or (i in covered and i not in skipped)


@pytest.mark.parametrize(
    ("text", "denial"),
    [
        ("remove all blocks", "but not the red ones"),
        ("remove all blocks", "except the yellow ones"),
        ("remove the red tower", "but keep the top block"),
        ("destroy all yellow blocks", "but not the leftmost one"),
        ("destroy all yellow blocks", "without removing the leftmost one"),
        ("make the yellow row green", "but not its left end"),
        ("remove everything", "so only the red tower stays"),
    ],
)
def test_a_denial_never_leaves_the_outcome_as_it_was(text: str, denial: str) -> None:
    plain = meaning(TOWERS, text).grid
    denied = meaning(TOWERS, f"{text} {denial}").grid
    assert denied is None or plain is None or not np.array_equal(plain, denied)


@pytest.mark.parametrize(
    "text", ["Keep the blue tower.", "Never remove the blue tower.", "do not touch the red tower"]
)
def test_what_only_denies_changes_nothing(text: str) -> None:
    assert meaning(TOWERS, text).grid is None
    assert read(text)[0].cost >= 0
