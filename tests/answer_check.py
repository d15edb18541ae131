"""A slow reading of the architect's answers: which statements they hold, and whether each is true.

It knows the templates and nothing else of the architect: places are tried cell by cell.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import product

import numpy as np
from scipy import ndimage

from cq.dialogue.simulated import answer_templates
from cq.world import COLOURS, SHAPE

WORDS = "zero one two three four five six seven eight nine ten eleven twelve".split()
STEPS = {"north": (0, 0, -1), "south": (0, 0, 1), "east": (0, 1, 0), "west": (0, -1, 0)}
STEPS |= {"up": (1, 0, 0), "down": (-1, 0, 0)}
TEMPLATES = answer_templates()
SENTENCES = [name for name, forms in TEMPLATES.items() if forms[0].endswith(".")]
REFERENCES = ("only", "farthest", "uppermost", "undermost")
PLACES = ("corner", "cell", "above", "below", "beside", "away")
SHAPES = ("upright", "level line", "diagonal", "sheet", "wall", "box", "mixed", "flat mixed")
ALL_CELLS = list(product(*map(range, SHAPE)))
COMPASS = "north|south|east|west"
NUMBER = rf"(?:{'|'.join(WORDS)}|\d+)"
SLOTS = {
    "colour": "|".join(COLOURS),
    "number": NUMBER,
    "height": NUMBER,
    "width": NUMBER,
    "depth": NUMBER,
    "cells": rf"{NUMBER} cells?",
    "edge": COMPASS,
    "other": rf"{COMPASS}|.+",
    "across": rf"halfway [^,]+? and (?:{COMPASS}) edges|[^,]+? edge",
    "along": rf"halfway [^,]+? and (?:{COMPASS}) edges|[^,]+? edge",
    "face": COMPASS,
    "direction": rf"{COMPASS}|up",
    "corner": "northeast|northwest|southeast|southwest",
    "side": "new|unwanted",
    "first": rf"{COMPASS}|bottom",
    "last": rf"{COMPASS}|top",
}


@cache
def _read(text: str, names: tuple[str, ...]) -> list[tuple[str, dict[str, str]]]:
    """Every (name, slots) by which one of the named templates can have written a text."""
    found = []
    for name in names:
        for form in TEMPLATES[name]:
            parts = re.split(r"\{(\w+)\}", form.casefold())
            pattern = "".join(
                f"(?P<{part}>{SLOTS.get(part, '.+')})" if i % 2 else re.escape(part)
                for i, part in enumerate(parts)
            )
            if match := re.fullmatch(pattern, text.casefold()):
                found.append((name, match.groupdict()))
    return found


def read(text: str, names) -> list[tuple[str, dict[str, str]]]:
    """`_read`, which remembers what it has read."""
    return _read(text, tuple(names))


def number(word: str) -> int:
    word = word.split()[0]
    return WORDS.index(word) if word in WORDS else int(word)


def moved(cell, step, times=1):
    return tuple(i + times * s for i, s in zip(cell, step, strict=True))


class Checker:
    def __init__(self, start, target):
        self.start, self.target = start, target
        self.grids = {"placed": target, "removed": start}

    def cells(self, side, colour=None):
        grid, changed = self.grids[side], self.start != self.target
        wanted = grid != 0 if colour is None else grid == COLOURS.index(colour) + 1
        return {tuple(map(int, cell)) for cell in np.argwhere(wanted & changed)}

    def groups(self, side, colour):
        """All groups of joined cells of a colour, and the whole."""
        mask = np.zeros(SHAPE, bool)
        for cell in (all_cells := self.cells(side, colour)):
            mask[cell] = True
        labels, n = ndimage.label(mask)
        return [all_cells, *({tuple(map(int, c)) for c in np.argwhere(labels == i + 1)} for i in range(n))]

    def referents(self, text):
        """The blocks of the start that a reference fits."""
        found = set()
        for name, slots in read(text, REFERENCES):
            step = STEPS.get(slots.get("face"), {"uppermost": (1, 0, 0), "undermost": (-1, 0, 0)}.get(name))
            cells = [
                tuple(map(int, c)) for c in np.argwhere(self.start == COLOURS.index(slots["colour"]) + 1)
            ]
            reach = [0 if step is None else int(np.dot(cell, step)) for cell in cells]
            found |= {cell for cell, far in zip(cells, reach, strict=True) if far == max(reach)}
        return found

    def place(self, text):
        """The cells that a place fits."""
        forms = read(text, PLACES)
        return {cell for cell in ALL_CELLS if any(self.is_at(cell, *one) for one in forms)}

    def is_at(self, cell, name, slots):
        if name == "corner":
            north, west = "north" in slots["corner"], "west" in slots["corner"]
            corner = (0 if west else 10, 0 if north else 10)
            return cell[1:] == corner and self.is_level(cell, slots["level"])
        if name == "cell":
            sides = slots["across"], slots["along"]
            axes = {axis for side in sides for axis in (1, 2) if self.is_off_edge(cell, axis, side)}
            return axes == {1, 2} and self.is_level(cell, slots["level"])
        anchors = self.referents(slots["reference"])
        assert len(anchors) == 1, slots
        (anchor,) = anchors
        assert self.start[anchor] == self.target[anchor]
        step = STEPS[{"above": "up", "below": "down"}.get(name) or slots["face"]]
        return cell == moved(anchor, step, number(slots["cells"]) if name == "away" else 1)

    def is_level(self, cell, text):
        forms = read(text, ["floor", "level"])
        return any(cell[0] == (number(slots["height"]) - 1 if slots else 0) for _, slots in forms)

    def is_off_edge(self, cell, axis, text):
        ends = {"west": (1, cell[1]), "east": (1, 10 - cell[1])}
        ends |= {"north": (2, cell[2]), "south": (2, 10 - cell[2])}
        for name, slots in read(text, ["inset", "edge", "halfway"]):
            of_axis, distance = ends[slots["edge"]]
            wanted = {"edge": 0, "halfway": 5}.get(name)
            if of_axis == axis and distance == (number(slots["cells"]) if wanted is None else wanted):
                return True
        return False

    def holds(self, name, slots):
        """Whether a statement is true."""
        about, _, side = name.rpartition(" ")
        if name in ("unknown", "yes", "no", "neither", "any order"):
            return True
        if name == "unchanged":
            return (self.start == self.target).all()
        if about == "nothing":
            return not self.cells(side)
        if about == "colour not":
            return not self.cells(side, slots["colour"])
        if about == "amounts":
            pairs = re.findall(rf"({NUMBER}) (\w+)", slots["amounts"])
            return bool(pairs) and all(len(self.cells(side, c)) == number(n) for n, c in pairs)
        if about == "colours":
            named = set(re.findall(r"\w+", slots["colours"])) - {"and"}
            return named == {c for c in COLOURS if self.cells(side, c)}
        if about == "more":
            return 0 < number(slots["number"]) <= len(self.cells(side))
        if name == "all removed":
            cells = self.start == COLOURS.index(slots["colour"]) + 1
            return cells.sum() == len(self.cells("removed", slots["colour"])) > 1
        if name == "referent removed":
            found = self.referents(slots["reference"])
            return len(found) == 1 and found <= self.cells("removed")
        if name == "order":
            return self.is_order(slots)
        if name in ("single", "apart", "shape"):
            side = {"new": "placed", "unwanted": "removed"}[slots["side"]]
            groups = self.groups(side, slots["colour"])
            if name == "shape":
                return any(self.is_shape(group, slots) for group in groups)
            return len(groups[0]) == len(groups) - 1 == number(slots.get("number", "one"))
        return self.is_part(about, self.cells(side, slots["colour"]), slots)

    def is_part(self, about, cells, slots):
        first, size = self.place(slots["place"]) & cells, number(slots.get("number", "one"))
        if about == "line":
            step = STEPS[slots["direction"]]
            lines = [{moved(cell, step, i) for i in range(size)} for cell in first]
            ends = [(moved(cell, step, -1), moved(cell, step, size)) for cell in first]
            return any(line <= cells for line in lines) and not any(set(end) & cells for end in ends)
        if about in ("box", "diagonal"):
            (a,), (b,) = first, self.place(slots["other"]) & cells
            low, high = np.minimum(a, b), np.maximum(a, b)
            box = {cell for cell in ALL_CELLS if (low <= cell).all() and (cell <= high).all()}
            if about == "box":
                return box <= cells and len(box) == size
            step = np.sign(np.subtract(b, a))
            slant = {tuple(int(i) for i in a + step * n) for n in range(size)}
            return slant <= cells and b in slant and np.count_nonzero(step) > 1
        near = {moved(cell, step) for cell in first for step in STEPS.values()}
        return len(first) == 1 and (about != "block" or not near & cells)

    def is_shape(self, group, slots):
        cells = np.array(sorted(group))
        up, width, depth = (int(n) for n in np.ptp(cells, axis=0) + 1)
        if number(slots["number"]) != len(cells):
            return False
        for name, said in read(slots["shape"], SHAPES):
            said = {slot: number(word) if slot in ("number", "height", "width", "depth") else word
                    for slot, word in said.items()}  # fmt: skip
            longest = width if said.get("first") == "west" else depth
            extent = {
                "upright": (said.get("number"), 1, 1),
                "level line": (1, longest, 1) if longest == width else (1, 1, longest),
                "diagonal": (up, width, depth),
                "wall": (
                    said.get("height"),
                    *((longest, 1) if said.get("first") == "west" else (1, longest)),
                ),
            }.get(name, (said.get("height", 1), said.get("width"), said.get("depth")))
            filled = len(cells) == up * width * depth
            full = {"diagonal": max(up, width, depth) == len(cells), "mixed": True, "flat mixed": True}
            counted = name == "upright" or said.get("number", longest) in (longest, len(cells))
            if extent == (up, width, depth) and full.get(name, filled) and counted:
                return True
        return False

    def is_order(self, slots):
        said = slots["sequence"].split(", ")
        axis = {"west": 1, "east": 1, "north": 2, "south": 2, "bottom": 0}[slots["first"]]
        sign = -1 if slots["first"] in ("east", "south") else 1
        for side, grid in self.grids.items():
            cells = sorted(self.cells(side), key=lambda cell: sign * cell[axis])
            if [COLOURS[grid[cell] - 1] for cell in cells] == said:
                return True
        return False
