"""The words for values of attributes: what an option of a question says."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

from cq.dialogue.questions.change import Cell
from cq.dialogue.questions.references import column_of, exact_place, refer, refer_to_column
from cq.world import COLOURS
from cq.world.grid import Grid

_ARRANGEMENTS = {
    "upright": "stacked upright",
    "west-east": "in a row from west to east",
    "north-south": "in a row from north to south",
    "diagonal": "in a diagonal",
    "flat": "flat, side by side",
    "wall": "as a wall",
    "solid": "as a solid block",
    "mixed": "in a mixed shape",
}
_ACTIONS = {"places": "place blocks", "removes": "remove blocks", "both": "place and remove blocks"}


def describe(attribute: str, value: Hashable, start: Grid) -> str | None:
    """A value of one of `ATTRIBUTES` in a few words, in the world of `start`; None if it is nothing.

    The words depend on nothing else, so that an option can be recognised without its question's candidates.
    """
    if value is None:
        return None
    kind, _, which = attribute.partition(" ")
    words: Any = value
    if kind == "colour":
        return " and ".join(COLOURS[colour - 1] for colour in words)
    if kind == "count":
        return str(words)
    if kind == "size":
        return _size(*words)
    if kind == "arrangement":
        return _ARRANGEMENTS[words]
    if kind == "direction":
        return "upwards" if words == "up" else "downwards" if words == "down" else f"to the {words}"
    if kind == "where":
        return _place(words, start)
    if which == "anchor":
        return refer_to_column(start, words)
    if which == "removed":
        return _blocks(words, start)
    return _ACTIONS.get(words)


def listed(parts: Sequence[str], last: str = "and") -> str:
    """Like "red, blue and green"."""
    return f" {last} ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else list(parts))


def _size(up: int, across: int, along: int) -> str:
    if (up, across, along) == (1, 1, 1):
        return "a single block"
    if (across, along) == (1, 1):
        return f"{up} blocks high"
    if up == 1 and 1 in (across, along):
        return f"{max(across, along)} blocks long"
    flat = f"{across} by {along}" if 1 not in (across, along) else f"{max(across, along)} long"
    return flat if up == 1 else f"{flat} and {up} high"


def _place(value: tuple[Any, ...], start: Grid) -> str:
    if value[0] == "cell":
        return exact_place(value[1])
    if value[0] == "instead":
        return f"in place of {_blocks(value[1], start)}"
    if value[0] == "side":
        _, side, block, level = value
        if side in ("up", "down"):
            return f"{'on top of' if side == 'up' else 'under'} {refer(start, block)}"
        height = f" at level {level + 1}" if level and len(column_of(start, block)) > 1 else ""
        return f"on the {side} side of {refer_to_column(start, block)}{height}"
    part: str = value[1]
    if part == "middle":
        return "in the middle of the zone"
    if part == "all edges":
        return "along all four edges"
    if part.endswith(" edges"):
        return f"along the {listed(part.removesuffix(' edges').split(' and '))} edges"
    return (
        f"in the {part}"
        if part.endswith("corner")
        else f"along the {part}"
        if "edge" in part
        else (f"in the {part} part of the zone")
    )


def _blocks(cells: tuple[Cell, ...], start: Grid) -> str:
    colours = {int(start[cell]) for cell in cells}
    name = f"{COLOURS[min(colours) - 1]} " if len(colours) == 1 else ""
    if len(cells) > 1 and len(cells) == sum(int((start == colour).sum()) for colour in colours):
        if len(cells) == int((start != 0).sum()):
            return "all blocks"
        return f"all {listed([COLOURS[colour - 1] for colour in sorted(colours)])} blocks"
    if len(cells) <= 2:
        return listed([refer(start, cell) for cell in cells])
    first = refer(start, cells[0])
    return f"{first} and {len(cells) - 1} more {name}blocks"
