"""Resolves references in a scene to things, in order."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from cq.language.antecedents import speaks_of_it, with_antecedent
from cq.language.program import Extreme, Largest, Located, Nth, OnTop, Ranks, Ref, State
from cq.semantics import limits, referring
from cq.semantics import nouns as naming
from cq.semantics import part_whole as wholes
from cq.semantics.choices import Failure, Hole, unsaid
from cq.semantics.coordination import coordinated, left_out
from cq.semantics.geometry import Thing, components, face, varying_axes
from cq.semantics.pronouns import PRONOUNS, THEN, alike, as_made, spoken_last, things_made, whole_of
from cq.semantics.scene import Scene, cells_of
from cq.semantics.selection import counted
from cq.semantics.structures import KINDS
from cq.types import Cell
from cq.world.directions import OFFSETS

EACH_COLOUR = State("each colour")
"""One thing of each colour that stands."""
INCLUDED = State("included")
"""State of a thing that is meant too, though it may be among the rest."""
_THE_WHOLE = (
    Ref("structure", quantifier="all"),
    Ref("structure", quantifier="the", limits=(State("any"),)),
)
"""References to all of the focus: "the whole thing"."""
_THAT_ONE = Ref("one", quantifier="the", limits=(State("spoken"),))


def resolve_reference(ref: Ref, scene: Scene) -> list[Thing]:
    """The things that a reference means, in the right number.

    If there are more candidates than are named, a choice "which" decides. Raises `Failure` "absent" if there
    is none.
    """
    first, *others = coordinated(ref)
    found = meant(first, scene, True)
    named = cells_of(found)
    for other in others:
        # "The top and the left row" have a block in common.
        if INCLUDED in other.limits and _is_among(other, first, named, scene):
            continue
        try:
            more = [thing - named for thing in meant(other, scene, True)]
        except Failure as failure:
            if failure.kind != "absent" or other.noun != "everything" or not speaks_of_it(other):
                raise
            more = [thing - named for thing in meant(with_antecedent(other, first), scene, True)]
        if not any(more) and INCLUDED not in other.limits and first.noun != "everything":
            raise Failure("contradiction", "one thing is named twice", other)
        found = [*found, *(thing for thing in more if thing)]
        named |= cells_of(more)
    found = list(dict.fromkeys(found))
    if ref.noun not in PRONOUNS and ref.of is None and ref.quantifier in ("the", "both", "all", "each"):
        scene.referred.append(found)
    return found


def _is_among(other: Ref, first: Ref, named: set[Cell], scene: Scene) -> bool:
    """Whether an included reference is to a part of the named things: "the tower including its top block"."""
    own = other.of is None or other.of.noun == "it"
    nouns = [first.noun, "block"] if other.noun == "one" else [other.noun]
    return (
        own
        and not other.plural
        and any(
            naming.fitting(replace(other, noun=noun, of=None), named, scene)
            for noun in nouns
            if noun in KINDS
        )
    )


def candidates(ref: Ref, scene: Scene) -> list[Thing]:
    """All candidates of a reference, whatever their number; none if there is no match."""
    found = []
    for conjunct in coordinated(ref):
        try:
            found += meant(conjunct, scene, False)
        except Failure as failure:
            if failure.kind != "absent":
                raise
    return list(dict.fromkeys(found))


def meant(ref: Ref, scene: Scene, count: bool) -> list[Thing]:
    """The things that a reference without conjuncts means; with `count`, as many as it names."""
    for way in (_in_colours, _pronoun, _everything, _middle_of_the_zone, _parts_of_a_body, _one_spoken_of):
        found = way(ref, scene, count)
        if found is not None:
            return found
    if ref.noun == "one":
        plural, ref = ref.plural, _with_noun(ref, scene)
        if ref.noun in PRONOUNS:  # One of several that were made or asked about.
            found = _spoken_of(replace(ref, number=None), scene)
            return counted(replace(ref, noun="block", plural=plural), found, scene) if count else found
    elif ref.noun in KINDS and ref.noun != "part":
        scene.nouns = [ref.noun, *(noun for noun in scene.nouns if noun != ref.noun)]
    ref = _with_whole(ref)
    if ref.of is not None or ref.noun == "part":
        return wholes.parts_of(ref, ref.of or Ref("it"), scene, count)
    if ref.noun == "layer" and len(components(scene.cells)) > 1 and not ref.colours:
        raise unsaid("which", "a layer of what is not said", ref, "of")
    return _fitting(ref, scene, count)


def _in_colours(ref: Ref, scene: Scene, count: bool) -> list[Thing] | None:
    """ "The highest block of each colour", "the red and the blue tower"."""
    if EACH_COLOUR in ref.limits:
        plain = replace(ref, limits=tuple(limit for limit in ref.limits if limit != EACH_COLOUR))
        colours = sorted(set(scene.cells.values()))
        if not colours:
            raise Failure("absent", f"no such {ref.noun} stands", ref)
        return [
            thing for colour in colours for thing in meant(replace(plain, colours=(colour,)), scene, count)
        ]
    if 1 < len(ref.colours) < 5 and not ref.plural and ref.number is None and ref.quantifier in ("the", ""):
        return _of_each_colour(ref, scene, count)
    return None


def _pronoun(ref: Ref, scene: Scene, count: bool) -> list[Thing] | None:
    return _spoken_of(ref, scene) if ref.noun in PRONOUNS else None


def _middle_of_the_zone(ref: Ref, scene: Scene, count: bool) -> list[Thing] | None:
    """ "The middle", where nothing was spoken of that could have one."""
    if ref != Ref("part", quantifier="the", limits=(State("middle"),)):
        return None
    with suppress(Failure):
        if _spoken_of(Ref("it"), scene):
            return None
    return [frozenset({scene.zone.middle})]


def _everything(ref: Ref, scene: Scene, count: bool) -> list[Thing] | None:
    if ref.noun != "everything":
        return None
    if ref.quantifier == "all" and ref.but is not None and ref.but.of is not None:
        # "All but the middle block of the row": all of the row.
        rest = replace(ref.but, of=None)
        return meant(Ref("block", True, "all", of=ref.but.of, but=rest), scene, count)
    leaving = left_out(ref.but) if ref.but is not None else []
    out = cells_of([thing for excluded in leaving for thing in meant(excluded, scene, True)])
    return _all_left(ref, out, scene)


def _parts_of_a_body(ref: Ref, scene: Scene, count: bool) -> list[Thing] | None:
    return wholes.of_one_body(ref, scene) if wholes.names_parts(ref) else None


def _one_spoken_of(ref: Ref, scene: Scene, count: bool) -> list[Thing] | None:
    """ "Those two", "the first one" of what was made in turn, "that one"."""
    if ref.noun != "one":
        return None
    those = set(ref.limits) == {State("spoken")} and not ref.colours and ref.of is None
    if those and ref.number and (last := spoken_last(scene, ref.number)):
        return last
    if (made := _made_in_turn(ref, scene)) is not None:
        return [made]
    return _spoken_of(Ref("it"), scene) if ref == _THAT_ONE and len(scene.focus) == 1 else None


def _with_whole(ref: Ref) -> Ref:
    """ "The top block on all towers" is the top block of each; "two blocks from the top" have no whole."""
    if ref.of is None and not ref.plural and (wholes_of := _on_each(ref)):
        left = tuple(limit for limit in ref.limits if limit != Located(OnTop(wholes_of)))
        ref = replace(ref, of=wholes_of, limits=left)
    if ref.of is not None and ref.noun == "block" and _is_side(ref.of):
        ref = replace(ref, limits=(*ref.of.limits, *ref.limits), of=None)
    return ref


def _fitting(ref: Ref, scene: Scene, count: bool) -> list[Thing]:
    """The things that match a reference without a whole."""
    found = as_made(naming.fitting(ref, scene.cells, scene), ref.noun, scene)
    if not found and ref.noun == "ring" and State("outer") in ref.limits:
        return meant(replace(ref, noun="block", plural=True), scene, count)  # Of something filled.
    is_short = len(found) != ref.number if ref.number is not None else ref.plural and len(found) == 1
    is_yellow = "yellow" in ref.colours and "orange" not in ref.colours
    if is_yellow and is_short and "orange" in scene.cells.values():
        # Where yellow and orange stand and the yellow ones alone do not fit, both were meant.
        both = naming.fitting(replace(ref, colours=("yellow", "orange")), scene.cells, scene)
        if ref.number in (None, len(both)):
            return both
    if ref in _THE_WHOLE and scene.focus:
        found = [thing for thing in found if cells_of(scene.focus) <= thing] or found
    return counted(ref, found, scene) if count else found


def _made_in_turn(ref: Ref, scene: Scene) -> Thing | None:
    """ "The first one", "the last one" of the things that were made one after the other."""
    if len(ref.limits) != 1 or ref != Ref("one", False, "the", limits=ref.limits) or len(scene.focus) > 1:
        return None
    (limit,), made = ref.limits, things_made(scene)
    if not isinstance(limit, Nth) or limit.start is not None or not 1 < len(made) >= abs(limit.number):
        return None
    return made[limit.number - 1 if limit.number > 0 else limit.number]


def _on_each(ref: Ref) -> Ref | None:
    """The things whose outermost blocks a reference means; None if it means other blocks."""
    if not any(isinstance(limit, Extreme) for limit in ref.limits):
        return None
    on = [
        limit.place.landmark
        for limit in ref.limits
        if isinstance(limit, Located) and isinstance(limit.place, OnTop)
    ]
    each = [
        landmark for landmark in on if landmark.quantifier in ("all", "each") and landmark.noun != "block"
    ]
    return each[0] if each and ref.quantifier == "the" else None


def _is_side(ref: Ref) -> bool:
    """Whether a reference is to the top, the left or another side of the thing named before."""
    extreme = len(ref.limits) == 1 and isinstance(ref.limits[0], Extreme)
    return extreme and ref.noun == "part" and ref.of is None and not (ref.plural or ref.number or ref.colours)


def _of_each_colour(ref: Ref, scene: Scene, count: bool) -> list[Thing]:
    """ "The red and blue tower": one that has both colours, or else one of each."""
    if ref.noun in KINDS and ref.noun != "block" and ref.of is None:
        both = [
            thing
            for thing in naming.fitting(ref, scene.cells, scene)
            if {scene.cells[cell] for cell in thing} == set(ref.colours)
        ]
        if both:
            return counted(ref, both, scene) if count else both
    return [thing for colour in ref.colours for thing in meant(replace(ref, colours=(colour,)), scene, count)]


def _spoken_of(ref: Ref, scene: Scene) -> list[Thing]:
    """The antecedents of a pronoun that match its limits."""
    if ref.of is not None:
        raise Failure("impossible", f"{ref.noun} of something means nothing", ref)
    found = PRONOUNS[ref.noun](ref, scene)
    if ref.colours:
        found = [thing for thing in found if all(scene.shows(cell, ref.colours) for cell in thing)]
    if ref.but is not None and found:
        found = naming.without(found, replace(ref, noun="block"), scene)
    said = tuple(limit for limit in ref.limits if limit != THEN)
    found = limits.limited(found, replace(ref, noun="block", limits=said), scene) if said else found
    if not found or (ref.limits and ref.quantifier == "both" and len(found) != 2):
        raise Failure("absent", "nothing is left of what was spoken of", ref)
    return found


def _all_left(ref: Ref, out: set[Cell], scene: Scene) -> list[Thing]:
    places = [limit.place for limit in ref.limits if isinstance(limit, Located) and not limit.negative]
    under = [place.landmark for place in places if isinstance(place, OnTop)]
    out = out | cells_of(
        [thing for landmark in under for thing in candidates(landmark, scene)]
    )  # Not the floor itself.
    found = [frozenset({cell}) for cell in sorted(scene.cells) if cell not in out]
    found = [thing for thing in found if not ref.colours or scene.shows(min(thing), ref.colours)]
    found = limits.limited(found, replace(ref, noun="block", plural=True), scene)
    if not found:
        raise Failure("absent", "nothing is left of it", ref)
    return found


def _with_noun(ref: Ref, scene: Scene) -> Ref:
    """The reference with a noun for "one": a kind of thing that was named before, or a block."""
    if ref.of is not None:
        return ref
    if State("old") in ref.limits and not ref.colours and scene.making is not None:
        # "On top of the existing one": one like the thing being made.
        noun = scene.making.shape if scene.making.shape in KINDS else "block"
        like = replace(ref, noun=noun, colours=scene.making.colours)
        if len(naming.fitting(like, scene.cells, scene)) == (ref.number or 1):
            return like
    if (spoken := _of_what_was_made(ref, scene)) is not None:
        return spoken
    if (same := _of_the_kind_that_is_made(ref, scene)) is not None:
        return same
    options: dict[str, tuple[Ref, float]] = {}
    made = [
        thing
        for named in scene.named
        for thing in named
        if len(thing) > 1 and _has_colours(thing, ref, scene)
    ]
    nouns = [*(noun for noun in scene.nouns if noun != "block"), "block"]
    if (made or (State("other") in ref.limits and ref.plural)) and "structure" not in nouns:
        nouns.insert(0, "structure")
    sizes = [limit.dimension for limit in ref.limits if isinstance(limit, Largest)]
    if sizes and nouns == ["block"]:
        # "The tall one" is no block; where only towers and single blocks stand, it is one of these.
        are_columns = all(varying_axes(body) in ([], [0]) for body in components(scene.cells))
        nouns = ["tower" if "high" in sizes and not are_columns else "structure"]
    guessed = nouns == ["block"] and bool(ref.colours) and ref.quantifier == "the" and not ref.plural
    if guessed:
        nouns.append("structure")  # "The red one" may be a tower, or one of its blocks.
    for i, noun in enumerate(nouns):
        option = replace(ref, noun=noun)
        found = naming.fitting(option, scene.cells, scene)
        exact = len(found) == (ref.number or (len(found) if ref.plural else 1))
        if found:
            # "The top one" is one of several.
            chosen = not ref.limits or len(naming.fitting(replace(option, limits=()), scene.cells, scene)) > 1
            likely = exact and chosen and not (guessed and noun == "structure")
            options[noun] = (option, (25.0 if likely else 1.0) * (2.0 if i == 0 and not guessed else 1.0))
    if not options:
        raise Failure("absent", "no such thing stands", ref)
    distinct = {
        tuple(naming.fitting(option, scene.cells, scene)): (option, weight)
        for option, weight in reversed(options.values())
    }
    if len(distinct) == 1:
        return next(iter(distinct.values()))[0]
    return scene.decide(Hole("which", ref, "noun", "one"), list(distinct.values()))


def _of_the_kind_that_is_made(ref: Ref, scene: Scene) -> Ref | None:
    """ "A yellow tower beside the green one": the green tower; None if no tower or several are green."""
    making = scene.making
    if making is None or making.shape not in KINDS or making.shape == "block" or not ref.colours:
        return None
    like = replace(ref, noun=making.shape)
    return like if len(naming.fitting(like, scene.cells, scene)) == (ref.number or 1) else None


def _of_what_was_made(ref: Ref, scene: Scene) -> Ref | None:
    """The reference as one to a part of the thing just made or changed: "a tower … make the top one green";
    None if nothing shows that.
    """
    choosing = any(isinstance(limit, _CHOOSING) or limit in _CHOOSING_STATES for limit in ref.limits)
    cells = cells_of(scene.focus)
    is_new = bool(cells & set(scene.last)) or scene.focus is scene.asked_about[0]
    if not choosing or ref.colours or not cells or not is_new or not cells <= scene.cells.keys():
        return None
    told = [limit.direction for limit in ref.limits if isinstance(limit, Extreme)]
    ways = [way for way in map(scene.direction, told) if way in OFFSETS]
    if len(cells) > 1 and any(len(face(cells, way)) == len(cells) for way in ways):
        return None  # None of its blocks is "the eastern one" of a tower.
    several = len(scene.focus) > 1
    if several and (not ref.plural or all(len(thing) == 1 for thing in scene.focus)):
        return replace(ref, noun="it", plural=True)
    if len(cells) == 1:
        return replace(ref, noun="alike", plural=True) if len(alike(scene)) > 1 else _of_its_whole(ref, scene)
    return replace(ref, noun="block", of=Ref("it", True, "each") if several else Ref("it"))


def _of_its_whole(ref: Ref, scene: Scene) -> Ref | None:
    """ "Make the first one red, and the last one blue": both of the same whole."""
    return replace(ref, noun="block", of=Ref("whole")) if whole_of(scene) else None


_CHOOSING = (Extreme, Nth, Ranks)
_CHOOSING_STATES = (State("middle"), State("end"), State("last"))
"""States that choose one of several."""


def _has_colours(thing: Thing, ref: Ref, scene: Scene) -> bool:
    return all(scene.cells.get(cell) in (ref.colours or scene.cells.values()) for cell in thing)


referring.resolve_reference.register(Ref, resolve_reference)
referring.candidates.register(Ref, candidates)
referring.meant.register(Ref, meant)
