"""The builder's position and look."""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass
from typing import Any

from cq.errors import InputError, excerpt
from cq.world.directions import COMPASS, turn
from cq.world.grid import RECORDED_GROUND


@dataclass(frozen=True)
class Pose:
    """The builder's position and look, as recorded.

    `position` is (x, y, z) in blocks, ground at y 63; `pitch` and `yaw` are radians, pitch positive
    upwards, yaw counter-clockwise from north and not wrapped (recordings turn past a full circle).
    """

    position: tuple[float, float, float]
    pitch: float = 0.0
    yaw: float = 0.0

    @property
    def facing(self) -> str:
        """The compass direction nearest to the look."""
        # Yaw grows counter-clockwise, quarter turns are clockwise.
        return turn("north", -round(self.yaw / (math.pi / 2)))

    @property
    def is_placed(self) -> bool:
        """Whether it says more than the compass direction in which the builder looks (`towards`)."""
        x, _, z = self.position
        return bool(x or z or self.pitch)

    @property
    def direction(self) -> tuple[float, float, float]:
        """Unit vector of the look, (x, y, z)."""
        flat = math.cos(self.pitch)
        return (-math.sin(self.yaw) * flat, math.sin(self.pitch), -math.cos(self.yaw) * flat)

    @classmethod
    def towards(cls, facing: str) -> Pose:
        """The pose of a builder in the centre that looks "north", "east", "south" or "west", in any case.

        Raises `InputError` for another direction.
        """
        direction = facing.strip().casefold() if isinstance(facing, str) else None
        if direction is None or direction not in COMPASS:
            raise InputError(f"facing is {excerpt(facing)}; it is one of {', '.join(COMPASS)}")
        return cls((0.0, float(RECORDED_GROUND), 0.0), 0.0, -COMPASS.index(direction) * math.pi / 2)

    @classmethod
    def parse(cls, avatar: Any) -> Pose:
        """Read a recorded `avatarInfo`: `{"pos": [x, y, z], "look": [pitch, yaw]}`.

        Raises `InputError` if either is missing or not finite numbers of the right count.
        """
        if not isinstance(avatar, dict):
            raise InputError(f"avatarInfo is {excerpt(avatar)}; it must be an object with pos and look")
        x, y, z = _numbers(avatar, "pos", 3)
        pitch, yaw = _numbers(avatar, "look", 2)
        return cls((x, y, z), pitch, yaw)

    def to_recorded(self) -> dict[str, list[float]]:
        """The recorded form that `parse` reads."""
        return {"pos": list(self.position), "look": [self.pitch, self.yaw]}


def _numbers(avatar: dict[str, Any], key: str, count: int) -> list[float]:
    values = avatar.get(key)
    if isinstance(values, (list, tuple)) and len(values) == count and all(map(_is_finite, values)):
        return [float(v) for v in values]
    raise InputError(f"avatarInfo.{key} is {excerpt(values)}; it must be {count} finite numbers")


def _is_finite(value: Any) -> bool:
    return (
        isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) <= sys.float_info.max
    )
