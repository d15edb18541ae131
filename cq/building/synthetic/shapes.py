"""Sentences that ask for a shape by its name: in the middle, in a corner, or by a block."""

from __future__ import annotations

from collections.abc import Callable

from cq.building.directions import DIRECTION_OFFSETS, UP
from cq.building.synthetic import letters, outlines, solids
from cq.building.synthetic.outlines import Outline
from cq.building.synthetic.scene import (
    CENTRE,
    CORNERS,
    Cell,
    Sentence,
    SyntheticScene,
    colour_name,
    fill,
    place_from_centre,
    shifted,
)
from cq.building.synthetic.structures import Structure, landmark
from cq.building.synthetic.wording import block_noun, number, worded
from cq.world.directions import COMPASS, axis_and_sign, turn

OUTLINES: tuple[Callable[[SyntheticScene], Outline], ...] = (
    *(outlines.plus, outlines.ring, outlines.rectangle, solids.wall) * 2,
    *(outlines.letter_t, outlines.letter_u, solids.cube, solids.pyramid, solids.staircase) * 2,
    *(letters.letter, solids.arch) * 2,
    outlines.diagonal_cross,
    solids.window,
    outlines.diamond,
    solids.table,
    outlines.checkerboard,
    solids.striped_tower,
)


def named_shape(scene: SyntheticScene) -> Sentence:
    """Like "build a red pyramid with a 3x3 base in the northwest corner"."""
    rng, outline = scene.rng, scene.rng.choice(OUTLINES)(scene)
    place = _place(scene, tuple(outline.cells))
    if not place:
        return None
    where, offset = place
    verb = worded(
        rng,
        "[build|build|make|create|construct|put|place|add|i want|we "
        "need|i'd like|there should be|let's have]",
    )
    what, detail = outline.name, outline.detail
    detail = detail if detail.startswith(",") else f" {detail.strip()}".rstrip()
    text = f"{verb} {what}{detail}, {where}"
    if rng.random() < 0.5 and ("," not in where or detail.startswith(",")):
        text = f"{verb} {what} {where}{detail}"
    if rng.random() < 0.15 and not where.startswith(("centred", "centered")):
        text = f"{where}, {verb} {what}{detail}"
    return text, {_sum(cell, offset): colour for cell, colour in outline.cells.items()}


def letter_l(scene: SyntheticScene) -> Sentence:
    """Like "build an L with its corner in the middle, two more blocks to the north and one to the east"."""
    rng, corner = scene.rng, _corner(scene)
    if not corner:
        return None
    where, cell = corner
    first = rng.choice(COMPASS)
    second = turn(first, rng.choice((1, 3)))
    counts = rng.randint(1, 4), rng.randint(1, 3)
    cells = [cell]
    for count, word in zip(counts, (first, second), strict=True):
        cells += [shifted(cell, DIRECTION_OFFSETS[word], i + 1) for i in range(count)]
    name = f"{colour_name(scene.colour)} {block_noun(rng, plural=True)}"
    arms = [
        f"{number(rng, count)} [more |]block{'s' if count > 1 else ''} [going|to the|towards the] {word}"
        for count, word in zip(counts, (first, second), strict=True)
    ]
    text = worded(
        rng,
        f"[build|make|create|place] [an L|an L shape|an angle] of {name} with its corner block {where}, "
        f"{arms[0]} and {arms[1]}",
    )
    return text, fill(cells, scene.colour)


def zigzag(scene: SyntheticScene) -> Sentence:
    """Like "make a zigzag of five red blocks going east, starting in the middle"."""
    rng, corner, count = scene.rng, _corner(scene), scene.rng.randint(3, 7)
    if not corner:
        return None
    where, start = corner
    ahead = rng.choice(COMPASS)
    side = turn(ahead, rng.choice((1, 3)))
    diagonal = _diagonal_word(ahead, side)
    cells = [
        shifted(shifted(start, DIRECTION_OFFSETS[ahead], i), DIRECTION_OFFSETS[side], i % 2)
        for i in range(count)
    ]
    name = f"{number(rng, count)} {colour_name(scene.colour)} {block_noun(rng, plural=True)}"
    text = worded(
        rng,
        f"[build|make|lay|place] a [zigzag|zigzag line|zig-zag] of {name} [going|towards the] {ahead}, "
        f"[the first block|starting] {where} and [the second|then the next] one to its {diagonal}",
    )
    return text, fill(cells, scene.colour)


def striped_row(scene: SyntheticScene) -> Sentence:
    """Like "make a row of five alternating red and blue blocks from the middle to the east, red first"."""
    rng, corner, count = scene.rng, _corner(scene), scene.rng.randint(3, 8)
    if not corner:
        return None
    where, start = corner
    ahead, other = rng.choice(COMPASS), rng.choice([c for c in range(1, 7) if c != scene.colour])
    first, second = colour_name(scene.colour), colour_name(other)
    text = worded(
        rng,
        f"[build|make|lay|place] a [row|line|strip] of {number(rng, count)} blocks[,| that are|] alternating "
        f"[between |]{first} and {second}, starting with {first} {where} and going {ahead}",
    )
    cells = [shifted(start, DIRECTION_OFFSETS[ahead], i) for i in range(count)]
    return text, {cell: other if i % 2 else scene.colour for i, cell in enumerate(cells)}


def _place(scene: SyntheticScene, cells: tuple[Cell, ...]) -> tuple[str, Cell] | None:
    """A place for a shape in words, and the offset of its cells; None if a shape of this size does not fit
    the place that was drawn.
    """
    rng, box = scene.rng, Structure("other", cells, ())
    odd = box.extent[1] % 2 == 1 == box.extent[2] % 2
    kind = rng.random()
    if kind < 0.3:
        middle = worded(rng, "in the [middle|centre|center][| of the [grid|map|board|zone|ground]]")
        return (middle, _centred(box, CENTRE)) if odd else None
    if kind < 0.5:
        corner, cell = rng.choice(list(CORNERS.items()))
        x = -box.low[1] if cell[1] == 0 else 10 - box.high[1]
        z = -box.low[2] if cell[2] == 0 else 10 - box.high[2]
        return worded(rng, f"in the {corner} corner[| of the [grid|map|board]]"), (-box.low[0], x, z)
    if kind < 0.6:
        cell = (0, rng.randint(2, 8), rng.randint(2, 8))
        if not odd or cell == CENTRE:
            return None
        return f"{rng.choice(('centred', 'centered'))} {place_from_centre(cell)}", _centred(box, cell)
    named = landmark(scene)
    if not named:
        return None
    centred = rng.choice((", centred on it", ", centered on it")) if box.extent[1] * box.extent[2] > 1 else ""
    if kind < 0.7:
        if not odd:
            return None
        return f"on top of {named.phrase}{centred}", _centred(box, shifted(named.top, UP))
    direction, word = rng.choice(("directly {} of", "{} of", "to the {} of")), rng.choice(COMPASS)
    axis, sign = axis_and_sign(word)
    across = 3 - axis
    if box.extent[across] % 2 == 0:
        return None
    offset = list(_centred(box, named.base))
    offset[axis] = named.base[axis] + 1 - box.low[axis] if sign > 0 else named.base[axis] - 1 - box.high[axis]
    if box.extent[across] == 1:
        centred = ""
    return f"{direction.format(word)} {named.phrase}{centred}", (offset[0], offset[1], offset[2])


def _corner(scene: SyntheticScene) -> tuple[str, Cell] | None:
    """A place for a single cell in words, and the cell."""
    rng, kind = scene.rng, scene.rng.randrange(4)
    if kind == 0:
        return worded(rng, "in the [middle|centre|center][| of the [grid|map|board]]"), CENTRE
    if kind == 1:
        corner, cell = rng.choice(list(CORNERS.items()))
        return f"in the {corner} corner", cell
    named = landmark(scene)
    if not named:
        return None
    if kind == 2:
        return f"on top of {named.phrase}", shifted(named.top, UP)
    where, offset = scene.direction()
    return f"{where} {named.phrase}", shifted(named.base, offset)


def _centred(box: Structure, cell: Cell) -> Cell:
    """The offset that puts a shape's lowest layer at a cell's level, and its middle over that cell."""
    return (
        cell[0] - box.low[0],
        cell[1] - (box.low[1] + box.high[1]) // 2,
        cell[2] - (box.low[2] + box.high[2]) // 2,
    )


def _sum(cell: Cell, offset: Cell) -> Cell:
    return cell[0] + offset[0], cell[1] + offset[1], cell[2] + offset[2]


def _diagonal_word(one: str, two: str) -> str:
    """Like "northeast" for "east" and "north"."""
    return "".join(sorted((one, two), key=("north", "south", "east", "west").index))
