"""The world while a program is carried out, and the antecedents of "it", "there" and "the rest"."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

import numpy as np

from cq.language import lexicon
from cq.language.program import Command, Place, Plan, Toward
from cq.language.program import Thing as NewThing
from cq.semantics.choices import Choices, Failure, Hole
from cq.semantics.geometry import Thing, face, step
from cq.types import Cell, Grid
from cq.world.directions import COMPASS, OFFSETS, SIDES, turn
from cq.world.palette import IGLU_2022, Palette
from cq.world.zone import IGLU, Zone

T = TypeVar("T")
AS_ON_A_MAP = 60.0
"""The weight of left as west against any other direction, if the builder's facing is unknown."""
_AHEAD = {"front": 2, "back": 0, "left": SIDES["left"], "right": SIDES["right"]}
"""The front of a thing is the side towards the builder, the back its far side."""


@dataclass
class Planned:
    """A figure that is described part by part: the command that announces it, the blocks that it begins with,
    and the number of cells that were filled before. `done` is True once it is complete.
    """

    command: Plan
    cells: Thing
    begun: int
    done: bool = False


@dataclass(frozen=True)
class Departure:
    """A thing that moved: its cells before and after (none if it was removed), and all blocks before."""

    old: Thing
    new: Thing
    before: dict[Cell, str]


class Blocks(dict[Cell, str]):
    """Blocks by their cells. A look-up of an empty cell fails: a gap cannot be moved or painted."""

    def __missing__(self, cell: Cell) -> str:
        raise Failure("absent", "nothing stands there")


@dataclass
class Scene:
    """The blocks of a zone as {cell (y, x, z): colour name}, and the discourse so far.

    `facing` is the direction in which the builder looks, None if unknown. `before` are the blocks at first.
    `focus` are the antecedents of "it", `named` all things mentioned, the latest last, `referred` the things
    that definite names meant. `made` are the cells that were filled, in order, `last` those of the latest
    command. `removed` are the things that the latest removal took away, `taken` their blocks, `kept` the
    cells that must stay, `promised` those that a command names so, `spared` those of them that a command
    would have changed. `cursor` is the cell that attention went to ("go two cells west"), `attention` the
    place of that cell, `within` coordinates that hold for all that follows, `plan` the figure that is
    described part by part, `edge` the side of the zone that was named last, `departures` tell what was moved
    or taken away, in order, `it_was` the last antecedent of "it". `history` are the blocks before each
    command that was carried out. `asked_about` are the things that the last question was about, and the
    antecedent of "it" before it. `told_facing` is True if the text says where to look. `nouns` are the kinds
    of things that were named, the latest first, `decided` the choices for ambiguous references. `model` is
    the description of the thing made last, for "another one", `making` that of the thing being made.
    """

    cells: dict[Cell, str]
    choices: Choices
    facing: str | None = None
    before: dict[Cell, str] = field(default_factory=dict)
    focus: list[Thing] = field(default_factory=list)
    named: list[list[Thing]] = field(default_factory=list)
    referred: list[list[Thing]] = field(default_factory=list)
    made: list[Cell] = field(default_factory=list)
    last: list[Cell] = field(default_factory=list)
    removed: list[Thing] = field(default_factory=list)
    kept: set[Cell] = field(default_factory=set)
    promised: dict[Command, set[Cell]] = field(default_factory=dict)
    spared: set[Cell] = field(default_factory=set)
    taken: dict[Cell, str] = field(default_factory=dict)
    cursor: Cell | None = None
    told_facing: bool = False
    nouns: list[str] = field(default_factory=list)
    decided: dict[Hashable, Any] = field(default_factory=dict)
    model: NewThing | None = None
    making: NewThing | None = None
    attention: Place | None = None
    within: Place | None = None
    plan: Planned | None = None
    edge: str = ""
    departures: list[Departure] = field(default_factory=list)
    it_was: list[Thing] = field(default_factory=list)
    history: list[dict[Cell, str]] = field(default_factory=list)
    zone: Zone = IGLU
    palette: Palette = IGLU_2022
    asked_about: tuple[list[Thing], list[Thing]] = field(default_factory=lambda: ([], []))

    @classmethod
    def of(
        cls, grid: Grid, choices: Choices, facing: str | None = None, recent: Sequence[Cell] = ()
    ) -> Scene:
        """The scene of a grid, of which the cells in `recent` were filled last, oldest first. Its colours are
        those of the language (`cq.language.lexicon`).
        """
        palette = lexicon.palette()
        colours = palette.ids
        cells = Blocks({(y, x, z): colours[grid.item(y, x, z)] for y, x, z in np.argwhere(grid).tolist()})
        last = [cell for cell in recent if cell in cells]
        focus = [frozenset(last)] if last else []
        named = [focus] if focus else []
        return cls(
            cells,
            choices,
            facing,
            dict(cells),
            focus=focus,
            named=named,
            made=list(last),
            last=last,
            zone=Zone.of(grid),
            palette=palette,
        )

    def unspoken(self) -> Scene:
        """The same blocks without any discourse, seen from the south."""
        cells = self.cells
        return Scene(cells, Choices(), "north", dict(cells), zone=self.zone, palette=self.palette)

    def grid(self) -> Grid:
        """The grid, int8 of the shape of the zone."""
        grid, ids = np.zeros(self.zone.shape, dtype=np.int8), self.palette.id_by_name
        for cell, colour in self.cells.items():
            grid[cell] = ids[colour]
        return grid

    def direction(self, word: str | None) -> str:
        """The compass direction, "up" or "down" that a word names, or two ("back left"). Left, right, front
        and back are the builder's; if the builder's facing is unknown, that is a choice. Raises
        `Failure` "open" for None.
        """
        if word is None or isinstance(word, Toward):
            raise Failure("open", "which way is not said", word, Hole("direction", None, "direction"))
        if " " in word:
            ways = map(self.direction, word.split())
            return "".join(sorted(ways, key=lambda way: way not in ("north", "south")))
        if word not in _AHEAD:
            if word == "opposite":
                raise Failure("open", "which way is not said", word, Hole("direction", None, "direction"))
            return word
        if self.facing not in COMPASS:
            options = [(way, AS_ON_A_MAP if way == "north" else 1.0) for way in COMPASS]
            self.facing = self.decide(Hole("direction", "builder", "facing"), options)
        return turn(self.facing, _AHEAD[word])

    def shows(self, cell: Cell, colours: Collection[str]) -> bool:
        """Whether the block in a cell has one of some colour names: if no yellow block stood at first, orange
        blocks count as yellow.
        """
        return bool(self.showing((cell,), colours))

    def showing(self, cells: Iterable[Cell], colours: Collection[str]) -> set[Cell]:
        """The cells whose blocks show one of some colour names."""
        shown = {*colours, "orange"} if "yellow" in colours and not self._yellow_stood else {*colours}
        return {cell for cell in cells if self.cells.get(cell) in shown}

    @cached_property
    def _yellow_stood(self) -> bool:
        """Whether a yellow block stood at first."""
        return "yellow" in self.before.values()

    def decide(self, hole: Hole, options: Sequence[tuple[T, float]]) -> T:
        """One of some options, as `Choices.choose`; the same question gets the same answer again."""
        key = (hole, tuple(_hashable(value) for value, _ in options))
        if key not in self.decided:
            self.decided[key] = self.choices.choose(hole, options)
        found: T = self.decided[key]
        return found

    def is_free(self, cell: Cell) -> bool:
        """Whether a cell is in the zone and empty."""
        return self.zone.holds(cell) and cell not in self.cells

    def taken_by(self, cell: Cell) -> str:
        """The block in a cell as the reason why the cell is taken: its colour and its place."""
        x, z, level = self.zone.coordinates(cell)
        colour = self.cells[cell]
        article = "an" if colour[0] in "aeiou" else "a"
        return f"{article} {colour} block stands there, at x {x}, z {z}, level {level}"

    def dropped(self, cell: Cell) -> Cell:
        """The cell at or below a cell where a block would come to stand: on the ground, or on a block."""
        while cell[0] > 0 and step(cell, "down") not in self.cells:
            cell = step(cell, "down")
        return cell

    def place(self, blocks: Iterable[tuple[Cell, str]]) -> None:
        """Fill cells. Raises `Failure` for a cell that is taken or outside the zone."""
        blocks = list(blocks)
        for cell, colour in blocks:
            if not self.zone.holds(cell):
                raise Failure("impossible", "it would lie outside the zone")
            if cell in self.cells:
                raise Failure("impossible", self.taken_by(cell))
            self.cells[cell] = colour
        self.last = [cell for cell, _ in blocks]
        self.made += self.last

    def remove(self, things: Sequence[Thing]) -> None:
        """Empty the cells of things. Raises `Failure` if they must stay or are gone."""
        cells = cells_of(things)
        if not cells <= self.cells.keys():
            raise Failure("absent", "it is not there any more")
        if cells & self.kept:
            raise Failure("contradiction", "it is to stay and to go")
        before = dict(self.cells)
        self.departures += [Departure(thing, frozenset(), before) for thing in things]
        self.removed = list(things)
        self.taken = {cell: self.cells.pop(cell) for cell in sorted(cells)}

    def paint(self, colours: Mapping[Cell, str]) -> None:
        """Give cells that are filled other colours. Raises `Failure` if one must stay or is gone."""
        if not colours.keys() <= self.cells.keys():
            raise Failure("absent", "it is not there any more")
        if any(cell in self.kept and self.cells[cell] != colour for cell, colour in colours.items()):
            raise Failure("contradiction", "it is to stay and to change")
        self.cells |= colours
        self.last = sorted(colours)
        self.made += self.last

    def spare(self, things: Sequence[Thing]) -> list[Thing]:
        """Things without the cells that must stay. Raises `Failure` if nothing is left of them."""
        cells = cells_of(things)
        self.spared |= cells & self.kept
        left = [thing - self.kept for thing in things if thing - self.kept]
        if cells and not left:
            raise Failure("contradiction", "it is to stay and to change")
        return left

    def end_made_last(self, thing: Thing) -> str:
        """The side of a thing on which it was made last, where a directed row goes on; "" if it was not made,
        or made at once.
        """
        made = [cell for cell in self.made if cell in thing]
        ways = [] if len(thing) < 2 else [way for way in OFFSETS if made[-1:] == face(thing, way)]
        return ways[0] if len(ways) == 1 else ""

    def mention(self, things: Iterable[Thing]) -> None:
        """Let "it" mean these things."""
        self.focus = [thing for thing in things if thing]
        if self.focus and self.focus not in self.named:
            self.named.append(self.focus)


def cells_of(things: Collection[Thing]) -> set[Cell]:
    """All cells of some things."""
    return {cell for thing in things for cell in thing}


def _hashable(value: Any) -> Hashable:
    return tuple(value) if isinstance(value, list) else value
