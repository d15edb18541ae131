"""Bodies that carry out plans in one action space: they go to places, look, place and break."""

from __future__ import annotations

import heapq
import math
from abc import ABC, abstractmethod
from typing import Any

import numpy as np

from cq.env.controls import Controls, Flying, Walking
from cq.env.physics import FLOOR, JUMP_SPEED, SECONDS, TOP, Cell, Physics, Point
from cq.env.planning.tasks import ANGLE, Change, index

FARTHEST = 6
"""Places to go to are within this many blocks of the middle."""

NEAR = 0.2
WALKED, FLOWN = 0.25, 0.75
"""Blocks a step."""

CLIMBED = JUMP_SPEED * SECONDS


class Mover(ABC):
    """A body, the actions that it has carried out so far, and how it goes on."""

    controls: Controls

    def __init__(self, body: Physics) -> None:
        self.body = body
        self.actions: list[Any] = []

    def save(self) -> tuple[Physics, int]:
        """The state, for `restore`."""
        return self.body.copy(), len(self.actions)

    def restore(self, state: tuple[Physics, int]) -> None:
        """Undo what was done since `save`."""
        self.body, length = state
        del self.actions[length:]

    def act(self, action: Any) -> Cell | None:
        """Carry out an action of the space."""
        self.actions.append(action)
        return self.controls.apply(self.body, action)[0]

    @abstractmethod
    def places(self) -> list[tuple[int, Cell]]:
        """The cost, in steps, and the cell of the eyes of all places to go to, cheapest first."""

    @abstractmethod
    def eyes(self, place: Cell) -> Point:
        """Where the eyes are in a place."""

    @abstractmethod
    def go(self, place: Cell) -> bool:
        """Go to one of the last `places`. Whether the body has arrived."""

    @abstractmethod
    def look_cost(self, yaw: float, pitch: float) -> int:
        """Steps to a look."""

    @abstractmethod
    def look(self, yaw: float, pitch: float) -> None:
        """Turn to a look that is a number of turns of 5° away."""

    @abstractmethod
    def change(self, change: Change) -> bool:
        """Break or place what is aimed at. Whether exactly this changed."""

    def is_free(self, cell: Cell) -> bool:
        """Whether a body with its eyes in a cell has room."""
        x, y, z = cell
        return not (self.body.is_solid(cell) or self.body.is_solid((x, y - 1, z)))

    def turns(self, yaw: float, pitch: float) -> tuple[int, int]:
        """The number of turns of 5° to the right and upwards."""
        right = (yaw - self.body.yaw + 180) % 360 - 180
        return round(right / ANGLE), round((pitch - self.body.pitch) / ANGLE)

    def here(self) -> Cell:
        """The cell of the eyes."""
        x, y, z = self.body.position
        return round(x), round(y), round(z)

    def _search(self) -> dict[Cell, int]:
        """Dijkstra's algorithm over `_ways`; keeps the way back in `_came`."""
        start = self.here()
        costs, self._came = {start: 0}, {start: start}
        queue = [(0, start)]
        while queue:
            cost, at = heapq.heappop(queue)
            if cost > costs[at]:
                continue
            for step, to in self._ways(at):
                if cost + step < costs.get(to, 10**9):
                    costs[to], self._came[to] = cost + step, at
                    heapq.heappush(queue, (cost + step, to))
        return costs

    def _route(self, place: Cell) -> list[Cell]:
        route = [place]
        while self._came[route[-1]] != route[-1]:
            route.append(self._came[route[-1]])
        return route[-2::-1]

    @abstractmethod
    def _ways(self, at: Cell) -> list[tuple[int, Cell]]:
        """The cost and the cell of each place that can be reached directly."""


class WalkingMover(Mover):
    """A body on the ground, in `Discrete(18)`. Taking a colour places a block at once."""

    controls = Walking(select_and_place=True, stop=False)
    FORWARD, BACK, LEFT, RIGHT, JUMP, BREAK = 1, 2, 3, 4, 5, 16

    def places(self) -> list[tuple[int, Cell]]:
        return sorted((cost, place) for place, cost in self._search().items())

    def eyes(self, place: Cell) -> Point:
        return place[0], place[1] - 0.25, place[2]

    def go(self, place: Cell) -> bool:
        for waypoint in self._route(place):
            if waypoint[1] > self.here()[1]:
                self.act(self.JUMP)
            if not self._walk(waypoint):
                return False
        return self._settle() and self.here() == place

    def look_cost(self, yaw: float, pitch: float) -> int:
        return sum(map(abs, self.turns(yaw, pitch)))

    def look(self, yaw: float, pitch: float) -> None:
        right, up = self.turns(yaw, pitch)
        for _ in range(abs(right)):
            self.act(13 if right > 0 else 12)
        for _ in range(abs(up)):
            self.act(15 if up > 0 else 14)

    def change(self, change: Change) -> bool:
        changed = self.act(change.colour + 5 if change.colour else self.BREAK)
        return changed == index(change.cell) and self._settle()

    def stack(self, colour: int) -> bool:
        """Jump and place a block below the feet, to stand on."""
        below = self.here()
        cell = (below[0], below[1] - 1, below[2])
        if self.body.is_solid((below[0], below[1] + 1, below[2])) or cell[1] >= TOP:
            return False
        self.look(self.body.yaw, self._down())
        self.act(self.JUMP)
        for _ in range(12):
            if self.body.aim()[1] == cell:
                state = self.save()
                if self.act(colour + 5) == index(cell):
                    return self._settle()
                self.restore(state)
            self.act(0)
        return False

    def _down(self) -> float:
        pitch = self.body.pitch % ANGLE
        return -90.0 + pitch

    def _settle(self) -> bool:
        for _ in range(60):
            if self.body.is_still:
                return True
            self.act(0)
        return False

    def _walk(self, to: Cell) -> bool:
        """Go to the middle of a cell by the keys alone, without turning; wait in the air if need be."""
        for _ in range(60):
            x, _, z = self.body.position
            distance = math.hypot(to[0] - x, to[2] - z)
            arrived = self.here() == to
            if distance < NEAR and (arrived or self.body.is_still):
                return arrived
            best, key = distance - 1e-6, 0
            for option in (self.FORWARD, self.BACK, self.LEFT, self.RIGHT):
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


class FlyingMover(Mover):
    """A body in the air, in the flying space."""

    controls = Flying(select_and_place=True, stop=False)

    def places(self) -> list[tuple[int, Cell]]:
        return sorted((cost, place) for place, cost in self._search().items())

    def eyes(self, place: Cell) -> Point:
        return place[0], place[1], place[2]

    def go(self, place: Cell) -> bool:
        state = self.save()
        if self._fly(place):
            return True
        self.restore(state)
        return all(self._fly(waypoint) for waypoint in self._route(place))

    def look_cost(self, yaw: float, pitch: float) -> int:
        return max(map(abs, self.turns(yaw, pitch)))

    def look(self, yaw: float, pitch: float) -> None:
        right, up = self.turns(yaw, pitch)
        while right or up:
            turn, tilt = max(-1, min(1, right)), max(-1, min(1, up))
            self._command(camera=(ANGLE * turn, ANGLE * tilt))
            right, up = right - turn, up - tilt

    def change(self, change: Change) -> bool:
        if change.colour:
            return self._command(inventory=change.colour, placement=1) == index(change.cell)
        return self._command(placement=2) == index(change.cell)

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

    def _fly(self, to: Cell) -> bool:
        """Fly straight to the middle of a cell. A horizontal step is always 0.75 long: the last two make an
        angle.
        """
        bend = 0.0
        for _ in range(30):
            x, y, z = (t - p for t, p in zip(to, self.body.position, strict=True))
            distance = math.hypot(x, z)
            up = max(-1.0, min(1.0, y / CLIMBED))
            if distance < NEAR and abs(y) < NEAR:
                return True
            if distance < NEAR:
                self._command((0.0, 0.0, up))
                continue
            if distance < 2 * FLOWN and not bend:
                bend = math.acos(distance / (2 * FLOWN))
            elif distance < 2 * FLOWN:
                bend = 0.0
            angle = math.atan2(z, x) + bend - math.radians(self.body.yaw)
            right = math.cos(angle)
            # Without a sideward part the look's pitch would count.
            self._command((math.sin(angle), right if abs(right) > 1e-3 else 1e-3, up))
        return False

    def _ways(self, at: Cell) -> list[tuple[int, Cell]]:
        ways = []
        for dx, dy, dz in ((1, 0, 0), (-1, 0, 0), (0, 0, 1), (0, 0, -1), (0, 1, 0), (0, -1, 0)):
            to = (at[0] + dx, at[1] + dy, at[2] + dz)
            if max(abs(to[0]), abs(to[2])) <= FARTHEST and 0 <= to[1] <= 9 and self.is_free(to):
                ways.append((3 if dy else 2, to))
        return ways
