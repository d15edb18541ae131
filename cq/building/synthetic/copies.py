"""Sentences that copy a structure, or build one whose size another one gives."""

from __future__ import annotations

from cq.building.directions import DIRECTION_OFFSETS, UP
from cq.building.synthetic.scene import (
    CENTRE,
    CORNERS,
    TOWER_NOUNS,
    Cell,
    Sentence,
    SyntheticScene,
    colour_name,
    fill,
    shifted,
    with_article,
)
from cq.building.synthetic.structures import NOUNS, NamedStructure, landmark, named_structure
from cq.building.synthetic.wording import (
    NUMBERS,
    opposite,
    spaces,
    worded,
)
from cq.world.directions import AXIS_ENDS, COMPASS, axis_and_sign

COPIED = ("tower", "tower", "row", "wall", "square", "rectangle", "ring")


def copy_beside(scene: SyntheticScene) -> Sentence:
    """Like "build another tower like the red one directly east of it"."""
    rng, named = scene.rng, named_structure(scene, *COPIED)
    if not named or len(named.structure.cells) > 20:
        return None
    structure, word, gap = named.structure, rng.choice(COMPASS), rng.choice((0, 0, 1, 1, 2))
    axis, _ = axis_and_sign(word)
    offset, steps = DIRECTION_OFFSETS[word], structure.extent[axis] + gap
    noun = rng.choice(NOUNS[structure.kind])
    what = worded(
        rng,
        f"[a copy of {named.phrase}|an exact copy of {named.phrase}|another {noun} just like {named.phrase}"
        f"|a second {noun} like {named.phrase}|a duplicate of {named.phrase}"
        f"|the same {noun} as {named.phrase}]",
    )
    colours = structure.colours
    if structure.colour and structure.colour != scene.colour and rng.random() < 0.3:
        what += " " + worded(rng, f"[but in|but made of|this time in] {colour_name(scene.colour)}")
        colours = (scene.colour,) * len(colours)
    apart = worded(rng, f", [leaving|with] {spaces(rng, gap)} [in between|between them]") if gap else ""
    where = worded(
        rng, f"[directly {word} of it|to its {word}|on its {word} side|next to it on the {word}]{apart}"
    )
    cells = [shifted(cell, offset, steps) for cell in structure.cells]
    text = worded(rng, f"[[build|make|create|add|put|place]|i want|we need|there should be] {what}, {where}")
    return text, dict(zip(cells, colours, strict=True))


def copy_on_top(scene: SyntheticScene) -> Sentence:
    """Like "stack another row just like it on top of the red row"."""
    rng, named = scene.rng, named_structure(scene, "row", "square", "ring", "wall", "rectangle")
    if not named:
        return None
    structure, noun = named.structure, rng.choice(NOUNS[named.structure.kind])
    cells = [shifted(cell, UP, structure.extent[0]) for cell in structure.cells]
    text = worded(
        rng,
        f"[put|stack|build|add] [another {noun} just like it|an identical "
        f"{noun}|the same {noun} again|a copy of it] "
        f"on top of {named.phrase}",
        f"[double|repeat] {named.phrase} [upwards|on top of itself]",
    )
    return text, dict(zip(cells, structure.colours, strict=True))


def tower_of_given_height(scene: SyntheticScene) -> Sentence:
    """Like "build a red tower twice as tall as the blue one in the northwest corner"."""
    rng, named = scene.rng, named_structure(scene, "tower")
    if not named:
        return None
    height = len(named.structure.cells)
    wanted, compared = _compared(scene, height, named.phrase, ("tall", "high"), ("taller", "shorter"))
    foot = _foot(scene, named)
    if not foot or not 1 < wanted <= 9:
        return None
    where, cell = foot
    tower = f"{with_article(scene.colour)} {rng.choice(TOWER_NOUNS)}"
    text = _compare_and_place(scene, tower, compared, where)
    return text, fill([shifted(cell, UP, i) for i in range(wanted)], scene.colour)


def row_of_given_length(scene: SyntheticScene) -> Sentence:
    """Like "build a green row as long as the red one directly north of it"."""
    rng, named = scene.rng, named_structure(scene, "row")
    if not named:
        return None
    structure = named.structure
    word, gap = rng.choice(AXIS_ENDS[3 - structure.axis]), rng.choice((0, 0, 1, 2))
    apart = worded(rng, f", leaving {spaces(rng, gap)} between them") if gap else ""
    where = (
        worded(rng, f"[directly {word} of it|parallel to it on its {word} side|just {word} of it]") + apart
    )
    row = f"{with_article(scene.colour)} {rng.choice(NOUNS['row'])}"
    cells = [shifted(cell, DIRECTION_OFFSETS[word], gap + 1) for cell in structure.cells]
    compared = worded(
        rng, f"[as long as|of the same length as|exactly as long as|equal in length to] {named.phrase}"
    )
    return f"{worded(rng, '[build|make|place|add]')} {row} {compared}, {where}", fill(cells, scene.colour)


def matching_height(scene: SyntheticScene) -> Sentence:
    """Like "make the red tower as tall as the blue one"."""
    rng, one, two = scene.rng, named_structure(scene, "tower"), named_structure(scene, "tower")
    if not one or not two or one.structure == two.structure:
        return None
    height, wanted = len(one.structure.cells), len(two.structure.cells)
    colour = one.structure.colour
    if one.structure.low[0] or two.structure.low[0] or height == wanted or not colour:
        return None
    text = worded(
        rng,
        f"[make {one.phrase} [as tall as|as high as|the same height as]|bring {one.phrase} to "
        f"the same height as|make {one.phrase} level with] {two.phrase}",
        f"{one.phrase} should be [as tall as|as high as] {two.phrase}",
        f"[adjust|change] the height of {one.phrase} to that of {two.phrase}",
    )
    if wanted < height:
        return text, fill(list(one.structure.cells[wanted:]), 0)
    return text, fill([shifted(one.structure.low, UP, i) for i in range(height, wanted)], colour)


def mirror(scene: SyntheticScene) -> Sentence:
    """Like "mirror the red row across the middle of the grid onto its east half"."""
    rng, named = scene.rng, named_structure(scene, "tower", "row", "wall", "square", "ring", "block")
    if not named:
        return None
    structure, axis = named.structure, rng.choice((1, 2))
    if structure.low[axis] <= 5 <= structure.high[axis]:
        return None
    side = AXIS_ENDS[axis][structure.high[axis] < 5]
    text = worded(
        rng,
        f"mirror {named.phrase} [across|over] the [middle|centre|center] "
        f"of the grid to the {side} [side|half]",
        f"[build|make|add] [a mirror image|the mirror image|a mirrored copy] of {named.phrase} "
        f"on the {side} half of the [grid|map|board]",
        f"[reflect|mirror] {named.phrase} from the {opposite(side)} half of the grid onto the {side} half",
    )
    cells = [_reflected(cell, axis) for cell in structure.cells]
    return text, dict(zip(cells, structure.colours, strict=True))


def upside_down(scene: SyntheticScene) -> Sentence:
    """Like "turn the red and blue tower upside down"."""
    rng, named = scene.rng, named_structure(scene, "tower")
    if not named or named.structure.colour:
        return None
    structure = named.structure
    turned = dict(zip(structure.cells, structure.colours[::-1], strict=True))
    edits = {cell: colour for cell, colour in turned.items() if scene.grid[cell] != colour}
    text = worded(
        rng,
        f"turn {named.phrase} upside down",
        f"flip {named.phrase} over[|, so that its top is at the bottom]",
        f"reverse the order of the [colours|colors|blocks] in {named.phrase}",
    )
    return text, edits


def _compared(
    scene: SyntheticScene, size: int, phrase: str, as_word: tuple[str, ...], more: tuple[str, str]
) -> tuple[int, str]:
    """A size in comparison with another, and the words for it."""
    rng, word = scene.rng, scene.rng.choice(as_word)
    kind = rng.choice(("same", "same", "same", "twice", "half", "more", "less"))
    if kind == "twice":
        return size * 2, worded(
            rng, f"[twice as {word} as|double the height of|two times as {word} as] {phrase}"
        )
    if kind == "half" and size % 2 == 0:
        return size // 2, worded(rng, f"[half as {word} as|half the height of] {phrase}")
    if kind in ("more", "less"):
        difference = rng.choice((1, 1, 2, 3))
        unit = f"{NUMBERS[difference - 1]} block{'s' if difference > 1 else ''}"
        unit = rng.choice((unit, NUMBERS[difference - 1]))
        if kind == "more":
            return size + difference, f"{unit} {more[0]} than {phrase}"
        return size - difference, f"{unit} {more[1]} than {phrase}"
    same = (
        f"[as {word} as|of the same height as|exactly as {word} as|of "
        f"equal height to|the same height as] {phrase}"
    )
    return size, worded(rng, same)


def _foot(scene: SyntheticScene, compared: NamedStructure) -> tuple[str, Cell] | None:
    """A place in words for the lowest block of a tower."""
    rng = scene.rng
    kind = rng.randrange(4)
    if kind == 0:
        corner, cell = rng.choice(list(CORNERS.items()))
        return f"in the {corner} corner", cell
    if kind == 1:
        return worded(rng, "in the [middle|centre|center] of the [grid|map]"), CENTRE
    where, offset = scene.direction()
    if kind == 2:
        named = landmark(scene)
        return (f"{where} {named.phrase}", shifted(named.base, offset)) if named else None
    return f"{where} it", shifted(compared.structure.low, offset)


def _compare_and_place(scene: SyntheticScene, tower: str, compared: str, where: str) -> str:
    """The place comes first or after a comma, so that it does not say which tower is compared with."""
    rng = scene.rng
    if where.endswith(" it"):
        return worded(rng, f"[build|make|place|create|i want|we need] {tower} {compared}, {where}")
    return worded(
        rng,
        f"{where}, [build|make|place|create|i want|we need] {tower} {compared}",
        f"[build|make|place|create|put up] {tower} {where}, {compared}",
    )


def _reflected(cell: Cell, axis: int) -> Cell:
    """The cell mirrored at the middle of the zone."""
    y, x, z = cell
    return (y, 10 - x, z) if axis == 1 else (y, x, 10 - z)
