"""Groups of blocks in words: parts of a structure, all of a kind or colour, everything but something."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from cq.building.synthetic.scene import Cell, SyntheticScene, colour_name
from cq.building.synthetic.structures import (
    NOUNS,
    NamedStructure,
    named_structure,
    structures,
)
from cq.building.synthetic.wording import NUMBERS, block_noun, worded
from cq.world.directions import AXIS_ENDS


class Group(NamedTuple):
    """A phrase and its blocks. `each` names one of them at a time ("every red block"), or the whole if it is
    one block; empty if no such phrase exists.
    """

    phrase: str
    each: str
    cells: tuple[Cell, ...]


def random_group(scene: SyntheticScene) -> Group | None:
    """A group of the scene's blocks; None if the kind that was drawn does not fit."""
    return scene.rng.choice((part, part, part, of_kind, of_colour, all_but, on_level))(scene)


def part(scene: SyntheticScene) -> Group | None:
    """Like "the corners of the red square" or "every second block of the row, from its west end"."""
    named = named_structure(scene, "tower", "row", "row", "wall", "square", "rectangle", "ring")
    parts = list(_parts(scene, named)) if named else []
    return scene.rng.choice(parts) if parts else None


def of_kind(scene: SyntheticScene) -> Group | None:
    """Like "both towers" or "each single block"."""
    everything = structures(scene.grid)
    kinds = [kind for kind in NOUNS if sum(one.kind == kind for one in everything) > 1]
    if not kinds:
        return None
    kind = scene.rng.choice(kinds)
    members = [one for one in everything if one.kind == kind]
    phrase, each = _all(scene, scene.rng.choice(NOUNS[kind]), len(members))
    return Group(phrase, each if kind == "block" else "", tuple(c for one in members for c in one.cells))


def of_colour(scene: SyntheticScene) -> Group | None:
    """Like "all the red blocks" or "every blue one"."""
    cells = scene.blocks_of(scene.rng.choice([int(c) for c in scene.grid[scene.grid > 0]] or [1]))
    if len(cells) < 2:
        return None
    name = colour_name(int(scene.grid[cells[0]]))
    phrase, each = _all(scene, f"{name} {block_noun(scene.rng)}", len(cells))
    return Group(phrase, each, tuple(cells))


def all_but(scene: SyntheticScene) -> Group | None:
    """Like "everything except the blue tower" or "all towers but the tallest"."""
    rng, everything = scene.rng, structures(scene.grid)
    named, cells = named_structure(scene), scene.all_blocks()
    if not named or len(everything) < 2:
        return None
    but = rng.choice(("but", "except", "except for", "other than", "apart from"))
    phrase, kept = named.phrase, named.structure
    gone = [cell for cell in cells if cell not in kept.cells]
    peers = [one for one in everything if one.kind == kept.kind and one is not kept]
    if len(peers) > 1 and rng.random() < 0.4:
        plural = f"{rng.choice(NOUNS[kept.kind])}s"
        gone = [cell for one in peers for cell in one.cells]
        return Group(
            f"{rng.choice(('all the', 'all', 'all of the'))} {plural} {but} {phrase}", "", tuple(gone)
        )
    if kept.colour and len(scene.blocks_of(kept.colour)) == len(kept.cells) and rng.random() < 0.3:
        phrase = f"the {colour_name(kept.colour)} one{'s' if len(kept.cells) > 1 else ''}"
        return Group(f"all {rng.choice(('', 'the '))}blocks {but} {phrase}", "", tuple(gone))
    return Group(f"{rng.choice(('everything', 'all', 'all blocks'))} {but} {phrase}", "", tuple(gone))


def on_level(scene: SyntheticScene) -> Group | None:
    """Like "every block on the ground" or "all floating blocks"."""
    rng, cells = scene.rng, scene.all_blocks()
    ground = tuple(cell for cell in cells if cell[0] == 0)
    if not ground or len(ground) == len(cells):
        return None
    noun = f"{block_noun(rng)}"
    if rng.random() < 0.5:
        place = rng.choice(("on the ground", "that touches the ground", "on the lowest level"))
        phrase = f"all the {noun}s {place.replace('touches', 'touch')}"
        return Group(phrase, f"{rng.choice(('each', 'every'))} {noun} {place}", ground)
    place = rng.choice(("above the ground", "that is not on the ground", "higher than the ground level"))
    phrase = f"all the {noun}s {place.replace('is', 'are')}"
    higher = tuple(cell for cell in cells if cell[0])
    return Group(phrase, f"{rng.choice(('each', 'every'))} {noun} {place}", higher)


def _all(scene: SyntheticScene, noun: str, count: int) -> tuple[str, str]:
    """A phrase for all of some things, and one for each of them."""
    rng = scene.rng
    words = [f"all the {noun}s", f"all {noun}s", f"every {noun}", f"each {noun}", f"all of the {noun}s"]
    if count == 2:
        words += [f"both {noun}s", f"both of the {noun}s", f"both {noun}s", f"the two {noun}s"]
    elif count <= len(NUMBERS):
        words += [f"all {NUMBERS[count - 1]} {noun}s", f"the {NUMBERS[count - 1]} {noun}s"]
    each = [f"each {noun}", f"every {noun}", f"each of the {noun}s", f"each one of the {noun}s"]
    if count == 2:
        each += [f"both {noun}s", f"both of the {noun}s"]
    return rng.choice(words), rng.choice(each)


def _parts(scene: SyntheticScene, named: NamedStructure) -> Iterator[Group]:
    structure = named.structure
    if structure.kind == "tower":
        yield from _parts_of_line(scene, named, "bottom", "top")
    elif structure.kind == "row":
        yield from _parts_of_line(scene, named, *AXIS_ENDS[structure.axis])
    else:
        yield from _parts_of_plane(scene, named)


def _parts_of_line(scene: SyntheticScene, named: NamedStructure, first: str, last: str) -> Iterator[Group]:
    """Parts of a row or a tower; its cells are in order from its first end to its last."""
    rng, (phrase, structure) = scene.rng, named
    cells, upright = structure.cells, structure.kind == "tower"
    noun = block_noun(rng)
    for word, end in ((first, cells[0]), (last, cells[-1])):
        one = (
            f"the {word} {noun} of {phrase}"
            if upright
            else (
                worded(
                    rng,
                    f"[the {noun} at the {word} end of|the {word} end of|the "
                    f"{word}ernmost {noun} of] {phrase}",
                )
            )
        )
        yield Group(one, one, (end,))
    if len(cells) < 3:
        return
    ends = f"the top and the bottom of {phrase}" if upright else f"both ends of {phrase}"
    each = f"each end of {phrase}"
    yield Group(
        worded(rng, f"[{ends}|the two ends of {phrase}]"), "" if upright else each, (cells[0], cells[-1])
    )
    between = worded(
        rng, f"[everything but the ends of|all of {phrase} but its ends|everything between the ends of]"
    )
    between = between if phrase in between else f"{between} {phrase}"
    yield Group(between, "", cells[1:-1])
    if len(cells) % 2:
        middle = worded(
            rng, f"[the middle {noun} of|the {noun} in the middle of|the {noun} in the centre of] {phrase}"
        )
        yield Group(middle, middle, (cells[len(cells) // 2],))
    second = worded(rng, f"every [second|other] {noun} of {phrase}, [starting|beginning] [at|with|from]")
    yield Group(f"{second} the {first}{'' if upright else ' end'}", "", cells[::2])
    yield Group(f"{second} the {last}{'' if upright else ' end'}", "", cells[::-2])
    count = rng.randint(2, len(cells) - 1)
    some = f"the {{}} {NUMBERS[count - 1]} {noun}s of {phrase}"
    yield Group(some.format(first if upright else f"{first}ernmost"), "", cells[:count])
    yield Group(some.format(last if upright else f"{last}ernmost"), "", cells[-count:])


def _parts_of_plane(scene: SyntheticScene, named: NamedStructure) -> Iterator[Group]:
    """Parts of a wall, a square, a rectangle or a ring."""
    rng, (phrase, structure) = scene.rng, named
    cells, low, high = structure.cells, structure.low, structure.high
    axes = [axis for axis in range(3) if structure.extent[axis] > 1]

    def on_rim(cell: Cell) -> int:
        return sum(cell[axis] in (low[axis], high[axis]) for axis in axes)

    corners = tuple(cell for cell in cells if on_rim(cell) == 2)
    rim, inside = (tuple(c for c in cells if bool(on_rim(c)) == outer) for outer in (True, False))
    only = rng.choice(("", "", "only ", "just "))
    all_corners = worded(
        rng, f"{only}[the corners of|the four corners of|all corners of|the corner blocks of]"
    )
    yield Group(f"{all_corners} {phrase}", f"{rng.choice(('each', 'every'))} corner of {phrase}", corners)
    if len(corners) < len(cells):
        rest = tuple(cell for cell in cells if cell not in corners)
        yield Group(f"everything but the corners of {phrase}", "", rest)
    if inside:
        edge = worded(rng, f"{only}[the edges of|the rim of|the outer blocks of|the border of] {phrase}")
        yield Group(edge, "", rim)
        if len(inside) == 1:
            middle = worded(
                rng, f"[the middle|the middle {block_noun(rng)}|the centre|the center] of {phrase}"
            )
            yield Group(middle, middle, inside)
        else:
            yield Group(worded(rng, f"[the inside of|the inner blocks of] {phrase}"), "", inside)
    for axis in axes:
        for word, level in zip(_sides(axis), (low[axis], high[axis]), strict=True):
            side = tuple(cell for cell in cells if cell[axis] == level)
            noun = "[layer|row]" if axis == 0 else "[side|edge]"
            yield Group(worded(rng, f"the {word} {noun} of {phrase}"), "", side)


def _sides(axis: int) -> tuple[str, str]:
    """The words for the two sides of a structure along an axis, in the order of the axis."""
    return ("bottom", "top") if axis == 0 else (f"{AXIS_ENDS[axis][0]}", f"{AXIS_ENDS[axis][1]}")
