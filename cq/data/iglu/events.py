"""What a tape tells of: what the builder did, and how the world changed.

Cells are (x, y, z) in the recorded frame, x and z in -5…5, y in 63…71; positions are in blocks, looks in
radians. A tick is a step of the engine's clock.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from cq.world.palette import RECORDED

Cell = tuple[int, int, int]
Vector = tuple[float, float, float]
Direction = Literal["forward", "backward", "left", "right"]


@dataclass(frozen=True)
class Place:
    """The builder placed a block of recorded id `block` at `cell`; `eye` and `ray` (a unit vector) say from
    where and along what line, None in the first build's tapes. `colour` raises `InputError` for an id that
    is none of the six colours."""

    tick: int
    cell: Cell
    block: int
    eye: Vector | None = None
    ray: Vector | None = None

    @property
    def colour(self) -> str:
        return RECORDED.colour(self.block)


@dataclass(frozen=True)
class Break:
    """The builder broke the block at `cell`."""

    tick: int
    cell: Cell
    eye: Vector | None = None
    ray: Vector | None = None


@dataclass(frozen=True)
class Step:
    """A step key was pressed."""

    tick: int
    direction: Direction


@dataclass(frozen=True)
class Move:
    """The builder came to `position` (x, y, z)."""

    tick: int
    position: Vector


@dataclass(frozen=True)
class Look:
    """The builder turned to look along `pitch` and `yaw` (see `cq.world.Pose`)."""

    tick: int
    pitch: float
    yaw: float


@dataclass(frozen=True)
class Recover:
    """The engine starts, or has finished, rebuilding the world that the builder begins in. What is placed
    between the two was not placed by the builder."""

    tick: int
    edge: Literal["start", "finish"]


@dataclass(frozen=True)
class Change:
    """What one cell held, and holds from here on: recorded ids, 0 for air."""

    cell: Cell
    before: int
    after: int

    def __str__(self) -> str:
        return f"{self.cell} from {_name(self.before)} to {_name(self.after)}"


def _name(block: int) -> str:
    return RECORDED.ids.get(block, str(block)) if block else "air"


@dataclass(frozen=True)
class BlockChange:
    """The world changed in these cells. Only this changes it: `Place` and `Break` tell of a wish."""

    tick: int
    changes: tuple[Change, ...]


TapeAction: TypeAlias = Place | Break | Step | Move | Look | Recover | BlockChange
