"""Places in words: which cells of the zone, or which blocks of a world, a text can mean.

A place is told by the edges of the zone and its level ("by the east edge, on the ground"), or from a block
that stands ("two cells north of the highest red block"). All that is told narrows the cells.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cq.building.canonical_frame import FACING
from cq.dialogue.reading.lexicon import CELLS, COLOUR, NOUN, NUMBER, SIDE, TALL, number
from cq.language.grounding import ORANGE, YELLOW
from cq.language.instruction import GroundedInstruction
from cq.world import COLOURS, SHAPE
from cq.world.directions import COMPASS, OFFSETS, SIDES, Offset, axis_and_sign, turn
from cq.world.grid import Grid

Cell = tuple[int, int, int]
Mask = npt.NDArray[np.bool_]
Rule = tuple[re.Pattern[str], Callable[[re.Match[str]], Mask]]
"""A pattern of words, and the cells that a match of it tells."""

_Y, _X, _Z = np.indices(SHAPE)
_INDEX = {0: _Y, 1: _X, 2: _Z}
MIDDLE, LAST = SHAPE[1] // 2, SHAPE[1] - 1

_ADJECTIVE = (
    rf"(?:sole|only|single|lone|same|other|{SIDE}most|(?:left|right)most|highest|lowest|top|bottom|middle|"
    rf"tall(?:est|er)?|short(?:est|er)?|first|second|third|fourth|fifth|last|existing|very|{SIDE})"
)
_FROM_EDGE = rf"(?:{NUMBER} {CELLS} from|by|midway between) the {SIDE}(?: and {SIDE})? edges?"
_SPOT = (
    rf"(?:{SIDE}{SIDE}|{SIDE}|corner|ground|center|middle|top|bottom)"
    r"(?: (?:edge|corner|side|of the zone|zone))?"
)
_WITHIN = (
    r"(?:(?:that|which) (?:is|stands|sits) |that's |located |standing |sitting )?"
    rf"(?:{SIDE}most|highest|lowest|from the {SIDE}|"
    rf"(?:right )?(?:by|at|on|in|near|along|against|touching|next to|up against) the {_SPOT}|"
    rf"(?:at|on) (?:level|height|layer) {NUMBER}|{_FROM_EDGE}(?: and {_FROM_EDGE})?|"
    rf"(?:on top of|under|next to|above|below|beside) (?:a|an|the) (?:{COLOUR} )?{NOUN})"
)
REFERENCE = (
    rf"(?:(?:the|that|this|a|an|any|each|every|its) )?(?:{_ADJECTIVE} )*"
    rf"(?:{COLOUR}(?: {NOUN})?|{NOUN})(?! (?:x|by) \d)(?: {_WITHIN})*"
)
"""Words that name a block of the world."""

_HEADING = re.compile(
    rf"({NUMBER}) {CELLS} away from ({REFERENCE}),? (?:heading|going|to the|towards?)(?: the)? ({SIDE})"
)
_STEPS = re.compile(rf"({NUMBER}) {CELLS} (?:to the )?({SIDE}) (?:of|from) ({REFERENCE})")
_OF_IT = re.compile(rf"({REFERENCE}),? (?:to the |on the )?({SIDE}) (?:of|side of) it\b")
_FACE = re.compile(
    rf"(?:touching |on |to |at |in )?(?:the )?({SIDE})(?: (?:face|side|end))? of ({REFERENCE})"
)
_OWN = re.compile(rf"(?:the |on the |to the |at the )?(front|back|left|right)(?: side)? of ({REFERENCE})")
_ABOVE = re.compile(rf"(?:on top of|on the top of|above|upon|over|atop|onto|on) ({REFERENCE})")
_BELOW = re.compile(rf"(?:below|beneath|under|underneath) ({REFERENCE})")
_BETWEEN = re.compile(rf"between ({REFERENCE}) and ({REFERENCE})")
_BESIDE = re.compile(
    rf"(?:next to|beside|adjacent to|touching|near|by|close to|against|alongside|up close to) ({REFERENCE})"
)

_INSET = re.compile(
    rf"({NUMBER}) (?:{CELLS} )?(?:in |away |off |inwards? )?(?:from|off|of) (?:the )?({SIDE}) (?:edge|side)"
)
_MIDWAY = re.compile(
    rf"(?:halfway|midway|in the middle|centered) (?:between|of) (?:the )?({SIDE}) and (?:the )?{SIDE}"
    r"(?: edges?)?"
)
_MIDDLE_OF_EDGE = re.compile(rf"(?:middle|center) of (?:the )?({SIDE}) (?:edge|side)")
_CORNER = re.compile(r"\b(north|south)(east|west)(?: corner| edge)?")
_ANY_CORNER = re.compile(r"\bcorners?\b")
_EDGE = re.compile(rf"({SIDE}) (?:edge|side)\b(?! of)")
_MIDDLE = re.compile(r"\b(?:middle|center)\b")
_GROUND = re.compile(r"\bground\b")
_ORDINALS = {
    word: rank + 1
    for rank, word in enumerate("first second third fourth fifth sixth seventh eighth ninth".split())
}
_LEVEL = re.compile(
    rf"(?:level|height|layer|row) ({NUMBER})\b|\b({'|'.join(_ORDINALS)}|\d(?=st|nd|rd|th))(?:st|nd|rd|th)? "
    r"(?:level|layer)"
)
_PART = re.compile(rf"\b(?:in|to|on) the ({SIDE}|{SIDE}{SIDE})(?: part| half| end)?\b(?! of)")


@dataclass(frozen=True)
class Places:
    """Reads places in one world: `grid` int8 (9, 11, 11), and where its builder looks, None if unknown."""

    grid: Grid
    facing: str | None = None

    def read(self, text: str) -> tuple[Mask | None, str]:
        """The cells (9, 11, 11) that a normal text (see `cq.dialogue.reading.lexicon`) tells, and the rest
        of the text; None if it tells no place.
        """
        relative, text = self._relative(text)
        absolute, text = self._absolute(text)
        masks = [mask for mask in (relative, absolute) if mask is not None]
        return (_all(masks) if masks else None), text

    def blocks(self, text: str) -> Mask:
        """The blocks (9, 11, 11) of the world that a reference in a normal text can mean; all of its
        colours if nothing narrows them, and none if no such block stands.
        """
        place, rest = self._relative(text)
        found = self._of_colours(rest)
        if place is not None and (found & place).any():
            found = found & place
        if re.search(TALL, rest):
            tall = found & self._in_column(2)
            found = tall if tall.any() else found
        absolute, rest = self._absolute(rest)
        if absolute is not None:
            found = found & absolute if (found & absolute).any() else self._nearest(found, text)
        return self._extreme(found, rest)

    def heading(self, word: str) -> str:
        """The direction that a word names: one of the compass, "up" or "down". Left and right are those of
        the builder.
        """
        return turn(self.facing or "north", SIDES[word]) if word in SIDES else word

    def _relative(self, text: str) -> tuple[Mask | None, str]:
        """Cells told from blocks that stand."""
        rules: tuple[Rule, ...] = (
            (_HEADING, lambda m: self._shifted(m[2], OFFSETS[m[3]], number(m[1]))),
            (_STEPS, lambda m: self._shifted(m[3], OFFSETS[m[2]], number(m[1]))),
            (_OF_IT, lambda m: self._shifted(m[1], OFFSETS[m[2]])),
            (_FACE, lambda m: self._shifted(m[2], OFFSETS[m[1]])),
            (_OWN, lambda m: self._own_side(m[2], m[1])),
            (_BETWEEN, lambda m: self._between(m[1], m[2])),
            (_ABOVE, lambda m: self._shifted(m[1], OFFSETS["up"])),
            (_BELOW, lambda m: self._shifted(m[1], OFFSETS["down"])),
            (_BESIDE, lambda m: self._beside(m[1])),
        )
        mask: Mask | None = None
        for pattern, read in rules:
            while match := pattern.search(text):
                cells = read(match)
                text = text[: match.start()] + " , " + text[match.end() :]
                if cells.any():
                    mask = cells if mask is None or not (mask & cells).any() else mask & cells
        return mask, text

    def _absolute(self, text: str) -> tuple[Mask | None, str]:
        """Cells told by the edges of the zone and the level."""
        rules: tuple[Rule, ...] = (
            (_INSET, lambda m: _from_edge(m[2], number(m[1]))),
            (_MIDWAY, lambda m: _INDEX[axis_and_sign(m[1])[0]] == MIDDLE),
            (_MIDDLE_OF_EDGE, lambda m: _from_edge(m[1], 0) & (_INDEX[3 - axis_and_sign(m[1])[0]] == MIDDLE)),
            (
                _CORNER,
                lambda m: (
                    _from_edge(m[1], 0) & _from_edge(m[2], 0)
                    if m[0].endswith("corner")
                    else _half(m[1]) & _half(m[2])
                ),
            ),
            (_ANY_CORNER, lambda m: np.isin(_X, (0, LAST)) & np.isin(_Z, (0, LAST))),
            (_EDGE, lambda m: _from_edge(m[1], 0)),
            (_MIDDLE, lambda m: (_X == MIDDLE) & (_Z == MIDDLE)),
            (_GROUND, lambda m: _Y == 0),
            (_LEVEL, lambda m: (_ORDINALS.get(m[2] or "") or number(m[1] or m[2])) - 1 == _Y),
            (_PART, lambda m: _half(m[1])),
        )
        masks: list[Mask] = []
        for pattern, read in rules:
            while match := pattern.search(text):
                masks.append(read(match))
                text = text[: match.start()] + " , " + text[match.end() :]
        return (_all(masks) if masks else None), text

    def _of_colours(self, text: str) -> Mask:
        colours = [COLOURS.index(word) + 1 for word in re.findall(COLOUR, text)]
        if YELLOW in colours and not (self.grid == YELLOW).any():
            colours.append(ORANGE)
        return np.isin(self.grid, colours) if colours else self.grid != 0

    def _extreme(self, found: Mask, text: str) -> Mask:
        """Those of the blocks that the text calls highest, westmost, second from the east, …"""
        if not found.any():
            return found
        for word in re.findall(rf"\b(?:{SIDE}most|leftmost|rightmost|highest|lowest|top|bottom)\b", text):
            found = self._end(found, self._direction(word))
        if match := re.search(rf"\b(second|third|fourth|fifth)\b.*\bfrom the ({SIDE})", text):
            axis, sign = axis_and_sign(match[2])
            values = sorted(set((_INDEX[axis][found] * sign).tolist()), reverse=True)
            rank = _ORDINALS[match[1]] - 1
            if rank < len(values):
                found = found & (_INDEX[axis] * sign == values[rank])
        if match := re.search(r"\b(tall|short)(?:er|est)?\b", text):
            heights = found.sum(axis=0)
            wanted = heights.max() if match[1] == "tall" else heights[heights > 0].min()
            found = found & (heights == wanted)[None]
        return found

    def _end(self, found: Mask, direction: str | None) -> Mask:
        if direction is None or not found.any():
            return found
        axis, sign = axis_and_sign(direction)
        along = _INDEX[axis] * sign
        return np.asarray(found & (along == along[found].max()))

    def _direction(self, word: str) -> str | None:
        if word in ("highest", "top"):
            return "up"
        if word in ("lowest", "bottom"):
            return "down"
        return self.heading(word.removesuffix("most"))

    def _nearest(self, found: Mask, text: str) -> Mask:
        """The blocks nearest to the edges that the text names, where none is exactly there."""
        for edge in re.findall(rf"({SIDE})", text):
            found = self._end(found, edge)
        if re.search(r"\b(?:middle|center)\b", text) and found.any():
            distance = abs(_X - MIDDLE) + abs(_Z - MIDDLE)
            found = found & (distance == distance[found].min())
        return found

    def _in_column(self, height: int) -> Mask:
        return np.broadcast_to(((self.grid != 0).sum(axis=0) >= height)[None], SHAPE)

    def _shifted(self, reference: str, offset: Offset, steps: int = 1) -> Mask:
        return shifted(self.blocks(reference), offset, steps)

    def _own_side(self, reference: str, side: str) -> Mask:
        way = turn(self.facing or "north", SIDES[side])
        # In front of a block is on the builder's side of it.
        if side in ("front", "back"):
            way = turn(way, 2)
        return shifted(self.blocks(reference), OFFSETS[way])

    def _beside(self, reference: str) -> Mask:
        blocks = self.blocks(reference)
        return _any([shifted(blocks, OFFSETS[way]) for way in COMPASS])

    def _between(self, one: str, other: str) -> Mask:
        first, second = (np.argwhere(self.blocks(text)) for text in (one, other))
        if not len(first) or not len(second):
            return np.zeros(SHAPE, dtype=bool)
        low = np.minimum(first.min(axis=0), second.min(axis=0))
        high = np.maximum(first.max(axis=0), second.max(axis=0))
        return np.asarray(inside_box(low, high) & (self.grid == 0))


def facing_of(instruction: GroundedInstruction) -> str | None:
    """Where the builder looks: as the words say, else as recorded; None if unknown."""
    if match := FACING.search(instruction.text.casefold()):
        return match[1]
    return instruction.world.pose.facing if instruction.world.pose else None


def cells_of(mask: Mask) -> list[Cell]:
    """The cells (y, x, z) of a mask (9, 11, 11), in order."""
    return [(y, x, z) for y, x, z in np.argwhere(mask).tolist()]


def inside_box(low: npt.NDArray[np.int64], high: npt.NDArray[np.int64]) -> Mask:
    """The cells (9, 11, 11) of a box from its lowest to its highest indices (3,)."""
    return _all([(low[i] <= _INDEX[i]) & (_INDEX[i] <= high[i]) for i in range(3)])


def shifted(mask: Mask, offset: Offset, steps: int = 1) -> Mask:
    """The cells some steps away from those of a mask (9, 11, 11); what leaves the zone is gone."""
    cells = np.argwhere(mask) + np.array(offset) * steps
    cells = cells[((cells >= 0) & (cells < SHAPE)).all(axis=1)]
    moved = np.zeros(SHAPE, dtype=bool)
    moved[tuple(cells.T)] = True
    return moved


def _all(masks: Sequence[Mask]) -> Mask:
    return np.asarray(np.logical_and.reduce(masks), dtype=bool)


def _any(masks: Sequence[Mask]) -> Mask:
    return np.asarray(np.logical_or.reduce(masks), dtype=bool)


def _from_edge(edge: str, distance: int) -> Mask:
    axis, sign = axis_and_sign(edge)
    return np.asarray(_INDEX[axis] == (LAST - distance if sign > 0 else distance))


def _half(sides: str) -> Mask:
    """The cells on one or two sides of the middle."""
    masks = []
    for side in re.findall(SIDE, sides):
        axis, sign = axis_and_sign(side)
        masks.append((_INDEX[axis] - MIDDLE) * sign > 0)
    return _all(masks)
