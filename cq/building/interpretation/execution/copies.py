"""Copies: new things with the size of others, whole things once more, and mirror images."""

from __future__ import annotations

from dataclasses import replace

from cq.building.interpretation.execution.corner_copies import corner_copies
from cq.building.interpretation.execution.referents import cells_of, clause_things, resolve
from cq.building.interpretation.execution.scene import Scene
from cq.building.interpretation.execution.spots import find_spots
from cq.building.interpretation.execution.whole_shapes import located
from cq.building.interpretation.syntax import Clause, New, Place, Ref, Unclear
from cq.meaning.geometry import CENTRE, HORIZONTAL, Cell, Thing, box, step

Blocks = list[tuple[Cell, int]]


def sized(new: New, place: Place, scene: Scene) -> New:
    """The new thing with the size that it has in common with another: as high, twice as high, one lower.

    Raises `Unclear` if it is not one thing, or another kind of thing.
    """
    like = new.like or (place.ref if new.manner == "identical" else None)
    if like is None and new.manner == "identical" and place.kind != "instead":
        like = Ref(new.shape)  # "Another tower of the same height": the only one.
    if like is None:
        return new
    thing = _model(like, new, place, scene)
    low, high = box(thing)
    if new.shape == "one":
        new = replace(new, shape="tower" if low[1:] == high[1:] else "row")
    if new.shape == "tower" and low[1:] == high[1:]:
        name = "high"
    elif new.shape == "row" and low[0] == high[0] and len(thing) == max(_spans(thing)):
        name = "long"
    else:
        raise Unclear("equal in what")
    times, parts = new.scale
    length, left = divmod(len(thing) * times, parts)
    length += new.more
    if left or length < 1:
        raise Unclear("half a block")
    colours = {scene.colour(cell) for cell in thing}
    if new.colour is None and len(colours) > 1:
        raise Unclear("in which colours")
    return replace(
        new,
        sizes=(*new.sizes, (name, length)),
        manner="",
        like=None,
        scale=(1, 1),
        more=0,
        colour=new.colour or min(colours),
    )


def _spans(thing: Thing) -> list[int]:
    low, high = box(thing)
    return [b - a + 1 for a, b in zip(low, high, strict=True)]


def _model(like: Ref, new: New, place: Place, scene: Scene) -> Thing:
    if like.noun == "one" and new.shape in ("tower", "row"):
        like = replace(like, noun=new.shape)
    if like.noun == "it" and place.ref is not None and place.ref.noun != "it":
        like = place.ref  # "Against the purple tower, one block lower than it."
        if like.noun == "one" and new.shape in ("tower", "row"):
            like = replace(like, noun=new.shape)
    try:
        things = resolve(like, scene)
    except Unclear:
        if like.noun == "it" and len(scene.removed) == 1 and scene.focus == scene.removed:
            return scene.removed[0]
        if like.noun == "it":
            raise
        things = resolve(like, scene.at_first())  # "As tall as the tower was"
    if len(things) != 1:
        raise Unclear("equal to which")
    return things[0]


def copied(new: New, place: Place, scene: Scene) -> Blocks:
    """The blocks of a copy of a thing at a place, in the colour that is said or else in its own ones."""
    if new.count == 1 and (images := corner_copies(new, place, scene)):
        return images
    if new.like is None or new.count != 1:
        raise Unclear("a copy of what")
    thing = _model(new.like, new, place, scene)
    start = min(thing)
    move = _offset(thing, place, scene)
    return [
        ((cell[0] + move[0], cell[1] + move[1], cell[2] + move[2]), new.colour or scene.colour(cell))
        for cell in sorted(thing, key=lambda cell: (cell != start, cell))
    ]


def _offset(thing: Thing, place: Place, scene: Scene) -> Cell:
    """How far a copy is from its original."""
    low, high = box(thing)
    if place.kind in ("dir", "on") and place.ref is not None and place.level is None:
        (landmark, *others) = resolve(place.ref, scene)
        if others:
            raise Unclear("beside which")
        if landmark == thing:
            way = "up" if place.kind == "on" else scene.direction(place.word)
            if way not in (*HORIZONTAL, "up"):
                raise Unclear("how far away")
            axis = {"up": 0, "east": 1, "west": 1}.get(way, 2)
            return step((0, 0, 0), way, high[axis] - low[axis] + 1 + (place.number or 0))
    if low[1:] == high[1:]:
        spots = find_spots(place, scene).spots
        if len(spots) != 1 or spots[0].grow == "down":
            raise Unclear("where")
        target = spots[0].cell
    else:
        target = min(located([*thing], place, find_spots(place, scene)))
    start = min(thing)
    return target[0] - start[0], target[1] - start[1], target[2] - start[2]


def mirror(clause: Clause, scene: Scene) -> None:
    """Add the mirror image of things in the plane through the middle of the zone that faces `clause.word`."""
    axis = {"east": 1, "south": 2}[clause.word]
    cells = cells_of(clause_things(clause, scene))
    blocks = []
    for cell in sorted(cells):
        image = list(cell)
        image[axis] = 2 * CENTRE[axis] - cell[axis]
        target = (image[0], image[1], image[2])
        if target in scene.cells:
            if scene.cells[target] != scene.cells[cell]:
                raise Unclear("something stands there")
        else:
            blocks.append((target, scene.cells[cell]))
    scene.place(blocks)
    scene.mention([frozenset(scene.last)])


def mirror_beside(clause: Clause, scene: Scene) -> None:
    """Put the mirror image of a thing right beside it."""
    (thing, *others) = clause_things(clause, scene)
    way = scene.direction(clause.word)
    if others or way not in HORIZONTAL:
        raise Unclear("which of them, or beside what")
    axis = 1 if way in ("east", "west") else 2
    low, high = (corner[axis] for corner in box(thing))
    mirrored = 2 * high + 1 if way in ("east", "south") else 2 * low - 1
    blocks = []
    for cell in sorted(thing):
        image = [*cell]
        image[axis] = mirrored - cell[axis]
        blocks.append(((image[0], image[1], image[2]), scene.cells[cell]))
    scene.place(blocks)
    scene.mention([frozenset(scene.last)])


def repeat(clause: Clause, scene: Scene) -> None:
    """Put a thing up once more at a place."""
    (thing, *others) = clause_things(clause, scene)
    if others:
        raise Unclear("which of them")
    if clause.number is not None:
        way, shift = scene.direction(clause.word), clause.number
        scene.place((step(cell, way, shift), scene.cells[cell]) for cell in sorted(thing))
        scene.mention([frozenset(scene.last)])
        return
    if clause.place is None:
        raise Unclear("where")
    place = clause.place
    if place.ref is not None and place.ref.noun == "it":
        place = replace(place, ref=clause.ref)
    blocks = copied(New("copy", count=1, like=clause.ref, colour=clause.colour), place, scene)
    scene.place(blocks)
    scene.mention([frozenset(scene.last)])
