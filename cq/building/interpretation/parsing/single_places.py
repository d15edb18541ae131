"""Parses single places: a relation to what stands, a corner, an edge or the middle of the zone, steps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cq.building.interpretation.lexicon import EXTREMES, WAYS
from cq.building.interpretation.parsing.parsers import Tokens, at, number_at
from cq.building.interpretation.parsing.references import references
from cq.building.interpretation.syntax import IT, Place, Ref
from cq.language.nouns import NOUNS
from cq.world.directions import COMPASS

Places = Iterator[tuple[Place, int]]

_RELATIONS = {
    "on_top_of": "on",
    "at_top_of": "on",
    "on": "on",
    "across": "on",
    "above": "on",
    "over": "on",
    "under": "under",
    "next_to": "beside",
    "touching": "beside",
    "against": "beside",
    "between": "between",
    "around": "around",
    "four_sides_of": "four sides",
    "each_side_of": "each side",
    "above_and_under": "above and under",
    "in_gap_of": "gap",
    "every_side_of": "every side",
    "six_sides_of": "six sides",
    "both_sides_of": "both sides",
    "ends_of": "ends",
    "in_place_of": "instead",
    "up_to": "up to",
}
_CELLS = frozenset(
    {
        "block",
        "blocks",
        "space",
        "spaces",
        "square",
        "squares",
        "cell",
        "cells",
        "spot",
        "spots",
        "step",
        "steps",
    }
)


def own_side(tokens: Tokens, i: int) -> Iterator[tuple[str, int]]:
    """ "on its east side", "to the east"."""
    token = at(tokens, i)
    if (
        token in ("on", "to", "at")
        and at(tokens, i + 1) in ("its", "the")
        and at(tokens, i + 2) in EXTREMES
        and at(tokens, i + 3) == "side"
        and at(tokens, i + 4) != "of"
    ):
        yield EXTREMES[tokens[i + 2]], i + 4
    if token in WAYS:
        yield WAYS[token], i + 1


def single_places(tokens: Tokens, i: int) -> Places:
    """A place without what narrows it."""
    token = at(tokens, i)
    if token in _RELATIONS:
        kind = _RELATIONS[token]
        for ref, end in references(tokens, i + 1):
            yield Place(kind, word="across" if token == "across" else "", ref=ref), end
        if token == "around" and at(tokens, i + 1) == "zone_middle":
            yield Place("around middle"), i + 2
    if token == "in_gap":
        yield Place("gap", ref=Ref("block", True, "all")), i + 1
    if token == "through" and (
        at(tokens, i + 1) == "zone_middle" or tokens[i + 1 : i + 3] == ("the", "middle")
    ):
        yield Place("through"), i + 2 + (tokens[i + 1] == "the")
    if token in ("around", "along") and at(tokens, i + 1) in ("the", "all"):
        j = i + 2 + (at(tokens, i + 2) in ("whole", "entire", "outer", "4", "all", "outside"))
        if (
            at(tokens, j) in ("edge", "edges", "border", "rim", "perimeter", "outside")
            and at(tokens, j + 1) != "of"
        ):
            yield Place("border"), j + 1
    if token in ("on_top", "there") and at(tokens, i + 1) not in NOUNS:
        yield Place("on" if token == "on_top" else "there", ref=IT), i + 1
    if token.endswith("_of") and (word := token.removesuffix("_of")) in EXTREMES:
        for ref, end in references(tokens, i + 1):
            yield Place("dir", EXTREMES[word], ref), end
    if token.startswith("sides_"):
        for ref, end in references(tokens, i + 1):
            yield Place("sides", token.removeprefix("sides_"), ref), end
    if token.startswith("corners_"):
        yield Place("all corners", token.removeprefix("corners_")), i + 1
    if token == "free_corners":
        yield Place("all corners", "free"), i + 1
    for side, end in own_side(tokens, i):
        yield Place("dir", side, IT), end
    if token.startswith("corner_") or (
        token in ("in", "on", "at", "to") and at(tokens, i + 1).startswith("corner_")
    ):
        j = i + (not token.startswith("corner_"))
        yield Place("corner", tokens[j].removeprefix("corner_")), j + 1
    if token in ("in", "on", "at") and at(tokens, i + 1) == "all_corners":
        yield Place("all corners"), i + 2
    if (
        token in ("in", "on", "at")
        and at(tokens, i + 1) in ("each", "every", "all")
        and at(tokens, i + 2) in ("corner", "corners")
        and at(tokens, i + 3) != "of"
    ):
        yield Place("all corners"), i + 3
    if token in ("in", "at", "on") and tokens[i + 1 : i + 3] == ("its", "middle"):
        yield Place("inside", ref=IT), i + 3
    if token in ("in", "at") and tokens[i + 1 : i + 4] == ("the", "middle", "of"):
        for ref, end in references(tokens, i + 4):
            yield Place("inside", ref=ref), end
    if token == "at_middle" and at(tokens, i + 1) != "of":
        yield Place("middle"), i + 1
    if token in ("in", "on", "at") and at(tokens, i + 1) == "zone_middle":
        yield Place("middle"), i + 2
    if tokens[i : i + 3] == ("in", "line", "with"):
        for ref, j in references(tokens, i + 3):
            for place, end in single_places(tokens, j + (at(tokens, j) == ",")):
                if place.kind == "end" and place.ref == IT:
                    yield replace(place, ref=ref), end
                elif place.kind == "dir":
                    yield place, end
    if token.startswith("edge_"):
        yield Place("edge", token.removeprefix("edge_")), i + 1
    if (
        token in ("in", "at", "on", "to")
        and tokens[i + 1 : i + 4] == ("the", "middle", "of")
        and at(tokens, i + 4) == "the"
    ):
        edge = at(tokens, i + 5)
        if edge in ("edge", "side", "border") and at(tokens, i + 6) in ("", ","):
            yield Place("edge middle"), i + 6
        if edge in EXTREMES and at(tokens, i + 6) in ("edge", "side", "border"):
            yield Place("edge middle", EXTREMES[edge]), i + 7
    if token.startswith("edge_") and tokens[i + 1 : i + 2] == ("at_middle",):
        yield Place("edge middle", token.removeprefix("edge_")), i + 2
    if token == "at_middle" and at(tokens, i + 1).startswith("edge_"):
        yield Place("edge middle", tokens[i + 1].removeprefix("edge_")), i + 2
    if token == "in_place":
        yield Place("instead", ref=Ref("it", True, "all")), i + 1
    if (
        token in ("at", "in")
        and at(tokens, i + 1) in ("each", "both", "either", "the")
        and at(tokens, i + 2) in ("end", "ends")
    ):
        if at(tokens, i + 3) == "of":
            for ref, end in references(tokens, i + 4):
                if at(tokens, i + 2) == "ends" or at(tokens, i + 1) != "the":
                    yield Place("ends", ref=ref), end
        elif at(tokens, i + 1) != "the":
            yield Place("ends", ref=IT), i + 3
    if token in ("at", "to") and at(tokens, i + 2) in EXTREMES and at(tokens, i + 3) == "end":
        if at(tokens, i + 1) in ("the", "its") and at(tokens, i + 4) == "of":
            for ref, end in references(tokens, i + 5):
                yield Place("end", EXTREMES[tokens[i + 2]], ref), end
        else:
            yield Place("end", EXTREMES[tokens[i + 2]], IT), i + 4
    yield from _steps(tokens, i)


def _steps(tokens: Tokens, i: int) -> Places:
    """ "two blocks east of the middle", "three squares east and one south of the middle"."""
    sides: list[tuple[int, str]] = []
    j = i + (at(tokens, i) in ("at", "on") and number_at(tokens, i + 1) is not None)
    while (number := number_at(tokens, j)) is not None:
        k = j + 1 + (at(tokens, j + 1) in _CELLS)
        k += at(tokens, k) == "to" and at(tokens, k + 1) == "the"
        word = at(tokens, k)
        side = word.removesuffix("_of").removesuffix("ward")
        if side not in EXTREMES and word not in ("above", "under"):
            return
        sides.append((number, EXTREMES.get(side, word)))
        if word.endswith("_of") or word in ("above", "under"):
            if at(tokens, k + 1) == "zone_middle":
                yield Place("steps", sides=tuple(sides)), k + 2
            elif tokens[k + 1 : k + 3] == ("the", "middle"):
                yield Place("steps", sides=tuple(sides)), k + 3
            else:
                unit = tokens[j + 1]
                for ref, end in references(tokens, k + 1):
                    if len(sides) == 1 and unit in ("square", "squares", "cell", "cells") and side in COMPASS:
                        # Squares are counted as on a map: two squares north is the second square.
                        yield Place("dir", sides[0][1], ref, number=number - 1), end
                    elif len(sides) == 1 and unit in ("space", "spaces", "spot", "spots"):
                        # In folds 0 to 2 two spaces to the east are the second cell.
                        yield Place("dir", sides[0][1], ref, number=number - 1), end
                    elif len(sides) == 1 and side in ("left", "right"):
                        # Two squares to the left leave two free, more often than not.
                        yield Place("dir", side, ref, number=number), end
                    else:
                        yield Place("steps", ref=ref, sides=tuple(sides)), end
            return
        if at(tokens, k + 1) not in ("and", ","):
            return
        j = k + 2
