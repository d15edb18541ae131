"""Carries out commands that remove blocks, and commands that keep some."""

from __future__ import annotations

from dataclasses import replace

from cq.language.program import Extreme, Keep, Redo, Ref, Remove, State, Undo
from cq.semantics.carrying import execute
from cq.semantics.choices import Failure, Hole, equally, unsaid
from cq.semantics.departures import departure_of
from cq.semantics.geometry import HORIZONTAL, Thing, along, varying_axes
from cq.semantics.reference import candidates, resolve_reference
from cq.semantics.scene import Blocks, Scene, cells_of
from cq.types import Cell


@execute.register
def _(command: Remove, scene: Scene) -> None:
    if is_gone(command.ref, scene) or (
        command.ref == Ref("everything") and scene.removed and not scene.cells
    ):
        return  # "The green block is not needed, get rid of it."
    others = command.ref.noun == "rest" or State("other") in command.ref.limits
    if others and scene.removed and scene.kept and set(scene.cells) <= scene.kept:
        return  # "Only the tower may stay. All other things go."
    things = taken(command, scene)
    things = scene.spare(things)
    scene.mention(things)
    scene.remove(things)


def taken(command: Remove, scene: Scene) -> list[Thing]:
    """The things that a removal takes: whole things, or a number of blocks of each."""
    if command.number is not None:
        number, command = command.number, _from_its_end(command)
        return [
            part
            for whole in resolve_reference(command.ref, scene)
            for part in _off(whole, number, command, scene)
        ]
    ref = command.ref
    if ref == Ref("one") and len(scene.focus) == 1 and len(scene.focus[0]) > 1:
        return taken(Remove(Ref("it"), 1, command.side), scene)  # "Take one off."
    one_of_several = ref.noun == "one" and ref.of is not None and ref.of.plural
    if ref.of is not None and is_counted(ref) and not one_of_several:
        wholes = resolve_reference(ref.of, scene)
        if all(varying_axes(whole) in ([], [0]) for whole in wholes):
            return [part for whole in wholes for part in _off(whole, ref.number or 1, command, scene)]
    return resolve_reference(ref, scene)


def _from_its_end(command: Remove) -> Remove:
    """ "Take two off the south end" of it, or of the row: from that side of the whole."""
    ref = command.ref
    ways = [limit.direction for limit in ref.limits if isinstance(limit, Extreme)]
    if ref.noun != "part" or ref.plural or len(ways) != 1 or command.side is not None or ref.others:
        return command
    if any(limit not in (Extreme(ways[0]), State("end")) for limit in ref.limits):
        return command
    return replace(command, ref=ref.of or Ref("it"), side=ways[0])


def is_gone(ref: Ref, scene: Scene) -> bool:
    """Whether a reference is a pronoun for what was just removed: "it", "them", "those blocks"."""
    pronoun = (ref.noun == "it" and ref.of is None) or State("spoken") in ref.limits
    return pronoun and bool(scene.removed) and cells_of(scene.focus) == cells_of(scene.removed)


def is_counted(ref: Ref) -> bool:
    """Whether a reference is to a number of blocks and nothing else: "a block", "two blocks"."""
    return (
        ref.noun in ("block", "one")
        and ref.quantifier in ("", "a")
        and (not ref.plural or ref.number is not None)
        and not (ref.limits or ref.colours or ref.others or ref.but)
    )


def _off(whole: Thing, number: int, command: Remove, scene: Scene) -> list[Thing]:
    """A number of blocks of a thing from a side: from the top of an upright thing, from an end of a row."""
    side = scene.direction(command.side) if command.side else None
    axes = varying_axes(whole)
    if side is None and axes in ([], [0]):
        side = "up"
    if side is None:
        if len(axes) != 1:
            raise unsaid("which", "which of its blocks is not said", command, "side")
        ends = HORIZONTAL[1::2] if axes == [1] else HORIZONTAL[::2]
        side = scene.choices.choose(Hole("direction", command, "side"), equally(ends))
    line = sorted(whole, key=along(side), reverse=True)
    if number > len(line):
        raise Failure(
            "absent",
            f"it has only {len(line)} block{'s' * (len(line) > 1)}",
            command,
            Hole("count", command, "number"),
        )
    if number < len(line) and along(side)(line[number - 1]) == along(side)(line[number]):
        raise unsaid("which", "which of its blocks is not said", command, "side")
    return [frozenset({cell}) for cell in line[:number]]


@execute.register
def _(command: Keep, scene: Scene) -> None:
    """Mark the cells to keep, which were collected before (`protected`); "only" removes the others."""
    if command.exception:
        kept = named(command, scene)
        if not kept & scene.spared:
            raise Failure("contradiction", "nothing that was ordered concerns it", command)
        return
    if command.ref.noun == "rest":
        return  # No command changes blocks that no other command names.
    if not command.only and command.ref == Ref("everything") and not scene.cells:
        return
    if not command.only:
        kept = named(command, scene)
        if any(scene.cells.get(cell) != scene.before[cell] for cell in kept & scene.before.keys()):
            raise Failure("contradiction", "it is to stay and to change", command)
        scene.kept |= kept
        scene.named.append([frozenset(kept)])
        return
    kept = named(command, scene)
    if kept & scene.spared:
        return  # "Make every tower higher, only the red one stays": an exception.
    # "Only the lowest block of the tower": the rest of the tower goes.
    whole = (
        cells_of(resolve_reference(command.ref.of, scene)) if command.ref.of is not None else set(scene.cells)
    )
    rest = [frozenset({cell}) for cell in sorted(scene.cells) if cell in whole - kept]
    scene.kept |= kept & scene.cells.keys()
    if rest:
        scene.remove(rest)


def named(command: Keep, scene: Scene) -> set[Cell]:
    """The cells that a `Keep` names, among the first blocks, or else the present ones; found once."""
    if command not in scene.promised:
        scene.promised[command] = _named(command, scene)
    return scene.promised[command]


def _named(command: Keep, scene: Scene) -> set[Cell]:
    if command.ref.noun == "rest":
        return set(scene.cells) - set(scene.made)
    if command.ref.of is not None and is_counted(command.ref):
        # "But leave one block of it": the lowest.
        cells = sorted(cells_of(resolve_reference(command.ref.of, at_first(scene))))
        if varying_axes(cells) not in ([], [0]):
            raise unsaid("which", "which of its blocks stay is not said", command, "ref")
        return set(cells[: command.ref.number or 1])
    if command.ref.noun not in ("it", "here"):
        try:
            first = at_first(scene)
            found = cells_of(resolve_reference(command.ref, first))
            scene.nouns = first.nouns
            return found
        except Failure as failure:
            if failure.kind != "absent":
                raise
    return cells_of(resolve_reference(command.ref, scene))


def certainly(ref: Ref, scene: Scene) -> set[Cell]:
    """The cells of a reference to a remaining thing, if it can mean only one thing at first."""
    if ref.noun in ("it", "here", "rest", "everything", "one"):
        return set()
    try:
        found = candidates(ref, at_first(scene))
    except Failure:
        return set()
    wanted = ref.number or (None if ref.plural else 1)
    return cells_of(found) if wanted in (None, len(found)) else set()


def at_first(scene: Scene) -> Scene:
    """The scene with the blocks at first, before any command; it shares the choices."""
    return replace(
        scene, cells=dict(scene.before), focus=[], named=[], made=[], last=[], removed=[], taken={}
    )


@execute.register
def _(command: Undo, scene: Scene) -> None:
    if command.ref is not None:
        _bring_back(command, command.ref, scene)
        return
    steps = len(scene.history) if command.whole else command.steps
    if not 0 < steps <= len(scene.history):
        raise Failure("absent", "there is nothing to take back", command)
    *scene.history, cells = scene.history[: len(scene.history) - steps + 1]
    if any(scene.cells.get(cell) != cells.get(cell) for cell in scene.kept):
        raise Failure("contradiction", "it is to stay and to change", command)
    scene.cells = Blocks(cells)
    scene.made = [cell for cell in scene.made if cell in cells]
    scene.last = []


def _bring_back(command: Undo, ref: Ref, scene: Scene) -> None:
    """Restore things as they stood before their latest removal or change."""
    for cells in reversed(scene.history):
        then = replace(at_first(scene), cells=Blocks(cells), before=cells)
        try:
            things = resolve_reference(ref, then)
        except Failure:
            continue
        lost = {
            cell: cells[cell] for cell in sorted(cells_of(things)) if scene.cells.get(cell) != cells[cell]
        }
        if lost:
            left = departure_of(frozenset(cells_of(things)), scene)
            if left is not None and left.new and left.new <= scene.cells.keys():
                scene.remove([left.new])  # It was moved: it must not stand twice.
            changed = {cell: colour for cell, colour in lost.items() if cell in scene.cells}
            scene.paint(changed)
            scene.place((cell, colour) for cell, colour in lost.items() if cell not in changed)
            scene.mention(things)
            return
    raise Failure("absent", "nothing of the kind was taken away", command)


@execute.register
def _(command: Redo, scene: Scene) -> None:
    raise Failure("absent", "nothing was taken back that could be done again", command)
