"""Attributes of a build: what a question can ask for, each as a hashable value of a change.

None says that a build has no such attribute, as one that places nothing has no colour.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from types import MappingProxyType

from cq.dialogue.questions.change import Cell, Change, neighbour
from cq.dialogue.questions.references import MIDDLE, column_of, edges_of
from cq.world.directions import COMPASS, OFFSETS, OPPOSITE


def colours(change: Change) -> tuple[int, ...] | None:
    """The colours of the placed blocks, IGLU 2022 ids in order."""
    return tuple(sorted(set(change.placed.values()))) or None


def count_placed(change: Change) -> int | None:
    """How many blocks are placed."""
    return len(change.placed) or None


def count_removed(change: Change) -> int | None:
    """How many blocks are removed."""
    return len(change.removed) or None


def size(change: Change) -> tuple[int, int, int] | None:
    """How many cells the placed blocks cover upwards, from west to east, and from north to south."""
    return change.extent if change.placed else None


def arrangement(change: Change) -> str | None:
    """How several placed blocks lie: "upright", "west-east", "north-south", "diagonal", "flat", "wall",
    "solid" or "mixed".
    """
    if len(change.placed) < 2:
        return None
    up, across, along = change.extent
    if change.is_line:
        return "upright" if up > 1 else "west-east" if across > 1 else "north-south"
    if change.is_diagonal:
        return "diagonal"
    filled = len(change.placed) == up * across * along
    if up == 1:
        return "flat" if filled else "mixed"
    return "mixed" if not filled else "wall" if 1 in (across, along) else "solid"


def direction(change: Change) -> str | None:
    """The direction in which a line leaves the block of the start that it touches at one end."""
    if not change.is_line:
        return None
    cells = list(change.placed)
    axis = next(i for i in range(3) if cells[0][i] != cells[-1][i])
    for end, way in ((cells[0], 1), (cells[-1], -1)):
        heading = next(name for name, offset in OFFSETS.items() if offset[axis] == way)
        behind = neighbour(end, OFFSETS[OPPOSITE[heading]])
        if heading != "up" and behind and change.start[behind] and change.built[behind]:
            return heading
    return None


def where(change: Change) -> tuple[Hashable, ...] | None:
    """The place of the placed blocks.

    ("instead", blocks) if they take the place of these; ("side", side, block, level) of a block of the start
    that they touch; ("cell", cell) of one block or of the foot of an upright line; else ("zone", part).
    Beside a column, the block is the lowest of its column, and the level is that of the cell.
    """
    if not change.placed:
        return None
    if all(change.start[cell] for cell in change.placed):
        return ("instead", tuple(change.placed))
    if change.touching:
        side, block, cell = change.touching[0]
        if side in COMPASS:
            return ("side", side, column_of(change.start, block)[0], cell[0])
        return ("side", side, block, cell[0])
    cells = list(change.placed)
    if len(cells) == 1 or arrangement(change) == "upright":
        return ("cell", cells[0])
    return ("zone", _part_of_zone(change))


def anchor(change: Change) -> Cell | None:
    """The block of the start that the placed blocks touch, the one below them if there is one."""
    return change.touching[0][1] if change.touching else None


def removed_blocks(change: Change) -> tuple[Cell, ...] | None:
    """The blocks that are removed."""
    return tuple(change.removed) or None


def action(change: Change) -> str:
    """Whether the build "places" or "removes" blocks, "both", or "nothing"."""
    if change.placed and change.removed:
        return "both"
    return "places" if change.placed else "removes" if change.removed else "nothing"


def _part_of_zone(change: Change) -> str:
    """A corner, an edge or several, "middle", or the side of the middle on which the placed blocks are."""
    edges = sorted({edge for cell in change.placed for edge in edges_of(cell)}, key=_order)
    corner = {"".join(sorted(edges_of(cell), key=_order)) for cell in change.placed}
    corners = sorted(corner - set(COMPASS) - {""})
    if len(corners) == 1:
        return f"{corners[0]} corner"
    if len(edges) == 4:
        return "all edges"
    if edges:
        return " and ".join(edges) + (" edge" if len(edges) == 1 else " edges")
    across, along = ([cell[axis] for cell in change.placed] for axis in (1, 2))
    if min(across) <= MIDDLE <= max(across) and min(along) <= MIDDLE <= max(along):
        return "middle"
    side = "north" if max(along) < MIDDLE else "south" if min(along) > MIDDLE else ""
    return side + ("west" if max(across) < MIDDLE else "east" if min(across) > MIDDLE else "")


def _order(edge: str) -> int:
    return ("north", "south", "west", "east").index(edge)


ATTRIBUTES: Mapping[str, Callable[[Change], Hashable]] = MappingProxyType(
    {
        "colour": colours,
        "count placed": count_placed,
        "count removed": count_removed,
        "size": size,
        "arrangement": arrangement,
        "direction": direction,
        "where": where,
        "which anchor": anchor,
        "which removed": removed_blocks,
        "action": action,
    }
)
"""Every attribute by its name, which begins with the type of question that asks for it."""
