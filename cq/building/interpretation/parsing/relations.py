"""Parses relations of references: where it is, and to what it is related."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from cq.building.interpretation.lexicon import EXTREMES, WAYS
from cq.building.interpretation.parsing.adjectives import Refs, adjectives_behind, measured
from cq.building.interpretation.parsing.parsers import Tokens, at, number_at
from cq.building.interpretation.syntax import Filter, Ref
from cq.world.directions import COMPASS

Parser = Callable[[Tokens, int], Iterable[tuple[Ref, int]]]


def relations(ref: Ref, tokens: Tokens, i: int, landmarks: Parser) -> Refs:
    """The reference with a relation that follows: "on the ground", "east of the tower".

    `landmarks` parses the references that it names in turn.
    """
    token = at(tokens, i)

    def with_filter(kind: str, word: str = "", landmark: Ref | None = None, number: int = 0) -> Ref:
        return replace(ref, relations=(*ref.relations, Filter(kind, word, landmark, number)))

    if token in ("in", "at") and tokens[i + 1 : i + 3] == ("its", "middle"):
        yield with_filter("part", "middle"), i + 3
    if token == "ends_of" and ref.part_of is None:
        for whole, end in landmarks(tokens, i + 1):
            ends = replace(ref, part_of=whole, filters=(*ref.filters, Filter("part", "end")))
            # "The block at each end" are two.
            yield ends if ref.plural else replace(ends, plural=True, quantifier="all"), end
    elif token == "that_is":
        yield from relations(ref, tokens, i + 1, landmarks)
        yield from ((found, end) for found, end in adjectives_behind(ref, tokens, i + 1))
    elif token in ("on_its_own", "bare_top"):
        yield with_filter("part" if token == "on_its_own" else token, "lone"), i + 1
    elif number_at(tokens, i) is not None:
        measure, end = measured(tokens, i)
        if measure is not None:
            yield replace(ref, relations=(*ref.relations, measure)), end
    elif token in ("floating", "hanging", "hovering"):
        yield with_filter("part", "floating"), i + 1 + 3 * (tokens[i + 1 : i + 4] == ("in", "the", "air"))
    elif token == "on_ground":
        yield with_filter("level", number=0), i + 1
    elif token == "from_ground":
        counted = any(one.kind == "ordinal" for one in ref.filters)
        yield with_filter("from", "down") if counted else with_filter("level", number=0), i + 1
    elif token == "on_top":
        yield with_filter("extreme", "up"), i + 1
    elif token == "on_bottom":
        yield with_filter("extreme", "down"), i + 1
    elif token in WAYS:
        yield with_filter("extreme", WAYS[token]), i + 1
    elif (
        token in ("in", "at", "on")
        and tokens[i + 1 : i + 4] == ("the", "middle", "of")
        and ref.part_of is None
    ):
        for whole, end in landmarks(tokens, i + 4):
            yield replace(ref, part_of=whole, filters=(*ref.filters, Filter("part", "middle"))), end
    elif token in ("on", "in", "at") and at(tokens, i + 1) == "the" and at(tokens, i + 2) in EXTREMES:
        end = i + 3 + (at(tokens, i + 3) in ("side", "end", "edge"))
        if at(tokens, end) != "of":
            yield with_filter("extreme", EXTREMES[tokens[i + 2]]), end
    elif token in ("on", "in", "at", "of") and at(tokens, i + 1).startswith("corner_"):
        yield with_filter("corner", tokens[i + 1].removeprefix("corner_")), i + 2
    elif token.startswith("corner_"):
        yield with_filter("corner", token.removeprefix("corner_")), i + 1
    elif token == "at_middle":
        yield with_filter("zone middle", "exactly" if ref.noun == "one" else ""), i + 1
        if ref.noun in ("one", "block") and ref.part_of is None and not ref.plural:
            middle = Filter("part", "middle")
            yield replace(ref, noun="block", part_of=Ref("it"), filters=(*ref.filters, middle)), i + 1
    elif token in ("closest", "nearest") and at(tokens, i + 1) == "to":
        j = i + 2 + (at(tokens, i + 2) == "the")
        if at(tokens, j) in COMPASS:
            yield with_filter("extreme", tokens[j]), j + 1 + (at(tokens, j + 1) in ("edge", "side", "border"))
    elif token.endswith("most") and token in EXTREMES:
        yield with_filter("extreme", EXTREMES[token]), i + 1
    elif token == "from":
        j = i + 1 + (at(tokens, i + 1) == "the")
        if at(tokens, j) in EXTREMES:
            yield with_filter("from", EXTREMES[tokens[j]]), j + 1
        elif at(tokens, j) == "both_ends":
            yield with_filter("from", "ends"), j + 1
    elif token == "between" and ref.noun != "gap":
        for landmark, end in landmarks(tokens, i + 1):
            yield with_filter("between", landmark=landmark), end
            if at(tokens, end) == "and":
                for other, finish in landmarks(tokens, end + 1):
                    yield with_filter("between", landmark=replace(landmark, others=(other,))), finish
    elif token in (
        "on",
        "on_top_of",
        "under",
        "above",
        "over",
        "next_to",
        "at_top_of",
        "touching",
    ) or token.endswith("_of"):
        kind = {"on": "on_top_of", "above": "on_top_of", "over": "on_top_of"}.get(token, token)
        if (
            kind in ("on_top_of", "under", "next_to", "at_top_of", "touching")
            or kind.removesuffix("_of") in EXTREMES
        ):
            for landmark, end in landmarks(tokens, i + 1):
                yield with_filter(kind, landmark=landmark), end
