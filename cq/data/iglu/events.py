"""The events of a tape: the builder's actions, and the changes of the world.

Cells are (x, y, z) in the recorded frame, x and z in -5…5, y in 63…71; positions are in blocks, looks in
radians. A tick is one step of the engine's clock.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from cq.types import Cell
from cq.world.palette import RECORDED

Vector = tuple[float, float, float]
Direction = Literal["forward", "backward", "left", "right"]


@dataclass(frozen=True)
class Place:
    """The builder placed a block of recorded id `block` at `cell`.

    `eye` is the point of view and `ray` the unit vector of sight; both are None in tapes of the engine's
    first build.
    """

    tick: int
    cell: Cell
    block: int
    eye: Vector | None = None
    ray: Vector | None = None

    @property
    def colour(self) -> str:
        """The block's colour. Raises `InputError` for an id outside the six colours."""
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
    """The builder moved to `position` (x, y, z)."""

    tick: int
    position: Vector


@dataclass(frozen=True)
class Look:
    """The builder's look changed to `pitch` and `yaw` (see `cq.world.Pose`)."""

    tick: int
    pitch: float
    yaw: float


@dataclass(frozen=True)
class Recover:
    """The engine starts or finishes restoring the builder's initial world. The blocks between the two are the
    engine's, not the builder's.
    """

    tick: int
    edge: Literal["start", "finish"]


@dataclass(frozen=True)
class Change:
    """The content of one cell before and after: recorded ids, 0 for air."""

    cell: Cell
    before: int
    after: int

    def __str__(self) -> str:
        return f"{self.cell} from {_name(self.before)} to {_name(self.after)}"


def _name(block: int) -> str:
    return RECORDED.ids.get(block, str(block)) if block else "air"


@dataclass(frozen=True)
class BlockChange:
    """The world changed in these cells. Only this event changes it: `Place` and `Break` are attempts."""

    tick: int
    changes: tuple[Change, ...]


TapeAction: TypeAlias = Place | Break | Step | Move | Look | Recover | BlockChange
