"""Sentences that place blocks relative to the zone: its middle, its corners, spaces from the middle."""

from __future__ import annotations

from cq.building.directions import DIRECTION_OFFSETS, UP
from cq.building.synthetic.scene import (
    CENTRE,
    CORNERS,
    TOWER_NOUNS,
    Sentence,
    SyntheticScene,
    colour_name,
    fill,
    place_from_centre,
    shifted,
    with_article,
)
from cq.world.directions import COMPASS

ZONE_NOUNS = ("grid", "map", "board", "ground")


def row_on_the_ground(scene: SyntheticScene) -> Sentence:
    """Like "place a row of three red blocks starting in the middle and going east"."""
    if scene.count < 2:
        return None
    start = CENTRE if scene.rng.random() < 0.6 else (0, scene.rng.randint(2, 8), scene.rng.randint(2, 8))
    towards = scene.rng.choice(COMPASS)
    cells = [shifted(start, DIRECTION_OFFSETS[towards], i) for i in range(scene.count)]
    row = f"{scene.place_verb} a row of {scene.counted_blocks}"
    return f"{row} starting {place_from_centre(start)} and going {towards}", fill(cells, scene.colour)


def in_a_corner(scene: SyntheticScene) -> Sentence:
    """Like "stack two red blocks in the northwest corner"."""
    corner, cell = scene.rng.choice(list(CORNERS.items()))
    cells = [shifted(cell, UP, i) for i in range(scene.count)]
    where = f"in the {corner} corner{scene.rng.choice(('', ' of the ' + scene.rng.choice(ZONE_NOUNS)))}"
    return _stacked(scene, where), fill(cells, scene.colour)


def in_every_corner(scene: SyntheticScene) -> Sentence:
    """Like "put a red block in each corner of the grid"."""
    where = f"in {scene.rng.choice(('each', 'every'))} corner of the {scene.rng.choice(ZONE_NOUNS)}"
    text = f"{scene.place_verb} {with_article(scene.colour)} block {where}"
    return text, fill(list(CORNERS.values()), scene.colour)


def in_the_middle(scene: SyntheticScene) -> Sentence:
    """Like "build a tower of two red blocks in the middle of the map"."""
    cells = [shifted(CENTRE, UP, i) for i in range(scene.count)]
    middle = scene.rng.choice(("middle", "center", "centre"))
    text = _stacked(scene, f"in the {middle} of the {scene.rng.choice(ZONE_NOUNS)}")
    return text, fill(cells, scene.colour)


def square(scene: SyntheticScene) -> Sentence:
    """Like "build a 3x3 square of red blocks in the middle"."""
    rng, side = scene.rng, scene.rng.choice((2, 2, 3, 3, 4))
    if rng.random() < 0.5:
        corner, first = rng.choice(list(CORNERS.items()))
        where, offset = f"in the {corner} corner", (0, 1 if first[1] == 0 else -1, 1 if first[2] == 0 else -1)
    elif side == 3:
        where, first, offset = "in the middle", (0, 4, 4), (0, 1, 1)
    else:
        return None
    ground = [(first[1] + offset[1] * i, first[2] + offset[2] * j) for i in range(side) for j in range(side)]
    cells = [(0, x, z) for x, z in ground]
    edits = fill(cells, scene.colour)
    noun = rng.choice((f"{side}x{side} square", f"{side} by {side} square"))
    text = f"{scene.place_verb} a {noun} of {colour_name(scene.colour)} blocks {where}"
    if side == 3 and rng.random() < 0.4:
        other = rng.choice([c for c in range(1, 7) if c != scene.colour])
        edits[cells[4]] = other
        text += f" with {with_article(other)} block in its middle"
    return text, edits


def _stacked(scene: SyntheticScene, where: str) -> str:
    """The scene's blocks as a tower at a place, or as one block."""
    if scene.count == 1:
        return f"{scene.place_verb} {scene.counted_blocks} {where}"
    return scene.rng.choice(
        (
            f"{scene.place_verb} {scene.counted_blocks} on top of each other {where}",
            f"stack {scene.counted_blocks} {where}",
            f"{scene.place_verb} a {scene.rng.choice(TOWER_NOUNS)} of {scene.counted_blocks} {where}",
        )
    )
