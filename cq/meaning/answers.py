"""Answers: an instruction and what was answered about it are one program.

An answer is read in the categories of pieces of a program (`cq.language.rules.answers`) and put wherever its
type fits (`cq.meaning.pieces`). What can then be carried out with the least left open is what was meant; the
words of the question only break ties.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from typing import Any

from cq.language.program import Place, Program, Ref, Reply, Size
from cq.language.reading import Reading, read
from cq.language.spelling import corrected
from cq.language.tokens import tokenize
from cq.meaning.geometry import Cell
from cq.meaning.pieces import MOST_PROGRAMS, filled_with_all
from cq.meaning.understand import Understanding, understood
from cq.world.grid import Grid

DIMENSIONS = {
    word: dimension
    for dimension, listed in {"high": "high tall height", "long": "long length", "wide": "wide width"}.items()
    for word in listed.split()
}
"""What the words of a question ask the measure of."""
MOST_PIECES = 6
"""Pieces of an answer; one with more is not understood."""
_OWN_SIDES = frozenset("left right front behind back leftmost rightmost frontmost backmost".split())
MOST_READINGS = 4
"""Readings of the instruction and of an answer that are considered."""


def heard(
    instruction: str,
    exchanges: Sequence[tuple[str, str, frozenset[str]]],
    start: Grid,
    facing: str | None = None,
    recent: Sequence[Cell] = (),
) -> Understanding | None:
    """What an instruction means with the answers about it.

    `exchanges` are (question, answer, kinds): kinds of hole that the question asks about, empty if unknown.
    None if an answer is not read in full or fits nowhere.
    """
    readings = read(instruction)
    programs = [(one.program, one.cost, one.unread) for one in readings[:MOST_READINGS] if one.program]
    if not programs:
        return None
    for question, answer, kinds in exchanges:
        dimension = next((DIMENSIONS[one.text] for one in tokenize(question) if one.text in DIMENSIONS), None)
        asks_openly = any(one.text in ("which", "what", "where", "how") for one in tokenize(question))
        offered = offers(question)
        found: dict[Program, tuple[float, tuple[int, ...]]] = {}
        for reading in rephrased(instruction, answer):
            found[reading.program] = (reading.cost + 0.5, ())
        for reading in read(answer, "Answer")[:MOST_READINGS]:
            if reading.unread or not 0 < len(reading.program) <= MOST_PIECES:
                continue
            pieces = measured(reading.program, dimension)
            meant = list(dict.fromkeys(chosen(pieces, one, asks_openly) for one in offered))
            for (program, cost, unread), values in product(programs, meant):
                for one in filled_with_all(program, values):
                    asked = 0.0 if not kinds or one.kind in kinds else 0.4
                    total = cost + reading.cost + one.cost + asked
                    left = () if one.kind == "restated" else unread
                    if one.program not in found or found[one.program][0] > total:
                        found[one.program] = (total, left)
        programs = [
            (program, cost, unread)
            for program, (cost, unread) in sorted(found.items(), key=lambda item: item[1][0])[:MOST_PROGRAMS]
        ]
    if facing is None and not _OWN_SIDES & {token.text for token in tokenize(instruction)}:
        facing = "north"  # Of what is offered the left one is that on a map.
    if not programs:
        return None
    return understood(
        [Reading(program, cost, readings[0].tokens, (), unread) for program, cost, unread in programs],
        start,
        facing,
        recent,
        fewest_open=True,
    )


def offers(question: str) -> tuple[tuple[Any, ...], ...]:
    """What a question may name for choice, for each of its readings."""
    found = [
        tuple(one for one in reading.program if isinstance(one, (Ref, Place, Size)) and one != Ref("it"))
        for reading in read(question, "Answer")[:MOST_READINGS]
    ]
    return tuple(dict.fromkeys(found))


def rephrased(instruction: str, answer: str) -> tuple[Reading, ...]:
    """The readings of an instruction with an answer in the place of the words that are not read, if they
    are one run of words and all is read then."""
    text = corrected(instruction)
    reading = read(instruction)[0]
    if len(reading.unread_spans) != 1:
        return ()
    first, end = reading.unread_spans[0]
    before, behind = text[: reading.tokens[first].start], text[reading.tokens[end - 1].end :]
    return tuple(one for one in read(f"{before}{answer}{behind}")[:MOST_READINGS] if one.is_full)


def measured(values: Sequence[Any], dimension: str | None) -> tuple[Any, ...]:
    """The pieces of an answer, where a number alone answers "how high", "how long" or "how wide"."""
    if dimension is None:
        return tuple(values)
    return tuple(Size(dimension, one) if isinstance(one, int) else one for one in values)


def chosen(values: Sequence[Any], offered: Sequence[Any], asks_openly: bool) -> tuple[Any, ...]:
    """The pieces of an answer, where one that chooses among what the question names stands for its choice.

    Nobody says yes to a question that `asks_openly`: which, what, where, how.
    """
    refs = [one for one in offered if isinstance(one, Ref)]
    found: list[Any] = []
    for value in values:
        word = value.word if isinstance(value, Reply) else ""
        if word == "yes" and len(values) == 1 and not asks_openly:
            found += offered
        elif word in ("first", "second") and len(refs) == 2:
            found.append(refs[word == "second"])
        elif word == "other" and len(refs) == 1:
            found.append(replace(refs[0], colours=(), limits=(), but=refs[0], quantifier="the"))
        elif word in ("yes", "no") and len(values) > 1:
            continue
        else:
            found.append(value)
    return tuple(found)
