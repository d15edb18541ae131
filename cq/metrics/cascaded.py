"""Cascaded evaluation: from each instruction of a session to its end, errors and all (Suhr et al. 2019,
"Executing Instructions in Situated Collaborative Interactions", section 6 and appendix F).

Judged one by one, from recorded worlds, instructions say nothing of what an error does to those after it;
judged from a session's first one only, most of what follows an early error is never seen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from cq.errors import InputError
from cq.world.grid import Grid

Floats = npt.NDArray[np.float64]
BuildMany = Callable[[Sequence[str], Sequence[Grid]], Sequence[Grid]]
"""Instructions and the grids they are followed in → the grids afterwards."""


class SessionStep(NamedTuple):
    """One instruction of a session, with the recorded grids (9, 11, 11) before and after it."""

    instruction: str
    start: Any
    target: Any


@dataclass(frozen=True)
class Cascade:
    """Figures of r runs, one from each instruction of each session to the session's end, all in [0, 1].

    `followed` (r,) is the share of a run's instructions after which every cell that the recorded step
    changes holds what it should; `blocks` (r,) the share of the cells that the rest of the session changes
    which are right at its end; `finished` (r,) whether the whole world is. `session` (r,) and `step` (r,)
    say where each run begins.
    """

    followed: Floats
    blocks: Floats
    finished: npt.NDArray[np.bool_]
    session: npt.NDArray[np.int64]
    step: npt.NDArray[np.int64]


def cascaded(sessions: Sequence[Sequence[SessionStep]], build: BuildMany) -> Cascade:
    """Run a builder from every instruction of every session to its end.

    `build` is called once for each number of instructions followed so far, with all runs that go on.
    Raises `InputError` for no sessions, or an empty one.
    """
    if not sessions or not all(len(session) for session in sessions):
        empty = next((i for i, session in enumerate(sessions) if not len(session)), None)
        raise InputError("no sessions to run" if empty is None else f"session {empty} has no instructions")
    runs = [(s, i) for s, session in enumerate(sessions) for i in range(len(session))]
    grids: list[Grid] = [np.array(sessions[s][i].start, dtype=np.int8) for s, i in runs]
    followed: list[list[bool]] = [[] for _ in runs]
    for done in range(max(len(session) for session in sessions)):
        going = [r for r, (s, i) in enumerate(runs) if i + done < len(sessions[s])]
        steps = [sessions[runs[r][0]][runs[r][1] + done] for r in going]
        built = build([step.instruction for step in steps], [grids[r] for r in going])
        for r, step, grid in zip(going, steps, built, strict=True):
            grids[r] = np.asarray(grid)
            followed[r].append(_share_right(grids[r], step.start, step.target) == 1.0)
    starts = [sessions[s][i].start for s, i in runs]
    ends = [np.asarray(sessions[s][-1].target) for s, _ in runs]
    return Cascade(
        followed=np.array([np.mean(each) for each in followed]),
        blocks=np.array([_share_right(*each) for each in zip(grids, starts, ends, strict=True)]),
        finished=np.array([bool((grid == end).all()) for grid, end in zip(grids, ends, strict=True)]),
        session=np.array([s for s, _ in runs]),
        step=np.array([i for _, i in runs]),
    )


def _share_right(grid: Any, start: Any, target: Any) -> float:
    """Of the cells that differ between start and target, how many hold what the target holds; 1 for none."""
    changed = np.asarray(start) != np.asarray(target)
    return float((np.asarray(grid) == target)[changed].mean()) if changed.any() else 1.0
