"""Parses places: relations to what stands, corners and edges of the zone, steps from them, levels."""

from __future__ import annotations

from dataclasses import replace

from cq.building.interpretation.lexicon import EXTREMES, ORDINALS
from cq.building.interpretation.parsing.parsers import Tokens, at, number_at, successes
from cq.building.interpretation.parsing.references import references
from cq.building.interpretation.parsing.single_places import Places, own_side, single_places
from cq.building.interpretation.syntax import Filter, Place, Ref
from cq.world.directions import OPPOSITE

_UNJOINED = frozenset({"level", "beside", "instead", "there", "from to"})
"""Places that "and" does not join to others."""
_TOP = Ref("part", filters=(Filter("extreme", "up"),))


@successes
def places(tokens: Tokens, i: int) -> Places:
    """A place with all that narrows it, the longest first, or several that are joined by "and"."""
    for place, j in _places(tokens, i):
        k = j + (at(tokens, j) == ",")
        if at(tokens, k) == "and" and place.kind not in _UNJOINED:
            for other, end in places(tokens, k + 1):
                if other.kind not in _UNJOINED:
                    ends = other.ends if other.kind == "joined" else (other,)
                    yield Place("joined", ends=(place, *ends)), end
        yield place, j


@successes
def _places(tokens: Tokens, i: int) -> Places:
    starts = at(tokens, i) == "starting" or (
        at(tokens, i) == "from" and at(tokens, i + 1).startswith("corner_")
    )
    for place, j in single_places(tokens, i + starts):
        yield from _narrowed(replace(place, starts=starts), tokens, j)
    yield from _anchored(tokens, i)
    yield from _from_to(tokens, i)
    yield from _leaving(tokens, i)
    yield from _at_level_of(tokens, i)
    level, j = _level(tokens, i)
    if level is not None:
        k = j + (at(tokens, j) == ",")
        for place, end in places(tokens, k):
            if place.level is None:
                yield replace(place, level=level), end
        yield Place("level", level=level), j


def _at_level_of(tokens: Tokens, i: int) -> Places:
    """ "At the height of its top block", alone or before a place."""
    if at(tokens, i) in ("at_level_of", "as_high_as") and at(tokens, i - 1) != "that_is":
        for ref, j in references(tokens, i + 1):
            for place, end in places(tokens, j + (at(tokens, j) == ",")):
                if place.level is None and place.level_of is None:
                    yield replace(place, level_of=ref), end
            if tokens[i] == "at_level_of":
                yield Place("level", level_of=ref), j


def _anchored(tokens: Tokens, i: int) -> Places:
    """ "With its northwest corner in the middle"."""
    yield from _with_its(tokens, i)
    if at(tokens, i) in ("its", "whose"):
        i -= 1
    elif at(tokens, i) not in ("with", "has", "having") or at(tokens, i + 1) not in ("its", "the", "one"):
        return
    token, following = at(tokens, i + 2), at(tokens, i + 3)
    if token.startswith("corner_"):
        anchor, j = token.removeprefix("corner_"), i + 3
    elif token in ("middle", "corner"):
        anchor, j = token, i + 3 + (following in ("block", "square"))
    elif token in EXTREMES and following in ("end", "side"):
        anchor, j = EXTREMES[token], i + 4
    else:
        return
    for place, end in _point(tokens, j):
        for narrowed, finish in _narrowed(place, tokens, end):
            yield replace(narrowed, anchor=anchor), finish


def _with_its(tokens: Tokens, i: int) -> Places:
    """ "With the red block as its middle": what stands there already is a part of the shape."""
    if at(tokens, i) in ("with", "using", "around", "where"):
        i += 1
    elif at(tokens, i) not in ("the", "that"):
        return
    for ref, j in references(tokens, i):
        j += at(tokens, j) == "to" and at(tokens, j + 1) == "be" and 1
        if at(tokens, j) in ("as", "is", "being", "that_is", "be", "in", "at", "marks", "forms", "at_middle"):
            k = j + (at(tokens, j) != "at_middle")
            k += at(tokens, k) in ("its", "the")
            anchor = at(tokens, k).removeprefix("corner_").removeprefix("at_")
            if anchor not in ("middle", "corner") and at(tokens, k) == anchor:
                continue
            k += 1 + (at(tokens, k + 1) in ("block", "square", "piece", "corner"))
            if at(tokens, k) == "of":
                base = at(tokens, k + 2) in ("base", "bottom") and anchor == "middle"
                if at(tokens, k + 1) == "it":
                    k += 2
                elif at(tokens, k + 1) in ("its", "the"):
                    anchor = "base" if base else anchor
                    k += 3
            yield Place("at block", ref=ref, anchor=anchor), k


def _point(tokens: Tokens, i: int) -> Places:
    """A place that is one cell."""
    j = i + (at(tokens, i) in ("in", "on", "at", "is", "being"))
    if at(tokens, j) == "zone_middle":
        yield Place("middle"), j + 1
    if tokens[j : j + 2] == ("the", "middle") and at(tokens, j + 2) in ("", ","):
        yield Place("middle"), j + 2
    for start in dict.fromkeys((i, j)):
        for place, end in single_places(tokens, start):
            if place.kind in ("middle", "corner", "steps", "edge middle", "on", "dir"):
                yield place, end


def _leaving(tokens: Tokens, i: int) -> Places:
    """ "Starting from the red block ... going east": the line begins beside it."""
    if at(tokens, i) == "starting" and at(tokens, i + 1) in ("from", "at", "in", "next_to", "beside"):
        for ref, end in references(tokens, i + 2):
            yield Place("leaving", ref=ref), end


def _from_to(tokens: Tokens, i: int) -> Places:
    """ "From the northwest corner to the middle", "from the red to the blue block"."""
    if at(tokens, i) == "at_top_of":  # "from the top of the red tower to the top of the blue tower"
        for one, j in references(tokens, i + 1):
            k = j + (at(tokens, j) == "to" and at(tokens, j + 1) == "at_top_of")
            if at(tokens, k) not in ("on_top_of", "at_top_of"):
                continue
            for other, end in references(tokens, k + 1):
                tops = [Place("at block", ref=replace(_TOP, part_of=ref)) for ref in (one, other)]
                yield Place("from to", ends=tuple(tops)), end
    if at(tokens, i) not in ("from", "starting"):
        return
    for first, j in _end_point(tokens, i + 1):
        j += at(tokens, j) in ("straight", "all", ",", "diagonally")
        for last, end in _end_point(tokens, j):
            yield Place("from to", ends=(first, last)), end


def _end_point(tokens: Tokens, i: int) -> Places:
    j = i + (at(tokens, i) in ("to", "up_to", "in", "and"))
    if (
        at(tokens, j) == "zone_middle"
        or at(tokens, i) == "at_middle"
        or tokens[j : j + 2] == ("the", "middle")
    ):
        yield Place("middle"), (j + (at(tokens, j) == "the") if at(tokens, i) != "at_middle" else i) + 1
    elif at(tokens, j).startswith("corner_"):
        yield Place("corner", tokens[j].removeprefix("corner_")), j + 1
    else:
        for ref, end in references(tokens, j):
            if not ref.others:
                yield Place("at block", ref=ref), end
        for place, end in single_places(tokens, j):
            if place.kind in ("on", "dir", "edge middle", "steps", "end"):
                yield place, end


def _narrowed(place: Place, tokens: Tokens, i: int) -> Places:
    k = i + (at(tokens, i) == ",")
    level, j = _level(tokens, k)
    if level is not None and place.level is None:
        yield from _narrowed(replace(place, level=level), tokens, j)
    if tokens[k : k + 2] in (("touching", "it"), ("against", "it"), ("next_to", "it")) and place.kind in (
        "dir",
        "four sides",
    ):
        yield from _narrowed(place, tokens, k + 2)
    if at(tokens, k) == "touching" and at(tokens, k + 1) == "" and place.kind == "dir":
        yield from _narrowed(place, tokens, k + 1)
    if tokens[k : k + 4] == ("in", "line", "with", "it") and place.kind in ("dir", "end"):
        yield from _narrowed(place, tokens, k + 4)
    if place.kind == "between":
        # "Between the red towers and under the blue row": one of the two tells it all.
        for other, end in single_places(tokens, k + (at(tokens, k) == "and")):
            if other.kind == "under" and other.ref is not None:
                yield from _narrowed(place, tokens, end)
    yield from _along_edge(place, tokens, k)
    if at(tokens, k) == "at_middle" and place.kind in ("on", "under", "dir"):
        yield from _narrowed(Place("middle of", ends=(place,)), tokens, k + 1)
    if place.kind == "beside" and at(tokens, k) == "heading" and place.ref is not None:
        side = at(tokens, k + 1).removesuffix("ward")
        if any(one.kind == "extreme" and one.word == side for one in place.ref.filters):
            # "Next to the easternmost block, going east"
            yield from _narrowed(replace(place, kind="dir", word=side), tokens, k + 2)
    if place.kind == "beside":
        bare = (
            EXTREMES.get(at(tokens, k + 2)) if tokens[k : k + 2] in (("on", "the"), ("to", "the")) else None
        )
        if bare and at(tokens, k + 3) in ("", ",", "and"):
            yield from _narrowed(replace(place, kind="dir", word=bare), tokens, k + 3)
        for side, end in own_side(tokens, k):
            yield from _narrowed(replace(place, kind="dir", word=side), tokens, end)
    word = {"with_corners": "corners", "each_side": "sides"}.get(at(tokens, k))
    if word and place.kind == "around" and not place.word:
        yield from _narrowed(replace(place, word=word), tokens, k + 1)
    if place.kind in ("every side", "each side", "four sides") and at(tokens, k).startswith("without_"):
        yield from _narrowed(Place("every side", at(tokens, k), place.ref), tokens, k + 1)
    if at(tokens, k) == "with_top" and place.kind in ("every side", "each side", "four sides"):
        yield from _narrowed(Place("every side", ref=place.ref), tokens, k + 1)
    if at(tokens, k) == "no_top" and place.kind in ("every side", "four sides"):
        yield from _narrowed(replace(place, kind="four sides"), tokens, k + 1)
    if at(tokens, k) == "at_top_level" and place.ref is not None and place.level is None:
        yield from _narrowed(replace(place, level_of=place.ref), tokens, k + 1)
    gap = number_at(tokens, k + 1) if at(tokens, k) == "with_gap" else None
    if place.kind == "steps" and place.ref is not None and len(place.sides) == 1 and gap is not None:
        (number, side) = place.sides[0]
        if number in (gap, gap + 1):
            # "Three squares east of it, with two empty squares between."
            yield from _narrowed(Place("dir", side, place.ref, gap), tokens, k + 2)
    if gap is not None and place.kind == "dir" and place.number == gap:
        yield from _narrowed(place, tokens, k + 2)  # "Three squares north of it, with two squares between."
    if at(tokens, k) == "with_gap" and place.number is None and place.kind in ("on", "dir"):
        yield from _narrowed(replace(place, number=number_at(tokens, k + 1)), tokens, k + 2)
    m = k + (at(tokens, k) == "and")
    heading = at(tokens, m) == "heading"
    m += heading
    side = at(tokens, m).removesuffix("ward")
    if (
        (heading or at(tokens, m).endswith("ward"))
        and side in EXTREMES
        and place.kind in ("middle", "corner", "steps", "edge middle")
    ):
        yield from _narrowed(replace(place, word=f"{place.word} {EXTREMES[side]}"), tokens, m + 1)
    elif heading and side in EXTREMES and place.kind in ("on", "dir", "at block") and not place.heading:
        yield from _narrowed(replace(place, heading=EXTREMES[side]), tokens, m + 1)
    yield place, i


def _along_edge(place: Place, tokens: Tokens, i: int) -> Places:
    """ "Along the south edge from the southwest corner", "in the southwest corner along the south edge"."""
    edge = corner = ""
    j = i
    if place.kind == "edge" and place.word in OPPOSITE:
        j += at(tokens, j) in ("from", "starting", "at")
        j += at(tokens, j) in ("in", "at", "from")
        if at(tokens, j).startswith("corner_"):
            edge, corner = place.word, tokens[j].removeprefix("corner_")
    elif place.kind == "corner" and at(tokens, i).startswith("edge_"):
        edge, corner = tokens[i].removeprefix("edge_"), place.word
    if edge and edge in corner:
        way = OPPOSITE[corner.replace(edge, "")]
        end = j + 1
        if at(tokens, end) == "heading" and at(tokens, end + 1) == f"{way}ward":
            end += 2
        yield Place("corner", f"{corner} {way}", level=place.level), end


def _level(tokens: Tokens, i: int) -> tuple[int | None, int]:
    token = at(tokens, i)
    if token == "on_ground":
        return 0, i + 1
    if token in ("at", "on") and at(tokens, i + 1) in ("level", "height", "layer"):
        number = number_at(tokens, i + 2)
        if number:
            return number - 1, i + 3
    if (
        token in ("at", "on")
        and at(tokens, i + 1) == "the"
        and at(tokens, i + 2) in ORDINALS
        and at(tokens, i + 3) in ("level", "layer")
    ):
        return ORDINALS[tokens[i + 2]] - 1, i + 4
    return None, i
