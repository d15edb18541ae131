"""The differences between the candidates of a call, and the value of an answer about one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Any

from cq.errors import InputError, excerpt
from cq.guard.forms import python_value
from cq.guard.tools import Path, Tool, leaves, value_at, with_value


@dataclass(frozen=True)
class Candidates:
    """Arguments with probabilities, likeliest first, equal ones joined; other calls have the rest."""

    calls: tuple[tuple[Mapping[str, Any], float], ...] = ()

    @classmethod
    def parse(cls, given: Iterable[Any], tool: Tool) -> Candidates:
        """From pairs (arguments, probability) of a tool; values equal to the schema's defaults do not count.

        Raises `InputError` for other shapes, and unless probabilities are in [0, 1] and sum to at most 1.
        """
        joined: dict[Any, tuple[Mapping[str, Any], float]] = {}
        for pair in given:
            if not isinstance(pair, Sequence) or len(pair) != 2 or not isinstance(pair[0], Mapping):
                raise InputError(f"candidate {excerpt(pair)} is not a pair (arguments, probability)")
            arguments, p = pair
            if isinstance(p, bool) or not isinstance(p, Real) or not 0 <= p <= 1:  # type: ignore[operator]
                raise InputError(f"probability {excerpt(p)} of a candidate is not between 0 and 1")
            arguments = tool.tidied(python_value(arguments))
            same = key({**tool.defaults, **arguments})
            joined[same] = (
                joined[same][0] if same in joined else arguments,
                joined.get(same, (0, 0.0))[1] + float(p),
            )
        if (total := sum(p for _, p in joined.values())) > 1 + 1e-6:
            raise InputError(
                f"the probabilities of the candidates sum to {total:g}; divide each by their sum"
            )
        return cls(tuple(sorted(joined.values(), key=lambda pair: -pair[1])))

    def p_of(self, arguments: Mapping[str, Any], defaults: Mapping[str, Any]) -> float:
        """The probability that these arguments are meant; 1 without candidates."""
        wanted = key({**defaults, **arguments})
        return next(
            (p for call, p in self.calls if key({**defaults, **call}) == wanted), 0.0 if self.calls else 1.0
        )

    def values_at(self, path: Path) -> list[Any]:
        """The different values at a path, likeliest first."""
        by_key: dict[Any, tuple[Any, float]] = {}
        for arguments, p in self.calls:
            value = value_at(arguments, path)
            by_key[key(value)] = (value, by_key.get(key(value), (0, 0.0))[1] + p)
        return [value for value, _ in sorted(by_key.values(), key=lambda pair: -pair[1])]

    def differences(self) -> list[Path]:
        """The paths at which candidates have different values."""
        paths = dict.fromkeys(path for arguments, _ in self.calls for path, _ in leaves(arguments))
        return [path for path in paths if len(self.values_at(path)) > 1]

    def value_of_knowing(self, path: Path, p_now: float) -> float:
        """By how much the probability that a call is right rises above `p_now` if the value at a path is
        known: the expected value of perfect information about that value.
        """
        best: dict[Any, float] = defaultdict(float)
        for arguments, p in self.calls:
            value = key(value_at(arguments, path))
            best[value] = max(best[value], p)
        return sum(best.values()) - p_now

    def without(self, path: Path, value: Any) -> Candidates:
        """The candidates with another value at a path."""
        left = [(arguments, p) for arguments, p in self.calls if key(value_at(arguments, path)) != key(value)]
        return Candidates(tuple(left))

    def with_answer(self, path: Path, value: Any) -> Candidates:
        """The candidates with a value at a path, with probabilities that sum to 1; all, with the value
        set, if they do not differ there.
        """
        if len(self.values_at(path)) == 1:
            return Candidates(tuple((with_value(arguments, path, value), p) for arguments, p in self.calls))
        left = [(arguments, p) for arguments, p in self.calls if key(value_at(arguments, path)) == key(value)]
        total = sum(p for _, p in left)
        return Candidates(tuple((arguments, p / total) for arguments, p in left) if total else ())


def key(value: Any) -> Any:
    """A hashable form, equal for values that make the same call: 3 and 3.0, texts up to case and spaces."""
    if isinstance(value, Mapping):
        return frozenset((name, key(inner)) for name, inner in value.items())
    if isinstance(value, list | tuple):
        return tuple(map(key, value))
    if isinstance(value, str):
        return " ".join(value.casefold().split())
    return (type(value).__name__, value) if isinstance(value, bool) else value
