"""Flat shapes with a name, of any size: which cells they have, and what they are called."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from cq.building.directions import DIRECTION_OFFSETS, UP
from cq.building.synthetic.scene import Cell, Edits, SyntheticScene, colour_name, fill, shifted
from cq.building.synthetic.wording import NUMBERS, block_noun, number, worded
from cq.world.directions import COMPASS, turn


class Outline(NamedTuple):
    """A shape: its name with its material ("a red plus"), what is to be said after its place, and its cells
    relative to some corner, with their colours.
    """

    name: str
    detail: str
    cells: Edits


def plus(scene: SyntheticScene) -> Outline:
    """A plus, lying or standing, with arms of one or two blocks."""
    rng, arm = scene.rng, scene.rng.choice((1, 1, 1, 2))
    noun = rng.choice(("plus", "plus sign", "cross", "plus shape"))
    arms = "" if arm == 1 else f", each arm {NUMBERS[arm - 1]} blocks long"
    if rng.random() < 0.7:
        cells = [(0, i, 0) for i in range(-arm, arm + 1)] + [(0, 0, i) for i in range(-arm, arm + 1) if i]
        lying = rng.choice(("", "", " lying", " flat"))
        return outline(scene, (lying + " " + noun).strip(), arms, cells)
    ahead = rng.choice(COMPASS)
    cells = upright(
        ahead, [(i, arm) for i in range(-arm, arm + 1)] + [(0, j) for j in range(2 * arm + 1) if j != arm]
    )
    return outline(
        scene, f"{rng.choice(('standing', 'upright'))} {noun}", arms + running(scene, ahead), cells
    )


def diagonal_cross(scene: SyntheticScene) -> Outline:
    """An X of five or nine blocks."""
    arm = scene.rng.choice((1, 1, 2))
    cells = [(0, i, i) for i in range(-arm, arm + 1)] + [(0, i, -i) for i in range(-arm, arm + 1) if i]
    noun = scene.rng.choice(("X", "letter X", "X shape", "diagonal cross"))
    return outline(scene, noun, worded(scene.rng, f", [|which is ]{size_of(scene, 2 * arm + 1)} wide"), cells)


def letter_t(scene: SyntheticScene) -> Outline:
    """A flat T with a bar of three or five blocks."""
    rng, bar, stem, ahead = (
        scene.rng,
        scene.rng.choice((3, 3, 5)),
        scene.rng.randint(1, 4),
        scene.rng.choice(COMPASS),
    )
    cells = flat(ahead, [(stem, i) for i in range(bar)] + [(j, bar // 2) for j in range(stem)])
    detail = worded(
        rng,
        f", with a bar of {number(rng, bar)} on the {ahead} side and a stem of {number(rng, stem)} going "
        f"{turn(ahead, 2)}",
        f", its bar of {number(rng, bar)} blocks at the {ahead} and its stem {size_of(scene, stem)} long",
    )
    return outline(scene, rng.choice(("T", "T shape", "flat T")), detail, cells)


def letter_u(scene: SyntheticScene) -> Outline:
    """A flat U that opens to one side."""
    rng, width, depth, ahead = (
        scene.rng,
        scene.rng.choice((3, 3, 4, 5)),
        scene.rng.randint(2, 4),
        scene.rng.choice(COMPASS),
    )
    cells = flat(
        ahead,
        [(0, i) for i in range(width)] + [(j, side) for j in range(1, depth) for side in (0, width - 1)],
    )
    detail = worded(
        rng,
        f", [open|opening|which is open|that opens] to the {ahead}, {size_of(scene, width)} wide and "
        f"{number(rng, depth)} deep",
    )
    return outline(scene, rng.choice(("U", "U shape", "horseshoe")), detail, cells)


def ring(scene: SyntheticScene) -> Outline:
    """A hollow square or rectangle on the ground."""
    rng = scene.rng
    width, depth = rng.choice(((3, 3), (3, 3), (4, 4), (5, 5), (3, 4), (3, 5), (5, 3), (4, 5), (4, 3)))
    cells = [
        (0, x, z) for x in range(width) for z in range(depth) if x in (0, width - 1) or z in (0, depth - 1)
    ]
    if width == depth:
        noun = worded(
            rng,
            f"[{width}x{width}|{width} by {width}|{number(rng, width)} by {number(rng, width)}] "
            "[ring|frame|hollow square|square ring|square outline]",
        )
        return outline(scene, noun, rng.choice(("", "", ", empty inside")), cells)
    noun = worded(rng, "[rectangular frame|hollow rectangle|rectangular ring]")
    return outline(scene, noun, _measures(scene, width, depth), cells)


def rectangle(scene: SyntheticScene) -> Outline:
    """A filled square or rectangle on the ground."""
    rng = scene.rng
    width, depth = rng.choice(
        ((2, 2), (3, 3), (3, 3), (4, 4), (5, 5), (2, 3), (3, 2), (2, 4), (3, 5), (5, 3), (4, 3))
    )
    cells = [(0, x, z) for x in range(width) for z in range(depth)]
    noun = rng.choice(("square", "platform", "floor") if width == depth else ("rectangle", "platform"))
    small, big = sorted((width, depth))
    noun = worded(rng, f"[{small}x{big}|{small} x {big}|{small} by {big}] {noun}")
    along = "from west to east" if width > depth else "from north to south"
    detail = (
        "" if width == depth else worded(rng, f", [with the long side running|its long side going] {along}")
    )
    return outline(scene, noun, detail, cells)


def diamond(scene: SyntheticScene) -> Outline:
    """A square that stands on its corner, lying on the ground, hollow or filled."""
    rng, half = scene.rng, scene.rng.choice((1, 2, 2))
    filled = rng.random() < 0.4
    cells = [
        (0, x, z)
        for x in range(-half, half + 1)
        for z in range(-half, half + 1)
        if (abs(x) + abs(z) <= half if filled else abs(x) + abs(z) == half)
    ]
    noun = f"{'filled' if filled else 'hollow'} {rng.choice(('diamond', 'rhombus'))}"
    return outline(scene, noun, f", {size_of(scene, 2 * half + 1)} wide", cells)


def checkerboard(scene: SyntheticScene) -> Outline:
    """Two colours in turn, on a square."""
    rng, side, other = scene.rng, scene.rng.choice((2, 3, 3, 3, 4)), other_colour(scene)
    start = rng.choice(("northwest", "southeast")) if side % 2 == 0 else "each"
    first = colour_name(scene.colour)
    cells: Edits = {
        (0, x, z): scene.colour if (x + z) % 2 == 0 else other for x in range(side) for z in range(side)
    }
    noun = worded(
        rng,
        f"a {side}x{side} [checkerboard|chessboard|chequered square] of {first} and {colour_name(other)} "
        f"{block_noun(rng, plural=True)}",
    )
    corner = (
        f", with {first} in {start} corner" if start == "each" else f", with {first} in its {start} corner"
    )
    return Outline(noun, corner, cells)


def outline(scene: SyntheticScene, noun: str, detail: str, cells: Iterable[Cell]) -> Outline:
    """The shape in the scene's colour: "a red plus" or "a plus of red blocks"."""
    rng, colour = scene.rng, colour_name(scene.colour)
    material = f"{colour} {block_noun(rng, plural=True)}"
    if rng.random() < 0.45:
        return Outline(with_a(f"{colour} {noun}"), detail, fill(list(cells), scene.colour))
    name = f"{with_a(noun)} {rng.choice(('of', 'of', 'made of', 'out of'))} {material}"
    return Outline(name, detail, fill(list(cells), scene.colour))


def with_a(noun: str) -> str:
    """The noun with "a" or "an", as it is spoken: "an X shape", "a U"."""
    word = noun.split()[0]
    vowel = word in tuple("AEFHILMNORSX8") or (word[0] in "aeio8" and len(word) > 1) or word[0] in "X8"
    return f"{'an' if vowel or word == 'upright' else 'a'} {noun}"


def flat(ahead: str, places: Iterable[tuple[int, int]]) -> list[Cell]:
    """Cells on the ground from (steps ahead, steps to the right of that) pairs."""
    forward, right = DIRECTION_OFFSETS[ahead], DIRECTION_OFFSETS[turn(ahead, 1)]
    return [shifted(shifted((0, 0, 0), forward, i), right, j) for i, j in places]


def upright(ahead: str, places: Iterable[tuple[int, int]]) -> list[Cell]:
    """Cells of an upright plane from (steps ahead, steps up) pairs."""
    return [shifted(shifted((0, 0, 0), DIRECTION_OFFSETS[ahead], i), UP, j) for i, j in places]


def running(scene: SyntheticScene, ahead: str) -> str:
    """The line that an upright shape follows."""
    return worded(
        scene.rng,
        f", [running|going|that runs|stretching] from {turn(ahead, 2)} to {ahead}",
        f", [built|aligned] along the {'east-west' if ahead in ('east', 'west') else 'north-south'} "
        f"[axis|direction]",
    )


def size_of(scene: SyntheticScene, count: int) -> str:
    """Like "three blocks" or "3"."""
    return worded(scene.rng, f"{number(scene.rng, count)}[| {block_noun(scene.rng, plural=count > 1)}]")


def _measures(scene: SyntheticScene, width: int, depth: int) -> str:
    sizes = [f"{number(scene.rng, width)} [|blocks ][long|wide] from west to east"]
    sizes.append(f"{number(scene.rng, depth)} from north to south")
    return worded(scene.rng, f", {sizes[0]} and {sizes[1]}")


def other_colour(scene: SyntheticScene) -> int:
    return scene.rng.choice([colour for colour in range(1, 7) if colour != scene.colour])
