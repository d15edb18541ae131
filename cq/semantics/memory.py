"""The commands just before an instruction, for "undo that", "one more" and "put it back"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cq.language.program import Correct, Program
from cq.language.reading import Reading, read
from cq.language.rules.follow_ups import FOLLOW_UP
from cq.semantics.choices import Choices
from cq.semantics.geometry import components
from cq.semantics.scene import Departure, Scene
from cq.types import Cell, Grid
from cq.world.grid import PackedGrid

MOST_REMEMBERED = 12
"""The most commands that are remembered."""


@dataclass(frozen=True)
class Memory:
    """The commands before an instruction, which lead from an earlier world to the present one.

    `program` is carried out in the grid `before` with the options `path` taken. Without a program, since the
    text was not read, only the grid is known. `restored` are blocks that came back since, which are in focus.
    """

    before: PackedGrid
    program: Program = ()
    path: tuple[int, ...] = ()
    recent: tuple[Cell, ...] = ()
    restored: tuple[Cell, ...] = ()

    @property
    def start(self) -> Grid:
        """The grid before."""
        return self.before.grid

    def path_for(self, program: Program) -> tuple[int, ...]:
        """The options that are taken before a program is carried out; none if it has a correction."""
        return () if any(isinstance(command, Correct) for command in program) else self.path

    def scene(self, now: Grid, choices: Choices, facing: str | None, recent: tuple[Cell, ...]) -> Scene:
        """The scene in which the remembered program and a new one are carried out."""
        if self.program:
            return Scene.of(self.start, choices, facing, self.recent)
        scene, before = Scene.of(now, choices, facing, recent), Scene.of(self.start, choices)
        scene.history = [before.cells]
        scene.taken = {cell: colour for cell, colour in before.cells.items() if cell not in scene.cells}
        scene.removed = components(scene.taken)
        scene.departures = [Departure(thing, frozenset(), before.cells) for thing in scene.removed]
        return scene

    def readings(self, text: str, known: Sequence[Reading]) -> list[Reading]:
        """The readings of a text, with its readings as a follow-up of the program."""
        more = [reading for reading in read(text, FOLLOW_UP) if reading.is_full] if self.program else []
        return sorted([*known, *more], key=lambda reading: (not reading.is_full, reading.cost))

    @property
    def changed_by(self) -> int:
        """The number of its commands, without corrections, which are put into others."""
        return sum(not isinstance(command, Correct) for command in self.program)
