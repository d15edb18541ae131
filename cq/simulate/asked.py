"""The subject of a question to the simulated architect."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from cq.language.asked import kinds_asked
from cq.language.chart import Chart
from cq.language.lexicon import colours
from cq.language.sampling import rules_of
from cq.language.tokens import tokenize
from cq.language.vocabulary import skip_cost
from cq.semantics.pronouns import PRONOUNS
from cq.semantics.telling import Telling
from cq.world.difference import Part

YES_NO = frozenset("is are am do does did should shall can could will would must".split())


class Asked:
    """The subject of a question: kinds of slot, the colours, numbers and things that it names, and the parts
    that it is about.
    """

    def __init__(self, text: str, telling: Telling) -> None:
        tokens = tokenize(text)
        self.words = [token.text for token in tokens] or [""]
        kinds = kinds_asked(text)
        self.kinds = (kinds - {"which"} or kinds) if "facing" not in self.words else frozenset()
        self.wants_order = "what" in self.words
        self.colours = {word for word in self.words if word in colours()}
        self.numbers = [
            constituent.value
            for constituent in _found(text, "Number")
            if type(constituent.value) is int and constituent.cost < 0.1
        ]
        self.removes = not _removing().isdisjoint(self.words)
        found = sorted(_found(text, "Ref"), key=lambda constituent: constituent.start - constituent.end)
        self.refs = [constituent.value for constituent in found if constituent.value.noun not in PRONOUNS]
        parts: Sequence[Part] = telling.removed if self.removes or not telling.placed else telling.placed
        named = [part for part in parts if telling.colour(part) in self.colours]
        self.parts = named if named and "colour" not in self.kinds and self.words[0] not in YES_NO else parts
        self.cells = {cell for part in self.parts for cell in part.cells}


@cache
def _removing() -> frozenset[str]:
    """The verbs of removal."""
    rules = (rule for rule in rules_of("@remove") if len(rule.symbols) == 1)
    return frozenset(rule.symbols[0].word for rule in rules)


def _found(text: str, category: str) -> Iterator[Any]:
    """The constituents of a category anywhere in a text."""
    tokens = tokenize(text)
    chart = Chart(tokens, skip_cost, goal=category)
    for i in range(len(tokens)):
        yield from chart.at(i, category)[:1]
