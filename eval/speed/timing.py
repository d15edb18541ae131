"""Measures how long calls take, here and in a new process."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any


def seconds(call: Callable[[], Any]) -> float:
    """How long one call takes."""
    began = time.perf_counter()
    call()
    return time.perf_counter() - began


CALLS = 50
"""Calls of which the median is taken."""


def median_seconds(call: Callable[[], Any], times: int = CALLS) -> float:
    """The median of several calls, after one that does not count."""
    call()
    return statistics.median(seconds(call) for _ in range(times))


def process_seconds(code: str, before: str = "pass", **environment: str) -> float:
    """Seconds that `code` takes in a new process, after `before`; with compiled modules kept, as usual."""
    timed = f"import time; {before}; t = time.perf_counter(); {code}; print(time.perf_counter() - t)"
    done = subprocess.run(
        [sys.executable, "-c", timed],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "", **environment},
    )
    return float(done.stdout.split()[-1])
