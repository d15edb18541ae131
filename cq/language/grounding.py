"""Grounding: which cells of the world each noun phrase could mean, and what that leaves open.

A finding names one open thing, such as "no red block in the world" or "could be any of 4 blocks". Findings
are features of the classifier and of the ranker, and the words of the classifier's reasons.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from cq.language.lexicon import COMPASS_WORDS
from cq.language.phrases import Phrase
from cq.world.components import count_components
from cq.world.directions import COMPASS, axis_and_sign
from cq.world.grid import SHAPE, Grid
from cq.world.palette import COLOUR_IDS, COLOURS

ORANGE, YELLOW = COLOUR_IDS["orange"], COLOUR_IDS["yellow"]

HIGHEST = frozenset("highest tallest topmost uppermost top".split())
LOWEST = frozenset("lowest bottom bottommost".split())

SUPERLATIVES = HIGHEST | LOWEST
SIDE_WORDS = COMPASS_WORDS | frozenset("left right front behind top above below under each both".split())
FACING_WORDS = COMPASS_WORDS | frozenset("facing looking face look".split())

Cells = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Finding:
    """One thing left open: its kind (a key of `FINDING_KINDS`) and a sentence about it."""

    kind: str
    text: str


FINDING_KINDS = {
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
"""Every kind of finding, and the kind of ambiguity that it is (see `cq.language.questions`)."""

MISSING = frozenset({"missing colour", "nothing stands"})
"""Kinds of finding that say: nothing in the world matches the phrase."""


@dataclass(frozen=True)
class GroundedPhrase:
    """A phrase in a world: the cells (n, 3) it could mean, the colours it names that no block has (IGLU 2022
    ids), and what it leaves open.
    """

    phrase: Phrase
    referents: Cells
    missing_colours: tuple[int, ...]
    findings: tuple[Finding, ...]


def ground_phrases(phrases: Sequence[Phrase], grid: Grid) -> list[GroundedPhrase]:
    """Each phrase in a world, in order of mention: grid int8 (9, 11, 11), [y, x, z]."""
    grounded: list[GroundedPhrase] = []
    made: set[int] = set()
    before: Phrase | None = None
    thing: Phrase | None = None
    for phrase in phrases:
        cells = _referents(phrase, grid)
        missing = tuple(c for c in dict.fromkeys(phrase.colours) if not len(_of_colour(grid, c)))
        if not phrase.existing:
            findings = _of_new(phrase)
            made |= set(phrase.colours) or {0}
            if thing is not None and _is_bare_colour(phrase):
                findings = [replace(one, text=one.text.replace(phrase.text, thing.text)) for one in findings]
            else:
                thing = phrase
        elif _may_mean_what_is_made(phrase, made):
            findings = []
        elif missing:
            findings = [Finding("missing colour", f"no {COLOURS[c - 1]} block in the world") for c in missing]
        else:
            findings = _of_existing(phrase, before, cells)
        grounded.append(GroundedPhrase(phrase, cells, missing, tuple(findings)))
        before = phrase
    return grounded


def find_open(instruction: str, grounded: Sequence[GroundedPhrase]) -> list[Finding]:
    """All findings about an instruction: those about its phrases in order, then those about its words."""
    return [finding for one in grounded for finding in one.findings] + _of_words(instruction, bool(grounded))


def _referents(phrase: Phrase, grid: Grid) -> Cells:
    """The cells (n, 3) a phrase could mean: those of its colours, narrowed by "highest", "westmost", ….

    Orange blocks also count as "yellow" if no yellow block stands: on the recordings' screens the two look
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
    for direction in COMPASS:
        if any(word.startswith(direction) for word in phrase.adjectives):
            axis, sign = axis_and_sign(direction)
            cells = cells[cells[:, axis] * sign == (cells[:, axis] * sign).max()]
    return cells


def _count_components(cells: Cells) -> int:
    """How many groups of face-to-face neighbours the cells (n, 3) form."""
    mask = np.zeros(SHAPE, dtype=bool)
    mask[tuple(cells.T)] = True
    return count_components(mask)


def _is_bare_colour(phrase: Phrase) -> bool:
    """Whether a phrase is nothing but colours, which say how a thing is that was named before."""
    return set(phrase.text.replace(",", " ").split()) <= {*COLOURS, "and", "or"}


def _may_mean_what_is_made(phrase: Phrase, made: set[int]) -> bool:
    """Whether the phrase may refer to blocks placed earlier in the instruction. `made` holds their colour
    ids; 0 means any colour.
    """
    return bool(set(phrase.colours) & made or (made and not phrase.colours and not phrase.adjectives))


def _of_existing(phrase: Phrase, before: Phrase | None, cells: Cells) -> list[Finding]:
    if not len(cells):
        return [Finding("nothing stands", f"nothing in the world matches “{phrase.text}”")]
    if phrase.count and phrase.count > len(cells) and not phrase.shape and not phrase.adjectives:
        return [Finding("fewer than said", f"“{phrase.text}”, but {_there_are_only(len(cells))}")]
    if phrase.every or phrase.narrowed or (phrase.adjectives and not phrase.adjectives & SUPERLATIVES):
        return []
    if phrase.shape:
        groups = _count_components(cells)
        if phrase.singular and groups > 1:
            return [Finding("one of many shapes", f"“{phrase.text}” could be any of {groups} structures")]
    elif len(set(phrase.colours)) > 1:
        return []
    elif phrase.singular and len(cells) > 1:
        return [Finding("one of many", f"“{phrase.text}” could be any of {len(cells)} blocks")]
    elif phrase.count and phrase.count < len(cells):
        return [Finding("some of many", f"“{phrase.text}” could be any of {len(cells)} blocks")]
    elif phrase.anchor and not phrase.singular and len(cells) > 1 and before and not before.existing:
        return [Finding("many anchors", f"“{phrase.text}” could be any of {len(cells)} blocks")]
    return []


def _of_new(phrase: Phrase) -> list[Finding]:
    found = []
    if not phrase.colours:
        found.append(Finding("no colour", f"no colour is given for “{phrase.text}”"))
    if phrase.shape and phrase.count in (None, 1):
        found.append(Finding("no size", f"no size is given for “{phrase.text}”"))
    elif phrase.count is None and not phrase.singular:
        found.append(Finding("no count", f"no number is given for “{phrase.text}”"))
    if not phrase.placed:
        found.append(Finding("no place", f"no place is given for “{phrase.text}”"))
    if not phrase.arranged and not phrase.shape and (phrase.count or 2) > 1 and not phrase.singular:
        found.append(Finding("no arrangement", f"no direction is given for “{phrase.text}”"))
    return found


def _of_words(instruction: str, has_phrases: bool) -> list[Finding]:
    words = set(re.findall(r"[a-z]+", instruction.casefold()))
    found = []
    if not has_phrases:
        found.append(Finding("nothing to do", "no block to place or remove is named"))
    if words & {"beside", "near", "adjacent", "next"} and not words & SIDE_WORDS:
        found.append(Finding("no side", "no side is given"))
    if words & {"left", "right", "front", "behind"} and not words & FACING_WORDS:
        found.append(Finding("no facing", "left and right need a direction to face"))
    return found


def _there_are_only(count: int) -> str:
    return f"there {'is' if count == 1 else 'are'} only {count}"


def _of_colour(grid: Grid, colour: int) -> Cells:
    cells: Cells = np.argwhere(grid == colour)
    return np.argwhere(grid == ORANGE) if not len(cells) and colour == YELLOW else cells
