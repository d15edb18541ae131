"""Carries out what makes new things."""

from __future__ import annotations

from cq.language.program import Make
from cq.meaning.carrying import execute
from cq.meaning.choices import Failure, Hole
from cq.meaning.places import spots
from cq.meaning.scene import Scene
from cq.meaning.shapes import groups


@execute.register
def _(command: Make, scene: Scene) -> None:
    if command.place is None:
        raise Failure("open", "no place is said", command, Hole("place", command, "place"))
    made = groups(command.thing, spots(command.place, scene), command.stacked, scene)
    scene.place(block for group in made for block in group)
    scene.mention([frozenset(cell for cell, _ in group) for group in made])
