"""Cascaded evaluation: from each instruction of a session to its end, with error propagation (Suhr et al.
2019, "Executing Instructions in Situated Collaborative Interactions", section 6 and appendix F).

Evaluation of single instructions, each in its recorded world, does not show how an error affects later
instructions. Evaluation only from the first instruction says little about those after an early error.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from cq.arrays import is_sequence
from cq.errors import InputError, excerpt
from cq.metrics.grids import as_grids
from cq.types import Doubles, Grid

BuildMany = Callable[[Sequence[Any], Sequence[Grid]], Sequence[Grid]]
"""Builds many at once: instructions, and the grids before them → the grids after them."""


class SessionStep(NamedTuple):
    """One instruction of a session, with the recorded grids before and after it, of one zone.

    `instruction` is the builder's input: a text, or a text with the turns before it.
    """

    instruction: Any
    start: Any
    target: Any


@dataclass(frozen=True)
class Cascade:
    """Figures of r runs, one from each instruction of each session to the session's end, all in [0, 1].

    `followed` (r,) is the share of a run's instructions after which every cell that the recorded step changes
    has its target content. At the end of the session, `cells_correct` (r,) is the share of correct cells
    among those that the recorded rest of the session changes, and `world_correct` (r,) is whether the whole
    world is correct. `session` (r,) and `step` (r,) are the indices where each run begins.
    """

    followed: Doubles
    cells_correct: Doubles
    world_correct: npt.NDArray[np.bool_]
    session: npt.NDArray[np.int64]
    step: npt.NDArray[np.int64]


def cascaded(sessions: Sequence[Sequence[SessionStep]], build: BuildMany) -> Cascade:
    """Run a builder from every instruction of every session to its end.

    `build` is called once per step of the longest run, with all runs that are not finished, and with copies
    of the grids. Raises `InputError` for no sessions, an empty one, one of several zones, and anything but
    one grid of its zone for each instruction.
    """
    if not callable(build):
        raise InputError(f"build is {excerpt(build)}; give a function of instructions and grids")
    if not isinstance(sessions, Sequence) or not all(isinstance(each, Sequence) for each in sessions):
        raise InputError(f"sessions are {excerpt(sessions)}; give a list of lists of steps")
    if not sessions or not all(len(session) for session in sessions):
        empty = next((i for i, session in enumerate(sessions) if not len(session)), None)
        raise InputError("no sessions to run" if empty is None else f"session {empty} has no instructions")
    runs = [(s, i) for s, session in enumerate(sessions) for i in range(len(session))]
    if not all(isinstance(step, SessionStep) for session in sessions for step in session):
        raise InputError(
            "a session holds something else than steps; give SessionStep(instruction, start, target)"
        )
    sessions = [[_checked(step) for step in session] for session in sessions]
    for s, session in enumerate(sessions):
        zones = {grid.shape for step in session for grid in (step.start, step.target)}
        if len(zones) > 1:
            raise InputError(f"session {s} has grids of the shapes {sorted(zones)}; give grids of one zone")
    grids: list[Grid] = [sessions[s][i].start for s, i in runs]
    followed: list[list[bool]] = [[] for _ in runs]
    for done in range(max(len(session) for session in sessions)):
        running = [r for r, (s, i) in enumerate(runs) if i + done < len(sessions[s])]
        steps = [sessions[runs[r][0]][runs[r][1] + done] for r in running]
        built = build([step.instruction for step in steps], [grids[r].copy() for r in running])
        if not is_sequence(built):
            raise InputError(f"build gave {excerpt(built)}; give a list with one grid for each instruction")
        if len(built) != len(running):
            raise InputError(f"build gave {len(built)} grids for {len(running)} instructions; give one each")
        for r, step, grid in zip(running, steps, built, strict=True):
            grids[r] = _one_grid(grid, "a grid that build gave")
            if grids[r].shape != step.start.shape:
                raise InputError(
                    f"a grid that build gave has shape {grids[r].shape}; give {step.start.shape}, as before"
                )
            followed[r].append(_share_right(grids[r], step.start, step.target) == 1.0)
    starts = [sessions[s][i].start for s, i in runs]
    ends = [np.asarray(sessions[s][-1].target) for s, _ in runs]
    return Cascade(
        followed=np.array([np.mean(each) for each in followed]),
        cells_correct=np.array([_share_right(*each) for each in zip(grids, starts, ends, strict=True)]),
        world_correct=np.array([bool((grid == end).all()) for grid, end in zip(grids, ends, strict=True)]),
        session=np.array([s for s, _ in runs]),
        step=np.array([i for _, i in runs]),
    )


def _checked(step: SessionStep) -> SessionStep:
    return SessionStep(step.instruction, _one_grid(step.start, "start"), _one_grid(step.target, "target"))


def _one_grid(grid: Any, name: str) -> Grid:
    grids, single = as_grids(grid, name)
    if not single:
        raise InputError(f"{name} is a batch of {len(grids)} grids; give one grid")
    checked: Grid = grids[0].astype(np.int8)
    wrong = (checked != grids[0]) | (checked < 0)
    if wrong.any():
        raise InputError(f"{name} holds {grids[0][wrong][0]}, which is not a colour; give ids 0 to 127")
    return checked


def _share_right(grid: Any, start: Any, target: Any) -> float:
    """Share of the cells that differ between start and target in which `grid` is right; 1 if none differ."""
    changed = np.asarray(start) != np.asarray(target)
    return float((np.asarray(grid) == target)[changed].mean()) if changed.any() else 1.0
