"""Sentences about everything, all of a kind, each one of several, and parts of structures."""

from __future__ import annotations

from cq.building.directions import DIRECTION_OFFSETS, UP
from cq.building.synthetic.groups import random_group
from cq.building.synthetic.scene import (
    TOWER_NOUNS,
    Cell,
    Sentence,
    SyntheticScene,
    colour_name,
    fill,
    shifted,
    with_article,
)
from cq.building.synthetic.structures import named_structure, structures
from cq.building.synthetic.wording import (
    NUMBERS,
    block_noun,
    blocks,
    placement,
    recolouring,
    removal,
    worded,
)
from cq.world.directions import COMPASS

CLEARINGS = (
    "[clear|empty|wipe|clean up] [the world|everything|the board|the grid|the whole map|the building zone]",
    "[remove|delete|destroy|break|get rid of|clear away|erase|tear down|take away] [everything|all of it|"
    "all blocks|all the blocks|every block|every single block|each block|the whole thing|all there is]",
    "start [over|again|from scratch] [|with an empty world|with nothing on the ground|and remove everything]",
    "[i want|we need|let's have] [an empty world|an empty grid|nothing on the board|a clean slate]",
    "[the world|the grid|the board|the whole zone] should be empty",
    "there should be [nothing|no blocks|no block at all] on the [grid|board|map]",
    "[reset|scrap] [everything|the world|it all]",
    "not a single block should remain",
)


def clear_everything(scene: SyntheticScene) -> Sentence:
    """Like "get rid of everything"."""
    return worded(scene.rng, scene.rng.choice(CLEARINGS)), fill(scene.all_blocks(), 0)


def keep_only(scene: SyntheticScene) -> Sentence:
    """Like "keep only the red tower and remove the rest"."""
    rng, named = scene.rng, named_structure(scene)
    if not named:
        return None
    gone = [cell for cell in scene.all_blocks() if cell not in named.structure.cells]
    rest = worded(rng, "[the rest|everything else|all the others|all other blocks]")
    text = worded(
        rng,
        f"[keep {named.phrase} and [remove|delete|get rid of|clear] {rest}|only {named.phrase} should stay"
        f"|[remove|destroy|clear away] {rest}, only {named.phrase} stays|keep only {named.phrase}]",
    )
    return text, fill(gone, 0)


def remove_group(scene: SyntheticScene) -> Sentence:
    """Like "remove both towers" or "take out only the corners of the red square"."""
    group = random_group(scene)
    if not group or len(group.cells) == len(scene.all_blocks()) > 12:
        return None
    return removal(scene.rng, group.phrase), fill(list(group.cells), 0)


def recolour_group(scene: SyntheticScene) -> Sentence:
    """Like "paint the ends of the row blue"."""
    group = random_group(scene)
    if not group:
        return None
    cells = [cell for cell in group.cells if scene.grid[cell] != scene.colour]
    return recolouring(scene.rng, group.phrase, scene.colour), fill(cells, scene.colour)


def recolour_everything(scene: SyntheticScene) -> Sentence:
    """Like "make everything blue"."""
    cells = [cell for cell in scene.all_blocks() if scene.grid[cell] != scene.colour]
    what = scene.rng.choice(("everything", "all the blocks", "every block", "all blocks", "the whole thing"))
    return recolouring(scene.rng, what, scene.colour), fill(cells, scene.colour)


def on_top_of_group(scene: SyntheticScene) -> Sentence:
    """Like "put a red block on each corner of the square"."""
    group = random_group(scene)
    if not group or not group.each:
        return None
    where = f"{scene.rng.choice(('on top of', 'on', 'above'))} {group.each}"
    text = placement(scene.rng, blocks(scene.rng, 1, scene.colour), where)
    return text, fill([shifted(cell, UP) for cell in group.cells], scene.colour)


def cap_each(scene: SyntheticScene) -> Sentence:
    """Like "every tower gets a red cap" or "put a red block on top of both towers"."""
    rng, everything = scene.rng, structures(scene.grid)
    towers = [one for one in everything if one.kind == "tower"]
    kinds = {one.kind for one in everything}
    if len(towers) > 1 and rng.random() < 0.7:
        tops = [one.cells[-1] for one in towers]
        thing = rng.choice(TOWER_NOUNS)
    elif len(everything) > 1 and kinds == {"block"}:
        tops, thing = [one.cells[0] for one in everything], block_noun(rng)
    elif len(everything) > 1 and kinds <= {"block", "tower"}:
        tops, thing = [one.cells[-1] for one in everything], "structure"
    else:
        return None
    each = _each(scene, thing, len(tops))
    if rng.random() < 0.2:
        text = worded(rng, f"[cap|top] {each} with {blocks(rng, 1, scene.colour)}")
    elif rng.random() < 0.15:
        text = worded(
            rng, f"{each} should [get|have|be given] {with_article(scene.colour)} [cap|block on top]"
        )
    else:
        text = placement(
            rng, blocks(rng, 1, scene.colour), worded(rng, f"[on top of|on|on the top of] {each}")
        )
    return text, fill([shifted(cell, UP) for cell in tops], scene.colour)


def beside_each(scene: SyntheticScene) -> Sentence:
    """Like "put a red block directly west of every tower"."""
    everything = structures(scene.grid)
    kind = scene.rng.choice(("tower", "block"))
    feet = [one.cells[0] for one in everything if one.kind == kind]
    if len(feet) < 2 or (kind == "block" and len(feet) < len(everything)):
        return None
    where, offset = scene.direction()
    each = _each(
        scene, scene.rng.choice(TOWER_NOUNS) if kind == "tower" else block_noun(scene.rng), len(feet)
    )
    text = placement(scene.rng, blocks(scene.rng, 1, scene.colour), f"{where} {each}")
    return text, fill([shifted(cell, offset) for cell in feet], scene.colour)


def top_of_each(scene: SyntheticScene) -> Sentence:
    """Like "take the top block off every tower" or "make the top of each tower red"."""
    rng = scene.rng
    towers = [one for one in structures(scene.grid) if one.kind == "tower"]
    if len(towers) < 2:
        return None
    top = rng.random() < 0.75
    cells = [one.cells[-1 if top else 0] for one in towers]
    each = _each(scene, rng.choice(TOWER_NOUNS), len(towers))
    end = "top" if top else "bottom"
    if rng.random() < 0.5:
        cells = [cell for cell in cells if scene.grid[cell] != scene.colour]
        return recolouring(rng, f"the {end} block of {each}", scene.colour), fill(cells, scene.colour)
    return worded(rng, f"[remove|break|delete|take] the {end} block [of|from] {each}"), fill(cells, 0)


def raise_each(scene: SyntheticScene) -> Sentence:
    """Like "add two red blocks to each tower"."""
    rng = scene.rng
    towers = [one for one in structures(scene.grid) if one.kind == "tower"]
    count = min(scene.count, 3)
    if len(towers) < 2:
        return None
    each = _each(scene, rng.choice(TOWER_NOUNS), len(towers))
    name, added = colour_name(scene.colour), blocks(rng, count, scene.colour)
    text = worded(
        rng,
        f"[add|put|stack] {added} [on top of|onto|on] {each}",
        f"raise {each} by {NUMBERS[count - 1]} with {name} blocks",
        f"make {each} {NUMBERS[count - 1]} [higher|taller] with {name} blocks",
    )
    tops: list[Cell] = [shifted(one.cells[-1], UP, i + 1) for one in towers for i in range(count)]
    return text, fill(tops, scene.colour)


def in_zone_places(scene: SyntheticScene) -> Sentence:
    """Like "put a red block in the middle of each edge of the grid"."""
    rng, zone = scene.rng, scene.rng.choice(("grid", "map", "board", "zone", "building area"))
    block = blocks(rng, 1, scene.colour)
    kind = rng.randrange(4)
    if kind == 0:
        sides = rng.choice((COMPASS, COMPASS[::2], COMPASS[1::2], (rng.choice(COMPASS),)))
        middles = [shifted((0, 5, 5), DIRECTION_OFFSETS[side], 5) for side in sides]
        which = "each" if len(sides) == 4 else f"the {' and the '.join(sides)}"
        edge = rng.choice(("edge", "side", "border"))
        return placement(rng, block, f"in the middle of {which} {edge} of the {zone}"), fill(
            middles, scene.colour
        )
    if kind == 1:
        side = rng.choice(COMPASS)
        ends = [COMPASS[(COMPASS.index(side) + turn) % 4] for turn in (1, 3)]
        cells = [
            shifted(shifted((0, 5, 5), DIRECTION_OFFSETS[side], 5), DIRECTION_OFFSETS[e], 5) for e in ends
        ]
        where = worded(
            rng, f"in [both {side}ern corners|the two {side}ern corners|each {side}ern corner] of the {zone}"
        )
        return placement(rng, block, where), fill(cells, scene.colour)
    if kind == 2:
        side = rng.choice(COMPASS)
        middle = shifted((0, 5, 5), DIRECTION_OFFSETS[side], 5)
        along = DIRECTION_OFFSETS[COMPASS[(COMPASS.index(side) + 1) % 4]]
        name = f"{colour_name(scene.colour)} {block_noun(rng, plural=True)}"
        text = worded(
            rng,
            f"[build|make|put|lay] a [row|line] of {name} along the [whole"
            f"|entire|full] {side}ern [edge|border|side] "
            f"of the {zone}",
        )
        return text, fill([shifted(middle, along, i) for i in range(-5, 6)], scene.colour)
    first = rng.choice(("northwest", "northeast"))
    second = {"northwest": "southeast", "northeast": "southwest"}[first]
    cells = [(0, 10 * ("east" in corner), 10 * ("south" in corner)) for corner in (first, second)]
    where = (
        f"in the {first} and {'the ' if rng.random() < 0.5 else ''}{second} "
        f"corner{'s' if rng.random() < 0.5 else ''}"
    )
    return placement(rng, block, f"{where} of the {zone}"), fill(cells, scene.colour)


def _each(scene: SyntheticScene, noun: str, count: int) -> str:
    """Like "every tower" or "both towers"."""
    words = [f"each {noun}", f"every {noun}", f"each of the {noun}s", f"each one of the {noun}s"]
    if count == 2:
        words += [f"both {noun}s", f"both of the {noun}s"]
    return scene.rng.choice(words)
