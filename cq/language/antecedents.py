"""What "it" means within one phrase or answer: the thing that was just named."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from cq.language.program import Ref, parts, rebuilt


def speaks_of_it(value: Any) -> bool:
    """Whether "it" stands somewhere in a piece of a program."""
    return any(isinstance(one, Ref) and one.noun == "it" for one in parts(value))


def with_antecedent(value: Any, name: Ref) -> Any:
    """A piece of a program in which "it" is what a reference names."""
    if isinstance(value, Ref) and value.noun == "it":
        return replace(name, quantifier=value.quantifier or name.quantifier)
    return rebuilt(value, lambda one: with_antecedent(one, name))
