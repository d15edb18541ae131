"""No words end in an exception that nobody expected: colours that are not there, nothing that stands, undoing
that is corrected. `CQ_STRICT` is set in the tests, so that such exceptions are raised.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from toy_words import WordsAlone

import cq
from cq.semantics import geometry
from cq.semantics.choices import Failure

SIX = [(0, 63, 0, "red"), (0, 64, 0, "blue"), (3, 63, 3, "blue"), (-3, 63, 0, "green"), (-3, 63, 1, "green")]
OWN = [(0, 63, 0, "white"), (0, 64, 0, "teal"), (3, 63, 3, "teal"), (-3, 63, 0, "dark grey")]
PALETTE = ["white", "teal", "dark grey"]


def dialogue(world: Any = None, palette: Any = None) -> cq.Dialogue:
    return cq.Dialogue(cq.World.parse(world, palette=palette), pipeline=WordsAlone())


CORRECTIONS = [
    "No, make it {}",
    "I mean a {} one",
    "No, {}",
    "{} instead",
    "Not that colour, {}",
    "I meant the {} one",
    "Make it {}, please",
    "The same in {}",
    "And another one in {}",
    "No, a {} one and a {} one",
]


@pytest.mark.parametrize("correction", CORRECTIONS)
@pytest.mark.parametrize("colour", ["white", "teal", "pink"])
def test_a_correction_with_a_colour_of_no_block_changes_nothing(correction, colour):
    talk = dialogue(SIX)
    talk.say("Place a red block in the middle")
    before = talk.world
    turn = talk.say(correction.format(colour, colour))
    assert (turn.action, talk.world) == ("refuse", before)


def test_a_colour_is_checked_whatever_was_chosen_before():
    talk = dialogue(OWN, PALETTE)
    assert talk.say("Do the same on the left").action == "build"  # In one of several ways.
    before = talk.world
    assert (talk.say("No, make it red").action, talk.world) == ("refuse", before)


def test_why_a_correction_fails_is_said():
    talk = dialogue(SIX)
    talk.say("Place a red block in the middle")
    assert talk.say("No, make it white").reasons == ("no block is white",)


@pytest.mark.parametrize("correction", CORRECTIONS)
def test_so_does_one_with_a_usual_colour_that_is_not_in_the_palette(correction):
    talk = dialogue(OWN, PALETTE)
    talk.say("Place a teal block on the white block")
    before = talk.world
    turn = talk.say(correction.format("yellow", "red"))
    assert (turn.action, talk.world) == ("refuse", before)


def test_a_correction_with_a_colour_of_the_palette_is_built():
    talk = dialogue(OWN, PALETTE)
    talk.say("Place a white block at x 4, z 4")
    talk.say("No, make it teal")
    assert (4, 63, 4, 2) in {tuple(one) for one in talk.world.blocks()}


ORDERS_OF_EACH_COLOUR = [
    "Copy one block of each colour to the left",
    "Change one of each colour to blue",
    "Put a block on each side of one of each colour",
    "Remove one block of each colour",
    "Move one block of each colour to the east",
    "Put a red block next to one block of each colour",
    "Turn one block of each colour into a tower",
    "Swap the highest block of each colour with the lowest",
    "Put a red block between the highest blocks of each colour",
    "Build a wall around the highest block of each colour",
    "Extend the tallest tower of each colour by one",
    "Mirror the tower of each colour",
]


@pytest.mark.parametrize("order", ORDERS_OF_EACH_COLOUR)
def test_of_each_colour_where_nothing_stands_is_nothing(order):
    for world, palette in ((None, None), ([], PALETTE)):
        talk = dialogue(world, palette)
        assert talk.say(order).action != "build" or not talk.world.grid.any()
        dialogue(SIX).say(order)


EAST = "Place a red block in the middle of the east edge"


@pytest.mark.parametrize(
    "text",
    [
        "Undo that, then do the same on the other side",
        "Undo that and do the same on the left",
        "Undo it, then the same in blue",
        "Redo that, then do the same on the other side",
        "Undo that, no, three",
        "Undo the last two, then do it again on the other side",
    ],
)
@pytest.mark.parametrize("before", [[], [EAST], [EAST, "undo"]])
def test_what_is_undone_may_be_done_otherwise(text, before):
    for world in (None, SIX):
        talk = dialogue(world)
        for one in before:
            talk.say(one)
        talk.say(text)


def test_the_same_on_the_other_side_after_undoing():
    talk = dialogue()
    talk.say(EAST)
    talk.say("Undo that, then do the same on the other side")
    assert [tuple(one) for one in talk.world.blocks()] == [(-5, 63, 0, 3)]


@pytest.mark.parametrize("word", ["diagonal", "", "opposite", "left", "sideways"])
def test_a_word_that_is_no_direction_fails(word):
    for function in (geometry.axis_along, geometry.along, lambda way: geometry.step((0, 0, 0), way)):
        with pytest.raises(Failure, match="direction"):
            function(word)
    with pytest.raises(Failure, match="direction"):
        geometry.extent([(0, 0, 0)], word)


COLOURS = ["red", "blue", "yellow", "white", "teal", "pink", "dark grey", "same", "other", "each"]
NOUNS = ["block", "blocks", "tower", "row", "one", "ones", "wall", "layer", "stack", "it", "square", "corner"]
PLACES = [
    "on the left",
    "on the other side",
    "diagonal to it",
    "in each corner",
    "on each side",
    "on top of it",
    "between them",
    "around it",
    "in the middle",
    "next to the {c} {n}",
    "of each colour",
    "along the edge",
    "at the ends of the {n}",
    "two steps to the diagonal",
    "under the {c} {n}",
    "where it was",
    "in its place",
    "on the diagonal side of the {c} {n}",
    "across from it",
    "to the opposite side",
    "behind one of each colour",
]
VERBS = [
    "Place a {c} {n} {p}",
    "Put two {c} {n} {p}",
    "Remove the {c} {n} {p}",
    "Move the {c} {n} {p}",
    "Copy the {c} {n} {p}",
    "Make the {c} {n} {c}",
    "Swap the {c} {n} and the {c} {n}",
    "Extend the {n} {p}",
    "Turn one {n} of each colour {c}",
    "Build a {c} {n} of three {p}",
    "Mirror the {n} {p}",
    "Raise the {n} by two",
    "Fill the gap {p} with {c}",
    "Replace one {n} of each colour by a {c} {n}",
    "Shorten the {n} by five",
    "Rotate the {n} {p}",
    "Put a {c} block on one {n} of each colour",
    "Surround the {n} with {c} blocks",
    "Cut the {n} in half",
    "Stretch the {c} {n} {p}",
    "Lay a diagonal of {c} blocks {p}",
    "Paint everything {c}",
]
FOLLOW_UPS = [
    "No, make it {c}",
    "I mean a {c} one",
    "Undo that, then do the same {p}",
    "Do the same {p}",
    "Again, but {c}",
    "undo",
    "redo",
    "No, {p}",
    "The other {n}",
    "Two of them",
    "Not the {c} one, the {c} one",
    "And one {p}",
    "Undo that",
    "Undo the last two, then {c} instead",
    "Keep the {c} {n}",
    "But leave the {n} {p}",
    "{c}",
    "No, three",
    "The same with the {c} {n}",
    "Actually, remove it",
    "Wait, {p}",
    "All but one of each colour",
    "No, the opposite",
    "Except the {c} ones",
    "Now on the other side",
    "Twice",
    "Once more {p}",
    "I meant {n}",
]


def sentences(patterns: list[str]) -> st.SearchStrategy[str]:
    """The patterns with colours, nouns and places in them."""

    @st.composite
    def drawn(draw: Any) -> str:
        text = draw(st.sampled_from(patterns))
        while "{" in text:
            for hole, words in (("{p}", PLACES), ("{n}", NOUNS), ("{c}", COLOURS)):
                if hole in text:
                    text = text.replace(hole, draw(st.sampled_from(words)), 1)
        return str(text)

    return drawn()


def full(colours: list[str]) -> list[tuple[int, int, int, str]]:
    """A zone of 3 × 3 × 2 without a free cell."""
    return [
        (x, y, z, colours[(x + z + y) % len(colours)])
        for x in (-1, 0, 1)
        for z in (-1, 0, 1)
        for y in (63, 64)
    ]


WORLDS = {
    "empty": lambda: cq.World.parse(None),
    "six": lambda: cq.World.parse(SIX),
    "own empty": lambda: cq.World.parse([], palette=PALETTE),
    "own": lambda: cq.World.parse(OWN, palette=PALETTE),
    "full": lambda: cq.World.parse(full(["red", "blue"]), zone=(3, 3, 2)),
    "own full": lambda: cq.World.parse(full(PALETTE), zone=(3, 3, 2), palette=PALETTE),
    "one colour": lambda: cq.World.parse([], palette=["teal"]),
}


@settings(max_examples=60)
@given(
    st.sampled_from(sorted(WORLDS)),
    st.lists(sentences(VERBS), min_size=0, max_size=2),
    st.lists(sentences(FOLLOW_UPS), min_size=1, max_size=2),
    st.booleans(),
)
def test_whatever_is_said_one_turn_follows(world, orders, more, joined):
    talk = cq.Dialogue(WORLDS[world](), pipeline=WordsAlone())
    texts = [". ".join([*orders, *more])] if joined else [*orders, *more]
    for text in texts:
        turn = talk.say(text)
        assert turn.action in ("build", "refuse", "ask", "reply")
        assert set(talk.world.palette.ids) >= {int(one) for one in set(talk.world.grid.flat) if one}
