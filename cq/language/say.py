"""Saying: a value of a program in words, by the rules that read it.

A rule is used backwards: its fixed fields must equal those of the value, its slots say fields, and `{self}`
says the rest. The words are read again before they are given out, so they always mean the value.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from typing import Any

import cq.language.rules  # noqa: F401
from cq.language.backwards import slots_before
from cq.language.grammar import Rule, default_of, fields_of
from cq.language.lexicon import own_colours
from cq.language.program import Command, Place
from cq.language.reading import read
from cq.language.sampling import is_used, rules_of

WIDTHS = (8, 48)
"""The beam: ways to say a value and each of its parts; the wider one where none is read back as the value."""
MOST_READ_BACK = 1_500
"""Words of ways that are read back for one value and width; longer values get fewer tries."""
MOST_KNOWN = 50_000
"""Parts whose ways are kept."""
VARIETY = 0.12
"""How much more than the cheapest way one that is chosen at random may cost."""
UNUSUAL = 0.09
"""The cost of a rule that people do not use."""
DIGITS = 0.15
"""The cost of a number in digits if there is a word for it."""
_VOWELS = "aeiou"
_SMALL = frozenset("the a an and".split())
"""Words that do not count as length."""
_ADJECTIVES = ("ShortSize", "Premodifier")
"""Categories in which a unit stays singular: "a three-block tower"."""

Way = tuple[float, str]
"""A cost, and words."""


def say(value: Any, category: str | None = None, rng: random.Random | None = None) -> str | None:
    """A value in words that are read back as this value; None if the rules have none.

    `category` is that of the words, by default the class of the value. A program is a tuple of commands, each
    said as a sentence. `rng` chooses among ways that cost little; without it the cheapest is taken.
    """
    if isinstance(value, tuple) and category is None:
        said = [say(command, None, rng) for command in value]
        return None if None in said else ". ".join(map(str, said))
    if category is None:
        # The category in which it will be read: a command among all commands, a place among all places.
        kind = next((kind for kind in (Command, Place) if isinstance(value, kind)), type(value))
        category = kind.__name__
    if rng is None:
        return _usually((type(value), value), category, own_colours())
    for width in WIDTHS:
        ways = _speech(width, own_colours()).best(value, category)
        ways = sorted(ways, key=lambda way: way[0] + rng.random() * VARIETY)
        if (text := _read_back(value, category, ways)) is not None:
            return text
    return None


@lru_cache(maxsize=8192)
def _usually(typed: tuple[type, Any], category: str, own: tuple[str, ...]) -> str | None:
    """The cheapest words for a value, which comes with its type: 1 is not True."""
    found = (_read_back(typed[1], category, _speech(width, own).best(typed[1], category)) for width in WIDTHS)
    return next((text for text in found if text is not None), None)


def _read_back(value: Any, category: str, ways: Sequence[Way]) -> str | None:
    """The first of some ways to say a value that is read as this value."""
    left = MOST_READ_BACK
    for _, words in ways:
        left -= words.count(" ") + 1
        if left < 0:
            break
        text = spaced(words)
        best = read(text, category)[0]
        if best.program == (value,) and not best.unread:
            return text
    return None


def spaced(words: str) -> str:
    """Words as a sentence has them: no space before a comma or within brackets, "an" before a vowel."""
    for mark in (*",.;:!?)", "'s"):
        words = words.replace(f" {mark}", mark)
    spoken = words.replace("( ", "(").split(" ")
    for i, (before, word, after) in enumerate(zip(["", *spoken], spoken, [*spoken[1:], ""], strict=False)):
        if word == "a" and before != "letter" and after[:1] in (*_VOWELS,) and not after.startswith("one"):
            spoken[i] = "an"
    return " ".join(spoken)


# --- rules backwards ----------------------------------------------------------------------------------------


@dataclass
class _Speech:
    """The known ways to say values and their parts. `within` are the parts that are being said, with their
    depths. A part that is said within itself is left out there; `lowest` is the least depth of such a part
    since it was reset.
    """

    known: dict[tuple[type, Any, str], list[Way]] = field(default_factory=dict)
    within: dict[tuple[type, Any, str], int] = field(default_factory=dict)
    lowest: float = math.inf
    own: tuple[str, ...] = ()
    """The colours of a user's own palette."""
    width: int = 8
    """The beam: ways to say a part of a value, the cheapest and shortest."""

    def best(self, value: Any, category: str) -> list[Way]:
        """The cheapest ways to say a value."""
        if len(self.known) > MOST_KNOWN:
            self.known.clear()
        return self.ways(value, category)

    def ways(self, value: Any, category: str) -> list[Way]:
        """The cheapest ways to say a value as a constituent of a category, of equal cost the shortest
        first.
        """
        key = (type(value), value, category)
        if key in self.known:
            return self.known[key]
        if key in self.within:
            self.lowest = min(self.lowest, self.within[key])
            return []
        depth, before, self.lowest = len(self.within), self.lowest, math.inf
        self.within[key] = depth
        found = [
            (cost + rule.cost + (UNUSUAL if not is_used(rule) else 0.0), words)
            for rule in _rules_for(value, category)
            for cost, words in self._by_rule(rule, value)
        ]
        del self.within[key]
        if type(value) is int and category in ("Number", "Counted", "Integer"):
            found.append((DIGITS if found else 0.0, str(value)))
        if category == "Colour" and value in self.own:
            found.append((0.0, value))
        best = sorted(dict.fromkeys(found), key=_order)[: self.width]
        if self.lowest >= depth:
            self.known[key] = (
                best  # Nothing was left out but the part within itself, which would say no more.
            )
            self.lowest = before
        else:
            self.lowest = min(self.lowest, before)
        return best

    def _by_rule(self, rule: Rule, value: Any) -> Iterator[Way]:
        """The ways to say a value by one rule."""
        for parts in _parts(rule, value):
            ways: list[Way] = [(0.0, "")]
            left = iter(parts)
            part: Any = None
            for symbol in rule.symbols:
                if symbol.word:
                    said: list[Way] = [(0.0, symbol.word)]
                elif symbol.into:
                    part = next(left)
                    said = self.ways(part, symbol.category)
                else:
                    many = None if type(part) is not int or rule.category in _ADJECTIVES else part != 1
                    word = _word_of(symbol.category, many)
                    said = [(0.0, word)] if word is not None else []
                ways = [
                    (cost + more, f"{words} {text}".lstrip()) for cost, words in ways for more, text in said
                ]
                ways = sorted(ways, key=_order)[: self.width]
            yield from ways


@lru_cache(maxsize=16)
def _speech(width: int, own: tuple[str, ...]) -> _Speech:
    return _Speech(own=own, width=width)


def _order(way: Way) -> tuple[float, int, int]:
    """The cheapest first; then "and" rather than a comma, then few words. Ties stay in the order of the
    rules.
    """
    cost, words = way
    said = words.split()
    return cost, said.count(","), sum(word not in _SMALL for word in said)


def _parts(rule: Rule, value: Any) -> Iterator[list[Any]]:
    """The values of the slots of a rule, in order, with which it makes a value."""
    slots = [symbol.into for symbol in rule.symbols if symbol.into]
    if rule.makes is None:
        yield [value] * len(slots)
        return
    if isinstance(rule.makes, type):
        candidates = _slots_before(rule, value, slots)
    else:
        found = slots_before(rule, value)
        candidates = ([held[name.rstrip("+")] for name in slots] for held in found if held.keys() >= {*slots})
    for parts in candidates:
        values = iter(parts)
        children = [next(values) if symbol.into else None for symbol in rule.symbols if symbol.category]
        try:
            made = rule.build(children)
        except (AttributeError, LookupError, TypeError, ValueError):
            continue  # A candidate that the function of the rule does not take.
        if made == value:
            yield parts


def _slots_before(rule: Rule, value: Any, slots: list[str]) -> Iterator[list[Any]]:
    """The values of the slots of a rule that fills the fields of a class; none if other fields are filled."""
    assert isinstance(rule.makes, type)
    if any(getattr(value, name) != held for name, held in rule.fixed.items()):
        return
    rest = {name: getattr(value, name) for name in fields_of(rule.makes)}
    rest |= {name: default_of(rule.makes, name) for name in rule.fixed}
    parts: list[Any] = []
    for slot in slots:
        name = slot.rstrip("+")
        if name == "self":
            parts.append(None)
        elif slot.endswith("+"):
            if not rest[name]:
                return
            parts.append(rest[name][0])
            rest[name] = rest[name][1:]
        else:
            if rest[name] == default_of(rule.makes, name):
                return
            parts.append(rest[name])
            rest[name] = default_of(rule.makes, name)
    if "self" in slots:
        parts[slots.index("self")] = replace(value, **rest)
    yield parts


def _rules_for(value: Any, category: str) -> Iterator[Rule]:
    """The rules that may say a value as a constituent of a category."""
    by_value, by_type, others = _rules_by_kind(category)
    yield from by_value.get((type(value), value), ())
    yield from by_type.get(type(value), ())
    yield from others


@cache
def _rules_by_kind(
    category: str,
) -> tuple[dict[tuple[type, Any], list[Rule]], dict[type, list[Rule]], list[Rule]]:
    """The rules that say constituents of a category: by their value, by the class they make, and those that
    hand a constituent on or make a value by a function.
    """
    by_value: dict[tuple[type, Any], list[Rule]] = {}
    by_type: dict[type, list[Rule]] = {}
    others = []
    for rule in _rules(category):
        if isinstance(rule.makes, type):
            by_type.setdefault(rule.makes, []).append(rule)
        elif rule.makes is not None or rule.slots:
            others.append(rule)
        else:
            by_value.setdefault((type(rule.value), rule.value), []).append(rule)
    return by_value, by_type, others


@cache
def _rules(category: str) -> tuple[Rule, ...]:
    """The rules that make values of a category and may say them."""
    return tuple(rule for rule in rules_of(category) if rule.says)


@cache
def _word_of(category: str, many: bool | None = None) -> str | None:
    """The first phrase of a class of words; after a number the first that is also there in its plural, in the
    plural or singular. None if there is none.
    """
    rules = [rule for rule in _rules(category) if rule.symbols[0].word]
    phrases = [" ".join(symbol.word for symbol in rule.symbols) for rule in rules]
    if many is not None:
        for phrase in phrases:
            if f"{phrase}s" in phrases:
                return f"{phrase}s" if many else phrase
    return phrases[0] if phrases else None
