"""Parses noun phrases for new things to make."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cq.building.interpretation.glyphs import GLYPHS
from cq.building.interpretation.lexicon import COLOUR_IDS, COMPASS, NEW_NOUNS, NOUNS
from cq.building.interpretation.parsing import Tokens, at, number_at, successes
from cq.building.interpretation.references import references
from cq.building.interpretation.strokes import LETTERS
from cq.building.interpretation.syntax import New

News = Iterator[tuple[New, int]]
_SIZE_WORDS = {
    "high": "high",
    "tall": "high",
    "long": "long",
    "wide": "wide",
    "deep": "deep",
    "height": "high",
    "length": "long",
    "width": "wide",
    "steps": "steps",
    "layers": "high",
    "levels": "high",
    "across": "wide",
}
_AXES = {"west_to_east": "east", "east_to_west": "west", "north_to_south": "south", "south_to_north": "north"}
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
}
_MANNERS_BEHIND = {
    "lying_flat": "flat",
    "upright": "upright",
    "single_steps": "single",
    "filled_steps": "filled",
}
_CELLS = frozenset("block blocks cube cubes square squares cell cells space spaces".split())


@successes
def new_things(tokens: Tokens, i: int) -> News:
    """New things, one after the other where several are joined by "and" or "then"."""
    for first, j in new_thing(tokens, i):
        k = j + (at(tokens, j) == ",")
        if at(tokens, k) in ("and", "then"):
            k += 1 + (at(tokens, k + 1) in ("then", "finally"))
            for rest, end in (*new_things(tokens, k), *_bare_colours(tokens, k)):
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
    if token in ("a", "an", "another", "the"):
        if token == "the" and at(tokens, i + 1) not in ("letter", "digit", "number"):
            return
        yield from _new_head(replace(start, count=1), tokens, i + 1)
    elif (count := number_at(tokens, i)) is not None:
        yield from _new_head(replace(start, count=count, plural=count > 1), tokens, i + 1)
        if count == 1 and token == "one":
            yield replace(start, count=1), i + 1
    else:
        yield from _new_head(replace(start, plural=True), tokens, i)


def _new_head(new: New, tokens: Tokens, i: int) -> News:
    token = at(tokens, i)
    if token in (
        "second",
        "third",
        "more",
        "further",
        "additional",
        "extra",
        "another",
        "single",
        "new",
        "consecutive",
        "equal",
        "big",
        "small",
        "large",
        "plain",
        "long",
    ):
        yield from _new_head(new, tokens, i + 1)
    if token in ("identical", "same") or (token == "matching"):
        yield from _new_head(replace(new, manner="identical"), tokens, i + 1)
    if token in _AXES:
        yield from _new_head(replace(new, axis=_AXES[token]), tokens, i + 1)
    if token in ("hollow", "empty", "open"):
        yield from _new_head(replace(new, hollow=True), tokens, i + 1)
    if token in _MANNERS:
        yield from _new_head(replace(new, manner=_MANNERS[token] or new.manner), tokens, i + 1)
    number = number_at(tokens, i)
    if (
        number is not None
        and at(tokens, i + 1) in (*_CELLS, "high", "tall", "long", "wide", "step", "layer")
        and new.count in (1, None)
    ):
        j = i + 1 + (at(tokens, i + 1) not in _SIZE_WORDS)
        word = _SIZE_WORDS.get(at(tokens, j))
        if word:
            yield from _new_head(replace(new, sizes=(*new.sizes, (word, number))), tokens, j + 1)
        elif at(tokens, i + 1) in ("step", "layer"):
            name = "steps" if at(tokens, i + 1) == "step" else "high"
            yield from _new_head(replace(new, sizes=(*new.sizes, (name, number))), tokens, i + 2)
        elif at(tokens, i + 1) == "block":
            yield from _new_head(replace(new, sizes=(*new.sizes, ("any", number))), tokens, j)
    if not new.dims:
        dims, j = _dims(tokens, i)
        if not dims and at(tokens, i) == "by" and new.count and new.count > 1:
            dims, j = _dims(tokens, i - 1)
        if dims:
            one = 1 if new.count is None or at(tokens, i) == "by" else new.count
            yield from _new_head(replace(new, dims=dims, count=one, plural=False), tokens, j)
    if token in COLOUR_IDS and new.colour is None:
        coloured = replace(new, colour=COLOUR_IDS[token])
        yield from _new_head(coloured, tokens, i + 1)
        if at(tokens, i + 1) not in NOUNS and at(tokens, i + 1) not in NEW_NOUNS and new.count is not None:
            yield coloured, i + 1
    yield from _new_noun(new, tokens, i)


def _dims(tokens: Tokens, i: int) -> tuple[tuple[int, ...], int]:
    found: list[int] = []
    j = i
    while (number := number_at(tokens, j)) is not None:
        found.append(number)
        if at(tokens, j + 1) != "by":
            break
        j += 2
    return (tuple(found), j + 1) if len(found) > 1 and number is not None else ((), i)


def _new_noun(new: New, tokens: Tokens, i: int) -> News:
    token = at(tokens, i)
    two = f"{token} {at(tokens, i + 1)}"
    if NOUNS.get(token, ("",))[0] in ("block", "one") and not new.dims:
        kind, plural = NOUNS[token]
        count = 1 if new.count is None and not plural else new.count
        yield from _new_tail(replace(new, shape=kind, plural=plural, count=count), tokens, i + 1)
        if new.count == 1 and token == "cube":
            yield from _new_tail(replace(new, shape="cube", plural=False), tokens, i + 1)
    if token in ("letter", "capital", "digit", "number"):
        j = i + 1 + (at(tokens, i + 1) == "letter")
        if at(tokens, j) in LETTERS:
            end = j + 1 + (at(tokens, j + 1) == "shape")
            yield from _new_tail(replace(new, shape=f"letter {tokens[j]}"), tokens, end)
    elif token in LETTERS and not token.isdigit() and new.count == 1:
        end = i + 1 + (at(tokens, i + 1) == "shape")
        yield from _new_tail(replace(new, shape=f"letter {token}"), tokens, end)
    if token == "cube" and new.dims:
        yield from _new_tail(replace(new, shape="cube"), tokens, i + 1)
    for name, length in ((two, 2), (token, 1)):
        if name in NEW_NOUNS:
            yield from _new_tail(
                replace(new, shape=NEW_NOUNS[name], plural=name.endswith("s")), tokens, i + length
            )
            break
    if token in ("letter", "digit", "number") and at(tokens, i + 1) in GLYPHS:
        yield from _new_tail(replace(new, shape=f"glyph {tokens[i + 1]}"), tokens, i + 2)
    if token == "layer" and new.dims:
        yield from _new_tail(replace(new, shape="square"), tokens, i + 1)


def sizes_behind(new: New, tokens: Tokens, i: int) -> News:
    """Sizes that follow a place: "in the middle, four blocks tall"."""
    yield new, i
    for sized, end in _new_tail(new, tokens, i + (at(tokens, i) == ",")):
        if sized != new:
            yield sized, end


def _behind_dims(tokens: Tokens, i: int) -> int:
    i += at(tokens, i) in _CELLS
    return i + (at(tokens, i) in ("thick", "wide", "large", "big"))


def _new_tail(new: New, tokens: Tokens, i: int) -> News:
    token = at(tokens, i)
    if token in _AXES:
        yield from _new_tail(replace(new, axis=_AXES[token]), tokens, i + 1)
    if token == "climbing" and new.shape == "staircase":
        side = at(tokens, i + 1).removesuffix("ward")
        if side in COMPASS:
            yield from _new_tail(replace(new, axis=side), tokens, i + 2)
    if token == "seen_above":
        yield from _new_tail(replace(new, seen="above"), tokens, i + 1)
    if token.startswith("seen_from_"):
        yield from _new_tail(replace(new, seen=token.removeprefix("seen_from_")), tokens, i + 1)
    if token.startswith("opens_"):
        yield from _new_tail(replace(new, opens=token.removeprefix("opens_")), tokens, i + 1)
    if token in _MANNERS_BEHIND:
        manner = _MANNERS_BEHIND[token]
        yield from _new_tail(replace(new, manner=manner), tokens, i + 1)
    if token == "with_arms" and (arm := number_at(tokens, i + 1)):
        yield from _new_tail(replace(new, sizes=(*new.sizes, ("arm", arm))), tokens, i + 2)
    if token == "with_sides" and (side_length := number_at(tokens, i + 1)):
        yield from _new_tail(replace(new, sizes=(*new.sizes, ("side", side_length))), tokens, i + 2)
    if token == "of" and (number_at(tokens, i + 1) is not None):
        j = i + 2 + (at(tokens, i + 2) in COLOUR_IDS)
        word = {"steps": "steps", "layers": "high", "levels": "high"}.get(at(tokens, j))
        if word and new.shape in ("staircase", "pyramid"):
            sized = replace(new, sizes=(*new.sizes, (word, number_at(tokens, i + 1) or 0)))
            colour = COLOUR_IDS.get(at(tokens, i + 2), 0) or new.colour
            yield from _new_tail(replace(sized, colour=colour), tokens, j + 1)
    if not new.dims:
        dims, j = _dims(tokens, i + (token in ("of", "measuring")))
        if dims:
            j += tokens[j : j + 3] == ("on", "the", "outside") and 3
            yield from _new_tail(replace(new, dims=dims), tokens, _behind_dims(tokens, j))
    if token in ("of", "with", "from", "in", "using"):
        j = i + 1 + (at(tokens, i + 1) in ("a", "the"))
        number = number_at(tokens, j)
        k = j + (number is not None)
        k += at(tokens, k) in ("more", "stacked")
        colour = COLOUR_IDS.get(at(tokens, k))
        k += colour is not None
        noun = NOUNS.get(at(tokens, k), ("", False))[0]
        has_noun = noun == "block" and at(tokens, k) not in ("one", "ones")
        inside = number if new.shape != "block" else None
        if (has_noun or colour is not None) and new.shape != "block" and not (colour and new.colour):
            changed = replace(new, colour=colour or new.colour)
            if inside is not None:
                changed = replace(changed, sizes=(*changed.sizes, ("blocks", inside)))
            yield from _new_tail(changed, tokens, k + has_noun)
        elif (
            number is not None
            and new.shape in ("tower", "row")
            and token == "of"
            and at(tokens, k) in ("", ",")
        ):
            yield replace(new, sizes=(*new.sizes, ("blocks", number))), k
    if token == "heading" and not new.heading and at(tokens, i + 1).endswith("ward"):
        side = at(tokens, i + 1).removesuffix("ward")
        yield from _new_tail(replace(new, heading=side), tokens, i + 2)
    number = number_at(tokens, i)
    if number is not None:
        j = i + 1 + (at(tokens, i + 1) in _CELLS or NOUNS.get(at(tokens, i + 1), ("",))[0] == "block")
        word = _SIZE_WORDS.get(at(tokens, j))
        if at(tokens, j) in _AXES:
            word = "east" if at(tokens, j) in ("west_to_east", "east_to_west") else "south"
        if word:
            end = j + 1
            if at(tokens, end) == "and" and number_at(tokens, end + 1) is not None:
                for rest, finish in _new_tail(new, tokens, end + 1):
                    if len(rest.sizes) > len(new.sizes):
                        yield replace(rest, sizes=((word, number), *rest.sizes)), finish
            yield from _new_tail(replace(new, sizes=(*new.sizes, (word, number))), tokens, end)
    if token in ("horizontally", "vertically", "diagonally", "stacked"):
        manner = {
            "horizontally": "flat",
            "vertically": "upright",
            "stacked": "upright",
            "diagonally": "diagonal",
        }[token]
        yield from _new_tail(replace(new, manner=manner), tokens, i + 1)
    if (
        token in ("in",)
        and at(tokens, i + 1) == "a"
        and at(tokens, i + 2) in ("row", "line", "column", "stack")
    ):
        manner = "flat" if tokens[i + 2] in ("row", "line") else "upright"
        yield from _new_tail(replace(new, manner=manner), tokens, i + 3)
    if token in (",", "and"):
        for sized, end in _new_tail(new, tokens, i + 1):
            if sized != new:
                yield sized, end
    if token == "equal_size":
        yield replace(new, manner="identical"), i + 1
    if token == "as_high_as" or (token in ("of", "at", "with") and at(tokens, i + 1) == "as_high_as"):
        for like, end in references(tokens, i + 1 + (token != "as_high_as")):
            yield replace(new, like=like), end
    yield new, i
