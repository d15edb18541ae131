"""Narrows things by one filter: an extreme, a part, an order, or a relation to a landmark."""

from __future__ import annotations

from collections.abc import Callable, Collection

from cq.building.interpretation.execution.parts import PARTS, alternate, half
from cq.building.interpretation.execution.scene import Scene
from cq.building.interpretation.syntax import Filter, Ref, Unclear
from cq.meaning.geometry import (
    LAST,
    Cell,
    Thing,
    along,
    box,
    components,
    line_between,
    step,
)
from cq.world.directions import OPPOSITE
from cq.world.grid import HALF

_HORIZONTAL = ("north", "east", "south", "west")


def selected(
    found: list[Thing], one: Filter, ref: Ref, scene: Scene, landmark: Collection[Cell] = frozenset()
) -> list[Thing]:
    """Those of the things that pass a filter of a reference, whose landmark's cells are given.

    Raises `Unclear` if the filter makes no sense for them.
    """
    if not found:
        return found
    if one.kind == "extreme":
        if ref.plural and ref.noun == "block" and ref.count is None and one in ref.relations:
            groups = components(cell for thing in found for cell in thing)
            if one.word not in ("up", "down") and len(groups) > 1:
                # "The red blocks on the right" are those of the group on the right.
                right = _extreme(groups, scene, one.word, None)
                return [thing for thing in found if any(thing <= group for group in right)]
        return _extreme(found, scene, one.word, ref.count)
    if one.kind == "compare":
        measure: Callable[[Thing], int] = _height if one.word == "tall" or ref.noun == "tower" else len
        return _best(found, lambda thing: (one.number * measure(thing),), ref.count)
    if one.kind == "ordinal":
        return _ordinal(found, one.number, ref, scene)
    if one.kind == "ranks":
        return [thing for rank in one.word.split("_") for thing in _ordinal(found, int(rank), ref, scene)]
    if one.kind == "part":
        return PARTS[one.word](found, ref, scene)
    if one.kind == "alternate":
        return alternate(found, one.number, ref, scene)
    if one.kind == "half":
        return half(found, scene.direction(one.word))
    if one.kind == "lone":
        return found
    if one.kind == "mentioned":
        # "This tower" is the only one where nothing was spoken of.
        spoken = [*scene.focus, *scene.landmarks]
        return [thing for thing in found if not spoken or any(thing <= one for one in spoken)]
    if one.kind == "level":
        return [thing for thing in found if min(thing)[0] == one.number]
    if one.kind == "size":
        return [thing for thing in found if len(thing) == one.number]
    if one.kind == "measure":
        return [thing for thing in found if _span(thing, one.word) == one.number]
    if one.kind == "bare_top":
        return [thing for thing in found if step(max(thing), "up") not in scene.cells]
    if one.kind == "corner":
        x, z = corner(one.word, scene)
        there = [thing for thing in found if any(cell[1:] == (x, z) for cell in thing)]
        if ref.noun == "block" and ref.plural:
            # The blocks of what stands in the corner.
            parts = [part for part in components(scene.cells) if any(cell[1:] == (x, z) for cell in part)]
            there = [thing for thing in found if any(thing <= part for part in parts)]
        return there
    if one.kind == "zone middle":
        central = [thing for thing in found if any(cell[1:] == (HALF, HALF) for cell in thing)]
        return central or (found if len(found) == 1 and one.word != "exactly" else [])
    return _related(found, one, ref, set(landmark), scene)


def corner(word: str, scene: Scene) -> tuple[int, int]:
    """The x and z of a corner of the zone: "northeast", or "farleft" as the builder sees it."""
    for distance, way in (("far", "back"), ("near", "front")):
        if word.startswith(distance):
            word = scene.direction(way) + scene.direction(word.removeprefix(distance))
    return (LAST if "east" in word else 0), (LAST if "south" in word else 0)


def _extreme(found: list[Thing], scene: Scene, word: str, count: int | None) -> list[Thing]:
    direction = scene.direction(word)
    if word in ("front", "back") and direction != word:
        # The front row is nearest to the builder.
        direction = scene.direction(word)
    key = along(direction)
    return _best(found, lambda thing: (max(map(key, thing)), min(map(key, thing))), count)


def _best(found: list[Thing], key: Callable[[Thing], tuple[int, ...]], count: int | None) -> list[Thing]:
    """The things with the greatest key; with a count, the first so many, if no tie crosses the border."""
    ranked = sorted(found, key=key, reverse=True)
    if count is None:
        return [thing for thing in ranked if key(thing) == key(ranked[0])]
    if len(ranked) < count or (len(ranked) > count and key(ranked[count - 1]) == key(ranked[count])):
        raise Unclear("a tie")
    return ranked[:count]


def _span(thing: Thing, word: str) -> int:
    """The height of a thing, or its longer horizontal side."""
    low, high = box(thing)
    return high[0] - low[0] + 1 if word == "high" else max(high[1] - low[1], high[2] - low[2]) + 1


def _height(thing: Thing) -> int:
    low, high = box(thing)
    return high[0] - low[0] + 1


def _ordinal(found: list[Thing], rank: int, ref: Ref, scene: Scene) -> list[Thing]:
    start = next((one.word for one in ref.relations if one.kind == "from"), None)
    if start is None:
        return _in_order(found, rank, scene)
    direction = scene.direction(start)
    key = along(OPPOSITE.get(direction, direction))
    places = sorted({min(map(key, thing)) for thing in found})
    if rank > len(places):
        raise Unclear("there are not so many")
    return [thing for thing in found if min(map(key, thing)) == places[rank - 1]]


def _in_order(found: list[Thing], rank: int, scene: Scene) -> list[Thing]:
    """ "The first red block" is the one that was placed first."""
    made = [cell for cell in scene.order if any(cell in thing for thing in found)]
    if rank > len(made) or len(found[0]) > 1:
        raise Unclear("counted from where")
    return [frozenset({made[rank - 1]})]


def _related(found: list[Thing], one: Filter, ref: Ref, landmark: set[Cell], scene: Scene) -> list[Thing]:
    if one.kind == "between":
        between = {
            cell
            for a in landmark
            for b in landmark
            for cell in line_between(a, b) or ()
            if cell not in landmark
        }
        return [thing for thing in found if thing <= between]
    if one.kind == "at_top_of":
        inside = [thing for thing in found if thing <= landmark]
        return _extreme(inside, scene, "up", None) if inside else inside
    directions = {
        "on_top_of": ("up",),
        "under": ("down",),
        "next_to": _HORIZONTAL,
        "touching": (*_HORIZONTAL, "up", "down"),
    }.get(one.kind) or (scene.direction(one.kind.removesuffix("_of")),)
    others = [thing for thing in found if not thing <= landmark]
    if not others and directions[0] in (*_HORIZONTAL, "northeast", "northwest", "southeast", "southwest"):
        return _at_side(found, directions[0], ref, scene)
    touching = [
        thing
        for thing in others
        if any(_back(cell, direction) in landmark for cell in thing for direction in directions)
    ]
    if ref.plural and ref.count is None and one.kind not in ("on_top_of", "under", "next_to", "touching"):
        # "The blocks to the right of the tower" are all that lie beyond it.
        key = along(directions[0])
        return [thing for thing in others if min(map(key, thing)) > max(map(key, landmark))]
    if ref.count and len(touching) == 1 and directions[0] in ("up", "down") and ref.noun == "block":
        # "The two blocks above it" are the next two.
        (first,) = touching[0]
        run = {step(first, directions[0], i) for i in range(ref.count)}
        return [thing for thing in others if thing <= run]
    if touching or len(directions) > 1:
        return touching
    aligned = [thing for thing in others if _aligned(thing, landmark, directions[0])]
    if not aligned and one.kind == "on_top_of":
        # "The block on top of the tower" is its own highest block.
        inside = [thing for thing in found if thing <= landmark]
        return _extreme(inside, scene, "up", None) if inside else inside
    return aligned


def _at_side(found: list[Thing], direction: str, ref: Ref, scene: Scene) -> list[Thing]:
    """ "The red blocks on the west side of the structure" are parts of it."""
    if ref.noun != "block" or not ref.plural:
        return _extreme(found, scene, direction, ref.count)
    groups = components(cell for thing in found for cell in thing)
    if ref.count is not None:
        groups = [group for group in groups if len(group) == ref.count]
    if not groups:
        return _extreme(found, scene, direction, ref.count)
    (*chosen,) = _extreme(groups, scene, direction, None)
    return [thing for thing in found if any(thing <= group for group in chosen)]


def _back(cell: Cell, direction: str) -> Cell:
    return step(cell, direction, -1)


def _aligned(thing: Thing, landmark: set[Cell], direction: str) -> bool:
    """Whether a thing lies in a direction of the landmark, in line with it."""
    key = along(direction)
    return any(
        _back(cell, direction) not in landmark
        and any(
            step(mark, direction, key(cell) - key(mark)) == cell and key(cell) > key(mark)
            for mark in landmark
        )
        for cell in thing
    )
