"""Spelling: misspelt words of the building vocabulary, repaired.

A word is repaired only if it is not a common English word: "blok" becomes "block", "read" stays. Repairs are
at most two edits away (one for short words), where an edit adds, drops or changes a letter or swaps two
neighbours (Damerau 1964; the distance is rapidfuzz's).
"""

from __future__ import annotations

import re
from functools import cache, lru_cache, partial
from importlib import resources

from cq.language.lexicon import own_words
from cq.language.vocabulary import FIGURES

VOCABULARY = tuple(
    # Colours, numbers and nouns first: of two words that are as near, the earlier one is taken.
    """red blue green yellow orange purple colour color block blocks tower three four five six seven eight
    nine ten eleven twelve two one zero box boxes cube cubes brick bricks column columns row rows line lines
    wall walls place put build remove destroy break stack add delete replace create construct take away
    turn the and with that which from then them this there top bottom middle centre center corner corners
    left right front behind north south east west northeast northwest southeast southwest northern
    southern eastern western northernmost southernmost easternmost westernmost eastmost westmost northmost
    southmost topmost uppermost bottommost leftmost rightmost highest lowest tallest shortest longest
    largest smallest nearest closest furthest farthest upper lower higher taller shorter longer bigger
    smaller towers pillar pillars pile piles square squares structure structures shape shapes layer layers
    level arch arches bridge staircase stairs pyramid platform figure object ring cross rectangle bar beam
    post placed placing putting building built removed removing destroyed destroying breaking broken
    stacked stacking adding added deleted creating create clear erase eliminate demolish knock swap change
    exchange convert paint move shift rotate extend connect connecting attach cover surround fill make
    keep leave lay form insert continue join mirror copy repeat raise lower lengthen shorten widen
    heighten above below under underneath beneath over between beside next near adjacent touching around
    inside against towards toward onto upon along across through opposite side sides edge edges end ends
    ground floor grid board zone map world space spaces horizontal horizontally vertical vertically
    diagonal diagonally directly immediately immediate exactly straight floating hanging hovering existing
    remaining another every everything each all both other same single whole entire completely only
    first second
    third fourth fifth last height high tall long wide size width length facing looking direction face
    look starting start begin ending consecutive alternating blank empty hole gap where when while until
    please should would blocked many some few several purples reds blues greens yellows oranges""".split()
    + list(FIGURES)
)
"""The words that repairs lead to, the more frequent first."""

_FIXED = {
    "teh": "the",
    "ed": "red",
    "ontop": "on top",
    "infront": "in front",
    "nextto": "next to",
    "alot": "a lot",
    "pls": "please",
    "ur": "your",
    "plz": "please",
    "thats": "that is",
    "thx": "thanks",
    "strait": "straight",
    "rite": "right",
    "whish": "wish",
    "brake": "break",
    "righto": "okay",
    "mor": "more",
    "gonna": "going to",
    "wanna": "want to",
    "gimme": "give me",
    "lemme": "let me",
    "shouldnt": "should not",
    "theres": "there is",
    "im": "i am",
    "isnt": "is not",
    "arent": "are not",
    "wont": "will not",
    "cant": "can not",
    "didnt": "did not",
    "id": "i would",
    "ive": "i have",
    "its": "its",
    "ty": "thanks",
    "weat": "west",
    "nwe": "new",
    "iin": "in",
    "putted": "put",
    "westside": "west side",
    "eastside": "east side",
    "northside": "north side",
    "southside": "south side",
}
_SHORT_WORDS = frozenset(
    "a i am an as at be by do go he hi if in is it me my no of oh ok on or so to up us we ne nw se sw".split()
)
_WORD = re.compile(r"(?<![^\W_])[a-z]+(?:['’][a-z]+)?(?![^\W\d_])", re.IGNORECASE)
"""Not beside letters of other scripts: a word of mixed ones is unread as a whole."""
_ENDINGS = ("s", "es", "ed", "ing", "ly", "er", "est")


def corrected(text: str) -> str:
    """The text with misspelt words of the building vocabulary repaired; all else is kept, case included."""
    return _WORD.sub(lambda match: _repaired(match[0]), text)


def corrections(text: str) -> tuple[tuple[str, str], ...]:
    """The repaired words, each as it is written and as it is read, in order and without repeats."""
    pairs = ((word, _repaired(word)) for word in _WORD.findall(text))
    return tuple(dict.fromkeys((written, read) for written, read in pairs if written != read))


def _repaired(word: str) -> str:
    lowered = word.casefold()
    if lowered in own_words():
        return word
    repair = _repair(lowered)
    if repair == lowered:
        return word
    if word.isupper() and len(word) > 1:
        return repair.upper()
    return repair.capitalize() if word[0].isupper() else repair


@lru_cache(maxsize=20_000)
def _repair(word: str) -> str:
    """The repair of one lower-case word, or the word itself."""
    from cq.language.grammar import GRAMMAR

    if word in _FIXED:
        return _FIXED[word]
    if word in GRAMMAR.vocabulary:
        return word
    if len(word) < 2 or len(word) > 15 or "'" in word or "’" in word or word in _known_words():
        return word
    if _is_inflected(word):
        return word
    if (parts := _split(word)) is not None:
        return parts
    most = 1 if len(word) < 5 else 2
    if len(word) > 2 and (name := _without_vowels().get(word)):
        return name
    for name, edits, _ in sorted(_nearest(word, most), key=partial(_cost, word)):
        # Two edits must leave most of the word: else "music" would become "brick".
        if edits < 2 or (word[0] == name[0] and len(name) > 5):
            return name
    return word


def _split(word: str) -> str | None:
    """Two words of the vocabulary that are written as one: "blockplace"."""
    for at in range(3, len(word) - 1):
        if word[:at] in VOCABULARY and word[at:] in (*VOCABULARY, "on", "in", "to", "of"):
            return f"{word[:at]} {word[at:]}"
    return None


def _is_inflected(word: str) -> bool:
    """Whether it is a known word with an ending."""
    return any(
        word.endswith(ending) and word[: -len(ending)] in _known_words() and len(word) - len(ending) > 2
        for ending in _ENDINGS
    )


def _nearest(word: str, most: int) -> list[tuple[str, int, int]]:
    """The words of the vocabulary that are at most `most` edits away, with their distances and indices."""
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    return process.extract(word, _targets(), scorer=OSA.distance, score_cutoff=most, limit=None)


def _cost(word: str, near: tuple[str, int, int]) -> tuple[int, bool, bool, int, int]:
    """How unlikely a typing error the word is: edits, other letters, another first letter, letters added, and
    the index in the vocabulary.
    """
    name, edits, place = near
    return edits, sorted(word) != sorted(name), word[0] != name[0], len(word) - len(name), place


@cache
def _known_words() -> frozenset[str]:
    """The vocabulary, and common English words that are near to one of its words."""
    common = resources.files("cq.language").joinpath("common_words.txt").read_text(encoding="utf-8")
    return _SHORT_WORDS | frozenset(VOCABULARY) | frozenset(common.split())


@cache
def _targets() -> tuple[str, ...]:
    """The words of three letters or more that repairs may lead to, the more frequent first."""
    return tuple(name for name in dict.fromkeys(VOCABULARY) if len(name) > 2)


@cache
def _without_vowels() -> dict[str, str]:
    """The words of the vocabulary by their consonants: "orng", "yllw"."""
    named = {name[0] + re.sub("[aeiou]", "", name[1:]): name for name in reversed(VOCABULARY)}
    return {short: name for short, name in named.items() if len(short) > 2 and short != name}
