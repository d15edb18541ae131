"""The commands of long jobs: `cq predict`, `cq train`, `cq evaluate` and `cq submit`.

Each passes its arguments on to the application of the job, which is imported when the command runs: it needs
torch, which other commands must not wait for.
"""

from __future__ import annotations

import importlib
from typing import Any

import typer

PASSED_ON = {"allow_extra_args": True, "ignore_unknown_options": True, "help_option_names": []}

JOBS = {
    "predict": "Answer the rows of a file: clear or not, what to ask, what to build.",
    "train": "Train a part of a pipeline on the IGLU set or on a table of your own.",
    "evaluate": "Score a pipeline, or somebody else's predictions, on labelled rows.",
    "submit": "Enter the IGLU 2022 NLP track.",
}


def add_jobs(app: typer.Typer) -> None:
    """Add the commands of all jobs to an application."""
    for name, what in JOBS.items():
        app.command(name, help=what, context_settings=PASSED_ON, add_help_option=False)(_command(name))


def _command(name: str) -> Any:
    def run(context: typer.Context) -> int:
        job: typer.Typer = importlib.import_module(f"cq.jobs.{name}").app
        code: int | None = job(context.args, prog_name=f"cq {name}", standalone_mode=False)
        return code or 0

    return run
