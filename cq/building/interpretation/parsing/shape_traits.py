"""Parses what is said of a shape's parts: how long its arms, legs, bars and base are, and where they lead."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cq.building.interpretation.parsing.parsers import Tokens, at, number_at
from cq.building.interpretation.syntax import New
from cq.world.directions import COMPASS, OPPOSITE

News = Iterator[tuple[New, int]]
_PARTS = {
    name + ending: part
    for part, names in {
        "arm": "arm leg post pillar upright limb",
        "bar": "bar crossbar beam lintel crosspiece",
        "stem": "stem stalk",
        "base": "base foot bottom",
        "side": "side edge",
    }.items()
    for name in names.split()
    for ending in ("", "s")
}
_STROKES = frozenset({*_PARTS, "stroke", "line", "row", "part"})
_CELLS = frozenset("block blocks square squares cell cells cube cubes space spaces".split())
_BEFORE = frozenset(
    """with and has have having its the a an each every both all other second first one that_is , long
    short""".split()
)
_BETWEEN = frozenset("of is are being has have with that_is measuring length".split())
_MOTION = frozenset(
    "extending extends extend goes go runs run reaching reaches heading leads leading".split()
)
_ONWARD = frozenset(
    {*_MOTION, "to", "the", "pointing", "points", "going", "long", "that_is", "running", "more"}
)
_WORD_SHAPES = frozenset({"plus", "x", "arch", "pyramid", "cube", "square", "ring", "diamond"})
_IDLE_BEHIND = frozenset({"shape", "sign", "figure", "pattern", "symbol"})


def shape_traits(new: New, tokens: Tokens, i: int) -> News:
    """The new thing with one more trait of a shape, and the position behind it."""
    letter = new.shape.startswith("letter ")
    token = at(tokens, i)
    if not letter and new.shape not in (*_WORD_SHAPES, "wall", "staircase"):
        return
    if token in _IDLE_BEHIND:
        yield new, i + 1
    if token.startswith("top_") and letter and not new.top:
        yield replace(new, top=token.removeprefix("top_")), i + 1
    if token == "inverted" and new.shape == "pyramid":
        yield replace(new, manner="inverted"), i + 1
    if token == "corner_counted" and new.legs:
        yield replace(new, legs=tuple((number, way, 0) for number, way, _ in new.legs)), i + 1
    if new.shape in ("square", "ring", "wall"):
        j = _skipped(tokens, i, frozenset({"with", "its", "the", "and", ","}))
        if at(tokens, j) in ("long", "longer") and at(tokens, j + 1) in ("side", "sides", "edge", "edges"):
            yield new, j + 2 + (at(tokens, j + 2) in ("that_is", "running"))
    if new.shape == "staircase":
        yield from _columns(new, tokens, i)
    if new.shape == "letter l" and not new.legs:
        for first, j in _leg(tokens, i):
            for second, end in _leg(tokens, j):
                yield replace(new, legs=(first, second)), end
    yield from _part(new, tokens, i)


def _skipped(tokens: Tokens, i: int, words: frozenset[str]) -> int:
    while at(tokens, i) in words:
        i += 1
    return i


def _part(new: New, tokens: Tokens, i: int) -> News:
    """ "With arms of two blocks", "a stem three blocks long to the south", "two blocks high legs"."""
    j = _skipped(tokens, i, _BEFORE)
    j += at(tokens, j) in ("2", "4") and at(tokens, j + 1) in _PARTS
    if (part := _PARTS.get(at(tokens, j))) is not None:
        k = _skipped(tokens, j + 1, _BETWEEN)
        number = number_at(tokens, k)
        k += 1 + (at(tokens, k + 1) in _CELLS)
    else:
        number = number_at(tokens, j)
        k = j + 1 + (at(tokens, j + 1) in _CELLS)
        k += at(tokens, k) in ("long", "high", "tall", "wide")
        part = _PARTS.get(at(tokens, k))
        k += 1
    if number is None or part is None:
        return
    sized = replace(new, sizes=(*new.sizes, (part, number)))
    k += at(tokens, k) in ("long", "high", "tall", "wide")
    k += at(tokens, k) == "each"
    yield sized, k
    m = _skipped(tokens, k, _ONWARD)
    way = _way(at(tokens, m))
    if part == "stem" and way in OPPOSITE and not new.top:
        yield replace(sized, top=OPPOSITE[way], manner=sized.manner or "flat"), m + 1


def _leg(tokens: Tokens, i: int) -> Iterator[tuple[tuple[int, str, int], int]]:
    """ "One leg of three blocks going north", "two blocks to the east"."""
    j = _skipped(tokens, i, _BEFORE)
    named = at(tokens, j) in _STROKES
    after_one = tokens[j - 1 : j] == ("one",)
    j = _skipped(tokens, j + named, _BETWEEN | _ONWARD)
    ahead = _way(at(tokens, j))
    if (named or after_one) and ahead in (
        *COMPASS,
        "up",
    ):  # "The long stroke goes north and has four blocks."
        m = _skipped(tokens, j + 1, _BETWEEN | {"and", ","})
        if length := number_at(tokens, m):
            m += 1 + (at(tokens, m + 1) in _CELLS)
            m += at(tokens, m) in ("long", "high")
            yield (
                (length, ahead, 0),
                m + (at(tokens, m) == "corner_counted") + 2 * (tokens[m : m + 2] == (",", "corner_counted")),
            )
    number = number_at(tokens, j)
    if number is None and tokens[j - 1 : j] == ("one",):
        number, j = 1, j - 1
    if number is None:
        return
    k = j + 1 + (at(tokens, j + 1) in _CELLS)
    m = _skipped(tokens, k, _ONWARD)
    if at(tokens, m) in _STROKES and not named:  # "a three block leg to the north"
        named, m = True, _skipped(tokens, m + 1, _ONWARD)
    way = _way(at(tokens, m))
    if way in (*COMPASS, "up"):
        beyond: bool | int = not named or bool(_MOTION & set(tokens[i:j])) or "more" in tokens[k:m]
        m += 1
        m += 2 * (tokens[m : m + 2] == ("from", "it"))
        m += 3 * (tokens[m : m + 3] == ("from", "the", "corner"))
        yield (number, way, int(beyond)), m


def _way(token: str) -> str:
    return {"upright": "up", "upwards": "up"}.get(token, token.removesuffix("ward"))


def _columns(new: New, tokens: Tokens, i: int) -> News:
    """ "Of columns one, two and three blocks high": solid stairs."""
    j = _skipped(
        tokens,
        i,
        frozenset({"of", "with", ",", "columns", "column", "made", "that_is", "steps", "filled_steps"}),
    )
    steps = 0
    while number_at(tokens, j) == steps + 1:
        steps += 1
        j = _skipped(tokens, j + 1, _CELLS | {"high", "tall", ",", "and", "then", "columns", "column"})
    if steps > 1:
        yield replace(new, manner="filled", sizes=(*new.sizes, ("steps", steps))), j
