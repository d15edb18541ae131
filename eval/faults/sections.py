"""The sections of the harness: what each tries, and how many of all inputs or faults."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from eval.faults.tally import Tally

Prepare = Callable[[Path, random.Random], Callable[[int], None]]
"""Prepares faults in a new folder: a function that does one of them and checks what follows."""


class EntryPoint(NamedTuple):
    """What is called, the strategy of its values, and its weight among all inputs."""

    name: str
    call: Callable[[Any], object]
    values: Any
    weight: int


class Injected(NamedTuple):
    """A kind of fault, and its weight among all faults."""

    name: str
    prepare: Prepare
    weight: int


class Piece(NamedTuple):
    """A part of a section: so many tries from one seed."""

    section: str
    number: int
    tries: int
    run: Callable[[Tally, int, random.Random, Path], None]


INPUTS_PER_PIECE, FAULTS_PER_PIECE = 1000, 25


def pieces(inputs: int, faults: int, names: list[str]) -> Iterator[Piece]:
    """All pieces of the sections called `names` (all, if there are none) for that many inputs and faults in
    all sections together.
    """
    from eval.faults.injected import injected
    from eval.faults.inputs import entry_points

    points, kinds = entry_points(), injected()
    for point in points:
        share = _share(inputs, point.weight, sum(one.weight for one in points))
        yield from _cut(point.name, share, INPUTS_PER_PIECE, _trying(point), names)
    # Beside the inputs: 6,000, 20,000 and 5,000 in full.
    for name, part, run in (
        ("parsers, fuzzed", 6, _fuzzing),
        ("memory over calls", 20, _calling),
        ("memory over banks", 5, _ranking),
    ):
        yield from _cut(name, inputs * part // 100, inputs or 1, run, names)
    for kind in kinds:
        share = _share(faults, kind.weight, sum(one.weight for one in kinds))
        yield from _cut(kind.name, share, FAULTS_PER_PIECE, _injecting(kind), names)


def _fuzzing(tally: Tally, count: int, rng: random.Random, folder: Path) -> None:
    from eval.faults.fuzz import fuzz

    fuzz(tally, count, folder)


def _calling(tally: Tally, count: int, rng: random.Random, folder: Path) -> None:
    from eval.faults.memory import calls

    calls(tally, count, rng, folder)


def _ranking(tally: Tally, count: int, rng: random.Random, folder: Path) -> None:
    from eval.faults.memory import banks

    banks(tally, count, rng, folder)


def _share(count: int, weight: int, total: int) -> int:
    return -(-count * weight // total)


def _cut(name: str, count: int, size: int, run: Any, names: list[str]) -> Iterator[Piece]:
    if not names or name in names:
        for number, start in enumerate(range(0, count, size)):
            yield Piece(name, number, min(size, count - start), run)


def _trying(point: EntryPoint) -> Callable[[Tally, int, random.Random, Path], None]:
    def run(tally: Tally, count: int, rng: random.Random, folder: Path) -> None:
        from hypothesis import HealthCheck, Phase, given, seed, settings
        from hypothesis.configuration import set_hypothesis_home_dir

        set_hypothesis_home_dir(folder)
        quiet = settings(
            max_examples=count,
            database=None,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )

        @seed(rng.randrange(1 << 30))  # type: ignore[untyped-decorator]
        @quiet
        @given(point.values)
        def each(value: object) -> None:
            tally.call(point.call, value)

        each()

    return run


def _injecting(kind: Injected) -> Callable[[Tally, int, random.Random, Path], None]:
    def run(tally: Tally, count: int, rng: random.Random, folder: Path) -> None:
        once = kind.prepare(folder, rng)
        for number in range(count):
            tally.call(once, number)

    return run
