"""The candidate programs of all readers for a text, carried out in its world, and their features."""

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
"""The log-probability of programs that the network does not read."""
UNLIKELY = -2.3
"""The log-probability below which the network's reading is dropped, if the grammar understands the answer."""
UNSAID = frozenset(range(-20, 2))
"""Numbers that a program may hold without being said."""
SOURCES = ("grammar", "network", "both")
"""The readers of a program, or of one with the same outcome."""


@dataclass(frozen=True, eq=False)
class Considered:
    """A candidate: a program that a text may mean, heard in its world. `score` is the log-probability by the
    network, `LEAST` if it did not read it, and `length` the number of its tokens. `is_filled`: the grammar
    put the answers into the network's reading of the order. `is_answer`: the network heard an answer.
    `is_by_clauses`: each order was read in the world that the earlier ones leave.
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
        """The grid of the likeliest build; None if the program cannot be carried out."""
        results = self.heard.understanding.results
        return results[0].grid if results else None

    @cached_property
    def outcome(self) -> tuple[object, ...]:
        """A key of the outcome: the build, or the kinds of the open holes, or the program."""
        if self.grid is not None:
            return ("built", self.grid.tobytes())
        holes = tuple(dict.fromkeys(hole.kind for hole in self.heard.understanding.open_holes))
        return ("open", *holes) if holes else ("failed", self.program)


def considered(
    request: Request,
    world: World,
    by_grammar: Heard,
    read: Sequence[ReadProgram],
    by_clauses: Sequence[ReadProgram] = (),
    order: Sequence[ReadProgram] = (),
) -> list[Considered]:
    """The candidates of the grammar and the network for a request, the grammar's first, each program once.
    `by_clauses` are programs that were read order by order. `order` are programs of the instruction
    alone, into which the grammar puts the answers.
    """
    found = [Considered(by_grammar, True)]
    known = next((reading for reading in read if reading.program == found[0].program), None)
    if known is not None:
        found = [Considered(by_grammar, True, known.log_probability, known.length)]
    whole = replace(request, instruction=request.text, exchanges=()) if request.exchanges else request
    is_heard = bool(request.exchanges) and len(request.exchanges) - 1 not in by_grammar.unheard
    asks = by_grammar.understanding.reading.is_full and not by_grammar.understanding.results
    said = " ".join((*(text for _, text in request.context), *request.said))
    ways = [(reading, whole, False) for reading in (*read, *by_clauses)]
    ways += [(reading, request, True) for reading in order[:1] if request.exchanges]
    for reading, asked, is_filled in ways:
        if is_heard and not is_filled and reading.log_probability < UNLIKELY:
            continue
        if not request.context and any(isinstance(command, (Undo, Redo)) for command in reading.program):
            continue  # There is nothing to take back.
        if _takes_what_is_excepted(reading.program, request) or (asks and _is_made_up(reading.program, said)):
            continue
        heard = heard_as(asked, world, reading.program)
        if heard is None:
            continue
        is_part = any(reading is part for part in by_clauses)
        is_answer = bool(request.exchanges)
        new = Considered(heard, False, reading.log_probability, reading.length, is_filled, is_part, is_answer)
        if all(new.program != other.program for other in found):
            found.append(new)
    return found


def _is_made_up(program: Program, said: str) -> bool:
    """Whether a program has a number or colour that was not said: it fills no slot that the grammar finds
    open."""
    unsaid = _colours(program) - {token.text for token in tokenize(said)}
    counts = {part.number for part in parts(program) if isinstance(part, Ref)}  # "The ends" are two.
    return bool(unsaid or _unsaid_numbers(program, said) - counts)


def _unsaid_numbers(program: Program, said: str) -> set[int]:
    return _numbers(program) - numbers_in(said) - UNSAID


def _takes_what_is_excepted(program: Program, request: Request) -> bool:
    """Whether a program removes or repaints and lacks the exception in the words: never meant, however
    likely."""
    takes = any(isinstance(part, (Remove, Recolour)) for part in parts(program))
    return takes and denies_something(request.said[-1]) and not _denies(program)


def heard_as(request: Request, world: World, program: Program) -> Heard | None:
    """The meaning of a request by a program; None if the program is empty or cannot be meant."""
    if not program:
        return None
    try:
        heard = heard_in(request, world, program)
    except (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError):
        return None  # The network may write a program that no rule reads and that cannot be carried out.
    return None if heard.unheard else heard


def sources(found: Sequence[Considered]) -> list[int]:
    """The index in `SOURCES` of the readers of each candidate, the grammar's first."""
    agreed = any(candidate.outcome == found[0].outcome for candidate in found[1:]) or found[0].score > LEAST
    return [1 if candidate.outcome != found[0].outcome else 2 if agreed else 0 for candidate in found]


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
    "is read by clauses",
    "is an answer",
    "is a follow-up",
)
"""The features by which the judge tells how likely a program is meant."""


def features(
    request: Request, world: World, found: Sequence[Considered], read: Sequence[ReadProgram]
) -> np.ndarray:
    """The features (n, len(FEATURES)) of the candidates for one request."""
    grammar = found[0]
    weights = np.exp([hypothesis.log_probability for hypothesis in read]) if read else np.zeros(0)
    total = max(float(weights.sum()), 1e-9)
    empty = sum(w for w, hypothesis in zip(weights, read, strict=True) if not hypothesis.program) / total
    by_outcome: dict[object, float] = {}
    for candidate in found:
        by_outcome[candidate.outcome] = by_outcome.get(candidate.outcome, 0.0) + float(
            np.exp(candidate.score)
        ) * (candidate.score > LEAST)
    best = max((candidate.score for candidate in found), default=LEAST)
    said = " ".join(request.said)
    context = said + " " + " ".join(turn[1] for turn in request.context[-4:])
    words = [token.text for token in tokenize(said)]
    unknown = sum(not is_known(word) for word in words if word.isalpha()) / max(len(words), 1)
    reading, confidence = grammar.heard.understanding.reading, grammar.heard.understanding.confidence
    off_topic, denied = is_off_topic(reading), denies_something(said)
    said_numbers = numbers_in(said)
    known_words = {token.text for token in tokenize(context)}
    rows = []
    for candidate in found:
        understanding, grid, start = candidate.heard.understanding, candidate.grid, world.grid
        numbers, used = _numbers(candidate.program), _colours(candidate.program)
        changed = 0 if grid is None else int(np.count_nonzero(grid != start))
        hears = _denies(candidate.program)
        rows.append(
            [
                float(candidate.outcome == grammar.outcome and reading.is_full),
                float(reading.is_full),
                min(len(reading.unread), 6) / 6,
                confidence,
                min(reading.cost, 20.0) / 20 if np.isfinite(reading.cost) else 1.0,
                float(off_topic),
                float(candidate.score > LEAST and candidate.score == best),
                max(candidate.score, LEAST) / 12,
                max(candidate.score / max(candidate.length, 1), -1.0) if candidate.score > LEAST else -1.0,
                by_outcome[candidate.outcome] / total if total > 1e-9 else 0.0,
                float(empty),
                float(grid is not None),
                float(bool(understanding.open_holes) and grid is None),
                understanding.results[0].probability if grid is not None else 0.0,
                min(len(understanding.decisions), 5) / 5,
                float(grid is not None and changed == 0),
                np.log1p(changed) / 5,
                float(grid is not None and changed > 0 and not np.any((grid > 0) & (grid != start))),
                min(len(candidate.program), 8) / 8,
                min(len(words) / max(len(candidate.program), 1), 30) / 30,
                unknown,
                min(len(said_numbers - numbers), 3) / 3,
                min(len(_unsaid_numbers(candidate.program, context)), 3) / 3,
                min(len({word for word in words if word in colours()} - used), 3) / 3,
                min(len(used - known_words), 3) / 3,
                float(denied and not hears),
                float(hears and not denied),
                float(candidate.is_filled),
                float(candidate.is_by_clauses),
                float(bool(request.exchanges)),
                float(bool(request.context)),
            ]
        )
    return np.array(rows, dtype=np.float64)


def _denies(program: Program) -> bool:
    return any(
        isinstance(part, (Keep, Correct))
        or (isinstance(part, Ref) and (part.but is not None or part.quantifier == "no"))
        for part in parts(program)
    )


def _colours(program: Program) -> set[str]:
    return {value for value in _values(program) if isinstance(value, str) and value in colours()}


def _numbers(program: Program) -> set[int]:
    return {value for value in _values(program) if isinstance(value, int) and not isinstance(value, bool)}


def _values(value: object) -> Iterator[object]:
    """The plain values of a program."""
    if isinstance(value, tuple):
        for part in value:
            yield from _values(part)
    elif hasattr(value, "__dataclass_fields__"):
        for name in value.__dataclass_fields__:
            yield from _values(getattr(value, name))
    else:
        yield value
