"""Spots: where a new thing starts, and the direction in which it grows."""

from __future__ import annotations

from dataclasses import dataclass

from cq.meaning.geometry import Cell


@dataclass(frozen=True)
class Spot:
    """A free cell to start from, and the direction in which a line grows from it, "" where nothing says."""

    cell: Cell
    grow: str = ""


@dataclass(frozen=True)
class Spots:
    """The spots of a place.

    `each` tells that the place names them one by one ("on all towers"), `every` that a number counts for each of them
    ("on each tower"), `filled` that together they are what is to be filled ("along the edge"). `anchor` is the part
    of the new thing that is at the spot: "start", "middle", "end", "corner", a direction, or "" (a first cell).
    """

    spots: tuple[Spot, ...]
    each: bool = False
    filled: bool = False
    every: bool = False
    anchor: str = ""
