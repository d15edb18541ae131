"""The report's section on what asking is worth."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

from cq.errors import InputError, MissingFileError
from eval.loop.tables import CURVE_TITLE
from eval.report.plots import by_share
from eval.report.report import Report


def loop_section(report: Report, played: Path) -> None:
    """Add the curve of the loop from `played`, what `python -m eval loop --out` wrote. Playing the loop takes
    half an hour, so the report does not repeat it.

    Raises `MissingFileError` if the file is not there, and `InputError` if it holds no curve.
    """
    command = f"python -m eval loop --clear-rows 600 --out {played}"
    if not played.is_file():
        raise MissingFileError(f"no file {str(played)!r}; make it: {command}")
    tables = json.loads(played.read_text(encoding="utf-8"))
    if CURVE_TITLE not in tables:
        raise InputError(f"{str(played)!r} has no table {CURVE_TITLE!r}; make it: {command}")
    report.section("What asking is worth", command)
    report.figure(
        "loop",
        "Builds after one question, by the share of rows that a policy asks about",
        partial(by_share, curves=tables[CURVE_TITLE], score="changed F1, weighted"),
        7,
        4.5,
    )
    for title, rows in tables.items():
        report.table(title, rows)
