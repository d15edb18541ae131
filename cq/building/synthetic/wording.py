"""Varied wording: patterns with alternatives, numbers, nouns for blocks, and forms of asking."""

from __future__ import annotations

import random
import re

from cq.building.directions import DIRECTION_OFFSETS
from cq.building.synthetic.scene import SyntheticScene, colour_name, with_article
from cq.world.directions import COMPASS, OPPOSITE, Offset

NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
BLOCK_NOUNS = (*("block",) * 7, "cube", "cube", "brick", "piece")
RECOLOUR_FORMS = (
    "[turn|paint|make] {what} {colour}",
    "[colour|color|recolour|recolor|repaint|dye] {what} {colour}",
    "change the [colour|color] of {what} to {colour}",
    "[change|switch] {what} to {colour}",
    "{what} should be {colour}",
    "i want {what} to be {colour}",
)
REMOVE_VERBS = (
    *("remove", "delete", "destroy", "break", "take away", "get rid of") * 2,
    *("take out", "erase", "knock down", "demolish", "clear", "pick up"),
)

_ALTERNATIVES = re.compile(r"\[([^\[\]]*)\]")


def worded(rng: random.Random, *patterns: str) -> str:
    """One of the patterns, with one alternative chosen in each pair of brackets: "[put|place] it [here|]".

    Brackets may hold brackets.
    """
    pattern = rng.choice(patterns)
    while "[" in pattern:
        pattern = _ALTERNATIVES.sub(lambda match: rng.choice(match[1].split("|")), pattern)
    return " ".join(pattern.split()).replace(" ,", ",")


def number(rng: random.Random, count: int) -> str:
    """A count as a word or as a figure."""
    return NUMBERS[count - 1] if count <= len(NUMBERS) and rng.random() < 0.65 else str(count)


def block_noun(rng: random.Random, plural: bool = False) -> str:
    """Mostly "block"."""
    return rng.choice(BLOCK_NOUNS) + ("s" if plural else "")


def blocks(rng: random.Random, count: int, colour: int) -> str:
    """Like "a red block" or "three red cubes"."""
    if count == 1:
        return (
            f"{rng.choice((with_article(colour), with_article(colour), 'one ' + colour_name(colour)))} "
            + (block_noun(rng))
        )
    return f"{number(rng, count)} {colour_name(colour)} {block_noun(rng, plural=True)}"


def spaces(rng: random.Random, count: int) -> str:
    """Like "one empty space" or "3 free cells"."""
    noun = rng.choice(("space", "space", "cell"))
    return f"{number(rng, count)} {rng.choice(('empty', 'free'))} {noun}{'s' if count > 1 else ''}"


def placement(rng: random.Random, what: str, where: str, verbs: str = "put|place|put|place|add|set") -> str:
    """A sentence that asks for something at a place, as a command, a wish or a description."""
    be = "are" if re.match(r"(?!one\b|an?\b)\w+ \w+ \w+s\b", what) else "is"
    form = rng.random()
    if form < 0.76:
        return worded(rng, f"[{verbs}] {what} {where}")
    if form < 0.84:
        return worded(rng, f"{where}, [{verbs}] {what}")
    if form < 0.9:
        return worded(rng, f"[there should be|there has to be|there must be] {what} {where}")
    if form < 0.93:
        return worded(rng, f"what is missing {be} {what} {where}")
    return worded(rng, f"[i want|i'd like|we need|i need|let's have|give me] {what} {where}")


def construction(rng: random.Random, what: str, where: str) -> str:
    """`placement` with the verbs for a structure of several blocks."""
    return placement(rng, what, where, "build|build|make|create|construct|put up|place|add")


def removal(rng: random.Random, what: str) -> str:
    """A sentence that asks to remove something."""
    return f"{rng.choice(REMOVE_VERBS)} {what}"


def recolouring(rng: random.Random, what: str, colour: int) -> str:
    """A sentence that asks to give something another colour."""
    return worded(rng, rng.choice(RECOLOUR_FORMS).format(what=what, colour=colour_name(colour)))


def heading(scene: SyntheticScene, compass: tuple[str, ...] = COMPASS) -> tuple[str, Offset]:
    """A direction of movement such as "to the east" or "westwards", and its offset."""
    word = scene.rng.choice(compass)
    return worded(scene.rng, f"[to the {word}|to the {word}|{word}|towards the {word}|{word}wards]"), (
        DIRECTION_OFFSETS[word]
    )


def opposite(word: str) -> str:
    """The compass direction that lies across."""
    return OPPOSITE[word]
