"""Which of several things people mean by a phrase that fits more of them than it names.

All rules fit what people did on the recordings of folds 0 to 3.
"""

from __future__ import annotations

from cq.building.interpretation.execution.scene import Scene
from cq.building.interpretation.syntax import LONE, Ref
from cq.meaning.geometry import Thing, components


def chosen(ref: Ref, found: list[Thing], scene: Scene) -> list[Thing]:
    """As many of the things as a reference names, if one rule tells which; else all of them."""
    wanted = ref.count or (1 if not ref.plural else 0)
    if not wanted or ref.quantifier in ("each", "all", "both", "a", "") or len(found) <= wanted:
        return found
    for rule in (_alone, _made_last, _group, _joined, _whole):
        some = rule(ref, found, scene)
        if len(some) == wanted:
            return some
    return found


def _alone(ref: Ref, found: list[Thing], scene: Scene) -> list[Thing]:
    """ "The single red block" is one that touches no other of its colour."""
    if LONE not in ref.filters:
        return []
    alone = {part for part in _groups(ref, scene) if len(part) == 1}
    return [thing for thing in found if thing in alone]


def _made_last(ref: Ref, found: list[Thing], scene: Scene) -> list[Thing]:
    """ "Place a red block ... the red block" is the one that was placed."""
    del ref
    made = [thing for thing in found if thing <= scene.made]
    return made if len(made) < 2 else [thing for thing in made if thing <= set(scene.last)]


def _group(ref: Ref, found: list[Thing], scene: Scene) -> list[Thing]:
    """ "The three red blocks" are a group of three, where more stand."""
    if ref.noun != "block" or ref.count is None:
        return []
    groups = [
        part for part in _groups(ref, scene) if len(part) == ref.count and any(one <= part for one in found)
    ]
    if len(groups) != 1:
        return []
    return [thing for thing in found if thing <= groups[0]]


def _joined(ref: Ref, found: list[Thing], scene: Scene) -> list[Thing]:
    """ "The structure" holds together at edges and corners as well."""
    del scene
    if ref.noun != "structure":
        return []
    merged: list[Thing] = []
    for thing in found:
        near = {
            (y + a, x + b, z + c)
            for y, x, z in thing
            for a in (-1, 0, 1)
            for b in (-1, 0, 1)
            for c in (-1, 0, 1)
        }
        touching = [one for one in merged if one & near]
        merged = [one for one in merged if one not in touching] + [thing.union(*touching)]
    return merged


def _whole(ref: Ref, found: list[Thing], scene: Scene) -> list[Thing]:
    """ "The structure" is all that stands."""
    plain = not ref.colours and not ref.relations and all(one.word == "existing" for one in ref.filters)
    return [frozenset(scene.cells)] if ref.noun == "structure" and plain else []


def _groups(ref: Ref, scene: Scene) -> list[Thing]:
    """What hangs together, of the colours that a reference names."""
    return components(cell for cell in scene.cells if not ref.colours or scene.shows(cell, ref.colours))
