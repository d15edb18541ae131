"""What is seen among some cells is kept while a program is run in all its ways: most see the same world."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import Any, TypeVar, cast

from cq.types import Cell

T = TypeVar("T")
C = TypeVar("C", bound=Iterable[Cell])
Thing = frozenset[Cell]

MOST = 64
"""What is kept at a time: groups of things, and relations to groups of things."""

_KEPT: ContextVar[dict[Hashable, Any] | None] = ContextVar("cq_seen", default=None)


@contextmanager
def keeping() -> Iterator[None]:
    """Keep what is seen in the block, until its end."""
    token = _KEPT.set({})
    try:
        yield
    finally:
        _KEPT.reset(token)


def kept(key: Hashable, make: Callable[[], T]) -> T:
    """What is kept under a key; made if nothing is."""
    known = _KEPT.get()
    if known is None:
        return make()
    if key not in known:
        if len(known) >= MOST:
            known.pop(next(iter(known)))
        known[key] = make()
    found: T = known[key]
    return found


def seen_once(function: Callable[[C], list[Thing]]) -> Callable[[C], list[Thing]]:
    """The function, which finds things among cells, not called again for the same cells."""

    @wraps(function)
    def call(cells: C) -> list[Thing]:
        if _KEPT.get() is None:
            return function(cells)
        some = frozenset(cells)
        return list(kept((function, some), lambda: function(cast("C", some))))

    return call
