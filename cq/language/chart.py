"""The chart parser: all readings of a text by the rules, with costs, within a fixed budget of work.

It goes from right to left. At each token it combines the constituents that begin there, the cheapest first.
All rules share one tree of symbols, so a step of a rule is a step in the tree. Constituents that begin
further right are complete already, so no step is taken that no rule can complete. Words that may be passed
over (`cq.language.vocabulary.skip_cost`) can come between two symbols of a rule, at a cost; they stay in
`Constituent.skipped`. Equal values that cover the same words are one constituent, the cheapest.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import pairwise
from typing import Any

from cq.language.grammar import GRAMMAR, Grammar, Node, Rule, categories_of
from cq.language.lexicon import NEGATIVE, named_at, own_colours
from cq.language.tokens import Token

BEAM = 8
"""Constituents of one category that cover the same tokens; further ones, which cost more, are dropped."""
MOST_DEARER = 1.5
"""Constituents that cost this much more than the cheapest of the same tokens and category are dropped too."""
MOST_STEPS = 40_000
"""Steps for one text."""
MOST_STEPS_AT_A_TOKEN = 5_000
LEAST_STEPS_AT_A_TOKEN = 300
MOST_FREE = 3
"""Words of politeness and commas that a rule may pass over at one place."""
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
    _unread: tuple[int, ...] | None = None

    def walk(self) -> Iterator[Constituent]:
        """This constituent and all within it."""
        yield self
        for child in self.children:
            yield from child.walk()

    def unread(self) -> tuple[int, ...]:
        """The tokens that were passed over within it."""
        if self._unread is None:
            within = [i for child in self.children for i in child.unread()]
            self._unread = tuple(sorted([*within, *self.skipped]))
        return self._unread


class _State:
    """The state of rules that share their first symbols and have read up to some token: `done` are the
    complete ones, `arcs` the steps of the others.
    """

    __slots__ = ("arcs", "done", "end")

    def __init__(self, done: tuple[Rule, ...], end: int) -> None:
        self.done, self.end = done, end
        self.arcs: Sequence[_Arc] = ()


_Arc = tuple[_State, float, float, tuple[Constituent, ...], tuple[int, ...]]
"""A step of a rule: the state that it leads to, the costs of the words that it passes over and of its
constituent, this constituent if there is one, and the indices of these words.
"""


class Chart:
    """The constituents that the rules read in some tokens. All readings that cost less than `complete_below`
    are found: the work, which goes from cheap to dear, was cut short at that cost.
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
        for i, pair in enumerate(pairwise(self._words)):
            if pair == ("next", "to"):
                self._skip[i] = None  # Beside something, not after something.
        self._own: dict[int, list[tuple[str, Any, int]]] = {}
        if own_colours():
            self._read_own_colours()
        self._steps = most_steps
        self._useful = grammar.leading_to(goal) if goal else None
        self.found: list[dict[str, list[Constituent]]] = [{} for _ in range(len(tokens) + 1)]
        self._known: list[dict[Node, _State | None]] = [{} for _ in range(len(tokens) + 1)]
        self._reach = [self._reachable(j) for j in range(len(tokens) + 1)]
        for i in range(len(tokens) - 1, -1, -1):
            self._read_from(i)

    def at(self, start: int, category: str) -> list[Constituent]:
        """The constituents of a category that begin at a token."""
        return self.found[start].get(category, [])

    def _read_from(self, i: int) -> None:
        found = self.found[i]
        best: dict[tuple[str, int], list[Constituent]] = {}
        agenda = _Agenda()
        push = agenda.push
        root = self.grammar.root.by_category
        for constituent in self._values_at(i):
            push(0.0, constituent)
        node = self.grammar.root.by_word.get(self.tokens[i].text)
        if node is not None and (state := self._state(node, i + 1)) is not None:
            push(0.0, (state, (), ()))
        # A sentence with many readings leaves some work for those before it.
        limit = max(0, min(MOST_STEPS_AT_A_TOKEN, self._steps - LEAST_STEPS_AT_A_TOKEN * i))
        used = 0
        for cost, item in agenda.cheapest_first():
            used += 1
            if used > limit:
                self.complete_below = min(self.complete_below, cost)
                break
            if type(item) is Constituent:
                if self._own and self._is_overruled(item):
                    continue
                same = best.setdefault((item.category, item.end), [])
                if same and (_is_full(same, cost) or item.value in [kept.value for kept in same]):
                    continue
                same.append(item)
                for category in categories_of(item.category):
                    found.setdefault(category, []).append(item)
                    node = root.get(category)
                    if node is not None and (state := self._state(node, item.end)) is not None:
                        push(cost, (state, (item,), ()))
                continue
            state, children, skipped = item
            if state.done:
                end = state.end
                values = [child.value for child in children]
                for rule in state.done:
                    total = cost + rule.cost
                    if (known := best.get((rule.category, end))) and _is_full(known, total):
                        continue
                    value = rule.build(values)
                    if value is not None or rule.makes is None:
                        push(total, Constituent(rule.category, i, end, value, total, rule, children, skipped))
            for following, extra, more, child, passed in state.arcs:
                push(cost + extra + more, (following, children + child, skipped + passed))
            used += len(state.arcs)
        self._steps -= used

    def _values_at(self, i: int) -> Iterator[Constituent]:
        """The number that a token says, and the colours of a user's own that begin there."""
        number = self.tokens[i].number
        if number is not None:
            for category in ("Number", "Counted", "Integer") if number >= 0 else ("Integer",):
                yield Constituent(category, i, i + 1, number, 0.0)
        for category, value, end in self._own.get(i, ()):
            yield Constituent(category, i, end, value, 0.0)

    def _read_own_colours(self) -> None:
        """Find the colours of a user's own; their words are never passed over."""
        for i in range(len(self._words)):
            self._own[i] = list(named_at(self._words, i))
            for _, _, end in self._own[i]:
                self._skip[i:end] = [None] * (end - i)

    def _is_overruled(self, constituent: Constituent) -> bool:
        """Whether a rule reads words as a colour, or as all but one, against a user's own palette."""
        if constituent.rule is None or constituent.category not in ("Colour", "ColourPlural", *NEGATIVE):
            return False
        return constituent.category in NEGATIVE or any(
            end == constituent.end for _, _, end in self._own[constituent.start]
        )

    def _reachable(self, j: int) -> list[tuple[int, float, tuple[int, ...]]]:
        """Where a rule that has read the tokens before `j` can go on: the token, the cost of passing over
        those between, and their indices.
        """
        reached: list[tuple[int, float, tuple[int, ...]]] = [(j, 0.0, ())] if j < len(self.tokens) else []
        cost = 0.0
        passed: tuple[int, ...] = ()
        for k in range(j, len(self.tokens) - 1):
            extra = self._skip[k]
            if extra is None or k - j >= (MOST_SKIPPED if extra or cost else MOST_FREE):
                break
            cost, passed = cost + extra, (*passed, k)
            reached.append((k + 1, cost, passed))
        return reached

    def _state(self, node: Node, j: int) -> _State | None:
        """The state of rules that have read the tokens before `j`; None if none is complete, or can be
        completed.
        """
        known = self._known[j]
        if node in known:
            return known[node]
        done = node.done
        if done and self._useful is not None:
            done = tuple(rule for rule in done if rule.category in self._useful)
        state = _State(done, j)
        if node.by_word or node.by_category:
            state.arcs = list(self._arcs(node, j))
        leads = known[node] = state if done or state.arcs else None
        return leads

    def _arcs(self, node: Node, j: int) -> Iterator[_Arc]:
        """The steps from a node, directly or after words that are passed over."""
        words, arcs = node.by_word, node.by_category
        for k, extra, passed in self._reach[j]:
            if (behind := words.get(self._words[k])) is not None:
                following = self._state(behind, k + 1)
                if following is not None:
                    yield following, extra, 0.0, (), passed
            here = self.found[k]
            if arcs.keys().isdisjoint(here):
                continue
            for category in arcs if len(arcs) < len(here) else here:
                if category in arcs and category in here:
                    behind = arcs[category]
                    for constituent in here[category]:
                        following = self._state(behind, constituent.end)
                        if following is not None:
                            yield following, extra, constituent.cost, (constituent,), passed


def _is_full(same: list[Constituent], cost: float) -> bool:
    """Whether constituents of the same tokens and category leave no room for one of some cost."""
    return len(same) >= BEAM or bool(same and cost > same[0].cost + MOST_DEARER)


class _Agenda:
    """The items that wait to be combined, in the order of cost; of equal costs the first one first."""

    __slots__ = ("_costs", "_waiting")

    def __init__(self) -> None:
        self._waiting: dict[float, list[Any]] = {}
        self._costs: list[float] = []

    def push(self, cost: float, item: Any) -> None:
        """Add an item that costs no less than the one taken last."""
        waiting = self._waiting.get(cost)
        if waiting is None:
            self._waiting[cost] = [item]
            heappush(self._costs, cost)
        else:
            waiting.append(item)

    def cheapest_first(self) -> Iterator[tuple[float, Any]]:
        """All items with their costs; more may be added meanwhile."""
        while self._costs:
            cost = heappop(self._costs)
            for item in self._waiting[cost]:  # It grows while it is read.
                yield cost, item
            del self._waiting[cost]
