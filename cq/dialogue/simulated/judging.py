"""Whether a difference has what an option or a yes/no question claims."""

from __future__ import annotations

from collections.abc import Sequence

from cq.world import COLOURS, SHAPE
from cq.world.difference import Part
from cq.world.directions import AXIS_ENDS, axis_and_sign


def judge(name: str, value: str, parts: Sequence[Part]) -> bool | None:
    """Whether the parts are as an atom (see `cq.dialogue.simulated.reading`) says: all of them are (True),
    none is (False), or some are, or it cannot be told (None).
    """
    if name == "any":
        return bool(parts)
    if not parts:
        return None
    if name == "count":
        return sum(len(part.cells) for part in parts) == int(value)
    return _all_or_none([_fits(name, value, part) for part in parts])


def _fits(name: str, value: str, part: Part) -> bool | None:
    if name == "colour":
        return COLOURS[part.colour - 1] == value
    if name == "floor":
        return _each(part, 0, 0)
    if name == "edge":
        return _at_edge(part, value)
    if name == "corner":
        sides = [_at_edge(part, value[:5]), _at_edge(part, value[5:])]
        return False if False in sides else None if None in sides else True
    if len(part.cells) == 1:
        return None
    up, *across = part.extent
    if name == "diagonal":
        return part.is_diagonal if part.is_diagonal or part.is_line else None
    if name == "upright":
        return part.is_line and up > 1 if part.is_line or up == 1 else None
    return up == 1 if up == 1 or max(across) == 1 else None


def _at_edge(part: Part, edge: str) -> bool | None:
    axis, _ = axis_and_sign(edge)
    return _each(part, axis, 0 if edge == AXIS_ENDS[axis][0] else SHAPE[axis] - 1)


def _each(part: Part, axis: int, index: int) -> bool | None:
    return _all_or_none([cell[axis] == index for cell in part.cells])


def _all_or_none(values: Sequence[bool | None]) -> bool | None:
    if all(value is True for value in values):
        return True
    return False if all(value is False for value in values) else None
