"""Draws from all generators in turn, with a new seed, and prints how many inputs each has made.

PYTHONPATH=.:tests python -m fuzz --minutes 60
"""

from __future__ import annotations

import itertools
import logging
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator

import typer
from fuzz.generators import GENERATORS, register_all

import cq

COUNTS: Counter[str] = Counter()


def run(rng: random.Random, more: Callable[[], bool]) -> Iterator[str]:
    """Draw from all generators in turn and check, as long as `more`; yields what failed."""
    register_all()
    cq.ask("Build a wall")  # Loading takes no time of a text.
    for name in itertools.chain.from_iterable(
        itertools.repeat(name, GENERATORS[name][2]) for name in itertools.cycle(GENERATORS)
    ):
        if not more():
            return
        draw, check, _ = GENERATORS[name]
        drawn = draw(rng)
        COUNTS[name] += 1
        try:
            check(drawn)
        except Exception as error:
            yield f"{name}: {type(error).__name__}: {str(error)[:300]} for {repr(drawn)[:200]}"


def main(minutes: float = 60.0, seed: int | None = None) -> None:
    """Draw for some minutes; exits with 1 if anything failed."""
    logging.disable(logging.WARNING)  # Damaged files are told of, a thousand times.
    seed = random.SystemRandom().randrange(2**32) if seed is None else seed
    ends, failed = time.monotonic() + 60 * minutes, 0
    for failure in run(random.Random(seed), lambda: time.monotonic() < ends):
        failed += 1
        typer.echo(failure)
    for name, count in COUNTS.items():
        typer.echo(f"{count:9,} {name}")
    typer.echo(f"seed {seed}: {failed} failed of {COUNTS.total():,} inputs")
    raise typer.Exit(1 if failed else 0)


if __name__ == "__main__":
    typer.run(main)
