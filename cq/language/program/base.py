"""What the values of programs share: their base class, and walks over all that a value holds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from functools import partial
from typing import Any

Direction = str
Colour = str


class Meaning:
    """Base of all values of a program."""


def parts(value: Any) -> Iterator[Meaning]:
    """A value of a program, or a tuple of them, and all within it, each before its own parts."""
    if isinstance(value, tuple):
        for part in value:
            yield from parts(part)
    elif isinstance(value, Meaning):
        yield value
        for name in getattr(value, "__dataclass_fields__", ()):
            held = getattr(value, name)
            if held and isinstance(held, (tuple, Meaning)):
                yield from parts(held)


def rebuilt(value: Any, change: Callable[[Any], Any]) -> Any:
    """A value, or a tuple of them, with `change` applied to everything that it holds."""
    if isinstance(value, tuple):
        return tuple(map(change, value))
    held = {name: getattr(value, name) for name in getattr(value, "__dataclass_fields__", ())}
    changed = {name: new for name, old in held.items() if (new := change(old)) != old}
    return replace(value, **changed) if changed else value


def slots(value: Any) -> Iterator[tuple[Any, Callable[[Any], Any]]]:
    """A value of a program and all within it, each with a function that gives the whole value with another
    part in its place.
    """
    yield value, lambda new: new
    for name in (field.name for field in fields(value)):
        held = getattr(value, name)
        several = isinstance(held, tuple)
        for i, part in enumerate(held if several else (held,)):
            if isinstance(part, Meaning) and is_dataclass(part):
                for inner, put in slots(part):
                    yield inner, partial(_put, value, name, i if several else None, put)


def _put(value: Any, name: str, i: int | None, put: Callable[[Any], Any], new: Any) -> Any:
    """A value with another part in one of its fields, at index `i` if the field holds several."""
    held, made = getattr(value, name), put(new)
    return replace(value, **{name: made if i is None else (*held[:i], made, *held[i + 1 :])})
