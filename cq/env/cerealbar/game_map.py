"""Maps: terrain and objects by cell, and a seeded generator of them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from cq.env.cerealbar.hexes import CELLS, SIZE, component, distance, neighbours
from cq.errors import InputError, excerpt

TERRAINS = ("unseen", "grass", "path", "water", "deep water", "hill", "short hill")
OBJECTS = (
    "nothing",
    "tree",
    "plant",
    "lamppost",
    "tent",
    "windmill",
    "tower",
    "black hut",
    "blue hut",
    "green hut",
    "red hut",
    "yellow hut",
)
"""The public game's kinds, without its variants of trees and plants. All of them are obstacles."""

GRASS, PATH, WATER, DEEP_WATER, HILL, SHORT_HILL = range(1, 7)
TREE, LAMPPOST = OBJECTS.index("tree"), OBJECTS.index("lamppost")


@dataclass(frozen=True)
class GameMap:
    """Terrain and objects by cell, each 625 codes: indices of `TERRAINS` (1 to 6) and of `OBJECTS`.

    Raises `InputError` for another length or an unknown code.
    """

    terrain: bytes
    objects: bytes
    obstacles: bytes = field(init=False, repr=False, compare=False)
    """By cell: 1 where nobody can go: an object, water or a hill."""
    ground: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """The cells of the largest connected region without obstacles, in order: cards and players are there."""

    def __post_init__(self) -> None:
        for name, codes, known in (
            ("terrain", self.terrain, range(1, len(TERRAINS))),
            ("objects", self.objects, range(len(OBJECTS))),
        ):
            if not isinstance(codes, bytes) or len(codes) != CELLS:
                raise InputError(f"{name} is {excerpt(codes)}; give {CELLS} bytes, one a cell")
            if unknown := set(codes) - set(known):
                raise InputError(f"{name} has the code {min(unknown)}; give {known[0]} to {known[-1]}")
        blocked = bytes(
            bool(thing) or ground not in (GRASS, PATH)
            for ground, thing in zip(self.terrain, self.objects, strict=True)
        )
        object.__setattr__(self, "obstacles", blocked)
        regions = _regions({cell for cell in range(CELLS) if not blocked[cell]})
        largest: set[int] = max(regions, key=len)
        object.__setattr__(self, "ground", tuple(sorted(largest)))

    def describe(self, cell: int) -> str:
        """What is on a cell, for messages."""
        thing = self.objects[cell]
        return f"a {OBJECTS[thing]}" if thing else TERRAINS[self.terrain[cell]]


def random_map(seed: int) -> GameMap:
    """A map with lakes, hills, paths between huts, trees and single landmarks, in which all free cells are
    connected. The same seed gives the same map.
    """
    rng = random.Random(f"map {seed}")
    terrain, objects = bytearray([GRASS]) * CELLS, bytearray(CELLS)
    for shallow, deep, number in ((WATER, DEEP_WATER, 3), (SHORT_HILL, HILL, 3)):
        for _ in range(rng.randint(1, number)):
            blob = _blob(rng, rng.randint(8, 22))
            for cell in blob:
                terrain[cell] = deep if all(other in blob for other in neighbours(cell)) else shallow
    buildings = [*range(LAMPPOST + 1, len(OBJECTS)), LAMPPOST + 1]
    grass = [cell for cell in range(CELLS) if terrain[cell] == GRASS]
    sites = rng.sample(grass, len(buildings))
    _lay_paths(terrain, sites)
    for thing, cell in zip(buildings, sites, strict=True):
        objects[cell] = thing
    beside = [cell for cell in grass if terrain[cell] == GRASS and not objects[cell]]
    lit = [cell for cell in beside if any(terrain[other] == PATH for other in neighbours(cell))]
    for cell in rng.sample(lit, min(len(lit), 8)):
        objects[cell] = LAMPPOST
    free = [cell for cell in beside if not objects[cell]]
    for number, cell in enumerate(rng.sample(free, min(len(free), rng.randint(50, 80)))):
        objects[cell] = TREE + number % 2
    drawn = GameMap(bytes(terrain), bytes(objects))
    for cell in set(range(CELLS)) - set(drawn.ground):
        if not drawn.obstacles[cell]:
            objects[cell] = TREE
    return GameMap(bytes(terrain), bytes(objects))


def _blob(rng: random.Random, size: int) -> set[int]:
    """A connected region of cells that grows at random."""
    blob = {rng.randrange(CELLS)}
    while len(blob) < size:
        blob.add(rng.choice(neighbours(rng.choice(sorted(blob)))))
    return blob


def _lay_paths(terrain: bytearray, sites: Sequence[int]) -> None:
    """Paths over grass from each site to the next one, as straight as the terrain lets them."""
    for start, goal in pairwise(sites):
        cell = start
        while cell != goal:
            closer = [other for other in neighbours(cell) if distance(other, goal) < distance(cell, goal)]
            cell = min(closer, key=lambda other: (terrain[other] not in (GRASS, PATH), other))
            if terrain[cell] == GRASS and cell not in sites:
                terrain[cell] = PATH


def _regions(cells: set[int]) -> list[set[int]]:
    """The connected regions of a set of cells, and an empty one."""
    left, regions = set(cells), [set[int]()]
    while left:
        regions.append(component(min(left), left))
        left -= regions[-1]
    return regions


def cell_at(x: int, y: int) -> int:
    """The cell of a column and a row, each 0 to 24. Raises `InputError` for a place outside the grid."""
    if not (x in range(SIZE) and y in range(SIZE)):
        raise InputError(f"({excerpt(x)}, {excerpt(y)}) is outside the grid; give x and y of 0 to {SIZE - 1}")
    return int(y * SIZE + x)
