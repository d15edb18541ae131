"""Carries out what extends and connects things."""

from __future__ import annotations

from dataclasses import replace

from cq.building.interpretation.execution.referents import cells_of, clause_things, resolve
from cq.building.interpretation.execution.scene import Scene
from cq.building.interpretation.execution.spots import find_spots
from cq.building.interpretation.shapes.sizes import length_of
from cq.building.interpretation.syntax import Clause, New, Place, Unclear
from cq.meaning.geometry import (
    DIAGONALS,
    Cell,
    Thing,
    along,
    components,
    face,
    in_zone,
    line_between,
    line_with_ends,
    step,
    varying_axes,
)
from cq.world.directions import OFFSETS


def extend(clause: Clause, scene: Scene) -> None:
    """Make a tower taller or a row longer, in its own colour unless another is said."""
    if clause.number is None and clause.verb == "extend":
        raise Unclear("by how much")
    blocks = []
    for thing in clause_things(clause, scene):
        number = len(thing) if clause.verb == "double" else clause.number or 0
        axes = varying_axes(thing)
        up = clause.word == "up"
        if clause.ref is not None and clause.ref.noun == "diagonal" and clause.word and len(thing) > 1:
            cells = sorted(thing, key=along(clause.word)) if clause.word in DIAGONALS else []
            if not cells or line_with_ends(cells[0], cells[-1]) is None:
                raise Unclear("in which direction")
            if {step(cell, clause.word) for cell in cells[:-1]} != set(cells[1:]):
                raise Unclear("it runs in another direction")
            blocks += [
                (step(cells[-1], clause.word, i), clause.colour or scene.cells[cells[-1]])
                for i in range(1, number + 1)
            ]
            continue
        if up and len(axes) == 2 and 0 in axes and clause.verb == "extend":
            # A wall grows by whole layers.
            colour = clause.colour or _only_colour(thing, scene)
            blocks += [
                (step(cell, "up", i), colour) for cell in face(thing, "up") for i in range(1, number + 1)
            ]
            continue
        if len(axes) > 1 or (up and axes == [1]) or (up and axes == [2]):
            raise Unclear("no line")
        if up or (axes == [0] and not clause.word and clause.verb != "extend until"):
            ways = ["up"]
        elif clause.word and clause.verb == "extend until":
            ways = [scene.direction(clause.word)]
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
            if clause.verb == "extend until":
                number = _free_run(cells[0], way, scene)
            colour = clause.colour or scene.cells[cells[0]]
            if clause.colour is None and len({scene.cells[cell] for cell in thing}) > 1:
                raise Unclear("in which colour")
            blocks += [(step(cells[0], way, i), colour) for i in range(1, number + 1)]
    scene.place(blocks)
    scene.mention([frozenset(scene.last)])


def _only_colour(thing: Thing, scene: Scene) -> int:
    colours = {scene.cells[cell] for cell in thing}
    if len(colours) > 1:
        raise Unclear("in which colour")
    return colours.pop()


def _free_run(cell: Cell, way: str, scene: Scene) -> int:
    """How many free cells follow a cell in a direction. Raises `Unclear` if there are none."""
    number = 0
    while in_zone(cell := step(cell, way)) and cell not in scene.cells:
        number += 1
    if not number or (way == "up" and not in_zone(cell)):
        raise Unclear("up to where")
    return number


def lower(clause: Clause, scene: Scene) -> None:
    things = []
    for thing in clause_things(clause, scene):
        number = clause.number or 0
        if clause.verb == "lower to":
            number = len(thing) - number
        elif clause.verb == "halve":
            number = len(thing) // 2 if len(thing) % 2 == 0 else 0
        levels = sorted({cell[0] for cell in thing}, reverse=True)
        if clause.verb == "lower" and 0 in varying_axes(thing) != [0] and number < len(levels):
            things += [frozenset(cell for cell in thing if cell[0] in levels[:number])]  # "One layer lower"
            continue
        axes = varying_axes(thing)
        if clause.verb == "lower" and clause.word and axes in ([1], [2]):
            ways = (
                (("west", "east") if axes == [1] else ("north", "south"))
                if clause.word == "both"
                else (clause.word,)
            )
            line = sorted(thing, key=along(scene.direction(ways[0])))
            if number * len(ways) >= len(thing) or clause.word == "up":
                raise Unclear("no row so long")
            cut = line[-number:] if len(ways) == 1 else [*line[:number], *line[-number:]]
            things += [frozenset({cell}) for cell in cut]
            continue
        if varying_axes(thing) != [0] or not 0 < number < len(thing):
            raise Unclear("no tower so tall")
        things += [frozenset({cell}) for cell in sorted(thing)[-number:]]
    scene.mention(things)
    scene.remove(things)


def match(clause: Clause, scene: Scene) -> None:
    """Make a tower as high as another, in its own colour."""
    if clause.other is None:
        raise Unclear("as high as what")
    other = clause.other
    if other.noun == "one" and clause.ref is not None:
        other = replace(other, noun="tower" if clause.ref.noun == "it" else clause.ref.noun)
    (model, *others) = resolve(other, scene)
    if others or varying_axes(model) not in ([], [0]):
        raise Unclear("as high as what")
    resize(replace(clause, number=len(model) + (clause.number or 0)), scene)


def resize(clause: Clause, scene: Scene) -> None:
    """Make towers so many blocks high, in their own colour."""
    for one in clause_things(clause, scene):
        colours = {clause.colour} if clause.colour else {scene.cells[cell] for cell in one}
        wanted, column = clause.number or 0, sorted(one)
        tall = varying_axes(one) in ([], [0]) and step(column[-1], "up") not in scene.cells
        if not tall or wanted < 1 or wanted == len(one):
            raise Unclear("no tower of another height")
        if wanted > len(one):
            if len(colours) > 1:
                raise Unclear("in which colour")
            (colour,) = colours
            scene.place((step(column[-1], "up", i), colour) for i in range(1, wanted - len(one) + 1))
            scene.mention([frozenset({*column, *scene.last})])
        else:
            scene.remove([frozenset({cell}) for cell in column[wanted:]])
            scene.mention([frozenset(column[:wanted])])


def fill(clause: Clause, scene: Scene) -> None:
    """Fill the gap between two things, or the only gap."""
    place, within = clause.place, set()
    if place is not None and place.kind == "between":
        cells = _between(place, scene)
    elif place is not None and place.kind == "under" and place.ref is not None:
        cells = _below(cells_of(resolve(place.ref, scene)), scene)
    else:
        within = set(scene.cells)
        if clause.ref is not None and clause.ref.part_of is not None:
            within = cells_of(resolve(clause.ref.part_of, scene))
        if place is not None and place.ref is not None:
            try:
                within = cells_of(resolve(place.ref, scene))
            except Unclear:
                within = set(scene.cells)  # A row with a gap is no row, but it may be the only gap.
        gaps = _gaps(within, scene)
        plural = clause.ref is not None and clause.ref.plural
        if len(gaps) != 1 and not plural:
            raise Unclear(f"{len(gaps)} gaps")
        cells = sorted(cells_of(gaps))
        if clause.ref is not None and clause.ref.count not in (None, len(gaps), len(cells)):
            raise Unclear("another number of gaps")
    new = clause.new
    colour = clause.colour if new is None else new.colour
    if (
        new is not None
        and colour is None
        and new.plural
        and len(of := {scene.cells[cell] for cell in within}) == 1
    ):
        (colour,) = of  # "Fill the ring with blocks": of its own colour.
    if colour is None and clause.word == "mend" and cells:
        around = {step(cell, way) for cell in cells for way in OFFSETS} & set(scene.cells)
        colour = _only_colour(frozenset(around), scene)
    if not cells or colour is None:
        raise Unclear("with what")
    if new is not None and (
        (new.shape not in ("block", "one") and not _is_line(new, cells))
        or (new.shape in ("block", "one") and new.count not in (None, len(cells)))
        or new.then
    ):
        raise Unclear("with how many")
    scene.place([(cell, colour) for cell in cells])
    scene.mention([frozenset({cell}) for cell in cells])


def _between(place: Place, scene: Scene) -> list[Cell]:
    """The cells between two things, or else all gaps of what is named together."""
    try:
        return [spot.cell for spot in find_spots(place, scene).spots]
    except Unclear:
        if place.ref is None:
            raise
    together = replace(
        place.ref,
        plural=True,
        count=None,
        others=tuple(replace(one, plural=True) for one in place.ref.others),
    )
    return sorted(cells_of(_gaps(cells_of(resolve(together, scene)), scene)))


def _is_line(new: New, cells: list[Cell]) -> bool:
    """Whether the cells are a tower or a row of the length that is said."""
    axes = {"tower": [[0], []], "row": [[1], [2], []]}.get(new.shape, [])
    return new.count == 1 and length_of(new) in (None, len(cells)) and varying_axes(cells) in axes


def _below(cells: set[Cell], scene: Scene) -> list[Cell]:
    """The free cells below the lowest of the cells in each column, down to the ground or a block."""
    found = []
    for column in {cell[1:] for cell in cells}:
        y = min(cell[0] for cell in cells if cell[1:] == column) - 1
        while y >= 0 and (y, *column) not in scene.cells:
            found.append((y, *column))
            y -= 1
    return sorted(found)


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
    return components(found)


def connect(clause: Clause, scene: Scene) -> None:
    if clause.ref is not None and len(clause.ref.others) == 1 and clause.ref.others[0].quantifier == "each":
        # "Connect the red block to each of the other two."
        ref = replace(clause.ref, others=())
        scene.mention(resolve(ref, scene))
        made = [
            cell
            for other in resolve(clause.ref.others[0], scene)
            for cell in _join(resolve(ref, scene)[0], other, clause, scene)
        ]
        scene.last = made
        return
    things = clause_things(clause, scene)
    if len(things) != 2:
        raise Unclear("what with what")
    _join(things[0], things[1], clause, scene)


def _join(one: Thing, another: Thing, clause: Clause, scene: Scene) -> list[Cell]:
    """Place the only free line between two things. Raises `Unclear` if there is none, or several."""
    things = [one, another]
    new = clause.new
    if len(things) != 2 or new is None or new.colour is None or new.then:
        raise Unclear("what with what")
    lines = [
        line
        for a in things[0]
        for b in things[1]
        if (line := line_between(a, b)) and not set(line) & set(scene.cells)
    ]
    if clause.place is not None and clause.place.level is not None:
        lines = [line for line in lines if line[0][0] == clause.place.level]
    elif clause.place is not None:
        lines = [line for line in lines if line[0][0] == max(one[0][0] for one in lines)]
    shortest = min(map(len, lines), default=0)
    lines = sorted(line for line in lines if len(line) == shortest)
    if len(lines) != 1:
        raise Unclear("at what height")
    number = length_of(new) if new.shape in ("row", "chain", "bridge") else new.count
    if new.shape not in ("row", "chain", "bridge", "block") or number not in (None, len(lines[0])):
        raise Unclear("with how many")
    scene.place([(cell, new.colour) for cell in lines[0]])
    scene.mention([frozenset(lines[0])])
    return lines[0]
