"""Carries out commands that move things, and puts moved or copied blocks at their places."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import TypeGuard

from cq.deadlines import watched
from cq.language.program import (
    At,
    Beside,
    Edge,
    Instead,
    Move,
    Offset,
    OnTop,
    Place,
    Ref,
    Sides,
    Step,
    Under,
)
from cq.semantics.carrying import execute
from cq.semantics.choices import Failure, Hole, equally, unsaid
from cq.semantics.departures import departed, departure_of
from cq.semantics.geometry import HORIZONTAL, Thing, along, axis_along, box, face, step, varying_axes
from cq.semantics.places import spots
from cq.semantics.places.coordinates import indices
from cq.semantics.places.landmarks import centre
from cq.semantics.reference import candidates, resolve_reference
from cq.semantics.removing import is_gone, taken
from cq.semantics.resting import ALONE, comes_along
from cq.semantics.scene import Departure, Scene, cells_of
from cq.semantics.spots import Spot
from cq.semantics.structures import KINDS
from cq.types import Cell
from cq.world.directions import OPPOSITE

Blocks = dict[Cell, str]


@execute.register
def _(command: Move, scene: Scene) -> None:
    before, gone, along = dict(scene.cells), _what_is_gone(command.ref, scene), set[Cell]()
    if gone:
        blocks, things = gone, [frozenset(gone)]
    else:
        ref = replace(command.ref, but=None) if command.ref.but == ALONE else command.ref
        things = taken_along(ref, scene)
        along = comes_along(command.ref, things, scene)
        if (cells_of(things) | along) & scene.kept:
            raise Failure("contradiction", "it is to stay and to move", command)
        blocks = {cell: scene.cells[cell] for cell in sorted(cells_of(things))}
    riders = {cell: scene.cells[cell] for cell in sorted(along)}
    if not gone and not command.fall:
        _lift(blocks | riders, scene)
    moved = _destination(command, blocks, things, scene)
    if len(moved) != len(blocks):
        raise Failure("impossible", "not all of it has room there", command)
    if moved == blocks and moved.keys() <= set(scene.last):
        return  # "It belongs on the red block. Put it there."
    if moved == blocks and not gone:
        raise Failure("impossible", "it is there already", command)
    if command.fall:
        _lift(blocks | riders, scene)
    (y, x, z), (b, a, c) = min(moved), min(blocks)
    offset = (y - b, x - a, z - c)
    if riders and moved != _moved(blocks, offset):
        raise Failure("impossible", "what rests on them cannot come along", command)
    scene.place((moved | _moved(riders, offset)).items())
    scene.departures.append(Departure(frozenset(blocks), frozenset(moved), before))
    scene.mention([frozenset(moved)])


def _destination(command: Move, blocks: Blocks, things: list[Thing], scene: Scene) -> Blocks:
    """The blocks at their destination. Raises `Failure` if none is said."""
    if command.fall:
        return fallen(things, scene)
    if command.until is not None or _is_edge(command.place):
        return _to_the_end(things, blocks, command, scene)
    if command.steps:
        return walked(blocks, command.steps, scene)
    if command.place is not None:
        return carried(blocks, command.place, command.ref, scene)
    raise unsaid("place", "where to is not said", command, "place")


def _what_is_gone(ref: Ref, scene: Scene) -> Blocks:
    """The blocks of a removed thing, if it is to be moved: "take the block off the tower and put it …",
    "…, and set the yellow block back". Empty if it stands.
    """
    if is_gone(ref, scene):
        return dict(scene.taken)
    if not scene.removed or ref.quantifier != "the" or candidates(ref, scene):
        return {}
    left = departed(ref, scene)
    return {} if left is None or left.new else {cell: left.before[cell] for cell in sorted(left.old)}


def taken_along(ref: Ref, scene: Scene) -> list[Thing]:
    """The things to move: "a block from the red tower" is its top one."""
    from cq.language.program import Remove

    return taken(Remove(ref), scene)


def _lift(blocks: Blocks, scene: Scene) -> None:
    for cell in blocks:
        del scene.cells[cell]


def walked(blocks: Blocks, steps: tuple[Step, ...], scene: Scene) -> Blocks:
    """Blocks some steps away."""
    moved = dict(blocks)
    for stride in steps:
        if stride.unit == "some":
            raise unsaid("count", "how far is not said", stride, "number")
        way = scene.direction(stride.direction)
        moved = {
            step(cell, way, 1 if stride.number is None else stride.number): colour
            for cell, colour in moved.items()
        }
    return moved


def _is_edge(place: Place | None) -> TypeGuard[Edge]:
    """Whether a place is a whole side of the zone, along which several things are lined up."""
    return (
        isinstance(place, Edge)
        and place == Edge(place.direction, along=place.along)
        and bool(place.direction)
    )


def _to_the_end(things: list[Thing], blocks: Blocks, command: Move, scene: Scene) -> Blocks:
    """Blocks moved as far as they go, or to an edge: together, but several towers or rows one by one."""
    ahead = command.steps[0] if command.place is None else command.place
    key = along(scene.direction(getattr(ahead, "direction", None)))
    apart = things if command.ref.noun in KINDS.keys() - {"block", "part"} else [frozenset(blocks)]
    moved: Blocks = {}
    for thing in sorted(apart, key=lambda thing: -max(map(key, thing))):
        own = {cell: blocks[cell] for cell in sorted(thing)}
        if command.place is not None:
            new = carried(own, command.place, command.ref, scene)
        else:
            new = stopped(own, command.steps[0], command.until or Ref("edge"), scene, moved)
        if moved.keys() & new.keys():
            raise Failure("impossible", "two of them would stand in one place", command)
        moved |= new
    return moved


def stopped(blocks: Blocks, stride: Step, until: Ref, scene: Scene, stand: Collection[Cell] = ()) -> Blocks:
    """Blocks moved in a direction until something stops them, which must be the named thing, or cells
    that are to `stand` there.
    """
    way, moved = scene.direction(stride.direction), dict(blocks)
    while all(scene.is_free(step(cell, way)) and step(cell, way) not in stand for cell in moved):
        moved = {step(cell, way): colour for cell, colour in moved.items()}
    ahead = {step(cell, way) for cell in moved} & scene.cells.keys()
    met = cells_of(resolve_reference(until, scene)) if until.noun != "edge" else set()
    if (met and not ahead & met) or (ahead and not met):
        raise Failure("impossible", "something else stops it", until)
    return moved


def fallen(things: list[Thing], scene: Scene) -> Blocks:
    """Things after they have fallen to the ground, or onto blocks below them, each as a whole."""
    moved: Blocks = {}
    for thing in things:
        rest = scene.cells.keys() - thing
        fall = 0
        while all(cell[0] > fall and step(cell, "down", fall + 1) not in rest for cell in thing):
            fall += 1
        moved |= {step(cell, "down", fall): scene.cells[cell] for cell in sorted(thing)}
    return moved


def carried(blocks: Blocks, place: Place, ref: Ref, scene: Scene) -> Blocks:
    """Blocks at a place: their near side, lowest level or corner lies at its spot."""
    if isinstance(place, At) and None in (place.x, place.z):
        return _as_far_as(blocks, place, scene)
    if isinstance(place, Offset) and starts_at_itself(place, ref):
        return walked(blocks, place.steps, scene)
    if _is_edge(place):
        return _up_to_the_edge(blocks, scene.direction(place.direction), scene)
    own = isinstance(place, Instead) and place.landmark in (None, Ref("it"), ref)
    if own and (left := departure_of(frozenset(blocks), scene)) is not None:
        (y, x, z), (b, a, c) = min(left.old), min(blocks)
        return _moved(blocks, (y - b, x - a, z - c))
    found = spots(place, scene).spots
    if not found:
        raise Failure("absent", "there is no such place", place)
    if isinstance(place, Instead):
        found = found[:1]  # The lowest cell of the old thing.
    if len(found) > 1 and len(found) == len(blocks) and varying_axes(blocks) == []:
        raise unsaid("place", "which of the places is not said", place)
    cells = [spot.cell for spot in found]
    way = _side_of(place, scene)
    if way in OPPOSITE and len(cells) > 1 and len(blocks) > 1 and axis_along(way) not in varying_axes(cells):
        return _covering(blocks, place, cells, way, scene)
    middle = centre(frozenset(cells), cells[0][0])  # Under a row, most likely under its middle.
    weights = [(spot, 3.0 if spot.cell in middle else 1.0) for spot in found]
    spot = scene.choices.choose(Hole("place", place, "spot"), weights)
    return fitted(blocks, place, spot, scene)


def _side_of(place: Place, scene: Scene) -> str:
    """The side of a landmark that a place is on; "" if none or several are named."""
    if isinstance(place, Offset) and len(place.steps) == 1:
        return scene.direction(place.steps[0].direction)
    return "up" if isinstance(place, OnTop) else place_side(place, scene) if isinstance(place, Beside) else ""


def _covering(blocks: Blocks, place: Place, cells: list[Cell], way: str, scene: Scene) -> Blocks:
    """Blocks on, or along, several cells: over as many of them as possible, and over their middle."""
    first, last = box(cells)
    corners = dict.fromkeys(box(blocks), "")
    options: dict[Cell, tuple[int, int]] = {}
    for cell in watched(cells):
        for base in face(blocks, OPPOSITE[way]):
            offset = (cell[0] - base[0], cell[1] - base[1], cell[2] - base[2])
            if moved := _free(blocks, corners, offset, scene):
                low, high = box(moved)
                aside = sum(
                    abs(low[i] + high[i] - first[i] - last[i]) for i in range(3) if i != axis_along(way)
                )
                options[offset] = (-len(moved.keys() & set(cells)), aside)
    if not options:
        raise Failure("impossible", "there is no room for it", place)
    least = min(options.values())
    best = [offset for offset, rank in options.items() if rank == least]
    return _moved(blocks, scene.choices.choose(Hole("place", place, "fit"), equally(sorted(best))))


def _free(blocks: Blocks, corners: Blocks, offset: Cell, scene: Scene) -> Blocks:
    """Blocks moved by an offset; none if they or their corners leave the zone, or if they meet others."""
    if not all(map(scene.zone.holds, _moved(corners, offset))):
        return {}  # The two corners are cheap to check first.
    moved = _moved(blocks, offset)
    return moved if all(map(scene.is_free, moved)) else {}


def _moved(blocks: Blocks, offset: Cell) -> Blocks:
    y, x, z = offset
    return {(a + y, b + x, c + z): colour for (a, b, c), colour in sorted(blocks.items())}


def _as_far_as(blocks: Blocks, place: At, scene: Scene) -> Blocks:
    """Blocks moved to the coordinates that are said; the other coordinates stay."""
    offset = [0, 0, 0]
    for axis, value in enumerate(indices(place, scene.zone)):
        now = {cell[axis] for cell in blocks}
        if value is None:
            continue
        if len(now) > 1 and axis:
            raise unsaid("place", "which of its blocks goes there is not said", place)
        offset[axis] = value - min(now)
    return {(y + offset[0], x + offset[1], z + offset[2]): colour for (y, x, z), colour in blocks.items()}


def _up_to_the_edge(blocks: Blocks, way: str, scene: Scene) -> Blocks:
    """Blocks moved straight on, up to an edge of the zone."""
    while all(scene.zone.holds(step(cell, way)) for cell in blocks):
        blocks = {step(cell, way): colour for cell, colour in blocks.items()}
    return blocks


def starts_at_itself(place: Offset, ref: Ref) -> bool:
    """Whether steps start at the moved or copied thing itself."""
    start = place.start if isinstance(place.start, Ref) else getattr(place.start, "landmark", None)
    return is_itself(start, ref)


def is_itself(landmark: Ref | None, ref: Ref) -> bool:
    """Whether a landmark is the moved or copied thing itself."""
    return landmark is not None and (landmark == ref or landmark.noun == "it")


def fitted(blocks: Blocks, place: Place, spot: Spot, scene: Scene) -> Blocks:
    """Blocks moved to a spot: in free cells of the zone, and as near to the spot as possible."""
    low, high = box(blocks)
    corners = {low: "", high: ""}
    size = [b - a + 1 for a, b in zip(low, high, strict=True)]
    grow = spot.grow if spot.grow in (*HORIZONTAL, "up", "down") else ""
    if isinstance(place, OnTop):
        grow = "up"
    elif isinstance(place, Under):
        grow = "down"
    elif isinstance(place, (Beside, Sides)) and place_side(place, scene):
        grow = place_side(place, scene)
    options: dict[Cell, float] = {}
    for x, z in watched(sorted({cell[1:] for cell in blocks})):
        offset = (spot.cell[0] - (high[0] if grow == "down" else low[0]), spot.cell[1] - x, spot.cell[2] - z)
        moved = _free(blocks, corners, offset, scene)
        if not moved:
            continue
        if grow in HORIZONTAL and min(map(along(grow), moved)) != along(grow)(spot.cell):
            continue
        at_low, at_high = box(moved)
        centre = sum(abs(at_low[i] + at_high[i] - 2 * spot.cell[i]) for i in (1, 2) if not _is_along(grow, i))
        options[offset] = centre
    if not options:
        raise Failure("impossible", "there is no room for it", place)
    if size[1] * size[2] > 1:
        least = min(options.values())
        best = [offset for offset, centre in options.items() if centre == least]
    else:
        best = list(options)
    offset = scene.choices.choose(Hole("place", place, "fit"), equally(sorted(best)))
    return _moved(blocks, offset)


def place_side(place: Beside | Sides, scene: Scene) -> str:
    """The side of a landmark that a place names, "" if none or several."""
    side = place.side if isinstance(place, Beside) else place.sides[0] if len(place.sides) == 1 else None
    way = scene.direction(side) if side else ""
    return way if way in HORIZONTAL else ""


def _is_along(way: str, axis: int) -> bool:
    return bool(way) and step((0, 0, 0), way)[axis] != 0
