"""Carries out what exchanges, recolours and moves things."""

from __future__ import annotations

from dataclasses import replace as with_fields

from cq.building.interpretation.execution.placing import put
from cq.building.interpretation.execution.referents import cells_of, clause_things, resolve
from cq.building.interpretation.execution.scene import Scene
from cq.building.interpretation.execution.spots import find_spots
from cq.building.interpretation.shapes.sizes import length_of, size
from cq.building.interpretation.syntax import Clause, Filter, Place, Ref, Unclear
from cq.meaning.geometry import (
    Cell,
    Thing,
    box,
    components,
    in_zone,
    step,
    varying_axes,
)


def exchange(clause: Clause, scene: Scene) -> None:
    new = clause.new
    if (
        new is not None
        and (new.hollow or new.shape == "ring")
        and new.colour is None
        and clause.ref is not None
    ):
        if new.shape not in (clause.ref.noun, "one", "ring") or new.sizes or new.dims:
            raise Unclear("by a thing of another kind")
        inner = Ref("part", True, "all", filters=(Filter("part", "inner"),), part_of=clause.ref)
        scene.remove(resolve(inner, scene))
        return
    if new is None or new.colour is None or new.then:
        raise Unclear("by what")
    if clause.ref is not None and clause.ref.noun == "it" and scene.taken and scene.focus == scene.removed:
        # "Destroy the red blocks and replace them with blue ones."
        for_each = new.count == 1 and clause.ref.quantifier == "each"
        put(with_fields(new, count=None, plural=True) if for_each else new, Place("instead"), False, scene)
        return
    if (
        clause.ref is not None
        and clause.ref.noun == "one"
        and new.shape in ("tower", "row", "wall", "square")
    ):
        clause = with_fields(clause, ref=with_fields(clause.ref, noun=new.shape))  # "... for the green one"
    things = clause_things(clause, scene)
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
    if (
        new.count == 1
        and clause.ref
        and clause.ref.quantifier == "each"
        and (same_kind or len(cells) == len(things))
    ) or (new.count == 1 and len(things) == 1 and (same_kind or len(cells) == 1)):
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


def recolour(clause: Clause, scene: Scene) -> None:
    things, colour = clause_things(clause, scene), clause.colour
    if clause.other is not None:
        other = clause.other
        if other.noun == "one" and clause.ref is not None:
            other = with_fields(other, noun=clause.ref.noun)
        colours = {scene.cells[cell] for cell in cells_of(resolve(other, scene))}
        colour = colours.pop() if len(colours) == 1 else None
    if colour is None:
        raise Unclear("in which colour")
    _recolour_cells(things, colour, scene)


def recolour_both(clause: Clause, scene: Scene) -> None:
    """ "Make the red tower blue and the blue tower red": both at once."""
    if clause.other is None or clause.colour is None or clause.number is None:
        raise Unclear("in which colour")
    one, other = clause_things(clause, scene), resolve(clause.other, scene)
    if cells_of(one) & cells_of(other):
        raise Unclear("one block is named twice")
    _recolour_cells(one, clause.colour, scene)
    _recolour_cells(other, clause.number, scene)


def swap(clause: Clause, scene: Scene) -> None:
    things = clause_things(clause, scene)
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


def move(clause: Clause, scene: Scene) -> None:
    _carry(clause, scene, keep=False)


def _carry(clause: Clause, scene: Scene, keep: bool) -> None:
    """Move or copy one thing to a place."""
    if clause.place is not None and clause.place.kind == "there" and scene.focus == [frozenset(scene.last)]:
        return  # It has been said where, and done.
    onto = clause.place.ref if clause.place is not None and clause.place.kind == "on" else None
    if onto is not None and onto.noun == "it" and clause.ref is not None and clause.ref.noun == "it":
        put_before = bool(scene.last) and scene.focus == [frozenset(scene.last)]
        if not put_before or step(min(scene.last), "down") not in scene.cells:
            raise Unclear("on top of itself")
        return  # "Bring it over to the tower and put it on top."
    if clause.place is None or clause.place.kind == "instead":
        raise Unclear("where to")
    if clause.ref is not None and clause.ref.noun == "it" and scene.taken and scene.focus == scene.removed:
        # "Take the block off the tower and put it ..."
        things, blocks, keep = scene.removed, scene.taken, True
    else:
        things, blocks = clause_things(clause, scene), scene.cells
    column = cells_of(things)
    if len(things) > 1 and varying_axes(column) == [0] and len(components(column)) == 1:
        things = [frozenset(column)]  # "The two topmost blocks" move together.
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


def _free_steps(things: list[Thing], way: str, scene: Scene) -> int:
    """How far things can move together before they meet something. Raises `Unclear` if not at all."""
    cells = cells_of(things)
    others = set(scene.cells) - cells
    number = 0
    while all(
        in_zone(after) and after not in others for after in (step(cell, way, number + 1) for cell in cells)
    ):
        number += 1
    if not number:
        raise Unclear("it cannot move there")
    return number


def drop(clause: Clause, scene: Scene) -> None:
    """Let things fall to the ground, or onto what is below them."""
    things = clause_things(clause, scene)
    blocks = []
    for thing in things:
        rest = scene.cells.keys() - cells_of(things)
        fall = 0
        while all(cell[0] > fall and step(cell, "down", fall + 1) not in rest for cell in thing):
            fall += 1
        if not fall:
            raise Unclear("it stands already")
        blocks += [(step(cell, "down", fall), scene.cells[cell]) for cell in sorted(thing)]
    scene.remove(things)
    scene.place(blocks)
    scene.mention([frozenset(scene.last)])


def shift(clause: Clause, scene: Scene) -> None:
    things = clause_things(clause, scene)
    direction = scene.direction(clause.word)
    number = _free_steps(things, direction, scene) if clause.number is None else clause.number
    moved = [frozenset(step(cell, direction, number) for cell in thing) for thing in things]
    blocks = [
        (step(cell, direction, number), scene.cells[cell]) for thing in things for cell in sorted(thing)
    ]
    scene.remove(things)
    scene.place(blocks)
    scene.mention(moved)
