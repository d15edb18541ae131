"""A body that walks, in `Discrete(18)`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cq.env.controls import Walking
from cq.env.physics import FLOOR, GRAVITY, JUMP_SPEED, SECONDS, TOP
from cq.env.planning.mover import FARTHEST, Look, Mover, Stances
from cq.env.planning.sight import nearest_look
from cq.env.planning.tasks import ANGLE, Change, index
from cq.env.planning.walkway import BACK, FORWARD, LEFT, RIGHT, Walkway
from cq.types import Cell, Doubles
from cq.world.grid import HALF

JUMP, BREAK = 5, 16
NEAR = 0.2

RISE = 5
"""Actions between a jump and the change that is made in it."""

RISEN = SECONDS / 2 * sum(JUMP_SPEED - GRAVITY * SECONDS / 2 * part for part in range(1, 2 * RISE + 3))
"""Blocks that the eyes have risen then, in two parts of a step each."""

JUMPING = 7.0
"""The cost that a jump adds to a change: the jump and a part of the fall. The turns fill the rest."""

STACKING = 11.0
"""The cost of a block of a pillar, with its removal."""

VIEW = 6.0
"""Blocks up to which a cell counts as in view from above."""

ABOVE_WAY = 4.0
"""The added cost of a place on another level, because the look is chosen anew."""


@dataclass(frozen=True)
class Way:
    """The way to a stance: a point of the walkway, or a place to climb or fall to; then perhaps a jump."""

    point: tuple[int, int] | None = None
    place: Cell | None = None
    jumps: bool = False


class WalkingMover(Mover):
    """A body on the ground. Taking a colour places a block at once."""

    controls = Walking(select_and_place=True, stop=False)

    def stances(self) -> Stances:
        state = self.save()
        self.settle()
        self._walkway = Walkway(self.body)
        points, eyes = self._walkway.points()
        steps = self._walkway.steps[points[:, 0], points[:, 1]].astype(float)
        ways = [Way(point=(row, column)) for row, column in points.tolist()]
        roof = self.here()[1] + 1
        open_above = [not self.body.is_solid((round(x), roof, round(z))) for x, _, z in eyes.tolist()]
        level = {(round(x), round(z)) for x, _, z in eyes.tolist()}
        places = [
            (place, cost)
            for place, cost in self._search().items()
            if place[1] != self.here()[1] or (place[0], place[2]) not in level
        ]
        self.restore(state)
        far = [(x, y - 0.25, z) for (x, y, z), _ in places]
        jumps = eyes[open_above] + (0, RISEN, 0)
        costs = [*steps, *(steps[open_above] + JUMPING), *(cost + ABOVE_WAY for _, cost in places)]
        ways += [
            Way(point=way.point, jumps=True) for way, is_open in zip(ways, open_above, strict=True) if is_open
        ]
        ways += [Way(place=place) for place, _ in places]
        return Stances.sorted(np.concatenate([eyes, jumps, np.array(far).reshape(-1, 3)]), costs, ways)

    def cost(self, steps: Doubles, turns: Doubles, tilts: Doubles) -> Doubles:
        return np.asarray(steps + turns + tilts + 1)

    def make(self, way: Way, look: Look, change: Change) -> bool:
        if way.place is not None:
            found = nearest_look(self.body, change) if self.settle() and self.go(way.place) else None
            if found is None:
                return False
            look = found
        elif way.point is not None:
            self.settle(look[1])
            for key in self._walkway.keys(*way.point):
                self.act(key)
        right, up = self.turns(look)
        turning = [13 if right > 0 else 12] * abs(right) + [15 if up > 0 else 14] * abs(up)
        if way.jumps:
            turning = [0] * (RISE - len(turning)) + turning
            turning.insert(len(turning) - RISE, JUMP)
        for action in turning:
            self.act(action)
        return self.act(change.colour + 5 if change.colour else BREAK) == index(change.cell)

    def strike(self) -> bool:
        return self.act(BREAK) is not None

    def pillars(self, cells: Sequence[Cell], view: float) -> Stances:
        """Stances on pillars that could be built below the body; the ways are (place, number of blocks). Each
        of `cells` that is in view from above makes a stance cheaper by `view` steps.
        """
        state = self.save()
        self.settle()
        eyes, costs, ways = [], [], []
        for (x, y, z), cost in self._search().items():
            for height in range(1, TOP - y + 2):
                if max(abs(x), abs(z)) > HALF or self.body.is_solid((x, y + height, z)):
                    break
                eyes.append((x, y + height - 0.25, z))
                costs.append(cost + STACKING * height)
                ways.append(((x, y, z), height))
        self.restore(state)
        places = np.array(eyes, dtype=float).reshape(-1, 3)
        away = places[:, None] - np.array(cells, dtype=float).reshape(1, -1, 3)
        flat = np.hypot(away[..., 0], away[..., 2])
        seen = (flat > 0.9) & (flat < VIEW) & (away[..., 1] > -0.3) & (away[..., 1] < VIEW)
        return Stances.sorted(places, np.array(costs) - view * seen.sum(axis=1), ways)

    def stack(self, colour: int) -> bool:
        """Jump and place a block below the feet, to stand on. Whether it stands there."""
        x, y, z = self.here()
        below = -90.0 + self.body.pitch % ANGLE
        return (
            self.make(Way(jumps=True), (self.body.yaw, below), Change((x, y - 1, z), colour))
            and self.settle()
        )

    def settle(self, pitch: float | None = None) -> bool:
        """Wait until the body stands, and use the time to turn the look to `pitch`. Whether it stands."""
        for _ in range(60):
            if self.body.is_still:
                return True
            up = 0 if pitch is None else self.turns((self.body.yaw, pitch))[1]
            self.act(15 if up > 0 else 14 if up < 0 else 0)
        return False

    def go(self, place: Cell) -> bool:
        """Go to one of the places found by the last `stances`. Whether the body has arrived."""
        for waypoint in self._route(place):
            if waypoint[1] > self.here()[1]:
                self.act(JUMP)
            if not self._walk(waypoint):
                return False
        return self.settle() and self.here() == place

    def _walk(self, to: Cell) -> bool:
        """Go to the middle of a cell by the keys alone, without turning; wait in the air if need be."""
        for _ in range(60):
            x, _, z = self.body.position
            distance = math.hypot(to[0] - x, to[2] - z)
            arrived = self.here() == to
            if distance < NEAR and (arrived or self.body.is_still):
                return arrived
            best, key = distance - 1e-6, 0
            for option in (FORWARD, BACK, LEFT, RIGHT):
                body = self.body.copy()
                self.controls.apply(body, option)
                after = math.hypot(to[0] - body.position[0], to[2] - body.position[2])
                if after < best:
                    best, key = after, option
            if not key and self.body.is_still:
                return arrived
            self.act(key)
        return False

    def _ways(self, at: Cell) -> list[tuple[int, Cell]]:
        x, y, z = at
        ways = []
        for dx, dz in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            nx, nz = x + dx, z + dz
            if max(abs(nx), abs(nz)) > FARTHEST:
                continue
            if self.is_free((nx, y, nz)):
                ny = y
                while not self.body.is_solid((nx, ny - 2, nz)) and ny - 2 > FLOOR:
                    ny -= 1
                ways.append((4 + 3 * (y - ny), (nx, ny, nz)))
            elif not self.body.is_solid((x, y + 1, z)) and self.is_free((nx, y + 1, nz)):
                ways.append((12, (nx, y + 1, nz)))
        return ways
