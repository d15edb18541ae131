"""Parses what follows the noun of a new thing: its sizes, its colour, its manner, its direction."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cq.building.interpretation.lexicon import WAYS
from cq.building.interpretation.parsing.comparisons import CELLS, comparison
from cq.building.interpretation.parsing.parsers import Tokens, at, number_at
from cq.building.interpretation.parsing.references import references
from cq.building.interpretation.parsing.shape_traits import shape_traits
from cq.building.interpretation.syntax import New, Ref
from cq.language.nouns import NOUNS
from cq.meaning.geometry import LAST
from cq.world.directions import COMPASS
from cq.world.palette import COLOUR_IDS

News = Iterator[tuple[New, int]]
SIZE_WORDS = {
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
AXES = {"west_to_east": "east", "east_to_west": "west", "north_to_south": "south", "south_to_north": "north"}
_MANNERS_BEHIND = {
    "lying_flat": "flat",
    "flat": "flat",
    "upright": "upright",
    "vertical": "upright",
    "standing": "upright",
    "single_steps": "single",
    "filled_steps": "filled",
}


def dimensions(tokens: Tokens, i: int) -> tuple[tuple[int, ...], int]:
    """The numbers of "3 by 4" and the position behind them; none where there are none."""
    found: list[int] = []
    j = i
    while (number := number_at(tokens, j)) is not None:
        found.append(number)
        if at(tokens, j + 1) != "by":
            break
        j += 2
    return (tuple(found), j + 1) if len(found) > 1 and number is not None else ((), i)


def sizes_behind(new: New, tokens: Tokens, i: int) -> News:
    """Sizes that follow a place: "in the middle, four blocks tall"."""
    yield new, i
    for sized, end in new_tail(new, tokens, i + (at(tokens, i) == ",")):
        if sized != new:
            yield sized, end


def _behind_dims(tokens: Tokens, i: int) -> int:
    i += at(tokens, i) in CELLS
    return i + (at(tokens, i) in ("thick", "wide", "large", "big"))


def new_tail(new: New, tokens: Tokens, i: int) -> News:
    """The new thing with what follows its noun, in all ways to read it."""
    token = at(tokens, i)
    for described, end in shape_traits(new, tokens, i):
        yield from new_tail(described, tokens, end)
    if (
        token in COLOUR_IDS
        and new.colour is None
        and at(tokens, i + 1) in (",", "")
        and at(tokens, i - 1) == ","
    ):
        yield from new_tail(replace(new, colour=COLOUR_IDS[token]), tokens, i + 1)
    if token in AXES:
        yield from new_tail(replace(new, axis=AXES[token]), tokens, i + 1)
    if token in ("hollow", "empty") and not new.hollow:
        yield from new_tail(replace(new, hollow=True), tokens, i + 1)
    if token in ("solid", "filled") and not new.manner:
        yield from new_tail(replace(new, manner="filled"), tokens, i + 1)
    if token == "climbing" and new.shape == "staircase":
        side = at(tokens, i + 1).removesuffix("ward")
        if side in COMPASS:
            yield from new_tail(replace(new, axis=side), tokens, i + 2)
    if token == "seen_above":
        yield from new_tail(replace(new, seen="above"), tokens, i + 1)
    if token.startswith("seen_from_"):
        yield from new_tail(replace(new, seen=token.removeprefix("seen_from_")), tokens, i + 1)
    if token.startswith("opens_"):
        yield from new_tail(replace(new, opens=token.removeprefix("opens_")), tokens, i + 1)
    if token == "full_length" and new.axis and new.shape in ("row", "wall"):
        yield from new_tail(replace(new, sizes=(*new.sizes, ("long", LAST + 1))), tokens, i + 1)
    if token in _MANNERS_BEHIND and not (new.manner and new.manner != "filled"):
        manner = _MANNERS_BEHIND[token]
        yield from new_tail(replace(new, manner=manner), tokens, i + 1)
        if manner == "flat" and at(tokens, i + 1) == "on_ground":
            yield from new_tail(replace(new, manner=manner), tokens, i + 2)
    if token == "with_arms" and (arm := number_at(tokens, i + 1)):
        yield from new_tail(replace(new, sizes=(*new.sizes, ("arm", arm))), tokens, i + 2)
    if token == "with_sides" and (side_length := number_at(tokens, i + 1)):
        yield from new_tail(replace(new, sizes=(*new.sizes, ("side", side_length))), tokens, i + 2)
    if token == "of" and (number_at(tokens, i + 1) is not None):
        j = i + 2 + (at(tokens, i + 2) in COLOUR_IDS)
        word = {"steps": "steps", "layers": "high", "levels": "high"}.get(at(tokens, j))
        if word and new.shape in ("staircase", "pyramid"):
            sized = replace(new, sizes=(*new.sizes, (word, number_at(tokens, i + 1) or 0)))
            colour = COLOUR_IDS.get(at(tokens, i + 2), 0) or new.colour
            yield from new_tail(replace(sized, colour=colour), tokens, j + 1)
    if not new.dims:
        dims, j = dimensions(tokens, i + (token in ("of", "measuring")))
        if dims:
            j += tokens[j : j + 3] == ("on", "the", "outside") and 3
            sized = replace(new, dims=dims)
            yield from new_tail(sized, tokens, _behind_dims(tokens, j))
            if (
                token == "of"
                and at(tokens, j) in COLOUR_IDS
                and new.colour is None
                and at(tokens, j + 1) in CELLS
            ):
                yield from new_tail(replace(sized, colour=COLOUR_IDS[tokens[j]]), tokens, j + 2)
    if (token == "out" and at(tokens, i + 1) == "of") or (
        token == "made" and at(tokens, i + 1) in ("of", "from")
    ):
        yield from new_tail(new, tokens, i + 1)
    if token == "each" and new.plural and new.sizes:
        yield from new_tail(new, tokens, i + 1)
    if token == "heading" and new.shape == "staircase" and at(tokens, i + 1).removesuffix("ward") in COMPASS:
        yield from new_tail(replace(new, axis=tokens[i + 1].removesuffix("ward")), tokens, i + 2)
    if token == "of" and new.shape in ("tower", "row") and new.colour is None and not new.sizes:
        yield from _of_colours(new, tokens, i + 1)
    if token in ("of", "with", "from", "in", "using"):
        j = i + 1 + (at(tokens, i + 1) in ("a", "the"))
        number = number_at(tokens, j)
        k = j + (number is not None)
        k += at(tokens, k) in ("more", "stacked", "additional", "extra")
        colour = COLOUR_IDS.get(at(tokens, k))
        k += colour is not None
        noun = NOUNS.get(at(tokens, k), ("", False))[0]
        has_noun = noun == "block" and at(tokens, k) not in ("one", "ones")
        inside = number if new.shape != "block" else None
        if (has_noun or colour is not None) and new.shape != "block" and not (colour and new.colour):
            changed = replace(new, colour=colour or new.colour)
            if inside is not None:
                changed = replace(changed, sizes=(*changed.sizes, ("blocks", inside)))
            yield from new_tail(changed, tokens, k + has_noun)
        elif (
            colour is not None and number is None and new.colour is None and token in ("in", "with", "using")
        ):
            yield from new_tail(replace(new, colour=colour), tokens, k + has_noun)
        elif (
            number is not None
            and new.shape in ("tower", "row")
            and token == "of"
            and at(tokens, k) not in NOUNS
            and at(tokens, k) not in ("by", "times", "more")
        ):
            yield replace(new, sizes=(*new.sizes, ("blocks", number))), k
    if token == "until_blocked" and new.shape in ("row", "tower", "block"):
        yield from new_tail(replace(new, sizes=(*new.sizes, ("until", 1))), tokens, i + 1)
    if token == "each" and not new.each:
        yield from new_tail(replace(new, each=True), tokens, i + 1)
    if token == "heading" and not new.heading and at(tokens, i + 1) in WAYS:
        yield from new_tail(replace(new, heading=WAYS[tokens[i + 1]]), tokens, i + 2)
    number = number_at(tokens, i)
    if number is not None:
        j = i + 1 + (at(tokens, i + 1) in CELLS or NOUNS.get(at(tokens, i + 1), ("",))[0] == "block")
        word = SIZE_WORDS.get(at(tokens, j))
        if at(tokens, j) in AXES:
            word = "east" if at(tokens, j) in ("west_to_east", "east_to_west") else "south"
        if word:
            end = j + 1
            if at(tokens, end) == "and" and number_at(tokens, end + 1) is not None:
                for rest, finish in new_tail(new, tokens, end + 1):
                    if len(rest.sizes) > len(new.sizes):
                        yield replace(rest, sizes=((word, number), *rest.sizes)), finish
            yield from new_tail(replace(new, sizes=(*new.sizes, (word, number))), tokens, end)
    if token in ("horizontally", "vertically", "diagonally", "stacked"):
        manner = {
            "horizontally": "flat",
            "vertically": "upright",
            "stacked": "upright",
            "diagonally": "diagonal",
        }[token]
        yield from new_tail(replace(new, manner=manner), tokens, i + 1)
    if (
        token in ("in",)
        and at(tokens, i + 1) == "a"
        and at(tokens, i + 2) in ("row", "line", "column", "stack")
    ):
        manner = "flat" if tokens[i + 2] in ("row", "line") else "upright"
        yield from new_tail(replace(new, manner=manner), tokens, i + 3)
    if token in (",", "and", "but"):
        for sized, end in new_tail(new, tokens, i + 1):
            if sized != new:
                yield sized, end
    if token == "equal_size" or (token in (",", "that_is") and at(tokens, i + 1) == "equal_size"):
        yield replace(new, manner="identical"), i + 1 + (token != "equal_size")
    if token in ("as", "to") and new.manner == "identical" and new.shape not in ("block", "one"):
        for like, end in references(tokens, i + 1):
            yield from new_tail(replace(new, shape="copy", manner="", like=like), tokens, end)
    if token == "like":
        for like, end in references(tokens, i + 1):
            noun = new.shape if like.noun == "one" and new.shape not in ("block", "one") else like.noun
            yield replace(new, shape="copy", like=replace(like, noun=noun)), end
    start = i + (token in (",", "that_is", "of", "at", "with", "but"))
    start += at(tokens, start) in ("of", "at", "with", "but", "that_is")
    for scale, more, other, end in comparison(tokens, start):
        yield replace(new, like=other or Ref("it"), scale=scale, more=more), end
    yield new, i


def _of_colours(new: New, tokens: Tokens, i: int) -> News:
    """ "A tower of a red, a blue and two green blocks", from its foot or its beginning on."""
    parts: list[New] = []
    j = i
    while True:
        j += at(tokens, j) in ("a", "one", "then", "an")
        number = number_at(tokens, j)
        j += number is not None
        colour = COLOUR_IDS.get(at(tokens, j))
        if colour is None:
            break
        j += 1 + (at(tokens, j + 1) in ("block", "blocks"))
        length = ("blocks", number or 1)
        parts.append(
            New(new.shape, count=1, colour=colour, sizes=(length,), manner=new.manner, axis=new.axis)
        )
        k = j
        while at(tokens, k) in (",", "and", "then"):
            k += 1
        if k == j:
            break
        if len(parts) > 1:
            yield replace(parts[0], then=tuple(parts[1:])), j
        j = k
    if len(parts) > 1:
        yield replace(parts[0], then=tuple(parts[1:])), j
