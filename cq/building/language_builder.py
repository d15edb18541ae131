"""A builder without networks: it builds what the language reads, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence

from cq.building.actions import actions_between
from cq.building.build import Build
from cq.building.plan_changes import certain
from cq.meaning.grounded import GroundedInstruction


class LanguageBuilder:
    """Builds the most probable outcome of what is read in full; what is not changes nothing."""

    def build(self, instructions: Sequence[GroundedInstruction]) -> list[Build]:
        """One `Build` per instruction."""
        return [_build(one) for one in instructions]


def _build(instruction: GroundedInstruction) -> Build:
    world, understanding = instruction.world, instruction.understanding
    start, palette = world.grid, world.palette
    grid, confidence = start, 0.0
    if understanding is not None and understanding.results and understanding.reading.is_full:
        grid, confidence = understanding.results[0].grid, understanding.confidence
        grid.setflags(write=False)
    return Build(
        grid,
        tuple(actions_between(start, grid, palette)),
        certain(grid, palette),
        confidence,
        start=start,
        corrections=instruction.corrections,
        palette=palette,
        unread=() if understanding is None else understanding.reading.unread_words,
    )
