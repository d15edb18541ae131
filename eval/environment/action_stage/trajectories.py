"""What stages one and two learn from: walks of the oracle, and those of recorded builders.

The oracle's walk is the plan of `cq.env.planning` in the walking space. Of recorded builders, the poses at
each change of a block are known (the Minecraft dialogues): they tell which columns people visit, but not the
actions between.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

import numpy as np
import numpy.typing as npt

from cq.data.minecraft.games import Moment, games
from cq.data.minecraft.report import MinecraftReport
from cq.data.storage.archive import open_archive
from cq.env.controls import Walking
from cq.env.physics import Physics
from cq.env.planning import plan
from cq.types import Cell, Grid
from eval.environment.action_stage.distributions import COLUMNS, Floats, column, impassable, visited
from eval.environment.action_stage.view import STOP

WALKING = Walking(select_and_place=True, stop=True)
LEAST_ACTIONS = 3
"""Changes of blocks in a recorded walk at least; shorter ones hardly show a path."""


@dataclass(frozen=True)
class Walk:
    """A body at rest, the world (9, 11, 11) that it is to build, the actions that do, with the stop, and the
    columns (15, 15) that they visit and that are closed meanwhile.
    """

    body: Physics
    target: npt.NDArray[np.integer]
    actions: tuple[int, ...]
    visits: Floats
    no_pass: Floats


@dataclass(frozen=True)
class RecordedWalk:
    """A recorded world before and after some changes, the columns (15, 15) that the builder was seen in, its
    first position (x, z), and the name of the game.
    """

    game: str
    start: Grid
    target: Grid
    visits: Floats
    position: tuple[float, float]


def body_in(grid: npt.NDArray[np.integer]) -> Physics:
    """A body at the place where episodes begin, in a world."""
    body = Physics()
    body.reset(grid)
    return body


def oracle_walk(body: Physics, target: npt.NDArray[np.integer]) -> Walk | None:
    """The oracle's walk from a state to a target; None if it does not reach it."""
    found = plan(body, target)
    if not found.is_complete:
        return None
    actions = (*found.actions, STOP)
    states = list(followed(body, actions))
    return Walk(
        body, target, actions, visited(states), impassable([body.grid, *(one.grid for one in states)])
    )


def followed(body: Physics, actions: Sequence[int]) -> Iterator[Physics]:
    """The states of a body, a copy each, before each action."""
    body = body.copy()
    for action in actions:
        yield body.copy()
        WALKING.apply(body, action)


def apply(body: Physics, action: int) -> tuple[Cell | None, bool]:
    """Carry out an action: the cell that changed, and whether the agent stops."""
    return WALKING.apply(body, action)[:2]


def recorded_walks(archive: Path, names: frozenset[str]) -> list[RecordedWalk]:
    """The builders' walks between two utterances, in the games of some names of the Minecraft dialogues."""
    walks = []
    with open_archive(archive) as opened:
        for game in games(opened, MinecraftReport()):
            if game.name not in names:
                continue
            for _, group in groupby(game.moments, key=lambda moment: moment.said):
                moments = list(group)
                if moments[0].inside and moments[-1].inside and _changes(moments) >= LEAST_ACTIONS:
                    x, _, z = moments[0].pose.position
                    walks.append(
                        RecordedWalk(game.name, moments[0].grid, moments[-1].grid, _seen_in(moments), (x, z))
                    )
    return walks


def _changes(moments: Sequence[Moment]) -> int:
    return len({frozenset(moment.blocks.items()) for moment in moments}) - 1


def _seen_in(moments: Sequence[Moment]) -> Floats:
    columns = np.zeros((COLUMNS, COLUMNS), dtype=np.float32)
    for moment in moments:
        x, _, z = moment.pose.position
        columns[column(x), column(z)] = 1
    return columns
