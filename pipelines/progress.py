"""Progress bars for long jobs, readable in a terminal and in a log file."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from tqdm import tqdm

from cq.cli.plain import plain

LOG_SECONDS = 30
"""Seconds between two lines of progress in a log file."""


def progress_bar(name: str, total: int, items: Iterable[Any] | None = None) -> Any:
    """A `tqdm` bar over `items`; without items, a bar to `update`."""
    return tqdm(items, plain(name), total, mininterval=0.1 if sys.stderr.isatty() else LOG_SECONDS)
