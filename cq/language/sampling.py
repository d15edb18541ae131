"""Sampling: random values of a category with words for them, drawn by the rules as people use them.

People's uses of each rule were counted in the readings of recorded rows (`count_usage`); the file of the
weights holds these numbers. Unused rules that say something keep a small weight, so all of the language is
drawn, the common rules most often.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from typing import Any, TypeAlias

import cq.language.rules  # noqa: F401
from cq.errors import MissingFileError
from cq.language.chart import Constituent
from cq.language.grammar import GRAMMAR, Rule, categories_of
from cq.language.program import Ref, Thing
from cq.modeling.artifacts import bundled_json
from cq.modeling.manifest import LANGUAGE
from cq.world.palette import COLOURS

Usage: TypeAlias = "Mapping[str, Mapping[str, int]]"
"""How often each rule (`_name`) filled each kind of slot (`_slot`)."""

USAGE = "usage.json"
"""The counts, in their folder of the weights."""
UNUSED = 0.3
"""The weight of an unused pattern, where one use counts 1."""
DEEPEST = 12
"""Rules within rules of a random value."""
SEVERAL_COLOURS = 0.1
"""The share of the references to things of several colours that is kept: the rules draw them more often."""
FEW = 3
"""The least uses of a usual rule."""
TRIES = 2
"""How often a part is drawn until its own parts go together."""
_WORD = object()
"""Stands for the value of a word of a rule, which has none."""
_DIGITS = {"Number": range(2, 7), "Counted": range(2, 7), "Integer": range(-5, 6)}
"""Numbers that are written in digits where the counts have none."""


def sample(
    category: str,
    rng: random.Random,
    depth: int = DEEPEST,
    colours: Sequence[str] = COLOURS,
    common: bool = False,
) -> tuple[Any, str] | None:
    """A random value of a category with words for it; None if the drawn parts do not go together or are
    deeper than `depth`. `colours` are those of things in the world; `common` leaves out unused rules.
    """
    return _Draw(rng, colours, common).value(category, category, depth)


@dataclass
class _Draw:
    rng: random.Random
    colours: Sequence[str]
    common: bool
    refs: bool = False
    """Whether a reference is being drawn."""

    def value(self, category: str, slot: str, depth: int) -> tuple[Any, str] | None:
        if category == "Colour":
            colour = self.rng.choice(self.colours if self.refs else COLOURS)
            return colour, colour
        ways, weights = _ways(category, slot, self.common)
        if depth < 0 or not ways:
            return None
        rule = self.rng.choices(ways, cum_weights=weights)[0]
        if isinstance(rule, int):
            return rule, str(rule)
        inside, self.refs = self.refs, self.refs or category == "Ref"
        drawn = self._parts(rule, depth)
        self.refs = inside
        if drawn is None:
            return None
        value = rule.build([part for part, _ in drawn if part is not _WORD])
        if value is None or not agrees(value) or self._is_odd(value):
            return None
        return value, " ".join(words for _, words in drawn)

    def _parts(self, rule: Rule, depth: int) -> list[tuple[Any, str]] | None:
        """The values and words of the symbols of a rule; None if a part cannot be drawn."""
        drawn = []
        for symbol in rule.symbols:
            if symbol.word:
                drawn.append((_WORD, symbol.word))
                continue
            slot = f"{symbol.category} of {rule.category}"
            tries = (self.value(symbol.category, slot, depth - 1) for _ in range(TRIES))
            found = next((part for part in tries if part is not None), None)
            if found is None:
                return None
            drawn.append(found)
        return drawn

    def _is_odd(self, value: Any) -> bool:
        """Whether few people would say it: "the red green block"."""
        return isinstance(value, Ref) and len(value.colours) > 1 and self.rng.random() > SEVERAL_COLOURS


def agrees(value: Any) -> bool:
    """Whether the noun of a reference or a thing is plural where its number says so, and no colour of a
    reference is named twice."""
    if isinstance(value, Ref):
        number, singular = value.number, value.quantifier == "a"
        if len({*value.colours}) < len(value.colours):
            return False
    elif isinstance(value, Thing):
        number, singular = value.count, False
    else:
        return True
    return not (value.plural and (singular or number == 1)) and (value.plural or number in (None, 1))


# --- usage --------------------------------------------------------------------------------------------------


def count_usage(readings: Iterable[Sequence[Constituent]]) -> dict[str, dict[str, int]]:
    """How often each rule is used in the parts of readings."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    todo = [(constituent, "Command") for parts in readings for constituent in parts]
    while todo:
        constituent, slot = todo.pop()
        counts[slot][str(constituent.value) if constituent.rule is None else _name(constituent.rule)] += 1
        if constituent.rule is not None:
            symbols = (symbol for symbol in constituent.rule.symbols if symbol.category)
            pairs = zip(constituent.children, symbols, strict=True)
            todo += [(child, f"{symbol.category} of {constituent.rule.category}") for child, symbol in pairs]
    return {slot: dict(sorted(found.items())) for slot, found in sorted(counts.items())}


@cache
def usage() -> Usage:
    """The counts that come with the package; empty where there are none."""
    try:
        found: Usage = bundled_json(LANGUAGE, USAGE)["usage"]
    except MissingFileError:
        return {}
    return found


@cache
def is_used(rule: Rule) -> bool:
    """Whether people used a rule a few times."""
    return times_used(rule) >= FEW


@cache
def times_used(rule: Rule) -> int:
    """How often people used a rule and were understood."""
    return _totals().get(_name(rule), 0)


@cache
def _totals() -> Mapping[str, int]:
    totals: Counter[str] = Counter()
    for found in usage().values():
        totals.update(found)
    return totals


def _name(rule: Rule) -> str:
    """The category and the symbols of a rule, as a key."""
    symbols = (symbol.word or f"{{{symbol.into}:{symbol.category}}}" for symbol in rule.symbols)
    return f"{rule.category} {' '.join(symbols)}"


@cache
def _counts(slot: str) -> Mapping[str, int]:
    """The counts of a kind of slot ("Place of Make"), or those of its category in all slots."""
    category = slot.split(" of ")[0]
    if slot in usage():
        return usage()[slot]
    return sum(
        (Counter(found) for name, found in usage().items() if name.split(" of ")[0] == category), Counter()
    )


@cache
def _ways(category: str, slot: str, common: bool) -> tuple[list[Rule | int], list[float]]:
    """The rules and numbers that fill a slot, and their cumulative weights."""
    counts = _counts(slot)
    found: dict[Rule | int, float] = {}
    patterns: dict[str, list[Rule]] = defaultdict(list)
    for rule in rules_of(category):
        if count := counts.get(_name(rule), 0):
            found[rule] = float(count)
        elif rule.says:
            patterns[rule.name].append(rule)
    numbers: dict[Rule | int, float] = {
        int(digits): float(count) for digits, count in counts.items() if digits.lstrip("-").isdecimal()
    }
    found.update(numbers or dict.fromkeys(_DIGITS.get(category, ()), UNUSED))
    if not common or not found:
        for rules in patterns.values():
            found |= dict.fromkeys(rules, UNUSED / len(rules))
    return list(found), list(accumulate(found.values()))


def rules_of(category: str) -> Sequence[Rule]:
    """The rules that make values of a category."""
    return _rules_of(len(GRAMMAR.rules)).get(category, ())


@cache
def _rules_of(_: int) -> Mapping[str, list[Rule]]:
    """The rules that make values of each category, of a grammar with this number of rules."""
    found: dict[str, list[Rule]] = defaultdict(list)
    for rule in GRAMMAR.rules:
        for category in categories_of(rule.category):
            found[category].append(rule)
    return found
