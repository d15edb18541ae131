"""Reads texts with a reader, and compares it with what was read before."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from time import perf_counter
from typing import Any, TypeAlias

import numpy as np

from cq.errors import InputError, excerpt
from cq.types import Grid
from cq.world.grid import SHAPE
from eval.behaviours.table import NONE
from eval.golden.rows import BEHAVIOURS, GENERATED, KEPT_ASIDE, LOOKED_AT, Row, digest
from eval.golden.store import Read, Reads

Cell: TypeAlias = tuple[int, int, int]
Reader: TypeAlias = Callable[[str, Grid, str | None, Sequence[Cell]], Grid | None]
"""Text, start grid, facing and the cells placed last → the grid that the text asks for, None if not read."""

EQUAL, DIFFERENT, ONLY_BEFORE, ONLY_NOW, NEITHER = (
    "both, equal",
    "both, different",
    "only before",
    "only now",
    "neither",
)
VERDICTS = (EQUAL, DIFFERENT, ONLY_BEFORE, ONLY_NOW, NEITHER)

GROUPS = {
    **{fold: (fold,) for fold in (*LOOKED_AT, *KEPT_ASIDE)},
    "folds 0 to 2": LOOKED_AT,
    "folds 3 and 4": KEPT_ASIDE,
    BEHAVIOURS: (BEHAVIOURS,),
    GENERATED: (GENERATED,),
}
"""The rows of the table, and the groups of texts that each counts."""


@dataclass(frozen=True)
class Compared:
    """A text, what it was read as before and now (None where it was not read), how many seconds it took, and
    the error that reading it raised.
    """

    row: Row
    before: Read | None
    now: Read | None
    seconds: float = 0.0
    error: str | None = None

    @property
    def verdict(self) -> str:
        """One of `VERDICTS`."""
        if self.before is None:
            return NEITHER if self.now is None else ONLY_NOW
        if self.now is None:
            return ONLY_BEFORE
        return EQUAL if self.now.digest == self.before.digest else DIFFERENT


def load_reader(name: str) -> Reader:
    """The function with a dotted name, such as "cq.meaning.instruction.sure_build".

    Raises `InputError` if there is none.
    """
    module, _, function = name.rpartition(".")
    try:
        reader = getattr(import_module(module), function)
    except (ImportError, AttributeError, ValueError) as error:
        raise InputError(
            f"no function {name!r} ({error}); give a dotted name, such as package.read"
        ) from None
    if not callable(reader):
        raise InputError(f"{name!r} is {type(reader).__name__}, no function; give the name of one")
    found: Reader = reader
    return found


def compare(rows: Iterable[Row], before: Reads, reader: Reader) -> list[Compared]:
    """Each row as it is read now, against what was read before. An error counts as not read."""
    return [_compared(row, before.get(row.id), reader) for row in rows]


def _compared(row: Row, before: Read | None, reader: Reader) -> Compared:
    began, error = perf_counter(), None
    try:
        grid = reader(row.text, row.start, row.facing, ())
    except Exception as raised:
        grid, error = None, f"{type(raised).__name__}: {raised}"
    seconds = perf_counter() - began
    if grid is not None and (not isinstance(grid, np.ndarray) or grid.shape != SHAPE):
        raise InputError(
            f"the reader gave {excerpt(grid)}; a reader returns a grid, an array of shape {SHAPE}, or None"
        )
    return Compared(row, before, None if grid is None else Read.of(row, digest(grid)), seconds, error)


def counts(compared: Sequence[Compared]) -> dict[str, dict[str, Any]]:
    """The table: a row for each of `GROUPS` that has texts."""
    groups = {name: [one for one in compared if one.row.group in of] for name, of in GROUPS.items()}
    return {name: _row(some) for name, some in groups.items() if some}


def _row(compared: Sequence[Compared]) -> dict[str, Any]:
    verdicts = [one.verdict for one in compared]
    different = [one for one in compared if one.verdict == DIFFERENT]
    milliseconds = [1000 * one.seconds for one in compared]
    return {
        "texts": len(compared),
        **{verdict: verdicts.count(verdict) for verdict in VERDICTS},
        "exact before": _exact([one.before for one in compared]),
        "exact now": _exact([one.now for one in compared]),
        "of different": " → ".join(
            str(_hits(reads)) for reads in ([one.before for one in different], [one.now for one in different])
        ),
        "errors": sum(one.error is not None for one in compared),
        "ms": round(float(np.median(milliseconds)), 1),
        "ms, 95 %": round(float(np.quantile(milliseconds, 0.95)), 1),
    }


def _exact(reads: Sequence[Read | None]) -> str:
    """The exact ones of those that are read and have a target, as "some/all share"; `NONE` without any."""
    counted = sum(one is not None and one.exact is not None for one in reads)
    return f"{_hits(reads)}/{counted} {_hits(reads) / counted:.3f}" if counted else NONE


def _hits(reads: Sequence[Read | None]) -> int:
    return sum(one is not None and one.exact is True for one in reads)


def shown(compared: Sequence[Compared], most: int) -> list[str]:
    """A line for up to `most` texts of each part that are no longer read, or read differently. Rows that are
    kept aside are never among them.
    """
    lines = []
    for groups in (LOOKED_AT, (BEHAVIOURS,), (GENERATED,)):
        some = [one for one in compared if one.row.group in groups]
        lines += [_line(one) for one in some if one.verdict in (ONLY_BEFORE, DIFFERENT)][:most]
    return lines


def _line(one: Compared) -> str:
    ways = [
        f"{when} {'exact' if read.exact else 'no target' if read.exact is None else 'not exact'}"
        for when, read in (("before", one.before), ("now", one.now))
        if read is not None
    ]
    raised = [one.error] if one.error else []
    return f"{one.row.group} {one.row.id}: {'; '.join([one.verdict, *ways, *raised])}: {one.row.text!r}"
