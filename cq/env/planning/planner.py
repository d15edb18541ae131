"""The planner: from a body in one world, the primitive actions that lead to another world.

It goes step by step. Of all changes that are left, it makes the one that costs the fewest actions: those of
going to a place, turning the look, and placing or breaking. Blocks are broken first, and placed from the
ground up. If a cell has nothing to be placed on, a chain of other blocks leads to it; if no place sees it,
a walking body builds a pillar below itself. These blocks are broken at the end.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from cq.env.physics import Cell, Physics
from cq.env.planning.movers import FlyingMover, Mover, WalkingMover
from cq.env.planning.tasks import Change, add, bridge, changes, index, looks

CANDIDATES = 12
"""Ways to make a change that are tried before help is sought."""

SLACK = 20
"""Steps that a place may be farther than the best option so far costs, for a shorter turn of the look."""

STACKING = 24
"""Steps of a jump with a block placed below, with the look down and up again."""

Option = tuple[int, Cell | None, Change]
"""Cost in steps, where to go (None: stay), and the change to make."""


@dataclass(frozen=True)
class Plan:
    """Actions of the space, the grid int32 (9, 11, 11) to which they lead, and whether it is the target."""

    actions: list[Any]
    grid: npt.NDArray[np.int32]
    is_complete: bool


def plan(
    body: Physics,
    target: npt.NDArray[np.integer],
    *,
    space: Literal["walking", "flying"] = "walking",
    max_actions: int = 5000,
) -> Plan:
    """A plan from the body's state to the world `target` (9, 11, 11). The body itself is left alone.

    The actions are for an environment with `select_and_place`. A plan that is not complete gets as near as
    it could: a colour may run out, or a block be out of sight for good.
    """
    mover = WalkingMover(body.copy()) if space == "walking" else FlyingMover(body.copy())
    _Planner(mover, target.astype(np.int32)).run(max_actions)
    grid = mover.body.grid
    return Plan(mover.actions, grid, bool((grid == target).all()))


class _Planner:
    def __init__(self, mover: Mover, target: npt.NDArray[np.int32]) -> None:
        self.mover, self.target = mover, target
        self.aids: set[Cell] = set()
        """Cells of blocks that only help, and are to be broken at the end."""
        self.wanted: dict[Cell, int] = {}
        """Helping blocks that are still to be placed, with their colours."""

    def run(self, max_actions: int) -> None:
        mover = self.mover
        if isinstance(mover, WalkingMover):
            mover.act(0)
            while not mover.body.is_still and len(mover.actions) < 100:
                mover.act(0)
        attempts = 0
        while len(mover.actions) < max_actions and attempts < 400:
            attempts += 1
            left = changes(mover.body.grid, self.target)
            if not left:
                return
            if not any(self._make_one(group) for group in self._groups(left)) and not self._help(left):
                return

    def _groups(self, left: list[Change]) -> list[list[Change]]:
        """The changes in the order in which they are tried: helping blocks; blocks to break and the lowest
        to place; higher ones; at last the helping blocks that were placed.
        """
        self.wanted = {cell: c for cell, c in self.wanted.items() if not self.mover.body.is_solid(cell)}
        breaks = [one for one in left if not one.colour and one.cell not in self.aids]
        places = [one for one in left if one.colour and self._stock(one.colour)]
        levels = sorted({one.cell[1] for one in places})
        groups = [[Change(cell, colour) for cell, colour in self.wanted.items()]]
        groups.append(breaks + [one for one in places if one.cell[1] == levels[0]] if levels else breaks)
        groups += [[one for one in places if one.cell[1] == level] for level in levels[1:]]
        if not places and not breaks:
            groups.append([one for one in left if not one.colour])
        return [group for group in groups if group]

    def _make_one(self, group: list[Change]) -> bool:
        """Make the cheapest change of a group. Whether one was made."""
        return self._try(self._from_here(group)) or self._try(self._from_elsewhere(group))

    def _try(self, options: list[Option]) -> bool:
        for _, place, change in options:
            state = self.mover.save()
            if self._carry_out(place, change):
                return True
            self.mover.restore(state)
        return False

    def _from_here(self, group: list[Change]) -> list[Option]:
        """The cheapest ways to make a change of the group without going anywhere."""
        mover = self.mover
        scout = mover.body.copy()
        options: list[Option] = []
        for change in group:
            costs = [mover.look_cost(*look) for look in looks(scout, change)]
            if costs:
                options.append((min(costs), None, change))
        return sorted(options, key=lambda option: (option[0], option[2].cell))[:8]

    def _from_elsewhere(self, group: list[Change]) -> list[Option]:
        """The cheapest ways to make a change of the group from another place."""
        mover = self.mover
        scout = mover.body.copy()
        options: list[Option] = []
        best = 10**9
        for cost, place in mover.places():
            if cost > best + SLACK:
                break
            scout.position = mover.eyes(place)
            for change in group:
                if _own_column(mover, place, change):
                    options.append((cost + STACKING, place, change))
                    continue
                look = next(looks(scout, change), None)
                if look is not None:
                    options.append((cost + mover.look_cost(*look), place, change))
            best = min([best, *(option[0] for option in options)])
        return sorted(options, key=lambda option: (option[0], option[1:2], option[2].cell))[:CANDIDATES]

    def _carry_out(self, place: Cell | None, change: Change) -> bool:
        mover = self.mover
        if place is not None and place != mover.here() and not mover.go(place):
            return False
        if isinstance(mover, WalkingMover) and place is not None and _own_column(mover, place, change):
            return mover.stack(change.colour)
        found = sorted(looks(mover.body.copy(), change), key=lambda look: mover.look_cost(*look))
        for look in found[:3]:
            state = mover.save()
            mover.look(*look)
            if mover.change(change):
                return True
            mover.restore(state)
        return False

    def _help(self, left: list[Change]) -> bool:
        """Make it possible to go on: a chain of blocks to a cell without neighbours, or a pillar."""
        places = [one for one in left if one.colour and self._stock(one.colour)]
        for change in places:
            chain = bridge(self.mover.body, change.cell, self.target)
            new = [cell for cell in chain if cell not in self.wanted]
            if new and self._plan_aids(new):
                return True
        return isinstance(self.mover, WalkingMover) and self._pillar(self.mover, left)

    def _plan_aids(self, cells: list[Cell]) -> bool:
        for cell in cells:
            colour = int(self.target[index(cell)]) or self._spare()
            if not colour:
                return False
            self.wanted[cell] = colour
            if not self.target[index(cell)]:
                self.aids.add(cell)
        return True

    def _pillar(self, mover: WalkingMover, left: list[Change]) -> bool:
        """Build a pillar below the body, from which a change can be made. Whether one is."""
        scout = mover.body.copy()
        options = []
        for change in left:
            if change.colour and not self._stock(change.colour):
                continue
            x, y, z = change.cell
            for cost, place in mover.places():
                away = max(abs(place[0] - x), abs(place[2] - z))
                if place[1] - 1 >= y + 3 or not 1 <= away <= 3 or max(map(abs, (place[0], place[2]))) > 5:
                    continue
                for up in range(1, max(1, y + 3 - place[1]) + 2):
                    scout.position = mover.eyes(add(place, (0, up, 0)))
                    if next(looks(scout, change), None) is not None:
                        options.append((cost + 14 * up, up, place, change))
                        break
        for _, up, place, _ in sorted(options, key=lambda option: option[:3])[:6]:
            state, aids = mover.save(), set(self.aids)
            if (place == mover.here() or mover.go(place)) and all(self._stack_one(mover) for _ in range(up)):
                return True
            mover.restore(state)
            self.aids = aids
        return False

    def _stack_one(self, mover: WalkingMover) -> bool:
        x, y, z = mover.here()
        cell = (x, y - 1, z)
        colour = int(self.target[index(cell)]) if y - 1 < 8 else 0
        if not colour or not self._stock(colour):
            colour = self._spare()
            self.aids.add(cell)
        return bool(colour) and mover.stack(colour)

    def _stock(self, colour: int) -> bool:
        return self.mover.body.inventory[colour - 1] > 0

    def _spare(self) -> int:
        """The colour of which most will be left, or 0."""
        missing = np.where(self.mover.body.grid != self.target, self.target, 0)
        needed = np.bincount(missing.ravel(), minlength=7)[1:7]
        left = np.array(self.mover.body.inventory)
        colour = int((left - needed).argmax())
        return colour + 1 if left[colour] > 0 else 0


def _own_column(mover: Mover, place: Cell, change: Change) -> bool:
    """Whether a walking body at a place can jump and put the block below its feet."""
    x, y, z = place
    return (
        isinstance(mover, WalkingMover)
        and bool(change.colour)
        and change.cell == (x, y - 1, z)
        and not mover.body.is_solid((x, y + 1, z))
    )
