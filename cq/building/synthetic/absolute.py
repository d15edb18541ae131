"""Sentences that place blocks by the zone alone: its middle, its corners, counted spaces from the middle."""

from __future__ import annotations

from cq.building.baseline.clauses import ROUND, STEPS
from cq.building.synthetic.scene import (
    CENTRE,
    CORNERS,
    TOWERS,
    UP,
    Made,
    Scene,
    a,
    all_of,
    from_centre,
    moved,
    name,
)

ZONE = ("grid", "map", "board", "ground")


def row_on_the_ground(scene: Scene) -> Made:
    if scene.count < 2:
        return None
    start = CENTRE if scene.rng.random() < 0.6 else (0, scene.rng.randint(2, 8), scene.rng.randint(2, 8))
    towards = scene.rng.choice(ROUND)
    cells = [moved(start, STEPS[towards], i) for i in range(scene.count)]
    text = f"{scene.place} a row of {scene.blocks} starting {from_centre(start)} and going {towards}"
    return text, all_of(cells, scene.colour)


def in_a_corner(scene: Scene) -> Made:
    corner, cell = scene.rng.choice(list(CORNERS.items()))
    cells = [moved(cell, UP, i) for i in range(scene.count)]
    where = f"in the {corner} corner{scene.rng.choice(('', ' of the ' + scene.rng.choice(ZONE)))}"
    return _stacked(scene, where), all_of(cells, scene.colour)


def in_every_corner(scene: Scene) -> Made:
    where = f"in {scene.rng.choice(('each', 'every'))} corner of the {scene.rng.choice(ZONE)}"
    return f"{scene.place} {a(scene.colour)} block {where}", all_of(list(CORNERS.values()), scene.colour)


def in_the_middle(scene: Scene) -> Made:
    cells = [moved(CENTRE, UP, i) for i in range(scene.count)]
    middle = scene.rng.choice(("middle", "center", "centre"))
    return _stacked(scene, f"in the {middle} of the {scene.rng.choice(ZONE)}"), all_of(cells, scene.colour)


def square(scene: Scene) -> Made:
    rng, side = scene.rng, scene.rng.choice((2, 2, 3, 3, 4))
    if rng.random() < 0.5:
        corner, first = rng.choice(list(CORNERS.items()))
        where, step = f"in the {corner} corner", (0, 1 if first[1] == 0 else -1, 1 if first[2] == 0 else -1)
    elif side == 3:
        where, first, step = "in the middle", (0, 4, 4), (0, 1, 1)
    else:
        return None
    cells = [(0, first[1] + step[1] * i, first[2] + step[2] * j) for i in range(side) for j in range(side)]
    edits, noun = (
        all_of(cells, scene.colour),
        rng.choice((f"{side}x{side} square", f"{side} by {side} square")),
    )
    text = f"{scene.place} a {noun} of {name(scene.colour)} blocks {where}"
    if side == 3 and rng.random() < 0.4:
        other = rng.choice([c for c in range(1, 7) if c != scene.colour])
        edits[cells[4]] = other
        text += f" with {a(other)} block in its middle"
    return text, edits


def _stacked(scene: Scene, where: str) -> str:
    if scene.count == 1:
        return f"{scene.place} {scene.blocks} {where}"
    return scene.rng.choice(
        (
            f"{scene.place} {scene.blocks} on top of each other {where}",
            f"stack {scene.blocks} {where}",
            f"{scene.place} a {scene.rng.choice(TOWERS)} of {scene.blocks} {where}",
        )
    )
