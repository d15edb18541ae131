"""Places in words: which cells of the zone, or which blocks of a world, a text can mean.

A place is told by the edges of the zone and its level ("by the east edge, on the ground"), or from a block
that stands ("two cells north of the highest red block"). All that is told narrows the cells.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from cq.building.canonical_frame import FACING
from cq.dialogue.reading.lexicon import COLOUR, SIDE, TALL, number
from cq.dialogue.reading.masks import (
    INDEX,
    LAST,
    MIDDLE,
    Mask,
    all_of,
    any_of,
    from_edge,
    half,
    inside_box,
    shifted,
)
from cq.dialogue.reading.place_words import (
    ABOVE,
    ANY_CORNER,
    BELOW,
    BESIDE,
    BETWEEN,
    CORNER,
    EDGE,
    FACE,
    GROUND,
    HEADING,
    IN_THE_MIDDLE,
    INSET,
    LEVEL,
    MIDDLE_OF_EDGE,
    MIDWAY,
    OF_IT,
    ORDINALS,
    OWN,
    PART,
    STEPS,
)
from cq.language.grounding import ORANGE, YELLOW
from cq.language.instruction import GroundedInstruction
from cq.world import COLOUR_IDS, SHAPE
from cq.world.directions import COMPASS, OFFSETS, SIDES, Offset, axis_and_sign, turn
from cq.world.grid import Grid

Rule = tuple[re.Pattern[str], Callable[[re.Match[str]], Mask]]
"""A pattern of words, and the cells that a match of it tells."""


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
        return (all_of(masks) if masks else None), text

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
            (HEADING, lambda m: self._shifted(m[2], OFFSETS[m[3]], number(m[1]))),
            (STEPS, lambda m: self._shifted(m[3], OFFSETS[m[2]], number(m[1]))),
            (OF_IT, lambda m: self._shifted(m[1], OFFSETS[m[2]])),
            (FACE, lambda m: self._shifted(m[2], OFFSETS[m[1]])),
            (OWN, lambda m: self._own_side(m[2], m[1])),
            (BETWEEN, lambda m: self._between(m[1], m[2])),
            (ABOVE, lambda m: self._shifted(m[1], OFFSETS["up"])),
            (BELOW, lambda m: self._shifted(m[1], OFFSETS["down"])),
            (BESIDE, lambda m: self._beside(m[1])),
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
            (INSET, lambda m: from_edge(m[2], number(m[1]))),
            (MIDWAY, lambda m: INDEX[axis_and_sign(m[1])[0]] == MIDDLE),
            (MIDDLE_OF_EDGE, lambda m: from_edge(m[1], 0) & (INDEX[3 - axis_and_sign(m[1])[0]] == MIDDLE)),
            (
                CORNER,
                lambda m: (
                    from_edge(m[1], 0) & from_edge(m[2], 0)
                    if m[0].endswith("corner")
                    else half(m[1]) & half(m[2])
                ),
            ),
            (ANY_CORNER, lambda m: np.isin(INDEX[1], (0, LAST)) & np.isin(INDEX[2], (0, LAST))),
            (EDGE, lambda m: from_edge(m[1], 0)),
            (IN_THE_MIDDLE, lambda m: (INDEX[1] == MIDDLE) & (INDEX[2] == MIDDLE)),
            (GROUND, lambda m: INDEX[0] == 0),
            (LEVEL, lambda m: (ORDINALS.get(m[2] or "") or number(m[1] or m[2])) - 1 == INDEX[0]),
            (PART, lambda m: half(m[1])),
        )
        masks: list[Mask] = []
        for pattern, read in rules:
            while match := pattern.search(text):
                masks.append(read(match))
                text = text[: match.start()] + " , " + text[match.end() :]
        return (all_of(masks) if masks else None), text

    def _of_colours(self, text: str) -> Mask:
        colours = [COLOUR_IDS[word] for word in re.findall(COLOUR, text)]
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
            values = sorted(set((INDEX[axis][found] * sign).tolist()), reverse=True)
            rank = ORDINALS[match[1]] - 1
            if rank < len(values):
                found = found & (INDEX[axis] * sign == values[rank])
        if match := re.search(r"\b(tall|short)(?:er|est)?\b", text):
            heights = found.sum(axis=0)
            wanted = heights.max() if match[1] == "tall" else heights[heights > 0].min()
            found = found & (heights == wanted)[None]
        return found

    def _end(self, found: Mask, direction: str | None) -> Mask:
        if direction is None or not found.any():
            return found
        axis, sign = axis_and_sign(direction)
        along = INDEX[axis] * sign
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
            distance = abs(INDEX[1] - MIDDLE) + abs(INDEX[2] - MIDDLE)
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
        return any_of([shifted(blocks, OFFSETS[way]) for way in COMPASS])

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
