"""The structures of a world, and phrases that name one of them and no other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from cq.building.directions import DIRECTION_OFFSETS
from cq.building.synthetic.scene import TOWER_NOUNS, Cell, NamedObject, SyntheticScene, colour_name, shifted
from cq.building.synthetic.wording import NUMBERS
from cq.world.directions import COMPASS, OFFSETS, Offset
from cq.world.grid import Grid

NOUNS: dict[str, tuple[str, ...]] = {
    "tower": TOWER_NOUNS,
    "row": ("row", "line", "strip"),
    "wall": ("wall",),
    "square": ("square",),
    "rectangle": ("rectangle",),
    "ring": ("ring", "frame", "hollow square"),
    "block": ("single block", "lone block"),
}
"""The nouns of each kind of structure."""


class Structure(NamedTuple):
    """Blocks that touch face to face: the kind (of `NOUNS`, or "other"), the sorted cells, their colours."""

    kind: str
    cells: tuple[Cell, ...]
    colours: tuple[int, ...]

    @property
    def low(self) -> Cell:
        """The least y, x and z."""
        y, x, z = (min(axis) for axis in zip(*self.cells, strict=True))
        return y, x, z

    @property
    def high(self) -> Cell:
        """The greatest y, x and z."""
        y, x, z = (max(axis) for axis in zip(*self.cells, strict=True))
        return y, x, z

    @property
    def extent(self) -> Cell:
        """How many cells it covers upwards, to the east, and to the south."""
        low, high = self.low, self.high
        return high[0] - low[0] + 1, high[1] - low[1] + 1, high[2] - low[2] + 1

    @property
    def colour(self) -> int | None:
        """Its colour if it has only one."""
        return self.colours[0] if len(set(self.colours)) == 1 else None

    @property
    def axis(self) -> int:
        """The horizontal axis along which it is longer: 1 or 2."""
        return 1 if self.extent[1] >= self.extent[2] else 2

    def end(self, direction: str) -> list[Cell]:
        """The cells that lie farthest in a direction of `OFFSETS`."""
        distances = [_distance(cell, OFFSETS[direction]) for cell in self.cells]
        return [cell for cell, d in zip(self.cells, distances, strict=True) if d == max(distances)]


class NamedStructure(NamedTuple):
    """A phrase, and the only structure that it names."""

    phrase: str
    structure: Structure


def structures(grid: Grid) -> list[Structure]:
    """All structures of a world."""
    rest = {(int(y), int(x), int(z)): int(grid[y, x, z]) for y, x, z in np.argwhere(grid)}
    found = []
    while rest:
        first = next(iter(rest))
        waiting, members = [first], {first: rest.pop(first)}
        while waiting:
            cell = waiting.pop()
            for offset in OFFSETS.values():
                neighbour = shifted(cell, offset)
                if neighbour in rest:
                    members[neighbour] = rest.pop(neighbour)
                    waiting.append(neighbour)
        cells = tuple(sorted(members))
        found.append(Structure(_kind(cells), cells, tuple(members[cell] for cell in cells)))
    return found


def named_structure(scene: SyntheticScene, *kinds: str) -> NamedStructure | None:
    """A random structure of some kinds, or of any in `NOUNS`, with a phrase for it; None if there is none."""
    everything = structures(scene.grid)
    fitting = [one for one in everything if one.kind in (kinds or NOUNS)]
    if not fitting:
        return None
    structure = scene.rng.choice(fitting)
    phrase = phrase_for(scene, structure, everything)
    return NamedStructure(phrase, structure) if phrase else None


def landmark(scene: SyntheticScene) -> NamedObject | None:
    """A random block or tower with a phrase that names it and no other; None if there is none."""
    if scene.rng.random() < 0.4:
        named = named_structure(scene, "tower", "block")
        if named:
            return NamedObject(named.phrase, named.structure.low, named.structure.high)
    return scene.named_object()


def phrase_for(scene: SyntheticScene, structure: Structure, among: list[Structure]) -> str | None:
    """A random phrase that names a structure and no other of those; None if there is no such phrase."""
    if structure.kind == "block":
        cell = structure.cells[0]
        names = [one.phrase for one in scene.named_objects() if one.base == one.top == cell]
        if sum(one.kind == "block" for one in among) == 1 < len(among):
            names += [f"the {noun}" for noun in NOUNS["block"]]
    elif len(among) == 1:
        names = [*_names(structure, among), "the structure"]
    else:
        names = list(_names(structure, [one for one in among if one.kind == structure.kind]))
    return scene.rng.choice(names) if names else None


def _names(structure: Structure, peers: list[Structure]) -> Iterator[str]:
    """The phrases for a structure that fit none of its peers; it is one of them."""
    others = [one for one in peers if one is not structure]
    sizes = [_size(one) for one in others]
    colours = list(dict.fromkeys(structure.colours))
    for noun in NOUNS.get(structure.kind, ()):
        if not others:
            yield f"the {noun}"
        if len(colours) <= 2 and not any(set(one.colours) == set(colours) for one in others):
            yield f"the {' and '.join(map(colour_name, colours))} {noun}"
            yield f"the {' and '.join(map(colour_name, colours))} {noun}"
        if _size(structure) not in sizes:
            yield from _size_names(structure, noun, sizes)
        for word in COMPASS:
            if all(_beyond(structure, one, DIRECTION_OFFSETS[word]) for one in others) and others:
                yield f"the {word}ernmost {noun}" if len(others) > 1 else f"the {word}ern {noun}"


def _size_names(structure: Structure, noun: str, sizes: list[int]) -> Iterator[str]:
    size = _size(structure)
    if structure.kind in ("tower", "row"):
        if size <= len(NUMBERS):
            yield f"the {noun} of {NUMBERS[size - 1]}"
            yield f"the {NUMBERS[size - 1]}-block {noun}"
        longer, shorter = ("tall", "short") if structure.kind == "tower" else ("long", "short")
        if sizes and size > max(sizes):
            yield f"the {longer}{'er' if len(sizes) == 1 else 'est'} {noun}"
        if sizes and size < min(sizes):
            yield f"the {shorter}{'er' if len(sizes) == 1 else 'est'} {noun}"
    elif sizes and (size > max(sizes) or size < min(sizes)):
        word = "bigger" if size > max(sizes) else "smaller"
        yield f"the {word if len(sizes) == 1 else word.replace('er', 'est')} {noun}"


def _size(structure: Structure) -> int:
    return len(structure.cells)


def _beyond(one: Structure, other: Structure, offset: Offset) -> bool:
    """Whether all of one structure lies farther in a direction than all of the other."""
    least = min(_distance(one.low, offset), _distance(one.high, offset))
    return least > max(_distance(other.low, offset), _distance(other.high, offset))


def _distance(cell: Cell, offset: Offset) -> int:
    return cell[0] * offset[0] + cell[1] * offset[1] + cell[2] * offset[2]


def _kind(cells: tuple[Cell, ...]) -> str:
    height, width, depth = Structure("", cells, ()).extent
    full = len(cells) == height * width * depth
    if len(cells) == 1:
        return "block"
    if full and width == depth == 1:
        return "tower"
    if full and height == 1 and 1 in (width, depth):
        return "row"
    if full and 1 in (width, depth):
        return "wall"
    if full and height == 1:
        return "square" if width == depth else "rectangle"
    if height == 1 and width == depth >= 3 and len(cells) == 4 * (width - 1) and _is_rim(cells):
        return "ring"
    return "other"


def _is_rim(cells: tuple[Cell, ...]) -> bool:
    box = Structure("", cells, ())
    return all(x in (box.low[1], box.high[1]) or z in (box.low[2], box.high[2]) for _, x, z in cells)
