"""Sentences that replace, recolour, swap or move what stands."""

from __future__ import annotations

from cq.building.directions import UP
from cq.building.synthetic.scene import (
    CENTRE,
    CORNERS,
    TOWER_NOUNS,
    Cell,
    Edits,
    Sentence,
    SyntheticScene,
    colour_name,
    fill,
    in_zone,
    shifted,
    with_article,
)
from cq.building.synthetic.structures import Structure, named_structure
from cq.building.synthetic.wording import (
    block_noun,
    blocks,
    heading,
    number,
    recolouring,
    worded,
)


def replace(scene: SyntheticScene) -> Sentence:
    """Like "replace the red tower with a blue one of the same height"."""
    rng, named = scene.rng, named_structure(scene)
    if not named or named.structure.colour == scene.colour:
        return None
    structure = named.structure
    new = with_article(scene.colour)
    same = {"tower": " of the same height", "row": " of the same length", "block": ""}
    alike = rng.choice(("", same.get(structure.kind, " of the same size"), ""))
    text = worded(
        rng,
        f"[replace|exchange] {named.phrase} [with|by] {new} one{alike}",
        f"[swap|switch] {named.phrase} for {new} one{alike}",
        f"[remove|take away|get rid of] {named.phrase} and [put|build] "
        f"{new} one{alike} [in its place|there instead]",
        f"put {new} one{alike} where {named.phrase} is[| now], instead of it",
    )
    edits = fill([cell for cell in structure.cells if scene.grid[cell] != scene.colour], scene.colour)
    if structure.kind == "tower" and not alike and rng.random() < 0.4:
        height = rng.randint(1, 6)
        thing = f"{rng.choice(TOWER_NOUNS)} of {blocks(rng, height, scene.colour)}"
        what = f"a {thing}" if height > 1 else f"a single {colour_name(scene.colour)} {block_noun(rng)}"
        text = worded(rng, f"[replace|exchange] {named.phrase} [with|by] {what}")
        tower = [shifted(structure.low, UP, i) for i in range(height)]
        if any(cell not in structure.cells and (not in_zone(cell) or scene.grid[cell]) for cell in tower):
            return None
        edits = {**fill(list(structure.cells), 0), **fill(tower, scene.colour)}
        edits = {cell: colour for cell, colour in edits.items() if scene.grid[cell] != colour}
    return text, edits


def recolour_structure(scene: SyntheticScene) -> Sentence:
    """Like "paint the tallest tower yellow"."""
    named = named_structure(scene)
    if not named:
        return None
    cells = [cell for cell in named.structure.cells if scene.grid[cell] != scene.colour]
    return recolouring(scene.rng, named.phrase, scene.colour), fill(cells, scene.colour)


def recolour_colour(scene: SyntheticScene) -> Sentence:
    """Like "everything red should become blue"."""
    rng, colours = scene.rng, sorted({int(c) for c in scene.grid[scene.grid > 0]} - {scene.colour})
    if not colours:
        return None
    old = rng.choice(colours)
    cells, name, new = scene.blocks_of(old), colour_name(old), colour_name(scene.colour)
    if len(cells) == 1:
        return None
    every = worded(
        rng, f"[all the {name} blocks|all {name} blocks|every {name} block|everything {name}|each {name} one]"
    )
    text = recolouring(rng, every, scene.colour)
    if rng.random() < 0.3:
        plural = block_noun(rng, plural=True)
        text = worded(
            rng,
            f"replace [all the|all|the] {name} {plural} with {new} [ones|{plural}]",
            f"[turn|change] [all the|all|the] {name} {plural} into {new} [ones|{plural}]",
            f"{every} should become {new}",
        )
    return text, fill(cells, scene.colour)


def swap(scene: SyntheticScene) -> Sentence:
    """Like "swap the colours of the two towers" or "exchange the red block and the blue one"."""
    rng, one, two = scene.rng, named_structure(scene), named_structure(scene)
    if not one or not two or one.structure == two.structure:
        return None
    first, second = one.structure.colour, two.structure.colour
    if not first or not second or first == second:
        return None
    edits: Edits = {**fill(list(one.structure.cells), second), **fill(list(two.structure.cells), first)}
    both = f"{one.phrase} and {two.phrase}"
    colours = rng.choice(("colours", "colors"))
    text = worded(
        rng,
        f"[swap|exchange|switch|trade] the {colours} of {both}",
        f"let {both} [swap|exchange|trade] {colours}",
        f"give {one.phrase} the {colours[:-1]} of {two.phrase} and the other way round",
    )
    if one.structure.kind == two.structure.kind == "block" and rng.random() < 0.5:
        text = worded(rng, f"[swap|exchange|switch] [|the places of |the positions of ]{both}")
    only = [len(scene.blocks_of(c)) == len(s.structure.cells) for c, s in ((first, one), (second, two))]
    if all(only) and rng.random() < 0.5:
        names = colour_name(first), colour_name(second)
        text = worded(
            rng,
            f"swap the {colours} {names[0]} and {names[1]}",
            f"[turn|make] [the|all] {names[0]} blocks {names[1]} and [the|all] {names[1]} blocks {names[0]}",
            f"[exchange|swap] {names[0]} and {names[1]} everywhere",
        )
    return text, edits


def move_onto(scene: SyntheticScene) -> Sentence:
    """Like "take the top block off the red tower and put it on the blue block"."""
    rng = scene.rng
    one, two = named_structure(scene, "tower", "tower", "block"), named_structure(scene, "tower", "block")
    if not one or not two or one.structure == two.structure:
        return None
    cell = one.structure.cells[-1]
    colour, noun, onto = one.structure.colours[-1], block_noun(rng), shifted(two.structure.cells[-1], UP)
    on = rng.choice(("on top of", "on", "onto"))
    if one.structure.kind == "tower":
        top = rng.choice(
            (f"the top {noun}", f"the highest {noun}", f"the uppermost {noun}", f"the {noun} on top")
        )
        text = worded(
            rng,
            f"[take|lift|remove] {top} [off|from] {one.phrase} and [put|place|set] it {on} {two.phrase}",
            f"move {top} of {one.phrase} {on} {two.phrase}",
            f"{top} of {one.phrase} should go {on} {two.phrase}",
        )
    else:
        text = worded(
            rng,
            f"[take|lift|pick up] {one.phrase} and [put|place|set] it {on} {two.phrase}",
            f"move {one.phrase} {on} {two.phrase}",
            f"[stack|set] {one.phrase} on {two.phrase}",
        )
    return text, {cell: 0, onto: colour}


def move_by(scene: SyntheticScene) -> Sentence:
    """Like "move the red block two to the east" or "shift the row one space north"."""
    rng, named = scene.rng, named_structure(scene)
    if not named or len(named.structure.cells) > 15:
        return None
    steps, (where, offset) = rng.choice((1, 1, 2, 2, 3, 4)), heading(scene)
    unit = worded(rng, "[|space|block|step|cell|place]")
    amount = f"{number(rng, steps)} {unit + 's' if unit and steps > 1 else unit}"
    by = "by " if rng.random() < 0.25 else ""
    text = worded(rng, f"[move|shift|push|slide|move] {named.phrase} {by}{amount} {where}")
    if rng.random() < 0.12 and named.structure.low[0] == 0:
        offset, where = UP, rng.choice(("up", "upwards", "higher"))
        text = worded(rng, f"[move|lift] {named.phrase} {by}{amount} {where}")
    return _moved(scene, text, named.structure, [shifted(c, offset, steps) for c in named.structure.cells])


def move_beside(scene: SyntheticScene) -> Sentence:
    """Like "move the red block so that it stands directly west of the tower"."""
    rng, one = scene.rng, named_structure(scene, "block", "block", "tower")
    if not one:
        return None
    kind = rng.randrange(4)
    if kind == 0:
        corner, cell = rng.choice(list(CORNERS.items()))
        where = f"[in|to|into] the {corner} corner"
    elif kind == 1:
        where, cell = "to the [middle|centre|center] of the [grid|map|board]", CENTRE
    else:
        two = named_structure(scene, "block", "tower")
        direction, offset = scene.direction()
        if not two or two.structure == one.structure:
            return None
        direction = direction.removeprefix("directly ")
        where, cell = f"{direction} {two.phrase}", shifted(two.structure.low, offset)
    text = worded(rng, f"[move|bring|shift|relocate] {one.phrase} {where}")
    if kind > 1:
        text = worded(
            rng,
            f"[move|bring|shift] {one.phrase} so that it [stands|is] {where}",
            f"[take|pick up] {one.phrase} and [put|place|set] it {where}",
            f"move {one.phrase} to the [cell|space|place] {where}",
        )
    cells = [shifted(cell, UP, i) for i in range(len(one.structure.cells))]
    return _moved(scene, text, one.structure, cells)


def _moved(scene: SyntheticScene, text: str, structure: Structure, cells: list[Cell]) -> Sentence:
    """The sentence if the structure's new cells are free or its own."""
    own = set(structure.cells)
    if set(cells) == own or any(not in_zone(c) or (scene.grid[c] and c not in own) for c in cells):
        return None
    moved = {**fill(list(own), 0), **dict(zip(cells, structure.colours, strict=True))}
    return text, {cell: colour for cell, colour in moved.items() if scene.grid[cell] != colour}
