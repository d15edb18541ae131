"""The configuration of a saved part: values that are checked when they are read."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cq.errors import InputError, excerpt


class PartConfig:
    """The `values` of the configuration in `folder`. Each method raises `InputError` for a value that is
    missing or not what it says.
    """

    def __init__(self, folder: Path, values: Mapping[str, Any]) -> None:
        self.folder, self.values = folder, values

    def given(self, name: str) -> Any:
        """Any value."""
        if name not in self.values:
            raise InputError(f"the configuration in {str(self.folder)!r} lacks {name!r}; train again")
        return self.values[name]

    def section(self, name: str) -> PartConfig | None:
        """A configuration inside this one, or None."""
        value = self.given(name)
        self._check(name, value is None or isinstance(value, dict), "an object or null")
        return None if value is None else PartConfig(self.folder, value)

    def count(self, name: str) -> int:
        """A whole number of 1 or more."""
        value = self.given(name)
        self._check(name, type(value) is int and 1 <= value <= 10**9, "a whole number of 1 or more")
        return int(value)

    def number(self, name: str) -> float:
        """A finite number."""
        self._check(name, _is_finite(self.given(name)), "a finite number")
        return float(self.given(name))

    def numbers(self, name: str, length: int) -> tuple[float, ...]:
        """`length` finite numbers."""
        values = self.given(name)
        fits = isinstance(values, list) and len(values) == length and all(map(_is_finite, values))
        self._check(name, fits, f"{length} finite numbers")
        return tuple(map(float, values))

    def _check(self, name: str, fits: bool, expected: str) -> None:
        if not fits:
            raise InputError(
                f"the configuration in {str(self.folder)!r} has {name} {excerpt(self.values[name])}; it must "
                f"be {expected}: train again"
            )


def _is_finite(value: Any) -> bool:
    # Integers beyond the range of floats raise OverflowError in math.isfinite.
    return type(value) in (int, float) and abs(value) < 1e308 and not math.isnan(value)
