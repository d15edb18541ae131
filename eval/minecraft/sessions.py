"""Cascaded evaluation in the Minecraft dialogues: from each segment of a game to the game's end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from cq.data import SpokenInstruction, minecraft_sessions
from cq.metrics import bootstrap_interval, cascaded
from cq.pipeline import Pipeline
from cq.world import World
from eval.minecraft.segments import SEED, Segments

Grids = Sequence[npt.NDArray[np.int8]]
BuildMany = Callable[[Sequence[SpokenInstruction], Grids], Grids]


def session_table(segments: Segments, pipeline: Pipeline, games: int, samples: int) -> dict[str, Any]:
    """Scores over a random sample of the games, for a pipeline's builder and for one that changes nothing.

    What was said and the pose are as recorded, also after an error.
    """
    names = np.unique(segments.games)
    chosen = np.random.default_rng(SEED).choice(names, min(games, len(names)), replace=False)
    sessions = minecraft_sessions(segments.rows.select(np.flatnonzero(np.isin(segments.games, chosen))))
    builders: dict[str, BuildMany] = {"no change": lambda _, grids: grids, "cq": by_pipeline(pipeline)}
    table = {}
    for name, build in builders.items():
        cascade = cascaded(sessions, build)
        figures = {"followed": cascade.followed, "cells right": cascade.cells_correct}
        table[name] = {
            "runs": len(cascade.followed),
            **{
                figure: str(bootstrap_interval(np.mean, values, groups=cascade.session, samples=samples))
                for figure, values in figures.items()
            },
        }
    return table


def by_pipeline(pipeline: Pipeline) -> BuildMany:
    """Follows instructions in the worlds as they are, with the recorded dialogues and poses."""

    def build(instructions: Sequence[SpokenInstruction], grids: Grids) -> Grids:
        worlds = [
            World(World.parse(grid).grid, one.pose) for one, grid in zip(instructions, grids, strict=True)
        ]
        texts, dialogues = [one.text for one in instructions], [one.dialogue for one in instructions]
        return [build.grid for build in pipeline.build(texts, worlds, dialogues)]

    return build
