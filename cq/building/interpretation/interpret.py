"""Interprets an instruction: parses it, and carries it out if there is exactly one way to understand it."""

from __future__ import annotations

import numpy as np

from cq.building.interpretation.clauses import readings
from cq.building.interpretation.execution import execute
from cq.building.interpretation.scene import Scene
from cq.building.interpretation.syntax import Clause, Unclear
from cq.building.interpretation.wording import sentences
from cq.world.grid import Grid

MOST_READINGS = 60
"""Readings of a sentence that are tried; a sentence with more is not understood."""
MOST_TOKENS = 90


def interpret(text: str, start: Grid, facing: str | None = None) -> Grid | None:
    """The grid int8 (9, 11, 11), [y, x, z], that a text asks for in a start grid; None if it is not sure.

    Every word must be understood, and all readings of the text that fit the world must lead to the same grid.
    `facing` is the compass direction of the builder's look; one that the text states comes before it.
    """
    parts = sentences(text)
    if not parts or sum(map(len, parts)) > MOST_TOKENS:
        return None
    scenes = [Scene.of(start, facing)]
    for sentence in parts:
        for scene in scenes:
            scene.facing = sentence.facing or scene.facing
        if not sentence:
            continue
        ways = readings(tuple(sentence))
        if not ways or len(ways) > MOST_READINGS:
            return None
        scenes = _distinct([after for scene in scenes for way in ways if (after := _after(way, scene))])
        if not scenes or len(scenes) > 6:
            return None
    grids = {scene.grid().tobytes(): scene.grid() for scene in scenes}
    if len(grids) != 1:
        return None
    (grid,) = grids.values()
    return None if np.array_equal(grid, start) else grid


def _after(clauses: list[Clause], scene: Scene) -> Scene | None:
    scene = scene.copy()
    try:
        for clause in clauses:
            execute(clause, scene)
    except Unclear:
        return None
    return scene


def _distinct(scenes: list[Scene]) -> list[Scene]:
    """One scene of those that agree in blocks and in what was spoken of."""
    found = {
        (tuple(sorted(one.cells.items())), tuple(map(tuple, map(sorted, one.focus))), tuple(one.last)): one
        for one in scenes
    }
    return list(found.values())
