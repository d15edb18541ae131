"""Spots: where a new thing starts, and the direction in which it grows; `spots` finds those of a place."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import singledispatch
from typing import Any

from cq.language.program import Place, Ref
from cq.semantics.choices import Failure
from cq.semantics.scene import Scene
from cq.types import Cell


@dataclass(frozen=True)
class Spot:
    """A cell to start from, and the direction in which a line grows from it, "" if open."""

    cell: Cell
    grow: str = ""


@dataclass(frozen=True)
class Spots:
    """The spots of a place, as `cq.semantics.shapes` takes them.

    One spot: the new thing is there. Several: one thing at each, or as many in all as are named. They may
    be taken or outside the zone: filling them then fails.

    - `each`: the place names the spots one by one ("on all towers", "in the corners"); a single thing is
      one at each.
    - `every`: a number counts for each spot ("two blocks on each tower").
    - `filled`: together they are the place ("along the edge", "on the row", "between"). A line or as many
      blocks as there are spots fill them; something smaller goes to some of them; which is open, unless
      `anchor` decides.
    - `ends`: the first and the last cell of a line between two places, or opposite corners of an area; a
      line or a diagonal runs between them, all else fills what is `filled`.
    - `exact`: all of these cells and no others (a ring around something).
    - `anchor`: the part of the new thing that is at the spot. "start": its first cell, it grows by `grow`.
      "middle": its middle. A direction: its outermost cells that way, in the middle of that side ("north":
      against the north edge; "northeast": its corner). "": open; a line grows by `grow`.
    - `standing`: the block at the spot becomes a part of the new thing ("with the red block as its
      corner").
    - `axis`: the axis of a line there, "east", "south" or "up", if the place sets it ("along the north
      edge").
    - `grounded`: an upright thing stands on the support below the spot (a tower beside a floating block
      stands on the ground, in folds 0 to 2 of the recordings).
    """

    spots: tuple[Spot, ...]
    each: bool = False
    filled: bool = False
    every: bool = False
    anchor: str = ""
    axis: str = ""
    grounded: bool = False
    exact: bool = False
    standing: bool = False
    ends: tuple[Cell, Cell] | None = None

    @classmethod
    def of(cls, cells: Iterable[Cell], grow: str = "", **facts: Any) -> Spots:
        """The spots at some cells, from which a line grows in one direction."""
        return cls(tuple(Spot(cell, grow) for cell in cells), **facts)


@singledispatch
def spots(place: Place | Ref, scene: Scene) -> Spots:
    """The spots of a place in a scene; open details are chosen.

    A reference is the place where the things stand. Raises `Failure` if there are no spots.
    """
    raise Failure("impossible", f"no way to find {type(place).__name__}", place)
