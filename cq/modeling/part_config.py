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
        if value is None:
            return None
        if not isinstance(value, dict):
            raise self._wrong(name, value, "an object or null")
        return PartConfig(self.folder, value)

    def count(self, name: str) -> int:
        """A whole number of 1 or more."""
        value = self.given(name)
        if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= 10**9:
            raise self._wrong(name, value, "a whole number of 1 or more")
        return value

    def number(self, name: str) -> float:
        """A finite number."""
        value = self.given(name)
        if not _is_finite(value):
            raise self._wrong(name, value, "a finite number")
        return float(value)

    def numbers(self, name: str, length: int) -> tuple[float, ...]:
        """`length` finite numbers."""
        values = self.given(name)
        if not isinstance(values, list) or len(values) != length or not all(map(_is_finite, values)):
            raise self._wrong(name, values, f"{length} finite numbers")
        return tuple(map(float, values))

    def _wrong(self, name: str, value: Any, expected: str) -> InputError:
        return InputError(
            f"the configuration in {str(self.folder)!r} has {name} {excerpt(value)}; it must be {expected}: "
            "train again"
        )


def _is_finite(value: Any) -> bool:
    # Integers beyond the range of floats raise OverflowError in math.isfinite.
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return number and abs(value) < 1e308 and not math.isnan(value)
