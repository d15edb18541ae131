"""Interprets an instruction: parses it, and carries it out if there is exactly one way to understand it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cq.building.interpretation.clauses import readings
from cq.building.interpretation.execution import execute
from cq.building.interpretation.geometry import Cell
from cq.building.interpretation.scene import Scene
from cq.building.interpretation.syntax import Clause, Unclear
from cq.building.interpretation.wording import Sentence, sentences
from cq.world.grid import Grid

MOST_READINGS = 60
"""Readings of a sentence that are tried; a sentence with more is not understood."""
MOST_TOKENS = 90
MOST_SCENES = 6
"""Different worlds that the readings of the sentences so far may lead to."""


def interpret(text: str, start: Grid, facing: str | None = None, recent: Sequence[Cell] = ()) -> Grid | None:
    """The grid int8 (9, 11, 11), [y, x, z], that a text asks for in a start grid; None if it is not sure.

    Every word must be understood, and all readings that fit the world must lead to the same grid. `facing` is
    the compass direction of the builder's look; one that the text states comes before it. `recent` are the
    cells (y, x, z) of the blocks that were placed last before, oldest first: what "it" can mean.
    """
    parts = sentences(text)
    if not parts or sum(map(len, parts)) > MOST_TOKENS:
        return None
    grids = outcomes(parts, start, facing, recent)
    if len(grids) != 1:
        return None
    (grid,) = grids
    if np.array_equal(grid, start) != all(sentence.stops for sentence in parts):
        return None  # What is asked for is done already, or is taken back.
    return grid


def outcomes(
    parts: Sequence[Sentence], start: Grid, facing: str | None, recent: Sequence[Cell] = ()
) -> list[Grid]:
    """The different grids that the readings of sentences lead to; none if a sentence is not understood, or in
    too many ways.
    """
    scenes = [Scene.of(start, facing, recent)]
    for sentence in parts:
        for scene in scenes:
            scene.facing = sentence.facing or scene.facing
            scene.told_facing = scene.told_facing or sentence.facing is not None
        if not sentence:
            continue
        ways = readings(tuple(sentence))
        if not ways or len(ways) > MOST_READINGS:
            return []
        scenes = _distinct([after for scene in scenes for way in ways if (after := _after(way, scene))])
        if not scenes or len(scenes) > MOST_SCENES:
            return []
    return list({scene.grid().tobytes(): scene.grid() for scene in scenes}.values())


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
