"""What a reference means in a scene: things, in order."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from itertools import combinations

from cq.language.program import Extreme, HasSize, Largest, Limit, Located, Nearest, Nth, Ref, State
from cq.meaning import places
from cq.meaning.choices import Failure, Hole
from cq.meaning.geometry import Cell, Thing, along, box, step
from cq.meaning.scene import Scene, cells_of
from cq.meaning.structures import KINDS


def denote(ref: Ref, scene: Scene) -> list[Thing]:
    """The things that a reference means, in the right number.

    Where more fit than are named, a choice "which" decides. Raises `Failure` "absent" if nothing fits.
    """
    found = _one(replace(ref, others=()), scene)
    for other in ref.others:
        found = [*found, *_one(other, scene)]
    return list(dict.fromkeys(found))


def fitting(ref: Ref, cells: Collection[Cell], scene: Scene) -> list[Thing]:
    """All things among some cells that a reference fits, whatever their number."""
    kind = KINDS.get("block" if ref.noun == "one" else ref.noun)
    if kind is None:
        raise Failure("absent", f"no {ref.noun} is known", ref)
    coloured = {cell for cell in cells if not ref.colours or scene.cells.get(cell) in ref.colours}
    found = kind(coloured)
    if ref.but is not None:
        out = cells_of(denote(ref.but, scene))
        found = [thing - out for thing in found if thing - out]
    for limit in reversed(ref.limits):
        found = narrowed(found, limit, ref, scene)
    return found


def narrowed(found: list[Thing], limit: Limit, ref: Ref, scene: Scene) -> list[Thing]:
    """The things that a limit leaves."""
    if not found:
        return found
    if isinstance(limit, Extreme):
        way = scene.direction(limit.direction)
        wanted = ref.number or 1
        key = along(way)
        ranked = sorted({max(map(key, thing)) for thing in found}, reverse=True)
        # "The three highest blocks" may stand at several heights.
        reach, some = None, []
        for level in ranked:
            some += [thing for thing in found if max(map(key, thing)) == level]
            if len(some) >= wanted:
                break
        return some
    if isinstance(limit, Located):
        at = places.located(found, limit.place, scene, ref.plural and ref.number is None)
        return [thing for thing in found if (thing in at) != limit.negative]
    return found


def _one(ref: Ref, scene: Scene) -> list[Thing]:
    if ref.noun == "it":
        if not scene.focus:
            raise Failure("absent", "nothing was spoken of", ref)
        return list(scene.focus)
    if ref.noun == "everything":
        out = cells_of(denote(ref.but, scene)) if ref.but is not None else set()
        return [frozenset({cell}) for cell in sorted(scene.cells) if cell not in out]
    cells: Collection[Cell] = cells_of(denote(ref.of, scene)) if ref.of is not None else scene.cells
    return counted(ref, fitting(ref, cells, scene), scene)


def counted(ref: Ref, found: list[Thing], scene: Scene) -> list[Thing]:
    """As many of the things as a reference names."""
    if not found:
        raise Failure("absent", f"no such {ref.noun} stands", ref)
    if ref.quantifier in ("all", "each"):
        return found
    wanted = ref.number or (2 if ref.quantifier == "both" else None if ref.plural else 1)
    if wanted is None or len(found) == wanted:
        return found
    if len(found) < wanted:
        raise Failure("absent", f"only {len(found)} stand", ref)
    options = [list(some) for some in combinations(found, wanted)] if len(found) < 8 else []
    return scene.choices.choose(Hole("which", ref), [(some, 1.0) for some in options])
