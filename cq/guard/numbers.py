"""The numbers that a text tells, in the unit of their argument."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from typing import Any

from cq.guard.words import NUMBER, Span, Words, as_number, value_of

_WORDS = {"a": 1, "an": 1, "once": 1, "single": 1, "twice": 2, "both": 2, "pair": 2}
_NO_UNITS = frozenset("an at are as am pm in us is me no".split())
"""Words that the units library reads as units, and people do not."""


def numbers(text: str, unit: str | None) -> list[tuple[float, Span]]:
    """Each number of a `plain` text with its span, converted to `unit` where a unit follows it."""
    said = [(value_of(match), match.span()) for match in NUMBER.finditer(text)]
    said += [
        (Fraction(_WORDS[word]), span)
        for word, span in Words(text).spans
        if word in _WORDS and not re.match(r"\s*\d", text[span[1] :])
    ]
    return [
        (as_number(told), span)
        for value, span in said
        if value is not None
        for told in _in_unit(value, text[span[1] :], unit)
    ]


def unit_of(about: str) -> str | None:
    """The unit in the name and the description of an argument; None if none."""
    return next((word for word in Words.of(about).words if _unit(word) is not None), None)


def _in_unit(value: Fraction, behind: str, unit: str | None) -> list[Fraction]:
    """A number in the wanted unit; hours also in minutes where no unit is wanted."""
    named = re.match(r"[\s-]?([^\W\d_]+)", behind)
    here = _unit(named[1]) if named else None
    if here is None:
        return [value]
    wanted = _unit(unit) if unit else None
    if wanted is None or wanted.dimensionality != here.dimensionality:
        is_hours = str(here) == "hour"
        return [value, value * 60] if is_hours else [value]
    return [Fraction(round(float((float(value) * here).to(wanted).magnitude), 9))]


@lru_cache(maxsize=4096)
def _unit(word: str) -> Any:
    """The pint unit of a word, with its zero at nothing; None for other words."""
    is_letter = len(word) == 1 and word not in "gml"
    if is_letter or word in _NO_UNITS or len(word) > 20 or not (word.isalpha() and word.isascii()):
        return None
    registry = _registry()
    try:
        unit = registry.Unit(word)
    except Exception:  # Any word may come, and pint raises errors of many kinds.
        return None
    is_scale = "degree" in str(unit) or "delta" in str(unit) or unit.dimensionless
    return None if is_scale else unit


@lru_cache(maxsize=1)
def _registry() -> Any:
    from pint import UnitRegistry

    return UnitRegistry()
