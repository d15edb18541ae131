"""Carries out a program in a scene: one function for each command."""

from __future__ import annotations

from collections.abc import Sequence

from cq.language.program import Program, Recolour, Remove, Replace, Turn
from cq.meaning import making  # noqa: F401
from cq.meaning.carrying import execute
from cq.meaning.choices import Choices, Failure, Hole, Outcome, outcomes
from cq.meaning.denote import denote
from cq.meaning.geometry import Cell
from cq.meaning.scene import Scene, cells_of
from cq.meaning.shapes import groups
from cq.meaning.spots import Spot, Spots
from cq.world.grid import Grid


def executed(
    program: Program,
    start: Grid,
    facing: str | None = None,
    recent: Sequence[Cell] = (),
) -> list[Outcome[Grid]]:
    """The outcomes of a program in a start grid (9, 11, 11), the most probable first.

    `facing` is the compass direction of the builder's look, `recent` the cells that were filled last before, oldest
    first.
    """

    def run(choices: Choices) -> Grid:
        scene = Scene.of(start, choices, facing, recent)
        for command in program:
            execute(command, scene)
        return scene.grid()

    return outcomes(run)


@execute.register
def _(command: Turn, scene: Scene) -> None:
    scene.facing, scene.told_facing = scene.direction(command.direction), True


@execute.register
def _(command: Remove, scene: Scene) -> None:
    things = denote(command.ref, scene)
    scene.mention(things)
    scene.remove(things)


@execute.register
def _(command: Recolour, scene: Scene) -> None:
    things = denote(command.ref, scene)
    if command.colour is None:
        raise Failure("open", "no colour is said", command, Hole("colour", command, "colour"))
    for cell in cells_of(things):
        scene.cells[cell] = command.colour
    scene.mention(things)


@execute.register
def _(command: Replace, scene: Scene) -> None:
    things = denote(command.ref, scene)
    scene.remove(things)
    where = Spots(tuple(Spot(cell, "up") for cell in sorted(cells_of(things))), filled=True)
    made = groups(command.thing, where, False, scene)
    scene.place(block for group in made for block in group)
    scene.mention([frozenset(cell for cell, _ in group) for group in made])
