"""Commands on bad disks (full, read-only, missing): of their output, the cache, or temporary files."""

from __future__ import annotations

import contextlib
import os
import random
import resource
import signal
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from eval.faults.injected.children import check_refusal, mount, run
from eval.faults.injected.jobs import Command, write_inputs
from eval.faults.outside import allow_in
from eval.faults.tally import check
from eval.faults.values import COMMANDS

EMPTY = ("__init__.py", "apt.txt", "py.typed")
"""Files that are meant to be empty."""


def commands(inputs: Path, out: Path) -> list[Command]:
    """Commands that write, each with its output in `out`."""
    world, rows = inputs / "world.json", inputs / "rows.csv"
    train = [
        "--data",
        inputs / "table.csv",
        "--out",
        out / "weights",
        "--work",
        out / "work",
        "--epochs",
        "1",
    ]
    return [
        ["draw", world, "--out", out / "world.png"],
        ["draw", world, "--out", out / "world.svg"],
        ["build", "Remove it", "--world", world, "--out", out / "built.json"],
        ["build", COMMANDS[0], "--world", world, "--out", out / "built.png"],
        ["submit", "predict", "--input", rows, "--output", out / "answers.csv"],
        ["predict", "--input", rows, "--output", out / "answers.parquet", "--batch", "4"],
        ["submit", "evaluate", "--data", inputs / "singleturn", "--out", out / "results"],
        ["submit", "bundle", out / "bundle"],
        ["data", "export", out / "hub", inputs / "singleturn"],
        ["data", "stats", inputs / "singleturn"],
        ["rank", "Build a wall", "--qbank", inputs / "bank.csv", "--json"],
        ["train", "clarity", *train],
        ["train", "ranking", "--no-cross-encoder", *train],
        ["chat", "--save", out / "dialogue.json"],
    ]


def bad_disks(folder: Path, rng: random.Random) -> Callable[[int], None]:
    """A function that runs a command on one bad disk."""
    inputs = write_inputs(folder / "inputs")

    def once(number: int) -> None:
        own = folder / f"disks-{number}"
        places = {name: own / name for name in ("out", "cache", "temporary")}
        for one in places.values():
            one.mkdir(parents=True)
        all_commands = commands(inputs, places["out"])
        command = all_commands[number % len(all_commands)]
        where = rng.choice(["out", "out", "cache", "temporary"])
        fault = rng.choice([_full, _small, _read_only, _missing, _limited])
        about = f"{' '.join(map(str, command[:2]))}, {fault.__name__[1:]} {where}"

        def before() -> None:
            os.environ |= {"CQ_CACHE": str(places["cache"]), "TMPDIR": str(places["temporary"])}
            tempfile.tempdir = None
            sys.stdin = open(os.devnull)  # noqa: SIM115
            fault(places[where])
            if where == "temporary":  # Python takes the system's folder then.
                allow_in("/tmp")

        done = run(command, before, partial(_print_unfinished, places["out"]))
        check_refusal(done)
        check(
            "unfinished: " not in done.printed, f"{about}: a part of an output is left: {done.printed[-160:]}"
        )
        # A limit on files is one on those of the output too.
        only_cache = where == "cache" and fault is not _limited
        check(not only_cache or done.code == 0, f"{about}: refused: {done.errors}")

    return once


def _full(place: Path) -> None:
    """A disk without room for a byte."""
    if mount(place, size=1 << 16):
        with contextlib.suppress(OSError), (place / "filler").open("wb", buffering=0) as file:
            while True:
                file.write(b"x" * 512)
    else:
        _limited(place)


def _small(place: Path) -> None:
    """A disk that fills while the command writes."""
    if not mount(place, size=random.Random(str(place)).choice([1 << 14, 1 << 16, 1 << 18, 1 << 20])):
        _limited(place)


def _read_only(place: Path) -> None:
    """A disk that can only be read."""
    if not mount(place, read_only=True):
        place.chmod(0o555)


def _missing(place: Path) -> None:
    """A file stands where the folder should be."""
    place.rmdir()
    place.write_text("in the way")


def _limited(_: Path) -> None:
    """Room for little in each file, as a quota gives it."""
    limited(4096)


def limited(size: int) -> None:
    """Give this process room for so many bytes a file."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def _print_unfinished(out: Path, code: int) -> None:
    """Print what is unfinished in the output when the command ends: only this child sees its disk."""
    paths = [path for path in out.rglob("*") if path.name != "filler"] if out.is_dir() else []
    for path in paths:
        is_empty = (
            path.is_file()
            and not path.stat().st_size
            and path.name not in ("__init__.py", "apt.txt", "py.typed")
        )
        if is_empty or (path.name.startswith(".") and code == 0):
            print(f"unfinished: {path.name}", flush=True)
