"""Carries out commands that move attention: the builder's look, and the things in focus."""

from __future__ import annotations

from dataclasses import replace

from cq.language.program import Free, If, Inside, Look, There, Thing, Turn, parts
from cq.semantics.carrying import execute
from cq.semantics.choices import Failure, unsaid
from cq.semantics.filling import gaps_meant
from cq.semantics.geometry import box, step
from cq.semantics.places import spots
from cq.semantics.places.coordinates import is_partial
from cq.semantics.pronouns import PRONOUNS
from cq.semantics.reference import resolve_reference
from cq.semantics.scene import Scene, cells_of


@execute.register
def _(command: Turn, scene: Scene) -> None:
    scene.facing, scene.told_facing = scene.direction(command.direction), True


@execute.register
def _(command: Free, scene: Scene) -> None:
    """Nothing to do: it frees the choices of the command before it."""


@execute.register
def _(command: Look, scene: Scene) -> None:
    if command.ref is not None:
        things = (
            gaps_meant(command.ref, scene)
            if command.ref.noun == "gap"
            else resolve_reference(command.ref, scene)
        )
        scene.mention(things)
        cells = cells_of(things)
        low, high = box(cells)
        # Steps start at the foot of a tower, and at the middle of a thing that has a middle cell.
        known = len(things) == 1 and not any((low[i] + high[i]) % 2 for i in (1, 2))
        scene.cursor = (low[0], (low[1] + high[1]) // 2, (low[2] + high[2]) // 2) if known else None
    if command.place is not None:
        if is_partial(command.place):
            scene.within = command.place
            return
        scene.attention = command.place
        found = spots(command.place, scene).spots
        if isinstance(command.place, Inside) and command.place.gap:
            scene.mention([frozenset(spot.cell for spot in found)])
        if len(found) == 1:
            scene.cursor = found[0].cell
            if any(isinstance(part, There) for part in parts(command.place)):
                scene.attention = There()  # "From there two squares east" moves "there".
    for stride in command.steps:
        if scene.cursor is None and not scene.last and stride.number is None:
            return  # "Walk north": the builder walks about.
        if scene.cursor is None and len(scene.last) != 1:
            if stride.number is None:
                continue  # "Walk north": nothing is said to be at its end.
            raise unsaid("place", "from where is not said", command, "place")
        cell = scene.cursor or scene.last[0]
        cell = step(cell, scene.direction(stride.direction), 1 if stride.number is None else stride.number)
        if not scene.zone.holds(cell):
            raise Failure("impossible", "it would lie outside the zone", command)
        scene.cursor = cell


@execute.register
def _(command: If, scene: Scene) -> None:
    about = command.fact.ref
    if about is not None and (about.noun == "everything" or (about.noun in PRONOUNS and not scene.focus)):
        raise Failure("open", "of what that is said is not clear", about)
    try:
        execute(command.fact, scene)
        holds = True
    except Failure as failure:
        if failure.kind != "absent":
            raise
        holds = False
        wanted = command.fact.ref
        if wanted is not None and wanted.noun in ("block", "tower") and wanted.colours:
            scene.model = Thing(wanted.noun, count=1, colours=wanted.colours)  # "If not, put one …"
        if command.fact.ref is not None and command.fact.ref.limits:
            # "If the tower is not red, remove it": "it" is the tower of any colour.
            scene.mention(
                resolve_reference(replace(command.fact.ref, limits=command.fact.ref.limits[1:]), scene)
            )
    chosen = command.otherwise if holds == command.negative else command.then
    if chosen is not None:
        execute(chosen, scene)
