"""Where things stood that were moved or taken away: "where it was", "in its old place"."""

from __future__ import annotations

from dataclasses import replace

from cq.language.program import Ref
from cq.semantics.choices import Failure
from cq.semantics.geometry import Thing
from cq.semantics.referring import candidates
from cq.semantics.scene import Blocks, Departure, Scene, cells_of
from cq.types import Cell


def departed(ref: Ref, scene: Scene) -> Departure | None:
    """The last time that what a reference means was moved or taken away; None if it never was, or if
    something else stands that it names.
    """
    if ref.noun == "it":
        return departure_of(frozenset(cells_of(scene.focus)), scene)
    before, then = None, set[Thing]()
    for one in reversed(scene.departures):
        if one.before is not before:  # What left together is looked up once.
            before, then = one.before, _meant_in(one.before, ref, scene)
        if one.old in then and (one is scene.departures[-1] or _is_free_to_mean(one, ref, scene)):
            return one
    return None


def departure_of(thing: Thing, scene: Scene) -> Departure | None:
    """The last time that some cells were moved to where they are, or taken away from there."""
    found = (one for one in reversed(scene.departures) if thing in (one.new or one.old, one.old))
    return next(found, None)


def _meant_in(cells: dict[Cell, str], ref: Ref, scene: Scene) -> set[Thing]:
    """What a reference may mean where some blocks stand and nothing was said, also all of it together."""
    past = replace(scene, cells=Blocks(cells), focus=[], named=[], made=[], last=[], removed=[], taken={})
    try:
        found = candidates(ref, past)
    except Failure:
        return set()
    return {*found, frozenset(cells_of(found))}


def _is_free_to_mean(departure: Departure, ref: Ref, scene: Scene) -> bool:
    """Whether nothing stands that a reference means, or only what departed."""
    now = _meant_in(scene.cells, ref, scene)
    return not any(now) or departure.new in now
