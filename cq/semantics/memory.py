"""What was said and done just before an instruction: "undo that", "one more", "put it back"."""

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
"""Commands that are remembered."""


@dataclass(frozen=True)
class Memory:
    """The commands before an instruction, which lead from one world to the one that stands.

    `program` is carried out in the grid `before` with the options `path` taken. Without a program only
    that is known: nobody read what was said. `restored` are blocks that came back since: what was taken back
    is spoken of.
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
        """The options that are taken before a program is carried out; none if it changes what was said."""
        return () if any(isinstance(one, Correct) for one in program) else self.path

    def scene(self, now: Grid, choices: Choices, facing: str | None, recent: tuple[Cell, ...]) -> Scene:
        """The scene in which the remembered program and one more are carried out."""
        if self.program:
            return Scene.of(self.start, choices, facing, self.recent)
        scene, before = Scene.of(now, choices, facing, recent), Scene.of(self.start, choices)
        scene.history = [before.cells]
        scene.taken = {cell: colour for cell, colour in before.cells.items() if cell not in scene.cells}
        scene.removed = components(scene.taken)
        scene.departures = [Departure(one, frozenset(), before.cells) for one in scene.removed]
        return scene

    def readings(self, text: str, known: Sequence[Reading]) -> list[Reading]:
        """The readings of a text, with those that it has as a follow-up of the program."""
        more = [one for one in read(text, FOLLOW_UP) if one.is_full] if self.program else []
        return sorted([*known, *more], key=lambda one: (not one.is_full, one.cost))

    @property
    def changed_by(self) -> int:
        """The number of its commands that change the world, with what corrects them put in."""
        return sum(not isinstance(one, Correct) for one in self.program)
