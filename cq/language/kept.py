"""What is computed of a text is kept for the last texts."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Concatenate, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

LONG = 1_000
"""Characters of a long text, what is kept of which may take megabytes."""
MOST, MOST_LONG = 512, 8
"""Results that are kept of short texts, and of long ones."""


def kept_by_text(function: Callable[Concatenate[str, P], T]) -> Callable[Concatenate[str, P], T]:
    """A function of a text, and of more that can be hashed, which keeps its last results."""
    of_short: Callable[..., T] = lru_cache(MOST)(function)
    of_long: Callable[..., T] = lru_cache(MOST_LONG)(function)

    @wraps(function)
    def call(text: str, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return (of_long if len(text) > LONG else of_short)(text, *args, **kwargs)

    return call
