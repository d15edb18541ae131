"""An instruction read clause by clause: what to do, how many, in which colour, where relative to what."""

from __future__ import annotations

import re
from dataclasses import dataclass

from cq.language.lexicon import ADD_WORDS, NUMBERS, REMOVE_WORDS
from cq.world import COLOURS

Step = tuple[int, int, int]

UP: Step = (1, 0, 0)
STEPS: dict[str, Step] = {
    "east": (0, 1, 0),
    "west": (0, -1, 0),
    "south": (0, 0, 1),
    "north": (0, 0, -1),
    "top": UP,
    "above": UP,
    "over": UP,
    "on": UP,
    "below": (-1, 0, 0),
    "under": (-1, 0, 0),
    "underneath": (-1, 0, 0),
}
"""Grid steps (y, x, z) of direction words."""

TURNS = {"behind": 0, "right": 1, "front": 2, "left": 3}
"""Quarter turns clockwise from the builder's look. Behind a block is farther off along the look, in front
of it is on the builder's side."""

ROUND = ("north", "east", "south", "west")
"""Clockwise from above."""

ANCHOR = re.compile(
    r"\b(?:on top of|on the top of|top of|above|over|below|under(?:neath)?|next to|beside|behind|in front of|"
    r"(?:to the |on the )?(?:(?:north|south)(?:east|west)?|east|west|left|right|top)(?:ern)?(?: side)?"
    r"(?: of|\b)|on)\b"
)
FACING = re.compile(r"\b(?:facing|looking|face)\s+(?:to\s+)?(?:the\s+)?(north|south|east|west)\b")


@dataclass(frozen=True)
class Clause:
    """One thing to do. `colours` are ids of what is acted on, `anchor` ids of what it is placed against."""

    removes: bool
    count: int | None
    every: bool
    colours: tuple[int, ...]
    anchor: tuple[int, ...]
    anchored: bool
    """Whether a place relative to something is named at all."""
    step: Step | None
    words: frozenset[str]


def clauses(instruction: str) -> list[Clause]:
    """The clauses of an instruction, in order; a clause without a verb continues the one before."""
    text = instruction.casefold()
    facing, removes, found = "north", False, []
    verbs = "|".join(sorted(ADD_WORDS | REMOVE_WORDS))
    for part in re.split(rf"[.;!?\n]+|\bthen\b|,?\s+and\s+(?=(?:{verbs})\b)|,\s*(?=(?:{verbs})\b)", text):
        turned = FACING.search(part)
        if turned:
            facing = turned[1]
            part = part.replace(turned[0], " ")
        words = re.findall(r"[a-z]+|\d+", part)
        acted = next((w in REMOVE_WORDS for w in words if w in ADD_WORDS | REMOVE_WORDS), None)
        removes = removes if acted is None else acted
        if acted is not None or _colours(words):
            found.append(_clause(part, words, removes, facing))
    return found


def _clause(part: str, words: list[str], removes: bool, facing: str) -> Clause:
    place = None if removes else ANCHOR.search(part)
    before, after = (part[: place.start()], part[place.end() :]) if place else (part, "")
    numbers = [int(w) if w.isdigit() else NUMBERS[w] for w in before.split() if w in NUMBERS or w.isdecimal()]
    return Clause(
        removes=removes,
        count=numbers[0] if numbers else None,
        every=bool({"all", "each", "every"} & set(words)),
        colours=_colours(before.split() if not removes else words),
        anchor=_colours(re.findall(r"[a-z]+", after)),
        anchored=place is not None,
        step=_step(place[0], facing) if place else None,
        words=frozenset(words),
    )


def _colours(words: list[str]) -> tuple[int, ...]:
    return tuple(COLOURS.index(w) + 1 for w in words if w in COLOURS)


def _step(phrase: str, facing: str) -> Step:
    for word, turns in TURNS.items():
        if word in phrase:
            return STEPS[ROUND[(ROUND.index(facing) + turns) % 4]]
    return next((step for word, step in STEPS.items() if word in phrase), STEPS["east"])
