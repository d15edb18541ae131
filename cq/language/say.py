"""Saying: a value of a program in words, by the rules that read it, and random values with their words.

A rule is used backwards: its fixed fields must be as the value has them, its slots say the fields, and `{self}` says what
is left. What is said is read again before it is given out, so it always means the value.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import Any

import cq.language.rules  # noqa: F401
from cq.language.grammar import GRAMMAR, Rule, categories_of, default_of, fields_of
from cq.language.reading import read

MOST_WAYS = 24
"""Ways to say a value that are tried until one is read back as the value."""
DEEPEST = 12
"""Rules within rules."""


def say(value: Any, category: str | None = None) -> str | None:
    """A value in words that are read back as this value; None if the rules have none.

    `category` is what the words must be, by default the class of the value. A program is a tuple of commands, each
    said as a sentence.
    """
    if isinstance(value, tuple):
        said = [say(one) for one in value]
        return None if None in said else ". ".join(map(str, said))
    category = category or type(value).__name__
    ways = sorted(islice(_ways(value, category, DEEPEST), 4 * MOST_WAYS), key=lambda way: (way[0], len(way[1])))
    for _, words in ways[:MOST_WAYS]:
        text = spaced(words)
        best = read(text, category)[0]
        if best.program == (value,) and not best.unread:
            return text
    return None


def sample(category: str, rng: random.Random, depth: int = DEEPEST) -> tuple[Any, str] | None:
    """A random value of a category with words for it, by random rules; None if the rules drawn do not go together."""
    rules = _rules(category)
    if depth <= 0:
        rules = [one for one in rules if not any(symbol.category for symbol in one.symbols)] or rules
    if not rules or depth < -DEEPEST:
        return None
    rule = rng.choice(rules)
    words, children = [], []
    for symbol in rule.symbols:
        if symbol.word:
            words.append(symbol.word)
            continue
        found = _number(symbol.category, rng) or sample(symbol.category, rng, depth - 1)
        if found is None:
            return None
        words.append(found[1])
        children.append(found[0])
    value = rule.build(children)
    return None if value is None else (value, " ".join(words))


def _number(category: str, rng: random.Random) -> tuple[int, str] | None:
    if category not in ("Number", "Integer"):
        return None
    value = rng.randint(2, 6) if category == "Number" else rng.randint(-5, 5)
    return value, str(value)


def spaced(words: str) -> str:
    """Words as a sentence has them: no space before a comma or within a number."""
    for mark in ",.;:!?)":
        words = words.replace(f" {mark}", mark)
    return words.replace("( ", "(")


@cache
def _rules(category: str) -> list[Rule]:
    """The rules that make values of a category and may say them."""
    return [one for one in GRAMMAR.rules if one.says and category in categories_of(one.category)]


def _ways(value: Any, category: str, depth: int) -> Iterator[tuple[float, str]]:
    """Ways to say a value as a constituent of a category, with their costs."""
    if isinstance(value, int) and category in ("Number", "Integer") and value != 1:
        yield 0.0, str(value)
    if depth <= 0:
        return
    for rule in _rules(category):
        for cost, words in _by_rule(rule, value, depth):
            yield cost + rule.cost, words


def _by_rule(rule: Rule, value: Any, depth: int) -> Iterator[tuple[float, str]]:
    slots = [symbol for symbol in rule.symbols if symbol.category and symbol.into]
    if rule.makes is None:
        if not slots:
            if rule.value == value and type(rule.value) is type(value):
                yield from _filled(rule, {}, depth)
        else:
            yield from _filled(rule, {"self": value}, depth)
        return
    if not isinstance(rule.makes, type) or type(value) is not rule.makes:
        return
    if any(getattr(value, name) != held for name, held in rule.fixed.items()):
        return
    left: dict[str, Any] = {name: default_of(rule.makes, name) for name in rule.fixed}
    given: dict[str, Any] = {}
    for symbol in slots:
        name = symbol.into.rstrip("+")
        if name == "self":
            continue
        held = left.get(name, getattr(value, name))
        if symbol.into.endswith("+"):
            if not held:
                return
            given[f"{name}+{len(given)}"], left[name] = held[0], held[1:]
        else:
            if held == default_of(rule.makes, name):
                return
            given[name], left[name] = held, default_of(rule.makes, name)
    rest = replace(value, **left)
    if any(symbol.into == "self" for symbol in slots):
        given["self"] = rest
    elif any(
        getattr(rest, name) != default_of(rule.makes, name) for name in fields_of(rule.makes) if name not in left
    ) or any(left[name] for name in left if isinstance(left[name], tuple) and left[name] != default_of(rule.makes, name)):
        return
    yield from _filled(rule, given, depth)


def _filled(rule: Rule, given: dict[str, Any], depth: int) -> Iterator[tuple[float, str]]:
    """The words of a rule with the values of its slots said, in the few cheapest ways."""
    ways = [(0.0, "")]
    values = iter(given.items())
    queue = {name: value for name, value in given.items() if name == "self"}
    others = iter([value for name, value in values if name != "self"])
    for symbol in rule.symbols:
        if symbol.word:
            ways = [(cost, f"{words} {symbol.word}".strip()) for cost, words in ways]
            continue
        if not symbol.into:
            words_of = next(one for one in _rules(symbol.category) if one.symbols and one.symbols[0].word)
            said = [(0.0, " ".join(part.word for part in words_of.symbols))]
        else:
            part = queue["self"] if symbol.into == "self" else next(others)
            said = list(islice(_ways(part, symbol.category, depth - 1), 4))
        ways = [
            (cost + more, f"{words} {text}".strip()) for cost, words in ways for more, text in said
        ][:MOST_WAYS]
    yield from ways
