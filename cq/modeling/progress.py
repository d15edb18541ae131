"""Progress bars for long work, in a terminal or a notebook. Elsewhere they are silent."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cq.plain_text import plain

SHOWN_AFTER = 1.0
"""Seconds of work after which a bar appears."""


def progress_bar(name: str, total: int, items: Iterable[Any] | None = None) -> Any:
    """A `tqdm` bar over `items`; without items, a bar to `update`."""
    from tqdm.auto import tqdm

    return tqdm(items, plain(name), total, delay=SHOWN_AFTER, disable=None)
