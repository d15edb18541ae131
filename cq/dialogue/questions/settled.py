"""What needs no question: what the request says already, and what an exchange has asked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import numpy as np

from cq.dialogue.reading.lexicon import normal
from cq.dialogue.reading.places import Places, facing_of
from cq.language.grounding import MISSING, GroundedPhrase
from cq.language.instruction import GroundedInstruction
from cq.language.questions import ASKED, asked_types, question_kinds
from cq.language.words import colours_in

TYPES = ("colour", "count", "size", "where", "arrangement", "direction", "facing", "which", "action")
"""What a question of this package can be about."""

_TYPES_OF_KIND = {
    "colour": ("colour",),
    "count": ("count", "size"),
    "size": ("count", "size"),
    "place": ("where",),
    "direction": ("arrangement", "direction"),
    "orientation": ("facing",),
    "reference": ("which",),
    "action": ("action",),
}
"""Counts and sizes are asked together, for the answer to one gives the other; so are ways to lie."""
_KIND_OF_ASKED = {"side": "place", "start": "place", "anchor": "place", "what": "reference"} | {
    "missing": "reference",
    "meaning": "reference",
    "several": "reference",
}

_FREE = re.compile(
    r"\b(?:wherever|whichever|whatever|anywhere|any (?:one|colou?r|order)|at random|your choice|up to you|"
    r"does(?: not|n't) matter|yourself|(?:as|what|where) you (?:like|want|please))\b"
)
"""Words that leave the choice to the builder."""
_SIZE = re.compile(
    r"\b\d+ ?(?:x|by|×) ?\d+\b|\b(?:two|three|four|five|six|seven) (?:by|x) \w+\b|"
    r"\b(?:\d+|two|three|four|five|six|seven|eight|nine|ten) (?:\w+ )?(?:high|tall|long|wide|deep)\b"
)
_FACING = re.compile(r"\b(?:facing|face|looking|look)\b[^,.;]{0,12}\b(?:north|south|east|west)\b")
_WAY = re.compile(
    r"\b(?:north|south|east|west)(?!\w|[ -](?:edge|side|corner))|\b(?:left|right|behind|forward|toward)"
)
_ARRANGED = re.compile(
    r"\b(?:towers?|columns?|pillars?|stack\w*|piles?|vertical\w*|horizontal\w*|diagonal\w*|upright|high|tall|squares?|"
    r"cubes?|walls?|rectangles?)\b"
)
_OPEN_REFERENCE = MISSING | {"one of many", "one of many shapes", "some of many", "many anchors"}


def types_of(question: str) -> frozenset[str]:
    """Which of `TYPES` a question is about. What follows a colon are its options, and they do not count."""
    head = question.split(":")[0]
    kinds = set(question_kinds(head))
    if not kinds:
        flags = asked_types([head.casefold()])[0]
        asked = [name for name, flag in zip(ASKED, flags, strict=True) if flag]
        kinds = {_KIND_OF_ASKED.get(name, name) for name in asked}
    return frozenset(one for kind in kinds for one in _TYPES_OF_KIND.get(kind, ()))


def asked_before(instruction: GroundedInstruction) -> list[tuple[frozenset[str], frozenset[int]]]:
    """For each exchange the types that its question asks, and the colour ids that it names."""
    return [
        (types_of(one.question), colour_ids(one.question.split(":")[0]))
        for one in instruction.request.exchanges
    ]


def colour_ids(text: str) -> frozenset[int]:
    """The ids of the colours that a text names."""
    return frozenset(index + 1 for index in colours_in(text.casefold()))


def said(instruction: GroundedInstruction) -> frozenset[str]:
    """Which of `TYPES` and of `ATTRIBUTES` (see `cq.dialogue.questions.attributes`) the request says
    already.
    """
    text = instruction.text.casefold()
    new = [one for one in instruction.grounded_phrases if not one.phrase.existing]
    removed = [one for one in instruction.grounded_phrases if one.phrase.removed]
    anchors = [one for one in instruction.grounded_phrases if one.phrase.existing and not one.phrase.removed]
    tests = {
        "colour": bool(new) and not _has(new, {"no colour"}),
        "count": bool(new) and not _has(new, {"no count", "no size"}),
        "count removed": _has_counts(removed or anchors),
        "size": bool(_SIZE.search(text)) or (bool(new) and not _has(new, {"no count", "no size"})),
        "arrangement": bool(_ARRANGED.search(text)) or (bool(new) and all(map(_is_single, new))),
        "direction": bool(_WAY.search(_FACING.sub(" ", text))),
        "which removed": bool(removed)
        and not any(one.phrase.narrowed for one in removed)
        and not _has(removed, _OPEN_REFERENCE),
        "where": len(new) == 1 and _has_one_place(instruction),
        "which anchor": not any(len(one.referents) > 1 for one in anchors),
        "action": bool(instruction.phrases),
    }
    if _FREE.search(text):
        return frozenset(TYPES)
    return frozenset(name for name, holds in tests.items() if holds)


def _has_one_place(instruction: GroundedInstruction) -> bool:
    """Whether the words tell one free cell, or the cells of one column."""
    text = normal(_FACING.sub(" ", instruction.request.instruction.casefold()))
    if len(re.findall(r"[.;!?]\s*\w|\bthen\b", text)):
        return False
    told, _ = Places(instruction.world.grid, facing_of(instruction)).read(text)
    if told is None:
        return False
    free = told & (instruction.world.grid == 0)
    return int(np.count_nonzero(free.any(axis=0))) == 1


def _has_counts(phrases: Sequence[GroundedPhrase]) -> bool:
    """Whether each phrase says how many blocks it means."""
    return bool(phrases) and all(
        one.phrase.count or one.phrase.singular or one.phrase.every for one in phrases
    )


def _has(phrases: Iterable[GroundedPhrase], kinds: Iterable[str]) -> bool:
    return any(finding.kind in kinds for one in phrases for finding in one.findings)


def _is_single(one: GroundedPhrase) -> bool:
    return one.phrase.singular and not one.phrase.shape
