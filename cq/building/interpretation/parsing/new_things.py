"""Parses noun phrases for new things to make."""

from __future__ import annotations

from dataclasses import replace

from cq.building.interpretation.lexicon import HATS
from cq.building.interpretation.parsing.comparisons import CELLS
from cq.building.interpretation.parsing.new_tails import AXES, SIZE_WORDS, News, dimensions, new_tail
from cq.building.interpretation.parsing.parsers import Tokens, at, number_at, successes
from cq.building.interpretation.parsing.references import references
from cq.building.interpretation.shapes.strokes import SIGNS
from cq.building.interpretation.syntax import New
from cq.language.nouns import NEW_NOUNS, NOUNS
from cq.world.palette import COLOUR_IDS

_IDLE = frozenset(
    """second third more further additional extra another single new consecutive equal big small large
    plain long level perfect complete whole full simple nice little proper regular lone extra normal
    solitary""".split()
)
"""Adjectives that change nothing in what is made."""
_DEFINITE = frozenset("letter digit number capital outline same exact".split())
"""What can follow "the" where something new is made."""
_MANNERS = {
    "horizontal": "flat",
    "vertical": "upright",
    "flat": "flat",
    "upright": "upright",
    "straight": "",
    "standing": "upright",
    "lying": "flat",
    "solid": "filled",
    "filled": "filled",
    "stacked": "upright",
}


@successes
def new_things(tokens: Tokens, i: int) -> News:
    """New things, one after the other where several are joined by "and" or "then"."""
    for first, j in new_thing(tokens, i):
        k = j + (at(tokens, j) == ",")
        joined = at(tokens, k) in ("and", "then")
        if joined or at(tokens, j) in (
            "a",
            "an",
            "one",
        ):  # "One red one blue and one green block"
            k += joined + (joined and at(tokens, k + 1) in ("then", "finally"))
            for rest, end in (*new_things(tokens, k), *_bare_colours(tokens, k)):
                if joined or (rest.then and rest.shape == first.shape):
                    yield replace(first, then=(replace(rest, then=()), *rest.then)), end
        elif k > j:  # "A red, a yellow and a blue block"
            for rest, end in new_things(tokens, k):
                if rest.then and first.shape == "block" and first.count is not None and rest.shape == "block":
                    yield replace(first, then=(replace(rest, then=()), *rest.then)), end
        yield first, j


def _bare_colours(tokens: Tokens, i: int) -> News:
    """ "... then yellow and then blue": a block of each."""
    if at(tokens, i) in COLOUR_IDS and at(tokens, i + 1) not in NOUNS and at(tokens, i + 1) not in NEW_NOUNS:
        first = New(count=1, colour=COLOUR_IDS[tokens[i]])
        k = i + 1 + (at(tokens, i + 1) == ",")
        if at(tokens, k) in ("and", "then"):
            k += 1 + (at(tokens, k + 1) in ("then", "finally"))
            for rest, end in (*new_things(tokens, k), *_bare_colours(tokens, k)):
                yield replace(first, then=(replace(rest, then=()), *rest.then)), end
        yield first, i + 1


@successes
def new_thing(tokens: Tokens, i: int) -> News:
    """One new thing: "three more red blocks", "a yellow tower four blocks high"."""
    token = at(tokens, i)
    start = New()
    if token in ("horizontally", "vertically"):
        for new, end in new_thing(tokens, i + 1):
            yield replace(new, manner=new.manner or ("flat" if token == "horizontally" else "upright")), end
        return
    if token in COLOUR_IDS and at(tokens, i + 1) in ("on_top_of", "under", "between", "in_gap_of"):
        yield replace(start, plural=True, colour=COLOUR_IDS[token]), i + 1
    if token in ("a", "an", "another", "the"):
        if token == "the" and at(tokens, i + 1) not in _DEFINITE:
            return
        yield from _new_head(replace(start, count=1), tokens, i + 1)
    elif (count := number_at(tokens, i)) is not None:
        yield from _new_head(replace(start, count=count, plural=count > 1), tokens, i + 1)
        if at(tokens, i + 1) not in NOUNS and at(tokens, i + 1) not in COLOUR_IDS:
            yield replace(start, shape="same", count=count, plural=count > 1), i + 1
    else:
        yield from _new_head(replace(start, plural=True), tokens, i)


def _new_head(new: New, tokens: Tokens, i: int) -> News:
    token = at(tokens, i)
    if token in _IDLE:
        yield from _new_head(new, tokens, i + 1)
    if token == "equally" and at(tokens, i + 1) in ("tall", "high", "long", "large", "big"):
        yield from _new_head(replace(new, manner="identical"), tokens, i + 2)
    if token in ("identical", "same", "matching", "duplicate") or (
        token == "exact" and at(tokens, i + 1) not in ("copy", "duplicate", "replica", "clone")
    ):
        yield from _new_head(replace(new, manner="identical"), tokens, i + 1)
    if token in AXES:
        yield from _new_head(replace(new, axis=AXES[token]), tokens, i + 1)
    if token in ("hollow", "empty", "open"):
        yield from _new_head(replace(new, hollow=True), tokens, i + 1)
    if token in _MANNERS:
        yield from _new_head(replace(new, manner=_MANNERS[token] or new.manner), tokens, i + 1)
    number = number_at(tokens, i)
    if (
        number is not None
        and at(tokens, i + 1) in (*CELLS, "high", "tall", "long", "wide", "step", "layer")
        and new.count in (1, None)
    ):
        j = i + 1 + (at(tokens, i + 1) not in SIZE_WORDS)
        word = SIZE_WORDS.get(at(tokens, j))
        if word:
            yield from _new_head(replace(new, sizes=(*new.sizes, (word, number))), tokens, j + 1)
        elif at(tokens, i + 1) in ("step", "layer"):
            name = "steps" if at(tokens, i + 1) == "step" else "high"
            yield from _new_head(replace(new, sizes=(*new.sizes, (name, number))), tokens, i + 2)
        elif at(tokens, i + 1) == "block":
            yield from _new_head(replace(new, sizes=(*new.sizes, ("any", number))), tokens, j)
    if (
        number is not None
        and new.count == 1
        and at(tokens, i + 1) in COLOUR_IDS
        and at(tokens, i + 2) == "block"
        and NEW_NOUNS.get(at(tokens, i + 3)) in ("tower", "row")
    ):  # "a 4 orange block tower"
        sized = replace(new, sizes=(*new.sizes, ("any", number)), colour=COLOUR_IDS[tokens[i + 1]])
        yield from _new_noun(sized, tokens, i + 3)
    if not new.dims:
        dims, j = dimensions(tokens, i)
        if not dims and at(tokens, i) == "by" and new.count and new.count > 1:
            dims, j = dimensions(tokens, i - 1)
        if dims:
            one = 1 if new.count is None or at(tokens, i) == "by" else new.count
            yield from _new_head(replace(new, dims=dims, count=one, plural=False), tokens, j)
    if token in COLOUR_IDS and new == New(plural=True) and at(tokens, i + 1) not in (*NOUNS, *NEW_NOUNS):
        yield New(count=1, colour=COLOUR_IDS[token]), i + 1  # "Blue to the east of it."
    if token in COLOUR_IDS and new.colour is None:
        coloured = replace(new, colour=COLOUR_IDS[token])
        yield from _new_head(coloured, tokens, i + 1)
        if at(tokens, i + 1) not in NOUNS and at(tokens, i + 1) not in NEW_NOUNS and new.count is not None:
            yield coloured, i + 1
    yield from _new_noun(new, tokens, i)


def _new_noun(new: New, tokens: Tokens, i: int) -> News:
    token = at(tokens, i)
    two = f"{token} {at(tokens, i + 1)}"
    if NOUNS.get(token, ("",))[0] in ("block", "one") and not new.dims:
        kind, plural = NOUNS[token]
        count = 1 if new.count is None and not plural else new.count
        yield from new_tail(replace(new, shape=kind, plural=plural, count=count), tokens, i + 1)
        if new.count == 1 and token in ("cube", "box"):
            yield from new_tail(replace(new, shape="cube", plural=False), tokens, i + 1)
    yield from _sign(new, tokens, i)
    if token in ("second", "true") and at(tokens, i + 1) in ("copy", "duplicate", "replica"):
        yield from _new_noun(new, tokens, i + 1)
    if token in ("exact", "true") and at(tokens, i + 1) in ("copy", "duplicate", "replica", "clone"):
        yield from _new_noun(new, tokens, i + 1)
    if token in ("copy", "duplicate", "replica", "clone", "twin") and at(tokens, i + 1) == "of":
        for like, end in references(tokens, i + 2):
            yield from new_tail(replace(new, shape="copy", like=like), tokens, end)
    if token in HATS and token != "top" and not new.dims:
        count = 1 if new.count is None and not token.endswith("s") else new.count
        yield from new_tail(
            replace(new, shape="block", plural=token.endswith("s"), count=count), tokens, i + 1
        )
    if token in ("cube", "box") and new.dims:
        yield from new_tail(replace(new, shape="cube"), tokens, i + 1)
    for name, length in ((two, 2), (token, 1)):
        if name in NEW_NOUNS and (new.dims or name not in ("base", "top", "panel", "tabletop")):
            yield from new_tail(
                replace(
                    new,
                    shape=NEW_NOUNS[name],
                    plural=name.endswith("s") and name not in _SINGLE,
                    count=new.count if new.count or (name.endswith("s") and name not in _SINGLE) else 1,
                ),
                tokens,
                i + length,
            )
            break
    if token == "layer" and new.dims:
        yield from new_tail(replace(new, shape="square"), tokens, i + 1)
    elif token == "layer" and new.count == 1 and at(tokens, i + 1) in ("of", "in"):
        # "A second layer of red blocks" covers what it lies on.
        for found, end in new_tail(replace(new, shape="row"), tokens, i + 1):
            if found.colour is not None and found.sizes == new.sizes:
                yield New("block", plural=True, colour=found.colour), end


_SINGLE = frozenset({"stairs", "steps"})
_SIGN_NOUNS = frozenset({"letter", "capital", "digit", "number", "figure"})
_BEHIND_DIGIT = frozenset(
    {"", ",", "on_ground", "in", "out", "lying_flat", "upright", "seen_above", "at_middle"}
)


def _sign(new: New, tokens: Tokens, i: int) -> News:
    """ "A letter T", "the digit 4", "a capital L", "an H", "a 7 on the ground"."""
    j = i
    while at(tokens, j) in _SIGN_NOUNS:
        j += 1
    name = {"zero": "0", "one": "1"}.get(at(tokens, j), at(tokens, j))
    if name not in SIGNS or len(name) > 1:
        return
    bare = j == i
    if bare and (new.count != 1 or name in "ai" or at(tokens, j) == "one"):
        return
    if bare and name.isdigit() and at(tokens, j) != "zero" and at(tokens, j + 1) not in _BEHIND_DIGIT:
        return
    signed = replace(new, shape=f"letter {name}", count=1, plural=False)
    yield from new_tail(signed, tokens, j + 1 + (at(tokens, j + 1) == "shape"))
