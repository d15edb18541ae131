"""Is one system better than another: `python -m eval.report.compare A.json B.json`.

A paired bootstrap over two saved runs of one task (see `eval.report.runs`): rows are drawn together, whole groups of
equal instructions at a time, and the difference B − A is taken each time. An interval without 0 is a
difference that chance does not make.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from cq.errors import InputError
from cq.files import write_text
from cq.metrics import bootstrap_interval
from eval.options import Out, Samples
from eval.report.runs import STATISTICS, TRUTH, Run
from eval.tables import print_table

Figures = dict[str, Any]


def main(
    first: Annotated[Path, typer.Argument(help="The run to be compared with.")],
    second: Annotated[Path, typer.Argument(help="The run that may be better.")],
    samples: Samples = 1000,
    out: Out = None,
) -> None:
    a, b = Run.load(first), Run.load(second)
    table = compared(a, b, samples)
    print_table(f"B against A, {a.task}, {len(a.key):,} rows", table)
    if out is not None:
        write_text(out, json.dumps(table, indent=1) + "\n")


def compared(a: Run, b: Run, samples: int = 1000) -> dict[str, Figures]:
    """Per statistic both figures, their difference with its interval, and the share of the samples in which
    B is ahead. Raises `InputError` for runs of different tasks, rows or truth.
    """
    if a.task != b.task:
        raise InputError(f"{a.name!r} is a run of {a.task}, {b.name!r} of {b.task}; compare runs of one task")
    if set(a.key) != set(b.key):
        apart = len(set(a.key) ^ set(b.key))
        raise InputError(f"{a.name!r} and {b.name!r} are not of the same rows: {apart} are in one alone")
    theirs = b.at(a.key)
    for column in TRUTH[a.task]:
        apart = int((np.asarray(a.columns[column]) != theirs[column]).sum())
        if apart:
            raise InputError(f"{a.name!r} and {b.name!r} were judged by another truth: {apart} rows differ")
    names = (a.name, b.name) if a.name != b.name else (f"A, {a.name}", f"B, {b.name}")
    rows, groups = np.arange(len(a.key)), np.array(a.group)
    table = {}
    for name, statistic in STATISTICS[a.task].items():
        ours = {column: np.asarray(values) for column, values in a.columns.items()}
        ahead: list[bool] = []

        def difference(drawn: Any, statistic: Any = statistic, ours: Any = ours, ahead: Any = ahead) -> float:
            apart = statistic({column: values[drawn] for column, values in theirs.items()}) - statistic(
                {column: values[drawn] for column, values in ours.items()}
            )
            ahead.append(apart > 0)
            return float(apart)

        interval = bootstrap_interval(difference, rows, groups=groups, samples=samples)
        table[name] = {
            names[0]: f"{statistic(ours):.3f}",
            names[1]: f"{statistic(theirs):.3f}",
            "difference": str(interval),
            # The last call is on all rows, and no sample.
            "ahead in": f"{np.mean(ahead[:samples]):.1%}",
        }
    return table


if __name__ == "__main__":
    from cq.cli.main import run

    app = typer.Typer(add_completion=False)
    app.command(help=__doc__)(main)
    run(app)
