"""The builder's own sides in a program, corrected by an answer: "no, on the right"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from cq.language.program import Beside, Correct, Extreme, Program, Ref, slots
from cq.world.directions import SIDES

_ITSELF = ("it", "one")


def with_own_side(program: Program, answer: Sequence[Any]) -> Iterator[Program]:
    """The programs in which the own side that an answer tells replaces another one; none if the answer tells
    no single side, or names another landmark.
    """
    told = [piece.value if isinstance(piece, Correct) else piece for piece in answer]
    sides = {way for piece in told if (way := _own_side(piece)) is not None}
    if len(sides) != 1:
        return
    (side,) = sides
    landmarks = [
        piece.landmark for piece in told if isinstance(piece, Beside) and piece.landmark.noun not in _ITSELF
    ]
    for i, command in enumerate(program):
        for node, put in slots(command):
            is_meant = isinstance(node, Beside) and node.side in SIDES and node.side != side
            if is_meant and all(landmark == node.landmark for landmark in landmarks):
                yield (*program[:i], put(replace(node, side=side)), *program[i + 1 :])


def _own_side(value: Any) -> str | None:
    """The side in a piece of an answer: "right", "the right one", "to the right of it"."""
    if isinstance(value, Ref) and value.noun in _ITSELF and value.limits:
        value = value.limits[0]
    way = value.side if isinstance(value, Beside) else value
    way = way.direction if isinstance(way, Extreme) else way
    return way if isinstance(way, str) and way in SIDES else None
