"""Reading without the garbage collector: it would walk all rules again for every few texts."""

from __future__ import annotations

import gc
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def uncollected(function: Callable[P, T]) -> Callable[P, T]:
    """The function with the cyclic garbage collector off during its calls; it took a third of the time of
    reading. Calls are short: reading has a budget of work.
    """

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> T:
        enabled = gc.isenabled()
        gc.disable()
        try:
            return function(*args, **kwargs)
        finally:
            if enabled:
                gc.enable()

    return call
