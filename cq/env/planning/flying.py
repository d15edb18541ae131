"""A body that flies, in the flying space."""

from __future__ import annotations

import math

import numpy as np

from cq.env.controls import Flying
from cq.env.physics import JUMP_SPEED, SECONDS
from cq.env.planning.mover import FARTHEST, Look, Mover, Stances
from cq.env.planning.sight import nearest_look
from cq.env.planning.tasks import ANGLE, Change, index
from cq.types import Cell, Doubles

NEAR = 0.2
FLOWN, CLIMBED = 0.75, JUMP_SPEED * SECONDS
"""Blocks a step, along and upwards."""

HIGHEST = 9


class FlyingMover(Mover):
    """A body in the air. It moves and turns at once; taking a colour places a block at once."""

    controls = Flying(select_and_place=True, stop=False)

    def stances(self) -> Stances:
        places = self._search()
        centres = np.array(list(places), dtype=float)
        away = centres - np.array(self.body.position)
        flat = np.hypot(away[:, 0], away[:, 2])
        # Two steps make an angle where one would go too far.
        along = np.where(flat < NEAR, 0, np.maximum(2, np.ceil(flat / FLOWN)))
        upwards = np.where(np.abs(away[:, 1]) < NEAR, 0, np.ceil(np.abs(away[:, 1]) / CLIMBED))
        here = np.array([self.body.position])
        costs = np.concatenate([[0.0], np.maximum(along, upwards)])
        return Stances.sorted(np.concatenate([here, centres]), costs, [None, *places])

    def cost(self, steps: Doubles, turns: Doubles, tilts: Doubles) -> Doubles:
        return np.asarray(np.maximum(steps, np.maximum(turns, tilts)) + 1)

    def make(self, way: Cell | None, look: Look, change: Change) -> bool:
        if way is not None and not self._go(way, look):
            return False
        found = nearest_look(self.body, change)
        if found is None:
            return False
        right, up = self.turns(found)
        while abs(right) > 1 or abs(up) > 1:
            right, up = self._turn(right, up)
        colour, placement = (change.colour, 1) if change.colour else (0, 2)
        return self._command(camera=_camera(right, up), inventory=colour, placement=placement) == index(
            change.cell
        )

    def strike(self) -> bool:
        return self._command(placement=2) is not None

    def _go(self, place: Cell, look: Look) -> bool:
        state = self.save()
        if self._fly(place, look):
            return True
        self.restore(state)
        return all(self._fly(waypoint, look) for waypoint in self._route(place))

    def _fly(self, to: Cell, look: Look) -> bool:
        """Fly straight to the middle of a cell, and turn the look meanwhile. A horizontal step is always 0.75
        long: the last two make an angle.
        """
        bend = 0.0
        for _ in range(40):
            x, y, z = (t - p for t, p in zip(to, self.body.position, strict=True))
            distance = math.hypot(x, z)
            if distance < NEAR and abs(y) < NEAR:
                return True
            camera = _camera(*self.turns(look))
            up = max(-1.0, min(1.0, y / CLIMBED))
            if distance < NEAR:
                self._command((0.0, 0.0, up), camera)
                continue
            bend = math.acos(distance / (2 * FLOWN)) if distance < 2 * FLOWN and not bend else 0.0
            angle = math.atan2(z, x) + bend - math.radians(self.body.yaw + camera[0])
            right = math.cos(angle)
            # Without a sideward part the look's pitch would count.
            self._command((math.sin(angle), right if abs(right) > 1e-3 else 1e-3, up), camera)
        return False

    def _turn(self, right: int, up: int) -> tuple[int, int]:
        """Turn by 5° in both directions; returns the remaining turns."""
        camera = _camera(right, up)
        self._command(camera=camera)
        return right - round(camera[0] / ANGLE), up - round(camera[1] / ANGLE)

    def _command(
        self,
        movement: tuple[float, float, float] = (0.0, 0.0, 0.0),
        camera: tuple[float, float] = (0.0, 0.0),
        inventory: int = 0,
        placement: int = 0,
    ) -> Cell | None:
        return self.act(
            {
                "movement": np.array(movement, dtype=np.float32),
                "camera": np.array(camera, dtype=np.float32),
                "inventory": inventory,
                "placement": placement,
            }
        )

    def _ways(self, at: Cell) -> list[tuple[int, Cell]]:
        ways = []
        for dx, dy, dz in ((1, 0, 0), (-1, 0, 0), (0, 0, 1), (0, 0, -1), (0, 1, 0), (0, -1, 0)):
            to = (at[0] + dx, at[1] + dy, at[2] + dz)
            if max(abs(to[0]), abs(to[2])) <= FARTHEST and 0 <= to[1] <= HIGHEST and self.is_free(to):
                ways.append((3 if dy else 2, to))
        return ways


def _camera(right: int, up: int) -> tuple[float, float]:
    """The turn of one step towards a number of turns to the right and upwards."""
    return ANGLE * max(-1, min(1, right)), ANGLE * max(-1, min(1, up))
