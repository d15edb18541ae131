"""Figures that are announced and then described part by part: "build an L: …"."""

from __future__ import annotations

from dataclasses import replace

from cq.language.program import Corner, Edge, Joined, Make, Middle, OnTop, Place, Plan, Ref
from cq.semantics.carrying import execute
from cq.semantics.choices import Failure
from cq.semantics.geometry import Thing, spans
from cq.semantics.letterforms import FIGURES, figure_of, is_drawn
from cq.semantics.places.coordinates import is_partial
from cq.semantics.reference import resolve_reference
from cq.semantics.scene import Planned, Scene, cells_of
from cq.semantics.shapes.measures import STROKES, said
from cq.semantics.structures import KINDS

_LAYERED = ("figure", "house", "pyramid", "table", "tower")
_SOLID = ("bench", "chair", "figure", "pyramid", "staircase", "cube", "house", "table")
"""Figures that have no drawing."""


@execute.register
def _(command: Plan, scene: Scene) -> None:
    things = resolve_reference(command.ref, scene) if command.ref is not None else []
    if things:
        scene.mention(things)
    if isinstance(command.place, Edge) and command.place.direction is not None:
        scene.edge = scene.direction(command.place.direction)
    scene.plan = Planned(command, frozenset(cells_of(things)), len(scene.made))


def planned(command: Make, scene: Scene) -> Make:
    """A part of the announced figure, with the traits that the announcement gives all its parts."""
    plan = scene.plan
    if plan is None:
        return command
    whole, new, place = plan.command.thing, command.thing, command.place
    first = len(scene.made) == plan.begun
    if not (new.colours or new.colour_of or new.like):
        told = (*plan.cells, *scene.made[plan.begun :])
        own = {scene.cells[cell] for cell in told if cell in scene.cells}
        new = replace(new, colours=whole.colours or (tuple(own) if len(own) == 1 else ()))
    if new.shape in STROKES and not new.posture and whole.posture == "flat":
        new = replace(new, posture="flat")
    if first and place == OnTop(Ref("it")) and not plan.cells:
        raise Failure("contradiction", "nothing of it is there yet", command)
    if place is None:
        place = plan.command.place if first else _onwards(plan.command)
    elif first and plan.command.place is not None and (is_partial(place) or _is_of_zone(place)):
        place = Joined((plan.command.place, place))
    return replace(command, thing=new, place=place)


def _is_of_zone(place: Place) -> bool:
    """Whether a place names no thing: "a lamp on the table: a red block in the middle"."""
    return isinstance(place, Middle | Corner | Edge) and place.landmark is None


def _onwards(plan: Plan) -> Place | None:
    """The place of the next layer, for a figure that grows in layers."""
    if plan.thing.shape in _LAYERED:
        return OnTop(Ref("it"))
    return None


def watch_plan(scene: Scene) -> None:
    """Record whether the announced figure is complete."""
    plan = scene.plan
    if plan is not None and not plan.done:
        cells = frozenset(scene.made[plan.begun :]) | plan.cells
        plan.done = len(scene.made) > plan.begun and is_figure(plan.command, cells, scene)


def check_plan(scene: Scene) -> None:
    """Raises `Failure` if the parts do not form the announced figure."""
    if scene.plan is not None and not scene.plan.done:
        raise Failure("contradiction", "its parts do not make it", scene.plan.command)


def is_figure(plan: Plan, cells: Thing, scene: Scene) -> bool:
    """Whether cells form the announced figure, as far as that can be checked."""
    new = plan.thing
    if new.shape in FIGURES:
        fits = figure_of(cells) in FIGURES[new.shape] or is_drawn(cells, new.shape)
    elif new.shape in KINDS and new.shape not in _SOLID:
        fits = cells in KINDS[new.shape](cells)
    else:
        fits = new.shape in _SOLID
    size = spans(cells)
    if new.dims:
        fits = fits and sorted(n for n in new.dims if n > 1) == sorted(n for n in size if n > 1)
    told = {"high": size[:1], "long": size, "wide": size, "blocks": (len(cells),)}
    fits = fits and all(said(new, dimension) in (None, *found) for dimension, found in told.items())
    return fits and all(scene.cells.get(cell) in new.colours for cell in cells) if new.colours else fits
