"""What a reference means in a scene: all things that fit, or `Unclear` where their number is wrong."""

from __future__ import annotations

import itertools
from collections.abc import Collection
from dataclasses import replace

from cq.building.interpretation.execution.choice import chosen
from cq.building.interpretation.execution.kinds import KINDS
from cq.building.interpretation.execution.scene import ORANGE, YELLOW, Scene
from cq.building.interpretation.execution.selection import selected
from cq.building.interpretation.syntax import EACH_COLOUR, Clause, Filter, Ref, Unclear
from cq.meaning.geometry import Cell, Thing

_ORDER_MATTERS = frozenset({"extreme", "compare", "part", "ordinal"})


def resolve(ref: Ref, scene: Scene) -> list[Thing]:
    """The things that a reference means, in order. Raises `Unclear` if none or the wrong number fits."""
    first = replace(ref, others=())
    if ref.noun == "one" and ref.others:
        first = replace(first, noun=ref.others[-1].noun)  # "the red and the blue tower"
    found = _one(first, scene)
    if not all(found):
        raise Unclear("nothing is left of it")
    if not ref.others:
        if ref.noun != "it" and found not in scene.named:
            scene.named.append(found)
        return found
    found = [*found, *(thing for other in ref.others for thing in _one(other, scene))]
    named: set[Cell] = set()
    for i, thing in enumerate(found):
        found[i] = thing - named  # "The top and the left row" have a block in common.
        named |= thing
    if not all(found):
        raise Unclear("one thing is named twice")
    return found


def clause_things(clause: Clause, scene: Scene) -> list[Thing]:
    """What the reference of a clause means."""
    if clause.ref is None:
        raise Unclear("what")
    return resolve(clause.ref, scene)


def cells_of(things: Collection[Thing]) -> set[Cell]:
    """All cells of some things."""
    return {cell for thing in things for cell in thing}


def _one(ref: Ref, scene: Scene) -> list[Thing]:
    if EACH_COLOUR in ref.relations:
        # "The highest block of each colour"
        one = replace(ref, relations=tuple(r for r in ref.relations if r != EACH_COLOUR), quantifier="all")
        colours = sorted(set(scene.cells.values()))
        return [thing for colour in colours for thing in _named(replace(one, colours=(colour,)), scene)]
    try:
        return _named(ref, scene)
    except Unclear:
        if scene.lookalikes or ref.colours != (YELLOW,) or not ref.plural or ref.part_of is not None:
            raise
        if ref.quantifier in ("all", "each") and ref.count is None:
            raise
        # Where yellow and orange stand and the yellow ones alone do not fit, both were meant.
        return _named(replace(ref, colours=(YELLOW, ORANGE)), scene)


def _named(ref: Ref, scene: Scene) -> list[Thing]:
    if ref.noun == "it":
        return _it(ref, scene)
    if ref.noun == "anchor":
        return _standing(scene.anchor, scene)
    if ref.noun == "one":
        return _substituted(ref, scene)
    if ref.noun in KINDS and ref.noun != "part":
        scene.nouns |= {ref.noun}
    if ref.noun == "part" and ref.part_of is None and any(one.kind == "half" for one in ref.filters):
        ref = replace(ref, part_of=Ref("it"))
    if ref.part_of is None:
        found = _within(ref, set(scene.cells), scene)
    else:
        wholes = resolve(ref.part_of, scene)
        if (
            ref.noun in ("part", "block")
            and ref.plural
            and ref.part_of.plural
            and ref.part_of.noun != "block"
        ):
            # "The tops of the two towers": one for each.
            if ref.count not in (None, len(wholes)):
                raise Unclear("how many of each")
            one = replace(ref, plural=False, count=None)
            return [
                thing for whole in wholes for thing in _counted(one, _within(one, set(whole), scene), scene)
            ]
        if (
            ref.noun == "part"
            and ref.part_of.plural
            and ref.part_of.quantifier not in ("each", "all", "both")
        ):
            # "The taller of the two towers" is one of them, not a block of one.
            return _counted(
                ref, _in_any_order(wholes, [*_read_from(ref), *reversed(ref.filters)], ref, scene), scene
            )
        each = ref.part_of.quantifier in ("each", "both", "all") or len(wholes) == 1
        if each and ref.part_of.noun not in ("block",):
            # "The top block of each tower": one for each.
            parts = [_counted(ref, _within(ref, set(whole), scene), scene) for whole in wholes]
            return list(dict.fromkeys(thing for part in parts for thing in part))
        found = _within(ref, cells_of(wholes), scene)
    return _counted(ref, found, scene)


def _substituted(ref: Ref, scene: Scene) -> list[Thing]:
    """ "One" stands for a noun that was said before, or for "block"."""
    results = []
    for noun in sorted({"block", *scene.nouns}):
        try:
            found = _one(replace(ref, noun=noun), scene)
        except Unclear:
            continue
        if found not in results:
            results.append(found)
    if not results and ref.colours and not ref.plural and ref.quantifier == "the" and not ref.filters:
        # "On top of the red": all that is red.
        results.append(_one(replace(ref, noun="block", plural=True), scene))
    if len(results) != 1:
        raise Unclear("one of what")
    return results[0]


def _standing(things: list[Thing], scene: Scene) -> list[Thing]:
    if not things or any(cell not in scene.cells for thing in things for cell in thing):
        raise Unclear("nothing that stands was spoken of")
    return list(things)


def _it(ref: Ref, scene: Scene) -> list[Thing]:
    if not scene.focus:
        whole = KINDS["structure"](scene.cells)
        if ref.quantifier and not ref.plural and len(whole) == 1:
            return whole  # Nothing was spoken of, and only one thing stands.
        if ref.quantifier == "all" and scene.cells:
            return [frozenset(scene.cells)]
    found = _standing(scene.focus, scene)
    if ref.quantifier == "both" and len(found) != 2:
        raise Unclear("which two")
    if ref.plural:
        return found if len(found) > 1 else [frozenset({cell}) for cell in sorted(found[0])]
    if len(found) > 1:
        raise Unclear("several things were spoken of")
    return found


def within(ref: Ref, cells: Collection[Cell], scene: Scene) -> list[Thing]:
    """The things that a reference means among some cells, in their right number."""
    if ref.noun == "one":
        ref = replace(ref, noun="block")
    return _counted(ref, _within(ref, set(cells), scene), scene)


def _within(ref: Ref, cells: set[Cell], scene: Scene) -> list[Thing]:
    """The things of some cells that a reference fits."""
    noun = ref.noun
    if noun not in KINDS:
        raise Unclear(f"no such thing as {noun}")
    coloured = {cell for cell in cells if not ref.colours or scene.shows(cell, ref.colours)}
    if (
        YELLOW in ref.colours
        and ORANGE not in ref.colours
        and ref.quantifier in ("all", "each")
        and ref.count is None
        and not scene.lookalikes
        and ORANGE in scene.cells.values()
    ):
        raise Unclear("people differ on whether orange is yellow then")
    if noun == "layer" and ref.part_of is None and len(KINDS["structure"](coloured)) > 1:
        raise Unclear("layer of what")
    found = KINDS[noun](coloured)
    if noun == "square" and not found:
        found = KINDS["block"](coloured)  # A square can be a single block.
    if ref.excluding is not None:
        left_out = ref.excluding
        if left_out.noun == "one":
            left_out = replace(left_out, noun=noun)
        if left_out.part_of == Ref("it"):
            left_out = replace(left_out, part_of=None)  # "its" means what something is left out of
        out = set()
        for one in (replace(left_out, others=()), *left_out.others):
            out |= cells_of(_counted(one, _within(one, cells_of(found), scene), scene))
        found = [thing - out for thing in found if len(found) == 1 or not thing & out]
    filters = [*_read_from(ref), *reversed(ref.filters)]
    return _in_any_order(found, filters, ref, scene)


def _landmark(ref: Ref, scene: Scene) -> set[Cell]:
    """The cells of what something is related to; it may have been taken away just now."""
    try:
        return cells_of(resolve(ref, scene))
    except Unclear:
        if ref.noun == "it" and scene.focus and cells_of(scene.focus) <= scene.taken.keys():
            return cells_of(scene.focus)
        if ref.plural or ref.others or ref.noun in ("it", "one", "anchor"):
            raise
        # "The yellow block on the red one": the red one is that on which a yellow one stands.
        return cells_of(resolve(replace(ref, quantifier="all", count=None, plural=True), scene))


def _read_from(ref: Ref) -> list[Filter]:
    """The relations, without "from the bottom", which belongs to an ordinal."""
    if any(one.kind == "from" for one in ref.relations) and not any(
        one.kind in ("ordinal", "alternate", "ranks") for one in ref.filters
    ):
        raise Unclear("from where to where")
    return [one for one in ref.relations if one.kind != "from"]


def _in_any_order(found: list[Thing], filters: list[Filter], ref: Ref, scene: Scene) -> list[Thing]:
    """The things after all filters; those that compare come last, and their order must not matter."""
    for one in filters:
        if one.kind not in _ORDER_MATTERS:
            landmark = _landmark(one.ref, scene) if one.ref else set()
            found = selected(found, one, ref, scene, landmark)
    ordered = [one for one in filters if one.kind in _ORDER_MATTERS]
    results = []
    for order in itertools.permutations(ordered) if len(ordered) < 3 else [ordered]:
        narrowed = found
        for i, one in enumerate(order):
            count = ref if i == len(order) - 1 else replace(ref, count=None)
            narrowed = selected(narrowed, one, count, scene)
        results.append(narrowed)
    if any(set(one) != set(results[0]) for one in results):
        if len(ordered) != 2 or any(one.kind != "extreme" for one in ordered):
            raise Unclear("the order of the adjectives matters")
        # "The highest westernmost block" is the highest of the westernmost ones, in folds 0 to 2.
        upright = [one.word in ("up", "down") for one in ordered]
        if upright[0] == upright[1]:
            raise Unclear("the order of the adjectives matters")
        return results[1 if upright[0] else 0]
    return results[0]


def _counted(ref: Ref, found: list[Thing], scene: Scene) -> list[Thing]:
    found = chosen(ref, found, scene)
    number = len(found)
    if not number:
        raise Unclear("nothing fits")
    if ref.count is not None:
        right = number == ref.count
    elif ref.quantifier == "both":
        right = number == 2
    elif ref.quantifier in ("each", "all"):
        right = True
    else:
        right = number > 1 if ref.plural else number == 1
    if not right:
        raise Unclear(f"{number} things fit")
    return found
