"""Sentences that place blocks by what stands."""

from __future__ import annotations

from cq.building.baseline.clauses import ROUND, STEPS
from cq.building.synthetic.scene import (
    CORNERS,
    COUNTS,
    TOWERS,
    UP,
    Made,
    Scene,
    a,
    all_of,
    is_line,
    moved,
    name,
)


def beside(scene: Scene) -> Made:
    found, (where, step) = scene.some(), scene.direction()
    if not found:
        return None
    gap = scene.count == 1 and scene.rng.random() < 0.15
    line = "" if scene.count == 1 else scene.rng.choice(("", " in a row", " in a line", " horizontally"))
    apart = (
        scene.rng.choice((", leaving one empty space between them", ", with a gap of one block"))
        if gap
        else ""
    )
    cells = [moved(found.base, step, i + 1 + gap) for i in range(scene.count)]
    text = f"{scene.place} {scene.blocks}{line} {where} {found.phrase}{apart}"
    if scene.count > 1 and scene.rng.random() < 0.3:
        text = f"{scene.place} a row of {scene.blocks} {where} {found.phrase}"
    return text, all_of(cells, scene.colour)


def on_top(scene: Scene) -> Made:
    found = scene.some()
    if not found:
        return None
    where = scene.rng.choice(("on top of", "on top of", "on", "above", "atop"))
    cells = [moved(found.top, UP, i + 1) for i in range(scene.count)]
    verb = "stack" if scene.count > 1 and scene.rng.random() < 0.4 else scene.place
    return f"{verb} {scene.blocks} {where} {found.phrase}", all_of(cells, scene.colour)


def underneath(scene: Scene) -> Made:
    found = scene.some()
    if not found:
        return None
    cells = [moved(found.base, UP, -i - 1) for i in range(scene.count)]
    where = scene.rng.choice(("below", "under", "underneath"))
    return f"{scene.place} {scene.blocks} {where} {found.phrase}", all_of(cells, scene.colour)


def tower(scene: Scene) -> Made:
    found, (where, step) = scene.some(), scene.direction()
    if not found or scene.count < 2:
        return None
    noun = scene.rng.choice(TOWERS)
    text = scene.rng.choice(
        (
            f"{scene.place} {a(scene.colour)} {noun} of {scene.number} blocks {where} {found.phrase}",
            f"{scene.place} a {noun} of {scene.blocks} {where} {found.phrase}",
            f"{scene.place} {scene.blocks} on top of each other {where} {found.phrase}",
            f"stack {scene.blocks} vertically {where} {found.phrase}",
        )
    )
    base = moved(found.base, step)
    return text, all_of([moved(base, UP, i) for i in range(scene.count)], scene.colour)


def stack_of_colours(scene: Scene) -> Made:
    found = scene.some()
    colours = scene.rng.sample(range(1, 7), scene.rng.choice((2, 3)))
    if not found:
        return None
    said = [f"{a(colour)} block" for colour in colours]
    text = scene.rng.choice(
        (
            f"stack {', '.join(said[:-1])} and then {said[-1]} on top of {found.phrase}",
            f"{scene.place} {said[0]} on top of {found.phrase}"
            + "".join(f" and {one} on top of that" for one in said[1:]),
        )
    )
    return text, {moved(found.top, UP, i + 1): colour for i, colour in enumerate(colours)}


def between(scene: Scene) -> Made:
    one, two = scene.some(), scene.some()
    if not one or not two:
        return None
    apart = [q - p for p, q in zip(one.base, two.base, strict=True)]
    steps = max(abs(n) for n in apart)
    if sum(n != 0 for n in apart) != 1 or steps < 2:
        return None
    step = (apart[0] // steps, apart[1] // steps, apart[2] // steps)
    cells = [moved(one.base, step, i) for i in range(1, steps)]
    text = scene.rng.choice(
        (
            f"fill the space between {one.phrase} and {two.phrase} with {name(scene.colour)} blocks",
            f"connect {one.phrase} and {two.phrase} with {name(scene.colour)} blocks",
            f"{scene.place} {_count(len(cells), scene.colour)} between {one.phrase} and {two.phrase}",
        )
    )
    return text, all_of(cells, scene.colour)


def around(scene: Scene) -> Made:
    found = scene.some()
    if not found:
        return None
    both = scene.rng.choice((ROUND, ROUND[::2], ROUND[1::2]))
    sides = (
        scene.rng.choice(("all four sides", "each side"))
        if both == ROUND
        else f"the {both[0]} and {both[1]} sides"
    )
    cells = [moved(found.base, STEPS[word]) for word in both]
    return f"{scene.place} {a(scene.colour)} block on {sides} of {found.phrase}", all_of(cells, scene.colour)


def at_both_ends(scene: Scene) -> Made:
    rows = [(c, scene.cells_of(c), step) for c in range(1, 7) for step in (STEPS["east"], STEPS["south"])]
    rows = [row for row in rows if is_line(row[1], row[2])]
    if not rows:
        return None
    colour, cells, step = scene.rng.choice(rows)
    ends = [moved(cells[0], step, -1), moved(cells[-1], step)]
    noun = scene.rng.choice(("row", "line"))
    if scene.rng.random() < 0.5:
        ends = [moved(cells[0], UP), moved(cells[-1], UP)]
        text = f"{scene.place} {a(scene.colour)} block on top of each end of the {name(colour)} {noun}"
    else:
        text = f"extend the {name(colour)} {noun} with {a(scene.colour)} block at each end"
    return text, all_of(ends, scene.colour)


def by_every(scene: Scene) -> Made:
    """On top of, or beside, each block of a colour."""
    on = scene.rng.randint(1, 6)
    cells = scene.cells_of(on)
    where, step = ("on top of", UP) if scene.rng.random() < 0.7 else scene.direction()
    if len(cells) < 2:
        return None
    every = scene.rng.choice(("each", "every", "each of the", "all the"))
    noun = "block" if every in ("each", "every") else "blocks"
    text = f"{scene.place} {a(scene.colour)} block {where} {every} {name(on)} {noun}"
    return text, all_of([moved(cell, step) for cell in cells], scene.colour)


def diagonal(scene: Scene) -> Made:
    found, corner = scene.some(), scene.rng.choice(list(CORNERS))
    if not found or scene.count < 2:
        return None
    step = (0, 1 if "east" in corner else -1, 1 if "south" in corner else -1)
    cells = [moved(found.base, step, i + 1) for i in range(scene.count)]
    text = f"{scene.place} a diagonal line of {scene.blocks} from {found.phrase} towards the {corner}"
    return text, all_of(cells, scene.colour)


def _count(count: int, colour: int) -> str:
    number = COUNTS[count - 1] if count <= len(COUNTS) else str(count)
    return f"{a(colour)} block" if count == 1 else f"{number} {name(colour)} blocks"
