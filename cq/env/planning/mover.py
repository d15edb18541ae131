"""`Mover`: a body that carries out a plan in one action space, and the stances it can take."""

from __future__ import annotations

import heapq
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from cq.env.controls import Controls
from cq.env.physics import Physics
from cq.env.planning.tasks import ANGLE, Change
from cq.types import Cell, Doubles

FARTHEST = 6
"""Places to go to are within this many blocks of the middle."""

Look = tuple[float, float]
"""Yaw and pitch, degrees."""


@dataclass(frozen=True)
class Stances:
    """Where a body could make a change from: `eyes` (n, 3), `costs` (n,) in steps, and how to get there."""

    eyes: Doubles
    costs: Doubles
    ways: list[Any]

    @classmethod
    def sorted(cls, eyes: npt.ArrayLike, costs: npt.ArrayLike, ways: list[Any]) -> Stances:
        """The cheapest first; of two that cost the same, the one given first."""
        order = np.argsort(np.asarray(costs), kind="stable")
        places = np.asarray(eyes, dtype=float).reshape(-1, 3)
        return cls(places[order], np.asarray(costs, dtype=float)[order], [ways[i] for i in order])


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
        """Undo the actions since `save`, once."""
        self.body, length = state
        del self.actions[length:]

    def act(self, action: Any) -> Cell | None:
        """Carry out an action of the space."""
        self.actions.append(action)
        return self.controls.apply(self.body, action)[0]

    @abstractmethod
    def stances(self) -> Stances:
        """The stances to choose from, cheapest first."""

    @abstractmethod
    def cost(self, steps: Doubles, turns: Doubles, tilts: Doubles) -> Doubles:
        """The actions of a change: those to its stance, and turns of 5° in both directions."""

    @abstractmethod
    def make(self, way: Any, look: Look, change: Change) -> bool:
        """Take a stance and a look, and make the change. Whether exactly this changed."""

    @abstractmethod
    def strike(self) -> bool:
        """Break the block in sight. Whether there was one."""

    def is_free(self, cell: Cell) -> bool:
        """Whether a body with its eyes in a cell has room."""
        x, y, z = cell
        return not (self.body.is_solid(cell) or self.body.is_solid((x, y - 1, z)))

    def turns(self, look: Look) -> tuple[int, int]:
        """The number of turns of 5° to the right and upwards."""
        right = (look[0] - self.body.yaw + 180) % 360 - 180
        return round(right / ANGLE), round((look[1] - self.body.pitch) / ANGLE)

    def here(self) -> Cell:
        """The cell of the eyes."""
        x, y, z = self.body.position
        return round(x), round(y), round(z)

    def _search(self) -> dict[Cell, int]:
        """Dijkstra's algorithm over `_ways`: the steps to each cell. Keeps the way back in `_came`."""
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
