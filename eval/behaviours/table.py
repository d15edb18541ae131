"""Counts the outcomes by kind of case."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from eval.behaviours.case import BUILD_KINDS, SENTENCES, TURN_KINDS
from eval.behaviours.outcome import CONFIDENT, Outcome

RIGHT_ACTION, ON_TOPIC, EXACT = "right action", "first question on what is open", "exact builds"
REPEATS, CONFIDENT_ERRORS = "repeats an answered question", f"wrong builds, confidence > {CONFIDENT}"

ASKS, ACTS, ALL = "must ask or refuse", "must build", "all"
"""Rows over all kinds. A case where it may build or ask is in the last alone."""

CONFIDENT_SHARE = f"of the wrong builds, confidence > {CONFIDENT}"

NONE = "–"
"""Stands where no case counts."""

Row = dict[str, int | str]


def counts(outcomes: Sequence[Outcome]) -> dict[str, Row]:
    """The table: a row for each kind that has cases, then `ASKS`, `ACTS` and `ALL`. Shares are "some/all"."""
    groups = {kind: [one for one in outcomes if one.case.kind == kind] for kind in TURN_KINDS}
    groups[ASKS] = [one for one in outcomes if "build" not in one.case.expect]
    groups[ACTS] = [one for one in outcomes if one.case.expect == {"build"}]
    groups[ALL] = list(outcomes)
    return {name: _row(some) for name, some in groups.items() if some}


def build_counts(outcomes: Sequence[Outcome]) -> dict[str, Row]:
    """The table of cases with one right build: a row for each kind that has cases, then `ALL`."""
    groups = {kind: [one for one in outcomes if one.case.kind == kind] for kind in (*BUILD_KINDS, SENTENCES)}
    groups[ALL] = list(outcomes)
    return {
        name: {
            EXACT: share(one.exact for one in some),
            CONFIDENT_SHARE: share(one.is_confident_error for one in some if not one.exact),
        }
        for name, some in groups.items()
        if some
    }


def _row(outcomes: Sequence[Outcome]) -> Row:
    return {
        "cases": len(outcomes),
        RIGHT_ACTION: share(one.is_right_action for one in outcomes),
        ON_TOPIC: share(one.on_topic for one in outcomes),
        EXACT: share(one.exact for one in outcomes),
        REPEATS: share(one.repeats for one in outcomes),
        CONFIDENT_ERRORS: sum(one.is_confident_error for one in outcomes),
    }


def share(hits: Iterable[bool | None]) -> str:
    """How many are true of those that are not None, as "some/all"; `NONE` if there are none."""
    counted = [hit for hit in hits if hit is not None]
    return f"{sum(counted)}/{len(counted)}" if counted else NONE
