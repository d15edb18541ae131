"""The rows and columns of flat things: a floor has both, and only one kind is meant."""

from __future__ import annotations

from collections.abc import Collection

from cq.language.program import Alternate, Extreme, Limit, Nth, Ranks, Ref
from cq.semantics.geometry import HORIZONTAL, Thing, components, runs, spans
from cq.semantics.scene import Scene
from cq.types import Cell


def crossing_lines(ref: Ref, found: list[Thing], cells: Collection[Cell], scene: Scene) -> list[Thing]:
    """The rows or columns that a reference means, of those found among some cells: in a floor, the lines one
    behind the other, or side by side if they are columns or a limit counts them so.
    """
    columns = ref.noun == "tower"
    if columns and (found or not ref.limits):
        return found
    floors = [body for body in components(cells) if _is_floor(body)]
    if not floors or (columns and len(floors) > 1):
        return found
    told = [way for limit in ref.limits for way in _counted_from(limit)]
    way = scene.direction(told[0] if told else "left" if columns else "front")
    along = ("east" if way in ("north", "south") else "south") if way in HORIZONTAL else ""
    if not along:
        return found
    lines = [run for floor in floors for run in runs(floor, along)]
    return lines + [thing for thing in found if not any(thing <= floor for floor in floors)]


def _is_floor(thing: Thing) -> bool:
    """Whether a thing is a filled rectangle on one level."""
    high, *sides = spans(thing)
    return high == 1 < min(sides) and len(thing) == sides[0] * sides[1]


def _counted_from(limit: Limit) -> list[str]:
    """The direction from which a limit counts, if it names one."""
    if isinstance(limit, Extreme):
        return [limit.direction]
    start = limit.start if isinstance(limit, (Nth, Ranks, Alternate)) else None
    if isinstance(start, Nth):
        start = start.start
    return [start] if start and start != "end" else []
