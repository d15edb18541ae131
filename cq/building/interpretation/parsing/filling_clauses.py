"""Parses clauses that fill, connect, cover, cap and surround what stands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cq.building.interpretation.lexicon import HATS
from cq.building.interpretation.parsing.edit_clauses import colour_alone
from cq.building.interpretation.parsing.new_tails import sizes_behind
from cq.building.interpretation.parsing.new_things import new_things
from cq.building.interpretation.parsing.parsers import Tokens, at
from cq.building.interpretation.parsing.places import places
from cq.building.interpretation.parsing.references import references
from cq.building.interpretation.syntax import Clause, Filter, New, Place, Ref
from cq.language.nouns import NOUNS
from cq.world.directions import COMPASS
from cq.world.palette import COLOUR_IDS

Clauses = Iterator[tuple[Clause, int]]


def _filling(tokens: Tokens, i: int) -> Clauses:
    verb = at(tokens, i)
    if verb in ("fill", "close", "plug", "mend", "repair", "complete", "patch"):
        j = i + 1 + (at(tokens, i + 1) in ("in", "up"))
        for ref, k in references(tokens, j):
            hole = ref if ref.noun == "gap" and not ref.colours else _hole(ref)
            if hole is None:
                continue
            k += at(tokens, k) == "up" or tokens[k : k + 2] == ("in", "with")
            insides = [
                (Place("inside", ref=whole), end)
                for whole, end in (references(tokens, k + 1) if at(tokens, k) in ("in", "inside") else ())
            ]
            for place, m in [*places(tokens, k), *insides, (None, k)]:
                if at(tokens, m) in ("with", "using", "by", "in"):
                    for new, end in new_things(tokens, m + 1):
                        yield Clause("fill", hole, new, place), end
                    if at(tokens, m + 1) in COLOUR_IDS:
                        yield Clause("fill", hole, None, place, colour=COLOUR_IDS[tokens[m + 1]]), m + 2
                        if at(tokens, m + 2) == "on_ground":
                            yield Clause("fill", hole, None, place, colour=COLOUR_IDS[tokens[m + 1]]), m + 3
        for place, m in places(tokens, i + 1):
            if place.kind == "under" and at(tokens, m) in ("with", "using"):
                for new, end in (*new_things(tokens, m + 1), *colour_alone(tokens, m + 1)):
                    yield Clause("fill", None, new, place), end
        for ref, k in references(tokens, j):
            if ref.noun in ("it", "gap"):
                k += at(tokens, k) in ("in", "up")
                hole = ref if ref.noun == "gap" else Ref("gap", ref.plural)
                if verb != "fill":
                    yield Clause("fill", hole, word="mend"), k
                if ref.noun == "it" and at(tokens, k) in ("with", "using", "in"):
                    for new, end in (*new_things(tokens, k + 1), *colour_alone(tokens, k + 1)):
                        yield Clause("fill", hole, new), end
    if verb == "connect":
        for ref, j in references(tokens, i + 1):
            if at(tokens, j) == "on_ground" and at(tokens, j + 1) in ("with", "using"):
                for new, end in (*new_things(tokens, j + 2), *colour_alone(tokens, j + 2)):
                    yield Clause("fill", None, new, Place("under", ref=ref)), end
    if verb == "make":
        for ref, end in references(tokens, i + 1):
            if at(tokens, end) == "hollow":
                inner = Ref("part", True, "all", filters=(Filter("part", "inner"),), part_of=ref)
                yield Clause("remove", inner), end + 1
    if verb == "empty":
        for ref, end in references(tokens, i + 1):
            if ref.noun in ("ring", "square", "structure"):
                yield Clause("empty", ref), end
    if verb in ("hollow", "empty", "gut"):
        start = i + 1 + (at(tokens, i + 1) == "out")
        for ref, end in references(tokens, start):
            if ref.noun in ("square", "structure", "wall", "it", "one"):
                inner = Ref("part", True, "all", filters=(Filter("part", "inner"),), part_of=ref)
                yield Clause("remove", inner), end + (at(tokens, end) == "out")
    if verb in ("connect", "join", "link", "bridge"):
        for ref, j in references(tokens, i + 1):
            tops = replace(ref, quantifier="each")
            top = Ref("part", filters=(Filter("extreme", "up"),), part_of=tops)
            at_top = ((top, j + 1),) if at(tokens, j) in ("on_top", "at_top_level") else ()
            for both, k in ((ref, j), *at_top, *_second(ref, tokens, j)):
                for before, m in ((None, k), *_height(tokens, k)):
                    if at(tokens, m) not in ("with", "by", "using"):
                        continue
                    for new, end in (*new_things(tokens, m + 1), *colour_alone(tokens, m + 1)):
                        yield Clause("connect", both, new, before), end
                        for place, finish in _height(tokens, end):
                            yield Clause("connect", both, new, place), finish


def _height(tokens: Tokens, i: int) -> Iterator[tuple[Place, int]]:
    """ "On the ground", "at the top"."""
    if at(tokens, i) == "on_ground":
        yield Place("level", level=0), i + 1
    if at(tokens, i) == "on_top":
        yield Place("top"), i + 1


def _second(ref: Ref, tokens: Tokens, i: int) -> Iterator[tuple[Ref, int]]:
    """ "... to the blue block", "... to the top of the blue tower": the second of two that are connected."""
    if at(tokens, i) in ("to", "and", "on_top_of") and not ref.others:
        for other, end in references(tokens, i + 1):
            if tokens[i] == "on_top_of":
                other = Ref("part", filters=(Filter("extreme", "up"),), part_of=other)
            yield replace(ref, others=(other,)), end


_SIDES = (("each_side_of", "it"), ("every_side_of", "it"), ("four_sides_of", "it"))
_COVERS = {
    **dict.fromkeys(("cap", "top", "crown", "cover", "roof"), "on"),
    **dict.fromkeys(
        ("surround", "flank", "enclose", "frame", "border", "encircle", "ring", "circle", "outline"), "around"
    ),
}


def _hole(ref: Ref) -> Ref | None:
    """What is empty inside of what a reference names: a ring, or the middle of something."""
    if ref.noun in ("ring", "square"):
        return Ref("gap", True, part_of=ref)
    if ref.noun == "part" and ref.part_of is not None and ref.filters[-1:]:
        part = ref.filters[-1].word
        if part in ("inner", "middle"):
            return Ref("gap", True, count=1 if part == "middle" else None, part_of=ref.part_of)
    return None


def _covering(tokens: Tokens, i: int) -> Clauses:
    """ "Cap each tower with a red block", "surround it with a ring of blue", "mark all corners with a "
    "block"."""
    verb = at(tokens, i)
    if kind := _COVERS.get(verb):
        for ref, j in references(tokens, i + 1):
            k = j + (at(tokens, j) in ("completely", "entirely"))
            # In folds 0 to 2 of the recordings what surrounds something has corners.
            around = Place(kind, word="corners" if verb == "surround" else "", ref=ref)
            for place, m in ((around, k), *_on_level(around, tokens, k)):
                if at(tokens, m) not in ("with", "by", "in"):
                    continue
                for new, end in _material(tokens, m + 1, kind == "around"):
                    for levelled, finish in ((place, end), *_on_level(place, tokens, end)):
                        for sized, last in sizes_behind(new, tokens, finish):
                            if tokens[last : last + 2] in _SIDES:
                                yield (
                                    Clause("place", new=sized, place=replace(levelled, word="sides")),
                                    last + 2,
                                )
                            word = {"with_corners": "corners", "each_side": "sides"}.get(at(tokens, last), "")
                            if (
                                tokens[last : last + 2] == (",", "one")
                                and tokens[last + 2 : last + 4] in _SIDES
                            ):
                                yield (
                                    Clause("place", new=sized, place=replace(levelled, word="sides")),
                                    last + 4,
                                )
                            yield Clause("place", new=sized, place=levelled), last
                            if word:
                                yield Clause("place", new=sized, place=replace(levelled, word=word)), last + 1
    if verb in ("give", "mark", "fill", "line", "cover", "pave", "decorate"):
        for place, j in _of_zone(tokens, i + 1):
            if at(tokens, j) in ("with", "by", "in") or verb == "give":
                for new, end in new_things(tokens, j + (verb != "give")):
                    yield Clause("place", new=new, place=place), end
    if verb == "give":
        for ref, j in references(tokens, i + 1):
            for new, k in new_things(tokens, j):
                if at(tokens, k) in HATS:
                    yield Clause("place", new=new, place=Place("on", ref=ref)), k + 1
                for place, end in places(tokens, k):
                    if place.ref is not None and place.ref.noun == "it":
                        yield Clause("place", new=new, place=replace(place, ref=ref)), end


def _material(tokens: Tokens, i: int, around: bool) -> Iterator[tuple[New, int]]:
    """What something is surrounded or covered with: new things, or a colour alone for a ring."""
    yield from new_things(tokens, i)
    if around and at(tokens, i) in COLOUR_IDS and at(tokens, i + 1) not in NOUNS:
        yield New("block", plural=True, colour=COLOUR_IDS[tokens[i]]), i + 1


def _on_level(place: Place, tokens: Tokens, i: int) -> Iterator[tuple[Place, int]]:
    if at(tokens, i + (at(tokens, i) == ",")) == "on_ground":
        yield replace(place, level=0), i + 1 + (at(tokens, i) == ",")


def _of_zone(tokens: Tokens, i: int) -> Iterator[tuple[Place, int]]:
    """ "The whole north edge", "every corner" of the zone."""
    if at(tokens, i) == "all_corners":
        yield Place("all corners"), i + 1
    if at(tokens, i).startswith("edge_"):
        yield Place("edge", tokens[i].removeprefix("edge_")), i + 1
    j = i + (at(tokens, i) == "the")
    j += at(tokens, j) in ("whole", "entire", "full", "complete")
    if at(tokens, j) in COMPASS and at(tokens, j + 1) in ("edge", "border", "boundary"):
        end = j + 2
        if at(tokens, end) == "of":
            end += 2 + (at(tokens, end + 1) == "the")
        yield Place("edge", tokens[j]), end


FILLING_CLAUSES = (_filling, _covering)
"""All parsers of clauses that fill and cover."""
