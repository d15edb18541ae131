"""Choices: what words leave open, decided one way after the other, each with its probability.

The functions of `cq.semantics` carry a program out as if everything were said. Where several things can be
meant they call `choose`, which takes one; `outcomes` runs them again for the next ways, the most probable
first. So an open end, an ambiguous name and a default are one thing: a `Hole` with weighted options.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import Any, Generic, TypeVar

from cq.deadlines import check_deadline
from cq.language import lexicon

T = TypeVar("T")

MOST_RUNS = 48
"""Runs of a program in one world."""
MOST_FAILED = 16
"""Runs of which none can be carried out, after which no more are tried."""
LEAST_RUNS = 6
"""Runs of a long program."""
LEAST = 0.004
"""The least probability of a way that is still tried."""


@dataclass(frozen=True)
class Hole:
    """Something that the words leave open.

    `kind` is what is asked for: "which", "colour", "count", "size", "place", "direction", "axis". `owner`
    is the part of the program that it belongs to and `field` its field: an answer fills it. `default` names
    the convention that decides it where nobody says more, "" if there is none.
    """

    kind: str
    owner: Hashable = None
    field: str = ""
    default: str = ""


class Failure(Exception):
    """A program that cannot be carried out. `kind` is "absent", "impossible", "contradiction" or "open";
    `about` is the part of the program, `hole` what would have to be known, `done` how many commands were
    carried out before.
    """

    def __init__(self, kind: str, text: str, about: Any = None, hole: Hole | None = None) -> None:
        super().__init__(text)
        self.kind, self.text, self.about, self.hole = kind, text, about, hole
        self.done: int | None = None


def unsaid(kind: str, text: str, about: Any = None, field: str = "") -> Failure:
    """That a field of a part of a program is open, and must be asked for. Of a single colour nobody asks."""
    if kind == "colour" and len(lexicon.colours()) == 1:
        return Failure("impossible", f"{text}, and every block is {lexicon.colours()[0]}", about)
    return Failure("open", text, about, Hole(kind, about, field))


def equally(options: Iterable[T]) -> list[tuple[T, float]]:
    """Options of which nobody says which, with equal weights."""
    return [(one, 1.0) for one in options]


@dataclass
class Choices:
    """The decisions of one run. `first` are the options to take at the first decisions; later ones take the
    likeliest. While they are `free` the likeliest is as good as any, and no decision.

    The first `given` of them were taken before, and do not count. `taken` are the decisions with their
    probabilities, `others` the ways that were not taken.
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
        """One of some options with their weights (positive, not normalised), the most probable first.

        An option that alone is possible is no decision. Raises `Failure` "open" if there are no options.
        """
        if not options:
            raise Failure("open", f"{hole.kind} is not said", hole.owner, hole)
        if len(options) == 1:
            return options[0][0]
        options = sorted(options, key=lambda one: -one[1])
        if self.free:
            return options[0][0]
        total, depth = sum(weight for _, weight in options), len(self._path)
        rank = min(self.first[depth], len(options) - 1) if depth < len(self.first) else 0
        if depth >= len(self.first):
            for later, (_, weight) in enumerate(options[1:], start=1):
                self.others.append(((*self._path, later), self.probability * weight / total))
        chosen, weight = options[rank]
        self._path.append(rank)
        if depth >= self.given:
            self.probability *= weight / total
            self.taken.append((hole, chosen, weight / total))
        return chosen


@dataclass(frozen=True)
class Outcome(Generic[T]):
    """One way to carry a program out: its value (None if it fails), probability and decisions."""

    value: T | None
    probability: float
    taken: tuple[tuple[Hole, Any, float], ...]
    failure: Failure | None = None
    path: tuple[int, ...] = ()


def outcomes(
    run: Callable[[Choices], T], most_runs: int = MOST_RUNS, given: tuple[int, ...] = ()
) -> list[Outcome[T]]:
    """The ways in which a run can go, the most probable first, until `most_runs` or what is left is
    improbable. All begin with the options that are `given`.
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
            if probability >= LEAST:
                pushed += 1
                heappush(heap, (-probability, pushed, path))
    return sorted(found, key=lambda one: -one.probability)
