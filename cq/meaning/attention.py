"""Carries out what moves attention: where the builder looks, and what is spoken of."""

from __future__ import annotations

from cq.language.program import Look, Turn
from cq.meaning.carrying import execute
from cq.meaning.choices import Failure
from cq.meaning.denote import denote
from cq.meaning.geometry import CENTRE, in_zone, step
from cq.meaning.places import spots
from cq.meaning.scene import Scene, cells_of


@execute.register
def _(command: Turn, scene: Scene) -> None:
    scene.facing, scene.told_facing = scene.direction(command.direction), True


@execute.register
def _(command: Look, scene: Scene) -> None:
    if command.ref is not None:
        things = denote(command.ref, scene)
        scene.mention(things)
        cells = cells_of(things)
        if len(cells) == 1:
            scene.cursor = next(iter(cells))
    if command.place is not None:
        scene.attention = command.place
        found = spots(command.place, scene).spots
        if len(found) == 1:
            scene.cursor = found[0].cell
    for one in command.steps:
        cell = scene.cursor or (min(scene.last) if len(scene.last) == 1 else CENTRE)
        cell = step(cell, scene.direction(one.direction), 1 if one.number is None else one.number)
        if not in_zone(cell):
            raise Failure("impossible", "it would lie outside the zone", command)
        scene.cursor = cell
