"""Letters and digits of 3 by 5 cells, lying on the ground or standing.

Half of all training examples are mirrored (`cq.building.canonical_frame`). A letter that differs from its
mirror image is therefore told together with the direction in which it is read.
"""

from __future__ import annotations

from cq.building.directions import DIRECTION_OFFSETS, UP
from cq.building.synthetic.outlines import Outline, with_a
from cq.building.synthetic.scene import Cell, SyntheticScene, colour_name, fill, shifted
from cq.building.synthetic.wording import block_noun, worded
from cq.world.directions import COMPASS, turn

SYMMETRIC = {
    "A": ".#. #.# ### #.# #.#",
    "H": "#.# #.# ### #.# #.#",
    "I": "### .#. .#. .#. ###",
    "M": "#.# ### ### #.# #.#",
    "O": "### #.# #.# #.# ###",
    "T": "### .#. .#. .#. .#.",
    "U": "#.# #.# #.# #.# ###",
    "V": "#.# #.# #.# #.# .#.",
    "W": "#.# #.# ### ### #.#",
    "X": "#.# #.# .#. #.# #.#",
    "Y": "#.# #.# .#. .#. .#.",
    "0": "### #.# #.# #.# ###",
    "8": "### #.# ### #.# ###",
}
"""Rows of each character from its top; "#" is a block."""

HANDED = {
    "C": "### #.. #.. #.. ###",
    "E": "### #.. ### #.. ###",
    "F": "### #.. ### #.. #..",
    "J": "..# ..# ..# #.# ###",
    "L": "#.. #.. #.. #.. ###",
    "P": "### #.# ### #.. #..",
    "S": "### #.. ### ..# ###",
    "Z": "### ..# .#. #.. ###",
    "2": "### ..# ### #.. ###",
    "3": "### ..# ### ..# ###",
    "4": "#.# #.# ### ..# ..#",
    "5": "### #.. ### ..# ###",
    "6": "### #.. ### #.# ###",
    "7": "### ..# ..# ..# ..#",
    "9": "### #.# ### ..# ###",
}
"""Those that differ from their mirror image; columns from the left."""


def letter(scene: SyntheticScene) -> Outline:
    """Like "a red letter H lying on the ground, its top to the north"."""
    rng, standing = scene.rng, scene.rng.random() < 0.4
    handed = rng.random() < 0.35
    character, rows = rng.choice(list((HANDED if handed else SYMMETRIC).items()))
    towards = rng.choice(COMPASS)
    up = UP if standing else DIRECTION_OFFSETS[turn(towards, -1)]
    cells: list[Cell] = []
    for i, row in enumerate(rows.split()):
        for j, mark in enumerate(row):
            if mark == "#":
                cells.append(shifted(shifted((0, 0, 0), up, 4 - i), DIRECTION_OFFSETS[towards], j))
    kind = "digit" if character.isdigit() else "letter"
    kind = "number" if character.isdigit() and rng.random() < 0.5 else kind
    noun = worded(
        rng,
        f"[{'standing' if standing else 'flat'} |{'upright' if standing else 'lying'} ]{kind} {character}",
    )
    detail = ", three blocks wide and five high" if standing else ", three blocks wide and five long"
    detail = rng.choice(("", detail, ", 3 by 5 blocks"))
    if not standing:
        top = turn(towards, -1)
        detail += worded(
            rng, f", [its top to the {top}|the top of it pointing {top}|with its top in the {top}]"
        )
    if handed or standing:
        read = worded(rng, "[reading|to be read|written]") if handed else rng.choice(("running", "built"))
        detail += f", {read} from {turn(towards, 2)} to {towards}"
    colour = colour_name(scene.colour)
    if rng.random() < 0.5:
        name = f"a {colour} {noun}"
    else:
        name = (
            f"{with_a(noun)} {rng.choice(('of', 'made of', 'out of'))} "
            f"{colour} {block_noun(rng, plural=True)}"
        )
    return Outline(name, detail, fill(cells, scene.colour))
