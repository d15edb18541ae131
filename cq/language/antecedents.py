"""The antecedent of "it" within one phrase or answer: the thing that was just named."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from cq.language.program import Ref, parts, rebuilt


def speaks_of_it(value: Any) -> bool:
    """Whether "it" occurs in a piece of a program."""
    return any(isinstance(part, Ref) and part.noun == "it" for part in parts(value))


def with_antecedent(value: Any, name: Ref) -> Any:
    """A piece of a program with the reference `name` in place of "it"."""
    if isinstance(value, Ref) and value.noun == "it":
        return replace(name, quantifier=value.quantifier or name.quantifier)
    return rebuilt(value, lambda part: with_antecedent(part, name))
