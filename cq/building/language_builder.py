"""A builder without networks: it builds the readings, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cq.building.build import Build
from cq.reading.grounded import GroundedInstruction


class LanguageBuilder:
    """Builds the most probable outcome of a full reading; other text changes nothing."""

    def build(self, instructions: Sequence[GroundedInstruction]) -> list[Build]:
        """One `Build` per instruction."""
        return [_build(instruction) for instruction in instructions]


def _build(instruction: GroundedInstruction) -> Build:
    world, understanding = instruction.world, instruction.understanding
    grid, confidence = world.grid, 0.0
    if understanding is not None and understanding.results and understanding.reading.is_full:
        grid, confidence = understanding.results[0].grid, understanding.confidence
    unread = () if understanding is None else understanding.reading.unread_words
    found = Build.from_grid(grid, world, confidence)
    return replace(found, corrections=instruction.corrections, unread=unread)
