"""Places and blocks in the words of a person who answers."""

from __future__ import annotations

import random

import numpy as np

from cq.building.directions import RELATIVE_TURNS, UP
from cq.building.synthetic.scene import CORNERS, SUPERLATIVES, Cell, colour_name, in_zone, shifted
from cq.world.directions import COMPASS, OFFSETS, turn
from cq.world.grid import Grid

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
MAX_DISTANCE = 3
"""Cells between a place and the block that it is told from, at most."""


def name_block(rng: random.Random, grid: Grid, cell: Cell) -> str | None:
    """Words for the block at a cell of a grid and for no other; None if few words do not tell it apart."""
    colour = int(grid[cell])
    names = []
    for of_colour in (True, False):
        cells = np.argwhere(grid == colour if of_colour else grid > 0)
        noun = f"{colour_name(colour)} {rng.choice(('block', 'one', 'cube'))}" if of_colour else "block"
        if len(cells) == 1:
            names.append(f"the {noun}")
            continue
        for adjectives, offset in SUPERLATIVES.items():
            along = cells @ np.array(offset)
            if along[(cells == cell).all(1)][0] == along.max() and (along == along.max()).sum() == 1:
                names += [f"the {rng.choice(adjectives)} {noun}", _relative_clause(rng, noun, offset)]
    return rng.choice(names) if names else None


def zone_place(rng: random.Random, cell: Cell) -> str:
    """The place of a cell in the zone, by its corner, its edges or its centre, and by its level."""
    y, x, z = cell
    across = [_row(rng, x, "west", "east"), _row(rng, z, "north", "south")]
    rng.shuffle(across)
    forms = [f"{across[0]} and {across[1]}"] * 2
    corners = [name for name, corner in CORNERS.items() if corner[1:] == (x, z)]
    if corners:
        forms = [f"in the {corners[0]} corner", f"the {corners[0]} corner", f"the corner in the {corners[0]}"]
    elif (x, z) == (5, 5):
        forms = ["in the middle", "in the center of the grid", "the middle square"]
    elif max(abs(x - 5), abs(z - 5)) <= MAX_DISTANCE:
        forms.append(_from_centre(rng, x - 5, z - 5))
    elif x in (0, 10) or z in (0, 10):
        edge = "west" if x == 0 else "east" if x == 10 else "north" if z == 0 else "south"
        other = across[0] if edge in across[1] else across[1]
        forms.append(f"along the {edge} side, {other}")
    return rng.choice(forms) + _level(rng, y)


def place_by_block(rng: random.Random, anchors: Grid, cell: Cell, facing: str | None) -> str | None:
    """The place of a cell beside, above, below or some spaces from a block of `anchors` that has a name.

    With `facing`, some places are told as left, right, in front or behind.
    """
    places = []
    for word, offset in OFFSETS.items():
        for distance in range(1, MAX_DISTANCE + 1 if word in COMPASS else 2):
            anchor = shifted(cell, offset, -distance)
            if not in_zone(anchor) or not anchors[anchor]:
                continue
            name = name_block(rng, anchors, anchor)
            if name:
                places.append(_beside(rng, word, distance, name, facing))
            break
    return rng.choice(places) if places else None


def _beside(rng: random.Random, word: str, distance: int, name: str, facing: str | None) -> str:
    if word not in COMPASS:
        up = ("on top of", "on", "above", "over") if word != "down" else ("under", "below", "underneath")
        return f"{rng.choice(up)} {name}"
    phrases = [f"{word} of", f"to the {word} of", f"on the {word} side of", f"{word} of"]
    if facing and rng.random() < 0.4:
        relative = next(side for side, turns in RELATIVE_TURNS.items() if turn(facing, turns) == word)
        said = {"behind": "behind", "front": "in front of"}.get(relative, f"to the {relative} of")
        phrases = [said]
    phrase = rng.choice(phrases)
    if distance == 1:
        return f"{rng.choice(('', '', 'right ', 'directly ', 'next to it, '))}{phrase} {name}"
    between = distance - 1
    gap = f"{between} empty space{'s' * (between > 1)} in between"
    return rng.choice((f"{distance} spaces {phrase} {name}", f"{phrase} {name}, with {gap}"))


def _row(rng: random.Random, index: int, low: str, high: str) -> str:
    """Where an index from 0 to 10 lies between two sides of the zone."""
    near, steps = (low, index) if index <= 5 else (high, 10 - index)
    if steps == 0:
        return rng.choice((f"on the {near} edge", f"at the {near} border", f"in the {near}most row"))
    if steps == 5:
        return rng.choice((f"in the middle from {low} to {high}", f"in the sixth row from the {near}"))
    plural = "s" * (steps > 1)
    return rng.choice(
        (
            f"{steps} block{plural} from the {near} edge",
            f"in the {ORDINALS[steps]} row from the {near}",
            f"{steps} step{plural} away from the {near} side",
        )
    )


def _from_centre(rng: random.Random, x: int, z: int) -> str:
    parts = [
        f"{abs(n)} {rng.choice(('space', 'block', 'square'))}{'s' * (abs(n) > 1)} {word}"
        for n, word in ((z, "south" if z > 0 else "north"), (x, "east" if x > 0 else "west"))
        if n
    ]
    return f"{' and '.join(parts)} of the {rng.choice(('middle', 'center'))}"


def _level(rng: random.Random, y: int) -> str:
    if y == 0:
        return rng.choice(("", "", " on the ground", ", directly on the ground", ", bottom level"))
    ordinal = ORDINALS[y] if y < len(ORDINALS) else f"{y + 1}th"
    above = f"{y} block{'s' * (y > 1)} above the ground"
    return rng.choice((f" on level {y + 1}", f", {above}", f" on the {ordinal} layer"))


def _relative_clause(rng: random.Random, noun: str, offset: Cell) -> str:
    word = {UP: "top", (-1, 0, 0): "bottom"}.get(offset)
    if word:
        return f"the {noun} at the {word}"
    side = next(name for name, one in OFFSETS.items() if one == offset)
    return rng.choice((f"the {noun} furthest {side}", f"the {noun} at the {side} end", f"the {side} {noun}"))
