"""Jobs that are killed at random moments, one or two at a time, and started again."""

from __future__ import annotations

import hashlib
import json
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from eval.faults.injected.children import kill, start, succeed
from eval.faults.inputs.sets import MINECRAFT, MULTITURN, SINGLETURN
from eval.faults.tally import check
from eval.faults.values import COMMANDS

Command = list[object]


class Job(NamedTuple):
    """A long command: its arguments, given the folder of its inputs and that of its outputs, and the endings
    of the files that must be equal however often it was killed.
    """

    name: str
    arguments: Callable[[Path, Path], Command]
    endings: tuple[str, ...] = ("",)


JOBS = [
    Job(
        "submit predict",
        lambda f, out: ["submit", "predict", "--input", f / "rows.csv", "--output", out / "o.csv"],
    ),
    Job(
        "predict",
        lambda f, out: ["predict", "--input", f / "rows.csv", "--output", out / "o.parquet", "--batch", "2"],
    ),
    Job("submit evaluate", lambda f, out: ["submit", "evaluate", "--data", f / "singleturn", "--out", out]),
    Job("data export", lambda f, out: ["data", "export", out / "hub", f / "multiturn", "--set", "multiturn"]),
    Job("data stats", lambda f, out: ["data", "stats", f / "singleturn"]),
    Job("data minecraft", lambda f, out: ["data", "minecraft", f / "minecraft"]),
    Job("build", lambda f, out: ["build", COMMANDS[0], "--out", out / "built.json"]),
    Job("rank", lambda f, out: ["rank", "Build a wall", "--qbank", f / "bank.csv", "--json"]),
    Job(
        "train clarity",
        lambda f, out: [
            *("train", "clarity", "--data", f / "table.csv", "--out", out / "weights"),
            *("--work", out / "work", "--epochs", "1"),
        ],
        (".safetensors", "config.json", "pipeline.json"),
    ),
    Job(
        "train ranking",
        lambda f, out: [
            *("train", "ranking", "--no-cross-encoder", "--data", f / "table.csv", "--out", out / "weights"),
            *("--work", out / "work", "--epochs", "1"),
        ],
        (".safetensors", "config.json", "pipeline.json"),
    ),
    Job(
        "submit bundle", lambda f, out: ["submit", "bundle", out / "bundle"], (".json", ".py", ".txt", ".csv")
    ),
]


def write_inputs(folder: Path) -> Path:
    """The inputs of all jobs, in a folder."""
    for name, files in (("singleturn", SINGLETURN), ("multiturn", MULTITURN), ("minecraft", MINECRAFT)):
        for path, content in files.items():
            (folder / name / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / name / path).write_text(content)
    (folder / "rows.csv").write_text("InputInstruction\n" + "".join(f'"{text}"\n' for text in COMMANDS * 3))
    (folder / "bank.csv").write_text(
        "ClarifyingQuestion\n" + "".join(f"How wide is part {i}?\n" for i in range(9))
    )
    (folder / "world.json").write_text('[[0, 63, 0, "red"]]')
    rows = ["instruction,clear,question"]
    for i in range(60):
        colour, asked = ("", ("Which colour?", "How wide?")[i // 3 % 2]) if i % 3 == 0 else ("blue", "")
        rows.append(f"Place {i} {colour} blocks to the north.,{'no' if asked else 'yes'},{asked}")
    (folder / "table.csv").write_text("\n".join(rows) + "\n")
    return folder


def killed_jobs(folder: Path, rng: random.Random) -> Callable[[int], None]:
    """A function that kills a job, or two on the same output, resumes it, and compares the output."""
    inputs = write_inputs(folder / "inputs")
    expected: dict[str, Any] = {}
    seconds: dict[str, float] = {}

    def once(number: int) -> None:
        job = JOBS[number % len(JOBS)]
        if job.name not in expected:
            begin = time.monotonic()
            expected[job.name] = _result(job, inputs, folder / f"whole-{number}")
            seconds[job.name] = time.monotonic() - begin
        out = folder / f"cut-{number}"
        out.mkdir()
        for _ in range(1 + rng.randrange(2)):
            children = [start(job.arguments(inputs, out)) for _ in range(1 + rng.randrange(2))]
            time.sleep(rng.uniform(0.05, 1.1) * seconds[job.name])
            printed = "".join([kill(child) for child in children])
            check("Traceback" not in printed, f"{job.name}: a traceback: {printed[-200:]}")
        if (out / "bundle").exists():  # It refuses a folder that is there.
            check(_files(job, out) == expected[job.name], f"{job.name}: a part of the bundle")
            return
        found = _result(job, inputs, out)
        check(found == expected[job.name], f"{job.name}: another output after it was killed")
        left = [path.name for path in out.rglob(".*")]
        check(not left, f"{job.name}: {len(left)} files are left beside the output, such as {left[:1]}")

    return once


def _result(job: Job, inputs: Path, out: Path) -> Any:
    """Run the job to its end and digest its files."""
    out.mkdir(exist_ok=True)
    succeed(job.arguments(inputs, out))
    return _files(job, out)


def _files(job: Job, out: Path) -> dict[str, str]:
    paths = [path for path in sorted(out.rglob("*")) if path.is_file() and not path.name.startswith(".")]
    kept = [path for path in paths if path.name.endswith(job.endings) and "work" not in path.parts]
    return {path.relative_to(out).as_posix(): _digest(path) for path in kept}


def _digest(path: Path) -> str:
    content = path.read_bytes()
    if path.name == "config.json" and b'"seconds"' in content:
        content = json.dumps({k: v for k, v in json.loads(content).items() if k != "seconds"}).encode()
    return hashlib.sha256(content).hexdigest()
