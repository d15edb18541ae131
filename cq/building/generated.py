"""Made-up tasks: instructions whose meaning is known, for worlds recorded or drawn.

They teach the network what the few thousand recorded rows show too seldom of each: directions, counts,
which block is meant. All sentences are our own.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping

import numpy as np

from cq.building.clauses import ROUND, STEPS, TURNS
from cq.building.tasks import Task
from cq.world import COLOURS, SHAPE
from cq.world.grid import Grid

Cell = tuple[int, int, int]
Edits = dict[Cell, int]
"""Contents of cells after an instruction; 0 is air."""

UP: Cell = (1, 0, 0)
COUNTS = ("one", "two", "three", "four", "five", "six", "seven")
PLACES = ("Place", "Put", "Add", "Build", "Set")
REMOVES = ("Remove", "Destroy", "Break", "Take away")
CORNERS = {f"{n}{e}": (0, 10 * (e == "east"), 10 * (n == "south")) for n in ROUND[::2] for e in ROUND[1::2]}
TRIES = 40


def generated_task(rng: random.Random, start: Grid | None = None, most: int = 3) -> Task:
    """A task of one to `most` sentences in a given world, or in a drawn one."""
    grid = drawn_world(rng) if start is None else np.array(start)
    start, said, last = np.array(grid), [], None
    facing = rng.choice(ROUND) if rng.random() < 0.25 else None
    for number in range(rng.choice(range(1, most + 1))):
        text, edits = _sentence(rng, grid, last, facing)
        for cell, colour in edits.items():
            grid[cell] = colour
        placed = [cell for cell, colour in edits.items() if colour]
        last = placed[-1] if placed else None
        said.append(rng.choice(("Then ", "After that, ", "")) + text if number else text)
    if facing:
        said[0] = f"{rng.choice(('Facing', 'Looking'))} {facing}, {said[0]}"
    return Task(". ".join(s[0].upper() + s[1:] for s in said) + ".", start, grid)


def drawn_world(rng: random.Random) -> Grid:
    """A world (9, 11, 11) of up to three towers, rows, walls or lone blocks."""
    grid = np.zeros(SHAPE, dtype=np.int8)
    for _ in range(rng.randrange(4)):
        cell, colour = _anywhere(rng), rng.randint(1, len(COLOURS))
        long, high = rng.choice(((1, 1), (1, 1), (1, 4), (4, 1), (3, 3))), rng.choice((0, 0, 1))
        along = STEPS[rng.choice(ROUND[:2])]
        for i in range(rng.randint(1, long[0])):
            for j in range(rng.randint(1, long[1])):
                at = _moved(_moved(cell, along, i), UP, j + high)
                if _inside(at):
                    grid[at] = colour
    return grid


def _sentence(rng: random.Random, grid: Grid, last: Cell | None, facing: str | None) -> tuple[str, Edits]:
    """A sentence that can be followed, and what it changes."""
    makers: list[Callable[[_Scene], tuple[str, Edits] | None]] = [
        _beside,
        _beside,
        _on_top,
        _on_top,
        _tower,
        _row,
        _in_corner,
        _in_middle,
        _remove,
        _remove,
        _remove_all,
        _recolour,
        _around,
        _on_every,
    ]
    scene = _Scene(rng, grid, last, facing)
    for _ in range(TRIES):
        made = rng.choice(makers)(scene)
        if made and made[1] and all(_inside(cell) for cell in made[1]):
            placed = all(not colour or not grid[cell] for cell, colour in made[1].items())
            if placed or made[0].startswith("change"):
                return made
    cell = _anywhere(rng)
    while grid[cell]:
        cell = _moved(cell, UP) if cell[0] < SHAPE[0] - 1 else _anywhere(rng)
    return f"place a blue block {_coordinates(cell)}", {cell: 1}


class _Scene:
    """What a sentence may speak of."""

    def __init__(self, rng: random.Random, grid: Grid, last: Cell | None, facing: str | None) -> None:
        self.rng, self.grid, self.last, self.facing = rng, grid, last, facing
        self.count, self.colour = min(rng.randint(1, 6), rng.randint(1, 6)), rng.randint(1, len(COLOURS))

    def blocks(self) -> str:
        """How many of which colour: "three red blocks"."""
        if self.count == 1:
            return f"{self.rng.choice((_a(self.colour), f'one {_name(self.colour)}'))} block"
        number = self.rng.choice((COUNTS[self.count - 1], str(self.count)))
        return f"{number} {_name(self.colour)} blocks"

    def some(self) -> tuple[str, Cell] | None:
        """A block that stands and a phrase that means no other."""
        known = list(_phrases(self.grid, self.last))
        return self.rng.choice(known) if known else None

    def direction(self) -> tuple[str, Cell]:
        """A level direction and how to name it: "to the east of", "behind"."""
        if self.facing and self.rng.random() < 0.8:
            word, turns = self.rng.choice(list(TURNS.items()))
            step = STEPS[ROUND[(ROUND.index(self.facing) + turns) % 4]]
            named = {"behind": "behind", "front": "in front of"}
            return named.get(word, f"to the {word} of"), step
        if self.rng.random() < 0.1:
            corner = self.rng.choice(list(CORNERS))
            north, east = (
                ("north" if "north" in corner else "south"),
                ("east" if "east" in corner else "west"),
            )
            return f"to the {corner} of", (0, STEPS[east][1], STEPS[north][2])
        word = self.rng.choice(ROUND)
        named_so = self.rng.choice(("to the {} of", "on the {} side of", "{} of", "on the {}ern side of"))
        return named_so.format(word), STEPS[word]

    def place(self) -> str:
        return self.rng.choice(PLACES).casefold()

    def remove(self) -> str:
        return self.rng.choice(REMOVES).casefold()


Made = tuple[str, Edits] | None


def _beside(scene: _Scene) -> Made:
    found, (where, step) = scene.some(), scene.direction()
    if not found:
        return None
    gap = scene.count == 1 and scene.rng.random() < 0.15
    line = "" if scene.count == 1 else scene.rng.choice(("", " in a row", " in a line"))
    apart = ", leaving one empty space between them" if gap else ""
    cells = [_moved(found[1], step, i + 1 + gap) for i in range(scene.count)]
    return f"{scene.place()} {scene.blocks()}{line} {where} {found[0]}{apart}", _all(cells, scene.colour)


def _on_top(scene: _Scene) -> Made:
    found = scene.some()
    if not found:
        return None
    under = scene.rng.random() < 0.15
    where = scene.rng.choice(("below", "under") if under else ("on top of", "on top of", "above"))
    cells = [_moved(found[1], UP, -i - 1 if under else i + 1) for i in range(scene.count)]
    verb = "stack" if scene.count > 1 and not under and scene.rng.random() < 0.4 else scene.place()
    return f"{verb} {scene.blocks()} {where} {found[0]}", _all(cells, scene.colour)


def _tower(scene: _Scene) -> Made:
    found, (where, step) = scene.some(), scene.direction()
    if not found or scene.count < 2:
        return None
    number, tower = COUNTS[scene.count - 1], scene.rng.choice(("tower", "column", "stack", "pillar"))
    text = scene.rng.choice(
        (
            f"{scene.place()} {_a(scene.colour)} {tower} of {number} blocks {where} {found[0]}",
            f"{scene.place()} {scene.blocks()} on top of each other {where} {found[0]}",
            f"stack {scene.blocks()} vertically {where} {found[0]}",
        )
    )
    base = _moved(found[1], step)
    return text, _all([_moved(base, UP, i) for i in range(scene.count)], scene.colour)


def _row(scene: _Scene) -> Made:
    if scene.count < 2:
        return None
    rng, (first, second) = scene.rng, scene.rng.choice((ROUND[1::2], ROUND[::2]))
    x, z = rng.randint(2, 8), rng.randint(2, 8)
    start = (0, 5, 5) if rng.random() < 0.7 else (0, x, z)
    step = STEPS[rng.choice((first, second))]
    towards = next(word for word in ROUND if STEPS[word] == step)
    where = "starting in the middle" if start == (0, 5, 5) else f"starting {_coordinates(start)}"
    cells = [_moved(start, step, i) for i in range(scene.count)]
    return f"{scene.place()} a row of {scene.blocks()} {where} and going {towards}", _all(cells, scene.colour)


def _in_corner(scene: _Scene) -> Made:
    name, cell = scene.rng.choice(list(CORNERS.items()))
    cells = [_moved(cell, UP, i) for i in range(scene.count)]
    how = "" if scene.count == 1 else " on top of each other"
    return f"{scene.place()} {scene.blocks()}{how} in the {name} corner", _all(cells, scene.colour)


def _in_middle(scene: _Scene) -> Made:
    cells = [_moved((0, 5, 5), UP, i) for i in range(scene.count)]
    where = scene.rng.choice(("in the middle of the grid", "in the center", "in the centre of the ground"))
    how = "" if scene.count == 1 else " on top of each other"
    return f"{scene.place()} {scene.blocks()}{how} {where}", _all(cells, scene.colour)


def _remove(scene: _Scene) -> Made:
    found = scene.some()
    return (f"{scene.remove()} {found[0]}", {found[1]: 0}) if found else None


def _remove_all(scene: _Scene) -> Made:
    cells = _cells(scene.grid == scene.colour)
    every = scene.rng.choice(("all the", "all of the", "every one of the", "the"))
    name = _name(scene.colour)
    return (f"{scene.remove()} {every} {name} blocks", _all(cells, 0)) if len(cells) > 1 else None


def _recolour(scene: _Scene) -> Made:
    found = scene.some()
    if not found or scene.grid[found[1]] == scene.colour:
        return None
    name = _name(scene.colour)
    verb = scene.rng.choice(
        (f"change {found[0]} to {name}", f"change {found[0]} into {_a(scene.colour)} block")
    )
    return verb, {found[1]: scene.colour}


def _around(scene: _Scene) -> Made:
    found = scene.some()
    if not found:
        return None
    both = scene.rng.choice((ROUND, ROUND[::2], ROUND[1::2]))
    sides = "all four sides" if both == ROUND else f"the {both[0]} and the {both[1]} side"
    cells = [_moved(found[1], STEPS[word]) for word in both]
    return f"{scene.place()} {_a(scene.colour)} block on {sides} of {found[0]}", _all(cells, scene.colour)


def _on_every(scene: _Scene) -> Made:
    rng = scene.rng
    on = rng.choice([int(c) for c in np.unique(scene.grid)])
    tops = [c for c in _cells(scene.grid == on) if c[0] + 1 < SHAPE[0] and not scene.grid[_moved(c, UP)]]
    if not on or len(tops) < 2 or len(tops) != int((scene.grid == on).sum()):
        return None
    each = rng.choice(("each of the", "every one of the", "all the"))
    text = f"{scene.place()} {_a(scene.colour)} block on top of {each} {_name(on)} blocks"
    return text, _all([_moved(c, UP) for c in tops], scene.colour)


def _phrases(grid: Grid, last: Cell | None) -> Iterator[tuple[str, Cell]]:
    """Every block that can be named, with its names."""
    if last is not None and grid[last]:
        for name in ("it", "that block", "the block you just placed", "the last block"):
            yield name, last
    for colour in (0, *(int(c) for c in np.unique(grid[grid > 0]))):
        cells = _cells(grid == colour if colour else grid > 0)
        name = f"{_name(colour)} block" if colour else "block"
        if len(cells) == 1:
            yield f"the {name}", cells[0]
            continue
        for words, step in _ENDS.items():
            reach = [sum(a * b for a, b in zip(cell, step, strict=True)) for cell in cells]
            if reach.count(max(reach, default=0)) == 1:
                for word in words:
                    yield f"the {word} {name}", cells[reach.index(max(reach))]


_ENDS: Mapping[tuple[str, ...], Cell] = {
    ("highest", "top", "topmost"): UP,
    ("lowest", "bottom"): (-1, 0, 0),
    **{(f"{word}ernmost", f"{word}most", f"most {word}"): STEPS[word] for word in ROUND},
}


def _name(colour: int) -> str:
    return COLOURS[colour - 1]


def _a(colour: int) -> str:
    """The colour with its article: "an orange"."""
    return f"{'an' if _name(colour)[0] in 'aeiou' else 'a'} {_name(colour)}"


def _all(cells: list[Cell], colour: int) -> Edits:
    return dict.fromkeys(cells, colour)


def _cells(held: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> list[Cell]:
    return [(int(y), int(x), int(z)) for y, x, z in np.argwhere(held)]


def _coordinates(cell: Cell) -> str:
    x, z = cell[1] - 5, cell[2] - 5
    parts = [
        f"{abs(n)} {'space' if abs(n) == 1 else 'spaces'} {word}"
        for n, word in ((z, "south" if z > 0 else "north"), (x, "east" if x > 0 else "west"))
        if n
    ]
    return " and ".join(parts) + " of the middle" if parts else "in the middle"


def _anywhere(rng: random.Random) -> Cell:
    return 0, rng.randrange(SHAPE[1]), rng.randrange(SHAPE[2])


def _moved(cell: Cell, step: Cell, times: int = 1) -> Cell:
    return cell[0] + step[0] * times, cell[1] + step[1] * times, cell[2] + step[2] * times


def _inside(cell: Cell) -> bool:
    return all(0 <= i < n for i, n in zip(cell, SHAPE, strict=True))
