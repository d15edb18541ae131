"""Splits an instruction into clauses: what to do, how many, in which colour, and where relative to what."""

from __future__ import annotations

import re
from dataclasses import dataclass

from cq.building.directions import DIRECTION_OFFSETS, RELATIVE_TURNS
from cq.language.lexicon import ADD_WORDS, NUMBERS, REMOVE_WORDS, read_digits
from cq.world import COLOUR_IDS, COLOURS
from cq.world.directions import Offset, turn

ANCHOR = re.compile(
    r"\b(?:on top of|on the top of|top of|above|over|below|under(?:neath)?|next to|beside|behind|in front of|"
    r"(?:to the |on the )?(?:(?:north|south)(?:east|west)?|east|west|left|right|top)(?:ern)?(?: side)?"
    r"(?: of|\b)|on)\b"
)
"""A phrase that places something relative to something else, the anchor."""

FACING = re.compile(r"\b(?:facing|looking|face)\s+(?:to\s+)?(?:the\s+)?(north|south|east|west)\b")


@dataclass(frozen=True)
class Clause:
    """One thing to do.

    `colours` are the colour ids of the blocks to place or remove, `anchor` those of the blocks to place
    against. `anchored` says whether the clause names a place relative to something. `offset` is the
    direction in which to place, None if the clause names none.
    """

    removes: bool
    count: int | None
    every: bool
    colours: tuple[int, ...]
    anchor: tuple[int, ...]
    anchored: bool
    offset: Offset | None
    words: frozenset[str]


def clauses(instruction: str) -> list[Clause]:
    """The clauses of an instruction, in order. A clause without a verb takes that of the clause before."""
    text = instruction.casefold()
    facing, removes, found = "north", False, []
    verbs = "|".join(sorted(ADD_WORDS | REMOVE_WORDS))
    for part in re.split(rf"[.;!?\n]+|\bthen\b|,?\s+and\s+(?=(?:{verbs})\b)|,\s*(?=(?:{verbs})\b)", text):
        turn = FACING.search(part)
        if turn:
            facing = turn[1]
            part = part.replace(turn[0], " ")
        words = re.findall(r"[a-z]+|\d+", part)
        verb_removes = next((w in REMOVE_WORDS for w in words if w in ADD_WORDS | REMOVE_WORDS), None)
        removes = removes if verb_removes is None else verb_removes
        if verb_removes is not None or _colours(words):
            found.append(_clause(part, words, removes, facing))
    return found


def _clause(part: str, words: list[str], removes: bool, facing: str) -> Clause:
    place = None if removes else ANCHOR.search(part)
    before, after = (part[: place.start()], part[place.end() :]) if place else (part, "")
    numbers = [
        read_digits(w) if w.isdecimal() else NUMBERS[w]
        for w in before.split()
        if w in NUMBERS or w.isdecimal()
    ]
    return Clause(
        removes=removes,
        count=numbers[0] if numbers else None,
        every=bool({"all", "each", "every"} & set(words)),
        colours=_colours(before.split() if not removes else words),
        anchor=_colours(re.findall(r"[a-z]+", after)),
        anchored=place is not None,
        offset=_offset(place[0], facing) if place else None,
        words=frozenset(words),
    )


def _colours(words: list[str]) -> tuple[int, ...]:
    return tuple(COLOUR_IDS[w] for w in words if w in COLOURS)


def _offset(phrase: str, facing: str) -> Offset:
    for word, quarter_turns in RELATIVE_TURNS.items():
        if word in phrase:
            return DIRECTION_OFFSETS[turn(facing, quarter_turns)]
    named = (offset for word, offset in DIRECTION_OFFSETS.items() if word in phrase)
    return next(named, DIRECTION_OFFSETS["east"])
