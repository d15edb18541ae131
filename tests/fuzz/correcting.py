"""Generators of talk about colours that may not be there: in the six colours, in palettes of one's own, and
in those of a single colour. What is read is written as JSON, and read again.
"""

from __future__ import annotations

import json
import random

from fuzz.acting import acts_as_it_says
from fuzz.generators import fragment, generator

import cq
from cq.language.lexicon import speaking_of
from cq.language.reading import read
from cq.world import COLOURS

OTHERS = ("white", "teal", "pink", "dark grey", "light blue", "no", "x y")
ORDERS = (
    "Place a {c} block in the middle",
    "Build a {c} tower of three on the {c} block",
    "Copy one block of each colour to the left",
    "Paint the {c} ones {c}",
    "Remove all but one of each colour",
    "Put one block of each colour on the {c} one",
    "Put a {c} block on each side of one of each colour",
    "Build a wall",
    "Swap the {c} block and the {c} block",
)
CORRECTIONS = (
    "No, make it {c}",
    "I mean a {c} one",
    "{c} instead",
    "Not the {c} one, the {c} one",
    "The same in {c}",
    "Undo that, then do the same on the other side",
    "Undo it, then the same in {c}",
    "And another in {c}",
    "No, {c} and {c}",
    "{c}",
    "undo",
    "I meant one of each colour",
)


def palette(rng: random.Random) -> list[str] | None:
    """None for the six colours, or one to five of anybody's."""
    if rng.random() < 0.3:
        return None
    return rng.sample((*COLOURS, *OTHERS), rng.choice([1, 1, 2, 5]))


def coloured_world(rng: random.Random) -> cq.World:
    """Some blocks on the ground in a palette."""
    names = palette(rng)
    places = {(rng.randint(-5, 5), rng.randint(-5, 5)) for _ in range(rng.choice([0, 1, 4, 12]))}
    blocks = [(x, 63, z, rng.choice(names or COLOURS)) for x, z in places]
    return cq.World.parse(blocks, palette=names)


def said(rng: random.Random, patterns: tuple[str, ...]) -> str:
    """A pattern with colours in it."""
    text = rng.choice(patterns)
    while "{c}" in text:
        text = text.replace("{c}", rng.choice((*COLOURS, *OTHERS, "same", "other", fragment(rng))), 1)
    return text


def talks_of_its_colours(drawn: tuple[cq.World, list[str]]) -> None:
    """The talk goes on, nothing is built in a colour that is not there, and nobody asks which colour where
    there is one.
    """
    acts_as_it_says(drawn)
    world, texts = drawn
    talk = cq.Dialogue(world)
    for text in texts:
        turn = talk.answer(text) if talk.turns and talk.question_is_open else talk.say(text)
        assert {colour for *_, colour in talk.world.blocks()} <= {*world.palette.ids}
        assert len(world.palette.ids) > 1 or turn.question is None or turn.question.type != "colour"


@generator(talks_of_its_colours, 5)
def corrections(rng: random.Random) -> tuple[cq.World, list[str]]:
    """An order and corrections of it, of colours in the palette and outside it."""
    texts = [said(rng, ORDERS), *(said(rng, CORRECTIONS) for _ in range(rng.randint(1, 3)))]
    return coloured_world(rng), texts


def comes_back(drawn: tuple[str, cq.World]) -> None:
    """Every program that is read is the same after it was written and read."""
    text, world = drawn
    with speaking_of(world.palette):
        found = [cq.Program(one.program) for one in read(text)]
    for one in found:
        assert cq.Program.from_dict(json.loads(json.dumps(one.to_dict()))) == one


@generator(comes_back, 30)
def programs(rng: random.Random) -> tuple[str, cq.World]:
    """Orders, corrections, and fragments of the language, read with colours of one's own."""
    drawn = rng.choice([ORDERS, CORRECTIONS, None])
    text = " ".join(fragment(rng) for _ in range(rng.randint(1, 6))) if drawn is None else said(rng, drawn)
    return text, coloured_world(rng)
