"""What a text may mean by each reader, carried out in its world, with what tells how likely it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from cq.language.denials import denies_something
from cq.language.lexicon import colours, is_known
from cq.language.program import Correct, Keep, Program, Recolour, Redo, Ref, Remove, Undo, parts
from cq.language.request import Request
from cq.language.tokens import tokenize
from cq.language.words import numbers_in
from cq.reading.answers import Heard
from cq.reading.instruction import heard_in
from cq.reading.obstacles import is_off_topic
from cq.reading.reader import ReadProgram
from cq.types import Grid
from cq.world import World

LEAST = -12.0
"""The log-probability of what the network does not read at all."""
UNLIKELY = -2.3
"""The log-probability by the network below which the grammar hears an answer better."""
UNSAID = frozenset(range(-20, 2))
"""Numbers of a program that nobody says."""
SOURCES = ("grammar", "network", "both")
"""The readers that read a program, or that come to the same."""


@dataclass(frozen=True, eq=False)
class Considered:
    """One program that a text may mean, as it is heard in its world. `score` is the log-probability by the
    network, `LEAST` if it did not read it, and `length` the number of its tokens. `is_filled`: the grammar
    put the answers into what the network read of the order. `is_answer`: the network heard an answer.
    `is_by_clauses`: each order was read in the world that those before it leave.
    """

    heard: Heard
    by_grammar: bool
    score: float = LEAST
    length: int = 0
    is_filled: bool = False
    is_by_clauses: bool = False
    is_answer: bool = False

    @property
    def program(self) -> Program:
        """The program."""
        return self.heard.understanding.reading.program

    @cached_property
    def grid(self) -> Grid | None:
        """What is built first, None if it cannot be carried out."""
        results = self.heard.understanding.results
        return results[0].grid if results else None

    @cached_property
    def outcome(self) -> tuple[object, ...]:
        """What tells apart what it comes to: the build, or what it asks for, or the program."""
        if self.grid is not None:
            return ("built", self.grid.tobytes())
        holes = tuple(dict.fromkeys(one.kind for one in self.heard.understanding.open_holes))
        return ("open", *holes) if holes else ("failed", self.program)


def considered(
    request: Request,
    world: World,
    by_grammar: Heard,
    read: Sequence[ReadProgram],
    by_clauses: Sequence[ReadProgram] = (),
    order: Sequence[ReadProgram] = (),
) -> list[Considered]:
    """What the grammar and the network make of a request, the grammar's first, each program once.
    `by_clauses` are programs that were read order by order. `order` are those of the instruction
    without the answers, which the grammar puts into them.
    """
    found = [Considered(by_grammar, True)]
    known = next((one for one in read if one.program == found[0].program), None)
    if known is not None:
        found = [Considered(by_grammar, True, known.log_probability, known.length)]
    whole = replace(request, instruction=request.text, exchanges=()) if request.exchanges else request
    is_heard = bool(request.exchanges) and len(request.exchanges) - 1 not in by_grammar.unheard
    asks = by_grammar.understanding.reading.is_full and not by_grammar.understanding.results
    said = " ".join((*(text for _, text in request.context), *request.said))
    ways = [(one, whole, False) for one in (*read, *by_clauses)]
    ways += [(one, request, True) for one in order[:1] if request.exchanges]
    for one, asked, is_filled in ways:
        if is_heard and not is_filled and one.log_probability < UNLIKELY:
            continue
        if not request.context and any(isinstance(command, (Undo, Redo)) for command in one.program):
            continue  # There is nothing to take back.
        if _takes_what_is_excepted(one.program, request) or (asks and _is_made_up(one.program, said)):
            continue
        heard = heard_as(asked, world, one.program)
        if heard is None:
            continue
        is_part = any(one is part for part in by_clauses)
        is_answer = bool(request.exchanges)
        new = Considered(heard, False, one.log_probability, one.length, is_filled, is_part, is_answer)
        if all(new.program != other.program for other in found):
            found.append(new)
    return found


def _is_made_up(program: Program, said: str) -> bool:
    """Whether a number or colour of a program was not said: it fills nothing that the grammar finds open."""
    unsaid = _colours(program) - {one.text for one in tokenize(said)}
    counts = {one.number for one in parts(program) if isinstance(one, Ref)}  # "The ends" are two.
    return bool(unsaid or _unsaid_numbers(program, said) - counts)


def _unsaid_numbers(program: Program, said: str) -> set[int]:
    return _numbers(program) - numbers_in(said) - UNSAID


def _takes_what_is_excepted(program: Program, request: Request) -> bool:
    """Whether a program takes away or repaints without what the words except: never that, however likely."""
    takes = any(isinstance(part, (Remove, Recolour)) for part in parts(program))
    return takes and denies_something(request.said[-1]) and not _denies(program)


def heard_as(request: Request, world: World, program: Program) -> Heard | None:
    """What a request means by a program; None if that is empty, or nobody would mean it."""
    if not program:
        return None
    try:
        heard = heard_in(request, world, program)
    except (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError):
        return None  # The network may write what no rule reads, and nothing can carry out.
    return None if heard.unheard else heard


def sources(found: Sequence[Considered]) -> list[int]:
    """For each of what is considered, the grammar's first, the index in `SOURCES` of its readers."""
    agreed = any(one.outcome == found[0].outcome for one in found[1:]) or found[0].score > LEAST
    return [1 if one.outcome != found[0].outcome else 2 if agreed else 0 for one in found]


FEATURES = (
    "grammar agrees",
    "grammar is full",
    "grammar's unread words",
    "grammar's confidence",
    "grammar's cost",
    "grammar is off topic",
    "is the network's first",
    "network's score",
    "network's score per token",
    "share of the beam",
    "share of no order",
    "can be carried out",
    "leaves something open",
    "share of its outcomes",
    "choices",
    "changes nothing",
    "changed cells",
    "removes only",
    "commands",
    "words per command",
    "unknown words",
    "numbers left over",
    "numbers made up",
    "colours left over",
    "colours made up",
    "denial unheard",
    "denial made up",
    "is filled in",
    "is read by sentences",
    "is an answer",
    "is a follow-up",
)
"""What tells how likely it is that a program is meant."""


def features(
    request: Request, world: World, found: Sequence[Considered], read: Sequence[ReadProgram]
) -> np.ndarray:
    """The features (n, len(FEATURES)) of what is considered for one request."""
    grammar = found[0]
    weights = np.exp([one.log_probability for one in read]) if read else np.zeros(0)
    total = max(float(weights.sum()), 1e-9)
    empty = sum(w for w, one in zip(weights, read, strict=True) if not one.program) / total
    by_outcome: dict[object, float] = {}
    for one in found:
        by_outcome[one.outcome] = by_outcome.get(one.outcome, 0.0) + float(np.exp(one.score)) * (
            one.score > LEAST
        )
    best = max((one.score for one in found), default=LEAST)
    said = " ".join(request.said)
    context = said + " " + " ".join(turn[1] for turn in request.context[-4:])
    words = [one.text for one in tokenize(said)]
    unknown = sum(not is_known(word) for word in words if word.isalpha()) / max(len(words), 1)
    reading, confidence = grammar.heard.understanding.reading, grammar.heard.understanding.confidence
    off_topic, denied = is_off_topic(reading), denies_something(said)
    said_numbers = numbers_in(said)
    known_words = {one.text for one in tokenize(context)}
    rows = []
    for one in found:
        understanding, grid, start = one.heard.understanding, one.grid, world.grid
        numbers, used = _numbers(one.program), _colours(one.program)
        changed = 0 if grid is None else int(np.count_nonzero(grid != start))
        hears = _denies(one.program)
        rows.append(
            [
                float(one.outcome == grammar.outcome and reading.is_full),
                float(reading.is_full),
                min(len(reading.unread), 6) / 6,
                confidence,
                min(reading.cost, 20.0) / 20 if np.isfinite(reading.cost) else 1.0,
                float(off_topic),
                float(one.score > LEAST and one.score == best),
                max(one.score, LEAST) / 12,
                max(one.score / max(one.length, 1), -1.0) if one.score > LEAST else -1.0,
                by_outcome[one.outcome] / total if total > 1e-9 else 0.0,
                float(empty),
                float(grid is not None),
                float(bool(understanding.open_holes) and grid is None),
                understanding.results[0].probability if grid is not None else 0.0,
                min(len(understanding.decisions), 5) / 5,
                float(grid is not None and changed == 0),
                np.log1p(changed) / 5,
                float(grid is not None and changed > 0 and not np.any((grid > 0) & (grid != start))),
                min(len(one.program), 8) / 8,
                min(len(words) / max(len(one.program), 1), 30) / 30,
                unknown,
                min(len(said_numbers - numbers), 3) / 3,
                min(len(_unsaid_numbers(one.program, context)), 3) / 3,
                min(len({word for word in words if word in colours()} - used), 3) / 3,
                min(len(used - known_words), 3) / 3,
                float(denied and not hears),
                float(hears and not denied),
                float(one.is_filled),
                float(one.is_by_clauses),
                float(bool(request.exchanges)),
                float(bool(request.context)),
            ]
        )
    return np.array(rows, dtype=np.float64)


def _denies(program: Program) -> bool:
    return any(
        isinstance(one, (Keep, Correct))
        or (isinstance(one, Ref) and (one.but is not None or one.quantifier == "no"))
        for one in parts(program)
    )


def _colours(program: Program) -> set[str]:
    return {one for one in _values(program) if isinstance(one, str) and one in colours()}


def _numbers(program: Program) -> set[int]:
    return {one for one in _values(program) if isinstance(one, int) and not isinstance(one, bool)}


def _values(value: object) -> Iterator[object]:
    """The plain values of a program."""
    if isinstance(value, tuple):
        for one in value:
            yield from _values(one)
    elif hasattr(value, "__dataclass_fields__"):
        for name in value.__dataclass_fields__:
            yield from _values(getattr(value, name))
    else:
        yield value
