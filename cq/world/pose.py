"""The builder's position and look."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from cq.arrays import is_real, is_sequence
from cq.errors import InputError, excerpt
from cq.world.directions import COMPASS, turn
from cq.world.grid import RECORDED_GROUND


@dataclass(frozen=True)
class Pose:
    """The builder's position and look, as recorded.

    `position` is (x, y, z) in blocks, ground at y 63; `pitch` and `yaw` are radians, pitch positive
    upwards, yaw counter-clockwise from north and not wrapped (recordings turn past a full circle).
    Raises `InputError` for anything but finite numbers.
    """

    position: tuple[float, float, float]
    pitch: float = 0.0
    yaw: float = 0.0

    def __post_init__(self) -> None:
        # Numbers of Python, for saved worlds.
        object.__setattr__(self, "position", tuple(_numbers(self.position, "the position of a pose", 3)))
        for name in ("pitch", "yaw"):
            value = getattr(self, name)
            if not _is_finite(value):
                raise InputError(
                    f"the {name} of a pose is {excerpt(value)}; give a finite number, in radians"
                )
            object.__setattr__(self, name, float(value))

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
        x, y, z = _numbers(avatar.get("pos"), "avatarInfo.pos", 3)
        pitch, yaw = _numbers(avatar.get("look"), "avatarInfo.look", 2)
        return cls((x, y, z), pitch, yaw)

    def to_recorded(self) -> dict[str, list[float]]:
        """The recorded form that `parse` reads."""
        return {"pos": list(self.position), "look": [self.pitch, self.yaw]}


def _numbers(values: Any, name: str, count: int) -> list[float]:
    if is_sequence(values) and len(values) == count and all(map(_is_finite, values)):
        return [float(v) for v in values]
    raise InputError(f"{name} is {excerpt(values)}; it must be {count} finite numbers")


def _is_finite(value: Any) -> bool:
    try:
        return is_real(value) and math.isfinite(value)
    except OverflowError:  # An integer beyond the range of floats.
        return False
