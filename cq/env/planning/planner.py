"""The planner: from a body in one world, the primitive actions that lead to another world.

It goes step by step. Of all changes that are left, it makes the one that costs the fewest actions: those of
going to a place, turning the look, and placing or breaking; higher blocks cost a little more, so that lower
ones come first. If a cell has no block to attach to, a chain of other blocks leads to it; if it is out of
sight from all places, a walking body builds a pillar below itself. These helping blocks are broken at the
end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from cq.env.physics import Physics
from cq.env.planning.flying import FlyingMover
from cq.env.planning.mover import Mover
from cq.env.planning.options import Option, cheapest
from cq.env.planning.scaffold import neighbours, scaffold
from cq.env.planning.shortening import shortened
from cq.env.planning.tasks import Change, cell_of, changes, index
from cq.env.planning.walking import WalkingMover
from cq.types import Cell

TRIES = 13
"""Ways to make a change that are tried before helping blocks."""

PER_LEVEL = 6.0
"""The added cost of placing a block, in steps, for each level of height."""

WAYS_OUT = 4
"""The most blocks that are broken to let the body out."""

LONG = 120
"""Actions of a plan up to which no shorter one is sought."""


@dataclass(frozen=True)
class Style:
    """The style of a plan. `ahead`: helping blocks are chosen at once, not one by one when nothing else can
    be done. `late`: they are broken at the end, not as soon as nothing depends on them. `view`: the bonus of
    a cell in view from a pillar, in steps.
    """

    ahead: bool
    late: bool
    view: float


STYLES = (
    Style(ahead=False, late=True, view=4.0),
    Style(ahead=True, late=True, view=0.0),
    Style(ahead=True, late=False, view=4.0),
    Style(ahead=False, late=True, view=0.0),
    Style(ahead=True, late=True, view=4.0),
    Style(ahead=True, late=False, view=0.0),
)
"""None of them is best for all worlds. Each is tried until a plan is short enough."""


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
    max_actions: int = 2000,
) -> Plan:
    """A plan from the body's state to the world `target` (9, 11, 11). The body itself is unchanged.

    The actions are for an environment with `select_and_place`. A plan that is not complete gets as near as
    it could: a colour may run out, or a block be out of sight for good.
    """
    goal = target.astype(np.int32)
    plans: list[tuple[int, int, Plan]] = []
    for style in STYLES:
        mover = WalkingMover(body.copy()) if space == "walking" else FlyingMover(body.copy())
        _Planner(mover, goal, style).run(max_actions)
        actions = shortened(body, mover.controls, mover.actions)
        missing = int(np.count_nonzero(mover.body.grid != goal))
        plans.append((missing, len(actions), Plan(actions, mover.body.grid, not missing)))
        if (not missing and len(actions) <= LONG) or _stock_is_out(mover, goal):
            break
    return min(plans, key=lambda found: found[:2])[2]


def _stock_is_out(mover: Mover, target: npt.NDArray[np.int32]) -> bool:
    """Whether blocks are missing, and the stock of all of them is empty."""
    left, stock = changes(mover.body.grid, target), mover.body.inventory
    return bool(left) and all(change.colour and stock[change.colour - 1] <= 0 for change in left)


class _Planner:
    def __init__(self, mover: Mover, target: npt.NDArray[np.int32], style: Style) -> None:
        self.mover, self.target, self.style = mover, target, style
        self.start = mover.body.grid.copy()
        self.wanted = set(scaffold(self.start, target)) if style.ahead else set()
        """Grid indices of the helping blocks that are still to be placed."""
        self.ways_out: list[Cell] = []
        """Grid indices of blocks that were broken to let the body out, from the inside."""
        self.pillars: set[Cell] = set()
        """Grid indices of the helping blocks of pillars."""

    def run(self, max_actions: int) -> None:
        mover = self.mover
        rounds = 60 + 6 * int(np.count_nonzero(self.start != self.target))
        for _ in range(rounds):
            left = changes(mover.body.grid, self.target)
            if not left or len(mover.actions) > max_actions:
                return
            self.wanted = {cell for cell in self.wanted if not mover.body.grid[cell]}
            first = self._first(left)
            if not (self._make_one(first) or self._help(left) or self._make_one(left) or self._break_out()):
                return

    def _first(self, left: list[Change]) -> list[Change]:
        """The changes to choose from. A block to break stays while it is beside a cell to fill, and a helping
        block, depending on the style, as long as any block is to be placed.
        """
        places = [change for change in left if change.colour and self._stock(change.colour)]
        # The body needs its way out until all else is placed; it is then closed from the inside.
        free = [change for change in places if index(change.cell) not in self.ways_out]
        places = free or sorted(places, key=lambda change: self.ways_out.index(index(change.cell)))[:1]
        spare = self._spare() if places else 0
        helping = [Change(cell_of(cell), spare) for cell in sorted(self.wanted) if spare]
        open_cells = {index(change.cell) for change in (*places, *helping)}
        breaks = [
            change
            for change in left
            if not change.colour
            and open_cells.isdisjoint(neighbours(index(change.cell)))
            and not (places and self._is_kept(index(change.cell)))
        ]
        return helping + places + breaks

    def _is_kept(self, cell: Cell) -> bool:
        """Whether a block stays as long as others are to be placed."""
        is_helping = not (self.target[cell] or self.start[cell])
        return is_helping and (self.style.late or cell in self.pillars)

    def _make_one(self, group: Sequence[Change]) -> bool:
        """Make the cheapest change of a group. Whether one was made."""
        lowest = min((change.cell[1] for change in group if change.colour), default=0)
        surcharges = [PER_LEVEL * (change.cell[1] - lowest) if change.colour else 0.0 for change in group]
        make = self.mover.make
        options = cheapest(self.mover, group, surcharges)
        return self._does_one(options, lambda option: make(option.way, option.look, option.change))

    def _does_one(self, options: Iterator[Option], attempt: Callable[[Option], bool]) -> bool:
        """Try the first options until one works; the others leave no trace. Whether one did."""
        for option in islice(options, TRIES):
            state = self.mover.save()
            if attempt(option):
                return True
            self.mover.restore(state)
        return False

    def _help(self, left: list[Change]) -> bool:
        """Add what the next change needs: helping blocks, or a pillar to stand on."""
        possible = [0, *(colour if self._stock(colour) else 0 for colour in range(1, 7))]
        cells = scaffold(self.mover.body.grid, np.array(possible)[self.target])
        new = set(cells if self.style.ahead else cells[:1]) - self.wanted
        self.wanted |= new
        if new and self._spare():
            return True
        return isinstance(self.mover, WalkingMover) and self._pillar(self.mover, self._first(left), left)

    def _break_out(self) -> bool:
        """Break a block that shuts the body in; it is placed again later. Whether one was broken."""
        x, y, z = here = self.mover.here()
        sides = [(x + 1, y, z), (x - 1, y, z), (x, y, z + 1), (x, y, z - 1)]
        if len(self.ways_out) == WAYS_OUT or any(map(self.mover.is_free, sides)):
            return False
        before = self.mover.body.grid.copy()
        if self.mover.body.is_solid(here):
            self.mover.strike()
        else:
            self._make_one([Change(side, 0) for side in sides if self.mover.body.is_solid(side)])
        broken = np.argwhere(self.mover.body.grid != before).tolist()
        self.ways_out += [(y, x, z) for y, x, z in broken]
        return bool(broken)

    def _pillar(self, mover: WalkingMover, group: list[Change], left: list[Change]) -> bool:
        """Build a pillar below the body, from which a change can be made. Whether one is."""
        stances = mover.pillars([change.cell for change in left if change.colour], self.style.view)
        return self._does_one(
            cheapest(mover, group, [0.0] * len(group), stances),
            lambda option: (
                mover.settle()
                and mover.go(option.way[0])
                and all(self._stack_one(mover) for _ in range(option.way[1]))
            ),
        )

    def _stack_one(self, mover: WalkingMover) -> bool:
        x, y, z = mover.here()
        cell = index((x, y - 1, z))
        wanted = int(self.target[cell])
        colour = wanted if wanted and self._stock(wanted) else self._spare()
        if not wanted:
            self.pillars.add(cell)
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
