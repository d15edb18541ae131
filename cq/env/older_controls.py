"""The action spaces of the older environment (iglu, on MineRL): human-level, discrete and continuous.

Their camera is (pitch, yaw) in degrees, pitch downwards, each ±180. Their hotbar has the colours in the
order blue, yellow, green, orange, purple, red. Where the public text and code differ (which of two values of
`move` is forward), the text decides.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces

from cq.env.command import Command
from cq.env.controls import Controls, WalkingKeys, check_keys, choice, vector
from cq.env.physics import MARGIN, PADDING, Physics
from cq.types import Cell
from cq.world import IGLU_2021, IGLU_2022
from cq.world.grid import HALF, HEIGHT

FULL_TURN = 180.0
COLOURS_BY_SLOT = (0, *(IGLU_2022.id_of(IGLU_2021.ids[slot]) for slot in sorted(IGLU_2021.ids)))
"""Colour ids as the rest of `cq` counts them, by slot of the hotbar."""

STANDING = -PADDING
"""Height of the eyes of a body that stands on the floor."""


class HumanLevel(WalkingKeys):
    """A player's keys, with a camera of ±180°."""

    def __init__(self, *, select_and_place: bool, stop: bool) -> None:
        super().__init__(select_and_place=select_and_place, stop=stop, angle=FULL_TURN)

    def camera(self, action: Mapping[str, Any]) -> tuple[float, float]:
        return older_camera(action)

    def colour(self, slot: int) -> int:
        return COLOURS_BY_SLOT[slot]


class _Placed(Controls):
    """Spaces whose movement sets the position; camera, hotbar, attack and use are those of a player."""

    def __init__(self, moves: dict[str, spaces.Space[Any]], *, select_and_place: bool, stop: bool) -> None:
        self.select_and_place, self.stop = select_and_place, stop
        self.space: spaces.Space[Any] = spaces.Dict(
            {
                **moves,
                "attack": spaces.Discrete(2),
                "use": spaces.Discrete(2),
                "camera": spaces.Box(-FULL_TURN, FULL_TURN, (2,), np.float32),
                "hotbar": spaces.Discrete(7),
                **({"stop": spaces.Discrete(2)} if stop else {}),
            }
        )

    def apply(self, body: Physics, action: Any) -> tuple[Cell | None, bool, str]:
        check_keys(action, self.space)
        turn, tilt = older_camera(action)
        colour = COLOURS_BY_SLOT[choice(action, "hotbar", 7)]
        command = Command(
            turn=turn,
            tilt=tilt,
            colour=colour,
            breaks=bool(choice(action, "attack", 2)),
            places=bool(choice(action, "use", 2)),
        )
        if self.select_and_place and colour:
            command = command._replace(places=True, breaks=False)
        self.move(body, action)
        stops = self.stop and bool(choice(action, "stop", 2))
        return body.handle(command), stops, ""

    def move(self, body: Physics, action: Mapping[str, Any]) -> None:
        """Carry out the movement of an action."""
        raise NotImplementedError


class DiscreteMoves(_Placed):
    """Steps from block centre to block centre, relative to the look: move 1 forward, 2 back; strafe 1 right,
    2 left; with jump, one block higher. The body then falls onto what is below it.
    """

    def __init__(self, *, select_and_place: bool, stop: bool) -> None:
        moves: dict[str, spaces.Space[Any]] = {
            "move": spaces.Discrete(3),
            "strafe": spaces.Discrete(3),
            "jump": spaces.Discrete(2),
        }
        super().__init__(moves, select_and_place=select_and_place, stop=stop)

    def move(self, body: Physics, action: Mapping[str, Any]) -> None:
        steps = [(0, 1, -1)[choice(action, key, 3)] for key in ("move", "strafe")]
        jump = choice(action, "jump", 2)
        x, y, z = (round(value) for value in body.position)
        y = _landing(body, (x, y, z))
        if jump and _is_free(body, (x, y + 1, z)):
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
        moves: dict[str, spaces.Space[Any]] = {
            f"move_{axis}": spaces.Box(-1.0, 1.0, (), np.float32) for axis in "xyz"
        }
        super().__init__(moves, select_and_place=select_and_place, stop=stop)

    def move(self, body: Physics, action: Mapping[str, Any]) -> None:
        shift = [vector({key: [action[key]]}, key, 1, 1.0)[0] for key in ("move_x", "move_y", "move_z")]
        x, y, z = (value + by for value, by in zip(body.position, shift, strict=True))
        highest = STANDING + HEIGHT - 1
        body.teleport((max(-HALF, min(HALF, x)), max(STANDING, min(highest, y)), max(-HALF, min(HALF, z))))


def older_camera(action: Mapping[str, Any]) -> tuple[float, float]:
    """The change of yaw and of pitch upwards."""
    down, turn = vector(action, "camera", 2, FULL_TURN)
    return turn, -down


def _is_free(body: Physics, cell: Cell) -> bool:
    x, y, z = cell
    return y < HEIGHT + MARGIN - 1 and not (body.is_solid(cell) or body.is_solid((x, y - 1, z)))


def _landing(body: Physics, cell: Cell) -> int:
    """Height of the eyes' cell after a fall from `cell`."""
    x, y, z = cell
    while y > 0 and not body.is_solid((x, y - 2, z)):
        y -= 1
    return y
