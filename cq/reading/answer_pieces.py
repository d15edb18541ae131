"""The pieces of a program that an answer tells, beside the options and the words of its question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from cq.language.antecedents import speaks_of_it
from cq.language.program import (
    Copy,
    Correct,
    Make,
    Move,
    Place,
    Recolour,
    Ref,
    Remove,
    Reply,
    Resize,
    Size,
    Turn,
)
from cq.language.reading import read
from cq.language.tokens import tokenize
from cq.semantics.copying import opposite_place
from cq.world.directions import COMPASS

MOST_READINGS = 4
"""Readings of the instruction and of an answer that are considered."""
OF_PIECES = (Copy, Make, Move, Recolour, Remove, Resize)
PIECES = ("ref", "thing", "place", "size", "colour", "number", "more", "count", "side")
"""Commands that may hold a piece of another command, and the fields for it."""
OPENLY = frozenset("which what where how".split())
BOTH = frozenset({Reply("both"), Ref("it", True, "both")})
ALL = (Reply("all"), Ref("it", True, "both"), Ref("it", True, "each"))


def offers(question: str, options: Sequence[str]) -> tuple[tuple[Any, ...], ...]:
    """The choices that a question names, for each of its readings; or all its options in order."""
    if options:
        return (tuple(piece for text in options for piece in read(text, "Answer")[0].program[:1]),)
    last = question.split(". ")[-1]
    found = [
        tuple(
            part
            for piece in reading.program
            for part in _apart(piece)
            if part not in (Ref("it"), Ref("it", True))
        )
        for text in dict.fromkeys((last, last.split(", ")[-1]))
        for reading in read(text, "Answer")[:MOST_READINGS]
    ]
    return tuple(dict.fromkeys((*found, ())))


def _apart(value: Any) -> tuple[Any, ...]:
    """The pieces of a command about an antecedent ("put it on the red one"); any other value is one piece."""
    if isinstance(value, Correct):
        return _apart(value.value)
    ref = getattr(value, "ref", None)
    elided = speaks_of_it(value) or (isinstance(ref, Ref) and ref.noun == "one")
    if not isinstance(value, OF_PIECES) or not elided:
        return (value,)
    held = [getattr(value, name, None) for name in PIECES]
    return tuple(piece for piece in held if piece is not None and piece not in (Ref("it"), Ref("it", True)))


def noun_asked(head: str) -> str:
    """The noun behind the question word ("of which tower"); "" if there is none."""
    words = [token.text for token in tokenize(head)]
    for before, word in pairwise(words):
        if before in OPENLY and (named := read(word, "Nominal")[0]).is_full and word != "one":
            return str(getattr(named.program[0], "noun", ""))
    return ""


def measured(
    values: Sequence[Any],
    dimension: str | None,
    asks_facing: bool,
    noun: str = "",
    colours: tuple[str, ...] = (),
    apart: bool = True,
) -> tuple[Any, ...]:
    """The pieces of an answer as the question asks for them: a number alone answers "how high", "how long" or
    "how wide", a direction "where are you looking", "both" "which" of a `noun`. "The tall one" gets the
    `colours` of the question."""
    found: list[Any] = []
    for value in (part for piece in values for part in (_apart(piece) if apart else (piece,))):
        if isinstance(value, Ref) and value.of is not None and value.of.noun == "it" and value.of.plural:
            value = replace(value, of=None)  # "The smaller of the two."
        if (
            isinstance(value, Ref)
            and value.of is not None
            and value.of.noun == "one"
            and not value.of.colours
        ):
            value = replace(value, of=replace(value.of, colours=colours))
        if isinstance(value, Ref) and value.noun == "one":
            value = replace(value, noun=noun or "one", colours=value.colours or colours)
        elif noun and value in ALL:
            value = Ref(noun, True, "all", colours=colours)
        way = getattr(value, "heading", None) or getattr(value, "faces", None) or value
        if dimension is not None and isinstance(value, int):
            value = Size(dimension, value)
        elif asks_facing and way in COMPASS:
            value = Turn(way)
        found.append(value)
    return tuple(found)


def number_in(value: Any) -> int:
    """The number of an option that a reply names, negative from the last; 0 for other pieces."""
    word = value.word if isinstance(value, Reply) else ""
    return int(word) if word.lstrip("-").isdecimal() else 0


def chosen(values: Sequence[Any], offered: Sequence[Any], asks_openly: bool) -> tuple[Any, ...]:
    """The pieces of an answer; one that chooses among the options of the question is replaced by its choice.

    A question that `asks_openly` (which, what, where, how) has no yes.
    """
    found: list[Any] = []
    for value in values:
        word = value.word if isinstance(value, Reply) else ""
        only = offered[0] if len(offered) == 1 else None
        if word == "yes" and not asks_openly:
            found += offered
        elif number := number_in(value):
            if len(offered) > 1 and -len(offered) <= number <= len(offered):
                found.append(offered[number - (number > 0)])
        elif isinstance(only, Ref) and (word in ("other", "opposite") or (word == "no" and not asks_openly)):
            found.append(replace(only, colours=(), limits=(), but=only, quantifier="the"))
        elif isinstance(only, Place) and word in ("other", "opposite"):
            found += [place for place in [opposite_place(only)] if place is not None]
        elif word in ("yes", "no", "unknown") and len(values) > 1:
            continue
        else:
            found.append(value)
    return tuple(found)
