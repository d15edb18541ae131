"""Sentences that lengthen, shorten, raise, fill or hollow out what stands."""

from __future__ import annotations

from cq.building.directions import DIRECTION_OFFSETS, UP
from cq.building.synthetic.scene import (
    Sentence,
    SyntheticScene,
    colour_name,
    fill,
    shifted,
    with_article,
)
from cq.building.synthetic.structures import named_structure
from cq.building.synthetic.wording import (
    block_noun,
    number,
    worded,
)
from cq.world.directions import AXIS_ENDS


def extend(scene: SyntheticScene) -> Sentence:
    """Like "extend the red row by two blocks to the east" or "make the tower three blocks taller"."""
    rng, named = scene.rng, named_structure(scene, "row", "row", "tower")
    if not named:
        return None
    structure, count = named.structure, min(scene.count, 4)
    amount = number(rng, count)
    of_colour = structure.colour
    colour = of_colour if of_colour and rng.random() < 0.65 else scene.colour
    same = colour == of_colour
    name = "" if same and rng.random() < 0.8 else f"{colour_name(colour)} "
    noun = name + block_noun(rng, plural=count > 1)
    if structure.kind == "tower":
        cells = [shifted(structure.high, UP, i + 1) for i in range(count)]
        text = worded(
            rng,
            f"make {named.phrase} {amount} {noun} [taller|higher]",
            f"[add|stack] {amount} [more |]{noun} [to|on] the top of {named.phrase}",
            f"[extend|raise|grow] {named.phrase} [upwards |]by {amount} {noun}",
            f"[build|make] {named.phrase} higher by {amount} {noun}",
        )
        return text, fill(cells, colour)
    which = rng.randrange(2)
    word, end = AXIS_ENDS[structure.axis][which], structure.cells[-which]
    cells = [shifted(end, DIRECTION_OFFSETS[word], i + 1) for i in range(count)]
    side = worded(rng, f"[to the {word}|towards the {word}|on its {word} side|at its {word} end|{word}wards]")
    if rng.random() < 0.15:
        other = structure.cells[which - 1]
        cells += [shifted(other, DIRECTION_OFFSETS[word], -i - 1) for i in range(count)]
        side = worded(rng, "[at both ends|at each end|in both directions|on either side]")
        return worded(rng, f"[extend|lengthen|continue] {named.phrase} by {amount} {noun} {side}"), fill(
            cells, colour
        )
    text = worded(
        rng,
        f"[extend|lengthen|continue|prolong] {named.phrase} by {amount} {noun} {side}",
        f"[extend|continue|lengthen] {named.phrase} {side} [with|by] {amount} [more |]{noun}",
        f"make {named.phrase} {amount} {noun} longer {side}",
        f"add {amount} [more |]{noun} to {named.phrase}[,| ]{side}",
    )
    return text, fill(cells, colour)


def extend_to(scene: SyntheticScene) -> Sentence:
    """Like "make the tower five blocks tall" or "cut the row down to two blocks, keeping its west end"."""
    rng, named = scene.rng, named_structure(scene, "row", "tower")
    if not named or named.structure.colour is None:
        return None
    colour = named.structure.colour
    structure, size = named.structure, len(named.structure.cells)
    wanted = rng.choice([n for n in range(1, 9) if n != size])
    amount = f"{number(rng, wanted)} {block_noun(rng, plural=wanted > 1)}"
    if structure.kind == "tower":
        first, offset = structure.low, UP
        text = worded(
            rng,
            f"make {named.phrase} {amount} [tall|high]",
            f"{named.phrase} should be {amount} [tall|high]",
            f"{'cut down' if wanted < size else 'build up'} {named.phrase} to {amount}",
        )
    else:
        which = rng.randrange(2)
        word, end = AXIS_ENDS[structure.axis][which], structure.cells[which - 1]
        first, offset = end, DIRECTION_OFFSETS[word]
        verb = "[extend|lengthen]" if wanted > size else "[shorten|cut|trim]"
        text = worded(
            rng,
            f"{verb} {named.phrase} at its {word} end to [a length of|a total of] {amount}",
            f"{verb} {named.phrase} at the {word} end so that it is {amount} long",
        )
    line = [shifted(first, offset, i) for i in range(max(wanted, size))]
    if wanted < size:
        return text, fill(line[wanted:], 0)
    return text, fill(line[size:], colour)


def shorten(scene: SyntheticScene) -> Sentence:
    """Like "make the tower two blocks shorter" or "shorten the row by one at its east end"."""
    rng, named = scene.rng, named_structure(scene, "row", "tower")
    if not named or len(named.structure.cells) < 2:
        return None
    structure, count = named.structure, rng.randint(1, min(3, len(named.structure.cells) - 1))
    amount = worded(rng, f"{number(rng, count)}[| {block_noun(rng, plural=count > 1)}]")
    if structure.kind == "tower":
        text = worded(
            rng,
            f"make {named.phrase} {amount} [shorter|lower]",
            f"[shorten|lower|cut] {named.phrase} by {amount}",
            f"take {amount} off the top of {named.phrase}",
        )
        return text, fill(list(structure.cells[-count:]), 0)
    which = rng.randrange(2)
    word = AXIS_ENDS[structure.axis][which]
    gone = structure.cells[-count:] if which else structure.cells[:count]
    text = worded(
        rng,
        f"[shorten|trim|cut] {named.phrase} by {amount} [at its {word} "
        f"end|from the {word}|on the {word} side]",
        f"take {amount} off the {word} end of {named.phrase}",
        f"make {named.phrase} {amount} shorter at the {word} end",
    )
    return text, fill(list(gone), 0)


def fill_hole(scene: SyntheticScene) -> Sentence:
    """Like "fill the ring with red blocks"."""
    rng, named = scene.rng, named_structure(scene, "ring")
    if not named:
        return None
    low, high = named.structure.low, named.structure.high
    inside = [(low[0], x, z) for x in range(low[1] + 1, high[1]) for z in range(low[2] + 1, high[2])]
    name, plural = colour_name(scene.colour), block_noun(rng, plural=True)
    text = worded(
        rng,
        f"fill [|in |up ]{named.phrase} with {name} {plural}",
        f"[fill|close] the [hole|gap|empty space|opening] [in|inside|in the middle of] {named.phrase} "
        f"with {name} {plural}",
        f"put {name} {plural} [in every empty cell|everywhere] inside {named.phrase}",
    )
    if len(inside) == 1:
        text = text.replace(f"with {name} {plural}", f"with {with_article(scene.colour)} {plural[:-1]}")
    return text, fill(inside, scene.colour)


def hollow_out(scene: SyntheticScene) -> Sentence:
    """Like "hollow out the square, so that only its rim is kept"."""
    rng, named = scene.rng, named_structure(scene, "square", "rectangle", "wall")
    if not named or sorted(named.structure.extent)[1] < 3:
        return None
    structure = named.structure
    axes = [axis for axis in range(3) if structure.extent[axis] > 1]
    inside = [
        cell
        for cell in structure.cells
        if all(structure.low[axis] < cell[axis] < structure.high[axis] for axis in axes)
    ]
    text = worded(
        rng,
        f"hollow out {named.phrase}[|, so that only the [rim|border|outline] [stays|is kept]]",
        f"[remove|take out|clear] the [inside|interior] of {named.phrase}",
        f"make {named.phrase} hollow",
        f"turn {named.phrase} into a [frame|hollow one]",
    )
    return text, fill(inside, 0)


def add_layer(scene: SyntheticScene) -> Sentence:
    """Like "raise the square by one more layer of red blocks"."""
    rng, named = scene.rng, named_structure(scene, "square", "rectangle", "ring", "row", "wall")
    if not named:
        return None
    structure = named.structure
    top = structure.end("up")
    what = f"{colour_name(scene.colour)} {block_noun(rng, plural=True)}"
    text = worded(
        rng,
        f"[put|add|build] [another|a second|one more] layer of {what} on [|top of ]{named.phrase}",
        f"cover [|the whole top of |the top of ]{named.phrase} with {what}",
        f"[put|place] {with_article(scene.colour)} block on top of [each|every] block of {named.phrase}",
    )
    if structure.kind == "wall":
        text = worded(rng, f"[put|add] [another|one more] [row|layer] of {what} on top of {named.phrase}")
    return text, fill([shifted(cell, UP) for cell in top], scene.colour)
