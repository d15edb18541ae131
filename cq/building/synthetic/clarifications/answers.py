"""True answers to each kind of question, in many forms."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence

from cq.building.synthetic.clarifications.places import name_block, place_by_block, zone_place
from cq.building.synthetic.scene import NUMBER_WORDS, Cell, colour_name
from cq.world.difference import Difference, Part
from cq.world.directions import AXIS_ENDS

MAX_PARTS = 3
"""Parts that one answer tells, at most."""


class Answers:
    """Writes answers about an edit. `facing` is the direction in which the builder looks, if it is known."""

    def __init__(self, rng: random.Random, edit: Difference, facing: str | None) -> None:
        self.rng, self.edit, self.facing = rng, edit, facing

    def answer(self, kind: str, parts: Sequence[Part]) -> str | None:
        """An answer to a question of a kind about some parts; None if this edit has no such answer."""
        answers: dict[str, Callable[[Sequence[Part]], str | None]] = {
            "colour": self._colours,
            "count": self._counts,
            "size": self._sizes,
            "where": self._places,
            "direction": self._directions,
            "which": self._referents,
            "action": self._all,
        }
        text = answers[kind](parts)
        if not text:
            return None
        text = text if self.rng.random() < 0.3 else text[0].upper() + text[1:]
        return text if text.endswith(".") or self.rng.random() < 0.5 else text + "."

    def _colours(self, parts: Sequence[Part]) -> str | None:
        names = list(dict.fromkeys(colour_name(part.colour) for part in parts))
        said = " and ".join(names)
        return self.rng.choice(
            (
                said,
                f"{said} please",
                f"they should be {said}",
                f"use {said} blocks",
                f"all {said}",
                f"I want {said} blocks",
                f"the color is {said}",
            )
        )

    def _counts(self, parts: Sequence[Part]) -> str | None:
        counts: Counter[int] = Counter()
        for part in parts:
            counts[part.colour] += len(part.cells)
        if len(counts) > 1 and self.rng.random() < 0.8:
            each = [f"{self._number(n)} {colour_name(c)}" for c, n in counts.items()]
            return self.rng.choice(("{}", "{} blocks", "{} ones")).format(" and ".join(each))
        number = self._number(sum(counts.values()))
        forms = ("{}", "{} blocks", "just {}", "{} in total", "{} of them", "it should be {}", "{} please")
        return self.rng.choice(forms).format(number)

    def _sizes(self, parts: Sequence[Part]) -> str | None:
        part = parts[0]
        height, width, depth = (self._number(n) for n in part.extent)
        if len(part.cells) == 1:
            return self.rng.choice(("just one block", "a single block", "1 block"))
        if part.axis == 0:
            return self.rng.choice(
                (f"{height} blocks tall", f"{height} high", f"a height of {height}", height)
            )
        if part.axis is not None:
            length = self._number(part.extent[part.axis])
            return self.rng.choice(
                (f"{length} blocks long", f"{length} wide", f"a length of {length}", length)
            )
        if part.extent[0] == 1:
            return self.rng.choice(
                (f"{width} by {depth}", f"{width} x {depth}", f"{width} wide, {depth} deep")
            )
        flat = [n for n, e in ((width, part.extent[1]), (depth, part.extent[2])) if e > 1]
        return f"{' by '.join(flat)} and {height} high"

    def _places(self, parts: Sequence[Part]) -> str | None:
        said = [self._place_of(part, len(parts) > 1) for part in parts[:MAX_PARTS]]
        return ", ".join(said) if self.rng.random() < 0.5 else ". ".join(said)

    def _directions(self, parts: Sequence[Part]) -> str | None:
        part = parts[0]
        if len(part.cells) == 1:
            return None
        if part.axis == 0:
            return self.rng.choice(
                ("vertically", "vertical", "stacked up", "on top of each other", "upwards", "in a tower")
            )
        if part.axis is None:
            return self.rng.choice(("flat on the ground", "side by side")) if part.extent[0] == 1 else None
        first, last = AXIS_ENDS[part.axis]
        if self.rng.random() < 0.5:
            first, last = last, first
        return self.rng.choice(
            (
                f"from {first} to {last}",
                f"horizontally, {first} to {last}",
                f"{first}-{last}",
                f"side by side from {first} to {last}",
                "horizontally",
                f"in a row towards the {last}",
            )
        )

    def _referents(self, parts: Sequence[Part]) -> str | None:
        if not parts[0].removed:
            cell = self.rng.choice((parts[0].cells[0], parts[0].cells[-1]))
            place = place_by_block(self.rng, self.edit.kept, cell, self.facing)
            return place and self.rng.choice(("{}", "that is {}", "it goes {}")).format(place)
        said = []
        for part in parts[:MAX_PARTS]:
            total = int((self.edit.start == part.colour).sum())
            if len(part.cells) == total > 1:
                name = colour_name(part.colour)
                said.append(
                    self.rng.choice((f"all {name} blocks", f"all of the {name} ones", f"every {name} one"))
                )
            elif len(part.cells) == 1:
                block = name_block(self.rng, self.edit.start, part.cells[0])
                said.append(block if block and self.rng.random() < 0.7 else self._standing(part))
            else:
                said.append(self._standing(part))
        return self.rng.choice(("{}", "{}", "{} please", "the one you should remove is {}")).format(
            " and ".join(said)
        )

    def _all(self, parts: Sequence[Part]) -> str | None:
        """The whole edit in a sentence or some."""
        said = []
        for part in parts[:MAX_PARTS]:
            if part.removed:
                verb = self.rng.choice(("remove", "destroy", "break", "take away"))
                said.append(f"{verb} {self._referents([part])}")
            else:
                verb = self.rng.choice(("put", "place", "add", "build"))
                said.append(f"{verb} {self._place_of(part, True)}")
        return self.rng.choice((" and ", ". ", ", then ")).join(said)

    def _standing(self, part: Part) -> str:
        """Some blocks that stand, by their place."""
        cell = part.cells[0]
        place = place_by_block(self.rng, self.edit.kept, cell, self.facing)
        place = place if place and self.rng.random() < 0.5 else zone_place(self.rng, cell)
        noun = f"{colour_name(part.colour)} {'one' if len(part.cells) == 1 else 'ones'}"
        count = "" if len(part.cells) == 1 else f"{self._number(len(part.cells))} "
        return f"the {count}{noun} {place}"

    def _place_of(self, part: Part, named: bool) -> str:
        """Where a part is, told from one of its ends."""
        ends = [part.cells[0], part.cells[-1]]
        if part.axis != 0:
            self.rng.shuffle(ends)
        cell, other = ends
        place = place_by_block(self.rng, self.edit.kept, cell, self.facing)
        if not place or self.rng.random() < 0.4:
            place = zone_place(self.rng, cell)
        if named or self.rng.random() < 0.3:
            count = "the" if len(part.cells) == 1 else self._number(len(part.cells))
            place = (
                f"{count} {colour_name(part.colour)} {'one' if len(part.cells) == 1 else 'blocks'} {place}"
            )
        if len(part.cells) > 1 and part.axis is not None and self.rng.random() < 0.7:
            course = _course(cell, other)
            place += self.rng.choice(
                (f", going {course}", f" and from there {course}", f" and continue {course}")
            )
        return place

    def _number(self, number: int) -> str:
        word = NUMBER_WORDS[number - 1] if number <= len(NUMBER_WORDS) else str(number)
        return self.rng.choice((word, str(number)))


def _course(cell: Cell, other: Cell) -> str:
    """The direction in words from one cell to another on the same axis."""
    for axis, words in ((0, ("down", "up")), (1, ("west", "east")), (2, ("north", "south"))):
        if cell[axis] != other[axis]:
            return words[other[axis] > cell[axis]]
    return "on"
