"""Sentences of several clauses, where a later one speaks of what an earlier one builds."""

from __future__ import annotations

import numpy as np

from cq.building.directions import DIRECTION_OFFSETS, UP
from cq.building.synthetic.scene import (
    TOWER_NOUNS,
    Cell,
    Edits,
    NamedObject,
    Sentence,
    SyntheticScene,
    colour_name,
    fill,
    in_zone,
    shifted,
    with_article,
)
from cq.building.synthetic.structures import landmark, named_structure
from cq.building.synthetic.wording import NUMBERS, block_noun, blocks, removal, worded
from cq.world.directions import COMPASS

PLACE = "[put|place|put|place|add|set]"


def step_by_step(scene: SyntheticScene) -> Sentence:
    """Like "put a red block west of the tower, then a blue one on top of that"."""
    rng, first = scene.rng, _beside_or_above(scene)
    if not first:
        return None
    where, cell = first
    text = worded(rng, f"{PLACE} {blocks(rng, 1, scene.colour)} {where}")
    edits: Edits = {cell: scene.colour}
    previous = scene.colour
    for _ in range(rng.choice((1, 1, 2))):
        colour, that = rng.randint(1, 6), rng.choice(("that", "that one", "that block"))
        what = f"{with_article(colour)} one"
        if colour == previous:
            what = rng.choice(("another one", f"another {colour_name(colour)} one", "one more"))
        if rng.random() < 0.5:
            where, cell = worded(rng, f"[on top of|on|above] {that}"), shifted(cell, UP)
        else:
            word = rng.choice(COMPASS)
            where = worded(
                rng, f"[directly {word} of|{word} of|to the {word} of|on the {word} side of] {that}"
            )
            cell = shifted(cell, DIRECTION_OFFSETS[word])
        if cell in edits:
            return None
        text += f"{rng.choice((', then', ', and then', ' and', ', and'))} {what} {where}"
        edits[cell] = previous = colour
    return text, edits


def structure_and_cap(scene: SyntheticScene) -> Sentence:
    """Like "build a red tower of three east of the row and put a blue block on top of it"."""
    rng, place, height = scene.rng, _beside_or_above(scene), max(2, scene.count)
    if not place:
        return None
    where, base = place
    tower = [shifted(base, UP, i) for i in range(height)]
    noun, other = rng.choice(TOWER_NOUNS), rng.randint(1, 6)
    text = worded(
        rng,
        f"[build|make|place] {with_article(scene.colour)} {noun} of {NUMBERS[height - 1]} {where}",
        f"[build|make] a {noun} of {blocks(rng, height, scene.colour)} {where}",
        f"[stack|place] {blocks(rng, height, scene.colour)} on top of each other {where}",
    )
    edits: Edits = dict(fill(tower, scene.colour))
    link, cap = rng.choice((" and", ", and", ", then", ". then")), blocks(rng, 1, other)
    form = rng.randrange(3)
    if form == 0:
        text += f"{link} {worded(rng, PLACE)} {cap} {rng.choice(('on top of it', 'on its top', 'on top'))}"
        edits[shifted(base, UP, height)] = other
    else:
        word, level = rng.choice(COMPASS), (0 if form == 1 else height - 1)
        part = rng.choice(("base", "foot", "bottom block") if form == 1 else ("top", "top block"))
        text += f"{link} {worded(rng, PLACE)} {cap} {word} of its {part}"
        edits[shifted(shifted(base, UP, level), DIRECTION_OFFSETS[word])] = other
    return text, edits


def two_places(scene: SyntheticScene) -> Sentence:
    """Like "put a red block on the tower and a blue one west of the row"."""
    rng, one = scene.rng, _beside_or_above(scene)
    lasting = _lasting(scene, {one[1]: scene.colour}) if one else []
    if not one or not lasting:
        return None
    two = _beside_or_above(scene, rng.choice(lasting))
    if not two or one[1] == two[1]:
        return None
    other = rng.randint(1, 6)
    second = f"{with_article(other)} one" if other != scene.colour else "another one"
    link = rng.choice((" and", ", and", ", then", ", and also"))
    text = worded(rng, f"{PLACE} {blocks(rng, 1, scene.colour)} {one[0]}") + f"{link} {second} {two[0]}"
    return text, {one[1]: scene.colour, two[1]: other}


def around_one(scene: SyntheticScene) -> Sentence:
    """Like "put a red block east of the tower, a blue one west of it and a green one north of it"."""
    rng, named = scene.rng, landmark(scene)
    if not named:
        return None
    words, colours = rng.sample(COMPASS, rng.randint(2, 4)), rng.sample(range(1, 7), 4)
    text = f"{worded(rng, PLACE)} {blocks(rng, 1, colours[0])} {words[0]} of {named.phrase}"
    rest = [f"{with_article(c)} one {w} of it" for w, c in zip(words[1:], colours[1:], strict=False)]
    text += "".join(f", {one}" for one in rest[:-1]) + f"{rng.choice((' and', ', and'))} {rest[-1]}"
    cells: list[Cell] = [shifted(named.base, DIRECTION_OFFSETS[word]) for word in words]
    return text, dict(zip(cells, colours, strict=False))


def remove_several(scene: SyntheticScene) -> Sentence:
    """Like "remove the red tower and the blue block"."""
    rng, one, two = scene.rng, named_structure(scene), named_structure(scene)
    if not one or not two or one.structure == two.structure:
        return None
    text = removal(rng, f"{one.phrase} {rng.choice(('and', 'and', 'as well as', 'and also'))} {two.phrase}")
    return text, fill([*one.structure.cells, *two.structure.cells], 0)


def remove_and_place(scene: SyntheticScene) -> Sentence:
    """Like "remove the red tower and put a blue block where it stood" or "... on top of the row"."""
    rng, named = scene.rng, named_structure(scene, "block", "tower", "row")
    if not named:
        return None
    gone = fill(list(named.structure.cells), 0)
    link = rng.choice((" and", ", then", ", and then", ". then"))
    first = removal(rng, named.phrase)
    if named.structure.kind != "row" and rng.random() < 0.5:
        if named.structure.kind == "block":
            where = worded(rng, "[in its place|where it was|there instead]")
            cell = named.structure.low
        else:
            where, cell = "where its lowest block was", named.structure.low
        if scene.grid[cell] == scene.colour:
            return None
        placed = f"{worded(rng, PLACE)} {blocks(rng, 1, scene.colour)} {where}"
        return f"{first}{link} {placed}", {**gone, cell: scene.colour}
    lasting = _lasting(scene, gone)
    place = _beside_or_above(scene, rng.choice(lasting)) if lasting else None
    if not place or not in_zone(place[1]) or scene.grid[place[1]]:
        return None
    placed = f"{worded(rng, PLACE)} {blocks(rng, 1, scene.colour)} {place[0]}"
    return f"{first}{link} {placed}", {**gone, place[1]: scene.colour}


def same_for_two(scene: SyntheticScene) -> Sentence:
    """Like "put a red block on top of both the blue tower and the green block"."""
    rng, one, two = scene.rng, landmark(scene), landmark(scene)
    if not one or not two or one.base == two.base or one.top == two.top:
        return None
    form = rng.randrange(2)
    cells = [shifted(one.top, UP), shifted(two.top, UP)]
    where = "on top of"
    if form:
        where, offset = scene.direction()
        cells = [shifted(one.base, offset), shifted(two.base, offset)]
    both = f"both {one.phrase} and {two.phrase}"
    if rng.random() < 0.4:
        both = f"{one.phrase} and another one {where} {two.phrase}"
    text = f"{worded(rng, PLACE)} {with_article(scene.colour)} {block_noun(rng)} {where} {both}"
    return text, fill(cells, scene.colour)


def same_colour_as(scene: SyntheticScene) -> Sentence:
    """Like "put a block of the same colour as the tower east of the red block"."""
    rng, named, place = scene.rng, named_structure(scene), _beside_or_above(scene)
    if not named or not place or named.structure.colour is None:
        return None
    like = worded(
        rng, f"[of the same colour as|of the same color as|in the colour of|in the color of] {named.phrase}"
    )
    text = f"{place[0]}, {worded(rng, PLACE)} a {block_noun(rng)} {like}"
    return text, {place[1]: named.structure.colour}


def _lasting(scene: SyntheticScene, edits: Edits) -> list[NamedObject]:
    """The objects whose phrases name them before and after some edits."""
    if not all(map(in_zone, edits)):
        return []
    grid = np.array(scene.grid)
    for cell, colour in edits.items():
        grid[cell] = colour
    after = set(SyntheticScene(scene.rng, grid, None, scene.facing).named_objects())
    return [named for named in scene.named_objects() if named in after]


def _beside_or_above(scene: SyntheticScene, named: NamedObject | None = None) -> tuple[str, Cell] | None:
    """A place beside or on an object, in words, and its cell. The object is a random one if none is given."""
    named = named or landmark(scene)
    if not named:
        return None
    if scene.rng.random() < 0.4:
        return f"{scene.rng.choice(('on top of', 'on', 'above'))} {named.phrase}", shifted(named.top, UP)
    where, offset = scene.direction()
    return f"{where} {named.phrase}", shifted(named.base, offset)
