"""The simulated architect, which answers a builder's questions from the target.

It reads a question by the grammar. It takes the option that agrees with the target; without options it tells
the truth about the kind of slot in question (`cq.semantics.telling`).
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import singledispatchmethod
from numbers import Integral
from typing import Any

import numpy as np

from cq.errors import InputError, excerpt
from cq.language.asked import ClarifyingQuestion, question_in
from cq.language.lexicon import colours, speaking_of
from cq.language.program import Command, Place, Ref, Size
from cq.language.reading import read
from cq.semantics.choices import Choices, Failure
from cq.semantics.execute import executed
from cq.semantics.geometry import extent, step
from cq.semantics.places import spots
from cq.semantics.reference import resolve_reference
from cq.semantics.scene import Scene, cells_of
from cq.semantics.telling import Telling
from cq.simulate.asked import YES_NO, Asked
from cq.types import Cell
from cq.world import World
from cq.world.directions import OFFSETS

UNKNOWN = (
    "I don't know.",
    "Sorry, I have no idea.",
    "I can't tell you that.",
    "I'm not sure what you are asking.",
)
UNCHANGED = ("Nothing changes.", "Everything stays as it is.")
KINDS = ("colour", "count", "size", "place", "which", "direction")
"""Kinds of slot in the order of telling."""
MOST_ORDERS = 8
"""The most sentences of an answer that tells all changes."""
AGREES = 0.5
"""The least agreement of a chosen option with the target."""
ALL_WAYS = ("east", "north", "up")
DIMENSIONS = {"high": ("up",), "wide": ("east", "north")}


class Architect:
    """Answers questions truthfully from the changes between two worlds."""

    def __init__(self, start: Any, target: Any, seed: int = 0) -> None:
        """`start` and `target` are worlds in any form that `World.parse` reads; raises `InputError`.

        `seed` chooses the words: the same seed and the same questions in the same order give the same
        answers.
        """
        if isinstance(seed, bool) or not isinstance(seed, (int, Integral)):
            raise InputError(f"seed is {excerpt(seed)}; it must be a whole number")
        self._random = random.Random(int(seed))
        before, after = World.parse(start), World.parse(target)
        if before.palette != after.palette:
            raise InputError("start and target have different palettes; give two worlds of one palette")
        self._start, self._target, self._palette = before.grid, after.grid, before.palette
        with speaking_of(self._palette):
            self._telling = Telling(self._start, self._target, self._random)

    def answer(self, question: str | ClarifyingQuestion) -> str:
        """A short answer; "I don't know" in some form if it cannot tell (`is_unknown`).

        Raises `InputError` if the question is not text or has no word.
        """
        text = question.text if isinstance(question, ClarifyingQuestion) else question
        if not isinstance(text, str):
            raise InputError(f"question is {type(text).__name__} {excerpt(text)}; it must be text")
        if not any(letter.isalnum() for letter in text):
            raise InputError(f"question {text[:40]!r} holds no words; say what to ask")
        if not self._telling.placed and not self._telling.removed:
            return self._random.choice(UNCHANGED)
        given = question if isinstance(question, ClarifyingQuestion) else question_in(text)
        with speaking_of(self._palette):
            asked = Asked(given.head, self._telling)
            answer = self._chosen(given.offered, asked) or self._verdict(asked) or self._told(asked)
        return self._random.choice(UNKNOWN) if answer is None else _sentence(answer)

    def _chosen(self, options: Sequence[str], asked: Asked) -> str | None:
        """The option that agrees best with the target; None if none agrees."""
        scores = {option: self._option(option, asked) for option in options}
        best = max(scores, key=lambda option: scores[option], default=None)
        return best if best is not None and scores[best] >= AGREES else None

    def _option(self, option: str, asked: Asked) -> float:
        """The agreement of all pieces of an option with the target."""
        reading = read(option, "Answer")[0]
        if reading.unread or not reading.program:
            return 0.0
        return min(self._agrees(command, asked) for command in reading.program)

    def _verdict(self, asked: Asked) -> str | None:
        """Yes or no, with the right value, to a question that names colours or numbers."""
        said = [*asked.colours, *asked.numbers]
        if asked.words[0] not in YES_NO or not said:
            return None
        wrong = [piece for piece in said if self._agrees(piece, asked) < AGREES]
        return (
            f"no, {self._tell('count' if isinstance(wrong[0], int) else 'colour', asked)}" if wrong else "yes"
        )

    def _told(self, asked: Asked) -> str | None:
        """The truth about the kinds of slots in question; else all changes."""
        kinds = sorted(asked.kinds & {*KINDS}, key=KINDS.index)
        if "side" in asked.words:
            kinds = ["direction", *kinds]
        told = (self._tell(kind, asked) for kind in kinds)
        return next((answer for answer in told if answer is not None), None) or (
            self._telling.order(MOST_ORDERS) if asked.kinds or asked.wants_order else None
        )

    def _tell(self, kind: str, asked: Asked) -> str | None:
        telling, parts = self._telling, asked.parts
        if kind == "which":
            return self._which(asked)
        if kind == "direction" and (side := self._side(asked)) is not None:
            return telling.words(side, "Direction")
        if kind == "place" and parts is telling.removed:
            return telling.which(parts)
        told = telling.about(kind, parts) if parts else None
        if told is None and kind == "direction" and parts is telling.placed:
            return telling.place(parts)
        return told

    def _which(self, asked: Asked) -> str | None:
        """The removed things, or else the landmarks of the new blocks."""
        if self._telling.removed and (asked.removes or not self._telling.placed or not asked.colours):
            return self._telling.which(self._telling.removed)
        found = self._telling.landmarks()
        named = [ref for ref in found if asked.colours & {*ref.colours}]
        return next((self._telling.words(ref, "Ref") for ref in named or found), None)

    def _side(self, asked: Asked) -> str | None:
        """The side of the new blocks relative to a thing in the question."""
        for ref in asked.refs:
            beside = [way for cell in self._cells(ref) for way in OFFSETS if step(cell, way) in asked.cells]
            if beside:
                return max(beside, key=beside.count)
        return None

    def _cells(self, ref: Ref) -> set[Cell]:
        """The cells of a reference; none if that is not sure."""
        scene = Scene.of(self._start, Choices(), "north")
        try:
            found = cells_of(resolve_reference(ref, scene))
        except Failure:
            return set()
        return set() if scene.choices.taken else found

    # --- agreement ---

    @singledispatchmethod
    def _agrees(self, piece: Any, asked: Asked) -> float:
        """The agreement of a piece of an answer with the target, from 0 to 1."""
        return 0.0

    @_agrees.register
    def _(self, piece: str, asked: Asked) -> float:
        if piece in colours():
            shown = {self._telling.colour(part) for part in asked.parts}
            return (piece in shown) / max(1, len(shown))
        heads = {way for cell in asked.cells for way in OFFSETS if step(cell, way) in asked.cells}
        side = self._side(asked)
        return float(piece == side if side is not None else piece in heads)

    @_agrees.register
    def _(self, piece: int, asked: Asked) -> float:
        return float(
            piece in (len(asked.cells), *(extent(asked.cells, way) for way in ("up", "east", "north")))
        )

    @_agrees.register
    def _(self, piece: Size, asked: Asked) -> float:
        ways = DIMENSIONS.get(piece.dimension, ALL_WAYS)
        return float(piece.number in [extent(asked.cells, way) for way in ways])

    @_agrees.register
    def _(self, piece: Ref, asked: Asked) -> float:
        cells = self._cells(piece)
        goes = {cell for part in self._telling.removed for cell in part.cells}
        if goes & cells:
            return len(goes & cells) / len(goes | cells) if len(goes) >= len(cells) else 0.4
        touched = any(step(cell, way) in asked.cells for cell in cells for way in OFFSETS)
        return 0.75 * touched

    @_agrees.register
    def _(self, piece: Place, asked: Asked) -> float:
        if getattr(piece, "landmark", None) == Ref("it") and asked.refs:
            piece = type(piece)(**{**vars(piece), "landmark": asked.refs[0]})
        try:
            found = {spot.cell for spot in spots(piece, Scene.of(self._start, Choices(), "north")).spots}
        except Failure:
            return 0.0
        return len(found & asked.cells) / max(1, len(found))

    @_agrees.register
    def _(self, piece: Command, asked: Asked) -> float:
        done = [
            outcome.value for outcome in executed((piece,), self._start, "north") if outcome.value is not None
        ]
        return float(bool(done) and np.array_equal(done[0], self._target))


def _sentence(text: str) -> str:
    """Words with a capital letter and a full stop."""
    return f"{text[:1].upper()}{text[1:]}."


def is_unknown(answer: str) -> bool:
    """Whether an answer of the architect says that it does not know."""
    return answer in UNKNOWN
