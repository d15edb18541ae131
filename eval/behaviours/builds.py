"""What the builder built in the cases that have only one right build, counted by kind.

The builder is asked for a build directly, so these figures do not depend on when `cq.ask` would ask.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

import cq
from cq import Build, World
from eval.behaviours.case import BUILD_KINDS, Case
from eval.behaviours.outcome import CONFIDENT
from eval.behaviours.table import ALL, EXACT, Row, share

CONFIDENT_SHARE = f"of the wrong builds, confidence > {CONFIDENT}"


class Builds(Protocol):
    """`cq.build`, or the `build` of a pipeline."""

    def __call__(self, instruction: list[str], world: list[World]) -> list[Build]: ...


@dataclass(frozen=True)
class BuildOutcome:
    """Whether the build of a case is the only right one, cell by cell, and with what confidence."""

    case: Case
    exact: bool
    confidence: float

    @property
    def is_confident(self) -> bool:
        """Whether the confidence is above `CONFIDENT`."""
        return self.confidence > CONFIDENT

    @property
    def done(self) -> str:
        """What the library did, in words."""
        return f"built, confidence {self.confidence:.2f}"

    @property
    def failures(self) -> list[str]:
        """What went wrong, in words; empty if the build is right."""
        if self.exact:
            return []
        return [
            "another build than the only right one",
            *[f"confidence above {CONFIDENT}"] * self.is_confident,
        ]

    def to_dict(self) -> dict[str, Any]:
        """The outcome as JSON values."""
        return {
            "id": self.case.id,
            "kind": self.case.kind,
            "instruction": self.case.instruction,
            "exact": self.exact,
            "confidence": self.confidence,
            "failures": self.failures,
        }


def run_builds(cases: Sequence[Case], build: Builds = cq.build) -> list[BuildOutcome]:
    """The outcomes of cases with one right build each, in order, from one batch."""
    builds = build([case.instruction for case in cases], [case.world for case in cases])
    return [
        BuildOutcome(
            case,
            case.target is not None and np.array_equal(built.grid, case.target),
            built.confidence,
        )
        for case, built in zip(cases, builds, strict=True)
    ]


def build_counts(outcomes: Sequence[BuildOutcome]) -> dict[str, Row]:
    """The table: a row for each kind that has cases, then `ALL`. Shares are "some/all"."""
    groups = {kind: [one for one in outcomes if one.case.kind == kind] for kind in BUILD_KINDS}
    groups[ALL] = list(outcomes)
    return {
        name: {
            EXACT: share(one.exact for one in some),
            CONFIDENT_SHARE: share(one.is_confident for one in some if not one.exact),
        }
        for name, some in groups.items()
        if some
    }
