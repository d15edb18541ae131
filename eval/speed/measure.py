"""Recorded rows and questions to measure with, and a stopwatch."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from cq.data import load_singleturn, stack_grids
from cq.ranking import QuestionBank
from cq.world import World


@contextmanager
def timed(times: list[float], clock: Callable[[], float] = time.perf_counter) -> Iterator[None]:
    """Append the seconds that the body takes."""
    began = clock()
    yield
    times.append(clock() - began)


def recorded_rows(data: Path | None, most: int) -> tuple[list[str], list[World]]:
    """Instructions of the single-turn set, drawn at random with a seed, and their worlds: at most so many."""
    dataset = load_singleturn(data).shuffle(seed=0)
    dataset = dataset.select(range(min(most, len(dataset))))
    return dataset["instruction"][:], [World.parse(grid) for grid in stack_grids(dataset, "start")]


def repeated_bank(questions: Sequence[str], size: int) -> QuestionBank:
    """A bank of so many questions: the given ones, again and again."""
    return QuestionBank.parse(list(itertools.islice(itertools.cycle(questions), size)))
