"""Carries out clauses in a scene."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from cq.building.interpretation.execution.anaphora import put_beside
from cq.building.interpretation.execution.changes import (
    drop,
    exchange,
    move,
    recolour,
    recolour_both,
    shift,
    swap,
)
from cq.building.interpretation.execution.copies import mirror, mirror_beside, repeat
from cq.building.interpretation.execution.extensions import connect, extend, fill, lower, match, resize
from cq.building.interpretation.execution.referents import cells_of, clause_things, resolve, within
from cq.building.interpretation.execution.scene import Scene
from cq.building.interpretation.syntax import Clause, Ref, Unclear
from cq.meaning.geometry import (
    Thing,
    box,
    step,
)


def execute(clause: Clause, scene: Scene) -> None:
    """Carry out one clause, changing the scene. Raises `Unclear` if there is not exactly one way."""
    _VERBS[clause.verb](clause, scene)


def _place(clause: Clause, scene: Scene) -> None:
    if clause.new is None:
        raise Unclear("what")
    place = clause.place
    if place is not None and place.kind == "instead" and place.ref is not None and place.ref.noun != "it":
        exchange(
            Clause("replace", place.ref, clause.new), scene
        )  # "Instead of the red tower, build a blue one."
        return
    put_beside(clause.new, clause.place, clause.word == "stack", scene)


def _remove(clause: Clause, scene: Scene) -> None:
    if clause.ref is not None and _is_rest(clause.ref) and scene.only is not None:
        return  # "Only the tower may stay. All the others have to go."
    things = clause_things(clause, scene)
    if clause.ref is not None and clause.ref.excluding is not None:
        scene.only = set(scene.cells) - cells_of(things)
    scene.mention(things)
    scene.remove(things)
    if scene.only is not None:
        scene.mentioned |= scene.only


def _remove_from(clause: Clause, scene: Scene) -> None:
    """ "Take two blocks off the tower", "remove the blue block from the top of the pile"."""
    if clause.ref is None or clause.other is None:
        raise Unclear("what")
    wholes = resolve(clause.other, scene)
    ref = clause.ref
    if len(wholes) > 1 and ref.plural and ref.noun == "part" and ref.count is None:
        ref = replace(ref, plural=False)  # "Take the tops off the towers."
    elif len(wholes) > 1 and clause.other.quantifier not in ("each", "both", "all"):
        raise Unclear("from which")
    things = [thing for whole in wholes for thing in _parts(clause, ref, whole, scene)]
    scene.mention(things)
    scene.remove(things)


def _parts(clause: Clause, ref: Ref, whole: Thing, scene: Scene) -> list[Thing]:
    """What a reference means as a part of a thing that it is taken from."""
    counted = ref.noun in ("block", "one") and not (ref.colours or ref.filters or ref.relations)
    if counted and ref.quantifier in ("", "a"):
        if clause.word not in ("off", "at_top_of"):
            raise Unclear("which of its blocks")
        low, high = box(whole)
        number = ref.count or 1
        if low[1:] != high[1:] or number > len(whole):
            raise Unclear("which of its blocks")
        return [frozenset({cell}) for cell in sorted(whole)[-number:]]
    try:
        things = within(ref, whole, scene)
    except Unclear:
        # "The green block from the red tower", on which it stands.
        things = resolve(ref, scene)
        if cells_of(things) != {step(max(whole), "up")} or len({cell[1:] for cell in whole}) > 1:
            raise
    if clause.word == "at_top_of" and cells_of(things) != set(sorted(whole)[-len(things) :]):
        raise Unclear("it is not on top")
    return things


def _transfer(clause: Clause, scene: Scene) -> None:
    """ "Move one block from the red tower onto the blue one"."""
    if clause.place is None or clause.place.ref is None:
        raise Unclear("where to")
    _remove_from(replace(clause, word="off" if clause.word == "from" else clause.word), scene)
    if len(scene.removed) != 1:
        raise Unclear("in which order")
    move(Clause("move", Ref("it"), place=clause.place), scene)


def _total(clause: Clause, scene: Scene) -> None:
    """ "Four blocks in all"."""
    if len(scene.last) != clause.number:
        raise Unclear("another number of blocks")


def _clear(clause: Clause, scene: Scene) -> None:
    """Remove all that stands, if anything does."""
    del clause
    scene.remove([frozenset({cell}) for cell in sorted(scene.cells)])


def _empty(clause: Clause, scene: Scene) -> None:
    """Remove what stands inside a thing."""
    things = clause_things(clause, scene)
    cells = cells_of(things)
    low, high = box(cells)
    inside = {
        cell
        for cell in scene.cells
        if cell not in cells
        and all(low[i] <= cell[i] <= high[i] for i in range(3))
        and any(low[i] < cell[i] < high[i] for i in range(3))
    }
    if len(things) != 1 or not inside:
        raise Unclear("nothing is inside")
    scene.remove([frozenset({cell}) for cell in sorted(inside)])


def _look(clause: Clause, scene: Scene) -> None:
    if clause.ref is not None and clause.ref.noun == "gap":
        scene.gap = clause.place
        return
    scene.anchor = clause_things(clause, scene)
    if clause.word == "together":
        scene.anchor = [frozenset(cells_of(scene.anchor))]
    scene.mention(scene.anchor)
    if len(scene.anchor) == 2:
        scene.pair = list(scene.anchor)


def _keep(clause: Clause, scene: Scene) -> None:
    """What stays is spoken of; if a larger change took it along, it is as it was again.

    Raises `Unclear` if it is all that was changed.
    """
    if clause.ref is not None and _is_rest(clause.ref):
        return
    try:
        things = clause_things(clause, scene)
    except Unclear:
        things = resolve(clause.ref, scene.at_first()) if clause.ref is not None else []
        if not things or cells_of(things) <= set(scene.cells):
            raise
    kept = cells_of(things) & set(scene.before)
    changed = {cell for cell in kept if scene.cells.get(cell) != scene.before[cell]}
    if changed:
        others = {cell for cell in scene.before if scene.cells.get(cell) != scene.before[cell]} - kept
        if not others and changed <= set(scene.cells):
            return  # "Swap the colours, and leave the towers where they are."
        if not others:
            raise Unclear("it is to stay and to be changed")
        scene.cells |= {cell: scene.before[cell] for cell in changed}
    scene.mentioned |= cells_of(things)
    scene.kept |= kept


def _is_rest(ref: Ref) -> bool:
    return any(one.kind == "part" and one.word == "other" for one in ref.filters)


_VERBS: dict[str, Callable[[Clause, Scene], None]] = {
    "place": _place,
    "remove": _remove,
    "remove from": _remove_from,
    "lower to": lower,
    "halve": lower,
    "double": extend,
    "replace": exchange,
    "recolour": recolour,
    "swap": swap,
    "swap colours": swap,
    "move": move,
    "copy": repeat,
    "mirror": mirror,
    "mirror beside": mirror_beside,
    "match": match,
    "shift": shift,
    "drop": drop,
    "extend": extend,
    "extend until": extend,
    "lower": lower,
    "resize": resize,
    "recolour both": recolour_both,
    "fill": fill,
    "connect": connect,
    "transfer": _transfer,
    "total": _total,
    "clear": _clear,
    "empty": _empty,
    "look": _look,
    "keep": _keep,
}
