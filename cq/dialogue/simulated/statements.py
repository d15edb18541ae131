"""True statements about the placed or the removed parts of a difference, in the architect's words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from cq.dialogue.simulated.places import absolute_place, reference, relative_place
from cq.dialogue.simulated.wording import Wording, colour_word, listed, number_word
from cq.world.difference import Cell, Difference, Part
from cq.world.directions import AXIS_ENDS

MOST_PARTS = 3
"""Parts whose place or shape one answer tells; the others are counted."""

ADJECTIVE = {"placed": "new", "removed": "unwanted"}


class Statements:
    """Writes sentences about some parts of one side, "placed" or "removed", of a difference."""

    def __init__(self, words: Wording, difference: Difference, side: str, parts: Sequence[Part]) -> None:
        self.words, self.difference, self.side, self.parts = words, difference, side, parts

    def amounts(self) -> list[str]:
        """How many blocks of each colour."""
        return [self._say("amounts", amounts=self._amounts())]

    def colours(self) -> list[str]:
        """Which colours the blocks have."""
        names = list(dict.fromkeys(colour_word(part.colour) for part in self.parts))
        return [self._say("colours", colours=listed(names))]

    def shapes(self) -> list[str]:
        """What each part looks like, and how long, wide and high it is."""
        if self._row():
            return self.order()
        singles = Counter(part.colour for part in self.parts if len(part.cells) == 1)
        said = [self._shape(part) for part in self.parts if len(part.cells) > 1]
        for colour, count in singles.items():
            slots = {"side": ADJECTIVE[self.side], "colour": colour_word(colour)}
            alone = count == sum(part.colour == colour for part in self.parts)
            if alone and count == 1:
                said.append(self.words.say("single", **slots))
            elif alone:
                said.append(self.words.say("apart", number=number_word(count), **slots))
        return said[:MOST_PARTS] or self.amounts()

    def places(self, anchors: Collection[int] = (), by_edges: bool = False) -> list[str]:
        """Where each part is; by blocks of the colours `anchors` if there are some near, or by the edges of
        the zone only.
        """
        if row := self._row():
            end = next(part for part in self.parts if row.cells[0] in part.cells)
            return [self._place(end, anchors, by_edges), *self.order()]
        said = [self._place(part, anchors, by_edges) for part in self.parts[:MOST_PARTS]]
        return said + self._more()

    def referents(self) -> list[str]:
        """Which of the blocks that stand are meant."""
        colours = {part.colour for part in self.parts}
        counts = {c: sum(len(part.cells) for part in self.parts if part.colour == c) for c in colours}
        said: list[str] = []
        whole = {c for c, n in counts.items() if n > 1 and n == (self.difference.start == c).sum()}
        said += [self.words.say("all removed", colour=colour_word(c)) for c in sorted(whole)]
        rest = [part for part in self.parts if part.colour not in whole]
        for part in rest[: max(MOST_PARTS - len(said), 1)]:
            name = (
                reference(self.words, self.difference.start, part.cells[0]) if len(part.cells) == 1 else None
            )
            said.append(
                self.words.say("referent removed", reference=name) if name else self._place(part, (), False)
            )
        left = rest[max(MOST_PARTS - len(whole), 1) :]
        return said + ([self._say("more", number=_blocks(left))] if left else [])

    def order(self) -> list[str]:
        """The colours along the line that all parts form; that any order is fine if they form none."""
        line = self._row()
        if line is None:
            return [self.words.say("any order")]
        grid = self.difference.target if self.side == "placed" else self.difference.start
        colours = [colour_word(int(grid[cell])) for cell in line.cells]
        first, last = (*AXIS_ENDS.values(), ("bottom", "top"))[_axis(line) - 1]
        if self.words.rng.random() < 0.5 and first != "bottom":
            first, last, colours = last, first, colours[::-1]
        return [self.words.say("order", first=first, last=last, sequence=", ".join(colours))]

    def _row(self) -> Part | None:
        """All blocks as one part, if they form a line without gaps in several colours."""
        line = Part(0, tuple(sorted(cell for part in self.parts for cell in part.cells)))
        several = len({part.colour for part in self.parts}) > 1
        return line if several and line.is_line and line.is_filled else None

    def _say(self, name: str, **slots: str) -> str:
        return self.words.say(f"{name} {self.side}", **slots)

    def _amounts(self) -> str:
        counts: Counter[int] = Counter()
        for part in self.parts:
            counts[part.colour] += len(part.cells)
        return listed([f"{number_word(n)} {colour_word(c)}" for c, n in counts.items()])

    def _more(self) -> list[str]:
        left = self.parts[MOST_PARTS:]
        return [self._say("more", number=_blocks(left))] if left else []

    def _place(self, part: Part, anchors: Collection[int], by_edges: bool) -> str:
        slots = {"colour": colour_word(part.colour), "number": number_word(len(part.cells))}
        if part.is_line:
            axis = _axis(part)
            heads = [(part.cells[0], "up")] if axis == 3 else []
            heads = heads or list(zip((part.cells[-1], part.cells[0]), AXIS_ENDS[axis], strict=True))
            place, direction = self._first_place([cell for cell, _ in heads], anchors, by_edges)
            return self._say("line", place=place, direction=heads[direction][1], **slots)
        if len(part.cells) > 1 and (part.is_filled or part.is_diagonal):
            place, other = (absolute_place(self.words, cell) for cell in (part.cells[0], part.cells[-1]))
            name = "box" if part.is_filled else "diagonal"
            return self._say(name, place=place, other=other, **slots)
        place, _ = self._first_place(part.cells, anchors, by_edges)
        if len(part.cells) == 1:
            return self._say("block", place=place, colour=slots["colour"])
        return self._say("part", place=place, **slots)

    def _first_place(
        self, cells: Sequence[Cell], anchors: Collection[int], by_edges: bool
    ) -> tuple[str, int]:
        """The place of one of the cells, and its index: by a block if one is near, else by the edges."""
        relative = not by_edges and (bool(anchors) or self.words.rng.random() < 0.7)
        for wanted in (anchors, ()) if anchors and relative else ((),):
            for i, cell in enumerate(cells):
                place = relative_place(self.words, self.difference, cell, wanted) if relative else None
                if place:
                    return place, i
        index = self.words.rng.randrange(len(cells))
        return absolute_place(self.words, cells[index]), index

    def _shape(self, part: Part) -> str:
        up, across, along = part.extent
        number, height = number_word(len(part.cells)), number_word(up)
        width, depth = number_word(across), number_word(along)
        if part.is_line and _axis(part) == 3:
            shape = self.words.say("upright", number=number)
        elif part.is_line:
            first, last = AXIS_ENDS[_axis(part)]
            shape = self.words.say("level line", number=number, first=first, last=last)
        elif part.is_diagonal:
            shape = self.words.say("diagonal", number=number)
        elif up == 1:
            shape = self.words.say("sheet" if part.is_filled else "flat mixed", width=width, depth=depth)
        elif part.is_filled and 1 in (across, along):
            first, last = AXIS_ENDS[1 if along == 1 else 2]
            longest = number_word(max(across, along))
            shape = self.words.say("wall", number=longest, first=first, last=last, height=height)
        else:
            name = "box" if part.is_filled else "mixed"
            shape = self.words.say(name, width=width, depth=depth, height=height)
        number, colour = number_word(len(part.cells)), colour_word(part.colour)
        return self.words.say("shape", number=number, side=ADJECTIVE[self.side], colour=colour, shape=shape)


def _axis(part: Part) -> int:
    """The axis of a line: 1 from west to east, 2 from north to south, 3 upwards."""
    return (3, 1, 2)[max(range(3), key=lambda axis: part.extent[axis])]


def _blocks(parts: Sequence[Part]) -> str:
    return number_word(sum(len(part.cells) for part in parts))
