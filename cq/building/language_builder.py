"""A builder without networks: it builds what the language reads, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence

from cq.building.actions import actions_between
from cq.building.build import Build
from cq.building.decoding.meanings import certain
from cq.meaning.grounded import GroundedInstruction


class LanguageBuilder:
    """Builds the most probable outcome of what is read in full; what is not changes nothing."""

    def build(self, instructions: Sequence[GroundedInstruction]) -> list[Build]:
        """One `Build` per instruction."""
        return [_build(one) for one in instructions]


def _build(instruction: GroundedInstruction) -> Build:
    start, understanding = instruction.world.grid, instruction.understanding
    grid, confidence = start, 0.0
    if understanding is not None and understanding.results and understanding.reading.is_full:
        grid, confidence = understanding.results[0].grid, understanding.confidence
        grid.setflags(write=False)
    return Build(
        grid,
        tuple(actions_between(start, grid)),
        certain(grid),
        confidence,
        start=start,
        corrections=instruction.corrections,
        unread=() if understanding is None else understanding.reading.unread_words,
    )
