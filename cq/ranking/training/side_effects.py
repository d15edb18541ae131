"""Keeping what a trainer changes in the process from its caller: random states and progress bars."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import torch


@contextmanager
def preserve_random_state() -> Iterator[None]:
    """The trainer seeds all generators; the caller's are restored."""
    python, state = random.getstate(), np.random.get_state()  # noqa: NPY002
    try:
        with torch.random.fork_rng(devices=[]):
            yield
    finally:
        random.setstate(python)
        np.random.set_state(state)  # noqa: NPY002


@contextmanager
def no_progress_bars() -> Iterator[None]:
    """Hide the bars of transformers for each file it reads and writes: the job has a bar of its own."""
    from transformers.utils import logging

    shown = logging.is_progress_bar_enabled()
    logging.disable_progress_bar()
    try:
        yield
    finally:
        if shown:
            logging.enable_progress_bar()
