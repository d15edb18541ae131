"""The world while an instruction is carried out, and what "it", "the new one" and "in its place" mean."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from cq.building.interpretation.syntax import New, Place, Unclear
from cq.meaning.geometry import Cell, Thing, in_zone, step
from cq.world.directions import COMPASS, SIDES, turn
from cq.world.grid import SHAPE, Grid
from cq.world.palette import COLOUR_IDS

_AHEAD = {"front": 2, "back": 0, "left": SIDES["left"], "right": SIDES["right"]}
"""In front of a thing is on the builder's side of it, behind it is its far side."""

YELLOW, ORANGE = COLOUR_IDS["yellow"], COLOUR_IDS["orange"]


def _lookalikes(colours: Collection[int]) -> frozenset[int]:
    """The colours that a person could call yellow: orange too where no yellow block stands.

    The two look alike on the recordings' screens: in folds 0 to 2, "yellow" means the orange blocks of a
    world without yellow ones in nine of ten rows. Where both stand, people differ, and the word is taken as
    it is said.
    """
    return frozenset({ORANGE}) if YELLOW not in colours else frozenset()


@dataclass
class Scene:
    """The blocks as {cell: colour id}, and what was spoken of.

    `facing` is where the builder looks, None if unknown; `told_facing` says that the text tells. `focus` are
    the things that "it" or "them" means, `made` all cells that were filled, `last` those of the latest clause
    in order, `order` all in order, `mentioned` all cells that were spoken of, `landmarks` the things beside
    which something was placed last. `removed` are the things
    that the latest removal took away, `taken` their cells with the colours, `anchor` what was gone to last.
    `nouns` are the kinds of things named so far, `model` is the new thing that was put last. `lookalikes` are
    the colours that are called yellow as well. `before` are the blocks at first, `only` what alone may stay,
    None if nobody says so. `pair` are the former and the latter, `gap` is where a gap is
    said to be. `named` are all things that were named, the
    latest last. `announced` are the colour and the place of a thing whose parts follow. `kept` are the cells
    of what stays.
    """

    cells: dict[Cell, int]
    facing: str | None = None
    told_facing: bool = False
    focus: list[Thing] = field(default_factory=list)
    made: set[Cell] = field(default_factory=set)
    last: list[Cell] = field(default_factory=list)
    order: list[Cell] = field(default_factory=list)
    landmarks: list[Thing] = field(default_factory=list)
    mentioned: set[Cell] = field(default_factory=set)
    removed: list[Thing] = field(default_factory=list)
    taken: dict[Cell, int] = field(default_factory=dict)
    anchor: list[Thing] = field(default_factory=list)
    nouns: frozenset[str] = frozenset()
    model: New | None = None
    lookalikes: frozenset[int] = frozenset()
    before: dict[Cell, int] = field(default_factory=dict)
    only: set[Cell] | None = None
    pair: list[Thing] = field(default_factory=list)
    gap: Place | None = None
    named: list[list[Thing]] = field(default_factory=list)
    announced: tuple[int | None, Place | None] = (None, None)
    kept: set[Cell] = field(default_factory=set)

    @classmethod
    def of(cls, grid: Grid, facing: str | None, recent: Sequence[Cell] = ()) -> Scene:
        """The scene of a grid (9, 11, 11), of which the cells in `recent` were filled last."""
        cells = {(y, x, z): int(grid[y, x, z]) for y, x, z in np.argwhere(grid).tolist()}
        last = [cell for cell in recent if cell in cells]
        return cls(
            cells,
            facing,
            focus=[frozenset({cell}) for cell in last],
            made=set(last),
            last=last,
            order=list(last),
            lookalikes=_lookalikes(set(cells.values())),
            before=dict(cells),
        )

    def copy(self) -> Scene:
        """An independent copy."""
        return Scene(
            dict(self.cells),
            self.facing,
            self.told_facing,
            list(self.focus),
            set(self.made),
            list(self.last),
            list(self.order),
            list(self.landmarks),
            set(self.mentioned),
            list(self.removed),
            dict(self.taken),
            list(self.anchor),
            self.nouns,
            self.model,
            self.lookalikes,
            self.before,
            self.only,
            list(self.pair),
            self.gap,
            list(self.named),
            self.announced,
            set(self.kept),
        )

    def keeps_its_word(self) -> bool:
        """Whether all that stays is as it was at first."""
        return all(self.cells.get(cell) == self.before.get(cell) for cell in self.kept)

    def at_first(self) -> Scene:
        """A copy with the blocks as they were at first."""
        before = self.copy()
        before.cells = dict(self.before)
        return before

    def colour(self, cell: Cell) -> int:
        """The colour that a cell has, or had at first."""
        return self.cells[cell] if cell in self.cells else self.before[cell]

    def restore(self, other: Scene) -> None:
        """Become an independent copy of another scene."""
        vars(self).update(vars(other.copy()))

    def shows(self, cell: Cell, colours: Collection[int]) -> bool:
        """Whether a block stands in a cell that a person could call by one of some colours."""
        colour = self.cells.get(cell)
        return colour in colours or (colour in self.lookalikes and YELLOW in colours)

    def grid(self) -> Grid:
        """The grid (9, 11, 11)."""
        grid = np.zeros(SHAPE, dtype=np.int8)
        for cell, colour in self.cells.items():
            grid[cell] = colour
        return grid

    def direction(self, word: str) -> str:
        """The direction that a word names: left and right are the builder's.

        Raises `Unclear` if it is one of the builder's sides and nobody knows where the builder looks.
        """
        if word not in _AHEAD:
            return word
        if self.facing not in COMPASS:
            raise Unclear("nobody says where the builder looks")
        return turn(self.facing, _AHEAD[word])

    def dropped(self, cell: Cell) -> Cell:
        """The cell at or below a cell where something would stand: on the ground, or on a block."""
        while cell[0] > 0 and step(cell, "down") not in self.cells:
            cell = step(cell, "down")
        return cell

    def place(self, blocks: Iterable[tuple[Cell, int]]) -> None:
        """Fill cells. Raises `Unclear` for a cell that is taken or outside the zone."""
        blocks = list(blocks)
        for cell, colour in blocks:
            if not in_zone(cell) or cell in self.cells:
                raise Unclear(f"{cell} is not free")
            self.cells[cell] = colour
        self.last = [cell for cell, _ in blocks]
        self.order += self.last
        self.made.update(self.last)

    def remove(self, things: Iterable[Thing]) -> None:
        """Empty the cells of things."""
        self.removed = list(things)
        if any(cell not in self.cells for thing in self.removed for cell in thing):
            raise Unclear("it is not there any more")
        self.taken = {cell: self.cells[cell] for thing in self.removed for cell in thing}
        for cell in self.taken:
            del self.cells[cell]

    def mention(self, things: list[Thing]) -> None:
        """Let "it" mean these things."""
        self.focus = things = [thing for thing in things if thing]
        if things and things not in self.named:
            self.named.append(things)
        self.mentioned.update(cell for thing in things for cell in thing)
