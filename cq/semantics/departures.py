"""The old places of things that were moved or removed: "where it was", "in its old place"."""

from __future__ import annotations

from dataclasses import replace

from cq.language.program import Ref
from cq.semantics.choices import Failure
from cq.semantics.geometry import Thing
from cq.semantics.referring import candidates
from cq.semantics.scene import Blocks, Departure, Scene, cells_of
from cq.types import Cell


def departed(ref: Ref, scene: Scene) -> Departure | None:
    """The last departure of the things that a reference means; None if they never left, or if it names
    something else that stands now.
    """
    if ref.noun == "it":
        return departure_of(frozenset(cells_of(scene.focus)), scene)
    before, then = None, set[Thing]()
    for departure in reversed(scene.departures):
        if departure.before is not before:  # Things that left together are looked up once.
            before, then = departure.before, _meant_in(departure.before, ref, scene)
        if departure.old in then and (
            departure is scene.departures[-1] or _is_free_to_mean(departure, ref, scene)
        ):
            return departure
    return None


def departure_of(thing: Thing, scene: Scene) -> Departure | None:
    """The last departure to or from the cells of a thing."""
    found = (
        departure
        for departure in reversed(scene.departures)
        if thing in (departure.new or departure.old, departure.old)
    )
    return next(found, None)


def _meant_in(cells: dict[Cell, str], ref: Ref, scene: Scene) -> set[Thing]:
    """The candidates of a reference among some blocks, with no text before; also all of them together."""
    past = replace(scene, cells=Blocks(cells), focus=[], named=[], made=[], last=[], removed=[], taken={})
    try:
        found = candidates(ref, past)
    except Failure:
        return set()
    return {*found, frozenset(cells_of(found))}


def _is_free_to_mean(departure: Departure, ref: Ref, scene: Scene) -> bool:
    """Whether a reference has no candidate now, or the departed thing is one."""
    now = _meant_in(scene.cells, ref, scene)
    return not any(now) or departure.new in now
