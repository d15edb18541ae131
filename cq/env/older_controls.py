"""The action spaces of the older environment (iglu, on MineRL): human-level, discrete and continuous.

Their camera is (pitch, yaw) in degrees, pitch downwards, each ±180. Their hotbar has the colours in the
order blue, yellow, green, orange, purple, red. Where the public text and code differ (which of two values of
`move` is forward), the text decides.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces

from cq.env.command import Command
from cq.env.controls import DictControls, WalkingKeys, hands
from cq.env.physics import MARGIN, PADDING, Physics
from cq.types import Cell
from cq.world import IGLU_2021, IGLU_2022
from cq.world.grid import HALF, HEIGHT

FULL_TURN = 180.0
COLOURS_BY_SLOT = (0, *(IGLU_2022.id_of(IGLU_2021.ids[slot]) for slot in sorted(IGLU_2021.ids)))
"""Colour ids as the rest of `cq` counts them, by slot of the hotbar."""

STANDING = -PADDING
"""Height of the eyes of a body on the floor."""


class HumanLevel(WalkingKeys):
    """A player's keys, with a camera of ±180°."""

    def __init__(self, *, select_and_place: bool, stop: bool) -> None:
        super().__init__(select_and_place=select_and_place, stop=stop, angle=FULL_TURN)

    def values(self, action: Any) -> dict[str, Any]:
        return _as_later(super().values(action))


class _Placed(DictControls):
    """Spaces whose movement sets the position; camera, hotbar, attack and use are those of a player."""

    def __init__(self, moves: Mapping[str, spaces.Space[Any]], *, select_and_place: bool, stop: bool) -> None:
        super().__init__({**moves, **hands(FULL_TURN)}, select_and_place=select_and_place, stop=stop)

    def values(self, action: Any) -> dict[str, Any]:
        return _as_later(super().values(action))

    def command(self, values: dict[str, Any]) -> Command:
        turn, tilt = values["camera"]
        breaks, places = bool(values["attack"]), bool(values["use"])
        return Command(turn=turn, tilt=tilt, colour=values["hotbar"], breaks=breaks, places=places)

    def apply(self, body: Physics, action: Any) -> tuple[Cell | None, bool, str]:
        values = self.values(action)
        command = self.asked(values)
        self.move(body, values)
        return body.handle(command), command.stops, ""

    @abstractmethod
    def move(self, body: Physics, values: dict[str, Any]) -> None:
        """Carry out the movement of an action."""


class DiscreteMoves(_Placed):
    """Steps from block centre to block centre, relative to the look: move 1 forward, 2 back; strafe 1 right,
    2 left; with jump, one block higher. The body then falls onto the next block or the floor.
    """

    def __init__(self, *, select_and_place: bool, stop: bool) -> None:
        moves = {"move": spaces.Discrete(3), "strafe": spaces.Discrete(3), "jump": spaces.Discrete(2)}
        super().__init__(moves, select_and_place=select_and_place, stop=stop)

    def move(self, body: Physics, values: dict[str, Any]) -> None:
        steps = [(0, 1, -1)[values[key]] for key in ("move", "strafe")]
        x, y, z = (round(value) for value in body.position)
        y = _landing(body, (x, y, z))
        if values["jump"] and _is_free(body, (x, y + 1, z)):
            y += 1
        for step, quarter in zip(steps, (0, 1), strict=True):
            east, south = ((0, -1), (1, 0), (0, 1), (-1, 0))[(round(body.yaw / 90) + quarter) % 4]
            to = (x + step * east, y, z + step * south)
            if step and _is_free(body, to) and max(abs(to[0]), abs(to[2])) <= HALF + MARGIN:
                x, y, z = to
        # A jump on the spot lasts until the next step, so that a block can be placed below.
        if any(steps):
            y = _landing(body, (x, y, z))
        body.teleport((float(x), y + STANDING, float(z)))


class ContinuousMoves(_Placed):
    """Flight without collisions: move_x, move_y and move_z of up to a block, within the zone."""

    def __init__(self, *, select_and_place: bool, stop: bool) -> None:
        moves = {f"move_{axis}": spaces.Box(-1.0, 1.0, (), np.float32) for axis in "xyz"}
        super().__init__(moves, select_and_place=select_and_place, stop=stop)

    def move(self, body: Physics, values: dict[str, Any]) -> None:
        x, y, z = (at + values[f"move_{axis}"][0] for at, axis in zip(body.position, "xyz", strict=True))
        highest = STANDING + HEIGHT - 1
        body.teleport((max(-HALF, min(HALF, x)), max(STANDING, min(highest, y)), max(-HALF, min(HALF, z))))


def _as_later(values: dict[str, Any]) -> dict[str, Any]:
    """The values as the later environment has them: its camera and its colours."""
    down, turn = values["camera"]
    return values | {"camera": [turn, -down], "hotbar": COLOURS_BY_SLOT[values["hotbar"]]}


def _is_free(body: Physics, cell: Cell) -> bool:
    x, y, z = cell
    return y < HEIGHT + MARGIN - 1 and not (body.is_solid(cell) or body.is_solid((x, y - 1, z)))


def _landing(body: Physics, cell: Cell) -> int:
    """Height of the eyes' cell after a fall from `cell`."""
    x, y, z = cell
    while y > 0 and not body.is_solid((x, y - 2, z)):
        y -= 1
    return y
