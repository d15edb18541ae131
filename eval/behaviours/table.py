"""Counts outcomes by kind of case."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from eval.behaviours.case import KINDS, Case
from eval.behaviours.outcome import CONFIDENT, Outcome, is_supported

ASKS, ACTS = "asks where it must", "acts where it should"
ON_TOPIC, EXACT = "first question on what is open", "exact builds"
CONFIDENT_ERRORS = f"wrong builds, confidence > {CONFIDENT}"
UNSUPPORTED = "not yet supported"

NONE = "–"
"""Stands where no case counts."""

Row = dict[str, int | str]


def counts(cases: Sequence[Case], outcomes: Sequence[Outcome]) -> dict[str, Row]:
    """The table: a row for each kind that has cases, and one for all.

    Shares are "right/all". A case where the library must ask or refuse counts under `ASKS`, one where it must
    build under `ACTS`, and one where it may do either under neither.
    """
    rows = {
        kind: _row([c for c in cases if c.kind == kind], [o for o in outcomes if o.case.kind == kind])
        for kind in KINDS
    }
    return {kind: row for kind, row in rows.items() if row["cases"]} | {"all": _row(cases, outcomes)}


def _row(cases: Sequence[Case], outcomes: Sequence[Outcome]) -> Row:
    return {
        "cases": len(cases),
        ASKS: _share(o.is_right_action for o in outcomes if "build" not in o.case.expect),
        ON_TOPIC: _share(o.on_topic for o in outcomes if o.on_topic is not None),
        ACTS: _share(o.is_right_action for o in outcomes if o.case.expect == {"build"}),
        EXACT: _share(o.exact for o in outcomes if o.exact is not None),
        CONFIDENT_ERRORS: sum(o.is_confident_error for o in outcomes) if outcomes else NONE,
        UNSUPPORTED: sum(not is_supported(case) for case in cases),
    }


def _share(hits: Iterable[bool]) -> str:
    counted = list(hits)
    return f"{sum(counted)}/{len(counted)}" if counted else NONE
