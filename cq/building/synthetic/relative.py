"""Sentences that place blocks relative to other blocks."""

from __future__ import annotations

from cq.building.directions import DIRECTION_OFFSETS, UP
from cq.building.synthetic.scene import (
    CORNERS,
    NUMBER_WORDS,
    TOWER_NOUNS,
    Sentence,
    SyntheticScene,
    colour_name,
    fill,
    is_line,
    shifted,
    with_article,
)
from cq.world.directions import COMPASS


def beside(scene: SyntheticScene) -> Sentence:
    """Like "put two red blocks to the east of the highest block"."""
    named, (where, offset) = scene.named_object(), scene.direction()
    if not named:
        return None
    gap = scene.count == 1 and scene.rng.random() < 0.15
    line = "" if scene.count == 1 else scene.rng.choice(("", " in a row", " in a line", " horizontally"))
    apart = (
        scene.rng.choice((", leaving one empty space between them", ", with a gap of one block"))
        if gap
        else ""
    )
    cells = [shifted(named.base, offset, i + 1 + gap) for i in range(scene.count)]
    text = f"{scene.place_verb} {scene.counted_blocks}{line} {where} {named.phrase}{apart}"
    if scene.count > 1 and scene.rng.random() < 0.3:
        text = f"{scene.place_verb} a row of {scene.counted_blocks} {where} {named.phrase}"
    return text, fill(cells, scene.colour)


def on_top(scene: SyntheticScene) -> Sentence:
    """Like "stack two red blocks on the blue tower"."""
    named = scene.named_object()
    if not named:
        return None
    where = scene.rng.choice(("on top of", "on top of", "on", "above", "atop"))
    cells = [shifted(named.top, UP, i + 1) for i in range(scene.count)]
    verb = "stack" if scene.count > 1 and scene.rng.random() < 0.4 else scene.place_verb
    return f"{verb} {scene.counted_blocks} {where} {named.phrase}", fill(cells, scene.colour)


def underneath(scene: SyntheticScene) -> Sentence:
    """Like "put a red block under the highest block"."""
    named = scene.named_object()
    if not named:
        return None
    cells = [shifted(named.base, UP, -i - 1) for i in range(scene.count)]
    where = scene.rng.choice(("below", "under", "underneath"))
    return f"{scene.place_verb} {scene.counted_blocks} {where} {named.phrase}", fill(cells, scene.colour)


def tower(scene: SyntheticScene) -> Sentence:
    """Like "build a red tower of three blocks north of the blue block"."""
    named, (where, offset) = scene.named_object(), scene.direction()
    if not named or scene.count < 2:
        return None
    noun = scene.rng.choice(TOWER_NOUNS)
    text = scene.rng.choice(
        (
            f"{scene.place_verb} {with_article(scene.colour)} {noun} of {scene.number_word} blocks "
            f"{where} {named.phrase}",
            f"{scene.place_verb} a {noun} of {scene.counted_blocks} {where} {named.phrase}",
            f"{scene.place_verb} {scene.counted_blocks} on top of each other {where} {named.phrase}",
            f"stack {scene.counted_blocks} vertically {where} {named.phrase}",
        )
    )
    base = shifted(named.base, offset)
    return text, fill([shifted(base, UP, i) for i in range(scene.count)], scene.colour)


def stack_of_colours(scene: SyntheticScene) -> Sentence:
    """Like "stack a red block and then a blue block on top of the green block"."""
    named = scene.named_object()
    colours = scene.rng.sample(range(1, 7), scene.rng.choice((2, 3)))
    if not named:
        return None
    said = [f"{with_article(colour)} block" for colour in colours]
    text = scene.rng.choice(
        (
            f"stack {', '.join(said[:-1])} and then {said[-1]} on top of {named.phrase}",
            f"{scene.place_verb} {said[0]} on top of {named.phrase}"
            + "".join(f" and {one} on top of that" for one in said[1:]),
        )
    )
    return text, {shifted(named.top, UP, i + 1): colour for i, colour in enumerate(colours)}


def between(scene: SyntheticScene) -> Sentence:
    """Like "connect the red block and the blue block with green blocks"."""
    one, two = scene.named_object(), scene.named_object()
    if not one or not two:
        return None
    apart = [q - p for p, q in zip(one.base, two.base, strict=True)]
    steps = max(abs(n) for n in apart)
    if sum(n != 0 for n in apart) != 1 or steps < 2:
        return None
    offset = (apart[0] // steps, apart[1] // steps, apart[2] // steps)
    cells = [shifted(one.base, offset, i) for i in range(1, steps)]
    text = scene.rng.choice(
        (
            f"fill the space between {one.phrase} and {two.phrase} with {colour_name(scene.colour)} blocks",
            f"connect {one.phrase} and {two.phrase} with {colour_name(scene.colour)} blocks",
            f"{scene.place_verb} {_count(len(cells), scene.colour)} between {one.phrase} and {two.phrase}",
        )
    )
    return text, fill(cells, scene.colour)


def around(scene: SyntheticScene) -> Sentence:
    """Like "put a red block on all four sides of the blue block"."""
    named = scene.named_object()
    if not named:
        return None
    both = scene.rng.choice((COMPASS, COMPASS[::2], COMPASS[1::2]))
    sides = (
        scene.rng.choice(("all four sides", "each side"))
        if both == COMPASS
        else f"the {both[0]} and {both[1]} sides"
    )
    cells = [shifted(named.base, DIRECTION_OFFSETS[word]) for word in both]
    return f"{scene.place_verb} {with_article(scene.colour)} block on {sides} of {named.phrase}", fill(
        cells, scene.colour
    )


def at_both_ends(scene: SyntheticScene) -> Sentence:
    """Like "extend the blue row with a red block at each end"."""
    rows = [
        (c, scene.blocks_of(c), offset)
        for c in range(1, 7)
        for offset in (DIRECTION_OFFSETS["east"], DIRECTION_OFFSETS["south"])
    ]
    rows = [row for row in rows if is_line(row[1], row[2])]
    if not rows:
        return None
    colour, cells, offset = scene.rng.choice(rows)
    ends = [shifted(cells[0], offset, -1), shifted(cells[-1], offset)]
    noun = scene.rng.choice(("row", "line"))
    if scene.rng.random() < 0.5:
        ends = [shifted(cells[0], UP), shifted(cells[-1], UP)]
        block = f"{scene.place_verb} {with_article(scene.colour)} block"
        text = f"{block} on top of each end of the {colour_name(colour)} {noun}"
    else:
        text = f"extend the {colour_name(colour)} {noun} with {with_article(scene.colour)} block at each end"
    return text, fill(ends, scene.colour)


def by_every(scene: SyntheticScene) -> Sentence:
    """Like "put a red block on top of each blue block"."""
    on = scene.rng.randint(1, 6)
    cells = scene.blocks_of(on)
    where, offset = ("on top of", UP) if scene.rng.random() < 0.7 else scene.direction()
    if len(cells) < 2:
        return None
    every = scene.rng.choice(("each", "every", "each of the", "all the"))
    noun = "block" if every in ("each", "every") else "blocks"
    text = f"{scene.place_verb} {with_article(scene.colour)} block {where} {every} {colour_name(on)} {noun}"
    return text, fill([shifted(cell, offset) for cell in cells], scene.colour)


def diagonal(scene: SyntheticScene) -> Sentence:
    """Like "build a diagonal line of three red blocks from the blue block towards the northeast"."""
    named, corner = scene.named_object(), scene.rng.choice(list(CORNERS))
    if not named or scene.count < 2:
        return None
    offset = (0, 1 if "east" in corner else -1, 1 if "south" in corner else -1)
    cells = [shifted(named.base, offset, i + 1) for i in range(scene.count)]
    line = f"{scene.place_verb} a diagonal line of {scene.counted_blocks}"
    return f"{line} from {named.phrase} towards the {corner}", fill(cells, scene.colour)


def _count(count: int, colour: int) -> str:
    """Like "a red block" or "two red blocks"."""
    number = NUMBER_WORDS[count - 1] if count <= len(NUMBER_WORDS) else str(count)
    return f"{with_article(colour)} block" if count == 1 else f"{number} {colour_name(colour)} blocks"
