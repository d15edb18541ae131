"""A second simulated architect for the closed loop: brief, in words of its own.

It knows the target and says one thing that is true of it, as people type: "green pls", "4 of them",
"2 north of the middle", "the taller one". It reads of a question only its type, its colours, and a few words.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, TypeVar

from cq.arena.answering import key_of
from cq.dialogue.questions import TYPES, ClarifyingQuestion
from cq.world import COLOURS
from cq.world.difference import Part
from cq.world.grid import HALF
from eval.loop.brief_places import Places, Said
from eval.loop.brief_words import box, colour_of, coordinates, number, sizes, things, ways

T = TypeVar("T")

UNKNOWN = ("no idea", "dunno", "can't tell")
"""What it says where it cannot tell, or not briefly."""

REMOVING = ("remove", "take away", "take off", "taken away", "break", "destroy", "delete")
"""Words of a question about blocks that go."""

YES_NO = ("is ", "are ", "should ", "do ", "does ")
MANNERS = ("{}",) * 6 + ("{} pls", "{} please", "{}.", "hm, {}")
"""What people put around an answer."""

MOST_PARTS = 3
"""More parts than these are not told one by one."""


class BriefArchitect:
    """Answers a builder's questions from what changes between two worlds."""

    def __init__(self, start: Any, target: Any, seed: int = 0) -> None:
        """`start` and `target` are worlds in any form that `World.parse` reads; raises `InputError`. Left and
        right are said only if the start has no pose, or one that looks north. `seed` chooses the words: the
        same seed and the same questions in the same order give the same answers.
        """
        self._places = Places(start, target)
        self._placed, self._removed = self._places.change.placed, self._places.change.removed
        self._random = random.Random(int(seed))

    def answer(self, question: ClarifyingQuestion) -> str:
        """A brief answer, one of `UNKNOWN` if it cannot tell."""
        return self.say(question).text

    def say(self, question: ClarifyingQuestion) -> Said:
        """The answer with the cells that make it true."""
        asked = (
            question.text.split(":")[0].split(". ")[-1].casefold()
        )  # What follows a colon are its options.
        words = {word.strip("?,.") for word in asked.split()}
        colours = {i for i, name in enumerate(COLOURS, start=1) if name in words}
        removing = any(word in asked for word in REMOVING)
        kind = question.type if question.type in TYPES else key_of(question)
        said: Said | None
        if kind == "which":
            said = self._which(colours, removing)
        elif kind in ("action", "other"):
            said = self._action()
        else:
            said = self._about(kind, asked, colours, removing)
        if said is None:
            return Said(self._one(UNKNOWN))
        return said._replace(text=self._one(MANNERS).format(said.text))

    def _about(self, kind: str, asked: str, colours: set[int], removing: bool) -> Said | None:
        """What is told of the blocks that are placed, or removed if these are asked about."""
        parts: Sequence[Part] = self._removed if removing else self._placed
        if not parts:
            return Said("none" if removing else "nothing new") if self._placed or self._removed else None
        if kind == "colour":
            said = self._colour(parts)
            if not (colours and asked.startswith(YES_NO)):
                return said
            right = {part.colour for part in parts} == colours
            return said._replace(text=self._one(("yes", "yep", "right")) if right else f"no, {said.text}")
        parts = [part for part in parts if part.colour in colours] or parts
        if kind == "count":
            return self._count(parts)
        whole = Part(parts[0].colour, tuple(sorted(cell for part in parts for cell in part.cells)))
        if whole.is_line:
            parts = [whole]  # Of several colours.
        if kind == "size":
            return self._size(parts)
        if kind == "direction":
            return self._side(parts, asked, colours) or self._way(parts) or self._where(parts)
        return None if removing else self._where(parts)

    def _colour(self, parts: Sequence[Part]) -> Said:
        names = list(dict.fromkeys(colour_of(part) for part in parts))
        if len(names) == 1:
            return Said.of(parts, self._one((*names, *names, f"make it {names[0]}", f"all {names[0]}")))
        counts = [sum(len(part.cells) for part in parts if colour_of(part) == name) for name in names]
        listed = ", ".join(f"{count} {name}" for count, name in zip(counts, names, strict=True))
        return Said.of(parts, self._one((" and ".join(names), listed)))

    def _count(self, parts: Sequence[Part]) -> Said:
        count = sum(len(part.cells) for part in parts)
        told = (f"{count} of them", f"{number(count)} in all") if count > 1 else ("just one", "only 1")
        return Said.of(parts, self._one((number(count), str(count), *told)))

    def _size(self, parts: Sequence[Part]) -> Said:
        if len({(part.extent, len(part.cells)) for part in parts}) == 1:
            return Said.of(parts, self._one(sizes(parts[0])) + (" each" if len(parts) > 1 else ""))
        if len({part.colour for part in parts}) == len(parts) <= MOST_PARTS:
            return Said.of(parts, ", ".join(f"the {colour_of(one)} {self._one(sizes(one))}" for one in parts))
        return self._count(parts)

    def _way(self, parts: Sequence[Part]) -> Said | None:
        """How the parts lie, if all lie in the same way."""
        told = [ways(part) for part in parts]
        return Said.of(parts, self._one(told[0])) if told[0] and told.count(told[0]) == len(told) else None

    def _side(self, parts: Sequence[Part], asked: str, colours: set[int]) -> Said | None:
        """On which side of the only thing of a colour a part is."""
        beside = [one for one in self._places.things if one.colour in colours]
        if "side" not in asked or len(beside) != 1 or len(parts) != 1:
            return None
        side = self._places.side_of(parts[0], beside[0])
        told = ("on top", "on top of it") if side == "up" else (side, f"on the {side} side", f"{side} of it")
        return None if side is None else Said.of(parts, self._one([str(one) for one in told]), beside)

    def _where(self, parts: Sequence[Part]) -> Said:
        cells = sorted(cell for part in parts for cell in part.cells)
        if [cell[1:] for cell in cells] == [(x, z) for x in (0, 2 * HALF) for z in (0, 2 * HALF)]:
            return Said.of(parts, "in the four corners")
        if len(parts) <= MOST_PARTS:
            named = len({part.colour for part in parts}) > 1
            told = [self._one(self._places.of(part)) for part in parts]
            heads = [f"the {colour_of(part)} " if named else "" for part in parts]
            pairs = zip(heads, told, strict=True)
            return Said.joined([one._replace(text=head + one.text) for head, one in pairs])
        if len(cells) <= 2 * MOST_PARTS and all(cell[0] == 0 for cell in cells):
            return Said.of(parts, " ".join(coordinates(cell)[0] for cell in cells))
        return Said.of(parts, f"all within {box(cells)}")

    def _which(self, colours: set[int], removing: bool) -> Said | None:
        """Which things of the start go, or have the new blocks on or beside them."""
        anchors = [] if removing else self._places.anchors()
        same = [one for one in self._places.things if one.colour in colours]
        meant = [[one for one in some if one in same] for some in (self._places.changed, anchors)]
        about = meant[0] or meant[1] or ([] if same else anchors or self._places.changed)
        every = same or (self._places.things if removing else ())
        if len(every) > 1 and len(about) == len(every) and not any(map(self._places.is_cut, about)):
            return Said.of((), "both" if len(every) == 2 else self._one(("all", "all of them")), about)
        short = bool(same) and len({one.colour for one in (*about, *same)}) == 1
        return self._told([self._places.names(one, short=short) for one in about])

    def _action(self) -> Said | None:
        """All that changes, in a sentence."""
        told, replaced = [], []
        for part in self._placed:
            old = self._places.replaced_by(part)
            if old is not None:
                replaced.append(old)
                names = [(f"make {name.text} {colour_of(part)}", name) for name in self._places.names(old)]
            else:
                names = [(_put(one, at.text), at) for one in things(part) for at in self._places.of(part)]
            told.append([name._replace(text=text, cells=frozenset(part.cells)) for text, name in names])
        for old in self._places.changed:
            if old not in replaced:
                verb = self._one(("remove", "take away"))
                told.append([name._replace(text=f"{verb} {name.text}") for name in self._places.names(old)])
        return self._told(told)

    def _told(self, told: Sequence[Sequence[Said]]) -> Said | None:
        """One of the choices for each of a few things; None if they are too many, or one has no choice."""
        fits = 0 < len(told) <= MOST_PARTS and all(told)
        return Said.joined([self._one(choices) for choices in told]) if fits else None

    def _one(self, choices: Sequence[T]) -> T:
        return self._random.choice(choices)


def _put(thing: str, place: str) -> str:
    """The order to put a new thing in a place."""
    first = place.split()[0]
    if first[0] in "(x":
        return f"put {thing} at {place}"
    joint = " " if first in ("on", "in", "next", "just", "along", "from") else ", "
    return f"put {thing}{joint}{place}"
