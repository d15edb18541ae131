"""A cache of results for the last texts."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

MOST, MOST_CHARACTERS = 512, 20_000
"""Texts whose results are kept, and characters of these texts: the result of a long one takes megabytes."""


def kept_by_text(function: Callable[Concatenate[str, P], T]) -> Callable[Concatenate[str, P], T]:
    """The function of a text, and of further hashable arguments, with a cache of its last results. Threads
    that call it at once for one text may each compute it.
    """
    kept: OrderedDict[tuple[Any, ...], T] = OrderedDict()

    @wraps(function)
    def call(text: str, /, *args: P.args, **kwargs: P.kwargs) -> T:
        key = (text, args, tuple(kwargs.items()))
        try:
            kept.move_to_end(key)
            return kept[key]
        except (KeyError, RuntimeError):
            pass
        found = kept[key] = function(text, *args, **kwargs)
        # Without a lock, which would hang the child of a fork. Where another thread adds or removes
        # meanwhile, the next call goes on.
        with suppress(KeyError, RuntimeError):
            while len(kept) > 1 and (
                len(kept) > MOST or sum(len(known[0]) for known in list(kept)) > MOST_CHARACTERS
            ):
                kept.popitem(last=False)
        return found

    return call
