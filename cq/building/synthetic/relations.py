"""Sentences that place blocks between, in line with, at the ends of and away from others."""

from __future__ import annotations

from itertools import combinations

from cq.building.directions import DIRECTION_OFFSETS, UP
from cq.building.synthetic.scene import (
    Cell,
    Sentence,
    SyntheticScene,
    colour_name,
    fill,
    shifted,
)
from cq.building.synthetic.structures import (
    NamedStructure,
    Structure,
    landmark,
    named_structure,
    phrase_for,
    structures,
)
from cq.building.synthetic.wording import block_noun, blocks, number, placement, spaces, worded
from cq.world.directions import AXIS_ENDS, COMPASS


def connect(scene: SyntheticScene) -> Sentence:
    """Like "connect the tops of the two towers with red blocks"."""
    rng, everything = scene.rng, structures(scene.grid)
    pairs = [pair for pair in combinations(everything, 2) if _lines(*pair)]
    if not pairs:
        return None
    one, two = rng.choice(pairs)
    height, cells = rng.choice(_lines(one, two))
    names = phrase_for(scene, one, everything), phrase_for(scene, two, everything)
    if not names[0] or not names[1]:
        return None
    names = names if rng.random() < 0.5 else names[::-1]
    line = f"[line|row|straight line] of {colour_name(scene.colour)} {block_noun(rng, plural=True)}"
    red = f"{colour_name(scene.colour)} {block_noun(rng, plural=True)}"
    both = f"{names[0]} and {names[1]}"
    towers = [structure for structure in everything if structure.kind == "tower"]
    if one.kind == two.kind == "tower" and len(towers) == 2 and rng.random() < 0.5:
        both = rng.choice(("the two towers", "both towers", "the towers"))
    if height == "top":
        ends = worded(rng, f"[the tops of|the top blocks of|the upper ends of] {both}")
        text = worded(
            rng,
            f"[connect|join|link|bridge] {ends} with [{red}|a {line}]",
            f"[build|make|put] a {line} [between|connecting] {ends}",
            f"[build|make] a bridge of {red} [between|connecting] {ends}",
        )
    else:
        foot = (
            worded(rng, f"[the bottoms of|the feet of] {both}") if "tower" in (one.kind, two.kind) else both
        )
        text = worded(
            rng,
            f"[connect|join|link] {foot} with [{red}|a {line}]",
            f"[fill|close] the [gap|space] between {foot} with {red}",
            f"[build|make|lay|draw] a {line} [between|connecting] {foot}",
        )
    return text, fill(cells, scene.colour)


def halfway(scene: SyntheticScene) -> Sentence:
    """Like "put a red block exactly halfway between the blue block and the tower"."""
    rng, everything = scene.rng, structures(scene.grid)
    found: list[tuple[Structure, Structure, Cell]] = []
    for one, two in combinations(everything, 2):
        for height, cells in _lines(one, two):
            if len(cells) % 2 and height == "bottom" and len(cells) > 1:
                found.append((one, two, cells[len(cells) // 2]))
    if not found:
        return None
    one, two, middle = rng.choice(found)
    names = [phrase_for(scene, one, everything), phrase_for(scene, two, everything)]
    if not all(names):
        return None
    rng.shuffle(names)
    where = worded(rng, "[exactly halfway|halfway|midway|in the middle|exactly in the middle] between")
    low = rng.choice(("", "", " at ground level")) if middle[0] == 0 else ""
    text = placement(rng, blocks(rng, 1, scene.colour), f"{where} {names[0]} and {names[1]}{low}")
    return text, {middle: scene.colour}


def in_line_with(scene: SyntheticScene) -> Sentence:
    """Like "put a red block in line with the blue row, two free spaces past its east end"."""
    rng, named = scene.rng, named_structure(scene, "row")
    if not named:
        return None
    word, end = _random_end(scene, named)
    gap, offset = rng.randint(0, 2), DIRECTION_OFFSETS[word]
    apart = worded(rng, f"leaving {spaces(rng, gap)} [in between|between them]") if gap else "touching it"
    where = worded(
        rng, f"[in line with|in the same line as] {named.phrase}, [past|beyond|after] its {word} end, {apart}"
    )
    return placement(rng, blocks(rng, 1, scene.colour), where), {shifted(end, offset, gap + 1): scene.colour}


def on_each_end(scene: SyntheticScene) -> Sentence:
    """Like "put a red block at both ends of the row" or "a tower of two on each end of it"."""
    rng, named = scene.rng, named_structure(scene, "row")
    if not named:
        return None
    cells, offset = named.structure.cells, _unit(named.structure.axis)
    ends = worded(rng, f"[each end of|both ends of|either end of] {named.phrase}")
    if rng.random() < 0.5:
        beyond = [shifted(cells[0], offset, -1), shifted(cells[-1], offset)]
        what = blocks(rng, 1, scene.colour)
        text = worded(
            rng, f"[[add|attach] {what} to|[put|add] {what} at] {ends}[|, extending it in both directions]"
        )
        return text, fill(beyond, scene.colour)
    height = min(scene.count, 4)
    what = blocks(rng, 1, scene.colour)
    if height > 1:
        what = worded(rng, f"a [tower|stack|column] of {blocks(rng, height, scene.colour)}")
    upon = [shifted(cell, UP, i + 1) for cell in (cells[0], cells[-1]) for i in range(height)]
    return placement(rng, what, worded(rng, f"on [|the ]top of {ends}")), fill(upon, scene.colour)


def with_gap(scene: SyntheticScene) -> Sentence:
    """Like "put a red block east of the tower with two empty spaces between them", or floating above it."""
    rng, named = scene.rng, landmark(scene)
    if not named:
        return None
    gap = rng.randint(1, 4)
    between = worded(
        rng,
        f"[with {spaces(rng, gap)} between them|leaving {spaces(rng, gap)} "
        f"in between|leaving {spaces(rng, gap)}]",
    )
    if rng.random() < 0.3:
        where = worded(rng, f"[floating above|above|hovering over] {named.phrase}, {between}")
        cell = shifted(named.top, UP, gap + 1)
    else:
        direction, offset = scene.direction()
        where, cell = f"{direction} {named.phrase}, {between}", shifted(named.base, offset, gap + 1)
    return placement(rng, blocks(rng, 1, scene.colour), where), {cell: scene.colour}


def beside_top(scene: SyntheticScene) -> Sentence:
    """Like "attach a red block to the east side of the top block of the tower"."""
    rng, named = scene.rng, named_structure(scene, "tower")
    if not named:
        return None
    tower, word = named.structure.cells, rng.choice(COMPASS)
    level = rng.randrange(1, len(tower))
    if level == len(tower) - 1:
        which = rng.choice(("top block", "highest block", "uppermost block"))
    else:
        which = f"{('', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth')[level]} block"
        which = f"{which} from the bottom"
    what = blocks(rng, 1, scene.colour)
    if rng.random() < 0.4:
        text = worded(
            rng, f"[attach|stick|glue|add] {what} to the {word} side of the {which} of {named.phrase}"
        )
    else:
        where = worded(rng, f"[on the {word} side of|directly {word} of|{word} of|to the {word} of]")
        text = placement(rng, what, f"{where} the {which} of {named.phrase}")
    return text, {shifted(tower[level], DIRECTION_OFFSETS[word]): scene.colour}


def beside_row(scene: SyntheticScene) -> Sentence:
    """Like "put two red blocks next to the east end of the row, going north"."""
    rng, named = scene.rng, named_structure(scene, "row")
    if not named:
        return None
    word, end = _random_end(scene, named)
    turn = rng.choice((1, 3))
    side = COMPASS[(COMPASS.index(word) + turn) % 4]
    cells = [shifted(end, DIRECTION_OFFSETS[side], i + 1) for i in range(scene.count)]
    start = worded(rng, f"[from|starting at|at] the {word} end of {named.phrase}")
    what = blocks(rng, scene.count, scene.colour)
    if scene.count > 1:
        what = worded(rng, f"[a row of {what}|a line of {what}|{what} in a row]")
    return placement(rng, what, worded(rng, f"{start}, [going|towards the|heading] {side}")), fill(
        cells, scene.colour
    )


def longer_list(scene: SyntheticScene) -> Sentence:
    """Like "put a red block, a blue block and a green block in a row east of the tower"."""
    rng, named = scene.rng, landmark(scene)
    if not named:
        return None
    direction, offset = scene.direction()
    colours = rng.sample(range(1, 7), rng.randint(2, 4))
    said = [blocks(rng, 1, colour) for colour in colours]
    what = f"{', '.join(said[:-1])} and {rng.choice(('', 'then '))}{said[-1]}"
    row = rng.choice(("in a row", "in a line", "one after another"))
    text = placement(rng, what, f"{row} {direction} {named.phrase}")
    return text, {shifted(named.base, offset, i + 1): colour for i, colour in enumerate(colours)}


def number_of_spaces(scene: SyntheticScene) -> Sentence:
    """Like "go three spaces east of the red block and put a blue block there"."""
    rng, named = scene.rng, landmark(scene)
    if not named:
        return None
    count, word = rng.randint(2, 5), rng.choice(COMPASS)
    steps = f"{number(rng, count)} {rng.choice(('spaces', 'cells', 'steps'))}"
    what = blocks(rng, 1, scene.colour)
    text = worded(
        rng,
        f"[go|count|move] {steps} {word} from {named.phrase} and [put|place] {what} there",
        f"[put|place] {what} {steps} [to the {word}|{word}] of {named.phrase}",
    )
    return text, {shifted(named.base, DIRECTION_OFFSETS[word], count): scene.colour}


def _lines(one: Structure, two: Structure) -> list[tuple[str, list[Cell]]]:
    """The straight lines between two blocks or towers: between their tops, and between their lowest cells."""
    if not {one.kind, two.kind} <= {"block", "tower"}:
        return []
    lines = []
    for height, start, end in (("top", one.high, two.high), ("bottom", one.low, two.low)):
        apart = (end[0] - start[0], end[1] - start[1], end[2] - start[2])
        steps = max(abs(n) for n in apart)
        if apart[0] == 0 and 0 in apart[1:] and steps > 1:
            offset = (0, apart[1] // steps, apart[2] // steps)
            lines.append((height, [shifted(start, offset, i) for i in range(1, steps)]))
    return lines if {one.kind, two.kind} == {"tower"} else [line for line in lines if line[0] == "bottom"]


def _random_end(scene: SyntheticScene, named: NamedStructure) -> tuple[str, Cell]:
    """A direction in which a row ends, and the cell there."""
    cells = named.structure.cells
    which = scene.rng.randrange(2)
    return AXIS_ENDS[named.structure.axis][which], cells[-which]


def _unit(axis: int) -> Cell:
    return (0, 1, 0) if axis == 1 else (0, 0, 1)
