"""Carries out a program in a scene: each command by the function of its kind (`cq.semantics.carrying`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from cq.deadlines import working
from cq.language.program import Check, Command, Free, Keep, Look, Make, Plan, Program, Redo, Talk, Turn, Undo
from cq.semantics import (  # noqa: F401
    attention,
    changing,
    checking,
    copying,
    filling,
    growing,
    joining,
    making,
    moving,
    removing,
    turning,
)
from cq.semantics.carrying import execute
from cq.semantics.choices import LEAST_RUNS, MOST_RUNS, Choices, Failure, Outcome, outcomes
from cq.semantics.corrections import amended
from cq.semantics.guarded import failing
from cq.semantics.headings import led
from cq.semantics.memory import Memory
from cq.semantics.planning import check_plan, planned, watch_plan
from cq.semantics.proportions import check_proportions
from cq.semantics.scene import Scene
from cq.types import Cell, Grid


def executed(
    program: Program,
    start: Grid,
    facing: str | None = None,
    recent: Sequence[Cell] = (),
    memory: Memory | None = None,
) -> list[Outcome[Grid]]:
    """The outcomes of a program in a start grid, the most probable first.

    `facing` is the compass direction of the builder's look, `recent` the cells filled last before, oldest
    first, `memory` the commands before.
    """
    given = () if memory is None else memory.path_for(program)

    def run(choices: Choices) -> Grid:
        with failing(program):
            return carry_out(choices)

    def carry_out(choices: Choices) -> Grid:
        if memory is None:
            scene = Scene.of(start, choices, facing, recent)
            carried_out(program, scene)
            return scene.grid()
        scene = memory.scene(start, choices, facing, tuple(recent))
        known = memory.changed_by
        try:
            check = (known, start) if given or not known else None
            carried_out((*memory.program, *program), scene, check=check, shown=(known, memory.restored))
        except Failure as failure:
            failure.done = None if failure.done is None else max(0, failure.done - known)
            raise
        return scene.grid()

    return outcomes(run, max(LEAST_RUNS, MOST_RUNS // max(1, len(program) // 4)), given)


@working()
def carried_out(
    program: Program,
    scene: Scene,
    before: Callable[[Command, Scene], None] | None = None,
    check: tuple[int, Grid] | None = None,
    shown: tuple[int, tuple[Cell, ...]] = (0, ()),
) -> None:
    """Carry out a program, with corrections and repetitions resolved and kept cells found first.

    `before` is called with each command before it is carried out. `check` is a number of commands and the
    grid after them; any other grid is a `Failure`. `shown` is a number of commands and the blocks in focus
    after them.
    """
    if len(scene.choices.first) == scene.choices.given:  # Further runs are other ways of the same program.
        check_proportions(program, scene.zone, scene.palette)
    commands = amended(program, scene.choices)
    if commands != tuple(program):
        check_proportions(commands, scene.zone, scene.palette)  # "No, make it white."
    for command in commands:
        _keep_what_stays(command, scene)
    if scene.facing is None and any(isinstance(command, Turn) for command in commands):
        # "Remove the left one, while facing north": the facing holds from the start.
        execute(next(command for command in commands if isinstance(command, Turn)), scene)
    for done, command in enumerate(commands):
        if check is not None and done == check[0] and not np.array_equal(scene.grid(), check[1]):
            raise Failure("contradiction", "it would change what was built before", command)
        if done == shown[0] and shown[1]:
            scene.mention([frozenset(cell for cell in shown[1] if cell in scene.cells)])
        scene.choices.free = commands[done + 1 : done + 2] == (Free(),)
        if not isinstance(command, (Keep, Check, Look, Plan, Redo, Talk, Turn, Undo)):
            scene.history.append(dict(scene.cells))
        if isinstance(command, Make) and command.place is None and scene.attention is not None:
            scene.attention, place = None, scene.attention
            command = replace(command, place=place)
        if isinstance(command, Make):
            command = planned(command, scene)
        command = led(command, scene)
        if before is not None:
            before(command, scene)
        try:
            execute(command, scene)
        except Failure as failure:
            failure.done = done
            raise
        watch_plan(scene)
    check_plan(scene)


def _keep_what_stays(command: Command, scene: Scene) -> None:
    """Note the cells that a command says must stay."""
    if isinstance(command, Keep) and command.ref.noun != "rest":
        try:
            scene.kept |= removing.named(command, scene)
        except Failure as failure:
            if failure.kind not in ("absent", "open"):
                raise
    elif isinstance(command, Check) and command.only and command.ref is not None:
        scene.kept |= removing.certainly(command.ref, scene)
