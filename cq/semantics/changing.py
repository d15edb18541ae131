"""Carries out commands that recolour, replace and swap things."""

from __future__ import annotations

from dataclasses import replace

from cq.language.program import Fill, Recolour, Ref, Replace, Swap
from cq.language.program import Thing as NewThing
from cq.semantics.carrying import execute
from cq.semantics.choices import Failure, Hole, equally, unsaid
from cq.semantics.geometry import Thing, components, face, spans, step, varying_axes
from cq.semantics.reference import resolve_reference
from cq.semantics.removing import is_gone
from cq.semantics.scene import Scene, cells_of
from cq.semantics.shapes import groups
from cq.semantics.shapes.colouring import coloured
from cq.semantics.spots import Spot, Spots
from cq.types import Cell

_LENGTHS = ("long", "wide", "blocks", "any")
"""The dimensions that give a length."""


@execute.register
def _(command: Recolour, scene: Scene) -> None:
    painted: dict[Cell, str] = {}
    things: list[Thing] = []
    for painting in (replace(command, also=()), *command.also):
        rest = _rest_of(things, scene) if painting.ref == Ref("rest") else []
        found = scene.spare(rest or resolve_reference(painting.ref, scene))
        if painting.ref.noun == "step":
            found = [frozenset(face(thing, "up")) for thing in found]  # Only its top is painted.
        if painted.keys() & cells_of(found):
            raise Failure("contradiction", "one block is to have two colours", command)
        painted |= dict.fromkeys(sorted(cells_of(found)), _colour(painting, scene))
        things += found
    if all(scene.cells.get(cell) == colour for cell, colour in painted.items()):
        raise Failure("impossible", "it has this colour already", command)
    scene.paint(painted)
    scene.mention(things)


def _rest_of(things: list[Thing], scene: Scene) -> list[Thing]:
    """The rest of each body that has cells in the things."""
    cells = cells_of(things)
    left = [body - cells for body in components(scene.cells) if body & cells]
    return [thing for thing in left if thing]


def _colour(command: Recolour, scene: Scene) -> str:
    if command.colour is not None:
        return command.colour
    if command.like is None and len(scene.palette.colours) == 1:
        return scene.palette.colours[0]
    if command.like is None:
        raise unsaid("colour", "no colour is said", command, "colour")
    colours = {scene.cells[cell] for cell in cells_of(resolve_reference(command.like, scene))}
    if len(colours) > 1:
        raise unsaid("colour", "it has several colours", command, "colour")
    return colours.pop()


@execute.register
def _(command: Replace, scene: Scene) -> None:
    for further in command.also:
        execute(further, scene)
    new, ref = command.thing, command.ref
    if new.then:
        raise unsaid("place", "which of them goes where is not said", command, "thing")
    if is_gone(ref, scene):
        things, cells = scene.removed, cells_of(scene.removed)
        if taken := [cell for cell in sorted(cells) if cell in scene.cells]:
            raise Failure("absent", scene.taken_by(taken[0]), command)
    else:
        if ref.noun == "one" and new.shape not in ("one", "block"):
            ref = replace(
                ref, noun=new.shape
            )  # "Swap the red tower for a blue one", said the other way round.
        things = scene.spare(resolve_reference(ref, scene))
        cells = cells_of(things)
        if new.pattern and len(new.colours) > 1 and new.shape == "one" and new.count is None:
            directed = new.start is not None
            lines = coloured([sorted(thing) for thing in things], new, None, scene, directed)
            scene.paint(dict(block for line in lines for block in line))
            scene.mention(things)
            return
        if same_cells(new, ref, things, scene, command):
            colour = one_colour(new, scene)
            if all(scene.cells[cell] == colour for cell in cells):
                raise Failure("impossible", "it has this colour already", command)
            scene.taken = {cell: scene.cells[cell] for cell in cells}
            scene.paint(dict.fromkeys(sorted(cells), colour))
            scene.mention(things)
            return
        if not (new.colours or new.colour_of or new.like) and ref.noun == "it":
            old = {scene.cells[cell] for cell in cells}
            new = replace(new, colours=tuple(old)) if len(old) == 1 else new
        scene.remove(things)
    if same_cells(new, ref, things, scene, command):
        made = [[(cell, one_colour(new, scene)) for cell in sorted(thing)] for thing in things]
    else:
        made = instead(new, cells, scene, command)
    scene.place(block for group in made for block in group)
    scene.mention([frozenset(cell for cell, _ in group) for group in made])


def one_colour(new: NewThing, scene: Scene) -> str:
    """The single colour of a new thing; a choice if none is said."""
    if len(new.colours) > 1 or new.pattern:
        raise unsaid("colour", "which block gets which colour is not said", new, "colours")
    if new.colours:
        return new.colours[0]
    return scene.choices.choose(Hole("colour", new, "colours"), equally(scene.palette.colours))


def same_cells(new: NewThing, ref: Ref, things: list[Thing], scene: Scene, command: Replace) -> bool:
    """Whether the new blocks take the cells of the old ones: no number is said, or the same number, or a
    thing of the same kind.
    """
    number = len(cells_of(things))
    if new.pattern and len(new.colours) > 1:
        return False
    # "A green one of the same height" is as large as the thing it replaces.
    new = replace(new, sizes=tuple(size for size in new.sizes if size.like != Ref("same")))
    sized = new.sizes or new.dims or new.hollow is not None or new.posture or new.like or new.then
    if new.shape in ("block", "one"):
        if sized:
            return [size.number for size in new.sizes] == [number] and not (new.dims or new.then or new.like)
        if new.count is None or new.count == number:
            return True
        if new.count == 1 and (len(things) == 1 and new.shape == "one"):
            return True
        if new.count == 1 and ref.quantifier == "each":
            return len(things) == number
        if new.count == 1 and len(things) == number and (ref.plural or ref.quantifier == "all"):
            # "Replace the red blocks with a blue one": one for each, or one for all?
            hole = Hole("count", command, "each")
            return scene.choices.choose(hole, [(True, 1.0), (False, 1.0)])
        return False
    if sized:
        said = [size.number for size in new.sizes]
        return len(things) == 1 and said == [number] and new.shape == ref.noun
    if new.shape == ref.noun or (ref.noun == "it" and _is_kind(new.shape, things)):
        return new.count in (None, len(things)) or (new.count == 1 and ref.quantifier == "each")
    return len(things) == 1 and _is_kind(new.shape, things) and new.count in (None, 1)


def _is_kind(shape: str, things: list[Thing]) -> bool:
    axes = {"tower": ([0],), "row": ([1], [2])}.get(shape, ())
    return all(varying_axes(thing) in axes for thing in things)


def instead(
    new: NewThing, cells: set[Cell], scene: Scene, command: Replace | Fill
) -> list[list[tuple[Cell, str]]]:
    """New things in emptied cells: single blocks from the lowest cell up, other things starting there."""
    order = sorted(cells)
    if new.shape in ("block", "one") and new.count is not None and not new.sizes and not new.like:
        upright = varying_axes(order) in ([], [0])
        if new.count > len(order):
            if not upright:
                raise unsaid("place", "where the others go is not said", command, "thing")
            order += [step(order[-1], "up", i) for i in range(1, new.count - len(order) + 1)]
        elif not upright:
            raise unsaid("place", "which of the places is not said", command, "thing")
        colours = new.colours if len(new.colours) == new.count else (one_colour(new, scene),) * new.count
        return [[(cell, colour)] for cell, colour in zip(order, colours, strict=False)]
    return groups(new, _in_line(new, order, scene), False, scene)


def _in_line(new: NewThing, old: list[Cell], scene: Scene) -> Spots:
    """The spot of a new thing in the place of old cells. A row or a wall runs along them, about their middle
    if it can, else from their western or northern end.
    """
    axes = [axis for axis in varying_axes(old) if axis]
    said = _LENGTHS if new.shape == "row" else _LENGTHS[:2]
    lengths = [new.dims[0]] if new.dims else [size.number for size in new.sizes if size.dimension in said]
    if new.shape not in ("row", "wall") or len(axes) != 1 or len(lengths) != 1 or not lengths[0]:
        return Spots((Spot(old[0], ""),))
    way, more = "east" if axes == [1] else "south", lengths[0] - spans(old)[axes[0]]
    at_middle = [more // 2] if more % 2 == 0 else []
    starts = [step(old[0], way, -back) for back in (*at_middle, 0, more)]
    fits = [start for start in starts if all(scene.is_free(step(start, way, i)) for i in range(lengths[0]))]
    return Spots((Spot((fits or starts)[0], way),), anchor="start", axis=way)


def _reversed(line: list[Cell], command: Swap, scene: Scene) -> None:
    """Reverse the order of the blocks of a row or a tower."""
    colours = [scene.cells[cell] for cell in line]
    if colours == colours[::-1]:
        raise Failure("impossible", "it looks the same then", command)
    if scene.kept.intersection(line):
        raise Failure("contradiction", "it is to stay and to change", command)
    scene.paint(dict(zip(line, colours[::-1], strict=True)))
    scene.mention([frozenset(line)])


@execute.register
def _(command: Swap, scene: Scene) -> None:
    things = resolve_reference(command.ref, scene)
    if len(things) == 1 and len(varying_axes(things[0])) == 1 and not command.colours:
        _reversed(sorted(things[0]), command, scene)
        return
    if len(things) != 2:
        things = joined(things, scene)
    if len(things) != 2:
        raise unsaid("which", "what changes places with what is not said", command, "ref")
    scene.spare(things)
    if cells_of(things) & scene.kept:
        raise Failure("contradiction", "it is to stay and to change", command)
    here, there = (sorted(thing) for thing in things)
    if not command.colours and _are_blocks(command.ref) and shifted(here, here[0], there[0]) != there:
        # "Swap the red and the blue blocks": their colours, or their places.
        hole = Hole("which", command, "colours")
        command = replace(command, colours=scene.choices.choose(hole, [(True, 2.0), (False, 1.0)]))
    first, second = ({scene.cells[cell] for cell in cells} for cells in (here, there))
    if command.colours or (len(here) == len(there) and shifted(here, here[0], there[0]) == there):
        if command.colours and max(len(first), len(second)) > 1:
            raise unsaid("colour", "it has several colours", command, "ref")
        blocks = [scene.cells[cell] for cell in here], [scene.cells[cell] for cell in there]
        if command.colours:
            blocks = [*second] * len(here), [*first] * len(there)
            scene.paint(
                {**dict(zip(here, blocks[0], strict=True)), **dict(zip(there, blocks[1], strict=True))}
            )
        else:
            scene.paint(
                {**dict(zip(here, blocks[1], strict=True)), **dict(zip(there, blocks[0], strict=True))}
            )
    else:
        colours = [scene.cells[cell] for cell in (*here, *there)]
        moved = shifted(here, here[0], there[0]), shifted(there, there[0], here[0])
        scene.remove(things)
        scene.place(zip((*moved[0], *moved[1]), colours, strict=True))
        things = [frozenset(cells) for cells in moved]
    scene.mention(things)


def _are_blocks(ref: Ref) -> bool:
    return (ref.noun == "block" and ref.plural) or any(map(_are_blocks, ref.others))


def joined(things: list[Thing], scene: Scene) -> list[Thing]:
    """All blocks of each colour as one thing: "swap red and green"."""
    by_colour: dict[str, set[Cell]] = {}
    for cell in cells_of(things):
        by_colour.setdefault(scene.cells[cell], set()).add(cell)
    return [frozenset(cells) for cells in by_colour.values()]


def shifted(cells: list[Cell], start: Cell, end: Cell) -> list[Cell]:
    """Cells moved by the offset from `start` to `end`."""
    return [tuple(a - b + c for a, b, c in zip(cell, start, end, strict=True)) for cell in cells]  # type: ignore[misc]
