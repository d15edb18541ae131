"""Saying: a value of a program in words, by the rules that read it, and random values with their words.

A rule is used backwards: its fixed fields must be as the value has them, its slots say fields, and `{self}`
says what is left. What is said is read again before it is given out, so it always means the value.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

import cq.language.rules  # noqa: F401
from cq.language.backwards import slots_before
from cq.language.grammar import GRAMMAR, Rule, categories_of, default_of, fields_of
from cq.language.program import Command, Place, Ref, Thing
from cq.language.reading import read

MOST_WAYS = 8
"""Ways to say a value that are tried until one is read back as the value."""
WAYS_OF_A_PART = 8
"""Ways to say a part of a value that are considered, the cheapest and shortest."""
DEEPEST = 6
"""Rules within rules of a random value."""
DIGITS = 0.15
"""What a number in digits costs if there is a word for it."""
_VOWELS = "aeiou"
_SMALL = frozenset("the a an and".split())
"""Words that make nothing longer."""
_ADJECTIVES = ("ShortSize", "Premodifier")
"""Categories in which a unit stays singular: "a three-block tower"."""

Way = tuple[float, str]
"""A cost, and words."""


def say(value: Any, category: str | None = None) -> str | None:
    """A value in words that are read back as this value; None if the rules have none.

    `category` is what the words must be, by default the class of the value. A program is a tuple of commands,
    each said as a sentence.
    """
    if isinstance(value, tuple) and category is None:
        said = [say(one) for one in value]
        return None if None in said else ". ".join(map(str, said))
    if category is None:
        # As what it will be read: a command among all commands, a place among all places.
        kind = next((kind for kind in (Command, Place) if isinstance(value, kind)), type(value))
        category = kind.__name__
    for _, words in _Speech().ways(value, category)[:MOST_WAYS]:
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
    """What was said of the parts of one value. `within` are the parts that are being said, with their depths.
    A part that is said within itself is left out there; `lowest` is the least depth of such a part since it
    was reset.
    """

    known: dict[tuple[type, Any, str], list[Way]] = field(default_factory=dict)
    within: dict[tuple[type, Any, str], int] = field(default_factory=dict)
    lowest: float = math.inf

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
            (cost + rule.cost, words)
            for rule in _rules_for(value, category)
            for cost, words in self._by_rule(rule, value)
        ]
        del self.within[key]
        if type(value) is int and category in ("Number", "Integer"):
            found.append((DIGITS if found else 0.0, str(value)))
        best = sorted(dict.fromkeys(found), key=_order)[:WAYS_OF_A_PART]
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
                    said = [(0.0, _word_of(symbol.category, many))]
                ways = [
                    (cost + more, f"{words} {text}".lstrip()) for cost, words in ways for more, text in said
                ]
                ways = sorted(ways, key=_order)[:WAYS_OF_A_PART]
            yield from ways


def _order(way: Way) -> tuple[float, int, int]:
    """The cheapest first; then "and" rather than a comma, then few words. What is left is the order of the
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
        candidates = ([one[name.rstrip("+")] for name in slots] for one in found if one.keys() >= {*slots})
    for parts in candidates:
        values = iter(parts)
        children = [next(values) if one.into else None for one in rule.symbols if one.category]
        if rule.build(children) == value:
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
    return tuple(one for one in GRAMMAR.rules if one.says and category in categories_of(one.category))


@cache
def _word_of(category: str, many: bool | None = None) -> str:
    """The first phrase of a class of words; behind a number the first that has it in its plural, or
    singular.
    """
    rules = [one for one in _rules(category) if one.symbols[0].word]
    phrases = [" ".join(symbol.word for symbol in one.symbols) for one in rules]
    if many is not None:
        for one in phrases:
            if f"{one}s" in phrases:
                return f"{one}s" if many else one
    return phrases[0]


# --- random values ------------------------------------------------------------------------------------------


def sample(category: str, rng: random.Random, depth: int = DEEPEST) -> tuple[Any, str] | None:
    """A random value of a category with words for it, by random rules; None if the rules drawn do not go
    together.

    The rules of one pattern count as one. Number and noun agree: no "three row", no "a rows".
    """
    if category in ("Number", "Integer"):
        number = rng.randint(2, 6) if category == "Number" else rng.randint(-5, 5)
        return number, str(number)
    patterns = _patterns(category, depth <= 0) or _patterns(category, False)
    if not patterns or depth < -DEEPEST:
        return None
    rule = rng.choice(rng.choice(patterns))
    words, children = [], []
    for symbol in rule.symbols:
        if symbol.word:
            words.append(symbol.word)
            continue
        found = sample(symbol.category, rng, depth - 1)
        if found is None:
            return None
        words.append(found[1])
        children.append(found[0])
    value = rule.build(children)
    return None if value is None or not agrees(value) else (value, " ".join(words))


def agrees(value: Any) -> bool:
    """Whether the noun of a reference or a thing is plural where its number says so."""
    if isinstance(value, Ref):
        number, singular = value.number, value.quantifier == "a"
    elif isinstance(value, Thing):
        number, singular = value.count, False
    else:
        return True
    return not (value.plural and (singular or number == 1)) and (value.plural or number in (None, 1))


@cache
def _patterns(category: str, simple: bool) -> tuple[tuple[Rule, ...], ...]:
    """The rules that say a category, those of one pattern together; of the `simple` ones no slot is to be
    filled.
    """
    found: dict[str, list[Rule]] = {}
    for rule in _rules(category):
        if not (simple and any(symbol.category for symbol in rule.symbols)):
            found.setdefault(rule.name, []).append(rule)
    return tuple(map(tuple, found.values()))
