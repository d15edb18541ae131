"""The simulated architects that answer in the loop."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from cq.arena.answering import Answers
from cq.building.training.recorded_builds import RecordedBuild
from cq.simulate import Architect
from eval.loop.brief_architect import BriefArchitect

OWN, BRIEF = "own", "brief"


ARCHITECTS: Mapping[str, Callable[[RecordedBuild, int], Answers]] = MappingProxyType(
    {
        OWN: lambda row, seed: Architect(row.start, row.target, seed),
        BRIEF: lambda row, seed: BriefArchitect(row.world, row.target, seed),
    }
)
"""By name: whoever knows the target of a row, with a seed. The library's own speaks by the grammar
that reads answers; the brief one speaks words of its own.
"""
