"""Players: a leader that plans sets and writes instructions, an oracle follower, and a random one."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from itertools import product
from typing import NamedTuple, Protocol

from cq.env.cerealbar.deck import find_sets
from cq.env.cerealbar.hexes import CELLS, distance
from cq.env.cerealbar.routes import Routes, Walker
from cq.env.cerealbar.rules import FOLLOWER_STEPS, LEADER_STEPS, Action, State, defined
from cq.env.cerealbar.wording import Change, write_instruction


class Agent(Protocol):
    """A player. It is told of a game's start, and then asked for an action in each state of its turns."""

    def begin(self, state: State, seed: int) -> None:
        """A game begins."""

    def act(self, state: State) -> Action | str:
        """An action; of a leader, a text is an instruction."""


class Goal(NamedTuple):
    """What an instruction asks for: cards to change, and a cell to stop at, if it matters."""

    changes: tuple[Change, ...] = ()
    place: int | None = None

    def outstanding(self, state: State) -> list[int]:
        """The cells whose cards are still there and not yet as they are wanted."""
        return [
            change.cell
            for change in self.changes
            if state.cards[change.cell] == change.code and (change.cell in state.selected) != change.selected
        ]


class PlanningLeader:
    """Chooses the set that takes the fewest turns, shares its cards between the players, instructs the
    follower, and collects its own share. It plans again whenever the follower has no instruction left.

    `goals` are the goals of its instructions, in order.
    """

    WIDTH = 12
    """Sets for which all ways of sharing are tried."""

    def begin(self, state: State, seed: int) -> None:
        self.goals: list[Goal] = []
        self._rng = random.Random(f"leader {seed}")
        self._walker, self._own = Walker(), Goal()
        self._words = ""
        self._planned: tuple[int, int] | None = None

    def act(self, state: State) -> Action | str:
        if not state.queue and not self._words and self._planned != (state.turns, state.score):
            self._planned = (state.turns, state.score)
            self._plan(state)
        if self._words:
            words, self._words = self._words, ""
            return words
        left = self._own.outstanding(state)
        move = self._walker.step(state, state.leader, left) if left and state.steps else None
        return Action.DONE if move is None else move

    def _plan(self, state: State) -> None:
        own, others = min(self._ways(state), key=lambda way: way[0])[1:]
        self._own = Goal(own)
        if others:
            self.goals.append(Goal(others))
            self._words = write_instruction(state, others, self._rng)

    def _ways(self, state: State) -> list[tuple[tuple[int, float], tuple[Change, ...], tuple[Change, ...]]]:
        """Ways to make a set: (turns, steps) that they take, the leader's changes and the follower's."""
        cards = [cell for cell in range(CELLS) if state.cards[cell]]
        steps = [_steps_to(state, pose, cards) for pose in (state.leader, state.follower)]
        plans = []
        for wanted in find_sets(state.cards):
            cells = sorted(set(wanted) ^ set(state.selected))
            least = [min(steps[0][cell] / LEADER_STEPS, steps[1][cell] / FOLLOWER_STEPS) for cell in cells]
            plans.append((len(cells), sum(least), cells))
        ways = []
        for _, _, cells in sorted(plans)[: self.WIDTH]:
            for shares in product((0, 1), repeat=min(len(cells), 6)):
                # Of a long list of wrong cards, those after the sixth go to the follower.
                owners = [*shares, *(1,) * (len(cells) - len(shares))]
                split = [
                    [cell for cell, owner in zip(cells, owners, strict=True) if owner == i] for i in (0, 1)
                ]
                (first, own), (second, others) = (_tour(share, steps[i]) for i, share in enumerate(split))
                turns = max(math.ceil(first / LEADER_STEPS), math.ceil(second / FOLLOWER_STEPS))
                ways.append(((turns, first + second), _changes(state, own), _changes(state, others)))
        return ways


def _steps_to(state: State, pose: int, cells: Sequence[int]) -> dict[int, float]:
    """Steps to each card past the others; where there is no such way, an estimate above the distance."""
    routes = Routes(state.map, pose, cells)
    moves = {cell: routes.to(cell) for cell in cells}
    return {
        cell: 10 + 2 * distance(pose // 6, cell) if way is None else len(way) for cell, way in moves.items()
    }


def _tour(cells: Sequence[int], steps: dict[int, float]) -> tuple[float, list[int]]:
    """Steps to visit all cells, always the nearest next, and that order. Between cards, half a distance more
    stands for turns and detours.
    """
    left, order, total = set(cells), list[int](), 0.0
    while left:
        far = {cell: 1 + 1.5 * distance(order[-1], cell) if order else steps[cell] for cell in left}
        nearest = min(left, key=lambda cell: (far[cell], cell))
        total += far[nearest]
        order.append(nearest)
        left.remove(nearest)
    return total, order


def _changes(state: State, cells: Sequence[int]) -> tuple[Change, ...]:
    return tuple(Change(cell, state.cards[cell], cell not in state.selected) for cell in cells)


class OracleFollower:
    """Knows the goal of each instruction: `goals` gives it by the instruction's number. It walks to the
    nearest card of the goal, then to the goal's place, and is done.
    """

    def __init__(self, goals: Callable[[int], Goal]) -> None:
        self._goals = goals

    def begin(self, state: State, seed: int) -> None:
        self._walker = Walker()

    def act(self, state: State) -> Action:
        goal = self._goals(state.finished)
        cells = goal.outstanding(state)
        if not cells and goal.place is not None:
            cells = [goal.place]
        move = self._walker.step(state, state.follower, cells) if cells else None
        return Action.DONE if move is None else move


class RandomFollower:
    """Moves at random where it can, and is done with a chance of one in ten."""

    def begin(self, state: State, seed: int) -> None:
        self._rng = random.Random(f"follower {seed}")

    def act(self, state: State) -> Action:
        moves = [action for action, may in zip(Action, defined(state), strict=True) if may]
        return Action.DONE if self._rng.random() < 0.1 else self._rng.choice(moves[:-1])
