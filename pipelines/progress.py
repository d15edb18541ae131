"""A bar on a terminal, and a line every half minute where nobody watches one."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from tqdm import tqdm

LOGGED_EVERY = 30
"""Seconds between two lines of progress where nobody watches a terminal."""


def progress(name: str, total: int, items: Iterable[Any] | None = None) -> Any:
    """A `tqdm` over `items`, or without items one to `update`."""
    often = 0.1 if sys.stderr.isatty() else LOGGED_EVERY
    return tqdm(items, name, total, mininterval=often)
