"""Choices: the holes that words leave open, decided in one way after the other, each with its probability.

The functions of `cq.semantics` carry out a program as if everything were said. Where words are ambiguous,
they call `choose`, which takes one option; `outcomes` runs them again with the next options, the most
probable first. An open end, an ambiguous name and a default are all a `Hole` with weighted options.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import Any, Generic, TypeVar

from cq.deadlines import check_deadline, working
from cq.language import lexicon
from cq.semantics.seen import keeping

T = TypeVar("T")

MOST_RUNS = 48
"""The most runs of a program in one world."""
MOST_FAILED = 16
"""Runs after which no more are tried if all of them failed."""
LEAST_RUNS = 6
"""The most runs of the longest programs."""
LEAST = 0.004
"""The least probability at which a way is still tried."""


@dataclass(frozen=True)
class Hole:
    """A part of a program that the words leave open.

    `kind` is "which", "colour", "count", "size", "place", "direction" or "axis"; a question about a place has
    the type "where", one about an axis "direction". An answer fills the field `field` of `owner`, a part of
    the program. `default` names the convention that decides without an answer, "" if there is none.
    """

    kind: str
    owner: Hashable = None
    field: str = ""
    default: str = ""


class Failure(Exception):
    """A program that cannot be carried out. `kind` is "absent", "impossible", "contradiction" or "open";
    `about` is the part of the program that fails, `hole` the missing information, `done` the number of
    commands carried out before.
    """

    def __init__(self, kind: str, text: str, about: Any = None, hole: Hole | None = None) -> None:
        super().__init__(text)
        self.kind, self.text, self.about, self.hole = kind, text, about, hole
        self.done: int | None = None


def unsaid(kind: str, text: str, about: Any = None, field: str = "") -> Failure:
    """The `Failure` "open" for a field of `about`. If there is only one colour, none is asked for: it is
    "impossible".
    """
    if kind == "colour" and len(lexicon.colours()) == 1:
        return Failure("impossible", f"{text}, and every block is {lexicon.colours()[0]}", about)
    return Failure("open", text, about, Hole(kind, about, field))


def equally(options: Iterable[T]) -> list[tuple[T, float]]:
    """Options with equal weights."""
    return [(option, 1.0) for option in options]


@dataclass
class Choices:
    """The decisions of one run. `first` are the options to take at the first decisions; later decisions take
    the likeliest option. While `free`, the likeliest option is taken and no decision is recorded.

    The first `given` decisions were taken before and do not count. `taken` are the decisions with their
    probabilities, `others` the paths that were not taken and are not improbable, with theirs.
    """

    first: tuple[int, ...] = ()
    taken: list[tuple[Hole, Any, float]] = field(default_factory=list)
    others: list[tuple[tuple[int, ...], float]] = field(default_factory=list)
    probability: float = 1.0
    free: bool = False
    given: int = 0
    _path: list[int] = field(default_factory=list)

    @property
    def path(self) -> tuple[int, ...]:
        """The options that were taken."""
        return tuple(self._path)

    def choose(self, hole: Hole, options: Sequence[tuple[T, float]]) -> T:
        """One of the options with weights (positive, not normalised), the most probable first.

        A single option is no decision. Raises `Failure` "open" if there are no options.
        """
        if not options:
            raise Failure("open", f"{hole.kind} is not said", hole.owner, hole)
        if len(options) == 1:
            return options[0][0]
        options = sorted(options, key=lambda option: -option[1])
        if self.free:
            return options[0][0]
        total, depth = sum(weight for _, weight in options), len(self._path)
        rank = min(self.first[depth], len(options) - 1) if depth < len(self.first) else 0
        if depth >= len(self.first):
            for later, (_, weight) in enumerate(options[1:], start=1):
                probability = self.probability * weight / total
                if probability < LEAST:
                    break  # The rest is no more probable.
                self.others.append(((*self._path, later), probability))
        chosen, weight = options[rank]
        self._path.append(rank)
        if depth >= self.given:
            self.probability *= weight / total
            self.taken.append((hole, chosen, weight / total))
        return chosen


@dataclass(frozen=True)
class Outcome(Generic[T]):
    """One way to carry out a program: its value (None if it fails), probability and decisions."""

    value: T | None
    probability: float
    taken: tuple[tuple[Hole, Any, float], ...]
    failure: Failure | None = None
    path: tuple[int, ...] = ()


@working()
@keeping()
def outcomes(
    run: Callable[[Choices], T], most_runs: int = MOST_RUNS, given: tuple[int, ...] = ()
) -> list[Outcome[T]]:
    """The outcomes of a run, the most probable first: at most `most_runs`, and no improbable ones. All begin
    with the `given` options.
    """
    heap: list[tuple[float, int, tuple[int, ...]]] = [(-1.0, 0, given)]
    found: list[Outcome[T]] = []
    pushed = 0
    failed_only = True
    while heap and len(found) < (MOST_FAILED if failed_only else most_runs):
        check_deadline()
        _, _, first = heappop(heap)
        choices = Choices(first, given=len(given))
        value, failure = None, None
        try:
            value = run(choices)
            failed_only = False
        except Failure as caught:
            failure = caught.with_traceback(None)  # Its frames hold whole scenes.
            failure.__context__ = None
        found.append(Outcome(value, choices.probability, tuple(choices.taken), failure, choices.path))
        for path, probability in choices.others:
            pushed += 1
            heappush(heap, (-probability, pushed, path))
    return sorted(found, key=lambda outcome: -outcome.probability)
