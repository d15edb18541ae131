"""Carries out clauses in a scene."""

from __future__ import annotations

from collections.abc import Callable

from cq.building.interpretation.geometry import (
    Cell,
    Thing,
    box,
    face,
    line_between,
    step,
    varying_axes,
)
from cq.building.interpretation.making import length_of, size
from cq.building.interpretation.placing import put
from cq.building.interpretation.referents import cells_of, resolve
from cq.building.interpretation.scene import Scene
from cq.building.interpretation.spots import find_spots
from cq.building.interpretation.syntax import Clause, Place, Ref, Unclear


def execute(clause: Clause, scene: Scene) -> None:
    """Carry out one clause, changing the scene. Raises `Unclear` if there is not exactly one way."""
    _VERBS[clause.verb](clause, scene)


def _ref(clause: Clause, scene: Scene) -> list[Thing]:
    if clause.ref is None:
        raise Unclear("what")
    return resolve(clause.ref, scene)


def _place(clause: Clause, scene: Scene) -> None:
    if clause.new is None:
        raise Unclear("what")
    put(clause.new, clause.place, clause.word == "stack", scene)


def _remove(clause: Clause, scene: Scene) -> None:
    things = _ref(clause, scene)
    scene.mention(things)
    scene.remove(things)


def _remove_from(clause: Clause, scene: Scene) -> None:
    """ "Take two blocks off the tower", "remove the blue block from the top of the pile"."""
    if clause.ref is None or clause.other is None:
        raise Unclear("what")
    wholes = resolve(clause.other, scene)
    if len(wholes) != 1:
        raise Unclear("from which")
    ref, whole = clause.ref, wholes[0]
    counted = ref.noun in ("block", "one") and not (ref.colours or ref.filters or ref.relations)
    if counted and ref.quantifier in ("", "a"):
        if clause.word not in ("off", "at_top_of"):
            raise Unclear("which of its blocks")
        low, high = box(whole)
        number = ref.count or 1
        if low[1:] != high[1:] or number > len(whole):
            raise Unclear("which of its blocks")
        things = [frozenset({cell}) for cell in sorted(whole)[-number:]]
    else:
        part = Ref(
            ref.noun,
            ref.plural,
            ref.quantifier,
            ref.count,
            ref.colours,
            ref.filters,
            ref.relations,
            clause.other,
        )
        things = resolve(part, scene)
        if clause.word == "at_top_of" and cells_of(things) != set(sorted(whole)[-len(things) :]):
            raise Unclear("it is not on top")
    scene.mention(things)
    scene.remove(things)


def _replace(clause: Clause, scene: Scene) -> None:
    new = clause.new
    if new is None or new.colour is None or new.then:
        raise Unclear("by what")
    things = _ref(clause, scene)
    cells = cells_of(things)
    if new.shape == "tower" and length_of(new) is not None:
        if len(things) != 1 or any(varying_axes(thing) not in ([], [0]) for thing in things):
            raise Unclear("it is no tower")
        scene.remove(things)
        put(new, Place("instead"), True, scene)
        return
    counts = (None, len(cells)) if new.plural else (len(things), 1) if new.shape != "block" else (len(cells),)
    same_kind = clause.ref is not None and new.shape in (clause.ref.noun, "one")
    if new.shape not in ("block", "one") and not same_kind:
        raise Unclear("by a thing of another kind")
    if new.count == 1 and len(things) == 1 and (same_kind or len(cells) == 1):
        pass
    elif new.count not in counts or (
        new.count == 1 and len(things) > 1 and clause.ref and clause.ref.quantifier != "each"
    ):
        raise Unclear("by how many")
    if size(new, "high", "long", "any", "blocks") not in (None, len(cells)):
        raise Unclear("by a thing of another size")
    _recolour_cells(things, new.colour, scene)


def _recolour_cells(things: list[Thing], colour: int, scene: Scene) -> None:
    for cell in cells_of(things):
        scene.cells[cell] = colour
    scene.made.update(cells_of(things))
    scene.last = sorted(cells_of(things))
    scene.mention(things)


def _recolour(clause: Clause, scene: Scene) -> None:
    if clause.colour is None:
        raise Unclear("in which colour")
    _recolour_cells(_ref(clause, scene), clause.colour, scene)


def _swap(clause: Clause, scene: Scene) -> None:
    things = _ref(clause, scene)
    if len(things) != 2:
        raise Unclear("what with what")
    one, other = (sorted(thing) for thing in things)
    first, second = ({scene.cells[cell] for cell in cells} for cells in (one, other))
    if clause.verb == "swap colours" and len(first) == len(second) == 1:
        for cells, colours in ((one, second), (other, first)):
            for cell in cells:
                scene.cells[cell] = min(colours)
    else:
        moved = [(_shifted(cell, one[0], other[0]), scene.cells[cell]) for cell in one]
        moved += [(_shifted(cell, other[0], one[0]), scene.cells[cell]) for cell in other]
        scene.remove(things)
        scene.place(moved)
    scene.mention(things)


def _shifted(cell: Cell, start: Cell, end: Cell) -> Cell:
    return cell[0] - start[0] + end[0], cell[1] - start[1] + end[1], cell[2] - start[2] + end[2]


def _move(clause: Clause, scene: Scene) -> None:
    _carry(clause, scene, keep=False)


def _copy(clause: Clause, scene: Scene) -> None:
    _carry(clause, scene, keep=True)


def _carry(clause: Clause, scene: Scene, keep: bool) -> None:
    """Move or copy one thing to a place."""
    if clause.place is None or clause.place.kind == "instead":
        raise Unclear("where to")
    if clause.ref is not None and clause.ref.noun == "it" and scene.taken and scene.focus == scene.removed:
        # "Take the block off the tower and put it ..."
        things, blocks, keep = scene.removed, scene.taken, True
    else:
        things, blocks = _ref(clause, scene), scene.cells
    if len(things) != 1:
        raise Unclear("which of them")
    cells = sorted(things[0])
    colours = [blocks[cell] for cell in cells]
    spots = find_spots(clause.place, scene)
    if not keep:
        scene.remove(things)
    if len(spots.spots) != 1:
        raise Unclear("where to")
    (spot,) = spots.spots
    low, high = box(cells)
    if low[1:] != high[1:]:
        raise Unclear("its shape in which position")
    base = max(cells) if spot.grow == "down" else min(cells)
    scene.place(
        [(_shifted(cell, base, spot.cell), colour) for cell, colour in zip(cells, colours, strict=True)]
    )
    scene.mention([frozenset(scene.last)])


def _shift(clause: Clause, scene: Scene) -> None:
    things = _ref(clause, scene)
    direction, number = scene.direction(clause.word), clause.number or 0
    moved = [frozenset(step(cell, direction, number) for cell in thing) for thing in things]
    blocks = [
        (step(cell, direction, number), scene.cells[cell]) for thing in things for cell in sorted(thing)
    ]
    scene.remove(things)
    scene.place(blocks)
    scene.mention(moved)


def _extend(clause: Clause, scene: Scene) -> None:
    """Make a tower taller or a row longer, in its own colour unless another is said."""
    if clause.number is None:
        raise Unclear("by how much")
    blocks = []
    for thing in _ref(clause, scene):
        axes = varying_axes(thing)
        up = clause.word == "up"
        if len(axes) > 1 or (up and axes == [1]) or (up and axes == [2]):
            raise Unclear("no line")
        if up or (axes == [0] and not clause.word):
            ways = ["up"]
        elif not axes or axes == [0]:
            raise Unclear("no row")
        elif clause.word == "both":
            ways = ["west", "east"] if axes == [1] else ["north", "south"]
        elif clause.word:
            ways = [scene.direction(clause.word)]
        else:
            raise Unclear("at which end")
        for way in ways:
            cells = face(thing, way)
            if len(cells) != 1:
                raise Unclear("not at an end")
            colour = clause.colour or scene.cells[cells[0]]
            if clause.colour is None and len({scene.cells[cell] for cell in thing}) > 1:
                raise Unclear("in which colour")
            blocks += [(step(cells[0], way, i), colour) for i in range(1, clause.number + 1)]
    scene.place(blocks)
    scene.mention([frozenset(scene.last)])


def _lower(clause: Clause, scene: Scene) -> None:
    things = []
    for thing in _ref(clause, scene):
        number = clause.number or 0
        if clause.verb == "lower to":
            number = len(thing) - number
        if varying_axes(thing) != [0] or not 0 < number < len(thing):
            raise Unclear("no tower so tall")
        things += [frozenset({cell}) for cell in sorted(thing)[-number:]]
    scene.mention(things)
    scene.remove(things)


def _fill(clause: Clause, scene: Scene) -> None:
    """Fill the gap between two things, or the only gap."""
    place = clause.place
    if place is not None and place.kind == "between":
        cells = [spot.cell for spot in find_spots(place, scene).spots]
    else:
        within = set(scene.cells)
        if clause.ref is not None and clause.ref.part_of is not None:
            within = cells_of(resolve(clause.ref.part_of, scene))
        if place is not None and place.ref is not None:
            within = cells_of(resolve(place.ref, scene))
        gaps = _gaps(within, scene)
        plural = clause.ref is not None and clause.ref.plural
        if len(gaps) != 1 and not plural:
            raise Unclear(f"{len(gaps)} gaps")
        cells = sorted(cells_of(gaps))
    new = clause.new
    colour = clause.colour if new is None else new.colour
    if not cells or colour is None:
        raise Unclear("with what")
    if new is not None and (
        new.shape not in ("block", "one") or new.count not in (None, len(cells)) or new.then
    ):
        raise Unclear("with how many")
    scene.place([(cell, colour) for cell in cells])
    scene.mention([frozenset({cell}) for cell in cells])


def _gaps(cells: set[Cell], scene: Scene) -> list[Thing]:
    """The straight gaps: runs of empty cells between two of the cells at one height, closed on all sides of a
    plane or along a line."""
    found: set[Cell] = set()
    for direction in ("east", "south"):
        for cell in cells:
            following = step(cell, direction)
            run = []
            while following not in scene.cells and abs(following[1] - 5) < 6 and abs(following[2] - 5) < 6:
                run.append(following)
                following = step(following, direction)
            if run and following in cells:
                found.update(run)
    from cq.building.interpretation.geometry import components

    return components(found)


def _connect(clause: Clause, scene: Scene) -> None:
    things = _ref(clause, scene)
    new = clause.new
    if len(things) != 2 or new is None or new.colour is None or new.then:
        raise Unclear("what with what")
    lines = [
        line
        for a in things[0]
        for b in things[1]
        if (line := line_between(a, b)) and not set(line) & set(scene.cells)
    ]
    if len(lines) != 1:
        raise Unclear("at what height")
    number = length_of(new) if new.shape == "row" else new.count
    if new.shape not in ("row", "block") or number not in (None, len(lines[0])):
        raise Unclear("with how many")
    scene.place([(cell, new.colour) for cell in lines[0]])
    scene.mention([frozenset(lines[0])])


def _look(clause: Clause, scene: Scene) -> None:
    scene.mention(_ref(clause, scene))


def _keep(clause: Clause, scene: Scene) -> None:
    _ref(clause, scene)


_VERBS: dict[str, Callable[[Clause, Scene], None]] = {
    "place": _place,
    "remove": _remove,
    "remove from": _remove_from,
    "lower to": _lower,
    "replace": _replace,
    "recolour": _recolour,
    "swap": _swap,
    "swap colours": _swap,
    "move": _move,
    "copy": _copy,
    "shift": _shift,
    "extend": _extend,
    "lower": _lower,
    "fill": _fill,
    "connect": _connect,
    "look": _look,
    "keep": _keep,
}
