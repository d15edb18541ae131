"""The chart parser: all readings of a text by the rules, with costs, within a fixed budget of work.

It goes from right to left. At each token it combines what begins there, the cheapest first: all rules share
one tree of symbols, so a step of a rule is a step in the tree, and what begins further right is complete
already. Words that may be passed over (`cq.language.vocabulary.skip_cost`) can stand between two symbols of
a rule, at a cost; they stay in `Constituent.skipped`. Equal values that cover the same words are one
constituent, the cheapest.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Any

from cq.language.grammar import GRAMMAR, Grammar, Node, Rule, categories_of
from cq.language.tokens import Token

BEAM = 8
"""Constituents of one category that cover the same tokens; further ones, which cost more, are dropped."""
MOST_DEARER = 1.5
"""Constituents that cost so much more than the cheapest of the same tokens and category are dropped too."""
MOST_STEPS = 40_000
"""Steps for one text."""
MOST_STEPS_AT_A_TOKEN = 2_500
MOST_SKIPPED = 2
"""Tokens in a row that are passed over within a rule."""


@dataclass(slots=True, eq=False)
class Constituent:
    """Some tokens that a rule reads: from `start` to before `end`."""

    category: str
    start: int
    end: int
    value: Any
    cost: float
    rule: Rule | None = None
    children: tuple[Constituent, ...] = ()
    skipped: tuple[int, ...] = ()

    def walk(self) -> Iterator[Constituent]:
        """This constituent and all within it."""
        yield self
        for child in self.children:
            yield from child.walk()

    def unread(self) -> tuple[int, ...]:
        """The tokens that were passed over within it."""
        return tuple(sorted(i for one in self.walk() for i in one.skipped))


class Chart:
    """What the rules read in some tokens. Readings that cost less than `complete_below` are all found: the
    work was cut short at that cost, the cheapest being done first.
    """

    def __init__(
        self,
        tokens: Sequence[Token],
        skip_cost: Callable[[str], float | None],
        grammar: Grammar = GRAMMAR,
        most_steps: int = MOST_STEPS,
        goal: str | None = None,
    ) -> None:
        self.tokens = tokens
        self.grammar = grammar
        self.complete_below = math.inf
        self._words = [token.text for token in tokens]
        self._skip = [skip_cost(word) for word in self._words]
        self._steps = most_steps
        self._useful = grammar.leading_to(goal) if goal else None
        self.found: list[dict[str, list[Constituent]]] = [{} for _ in range(len(tokens) + 1)]
        for i in range(len(tokens) - 1, -1, -1):
            self._read_from(i)

    def at(self, start: int, category: str) -> list[Constituent]:
        """The constituents of a category that begin at a token."""
        return self.found[start].get(category, [])

    def _read_from(self, i: int) -> None:
        found = self.found[i]
        best: dict[tuple[str, int], list[Constituent]] = {}
        heap: list[tuple[float, int, Any]] = []
        pushed = 0

        def push(cost: float, item: Any) -> None:
            nonlocal pushed
            pushed += 1
            heappush(heap, (cost, pushed, item))

        root = self.grammar.root
        token = self.tokens[i]
        if (number := token.number) is not None:
            if number >= 0:
                push(0.0, Constituent("Number", i, i + 1, number, 0.0))
            push(0.0, Constituent("Integer", i, i + 1, number, 0.0))
        if (node := root.by_word.get(token.text)) is not None:
            push(0.0, (node, i + 1, (), ()))
        limit = min(MOST_STEPS_AT_A_TOKEN, self._steps)
        used = 0
        while heap:
            cost, _, item = heappop(heap)
            used += 1
            if used > limit:
                self.complete_below = min(self.complete_below, cost)
                break
            if isinstance(item, Constituent):
                same = best.setdefault((item.category, item.end), [])
                if len(same) >= BEAM or (same and cost > same[0].cost + MOST_DEARER):
                    continue
                if any(one.value == item.value for one in same):
                    continue
                same.append(item)
                for category in categories_of(item.category):
                    found.setdefault(category, []).append(item)
                    if (node := root.by_category.get(category)) is not None:
                        push(cost, (node, item.end, (item,), ()))
                continue
            node, j, children, skipped = item
            for rule in node.done:
                if self._useful is not None and rule.category not in self._useful:
                    continue
                value = rule.build([child.value for child in children])
                if value is not None or rule.makes is None:
                    total = cost + rule.cost
                    push(total, Constituent(rule.category, i, j, value, total, rule, children, skipped))
            if node.by_word or node.by_category:
                used += self._advance(node, j, children, skipped, cost, push)
        self._steps -= used

    def _advance(
        self,
        node: Node,
        j: int,
        children: tuple[Constituent, ...],
        skipped: tuple[int, ...],
        cost: float,
        push: Callable[[float, Any], None],
    ) -> int:
        """Push what follows a state, directly or behind words that are passed over; the number of steps."""
        steps = 0
        for k in range(j, min(j + MOST_SKIPPED, len(self.tokens) - 1) + 1):
            if k >= len(self.tokens):
                break
            if k > j:
                extra = self._skip[k - 1]
                if extra is None:
                    break
                cost += extra
                skipped = (*skipped, k - 1)
            if (following := node.by_word.get(self._words[k])) is not None:
                push(cost, (following, k + 1, children, skipped))
                steps += 1
            here = self.found[k]
            arcs = node.by_category
            for category in arcs if len(arcs) < len(here) else here:
                if category in arcs and category in here:
                    for one in here[category]:
                        push(cost + one.cost, (arcs[category], one.end, (*children, one), skipped))
                        steps += 1
        return steps
