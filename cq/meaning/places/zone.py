"""The spots of the zone's own places, and of the same parts of things: corners, edges, middles, coordinates."""

from __future__ import annotations

from cq.meaning.geometry import CENTRE, DIAGONALS, LAST, Cell
from cq.meaning.scene import Scene


def corner_directions(direction: str | None, scene: Scene) -> list[tuple[str, str]]:
    """The corners that a direction names, each as north or south and east or west; all four if it is None."""
    corners = [(a, b) for a in ("north", "south") for b in ("east", "west")]
    if direction is None:
        return corners
    wanted = {scene.direction(word) for word in direction.split()}
    for diagonal in wanted & DIAGONALS.keys():
        wanted = wanted - {diagonal} | {diagonal[:5], diagonal[5:]}
    return [one for one in corners if wanted <= set(one)]


def corner_of_zone(corner: tuple[str, str], y: int) -> Cell:
    """The cell at a corner of the zone, at a height."""
    return y, LAST if "east" in corner else 0, LAST if "south" in corner else 0


def middle_of_zone(y: int) -> Cell:
    """The cell in the middle of the zone, at a height."""
    return y, *CENTRE[1:]
