"""Hostile inputs to every public function and loader, damage to every kept file, and killed jobs.

Nothing may be answered wrongly in silence, end in a traceback that is not one of cq's own errors, or take
longer than 60 seconds. Everything is seeded; the table counts what was tried and what happened.
"""

from __future__ import annotations

import os
import random
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from cq.cli.extras import require_extra
from cq.cli.tables import print_table
from eval.faults.tally import Tally
from eval.options import Out
from eval.output import write_json

Prepare = Callable[[Path, random.Random], Callable[[int], None]]
"""Prepares faults in a folder: a function that does one of them and checks what follows."""


def main(
    inputs: Annotated[int, typer.Option(min=0, help="Hostile inputs, over all entry points.")] = 100_000,
    flips: Annotated[int, typer.Option(min=0, help="Damaged files, over all kinds.")] = 1_600,
    kills: Annotated[int, typer.Option(min=0, help="Killed jobs, and as many full disks.")] = 200,
    seed: Annotated[int, typer.Option(help="Seed of everything.")] = 0,
    out: Out = None,
) -> None:
    require_extra("dev", "hypothesis")
    tallies: dict[str, Tally] = {}
    try:
        run(inputs, flips, kills, seed, tallies)
    except KeyboardInterrupt:
        typer.echo("interrupted: what was counted so far")
    table = {name: tally.row() for name, tally in tallies.items()}
    print_table("Hostile inputs and faults", table)
    for name, tally in tallies.items():
        for line in tally.examples:
            typer.echo(f"{name}: {line!a}")
    write_json(out, table)


def run(inputs: int, flips: int, kills: int, seed: int, tallies: dict[str, Tally]) -> None:
    """Add the tallies of all entry points, kinds of kept files, and jobs to `tallies`."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ["CQ_CACHE"] = str(folder / "cache")
        _inputs(tallies, inputs, seed)
        _faults(tallies, folder, flips, kills, seed)


def _inputs(tallies: dict[str, Tally], count: int, seed: int) -> None:
    from eval.faults.entry_points import entry_points

    points = entry_points()
    total = sum(point.share for point in points)
    for point in points:
        if number := count * point.share // total:
            tally = tallies[point.name] = Tally()
            _generate(point.inputs, tally, point.call, number, seed)


def _generate(strategy: Any, tally: Tally, call: Callable[..., object], count: int, seed: int) -> None:
    from hypothesis import HealthCheck, Phase, given, settings
    from hypothesis import seed as seeded

    quiet = settings(
        max_examples=count,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )

    @seeded(seed)  # type: ignore[untyped-decorator]
    @quiet
    @given(strategy)
    def each(value: object) -> None:
        tally.call(call, value)

    each()


def _faults(tallies: dict[str, Tally], folder: Path, flips: int, kills: int, seed: int) -> None:
    from eval.faults.damage import damage, kinds
    from eval.faults.jobs import full_disks, killed_jobs

    rng = random.Random(seed)
    each = flips // len(kinds())
    prepared: dict[str, tuple[int, Prepare]] = {one.name: (each, partial(damage, one)) for one in kinds()}
    prepared |= {"killed jobs": (kills, killed_jobs), "full disks": (kills, full_disks)}
    for name, (count, prepare) in prepared.items():
        if count:
            tally = tallies[name] = Tally()
            (folder / name).mkdir()
            once = prepare(folder / name, rng)
            for number in range(count):
                tally.call(once, number)
