"""Build What I Mean: lists of stimuli, the rounds of its two speakers, and their brief answers.

A game has forty rounds of two speakers, twenty each, in the benchmark's order: eight instructions in full,
and twelve that omit a colour or a number. One speaker always means the one just named, the other another
one in eight of twelve. A question is answered briefly and truly, in changing words.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from cq.errors import InputError
from cq.tables.csv_text import text_rows

FULL = "fully_spec"
ORDERS = {"Ann": "ffbbfbbfbbfbbbfbbfbf", "Ben": "ffabfaafbabfafafafba"}
"""Speaker → rounds: f in full, a another one is meant than the one just named, b that one."""

_WORDS = {
    "colour": ("{0}", "{0}.", "{0} blocks", "It should be {0}.", "The blocks are {0}.", "{0} please"),
    "count": ("{0}", "{1}", "{0}.", "{1} blocks", "There are {0} blocks.", "It is {1} blocks high."),
}
"""Kind of answer → its wordings, of a colour, or of a number and its name."""
_KINDS = {"color_under": "colour", "number_under": "count"}
"""Type of trial → the kind of the omitted answer."""
_ASKED = {"colour": "colou?r", "count": "how (many|high|long|tall)|number"}
"""Kind of answer → pattern of a question about it."""
_NAMES = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
NOTHING = "I can only tell about the blocks."
"""The answer to any other question."""

Item = dict[str, str]
Pieces = frozenset[str]


def load(path: Path) -> list[Item]:
    """The rows of a list of stimuli. Raises `InputError` if columns are missing."""
    header, cells = text_rows(path.read_bytes(), repr(str(path)))
    rows = [dict(zip(header, row, strict=True)) for row in cells]
    needed = {"trialNumber", "trialType", "sentenceW", "startStructure", "targetStructure"}
    if not rows or not needed <= set(rows[0]):
        raise InputError(f"{path} is not a list of stimuli; it needs the columns {', '.join(sorted(needed))}")
    return rows


def rounds_of(speaker: str, items: Sequence[Item], rng: random.Random) -> Iterator[Item]:
    """The items of a speaker's rounds, each base item at most once."""
    full = [row for row in items if row["trialType"] == FULL]
    pairs = sorted({row["trialNumber"][:-1] for row in items if row["trialType"] != FULL})
    by_number = {row["trialNumber"]: row for row in items}
    rng.shuffle(full)
    rng.shuffle(pairs)
    for kind in ORDERS[speaker]:
        if kind == "f" and full:
            yield full.pop()
        elif kind != "f" and pairs:
            yield by_number[pairs.pop() + kind]


def answers(item: Item, items: Sequence[Item]) -> dict[str, tuple[str, ...]]:
    """The book of answers about an item: the kind in which its variants differ → the wordings of its
    value.
    """
    start, target = pieces(item["startStructure"]), pieces(item["targetStructure"])
    kind = _KINDS.get(item["trialType"])
    others = [row for row in items if row["sentenceW"] == item["sentenceW"] and row is not item]
    for other in others if kind else ():
        different = target ^ pieces(other["targetStructure"])
        colours = {piece.split(",")[0] for piece in different & target} or {
            piece.split(",")[0] for piece in different
        }
        if kind and len(colours) == 1:
            (colour,) = colours
            number = sum(piece.startswith(f"{colour},") for piece in target - start)
            meant = (colour.lower(),) if kind == "colour" else (str(number), _NAMES[number])
            return {kind: tuple(words.format(*meant).capitalize() for words in _WORDS[kind])}
    return {}


def answer(question: str, item: Item, items: Sequence[Item], rng: random.Random) -> str:
    """A brief true answer: the value in which the variants of an item differ, if the question is about it."""
    for kind, wordings in answers(item, items).items():
        if re.search(_ASKED[kind], question.lower()):
            return rng.choice(wordings)
    return NOTHING


def pieces(structure: str) -> Pieces:
    """The blocks of a structure as texts."""
    return frozenset(piece.strip() for piece in (structure or "").split(";") if piece.strip())
