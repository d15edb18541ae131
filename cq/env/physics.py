"""The physics of the body: moving among blocks, placing and breaking them.

The rules and constants are those of the public environment (iglu-contest/gridworld, `core/world.py` and
`utils.py`), restated: the same actions lead to the same grid, position and angles. `tests/env` checks this on
traces of the public code.

Coordinates are the public ones: blocks have integer centres, x and z from −5 to 5, y from −1 to 7, and the
floor has its blocks at y −2. The position is that of the eyes. Yaw is in degrees clockwise from north, pitch
in degrees upwards.
"""

from __future__ import annotations

import copy
import math

import numpy as np
import numpy.typing as npt

from cq.env.command import Command
from cq.types import Cell
from cq.world.grid import HALF, HEIGHT, SHAPE, TASK_GROUND

Point = tuple[float, float, float]

SECONDS = 1 / 20
"""Duration of a step."""

WALKING_SPEED, FLYING_SPEED = 5, 15
GRAVITY = 20.0
JUMP_SPEED = math.sqrt(2 * GRAVITY * 1.2)
TERMINAL_SPEED = 50
"""Speeds are in blocks per second."""

BODY_HEIGHT, PADDING = 2, 0.25
REACH, SAMPLES_PER_BLOCK = 8, 5
STOCK = 20
"""Blocks of each colour in the world and the inventory together."""

MARGIN = 2
"""Blocks beyond the building zone that the body may go."""

FLOOR = TASK_GROUND - 1
FLOOR_HALF = 18
TOP = TASK_GROUND + HEIGHT
ZONE_EDGE = HALF + 0.5
_FLOOR_CELLS = dict.fromkeys(
    ((x, FLOOR, z) for x in range(-FLOOR_HALF, FLOOR_HALF + 1) for z in range(-FLOOR_HALF, FLOOR_HALF + 1)),
    0,
)


class Physics:
    """A body in a world of blocks.

    `grid` is int32 (9, 11, 11), [y, x, z]; `position` the eyes' (x, y, z); `yaw` 0 to 360 and `pitch` −90 to
    90 in degrees; `inventory` the number of blocks left of each colour; `colour` the one in hand, 1 to 6.
    """

    def __init__(self, *, flying: bool = False) -> None:
        self.flying = flying
        self._aimed_from: tuple[Point, float, float] | None = None
        self._aimed_at: tuple[Cell | None, Cell | None] = (None, None)
        self.reset(np.zeros(SHAPE, dtype=np.int32))

    def reset(
        self,
        grid: npt.NDArray[np.integer],
        position: Point = (0.0, 0.0, 0.0),
        yaw: float = 0.0,
        pitch: float = 0.0,
    ) -> None:
        """Start at rest in the world `grid` (9, 11, 11), which is copied, with blue in hand."""
        self.grid = grid.astype(np.int32)
        self._cells = _FLOOR_CELLS.copy()
        for y, x, z in np.argwhere(self.grid).tolist():
            self._cells[x - HALF, y + TASK_GROUND, z - HALF] = int(self.grid[y, x, z])
        self.position, self.yaw, self.pitch = position, yaw, pitch
        used = np.bincount(self.grid.ravel(), minlength=7)[1:7]
        self.inventory: list[int] = (STOCK - used).tolist()
        self.colour = 1
        self._vertical = 0.0
        self._parts = 2
        self._blocks_changed()

    def copy(self) -> Physics:
        """A body of its own in the same state."""
        other = copy.copy(self)
        other.grid, other.inventory, other._cells = (
            self.grid.copy(),
            self.inventory.copy(),
            self._cells.copy(),
        )
        return other

    @property
    def is_still(self) -> bool:
        """Whether the body stands on something, or hovers, and would stay where it is."""
        return self.flying or self._resting

    def step(self, command: Command) -> Cell | None:
        """Carry out a command for 1/20 s. Returns the grid index (y, x, z) of the cell that changed."""
        back, right, up = command[:3]
        if up and not self._vertical:
            self._vertical = JUMP_SPEED * up
        elif self.flying and not up:
            self._vertical = 0.0
        changed = self.handle(command)
        if not self._resting or back or right or self._vertical:
            self._move(back, right)
        return changed

    def handle(self, command: Command) -> Cell | None:
        """The part of a step without movement: take a colour, turn the look, break or place."""
        _, _, _, turn, tilt, colour, breaks, places, _ = command
        if colour:
            self.colour = colour
        if turn or tilt:
            self.yaw += turn
            while self.yaw > 360.0:
                self.yaw -= 360.0
            while self.yaw < 0.0:
                self.yaw += 360.0
            self.pitch = max(-90.0, min(90.0, self.pitch + tilt))
        if breaks == places:
            return None
        return self._break() if breaks else self._place()

    def teleport(self, position: Point) -> None:
        """Be at `position`, at rest."""
        self.position, self._vertical, self._parts, self._resting = position, 0.0, 2, False

    def set_cell(self, cell: Cell, colour: int) -> None:
        """Put a block of `colour` at the grid index (y, x, z), or remove the one there (0); the inventory
        follows.
        """
        y, x, z = cell
        at = (x - HALF, y + TASK_GROUND, z - HALF)
        before = self._cells.pop(at, 0)
        if before:
            self.inventory[before - 1] += 1
        if colour:
            self._cells[at] = colour
            self.inventory[colour - 1] -= 1
        self.grid[cell] = colour
        self._blocks_changed()

    def is_solid(self, cell: Cell) -> bool:
        """Whether a block or the floor is at the world coordinates (x, y, z)."""
        return cell in self._cells

    def sight(self) -> Point:
        """The unit vector of the look."""
        pitch, yaw = math.radians(self.pitch), math.radians(self.yaw - 90)
        flat = math.cos(pitch)
        return math.cos(yaw) * flat, math.sin(pitch), math.sin(yaw) * flat

    def aim(self) -> tuple[Cell | None, Cell | None]:
        """The block or floor cell that the look meets within reach, and the cell before it on the line, in
        world coordinates (x, y, z). None if there is none. The floor beyond the zone counts as none, because
        nothing can be placed on it.
        """
        pose = (self.position, self.yaw, self.pitch)
        if pose != self._aimed_from:
            self._aimed_from, self._aimed_at = pose, self._search()
        return self._aimed_at

    def _search(self) -> tuple[Cell | None, Cell | None]:
        x, y, z = self.position
        dx, dy, dz = self.sight()
        dx, dy, dz = dx / SAMPLES_PER_BLOCK, dy / SAMPLES_PER_BLOCK, dz / SAMPLES_PER_BLOCK
        samples = REACH * SAMPLES_PER_BLOCK
        # Beyond the sides of the zone and above the highest block nothing can be met. The sample before a hit
        # is needed, too.
        for at, step, end in ((x, dx, ZONE_EDGE), (y, dy, self._surface), (z, dz, ZONE_EDGE)):
            if step > 0:
                samples = int(min(samples, (end - at) / step + 2))
            elif step < 0 and end == ZONE_EDGE:
                samples = int(min(samples, (-end - at) / step + 2))
        above = self._surface - dy
        while samples > 0 and y > above:
            x, y, z = x + dx, y + dy, z + dz
            samples -= 1
        cells = self._cells
        # Only the first sample of all has no cell before it: there the eyes are inside a block.
        previous = None
        while samples > 0:
            cell = (round(x), round(y), round(z))
            if cell != previous:
                if cell in cells:
                    return cell, previous
                previous = cell
            x, y, z = x + dx, y + dy, z + dz
            samples -= 1
        return None, None

    def _place(self) -> Cell | None:
        _, cell = self.aim()
        if cell is None or self.inventory[self.colour - 1] <= 0:
            return None
        x, y, z = cell
        if not (-HALF <= x <= HALF and -HALF <= z <= HALF and TASK_GROUND <= y < TOP) or self._is_in(cell):
            return None
        index = (y - TASK_GROUND, x + HALF, z + HALF)
        self.set_cell(index, self.colour)
        return index

    def _break(self) -> Cell | None:
        cell, _ = self.aim()
        if cell is None or not self._cells[cell]:
            return None
        x, y, z = cell
        index = (y - TASK_GROUND, x + HALF, z + HALF)
        self.set_cell(index, 0)
        return index

    def _is_in(self, cell: Cell) -> bool:
        """Whether the body is in the column of a free cell, at its height. The public code compares the feet
        with the cell's centre, so that a block may be placed half a block below them.
        """
        x, y, z = self.position
        feet = y - (BODY_HEIGHT - 1) + PADDING
        bx, by, bz = cell
        return (
            bx - 0.5 <= x <= bx + 0.5
            and bz - 0.5 <= z <= bz + 0.5
            and (by <= feet <= by + 1 or by <= feet + 1 <= by + 1)
        )

    def _move(self, back: float, right: float) -> None:
        """The part of a step in which the body moves, falls and collides."""
        parts, vertical = self._parts, self._vertical
        seconds = SECONDS / parts
        moved_x, moved_y, moved_z = self._motion(back, right, seconds)
        x, y, z = self.position
        cells = self._cells
        landed = False
        for _ in range(parts):
            if not self.flying:
                vertical -= seconds * GRAVITY
                if vertical < -5:
                    self._parts = 12 if vertical < -14 else 8 if vertical < -10 else 4
                    vertical = max(vertical, -TERMINAL_SPEED)
                else:
                    self._parts = 2
            px, py, pz = x + moved_x, y + (moved_y + vertical * seconds), z + moved_z
            if not (-7 <= px <= 7 and -7 <= pz <= 7 and -3 <= py < 10):
                if self.flying:
                    continue
                px, pz = x, z
            cx, cy, cz = round(px), round(py), round(pz)
            landed = False
            # The body is the eyes' cell and the one below. It is pushed back from each side by itself.
            over = py - cy
            if over >= PADDING:
                if (cx, cy + 1, cz) in cells or (cx, cy, cz) in cells:
                    py -= over - PADDING
                    vertical = 0.0
            elif -over >= PADDING and ((cx, cy - 1, cz) in cells or (cx, cy - 2, cz) in cells):
                py += -over - PADDING
                vertical = 0.0
                landed = True
            over = px - cx
            if over >= PADDING:
                if (cx + 1, cy, cz) in cells or (cx + 1, cy - 1, cz) in cells:
                    px -= over - PADDING
            elif -over >= PADDING and ((cx - 1, cy, cz) in cells or (cx - 1, cy - 1, cz) in cells):
                px += -over - PADDING
            over = pz - cz
            if over >= PADDING:
                if (cx, cy, cz + 1) in cells or (cx, cy - 1, cz + 1) in cells:
                    pz -= over - PADDING
            elif -over >= PADDING and ((cx, cy, cz - 1) in cells or (cx, cy - 1, cz - 1) in cells):
                pz += -over - PADDING
            x, y, z = px, py, pz
        self.position = (x, y, z)
        self._vertical = 0.0 if self.flying else vertical
        # A body on the ground stays where it is until it is moved or a block changes.
        self._resting = landed and not self.flying and self._parts == 2

    def _motion(self, back: float, right: float, seconds: float) -> Point:
        """The distances (x, y, z) that the controls move the body in a part of a step."""
        if not (back or right):
            return 0.0, 0.0, 0.0
        distance = seconds * (FLYING_SPEED if self.flying else WALKING_SPEED)
        angle = math.radians(self.yaw + math.degrees(math.atan2(back, right)))
        if self.flying and not right:
            pitch = math.radians(self.pitch)
            flat = math.cos(pitch) * distance
            climb = math.sin(pitch) * distance
            return math.cos(angle) * flat, -climb if back > 0 else climb, math.sin(angle) * flat
        return math.cos(angle) * distance, 0.0, math.sin(angle) * distance

    def _blocks_changed(self) -> None:
        self._resting = False
        self._aimed_from = None
        levels = np.flatnonzero(self.grid.any(axis=(1, 2)))
        self._surface = (int(levels[-1]) + TASK_GROUND if len(levels) else FLOOR) + 0.5
