"""Upright and solid shapes with a name, of any size."""

from __future__ import annotations

from cq.building.synthetic.outlines import Outline, other_colour, outline, running, size_of, upright
from cq.building.synthetic.scene import Edits, SyntheticScene, colour_name
from cq.building.synthetic.wording import NUMBERS, block_noun, number, worded
from cq.world.directions import COMPASS


def cube(scene: SyntheticScene) -> Outline:
    """A solid cube."""
    side = scene.rng.choice((2, 2, 3))
    size = f"{side}x{side}x{side}"
    noun = worded(scene.rng, f"[{size} cube|solid cube|cube]")
    detail = (
        ""
        if size in noun
        else worded(scene.rng, f"[, {size_of(scene, side)} [wide|on each side|long on every side]]")
    )
    cells = [(y, x, z) for y in range(side) for x in range(side) for z in range(side)]
    return outline(scene, noun, detail, cells)


def pyramid(scene: SyntheticScene) -> Outline:
    """A stepped pyramid with a base of three or five blocks a side."""
    rng, half = scene.rng, scene.rng.choice((1, 1, 1, 2))
    base = 2 * half + 1
    cells = [(y, x, z) for y in range(half + 1) for x in range(y, base - y) for z in range(y, base - y)]
    size = f"{base}x{base}" if rng.random() < 0.7 else f"{base} by {base}"
    detail = worded(
        rng,
        f"[ with a {size} base|, its base {size}| that is {NUMBERS[half]} layers high, with a {size} base]",
    )
    return outline(scene, rng.choice(("pyramid", "step pyramid")), detail, cells)


def arch(scene: SyntheticScene) -> Outline:
    """Two pillars with a beam across."""
    rng, ahead = scene.rng, scene.rng.choice(COMPASS)
    gap, height = rng.choice((1, 1, 2, 3)), rng.randint(1, 3)
    width = gap + 2
    cells = upright(
        ahead,
        [(side, y) for side in (0, width - 1) for y in range(height)] + [(i, height) for i in range(width)],
    )
    detail = worded(
        rng,
        f"[ with|, its] pillars {size_of(scene, height)} [high|tall] "
        f"and a beam of {number(rng, width)} on top",
        f", {size_of(scene, width)} wide and {size_of(scene, height + 1)} high",
    )
    return outline(
        scene, rng.choice(("arch", "gate", "archway", "doorway")), detail + running(scene, ahead), cells
    )


def staircase(scene: SyntheticScene) -> Outline:
    """Stairs that rise in one direction, filled below or of single blocks."""
    rng, steps, ahead = scene.rng, scene.rng.choice((2, 3, 3, 4, 5)), scene.rng.choice(COMPASS)
    filled = rng.random() < 0.75
    cells = upright(ahead, [(i, j) for i in range(steps) for j in (range(i + 1) if filled else (i,))])
    noun = rng.choice(("staircase", "flight of stairs", "stairway"))
    body = worded(
        rng,
        "[, solid below|, filled underneath||]"
        if filled
        else "[, with nothing underneath|, one block per step]",
    )
    detail = worded(
        rng,
        f"[ of {number(rng, steps)} steps|, {size_of(scene, steps)} high]"
        f"[, going up to the {ahead}| that rises to the {ahead}|, climbing {ahead}]",
    )
    return outline(scene, noun, detail + body, cells)


def wall(scene: SyntheticScene) -> Outline:
    """A wall of some width and height."""
    rng, ahead = scene.rng, scene.rng.choice(COMPASS)
    width, height = rng.randint(2, 7), rng.randint(2, 4)
    cells = upright(ahead, [(i, j) for i in range(width) for j in range(height)])
    detail = worded(
        rng,
        f"[, | that is ]{size_of(scene, width)} [long|wide] and {number(rng, height)} [high|tall]",
        f" with a [length|width] of {number(rng, width)} and a height of {number(rng, height)}",
    )
    return outline(scene, "wall", detail + running(scene, ahead), cells)


def window(scene: SyntheticScene) -> Outline:
    """A frame that stands upright."""
    rng, ahead = scene.rng, scene.rng.choice(COMPASS)
    width, height = rng.choice((3, 3, 4, 5)), rng.choice((3, 3, 4))
    cells = upright(
        ahead,
        [(i, j) for i in range(width) for j in range(height) if i in (0, width - 1) or j in (0, height - 1)],
    )
    detail = f", {size_of(scene, width)} wide and {number(rng, height)} high{running(scene, ahead)}"
    return outline(scene, rng.choice(("standing frame", "upright frame", "window frame")), detail, cells)


def table(scene: SyntheticScene) -> Outline:
    """A square top on four legs."""
    height = scene.rng.choice((1, 1, 2))
    cells = [(y, x, z) for x in (0, 2) for z in (0, 2) for y in range(height)]
    cells += [(height, x, z) for x in range(3) for z in range(3)]
    legs = f"four legs{'' if height == 1 else ', each two blocks high,'}"
    return outline(scene, "table", f" with {legs} and a 3x3 top", cells)


def striped_tower(scene: SyntheticScene) -> Outline:
    """A tower of two colours in turn."""
    rng, height, other = scene.rng, scene.rng.randint(3, 8), other_colour(scene)
    first, second = colour_name(scene.colour), colour_name(other)
    cells: Edits = {(y, 0, 0): other if y % 2 else scene.colour for y in range(height)}
    name = worded(
        rng,
        f"a [tower|stack|column|pillar] of {number(rng, height)} [alternating {first} and {second}"
        f"|{first} and {second}] "
        f"{block_noun(rng, plural=True)}",
    )
    return Outline(name, worded(rng, f", [alternating, |in turn, ]{first} at the bottom"), cells)
