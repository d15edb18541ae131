"""Selects as many things as a reference names, with a probability for each candidate."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from math import comb

from cq.language.inflection import plural_of
from cq.language.program import Alternate, Ranks, Ref, State
from cq.semantics.choices import Failure, Hole, equally, unsaid
from cq.semantics.geometry import Thing, components
from cq.semantics.scene import Scene
from cq.semantics.structures import joined

MOST_OPTIONS = 60
"""Most ways to choose that are distinguished; if there are more, the words say too little."""
SALIENT = 14.0
"""The weight of the things that a rule of salience selects, against all others together."""

Rule = Callable[[Ref, list[Thing], Scene], list[Thing]]


def counted(ref: Ref, found: list[Thing], scene: Scene) -> list[Thing]:
    """As many of the things as a reference names. Raises `Failure` "absent" if there are too few."""
    if not found:
        raise Failure("absent", f"no such {ref.noun} stands", ref)
    if ref.quantifier == "some":
        raise unsaid("count", "how many is not said", ref, "number")
    every = ref.quantifier in ("all", "each") or any(isinstance(limit, Alternate) for limit in ref.limits)
    if every and ref.number is None:
        return found
    if ref.quantifier == "any" and ref.plural and ref.number is None:
        return found
    ranks = max((len(limit.numbers) for limit in ref.limits if isinstance(limit, Ranks)), default=1)
    wanted = ref.number or (2 if ref.quantifier == "both" else None if ref.plural else ranks)
    if wanted is None or len(found) == wanted or (ref.but is not None and len(found) < wanted):
        return found  # "Both ends except the left one", "the four corners without that one".
    if len(found) < wanted:
        stand = f"{ref.noun} stands" if len(found) == 1 else f"{plural_of(ref.noun)} stand"
        raise Failure("absent", f"only {len(found)} such {stand}", ref, Hole("count", ref, "number"))
    if ref.quantifier == "whichever":
        return found[:wanted]  # "You choose."
    return some_of(found, wanted, ref, scene)


def some_of(found: list[Thing], wanted: int, ref: Ref, scene: Scene) -> list[Thing]:
    """A number of the things: a choice in which salient things are more probable."""
    if wanted >= len(found):
        return found
    salient = _salient(ref, found, wanted, scene)
    options: list[tuple[list[Thing], float]] = []
    if comb(len(found), wanted) <= MOST_OPTIONS:
        options = equally(list(some) for some in combinations(found, wanted))
    elif not salient:
        raise unsaid("which", f"which {wanted} of {len(found)} is not said", ref)
    if salient:
        rest = equally(some for some, _ in options if set(some) != set(salient))
        options = [(salient, SALIENT), *((some, 1.0 / len(rest)) for some, _ in rest)]
    return scene.decide(Hole("which", ref, "", "salience" if salient else ""), options)


def _salient(ref: Ref, found: list[Thing], wanted: int, scene: Scene) -> list[Thing]:
    if ref.quantifier in ("a", "", "any"):
        return []
    for rule in (_alone, _made_last, _spoken_of, _group, _of_one_colour, _standing, _joined, _whole):
        some = rule(ref, found, scene)
        if len(some) == wanted:
            return some
    return []


def _alone(ref: Ref, found: list[Thing], scene: Scene) -> list[Thing]:
    """ "The single red block" is one that touches no other of its colour."""
    if State("single") not in ref.limits:
        return []
    alone = {part for part in _groups(ref, scene) if len(part) == 1}
    return [thing for thing in found if thing in alone]


def _made_last(ref: Ref, found: list[Thing], scene: Scene) -> list[Thing]:
    """ "Place a red block ... the red block" is the one that was placed."""
    del ref
    filled, last = set(scene.made), set(scene.last)
    made = [thing for thing in found if thing <= filled]
    return made if len(made) < 2 else [thing for thing in made if thing <= last]


def _spoken_of(ref: Ref, found: list[Thing], scene: Scene) -> list[Thing]:
    """The things that were mentioned last."""
    del ref
    return [thing for thing in found if thing in scene.focus]


def _group(ref: Ref, found: list[Thing], scene: Scene) -> list[Thing]:
    """ "The three red blocks" are a group of three, where more stand."""
    if ref.noun != "block" or ref.number is None or State("other") in ref.limits:
        return []
    groups = [group for group in _groups(ref, scene) if len(group) == ref.number]
    group_of = {cell: group for group in groups for cell in group}
    named = {group for thing in found if thing <= (group := group_of.get(min(thing), frozenset()))}
    return [thing for thing in found if thing <= next(iter(named))] if len(named) == 1 else []


def _of_one_colour(ref: Ref, found: list[Thing], scene: Scene) -> list[Thing]:
    """ "All three" are the things of the only colour that has three."""
    if ref.colours or ref.quantifier not in ("all", "both"):
        return []
    ways = []
    for colour in dict.fromkeys(scene.cells.values()):
        same = [thing for thing in found if all(scene.cells[cell] == colour for cell in thing)]
        ways += [same] if len(same) == (ref.number or 2) else []
    return ways[0] if len(ways) == 1 else []


def _standing(ref: Ref, found: list[Thing], scene: Scene) -> list[Thing]:
    """ "The tower" stands on the ground, where others do not."""
    del scene
    return [thing for thing in found if min(thing)[0] == 0] if ref.noun == "tower" else []


def _joined(ref: Ref, found: list[Thing], scene: Scene) -> list[Thing]:
    """ "The structure" holds together at edges and corners as well."""
    del scene
    return joined({cell for thing in found for cell in thing}) if ref.noun == "structure" else []


def _whole(ref: Ref, found: list[Thing], scene: Scene) -> list[Thing]:
    """ "The structure" is all blocks together."""
    plain = not ref.colours and all(limit == State("old") for limit in ref.limits) and ref.of is None
    return [frozenset(scene.cells)] if ref.noun == "structure" and plain else []


def _groups(ref: Ref, scene: Scene) -> list[Thing]:
    """The connected groups of blocks, of the colours that a reference names."""
    return components(scene.showing(scene.cells, ref.colours) if ref.colours else scene.cells)
