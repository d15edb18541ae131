"""Shortest sequences of moves over a map."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection

from cq.env.cerealbar.game_map import GameMap
from cq.env.cerealbar.hexes import CELLS, MOVES
from cq.env.cerealbar.rules import Action, State


class Routes:
    """The shortest moves from a pose to each cell, by breadth-first search over poses.

    Cells of `avoid` can be entered and not passed. The search ends at the first cell of `until`, if any.
    """

    def __init__(
        self, game_map: GameMap, pose: int, avoid: Collection[int] = (), until: Collection[int] = ()
    ) -> None:
        self._came: dict[int, tuple[int, int]] = {pose: (-1, -1)}
        self._entered = {pose // 6: pose}
        self._search(game_map, pose, frozenset(avoid) - {pose // 6}, frozenset(until))

    def _search(self, game_map: GameMap, start: int, avoid: frozenset[int], until: frozenset[int]) -> None:
        obstacles, came, entered = game_map.obstacles, self._came, self._entered
        edge = deque([start])
        while edge and (until.isdisjoint(entered) or not until):
            pose = edge.popleft()
            if pose // 6 in avoid:
                continue
            for action, moves in enumerate(MOVES):
                after = moves[pose]
                if after < 0 or after in came or obstacles[after // 6]:
                    continue
                came[after] = (pose, action)
                entered.setdefault(after // 6, after)
                edge.append(after)

    def to(self, cell: int) -> list[Action] | None:
        """The moves to a cell; None if there is no way."""
        if cell not in self._entered:
            return None
        moves, pose = [], self._entered[cell]
        while (before := self._came[pose])[0] >= 0:
            pose = before[0]
            moves.append(Action(before[1]))
        return moves[::-1]

    def nearest(self, cells: Collection[int]) -> list[Action] | None:
        """The moves to the cell of these that was entered first; None if there is no way to any."""
        wanted = set(cells)
        return next((self.to(cell) for cell in self._entered if cell in wanted), None)


class Walker:
    """Walks to the nearest of some cells, past the cards that are not among them if there is such a way."""

    def __init__(self) -> None:
        self._expected: tuple[int, frozenset[int], bytes] | None = None
        self._moves: deque[Action] = deque()

    def step(self, state: State, pose: int, goals: Collection[int]) -> Action | None:
        """The next move; None on one of the cells, and without a way."""
        wanted = frozenset(goals)
        if self._expected != (pose, wanted, state.cards) or not self._moves:
            self._moves = deque(self.way(state, pose, wanted))
        if not self._moves:
            return None
        action = self._moves.popleft()
        self._expected = (MOVES[action][pose], wanted, state.cards)
        return action

    def way(self, state: State, pose: int, goals: Collection[int]) -> list[Action]:
        """All moves to the nearest of the cells; none on one of them, and without a way."""
        cards = [cell for cell in range(CELLS) if state.cards[cell] and cell not in goals]
        for avoid in (cards, ()):
            if moves := Routes(state.map, pose, avoid, goals).nearest(goals):
                return moves
        return []
