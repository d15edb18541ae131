"""Readings of a text: programs with their costs, and the words that none of their rules reads."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cached_property

import cq.language.rules  # noqa: F401
from cq.deadlines import check_deadline
from cq.language.chart import Chart, Constituent
from cq.language.collecting import uncollected
from cq.language.kept import kept_by_text
from cq.language.length import MOST_CHARACTERS
from cq.language.lexicon import is_known, own_colours, own_words
from cq.language.program import Meaning, Plan, Program
from cq.language.tokens import Token, tokenize
from cq.language.vocabulary import FREE, skip_cost

MOST_READINGS = 12
"""Readings of a text that are kept, the cheapest first."""
PER_COMMAND = 0.3
"""The cost of each command of a program: fewer commands that read as much are better."""
PER_PLAN = 0.2
"""The same for a `Plan`, which announces commands."""
UNREAD = {"light": 3.0, "unknown": 5.0, "known": 8.0}
"""The cost of a token that no command reads: a light word, one outside the vocabulary, a known one."""
LONGEST_TEXT = 2 * MOST_CHARACTERS
"""Characters: a text that may be read (`cq.language.length`) and an answer. A longer one is not read."""
SEPARATORS = frozenset(". , ; ! ? : and then next finally also afterwards now ( ) /".split())


@dataclass(frozen=True)
class Reading:
    """A program that a text may mean. `unread` are the indices of tokens that no rule reads, `parts` the
    constituents that were read.
    """

    program: Program
    cost: float
    tokens: tuple[Token, ...]
    parts: tuple[Constituent, ...] = ()
    unread: tuple[int, ...] = ()
    over_budget: bool = False

    @property
    def unread_words(self) -> tuple[str, ...]:
        """The words that no rule reads, in order, without words of politeness."""
        return tuple(self.tokens[i].text for i in self.unread)

    @property
    def unread_spans(self) -> tuple[tuple[int, int], ...]:
        """Runs of tokens that no rule reads, as (first, index after the last)."""
        spans: list[tuple[int, int]] = []
        for i in sorted(self.unread):
            if spans and spans[-1][1] == i:
                spans[-1] = (spans[-1][0], i + 1)
            else:
                spans.append((i, i + 1))
        return tuple(spans)

    @cached_property
    def words_of(self) -> dict[Meaning, str]:
        """The words of each part of the program."""
        found: dict[Meaning, str] = {}
        for part in self.parts:
            for constituent in part.walk():
                if isinstance(constituent.value, Meaning):
                    said = " ".join(token.text for token in self.tokens[constituent.start : constituent.end])
                    found.setdefault(constituent.value, said)
        return found

    @property
    def is_full(self) -> bool:
        """Whether every word is read."""
        return bool(self.program) and not self.unread and not self.over_budget


_GIVEN: ContextVar[tuple[str, Program] | None] = ContextVar("cq_given_program", default=None)


@contextmanager
def reading_as(text: str, program: Program | None) -> Iterator[None]:
    """In the block that follows, a text means a program of another reader; None: the rules read it."""
    token = _GIVEN.set(None if program is None else (text, program))
    try:
        yield
    finally:
        _GIVEN.reset(token)


def read(text: str, category: str = "Command") -> tuple[Reading, ...]:
    """The readings of a text as a sequence of constituents of a category, the cheapest first.

    There is always one; if no rule reads anything its program is empty and all words are unread. The colours
    that a text may name are those of the current palette (`cq.language.lexicon`).
    """
    given = _GIVEN.get()
    if given is not None and category == "Command" and given[0] == text:
        from cq.language.spelling import corrected

        return (Reading(given[1], PER_COMMAND * len(given[1]), tokenize(corrected(text))),)
    return _read(text, category, own_colours())


@kept_by_text
@uncollected
def _read(text: str, category: str, own: tuple[str, ...]) -> tuple[Reading, ...]:
    from cq.language.spelling import corrected

    if len(text) > LONGEST_TEXT:
        words = tokenize(text)
        left = tuple(
            i for i, token in enumerate(words) if token.text not in SEPARATORS and token.text not in FREE
        )
        return (Reading((), UNREAD["known"] * len(left), words, unread=left, over_budget=True),)
    tokens = tokenize(corrected(text))
    chart = Chart(tokens, skip_cost, goal=category)
    n = len(tokens)
    values: dict[Hashable, int] = {}
    meanings: dict[tuple[int, int], int] = {}
    best: list[list[_Way]] = [[] for _ in range(n)] + [[_Way(0.0, 0)]]
    for i in range(n - 1, -1, -1):
        check_deadline()
        word = tokens[i].text
        if word in SEPARATORS or word in FREE:
            ways = list(best[i + 1])
        else:
            extra = UNREAD[kind_of_word(word)]
            ways = [_Way(rest.cost + extra, rest.meaning, rest, None, (i,)) for rest in best[i + 1]]
        for constituent in chart.at(i, category):
            inner = tuple(j for j in constituent.unread() if tokens[j].text not in FREE)
            value = values.setdefault(constituent.value, len(values))
            for rest in best[constituent.end]:
                meaning = meanings.setdefault((value, rest.meaning), len(meanings) + 1)
                more = PER_PLAN if isinstance(constituent.value, Plan) else PER_COMMAND
                ways.append(_Way(rest.cost + constituent.cost + more, meaning, rest, constituent, inner))
        best[i] = _cheapest(ways)
    return tuple(_reading(way, tokens, way.cost >= chart.complete_below) for way in best[0])


@dataclass(frozen=True, slots=True, eq=False)
class _Way:
    """A way to read a text from some token on: a constituent, or a token that is not read, and the way after
    it.

    `meaning` is a number for the sequence of values.
    """

    cost: float
    meaning: int
    rest: _Way | None = None
    part: Constituent | None = None
    unread: tuple[int, ...] = ()


def _reading(way: _Way, tokens: tuple[Token, ...], over_budget: bool) -> Reading:
    parts: list[Constituent] = []
    unread: list[int] = []
    step: _Way | None = way
    while step is not None:
        if step.part is not None:
            parts.append(step.part)
        unread += step.unread
        step = step.rest
    program: Program = ()
    for part in parts:  # Some rules make two commands of one sentence.
        program += part.value if isinstance(part.value, tuple) else (part.value,)
    return Reading(program, way.cost, tokens, tuple(parts), tuple(unread), over_budget)


def _cheapest(ways: list[_Way]) -> list[_Way]:
    """The cheapest ways, one for each meaning."""
    kept: dict[int, _Way] = {}
    for way in sorted(ways, key=lambda way: way.cost):
        kept.setdefault(way.meaning, way)
        if len(kept) == MOST_READINGS:
            break
    return list(kept.values())


def kind_of_word(word: str) -> str:
    """The key of a word in `UNREAD`."""
    if not is_known(word):
        return "unknown"
    return "light" if (skip_cost(word) is not None and word not in own_words()) else "known"
