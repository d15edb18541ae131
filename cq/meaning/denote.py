"""What a reference means in a scene: things, in order."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from cq.language.program import Extreme, Located, Middle, Nth, Ref, State
from cq.meaning import limits
from cq.meaning.choices import Failure, Hole
from cq.meaning.geometry import Cell, Thing, components
from cq.meaning.pronouns import PRONOUNS
from cq.meaning.scene import Scene, cells_of
from cq.meaning.selection import counted
from cq.meaning.structures import KINDS, joined

_ONE_OF_SEVERAL = {State(word) for word in ("end", "corner", "edge", "arm", "leg")}
"""Parts of which a thing has several."""
EACH_COLOUR = State("each colour")
"""One thing of each colour that stands."""
PART_NOUNS = {"corner": State("corner"), "edge": State("edge")}
"""Nouns for blocks that are a part of something."""
FIGURES = frozenset("wall square ring arch bridge table bench staircase pyramid plus".split())


def denote(ref: Ref, scene: Scene) -> list[Thing]:
    """The things that a reference means, in the right number.

    Where more fit than are named, a choice "which" decides. Raises `Failure` "absent" if nothing fits.
    """
    first, *others = _coordinated(ref)
    found = _one(first, scene, True)
    named = cells_of(found)
    for other in others:
        # "The top and the left row" have a block in common.
        more = [thing - named for thing in _one(other, scene, True)]
        if not any(more):
            raise Failure("contradiction", "one thing is named twice", other)
        found = [*found, *(thing for thing in more if thing)]
        named |= cells_of(more)
    return list(dict.fromkeys(found))


def candidates(ref: Ref, scene: Scene) -> list[Thing]:
    """All things that a reference fits, whatever their number; none if nothing does."""
    found = []
    for one in _coordinated(ref):
        try:
            found += _one(one, scene, False)
        except Failure as failure:
            if failure.kind != "absent":
                raise
    return list(dict.fromkeys(found))


def _coordinated(ref: Ref) -> list[Ref]:
    """The references that are joined by "and"; a noun that is said only once, behind, belongs to all: "the red and
    the blue tower"."""
    parts = [replace(ref, others=())]
    for other in ref.others:
        parts += _coordinated(other)
    for i in range(len(parts) - 2, -1, -1):
        one, following = parts[i], parts[i + 1]
        if one.noun == "one" and not (one.colours == () and one.limits == () and one.number is None):
            elided = one.of is None and one.but is None
            parts[i] = replace(
                one,
                noun=following.noun,
                colours=following.colours
                if one.limits and following.limits and not one.colours
                else one.colours,
                plural=one.plural or following.plural,
                quantifier="all" if following.plural and not one.plural and one.limits else one.quantifier,
                of=following.of if elided else one.of,
            )
    whole = next((one.of for one in parts if one.of is not None), None)
    elided = ("part", "one")
    return [
        replace(one, of=whole) if one.noun in elided and one.limits and one.of is None else one
        for one in parts
    ]


def fitting(ref: Ref, cells: Collection[Cell], scene: Scene) -> list[Thing]:
    """All things among some cells that a reference fits, whatever their number."""
    if (
        ref.quantifier == "each"
        and ref.limits
        and isinstance(ref.limits[0], Nth)
        and ref.limits[0].number > 1
    ):
        raise Failure("impossible", "every second one is no second one", ref)
    if ref.noun not in KINDS and not ref.noun.startswith("letter"):
        raise Failure("absent", f"no {ref.noun} is known", ref)
    if ref.noun == "row" and State("upright") in ref.limits:
        ref = replace(ref, noun="tower")  # A vertical line is a tower.
    if ref.noun == "tower" and State("flat") in ref.limits:
        ref = replace(ref, noun="row")
    if ref.noun in PART_NOUNS:
        part = PART_NOUNS[ref.noun]
        ref = replace(ref, noun="block", limits=ref.limits if part in ref.limits else (*ref.limits, part))
    coloured = {cell for cell in cells if not ref.colours or scene.shows(cell, _colours(ref, scene))}
    found = KINDS["letter" if ref.noun.startswith("letter") else ref.noun](coloured)
    if not found and ref.noun == "tower" and ref.colours:
        found = KINDS["structure"](coloured)  # A pile can be of any shape.
    if ref.noun == "gap" and ref.number and len(found) != ref.number == len(cells_of(found)):
        found = [frozenset({cell}) for cell in sorted(cells_of(found))]
    if not found and ref.noun == "square" and not ref.limits:
        found = KINDS["block"](coloured)  # A square can be a single block.
    elif not found and ref.noun in FIGURES and ref.colours and ref.quantifier == "the":
        # People's crosses and arches are what stands in that colour.
        whole = joined(coloured)
        found = whole if len(whole) == 1 and len(whole[0]) > 3 else []
    if ref.but is not None:
        found = _without(found, ref, scene)
    return limits.limited(found, ref, scene)


def _colours(ref: Ref, scene: Scene) -> tuple[str, ...]:
    """The colours of a reference. Where yellow and orange stand, people differ on whether all yellow ones are also the
    orange ones."""
    both = {"yellow", "orange"} <= set(scene.cells.values())
    if (
        both
        and "yellow" in ref.colours
        and "orange" not in ref.colours
        and ref.noun in ("block", "structure")
    ):
        if ref.quantifier in ("all", "each") and ref.number is None:
            options = [(ref.colours, 3.0), ((*ref.colours, "orange"), 1.0)]
            return scene.decide(Hole("which", ref, "colours", "orange_is_yellow"), options)
    return ref.colours


def _without(found: list[Thing], ref: Ref, scene: Scene) -> list[Thing]:
    """The things without what a reference leaves out: whole things, or the cells of one."""
    assert ref.but is not None
    out: set[Cell] = set()
    for one in _coordinated(ref.but):
        if one.noun == "one":
            one = replace(one, noun=ref.noun if ref.noun in KINDS else "block")
        if one.of == Ref("it"):
            one = replace(one, of=None)  # "Its" means what something is left out of.
        among = fitting(one, cells_of(found), scene) if one.of is None and one.noun in KINDS else []
        if among:
            out |= cells_of(counted(one, among, scene))
        else:
            out |= cells_of(_one(one, scene, True))
    if found and not out & cells_of(found):
        raise Failure("absent", "what is left out is not among them", ref.but)
    return [rest for thing in found if (rest := thing - out) and (len(found) == 1 or rest == thing)]


def _one(ref: Ref, scene: Scene, count: bool) -> list[Thing]:
    if EACH_COLOUR in ref.limits:
        # "The highest block of each colour"
        plain = replace(ref, limits=tuple(one for one in ref.limits if one != EACH_COLOUR))
        colours = sorted(set(scene.cells.values()))
        return [
            thing for colour in colours for thing in _one(replace(plain, colours=(colour,)), scene, count)
        ]
    if 1 < len(ref.colours) < 5 and not ref.plural and ref.number is None and ref.quantifier in ("the", ""):
        return _of_each_colour(ref, scene, count)
    if ref.noun in PRONOUNS:
        return _spoken_of(ref, scene)
    if ref.noun == "everything":
        out = cells_of(denote(ref.but, scene)) if ref.but is not None else set()
        return _all_left(ref, out, scene)
    if ref.noun == "one":
        ref = _with_noun(ref, scene)
    elif ref.noun in KINDS and ref.noun != "part":
        scene.nouns = [ref.noun, *(one for one in scene.nouns if one != ref.noun)]
    if ref.of is not None:
        return _parts(ref, ref.of, scene, count)
    if ref.noun == "part":
        return _parts(ref, Ref("it"), scene, count)
    if ref.noun == "layer" and len(components(scene.cells)) > 1 and not ref.colours:
        raise Failure("open", "a layer of what is not said", ref, Hole("which", ref, "of"))
    found = fitting(ref, scene.cells, scene)
    if (
        "yellow" in ref.colours
        and "orange" not in ref.colours
        and ref.number is not None
        and len(found) != ref.number
        and "orange" in scene.cells.values()
    ):
        # Where yellow and orange stand and the yellow ones alone do not fit, both were meant.
        both = fitting(replace(ref, colours=("yellow", "orange")), scene.cells, scene)
        if len(both) == ref.number:
            return both
    return counted(ref, found, scene) if count else found


def _of_each_colour(ref: Ref, scene: Scene, count: bool) -> list[Thing]:
    """ "The red and blue tower": one that has both colours, or else one of each."""
    if ref.noun in KINDS and ref.noun != "block" and ref.of is None:
        both = [
            one
            for one in fitting(ref, scene.cells, scene)
            if {scene.cells[cell] for cell in one} == set(ref.colours)
        ]
        if both:
            return counted(ref, both, scene) if count else both
    return [thing for one in ref.colours for thing in _one(replace(ref, colours=(one,)), scene, count)]


def _spoken_of(ref: Ref, scene: Scene) -> list[Thing]:
    """What a pronoun means, as far as what stands beside it leaves it."""
    if ref.of is not None:
        raise Failure("impossible", f"{ref.noun} of something means nothing", ref)
    found = PRONOUNS[ref.noun](ref, scene)
    if ref.colours:
        found = [one for one in found if all(scene.shows(cell, ref.colours) for cell in one)]
    if ref.but is not None and found:
        found = _without(found, replace(ref, noun="block"), scene)
    found = limits.limited(found, replace(ref, noun="block"), scene) if ref.limits else found
    if not found:
        raise Failure("absent", "nothing is left of what was spoken of", ref)
    return found


def _all_left(ref: Ref, out: set[Cell], scene: Scene) -> list[Thing]:
    found = [frozenset({cell}) for cell in sorted(scene.cells) if cell not in out]
    found = [one for one in found if not ref.colours or scene.shows(min(one), ref.colours)]
    found = limits.limited(found, replace(ref, noun="block", plural=True), scene)
    if not found:
        raise Failure("absent", "nothing is left of it", ref)
    return found


def _parts(ref: Ref, whole: Ref, scene: Scene, count: bool) -> list[Thing]:
    """Parts of a whole, or some of several things."""
    if (
        whole.noun == "block"
        and whole.number
        and whole.quantifier == ""
        and ref.noun not in ("block", "one", "part")
    ):
        raise Failure("impossible", f"a {ref.noun} of blocks is no part of them", ref)
    try:
        wholes = denote(whole, scene)
    except Failure as failure:
        if failure.kind != "absent" or (ref.noun != "gap" and (whole.noun != "it" or scene.focus)):
            raise
        # A row with a gap is no row, but it may be the only gap. A part of nothing that was named is a part of all.
        wholes = [frozenset(scene.cells)]
    # "In the middle of the row" speaks of the row.
    limits_of = tuple(State("middle") if one == Located(Middle()) else one for one in ref.limits)
    ref = replace(ref, limits=limits_of)
    if (
        ref.noun in ("part", "block")
        and len(cells_of(wholes)) == 1
        and len(wholes) == 1
        and ref.of != Ref("it")
    ):
        raise Failure("absent", "a block has no parts", ref)
    ref = replace(ref, of=None)
    each = whole.quantifier in ("each", "both", "all")

    def narrow(one: Ref, found: list[Thing]) -> list[Thing]:
        return counted(one, found, scene) if count else found

    if ref.noun == "one" or (ref.noun == "part" and whole.plural and not each and not ref.plural):
        if whole.plural and not (each and whole.noun != "block"):
            # "The taller of the two towers", "two of the red blocks".
            some = replace(ref, noun=whole.noun if whole.noun in KINDS else "block")
            return narrow(some, limits.limited(wholes, some, scene))
        ref = replace(ref, noun="block")
    single = whole.noun in ("block", "it", "one") and any(len(thing) == 1 for thing in wholes)
    several = len(wholes) > 1 and not single
    if several and (
        each or (ref.plural and ref.number in (None, len(wholes)) and ref.noun in ("part", "block"))
    ):
        # "The top block of each tower", "the tops of the two towers": one for each.
        one = ref if each else replace(ref, plural=False, number=None)
        parts = [narrow(one, fitting(one, thing, scene)) for thing in wholes]
        return list(dict.fromkeys(thing for part in parts for thing in part))
    if ref.colours and (ref.noun == "part" or State("middle") in ref.limits):
        # "The red leg of the table": a leg of it, and red. "The middle red block of the row" is either.
        ways = [fitting(ref, cells_of(wholes), scene), _shown(ref, cells_of(wholes), scene)]
        ways = [some for some in (reversed(ways) if ref.noun == "part" else ways) if some]
        return narrow(ref, ways[0] if ways else [])
    if ref.noun == "part" and not ref.plural and ref.number is None and not _ONE_OF_SEVERAL & set(ref.limits):
        # "The top of the wall" may be all of it.
        found = fitting(replace(ref, plural=True), cells_of(wholes), scene)
        return [frozenset(cells_of(found))] if found and count else narrow(ref, found)
    return narrow(ref, fitting(ref, cells_of(wholes), scene))


def _shown(ref: Ref, cells: Collection[Cell], scene: Scene) -> list[Thing]:
    """The things of any colour that a reference fits, of these those that have its colours."""
    found = fitting(replace(ref, colours=()), cells, scene)
    return [thing for thing in found if all(scene.shows(cell, ref.colours) for cell in thing)]


def _with_noun(ref: Ref, scene: Scene) -> Ref:
    """The reference with a noun for "one": a kind of thing that was named before, or a block."""
    if ref.of is not None:
        return ref
    options: dict[str, tuple[Ref, float]] = {}
    made = [
        thing
        for named in scene.named
        for thing in named
        if len(thing) > 1 and _has_colours(thing, ref, scene)
    ]
    nouns = [*(one for one in scene.nouns if one != "block"), "block"]
    if made and "structure" not in nouns:
        nouns.insert(0, "structure")
    for i, noun in enumerate(nouns):
        one = replace(ref, noun=noun)
        found = fitting(one, scene.cells, scene)
        exact = len(found) == (ref.number or (len(found) if ref.plural else 1))
        if found:
            options[noun] = (one, (10.0 if exact else 1.0) * (2.0 if i == 0 else 1.0))
    if not options:
        raise Failure("absent", "no such thing stands", ref)
    distinct = {tuple(fitting(one, scene.cells, scene)): (one, weight) for one, weight in options.values()}
    if len(distinct) == 1:
        return next(iter(distinct.values()))[0]
    return scene.decide(Hole("which", ref, "noun", "one"), list(distinct.values()))


def _has_colours(thing: Thing, ref: Ref, scene: Scene) -> bool:
    return all(scene.cells.get(cell) in (ref.colours or scene.cells.values()) for cell in thing)
