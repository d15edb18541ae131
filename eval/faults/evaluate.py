"""Hostile inputs to every function, loader and command, and every fault: nothing may be silently wrong.

An answer must pass the checks of its entry point, or be one of cq's own errors; a call takes at most 60
seconds; nothing is written outside the output, the cache and the folder for temporary files; no server is
asked. Everything is seeded. Each finished piece is kept in the working folder, so that the command continues
after a stop; after a change of the code, give a new folder.
"""

from __future__ import annotations

import json
import logging
import os
import random
import resource
import tempfile
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from cq.cli.extras import require_extra
from cq.cli.tables import print_table
from cq.errors import InputError
from cq.files import write_text
from eval.faults.outside import confined
from eval.faults.sections import Piece, pieces
from eval.faults.tally import Tally
from eval.options import Out, Work
from eval.output import write_json

MEMORY = 16 << 30
"""Bytes of addresses that the process may use: who needs more gets a `MemoryError`, not the machine."""


def main(
    inputs: Annotated[int, typer.Option(min=0, help="Hostile inputs, over all entry points.")] = 100_000,
    faults: Annotated[int, typer.Option(min=0, help="Injected faults, over all kinds.")] = 2_000,
    section: Annotated[list[str] | None, typer.Option(help="Only this section; may be repeated.")] = None,
    seed: Annotated[int, typer.Option(help="Seed of everything.")] = 0,
    work: Work = Path("runs/faults"),
    out: Out = None,
) -> None:
    require_extra("dev", "hypothesis")
    todo = list(pieces(inputs, faults, section or []))
    if not todo:
        known = sorted({piece.section for piece in pieces(1000, 1000, [])})
        raise InputError(f"no section {section}; there are {', '.join(known)}")
    # The figures are of one thread, and the children of forks must find no others.
    os.environ["OMP_NUM_THREADS"] = "1"
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.RLIM_INFINITY))
    work = work.absolute()
    tallies: dict[str, Tally] = {}
    try:
        for piece in todo:
            tally = tallies.setdefault(piece.section, Tally())
            tally.add(_kept(piece, seed, work))
    except KeyboardInterrupt:
        typer.echo("interrupted: what was counted so far")
    table = {name: tally.row() for name, tally in tallies.items() if tally.tried}
    print_table("Hostile inputs and faults", table | {"all": _total(tallies).row()})
    for name, tally in tallies.items():
        for what, example in tally.examples.items():
            typer.echo(f"{name}: {what!a}: {example!a}")
    write_json(out, table)


def run(piece: Piece, seed: int) -> Tally:
    """What happened in one piece, which runs in new folders for its files, its cache and its home."""
    tally, rng = Tally(), random.Random(f"{seed} {piece.section} {piece.number}")
    with confined() as temporary, _quiet(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with tempfile.TemporaryDirectory(dir=temporary) as folder:
            piece.run(tally, piece.tries, rng, Path(folder))
    return tally


@contextmanager
def _quiet() -> Iterator[None]:
    """Without the library's warnings: each damaged file causes one."""
    log = logging.getLogger("cq")
    before = log.level
    log.setLevel(logging.ERROR)
    try:
        yield
    finally:
        log.setLevel(before)


def _kept(piece: Piece, seed: int, work: Path) -> Tally:
    """The same, or what an earlier run of this command kept of it."""
    name = piece.section.replace(" ", "-").replace("/", "-")
    path = work / f"{name}-{seed}-{piece.number}-{piece.tries}.json"
    if path.exists():
        return Tally(**json.loads(path.read_text(encoding="utf-8")))
    start = time.perf_counter()
    tally = run(piece, seed)
    write_text(path, json.dumps(asdict(tally)))
    bad = tally.wrong + tally.tracebacks + tally.hangs + tally.outside
    typer.echo(
        f"{piece.section} {piece.number}: {tally.tried} in {time.perf_counter() - start:.0f} s, {bad} bad",
        err=True,
    )
    return tally


def _total(tallies: dict[str, Tally]) -> Tally:
    total = Tally()
    for tally in tallies.values():
        total.add(tally)
    return total
