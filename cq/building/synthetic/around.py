"""Sentences that place blocks around others: on their sides, at their corners, in a ring."""

from __future__ import annotations

from cq.building.directions import DIRECTION_OFFSETS, UP
from cq.building.synthetic.scene import (
    Sentence,
    SyntheticScene,
    colour_name,
    fill,
    shifted,
)
from cq.building.synthetic.structures import (
    landmark,
    named_structure,
)
from cq.building.synthetic.wording import NUMBERS, block_noun, blocks, placement, worded
from cq.world.directions import COMPASS

ALL_SIDES = tuple(DIRECTION_OFFSETS[word] for word in COMPASS)
DIAGONALS = {
    f"{n}{e}": (0, DIRECTION_OFFSETS[e][1], DIRECTION_OFFSETS[n][2])
    for n in COMPASS[::2]
    for e in COMPASS[1::2]
}


def on_every_side(scene: SyntheticScene) -> Sentence:
    """Like "surround the red block with four blue ones" or "put a block on all sides of it and on top"."""
    rng, named = scene.rng, landmark(scene)
    if not named:
        return None
    name, noun = colour_name(scene.colour), block_noun(rng)
    centre, what = named.base, named.phrase
    if named.base != named.top:
        at_top = rng.random() < 0.4
        centre = named.top if at_top else named.base
        what = f"the {rng.choice(('top', 'top block') if at_top else ('base', 'foot', 'bottom'))} of {what}"
    cells = [shifted(centre, offset) for offset in ALL_SIDES]
    form = rng.random()
    if form < 0.5:
        side = worded(
            rng, "[every side of|each side of|all sides of|all four sides of|each of the four sides of]"
        )
        return placement(rng, blocks(rng, 1, scene.colour), f"on {side} {what}"), fill(cells, scene.colour)
    if form < 0.7:
        text = (
            f"surround {what} [with|by] [four|4] {name} {noun}s[|, one on each side|, not on the diagonals]"
        )
        return worded(rng, text), fill(cells, scene.colour)
    if form < 0.85 and named.base == named.top:
        cells.append(shifted(centre, UP))
        text = f"on [every side|each side|all four sides] of {what} and [on top of it|on top|on its top]"
        return placement(rng, blocks(rng, 1, scene.colour), worded(rng, text)), fill(cells, scene.colour)
    if named.base != named.top or not centre[0]:
        return None
    cells += [shifted(centre, UP), shifted(centre, UP, -1)]
    text = f"on [all six sides|every one of the six sides|each of the six faces] of {what}"
    return placement(rng, blocks(rng, 1, scene.colour), worded(rng, text)), fill(cells, scene.colour)


def ring_around(scene: SyntheticScene) -> Sentence:
    """Like "surround the red block with eight blue ones" or "build a frame around the row"."""
    rng = scene.rng
    named = named_structure(scene, "block", "tower", "row", "square", "rectangle")
    if not named:
        return None
    structure, what = named.structure, named.phrase
    y, low, high = structure.low[0], structure.low, structure.high
    if structure.kind == "tower":
        what = f"the {rng.choice(('base', 'foot', 'bottom'))} of {what}"
    cells = [
        (y, x, z)
        for x in range(low[1] - 1, high[1] + 2)
        for z in range(low[2] - 1, high[2] + 2)
        if not (low[1] <= x <= high[1] and low[2] <= z <= high[2])
    ]
    name, plural = colour_name(scene.colour), block_noun(rng, plural=True)
    text = worded(
        rng,
        f"[[build|make|place|put] a [ring|frame|closed ring|border|fence] of {name} {plural} ["
        f"|directly |tightly ]around"
        f"|surround|enclose|encircle] {what}",
    )
    if not text.startswith(("build", "make", "place", "put")):
        count = NUMBERS[len(cells) - 1] if len(cells) <= len(NUMBERS) else str(len(cells))
        text += " " + worded(
            rng, f"with [{count} {name} {plural}|{name} {plural}, corners included|a ring of {name} {plural}]"
        )
    return text, fill(cells, scene.colour)


def diagonal_neighbour(scene: SyntheticScene) -> Sentence:
    """Like "put a red block diagonally next to the blue one, to its northeast"."""
    rng, named = scene.rng, landmark(scene)
    if not named:
        return None
    word, offset = rng.choice(list(DIAGONALS.items()))
    where = worded(
        rng,
        f"[diagonally [next to|adjacent to|beside] {named.phrase}[, to "
        f"the {word}|, on its {word} side| in the {word}]"
        f"|touching only the {word} corner of {named.phrase}|diagonally {word} of {named.phrase}"
        f"|one step diagonally to the {word} of {named.phrase}]",
    )
    return placement(rng, blocks(rng, 1, scene.colour), where), {shifted(named.base, offset): scene.colour}


def diagonal_corners(scene: SyntheticScene) -> Sentence:
    """Like "put a red block at each of the four corners diagonal to the blue block"."""
    rng, named = scene.rng, landmark(scene)
    if not named or named.base != named.top:
        return None
    where = worded(
        rng,
        f"[diagonally off each corner of|on all four diagonals of|at each of the four diagonal "
        f"corners of] {named.phrase}",
    )
    text = placement(rng, blocks(rng, 1, scene.colour), where)
    return text, fill([shifted(named.base, offset) for offset in DIAGONALS.values()], scene.colour)
