"""Whether one system is better than another: B against A, two saved runs of one task.

A paired bootstrap: rows are drawn together, whole groups of equal instructions at a time, and each sample
gives a difference B − A. If the interval excludes 0, chance does not explain the difference. `python -m
eval report` saves such runs; docs/metrics.md describes their format.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from cq.cli.tables import print_table
from cq.errors import InputError
from cq.metrics import bootstrap_interval
from eval.comparison.run import STATISTICS, TRUTH, Run
from eval.options import Out, Samples
from eval.output import write_json

Scores = dict[str, Any]


def main(
    first: Annotated[Path, typer.Argument(help="Run A, the reference.")],
    second: Annotated[Path, typer.Argument(help="Run B, compared with A.")],
    samples: Samples = 1000,
    out: Out = None,
) -> None:
    a, b = Run.load(first), Run.load(second)
    table = compare(a, b, samples)
    print_table(f"B against A, {a.task}, {len(a.key):,} rows", table)
    write_json(out, table)


def compare(a: Run, b: Run, samples: int = 1000) -> dict[str, Scores]:
    """Statistic → both systems' values, their difference with its interval, and the share of samples in
    which B is ahead. Raises `InputError` for runs of different tasks, rows or truth.
    """
    if a.task != b.task:
        raise InputError(f"{a.name!r} is a run of {a.task}, {b.name!r} of {b.task}; compare runs of one task")
    if set(a.key) != set(b.key):
        apart = len(set(a.key) ^ set(b.key))
        raise InputError(f"{a.name!r} and {b.name!r} have different rows: {apart} are only in one of them")
    a_columns, b_columns = a.at(a.key), b.at(a.key)
    for column in TRUTH[a.task]:
        apart = int((a_columns[column] != b_columns[column]).sum())
        if apart:
            raise InputError(f"{a.name!r} and {b.name!r} have different truths: {apart} rows differ")
    names = (a.name, b.name) if a.name != b.name else (f"A, {a.name}", f"B, {b.name}")
    rows, groups = np.arange(len(a.key)), np.array(a.group)
    table = {}
    for name, statistic in STATISTICS[a.task].items():
        ahead: list[bool] = []

        def difference(sample: Any, statistic: Any = statistic, ahead: Any = ahead) -> float:
            of_b = statistic({column: values[sample] for column, values in b_columns.items()})
            of_a = statistic({column: values[sample] for column, values in a_columns.items()})
            ahead.append(of_b > of_a)
            return float(of_b - of_a)

        interval = bootstrap_interval(difference, rows, groups=groups, samples=samples)
        table[name] = {
            names[0]: f"{statistic(a_columns):.3f}",
            names[1]: f"{statistic(b_columns):.3f}",
            "difference": str(interval),
            # The last call is on all rows; it is not a sample.
            "ahead in": f"{np.mean(ahead[:samples]):.1%}",
        }
    return table
