"""Parts of a whole, and some of several things."""

from __future__ import annotations

from dataclasses import replace

from cq.language.program import Extreme, Limit, Located, Middle, Ref, State
from cq.semantics import limits
from cq.semantics import nouns as naming
from cq.semantics import referring as references
from cq.semantics.choices import Failure, Hole, equally
from cq.semantics.geometry import Thing, components, face
from cq.semantics.line_segments import crossbars, is_flat
from cq.semantics.pronouns import left_of
from cq.semantics.scene import Scene, cells_of
from cq.semantics.selection import counted
from cq.semantics.structures import KINDS
from cq.types import Cell

_SMALL = ("block", "one", "part")

_LYING: dict[Limit, Limit] = {Extreme("up"): State("roof"), Extreme("down"): State("stem")}
"""The top and the foot of a T that lies on the ground."""
_ON_A_MAP: dict[Limit, Limit] = {Extreme("up"): Extreme("north"), Extreme("down"): Extreme("south")}
"""The top and the foot of another letter that lies on the ground."""

_UPPER_AND_LOWER: set[Limit] = {Extreme("up"), Extreme("down")}

PARTS = naming.ONE_OF_SEVERAL | {State(word) for word in ("middle", "outer", "inner", "roof")}
"""States that distinguish the parts of one thing."""


def _stem_of_l(cells: Thing) -> Limit:
    """The stem of an L that lies on the ground: the longer of its western and eastern sides."""
    return Extreme(max(("west", "east"), key=lambda way: len(face(cells, way))))


def names_parts(ref: Ref) -> bool:
    """Whether a reference is to parts of a thing that it does not name: "the two in the middle"."""
    partial = not PARTS.isdisjoint(ref.limits) or (ref.noun in ("part", "layer") and bool(ref.limits))
    return partial and ref.of is None and ref.noun in ("block", "part", "one", "layer")


def of_one_body(ref: Ref, scene: Scene) -> list[Thing] | None:
    """The parts that a reference names, of the one thing that has that many; a thing mentioned before comes
    first. None if no thing or several things have such blocks.
    """
    whole_side = ref.noun == "part" and any(isinstance(limit, Extreme) for limit in ref.limits)  # "The top".
    wanted = ref.number or (2 if ref.quantifier == "both" else None if ref.plural or whole_side else 1)
    some = replace(ref, noun="block" if ref.noun == "one" else ref.noun, plural=wanted != 1)
    options: dict[Thing, list[Thing]] = {}
    posts = frozenset(cells_of(scene.focus)) if State("leg") in ref.limits else frozenset()
    if len(components(posts)) > 1 and (legs := naming.fitting(some, posts, scene)):
        return legs if wanted in (None, len(legs)) else None
    for body in components(scene.cells):
        if len(body) > 2 or (ref.noun == "part" and len(body) > 1):
            found = naming.fitting(some, body, scene)
            if 0 < len(found) < len(body) and wanted in (None, len(found)):
                options[body] = [frozenset(cells_of(found))] if whole_side and not ref.plural else found
    focus = cells_of(scene.focus)
    spoken = [found for body, found in options.items() if body & focus]
    ways = spoken or list(options.values())
    if ref.noun == "layer":
        ways = [things for things in ways if all(len(thing) > 1 for thing in things)] or ways
    if len(ways) > 1 and ref.noun == "part" and not PARTS.isdisjoint(ref.limits):
        return scene.decide(Hole("which", ref, "of"), equally(ways))
    return ways[0] if len(ways) == 1 else None


def parts_of(ref: Ref, whole: Ref, scene: Scene, count: bool) -> list[Thing]:
    """Parts of a whole, or some of several things."""
    if whole.noun == "block" and whole.number and not whole.quantifier and ref.noun not in _SMALL:
        raise Failure("impossible", f"a {ref.noun} of blocks is no part of them", ref)
    wholes = _wholes(ref, whole, scene)
    # "In the middle of the row" speaks of the row.
    limits_of = tuple(State("middle") if limit == Located(Middle()) else limit for limit in ref.limits)
    ref = replace(ref, limits=limits_of)
    wholes = _whole_body(ref, whole, wholes, scene)
    if ref.noun in ("part", "block") and len(cells_of(wholes)) == 1 == len(wholes) and ref.of != Ref("it"):
        return _of_one_block(ref, wholes, scene)
    if whole.noun.startswith("letter") and all(map(crossbars, wholes)):
        ref = replace(ref, limits=tuple(_LYING.get(limit, limit) for limit in ref.limits))
        if ref.noun == "row":  # "The bar of the T"
            ref = replace(ref, noun="part", limits=(*ref.limits, State("roof")))
    elif whole.noun.startswith("letter") and all(map(is_flat, wholes)):
        stem = {State("leg"): _stem_of_l(wholes[0])} if whole.noun == "letter l" and len(wholes) == 1 else {}
        ref = replace(ref, limits=tuple((_ON_A_MAP | stem).get(limit, limit) for limit in ref.limits))
    ref = replace(ref, of=None)
    each = whole.quantifier in ("each", "both", "all")
    if ref.noun == "one" or (ref.noun == "part" and whole.plural and not each and not ref.plural):
        ref = _one_of(ref, whole)
        if whole.plural and not (each and whole.noun != "block"):
            # "The taller of the two towers", "two of the red blocks".
            some = replace(ref, noun=whole.noun if whole.noun in KINDS else "block")
            return _counted(some, limits.limited(wholes, some, scene), scene, count)
        ref = replace(ref, noun="block")
    single = whole.noun in ("block", "it", "one") and any(len(thing) == 1 for thing in wholes)
    is_for_each = ref.plural and ref.number in (None, len(wholes)) and ref.noun in ("part", "block")
    if whole.number == len(wholes) and ref.limits and {*ref.limits} <= _UPPER_AND_LOWER:
        is_for_each = True  # "The top block of the two highest towers"
    if len(wholes) > 1 and not single and (each or is_for_each):
        # "The top block of each tower", "the tops of the two towers": one for each.
        each_part = ref if each else replace(ref, plural=False, number=None)
        parts = [
            _counted(each_part, naming.fitting(each_part, thing, scene), scene, count) for thing in wholes
        ]
        return list(dict.fromkeys(thing for part in parts for thing in part))
    return _of_all(ref, cells_of(wholes), scene, count)


def _wholes(ref: Ref, whole: Ref, scene: Scene) -> list[Thing]:
    """The things whose parts a reference means."""
    try:
        is_gone = whole == Ref("it") and cells_of(scene.focus) == cells_of(scene.removed)
        left = left_of(scene) if is_gone else None
        return [left] if left else references.resolve_reference(whole, scene)
    except Failure as failure:
        if failure.kind != "absent" or (ref.noun != "gap" and (whole.noun != "it" or scene.focus)):
            raise
        # A row with a gap is no row, but its gap may be the only one; by default, all blocks are the whole.
        return [frozenset(scene.cells)]


def _whole_body(ref: Ref, whole: Ref, wholes: list[Thing], scene: Scene) -> list[Thing]:
    """ "The top of the cube" is the top of a body that looks like one block."""
    single_blocks = whole.noun == "block" and not whole.plural and all(len(thing) == 1 for thing in wholes)
    if not (
        single_blocks and ref.noun in ("part", "block", "layer") and whole.number in (None, 1) and ref.limits
    ):
        return wholes
    cells = cells_of(wholes)
    bodies = [body for body in components(scene.cells) if body & cells]
    return bodies if len(bodies) == 1 and len(bodies[0]) > 7 else wholes


def _of_one_block(ref: Ref, wholes: list[Thing], scene: Scene) -> list[Thing]:
    if ref.noun == "part" and set(ref.limits) <= {Extreme("up"), Extreme("down"), State("middle")}:
        return wholes
    if ref.noun == "block" and not ref.limits:
        own = naming.shown(replace(ref, of=None), cells_of(wholes), scene)
        if own:
            return own  # "The blue block of the top of the pile" is that top.
    raise Failure("absent", "a block has no parts", ref)


def _one_of(ref: Ref, whole: Ref) -> Ref:
    """ "One of them" is one block."""
    is_any = ref.number is None and not ref.plural and ref.quantifier == ""
    return replace(ref, number=1, noun="block") if whole.noun == "it" and whole.plural and is_any else ref


def _counted(ref: Ref, found: list[Thing], scene: Scene, count: bool) -> list[Thing]:
    return counted(ref, found, scene) if count else found


def _of_all(ref: Ref, cells: set[Cell], scene: Scene, count: bool) -> list[Thing]:
    """Parts of the shape that some cells form."""
    if ref.colours and (ref.noun == "part" or State("middle") in ref.limits):
        # "The red leg of the table": a leg of it, and red. "The middle red block of the row" is either.
        ways = [naming.fitting(ref, cells, scene), naming.shown(ref, cells, scene)]
        ways = [some for some in (reversed(ways) if ref.noun == "part" else ways) if some]
        return _counted(ref, ways[0] if ways else [], scene, count)
    if (
        ref.noun == "part"
        and not ref.plural
        and ref.number is None
        and not naming.ONE_OF_SEVERAL & set(ref.limits)
    ):
        # "The top of the wall" may be all of it.
        found = naming.fitting(replace(ref, plural=True), cells, scene)
        return [frozenset(cells_of(found))] if found and count else _counted(ref, found, scene, count)
    return _counted(ref, naming.fitting(ref, cells, scene), scene, count)
