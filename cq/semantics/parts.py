"""The parts of things that words of state name: middles, ends, corners, legs, floating parts."""

from __future__ import annotations

from collections.abc import Callable, Collection

from cq.language.program import Ref, State
from cq.semantics.choices import Failure
from cq.semantics.geometry import Thing, along, at_ends, components, step, varying_axes
from cq.semantics.line_segments import (
    arms,
    bars,
    bent,
    branches,
    crossbars,
    is_flat,
    lintels,
    stems,
    uprights,
)
from cq.semantics.middles import line, middle
from cq.semantics.pronouns import rest_of_some
from cq.semantics.scene import Scene, cells_of
from cq.types import Cell
from cq.world.directions import OFFSETS

Part = Callable[[list[Thing], Ref, Scene], list[Thing]]


def half(found: list[Thing], direction: str) -> list[Thing]:
    """The half of the things that lies in a direction."""
    key = along(direction)
    reach = [key(cell) for thing in found for cell in thing]
    border = (min(reach) + max(reach)) / 2 if reach else 0.0
    return [thing for thing in found if min(map(key, thing)) > border]


def _ends(found: list[Thing], ref: Ref, scene: Scene) -> list[Thing]:
    inline = line(found)
    if inline is not None:
        return [inline[0], inline[-1]]
    # The ends of a bent thing are its cells with one neighbour.
    cells = cells_of(found)
    if all(len(thing) == 1 for thing in found):
        near = {thing: [step(cell, way) in cells for cell in thing for way in OFFSETS] for thing in found}
        if tips := [thing for thing in found if sum(near[thing]) == 1]:
            return tips
    return _corners(found, ref, scene)


def _corners(found: list[Thing], ref: Ref, scene: Scene) -> list[Thing]:
    single = [thing for thing in found if len(thing) == 1]
    turns = bent(_bars(found, ref, scene)) if single else set()
    if bends := [thing for thing in single if thing in turns]:
        return bends
    at_end = at_ends(cells_of(found))
    if len(varying_axes(cells_of(found))) == 1:  # A line along the edge of the zone reaches its corners.
        return [thing for thing in found if all(map(scene.zone.is_corner, thing))]
    return [thing for thing in found if all(all(at_end(cell)) for cell in thing)]


def _edges(found: list[Thing], ref: Ref, scene: Scene) -> list[Thing]:
    del ref, scene
    axes = varying_axes(cells_of(found))
    at_end = at_ends(cells_of(found), axes if len(axes) < 3 else (1, 2))
    return [thing for thing in found if len(axes) > 1 and any(any(at_end(cell)) for cell in thing)]


def _outer(found: list[Thing], ref: Ref, scene: Scene) -> list[Thing]:
    """The ends of a line, or the edge of a flat thing."""
    return _edges(found, ref, scene) if line(found) is None else _ends(found, ref, scene)


def _inner(found: list[Thing], ref: Ref, scene: Scene) -> list[Thing]:
    """The things that lie at no end along any axis."""
    del ref, scene
    at_end = at_ends(cells_of(found))
    return [thing for thing in found if not any(any(at_end(cell)) for cell in thing)]


def _arms(found: list[Thing], ref: Ref, scene: Scene) -> list[Thing]:
    """The free ends and protruding parts of a figure, as single blocks if the reference names blocks."""
    cells = cells_of(found)
    limbs = arms(cells) if len(varying_axes(cells)) == 2 else []
    limbs = limbs or branches(cells)
    if ref.noun == "block" and ref.plural:
        limbs = [thing for thing in found if thing <= cells_of(limbs)]
    return limbs or _ends(found, ref, scene)


def _bars(found: list[Thing], ref: Ref, scene: Scene) -> list[Thing]:
    """The straight bars of a flat figure that has several."""
    del ref, scene
    cells = cells_of(found)
    every = bars(cells) if is_flat(cells) else []
    return every if len(every) > 1 else []


def _legs(found: list[Thing], ref: Ref, scene: Scene) -> list[Thing]:
    """The parts on the lowest level, each as far up as its outline stays the same."""
    cells = cells_of(found)
    if is_flat(cells) and (lying := stems(cells) or _bars(found, ref, scene)):
        return lying
    foot = min(cell[0] for cell in cells)
    return [_upwards(body, cells) for body in components(cell for cell in cells if cell[0] == foot)]


def _upwards(foot: Thing, cells: Collection[Cell]) -> Thing:
    above = frozenset(step(cell, "up") for cell in foot)
    level = {cell for cell in cells if cell[0] == min(above)[0]}
    return foot | _upwards(above, cells) if above in components(level) else foot


def _roof(found: list[Thing], ref: Ref, scene: Scene) -> list[Thing]:
    del ref, scene
    cells = cells_of(found)
    if bar := crossbars(cells) or lintels(cells):
        return bar
    top = max(cell[0] for cell in cells)
    return [frozenset(cell for cell in cells if cell[0] == top)]


def _stem(found: list[Thing], ref: Ref, scene: Scene) -> list[Thing]:
    """The longest straight line outside the top layer, without the cells that cross it; or the uprights."""
    legs, upright = _legs(found, ref, scene), uprights(cells_of(found))
    return legs if len(legs) == 1 and varying_axes(legs[0]) in ([], [0]) else upright or legs[:1]


def _floating(found: list[Thing], ref: Ref, scene: Scene) -> list[Thing]:
    if ref.plural and ref.noun == "block":
        hanging = [part for part in components(scene.cells) if min(part)[0] > 0]
        if parts := [thing for thing in found if any(thing <= part for part in hanging)]:
            return parts
    return [thing for thing in found if _is_free_below(thing, scene)]


def _is_free_below(thing: Thing, scene: Scene) -> bool:
    return all(cell[0] > 0 and _is_open(step(cell, "down"), thing, scene) for cell in thing)


def _grounded(found: list[Thing], ref: Ref, scene: Scene) -> list[Thing]:
    del ref, scene
    return [thing for thing in found if min(thing)[0] == 0]


def _single(found: list[Thing], ref: Ref, scene: Scene) -> list[Thing]:
    """The things that touch nothing else of their colour; a sole thing is kept."""
    if len(found) == 1 or ref.noun != "block":
        return found
    cells = scene.before if State("old") in ref.limits else scene.cells
    of_colour = [cell for cell in cells if not ref.colours or cells[cell] in ref.colours]
    alone = {body for body in components(of_colour) if len(body) == 1}
    return [thing for thing in found if thing in alone] or found


def _other(found: list[Thing], ref: Ref, scene: Scene) -> list[Thing]:
    del ref
    rest = rest_of_some(scene)
    left = [candidate for candidate in found if any(candidate <= thing for thing in rest)]
    if left:
        return left
    spoken = cells_of([thing for named in scene.named for thing in named])
    if not spoken and not scene.removed:
        raise Failure("open", "other than what is not said")
    return [thing for thing in found if not thing & spoken]


def _left(found: list[Thing], ref: Ref, scene: Scene) -> list[Thing]:
    """The remaining things: all that stand where something was removed, else the others."""
    return found if scene.removed or not scene.named else _other(found, ref, scene)


def _new(found: list[Thing], ref: Ref, scene: Scene) -> list[Thing]:
    made = set(scene.made)
    fresh = [thing for thing in found if thing <= made]
    if not fresh and ref.noun in ("row", "tower"):  # It joins the old blocks.
        fresh = [thing for thing in scene.focus if len(thing) > 1 and thing <= made]
        fresh = [thing for thing in fresh if (0 in varying_axes(thing)) == (ref.noun == "tower")]
    return fresh


def _old(found: list[Thing], ref: Ref, scene: Scene) -> list[Thing]:
    """The things that stood before; all, if none did."""
    del ref
    made = set(scene.made)
    return [thing for thing in found if not thing & made] or found


def _upright(found: list[Thing], ref: Ref, scene: Scene) -> list[Thing]:
    del scene
    if ref.noun == "block":
        return _in_runs(found, lambda axes: axes == [0])
    return [thing for thing in found if 0 in varying_axes(thing)]


def _flat(found: list[Thing], ref: Ref, scene: Scene) -> list[Thing]:
    del scene
    if ref.noun == "block":
        return _in_runs(found, lambda axes: bool(axes) and 0 not in axes)
    return [thing for thing in found if varying_axes(thing) and 0 not in varying_axes(thing)]


def _diagonal(found: list[Thing], ref: Ref, scene: Scene) -> list[Thing]:
    """Things that lie on a slanted line."""
    del ref, scene
    cells = cells_of(found)
    return found if len(varying_axes(cells)) > 1 and len(components(cells)) == len(found) else []


def _in_runs(found: list[Thing], fits: Callable[[list[int]], bool]) -> list[Thing]:
    groups = [group for group in components(cells_of(found)) if fits(varying_axes(group))]
    joined = cells_of(groups)  # A block is in one of them, or in none.
    return [thing for thing in found if thing <= joined]


def _bare(found: list[Thing], ref: Ref, scene: Scene) -> list[Thing]:
    """The things with nothing on top."""
    del ref
    return [thing for thing in found if all(_is_open(step(cell, "up"), thing, scene) for cell in thing)]


def _is_open(cell: Cell, thing: Thing, scene: Scene) -> bool:
    """Whether a cell is empty or belongs to a thing."""
    return cell not in scene.cells or cell in thing


def _last(found: list[Thing], ref: Ref, scene: Scene) -> list[Thing]:
    """The thing that was placed last; painting does not count."""
    if ref.of is None and scene.last and scene.last[-1] not in scene.made[: -len(scene.last)]:
        return [thing for thing in found if scene.last[-1] in thing]
    order = {cell: number for number, cell in reversed(list(enumerate(scene.made)))}
    placed = {thing: min(order[cell] for cell in thing) for thing in found if thing <= order.keys()}
    return [max(placed, key=lambda thing: placed[thing])] if placed else []


def _spoken(found: list[Thing], ref: Ref, scene: Scene) -> list[Thing]:
    """The things mentioned before; all if nothing was mentioned, none if those are gone."""
    spoken = [
        [candidate for candidate in found if any(candidate <= thing for thing in named)]
        for named in scene.named[::-1]
    ]
    spoken = [some for some in spoken if some]
    if spoken:
        return next((some for some in spoken if len(some) == 1 and not ref.plural), spoken[0])
    return [] if scene.removed and not cells_of(scene.focus) <= scene.cells.keys() else found


def _all(found: list[Thing], ref: Ref, scene: Scene) -> list[Thing]:
    del ref, scene
    return found


STATES: dict[str, Part] = {
    "middle": middle,
    "end": _ends,
    "corner": _corners,
    "edge": _edges,
    "outer": _outer,
    "inner": _inner,
    "arm": _arms,
    "bar": _bars,
    "leg": _legs,
    "roof": _roof,
    "stem": _stem,
    "floating": _floating,
    "grounded": _grounded,
    "single": _single,
    "other": _other,
    "left over": _left,
    "new": _new,
    "old": _old,
    "last": _last,
    "upright": _upright,
    "flat": _flat,
    "diagonal": _diagonal,
    "bare": _bare,
    "spoken": _spoken,
    "same": _all,
    "empty": _all,
    "included": _all,
    "any": _all,
}
"""For each state, the function that picks its things for a reference in a scene."""
