"""The parts of things: the middle, the ends, the corners, the inside, every second one, a half."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from cq.building.interpretation.execution.scene import Scene
from cq.building.interpretation.syntax import Ref, Unclear
from cq.meaning.geometry import (
    Thing,
    along,
    box,
    components,
    extent,
    step,
    varying_axes,
)


def _line(found: list[Thing]) -> list[Thing]:
    """The things in their order, if they stand on a line along an axis."""
    axes = varying_axes([min(thing) for thing in found])
    if len(axes) != 1:
        raise Unclear("they do not stand in a line")
    return sorted(found, key=lambda thing: min(thing)[axes[0]])


def _middle(found: list[Thing], ref: Ref, scene: Scene) -> list[Thing]:
    del scene
    wanted = ref.count or 1
    if len(varying_axes([min(thing) for thing in found])) == 1:
        line = _line(found)
        if (len(line) - wanted) % 2 or len(line) <= wanted:
            raise Unclear("no middle")
        margin = (len(line) - wanted) // 2
        return line[margin : margin + wanted]
    if ref.plural and ref.noun == "block":
        return _middle_blocks(found, ref.count)
    low, high = box([cell for thing in found for cell in thing])
    middle = [(a + b) / 2 for a, b in zip(low, high, strict=True)]
    return [
        thing
        for thing in found
        if all(box(thing)[0][i] + box(thing)[1][i] == 2 * middle[i] for i in range(3))
    ]


def _middle_blocks(found: list[Thing], count: int | None) -> list[Thing]:
    """The middle column of a wall, or those of its blocks that are not at its top or foot."""
    low, high = box([cell for thing in found for cell in thing])
    column = [
        thing for thing in found for cell in thing if all(2 * cell[i] == low[i] + high[i] for i in (1, 2))
    ]
    inner = [thing for thing in column if low[0] < min(thing)[0] < high[0]]
    fitting = [some for some in (column, inner) if some and count in (None, len(some))]
    if not fitting or (len(fitting) > 1 and fitting[0] != fitting[1]):
        raise Unclear("no middle")
    return fitting[0]


def _ends(found: list[Thing], ref: Ref, scene: Scene) -> list[Thing]:
    del ref, scene
    line = _line(found)
    return [line[0], line[-1]]


def _corners(found: list[Thing], ref: Ref, scene: Scene) -> list[Thing]:
    del ref, scene
    cells = [cell for thing in found for cell in thing]
    axes, (low, high) = varying_axes(cells), box(cells)
    if len(axes) < 2:
        raise Unclear("no corners")
    return [thing for thing in found if all(cell[i] in (low[i], high[i]) for cell in thing for i in axes)]


def _edges(found: list[Thing], ref: Ref, scene: Scene) -> list[Thing]:
    del ref, scene
    cells = [cell for thing in found for cell in thing]
    axes, (low, high) = varying_axes(cells), box(cells)
    if len(axes) != 2:
        raise Unclear("no edges")
    return [thing for thing in found if any(cell[i] in (low[i], high[i]) for cell in thing for i in axes)]


def _outer(found: list[Thing], ref: Ref, scene: Scene) -> list[Thing]:
    """The ends of a line, or the edge of what is flat."""
    flat = len(varying_axes([min(thing) for thing in found])) == 2
    return _edges(found, ref, scene) if flat else _ends(found, ref, scene)


def _floating(found: list[Thing], ref: Ref, scene: Scene) -> list[Thing]:
    if ref.plural and ref.noun == "block":
        hanging = [part for part in components(scene.cells) if min(part)[0] > 0]
        if parts := [thing for thing in found if any(thing <= part for part in hanging)]:
            return parts

    def floats(thing: Thing) -> bool:
        return all(cell[0] > 0 and step(cell, "down") not in scene.cells.keys() - thing for cell in thing)

    return [thing for thing in found if floats(thing)]


def _other(found: list[Thing], ref: Ref, scene: Scene) -> list[Thing]:
    del ref
    if not scene.mentioned:
        raise Unclear("other than what")
    others = [thing for thing in found if not thing & scene.mentioned]
    if not others and set(scene.pair) & set(found) and len(scene.focus) == 1:
        return [thing for thing in scene.pair if thing not in scene.focus]  # "The other one" of two.
    return others


def _new(found: list[Thing], ref: Ref, scene: Scene) -> list[Thing]:
    made = [thing for thing in found if thing <= scene.made]
    if not made and ref.noun in ("row", "tower"):  # It joins what stood there.
        made = [thing for thing in scene.focus if len(thing) > 1 and thing <= scene.made]
    return made


def _latest(found: list[Thing], ref: Ref, scene: Scene) -> list[Thing]:
    del ref
    if not scene.last:
        raise Unclear("nothing was placed")
    return [thing for thing in found if scene.last[-1] in thing]


def _existing(found: list[Thing], ref: Ref, scene: Scene) -> list[Thing]:
    """Those that stood before; all, if none did."""
    del ref
    return [thing for thing in found if not thing & scene.made] or found


def _earliest(found: list[Thing], ref: Ref, scene: Scene) -> list[Thing]:
    del ref
    return [thing for thing in found if thing & set(scene.order[:1])]


def alternate(found: list[Thing], apart: int, ref: Ref, scene: Scene) -> list[Thing]:
    """Every second (or third ...) thing on a line, from an end that is said."""
    line = _line(found)
    start = next((one.word for one in ref.relations if one.kind == "from"), None)
    if start is None:
        raise Unclear("beginning where")
    if start == "ends":
        if len(line) % apart != 1:
            raise Unclear("one of the ends is left out")
    else:
        direction = scene.direction(start)
        if extent(line[-1], direction) > extent(line[0], direction):
            line.reverse()
    return line[::apart]


def half(found: list[Thing], direction: str) -> list[Thing]:
    """The half of the things that lies in a direction."""
    key = along(direction)
    places = sorted({key(cell) for thing in found for cell in thing})
    if len(places) % 2:
        raise Unclear("half a block")
    return [thing for thing in found if min(map(key, thing)) >= places[len(places) // 2]]


def _inner(found: list[Thing], ref: Ref, scene: Scene) -> list[Thing]:
    """What does not lie at an end along any axis."""
    del ref, scene
    cells = [cell for thing in found for cell in thing]
    axes, (low, high) = varying_axes(cells), box(cells)
    return [thing for thing in found if not any(cell[i] in (low[i], high[i]) for cell in thing for i in axes)]


def _arms(found: list[Thing], ref: Ref, scene: Scene) -> list[Thing]:
    """All of a cross but its middle."""
    middle = _middle(found, replace(ref, count=None), scene)
    if len(middle) != 1:
        raise Unclear("it has no middle")
    return [thing for thing in found if thing not in middle]


def _lone(found: list[Thing], ref: Ref, scene: Scene) -> list[Thing]:
    """Those that touch nothing else; of one thing, it."""
    del ref
    whole = set(components(scene.cells))
    return [thing for thing in found if thing in whole] or (found if len(found) == 1 else [])


def _former(found: list[Thing], ref: Ref, scene: Scene) -> list[Thing]:
    del ref
    return [thing for thing in found if scene.pair and thing == scene.pair[0]]


def _latter(found: list[Thing], ref: Ref, scene: Scene) -> list[Thing]:
    del ref
    return [thing for thing in found if scene.pair and thing == scene.pair[1]]


PARTS: dict[str, Callable[[list[Thing], Ref, Scene], list[Thing]]] = {
    "middle": _middle,
    "end": _ends,
    "outermost": _outer,
    "outer": _outer,
    "corner": _corners,
    "edge": _edges,
    "inner": _inner,
    "arm": _arms,
    "floating": _floating,
    "other": _other,
    "new": _new,
    "existing": _existing,
    "earliest": _earliest,
    "last": _latest,
    "lone": _lone,
    "former": _former,
    "latter": _latter,
}
"""What picks each part out of things, for a reference in a scene."""
