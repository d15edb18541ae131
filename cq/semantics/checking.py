"""Checks statements about the result. A check that cannot be made fails; it is not skipped."""

from __future__ import annotations

from collections import Counter

from cq.language.program import Check, Middle, Place, Ref, Size
from cq.language.program import Thing as NewThing
from cq.semantics.carrying import execute
from cq.semantics.choices import Failure
from cq.semantics.geometry import Thing, components, runs, spans
from cq.semantics.letterforms import FIGURES, figure_of, is_symmetrical
from cq.semantics.measuring import extent_of, measured
from cq.semantics.places.holding import test
from cq.semantics.reference import resolve_reference
from cq.semantics.removing import is_gone
from cq.semantics.scene import Scene, cells_of
from cq.semantics.shapes.measures import SAME
from cq.semantics.structures import KINDS
from cq.types import Cell


@execute.register
def _(command: Check, scene: Scene) -> None:
    if command.place is not None:
        holds = _is_free(command.place, scene)
    elif command.only:
        holds = _only(command.ref, scene)
    elif command.size is not None:
        holds = _has_size(command.ref, command.size, scene)
    elif command.thing is not None:
        holds = _is_there(command.thing, command.ref, scene)
    elif command.ref is not None:
        holds = _stands(command.ref, scene)
    else:
        raise Failure("impossible", "nobody can tell whether this is so", command)
    if holds == command.negative:
        raise Failure("contradiction", "the result is not as it is said to be", command)


def _is_free(place: Place, scene: Scene) -> bool:
    """Whether a place is free once new blocks in it are taken back: "leave its middle free"."""
    rank_of = test(place, scene)
    ranks = {cell: rank_of(frozenset([cell])) for cell in scene.cells}
    middle = isinstance(place, Middle) and place.landmark is not None  # An even row has two.
    least = min((rank for rank in ranks.values() if rank is not None), default=0) if middle else 0
    filled = {cell for cell, rank in ranks.items() if rank == least}
    if not filled:
        return True
    left = [cell for cell in scene.last if cell not in filled]
    if not left or not filled <= set(scene.made) - scene.before.keys():
        return False
    scene.remove([frozenset(filled)])
    scene.last, scene.focus = left, [frozenset(left)]
    return True


def _only(ref: Ref | None, scene: Scene) -> bool:
    """Whether nothing else is left: in the zone, or of the things that the text changed."""
    if ref is None:
        return not scene.cells
    left = cells_of(resolve_reference(ref, scene))
    changed = _changed(scene)
    touched = [body for body in components(scene.before) if body & changed]
    if left == set(scene.cells):
        return True
    return bool(left) and left == cells_of(touched) & scene.cells.keys()


def _stands(ref: Ref, scene: Scene) -> bool:
    try:
        return bool(resolve_reference(ref, scene))
    except Failure as failure:
        if failure.kind == "absent":
            return False
        raise


def _changed(scene: Scene) -> set[Cell]:
    cells = scene.before.keys() | scene.cells.keys()
    return {cell for cell in cells if scene.before.get(cell) != scene.cells.get(cell)}


def concerned(ref: Ref | None, scene: Scene) -> list[Thing]:
    """The candidates for the subject of a check: the named things or the changed cells, the bodies and lines
    that hold them, and their blocks of each colour."""
    if ref is None or (ref.noun == "it" and (scene.last or is_gone(ref, scene))):
        named: list[Thing] = []
    else:
        named = resolve_reference(ref, scene)
    seeds = [set(thing) for thing in named] or [set(scene.last), _changed(scene) & scene.cells.keys()]
    if not named and scene.focus:
        seeds.append(cells_of(scene.focus) & scene.cells.keys())
    if not named and not any(seeds):
        # The blocks that a removal left.
        changed = _changed(scene)
        near = [body for body in components(scene.before) if body & changed]
        seeds = [cells_of(near) & scene.cells.keys()]
    found: list[Thing] = [frozenset(seed & scene.cells.keys()) for seed in seeds if seed & scene.cells.keys()]
    for whole in [
        *components(scene.cells),
        *(run for way in ("up", "east", "south") for run in runs(scene.cells, way)),
    ]:
        if any(whole & seed for seed in seeds):
            found.append(whole)
    for thing in list(found):
        by_colour: dict[str, set[Cell]] = {}
        for cell in thing:
            by_colour.setdefault(scene.cells[cell], set()).add(cell)
        found += [frozenset(cells) for cells in by_colour.values()]
    return list(dict.fromkeys(found))


def _has_size(ref: Ref | None, size: Size, scene: Scene) -> bool:
    if size.like is not None and size.like == ref:  # "So that both towers are equally high."
        found = resolve_reference(ref, scene)
        return len(found) > 1 and len({extent_of(thing, size.dimension) for thing in found}) == 1
    if ref is not None and size.like is not None and ref.noun == size.like.noun == "it":
        raise Failure("impossible", "nobody can tell what is compared with what", size)
    wanted = measured(size, scene)
    things = concerned(ref, scene)
    if size.dimension == "blocks" and ref is None:
        things = _with_all(things, scene)
    return any(extent_of(thing, size.dimension) == wanted for thing in things)


def _with_all(things: list[Thing], scene: Scene) -> list[Thing]:
    """The things that hold all blocks made last: "using one block" counts all of them."""
    return [thing for thing in things if set(scene.last) <= thing or not scene.last]


def _is_there(new: NewThing, ref: Ref | None, scene: Scene) -> bool:
    """Whether the result has this number of blocks, or this figure."""
    if new.shape == "joined":
        found = resolve_reference(ref, scene) if ref is not None else []
        return bool(found) and any(cells_of(found) <= body for body in components(scene.cells))
    things = concerned(ref, scene)
    if new.shape in ("block", "one"):
        if new.count is None:
            raise Failure("impossible", "nobody can tell whether this is so", new)
        if new.colours:
            counts = Counter(scene.cells.values())
            made = Counter(scene.cells[cell] for cell in scene.made if cell in scene.cells)
            last = Counter(scene.cells[cell] for cell in scene.last if cell in scene.cells)
            numbers = {sum(tally[colour] for colour in new.colours) for tally in (counts, made, last)}
            inside = [{c for c in thing if scene.cells[c] in new.colours} for thing in things]
            return new.count in numbers | set(map(len, inside))
        numbers = {len(scene.cells), len(scene.last), len(set(scene.made) & scene.cells.keys())}
        return new.count in numbers | {len(thing) for thing in _with_all(things, scene)}
    if new.shape == "imagined":
        return bool(_changed(scene))  # Its likeness cannot be checked.
    dims = [size.number for size in new.sizes]
    if new.shape == "symmetrical":
        things = [thing for thing in things if is_symmetrical(thing)]
    elif new.shape in FIGURES:
        things = [thing for thing in things if figure_of(thing) in FIGURES[new.shape]]
    elif new.shape in KINDS:
        things = [thing for thing in things if thing in KINDS[new.shape](thing)]
    else:
        raise Failure("impossible", "nobody can tell whether this is so", new)
    if new.dims:
        things = [thing for thing in things if sorted(new.dims) == sorted(spans(thing))[-len(new.dims) :]]
    if new.colours:
        things = [thing for thing in things if {scene.cells[cell] for cell in thing} <= set(new.colours)]
    for size in new.sizes:
        if size.like == SAME:  # As high as the blocks that were there before.
            rest = [(thing, thing - set(scene.made)) for thing in things]
            return any(
                part and extent_of(thing, size.dimension) == extent_of(part, size.dimension)
                for thing, part in rest
            )
        things = [thing for thing in things if extent_of(thing, size.dimension) == size.number]
    return bool(things) and None not in dims
