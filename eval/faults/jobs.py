"""Jobs that are killed at random moments, one or two at a time, on full and read-only disks."""

from __future__ import annotations

import random
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from eval.faults.tally import LIMIT, HangError, WrongAnswerError, check

ROWS = [
    "Build a wall",
    "Remove the red block.",
    "Place a green block in the corner.",
    "Put two blue blocks on top of the highest block.",
    "Break the yellow one",
]


def killed_jobs(folder: Path, rng: random.Random) -> Callable[[int], None]:
    """A function that kills a job, or two on the same output, resumes it, and compares the output."""
    source = folder / "rows.csv"
    source.write_text("InputInstruction\n" + "".join(f'"{text}"\n' for text in ROWS * 8))
    _finish(_command(source, folder / "whole.csv"))
    expected = (folder / "whole.csv").read_bytes()

    def once(number: int) -> None:
        out = folder / f"cut-{number}.csv"
        for _ in range(1 + rng.randrange(2)):
            jobs = [_start(_command(source, out)) for _ in range(1 + rng.randrange(2))]
            time.sleep(rng.uniform(0.5, 8))
            for job in jobs:
                job.kill()
                job.communicate()
        _finish(_command(source, out))
        check(out.read_bytes() == expected, "a resumed job ended with another file")
        left = [path.name for path in folder.iterdir() if f"cut-{number}" in path.name and path != out]
        check(not left, f"files are left beside the output: {left}")

    return once


def full_disks(folder: Path, rng: random.Random) -> Callable[[int], None]:
    """A function that runs a command with room for so many bytes a file, or without the right to write."""
    world = folder / "world.json"
    world.write_text('[[0, 63, 0, "red"]]')
    source = folder / "rows.csv"
    source.write_text("InputInstruction\nBuild a wall\n")

    def once(number: int) -> None:
        out = folder / f"out-{number}"
        command = rng.choice(
            [
                ["-m", "cq", "draw", str(world), "--out", f"{out}.png"],
                ["-m", "cq", "build", "Remove it", "--world", str(world), "--out", f"{out}.json"],
                ["-m", "cq", "submit", "predict", "--input", str(source), "--output", f"{out}.csv"],
                ["-m", "cq", "submit", "bundle", str(out)],
            ]
        )
        room = rng.choice([0, 10, 100])
        done = _run(command, lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (room, room)))
        _check_one_line(done, out)

    return once


def _check_one_line(done: subprocess.CompletedProcess[str], out: Path) -> None:
    lines = [line for line in done.stderr.splitlines() if not line.startswith("warning: ")]
    if "Traceback" in done.stderr:
        raise RuntimeError(lines[-1])
    whole = [path for path in out.parent.glob(f"{out.name}*") if path.is_file() and not path.stat().st_size]
    check(not whole, "an empty output is left")
    check(done.returncode in (0, 2), f"the exit code is {done.returncode}")
    check(done.returncode == 0 or "error: " in done.stderr, "no line says what is wrong")


def _command(source: Path, out: Path) -> list[str]:
    return ["-m", "cq", "submit", "predict", "--input", str(source), "--output", str(out), "--top", "3"]


def _start(arguments: Sequence[str]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def _run(arguments: Sequence[str], before: Callable[[], None]) -> subprocess.CompletedProcess[str]:
    def prepare() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        before()

    try:
        return subprocess.run(
            [sys.executable, *arguments],
            capture_output=True,
            text=True,
            timeout=LIMIT * 5,
            preexec_fn=prepare,
        )
    except subprocess.TimeoutExpired:
        raise HangError from None


def _finish(arguments: Sequence[str]) -> None:
    done = _run(arguments, lambda: None)
    if done.returncode:
        raise WrongAnswerError(f"the job failed: {done.stderr[-300:]}")
