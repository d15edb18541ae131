"""Phrases meet the world: how many cells each could mean, and what is left open.

A finding names one thing a builder would stumble on, "no red block in the world", "which of 4 red blocks?".
Findings are the explicit part of the classifier's input and the words of its reasons.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cq.language.lexicon import COMPASS_WORDS
from cq.language.phrases import Phrase, phrases
from cq.world.grid import Grid
from cq.world.palette import COLOURS

ORANGE, YELLOW = COLOURS.index("orange") + 1, COLOURS.index("yellow") + 1

HIGHEST = frozenset("highest tallest topmost uppermost top".split())
LOWEST = frozenset("lowest bottom bottommost".split())
SIDES = {"east": (1, 1), "west": (1, -1), "south": (2, 1), "north": (2, -1)}

CHOOSES = HIGHEST | LOWEST
SIDED = COMPASS_WORDS | frozenset("left right front behind top above below under each both".split())
FACES = COMPASS_WORDS | frozenset("facing looking face look".split())

Cells = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Finding:
    """One thing left open: its kind (one of `KINDS`) and what a person would say of it."""

    kind: str
    text: str


KINDS = {
    "missing colour": "colour",
    "nothing stands": "reference",
    "one of many": "reference",
    "one of many shapes": "reference",
    "fewer than said": "count",
    "some of many": "reference",
    "no colour": "colour",
    "no count": "count",
    "no size": "size",
    "no place": "place",
    "no arrangement": "direction",
    "no side": "place",
    "many anchors": "reference",
    "no facing": "orientation",
    "nothing to do": "action",
}
"""Every kind of finding, and the kind of ambiguity a question about it would have."""

MISSING = frozenset({"missing colour", "nothing stands"})
"""Kinds of finding that say a phrase means nothing there is."""


def findings(instruction: str, grid: Grid) -> list[Finding]:
    """What the instruction leaves open in a world: grid int8 (9, 11, 11), [y, x, z]. In order of mention."""
    read = grounded_phrases(instruction, grid)
    return [f for _, found in read for f in found] + _of_words(instruction, [phrase for phrase, _ in read])


def grounded_phrases(instruction: str, grid: Grid) -> list[tuple[Phrase, list[Finding]]]:
    """Each phrase of the instruction with what it leaves open, in order of mention."""
    grounded: list[tuple[Phrase, list[Finding]]] = []
    made: set[int] = set()
    before = None
    for phrase in phrases(instruction):
        if phrase.stands:
            grounded.append((phrase, _of_standing(phrase, before, grid, made)))
        else:
            grounded.append((phrase, _of_new(phrase)))
            made |= set(phrase.colours) or {0}
        before = phrase
    return grounded


def candidates(phrase: Phrase, grid: Grid) -> Cells:
    """The cells (n, 3) a phrase could mean: those of its colours, narrowed by "highest", "westmost", ….

    Orange blocks answer to "yellow" where no yellow one stands: on the recordings' screens the two look
    alike, and builders of the single-turn set removed orange blocks in 61 of 124 cases of "yellow".
    """
    cells: Cells = (
        np.concatenate([_of_colour(grid, c) for c in dict.fromkeys(phrase.colours)])
        if phrase.colours
        else np.argwhere(grid)
    )
    if not len(cells):
        return cells
    if phrase.adjectives & HIGHEST:
        cells = cells[cells[:, 0] == cells[:, 0].max()]
    if phrase.adjectives & LOWEST:
        cells = cells[cells[:, 0] == cells[:, 0].min()]
    for side, (axis, sign) in SIDES.items():
        if any(word.startswith(side) for word in phrase.adjectives):
            cells = cells[cells[:, axis] * sign == (cells[:, axis] * sign).max()]
    return cells


def lacking(phrase: Phrase, grid: Grid) -> list[int]:
    """The colours a phrase names that no block of the grid has, as IGLU 2022 ids."""
    return [colour for colour in dict.fromkeys(phrase.colours) if not len(_of_colour(grid, colour))]


def components(cells: Cells) -> int:
    """How many groups of face-to-face neighbours the cells (n, 3) form."""
    left = {tuple(cell) for cell in cells.tolist()}
    groups = 0
    while left:
        groups += 1
        pending = [left.pop()]
        while pending:
            y, x, z = pending.pop()
            for step in [
                *((y + d, x, z) for d in (-1, 1)),
                *((y, x + d, z) for d in (-1, 1)),
                *((y, x, z + d) for d in (-1, 1)),
            ]:
                if step in left:
                    left.remove(step)
                    pending.append(step)
    return groups


def _of_standing(phrase: Phrase, before: Phrase | None, grid: Grid, made: set[int]) -> list[Finding]:
    if set(phrase.colours) & made or (made and not phrase.colours and not phrase.adjectives):
        return []  # it may mean what was just built
    missing = lacking(phrase, grid)
    if missing:
        return [Finding("missing colour", f"no {COLOURS[c - 1]} block in the world") for c in missing]
    cells = candidates(phrase, grid)
    if not len(cells):
        return [Finding("nothing stands", f"nothing stands that “{phrase.text}” could mean")]
    if phrase.count and phrase.count > len(cells) and not phrase.shape and not phrase.adjectives:
        return [Finding("fewer than said", f"“{phrase.text}”, but {len(cells)} stand")]
    if phrase.every or phrase.narrowed or (phrase.adjectives and not phrase.adjectives & CHOOSES):
        return []
    if phrase.shape:
        groups = components(cells)
        if phrase.singular and groups > 1:
            return [Finding("one of many shapes", f"“{phrase.text}” could be any of {groups} structures")]
    elif len(set(phrase.colours)) > 1:
        return []
    elif phrase.singular and len(cells) > 1:
        return [Finding("one of many", f"“{phrase.text}” could be any of {len(cells)} blocks")]
    elif phrase.count and phrase.count < len(cells):
        return [Finding("some of many", f"“{phrase.text}” could be any of {len(cells)} blocks")]
    elif phrase.anchor and not phrase.singular and len(cells) > 1 and before and not before.stands:
        return [Finding("many anchors", f"“{phrase.text}” are {len(cells)} blocks; beside which of them?")]
    return []


def _of_new(phrase: Phrase) -> list[Finding]:
    found = []
    if not phrase.colours:
        found.append(Finding("no colour", f"no colour given for “{phrase.text}”"))
    if phrase.shape and phrase.count in (None, 1):
        found.append(Finding("no size", f"no size given for “{phrase.text}”"))
    elif phrase.count is None and not phrase.singular:
        found.append(Finding("no count", f"no number given for “{phrase.text}”"))
    if not phrase.placed:
        found.append(Finding("no place", f"no place given for “{phrase.text}”"))
    if not phrase.arranged and not phrase.shape and (phrase.count or 2) > 1 and not phrase.singular:
        found.append(Finding("no arrangement", f"in which direction “{phrase.text}” run is not said"))
    return found


def _of_words(instruction: str, read: Sequence[Phrase]) -> list[Finding]:
    words = set(re.findall(r"[a-z]+", instruction.casefold()))
    found = []
    if not read:
        found.append(Finding("nothing to do", "no block to place or remove is named"))
    if words & {"beside", "near", "adjacent", "next"} and not words & SIDED:
        found.append(Finding("no side", "the side is not said"))
    if words & {"left", "right", "front", "behind"} and not words & FACES:
        found.append(Finding("no facing", "left and right need a direction to face"))
    return found


def _of_colour(grid: Grid, colour: int) -> Cells:
    cells: Cells = np.argwhere(grid == colour)
    return np.argwhere(grid == ORANGE) if not len(cells) and colour == YELLOW else cells
