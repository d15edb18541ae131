"""Words that people have for what a program of CerealBar names: for training, and for a reader without it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cq.env.cerealbar import mentions

COLOURS = {
    "black": "black dark ebony",
    "blue": "blue navy azure",
    "green": "green lime emerald",
    "orange": "orange tangerine amber",
    "pink": "pink purple magenta violet rose",
    "red": "red crimson scarlet",
    "yellow": "yellow gold golden",
}
SHAPES = {
    "cube": "cube cubes square squares box boxes block blocks",
    "diamond": "diamond diamonds gem gems rhombus",
    "heart": "heart hearts love_heart love_hearts",
    "plus": "plus pluses cross crosses plus_sign plus_signs plusses",
    "star": "star stars",
    "torus": "torus toruses ring rings donut donuts doughnut doughnuts circle circles tori hoop hoops "
    "ring_shape ring_shapes",
    "triangle": "triangle triangles pyramid pyramids tri tris",
}
NUMBERS = {
    "1": "1 one single lone solo  just_one 1x sole singleton",
    "2": "2 two double pair_of twin 2x two_of couple_of doubled",
    "3": "3 three triple trio_of 3x three_of triplet tripled",
}
THINGS = {
    "hut": "hut huts house cabin huts",
    "tree": "tree trees",
    "plant": "plant plants bush bushes shrub",
    "lamppost": "lamppost lamp lamp_post street_light lampposts lantern light_pole",
    "tent": "tent tents",
    "windmill": "windmill mill wind_mill",
    "tower": "tower",
    "water": "lake water pond lakeside water's_edge waterside lakeshore shore",
    "hill": "hill hills mountain hillside slope mound",
    "path": "path road track trail",
    "edge": "edge map_edge border rim",
}
SIDES = {
    "ahead": "ahead front forward forwards straight",
    "right": "right right",
    "behind": "behind back backwards",
    "left": "left left",
}
"""The words of a side and of a turn."""
OTHER = {
    "close": "close closest near nearest nearer closer",
    "far": "far farther farthest further furthest away",
    "beyond": "beyond past",
    "before": "before",
    "drop": "deselect unselect undo put_back deselected unselected unpick remove un_-_select let_go cancel",
}
FAMILIES = {
    "colour": COLOURS,
    "shape": SHAPES,
    "number": NUMBERS,
    "thing": THINGS,
    "side": SIDES,
    "other": OTHER,
}
_COUNTED = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
COUNTS = {word: number for number, word in enumerate(_COUNTED.split(), 1)}
"""Words for a number of steps."""

PHRASES = {word: ("number", str(number)) for word, number in COUNTS.items()} | {
    phrase.replace("_", " "): (family, atom)
    for family, words in FAMILIES.items()
    for atom, text in words.items()
    for phrase in text.split()
}
"""The phrases of the reader."""


class Named(NamedTuple):
    """Words `start` to `end` of a text that name an atom of a family."""

    start: int
    end: int
    family: str
    atom: str


def named(words: Sequence[str]) -> list[Named]:
    """What the words name, from left to right."""
    return [
        Named(one.start, one.end, *next(iter(one.named.items()))) for one in mentions.named(words, PHRASES)
    ]


def phrases(family: str, atom: str) -> list[str]:
    """The phrases of an atom, the usual ones first."""
    return [phrase.replace("_", " ") for phrase in FAMILIES[family][atom].split()]
