"""The things that match a noun with its colours, exceptions and limits."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from cq.language.program import End, Extreme, Limit, Located, Nth, Ref, State
from cq.language.vocabulary import FIGURES
from cq.semantics import limits
from cq.semantics import referring as references
from cq.semantics.choices import Failure, Hole
from cq.semantics.coordination import left_out
from cq.semantics.flat_lines import crossing_lines
from cq.semantics.geometry import Thing, components, varying_axes
from cq.semantics.scene import Scene, cells_of
from cq.semantics.selection import counted
from cq.semantics.structures import KINDS, gapped_rows, joined
from cq.types import Cell

PART_NOUNS = {"corner": State("corner"), "edge": State("edge")}
"""Nouns for blocks that are a part of something."""
ONE_OF_SEVERAL = {State(word) for word in ("end", "corner", "edge", "arm", "leg", "bar")}
"""Parts of which a thing has several."""
RESEMBLED = {"wall", "house", *FIGURES} - {"cube"}
"""Nouns that people also use for shapes that only resemble them."""


def fitting(ref: Ref, cells: Collection[Cell], scene: Scene) -> list[Thing]:
    """All things among some cells that match a reference, whatever their number."""
    if (
        ref.quantifier == "each"
        and ref.limits
        and isinstance(ref.limits[0], Nth)
        and ref.limits[0].number > 1
    ):
        raise Failure("impossible", "every second one is no second one", ref)
    if ref.noun not in KINDS and not ref.noun.startswith("letter"):
        raise Failure("absent", f"no {ref.noun} is known", ref)
    ref = _of_plain_kind(ref)
    colours = _colours(ref, scene) if ref.colours else ()
    coloured = scene.showing(cells, colours) if colours else set(cells)
    found = _of_its_kind(ref, coloured, scene) or _resembling(ref, coloured)
    if ref.noun == "tower" and ref.number and len(found) < ref.number:
        # "The three towers", of which one is a single block.
        single = [body for body in components(cells) if len(body) == 1 and body <= coloured]
        found = sorted([*found, *single], key=min) if len(found) + len(single) == ref.number else found
    if ref.noun == "gap" and ref.number and len(found) != ref.number == len(cells_of(found)):
        found = [frozenset({cell}) for cell in sorted(cells_of(found))]
    if ref.but is not None and _comes_after(ref, ref.but):
        return without(limits.limited(found, ref, scene), ref, scene)
    if ref.but is not None:
        found = without(found, ref, scene)
    return limits.limited(found, ref, scene)


def _of_plain_kind(ref: Ref) -> Ref:
    """A reference to an upright row, a lying tower or a corner, with the noun for its true kind."""
    if ref.noun == "row" and State("upright") in ref.limits:
        ref = replace(ref, noun="tower")  # A vertical line is a tower.
    if ref.noun == "tower" and State("flat") in ref.limits:
        ref = replace(ref, noun="row")
    if ref.noun in PART_NOUNS:
        part = PART_NOUNS[ref.noun]
        ref = replace(ref, noun="block", limits=ref.limits if part in ref.limits else (*ref.limits, part))
    return ref


def _of_its_kind(ref: Ref, cells: Collection[Cell], scene: Scene) -> list[Thing]:
    """The things of the kind that a reference names, whatever its limits."""
    found = KINDS["letter" if ref.noun.startswith("letter") else ref.noun](cells)
    if ref.noun == "row" and not found and (gapped := gapped_rows(cells)):
        return gapped
    if ref.noun in ("row", "tower"):
        return crossing_lines(ref, found, cells, scene)
    if not found and ref.noun in RESEMBLED and not ref.colours:
        # Something else touches the wall: it is the one of its colour.
        by_colour = (
            {cell for cell in cells if scene.cells[cell] == colour} for colour in scene.palette.colours
        )
        return [thing for some in by_colour for thing in KINDS[ref.noun](some)]
    return found


def _resembling(ref: Ref, cells: Collection[Cell]) -> list[Thing]:
    """The things that only resemble the kind that the reference names."""
    if ref.noun == "tower" and ref.colours:
        # A pile can be of any shape, but no row on the ground.
        return [thing for thing in KINDS["structure"](cells) if varying_axes(thing) not in ([1], [2])]
    if ref.noun == "wall" and ref.plural:
        return KINDS["ring"](cells)
    if ref.noun == "square" and not ref.limits:
        return KINDS["block"](cells)  # A square can be a single block.
    if ref.noun in RESEMBLED and ref.colours and ref.quantifier == "the":
        # A coloured cross or arch is often any shape in that colour.
        whole = joined(cells)
        return whole if len(whole) == 1 and len(whole[0]) > 3 else []
    return []


def _comes_after(ref: Ref, but: Ref) -> bool:
    """Whether the exception applies after the limits: an end of "each end", a block of "the right tower";
    not for "the highest one except the red one".
    """
    is_part = but.noun in ("block", "part") and bool(but.limits)
    of_one = is_part and not ref.plural and ref.noun not in ("block", "part")
    return of_one or not ONE_OF_SEVERAL.isdisjoint(ref.limits)


def _colours(ref: Ref, scene: Scene) -> tuple[str, ...]:
    """The colours of a reference. Where orange blocks stand too, "all yellow blocks" is ambiguous."""
    is_open = (
        ref.quantifier in ("all", "each")
        and ref.number is None
        and ref.noun in ("block", "structure")
        and "yellow" in ref.colours
        and "orange" not in ref.colours
    )
    if not {"yellow", "orange"} <= set(scene.cells.values()):
        return ref.colours
    if not is_open:
        return (*ref.colours, "orange") if _outermost_with_orange(ref, scene) else ref.colours
    options = [((*ref.colours, "orange"), 8.0), (ref.colours, 1.0)]
    return scene.decide(Hole("which", ref, "colours", "orange_is_yellow"), options)


def _outermost_with_orange(ref: Ref, scene: Scene) -> bool:
    """Whether the outermost blocks are yellow and orange, in the number that a reference names."""
    outermost = any(isinstance(limit, Extreme) for limit in ref.limits) and ref.noun == "block"
    if not outermost or (ref.number or 1) < 2 or "yellow" not in ref.colours or "orange" in ref.colours:
        return False
    both = replace(ref, colours=(*ref.colours, "orange"), number=None, quantifier="the")
    return len(fitting(both, scene.cells, scene)) == ref.number


def without(found: list[Thing], ref: Ref, scene: Scene) -> list[Thing]:
    """The things without the exceptions of a reference: whole things, or cells of one."""
    assert ref.but is not None
    out: set[Cell] = set()
    of_each = False
    for excluded in left_out(ref.but):
        excluded = replace(
            excluded,
            limits=tuple(limit for limit in excluded.limits if limit not in ref.limits) or excluded.limits,
        )
        if excluded.noun == "part" if excluded.of is None else excluded.of.noun == "it":
            excluded = replace(excluded, of=None)  # "Its" means the thing with the exception.
            if len(found) > 1 and any(
                len(thing) > 1 for thing in found
            ):  # "Both towers except the top block of each", "the top row except its ends"
                of_each = True
                all_of_it = replace(excluded, plural=True, quantifier="all", number=None)
                out |= cells_of([part for thing in found for part in fitting(all_of_it, thing, scene)])
                continue
        ends = tuple(State("end") if _is_end(limit) else limit for limit in excluded.limits)
        if ends != excluded.limits:
            excluded = replace(excluded, limits=ends, noun="one" if excluded.noun == "it" else excluded.noun)
        nouns = (
            [excluded.noun]
            if excluded.noun != "one"
            else [ref.noun, "block"]
            if ref.noun in KINDS
            else ["block"]
        )
        for some in (replace(excluded, noun=noun) for noun in nouns):
            among = (
                fitting(some, cells_of(found), scene) if excluded.of is None and some.noun in KINDS else []
            )
            if among and cells_of(among) != cells_of(found):  # A single row has no middle row.
                out |= cells_of(counted(some, among, scene))
                break
        else:
            out |= cells_of(references.meant(replace(excluded, noun=nouns[0]), scene, True))
    if found and not out & cells_of(found):
        raise Failure("absent", "what is left out is not among them", ref.but)
    is_cut = of_each or len(found) == 1
    return [rest for thing in found if (rest := thing - out) and (is_cut or rest == thing)]


def _is_end(limit: Limit) -> bool:
    """Whether a limit names the ends of the thing with the exception: "the two at its ends"."""
    place = limit.place if isinstance(limit, Located) else None
    return isinstance(place, End) and place.landmark == Ref("it") and place.both


def shown(ref: Ref, cells: Collection[Cell], scene: Scene) -> list[Thing]:
    """The things of any colour that match a reference, then those of them in its colours."""
    found = fitting(replace(ref, colours=()), cells, scene)
    return [thing for thing in found if all(scene.shows(cell, ref.colours) for cell in thing)]
