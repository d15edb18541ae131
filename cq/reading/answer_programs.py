"""The programs that an instruction can be with an answer in it, beside it or in its place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from itertools import product
from typing import Any

from cq.language import lexicon
from cq.language.antecedents import speaks_of_it
from cq.language.asked import ClarifyingQuestion
from cq.language.program import (
    Check,
    Command,
    Correct,
    Free,
    Keep,
    Make,
    Meaning,
    Program,
    Ref,
    Reply,
    Size,
    Thing,
)
from cq.language.reading import Reading, read
from cq.language.spelling import corrected
from cq.language.tokens import tokenize
from cq.language.vocabulary import DIMENSIONS
from cq.reading.answer_pieces import (
    BOTH,
    MOST_READINGS,
    OPENLY,
    chosen,
    measured,
    noun_asked,
    number_in,
    offers,
)
from cq.reading.new_orders import is_another, orders_of_their_own, said_instead
from cq.reading.obstacles import has_content
from cq.reading.own_sides import with_own_side
from cq.semantics.slot_filling import MOST_PROGRAMS, filled_with_all

MOST_PIECES = 6
"""Pieces of an answer; one with more is not understood."""
CLEARLY = 1.5
"""The highest cost of an order that replaces an answer about all new blocks."""
INSTEAD, BESIDE = 0.5, 0.4
"""The cost of an answer that replaces unread words, and of one that tells something else than the question
asks for."""
BEHIND = 0.9
"""The cost of an answer that is read after the instruction, as one text with it."""
_ENDS = frozenset(". ; , ! and then".split())


@dataclass(frozen=True)
class Way:
    """A candidate program with its cost and its unread tokens. `kind` is as `Heard.told`."""

    program: Program
    cost: float
    unread: tuple[int, ...] = ()
    kind: str = ""


def ways_of(text: str, is_instead: bool = False) -> list[Way]:
    readings = [reading for reading in read(text)[:MOST_READINGS] if reading.program]
    programs = [said_instead(reading.program) if is_instead else reading.program for reading in readings]
    return [
        Way(program, reading.cost, reading.unread)
        for program, reading in zip(programs, readings, strict=True)
    ]


def after_answer(
    text: str, ways: Sequence[Way], question: ClarifyingQuestion, answer: str
) -> tuple[str, list[Way], bool]:
    """The text and the ways to mean it after an answer, and whether it is an instruction of its own; no ways
    if the answer is not understood.
    """
    options = question.named
    asked = read(text)[0]
    if not asked.is_full and not options:
        better, whole = _rephrased(text, asked, answer), whole_orders(answer)
        if better is not None and better[1] and not (whole and _is_within(asked)):
            return *better, False
        if question.type == "action":  # It asks for other words.
            if whole:
                return answer, whole, True
            if better is not None:
                return better[0], ways_of(better[0]), False
    whole = whole_orders(answer)
    if whole and ways and is_another(answer, whole[0].program, ways[0].program):
        return answer, whole, True
    found: dict[Program, Way] = {}
    for way in (*_filled(ways, question, answer, options), *_behind(text, ways, answer)):
        if way.program not in found or found[way.program].cost > way.cost:
            found[way.program] = way
    if all(way.kind == "restated" for way in found.values()) and whole:
        return answer, whole, True
    ordered = sorted(found.values(), key=lambda way: way.cost)[:MOST_PROGRAMS]
    if whole and ordered and (ordered[0].program, ordered[0].kind) == (ways[0].program, "said"):
        return text, [], False  # It repeats the order.
    return text, ordered, False


def _filled(
    ways: Sequence[Way], question: ClarifyingQuestion, answer: str, options: Sequence[str]
) -> Sequence[Way]:
    """The programs with an answer in them."""
    kinds = question.kinds
    dimension = next(
        (DIMENSIONS[token.text] for token in tokenize(question.text) if token.text in DIMENSIONS), None
    )
    openly = any(token.text in OPENLY for token in tokenize(question.head))
    offered = offers(question.text, options)
    noun = noun_asked(question.head)
    words = [token.text for token in tokenize(question.head)]
    named = tuple(word for word in words if word in lexicon.colours() and words[0] == "which")
    filled = []
    for reading in read(answer, "Answer")[:MOST_READINGS]:
        numbers = sum(isinstance(piece, Reply) and number_in(piece) != 0 for piece in reading.program)
        if reading.unread or not 0 < len(reading.program) <= (1 if numbers else MOST_PIECES):
            continue
        if len(options) > 2 and not BOTH.isdisjoint(reading.program):
            continue  # It speaks of two.
        said: Sequence[Any] = reading.program
        program = tuple(Reply("all") if piece == Reply("both") else piece for piece in said)
        if "facing" in kinds:  # "No, on the right" corrects a side.
            filled += [
                Way(fixed, way.cost + reading.cost, way.unread, "corrected")
                for way in ways
                for fixed in with_own_side(way.program, program)
            ]
        told = [
            measured(program, dimension, "facing" in kinds, noun, named, apart) for apart in (True, False)
        ]
        meant = dict.fromkeys(chosen(pieces, choices, openly) for pieces in told for choices in offered)
        for way, values in product(ways, meant):
            for fitted in filled_with_all(way.program, values):
                if fitted.kind == "restated" and any(map(speaks_of_it, fitted.program)):
                    continue
                beside = 0.0 if not kinds or fitted.kind in kinds else BESIDE
                left = () if fitted.kind == "restated" else way.unread
                cost = way.cost + reading.cost + fitted.cost + beside
                filled.append(Way(fitted.program, cost, left, fitted.kind or "said"))
    return filled


def _behind(text: str, ways: Sequence[Way], answer: str) -> Iterator[Way]:
    """The programs with the additions of an answer that is read after the text, as one text with it."""
    if any(
        isinstance(piece, Check)
        for reading in read(answer, "Answer")[:MOST_READINGS]
        for piece in reading.program
    ):
        return  # It may count blocks that are already there.
    for new, base, way in product(read(f"{text.rstrip(' .!')}, {answer}")[:MOST_READINGS], read(text), ways):
        if new.is_full and base.is_full:
            program = _merged(base.program, new.program, way.program)
            if program is not None and program != way.program:
                corrects = any(isinstance(command, Correct) for command in program[len(way.program) :])
                cost = way.cost + max(0.0, new.cost - base.cost) + BEHIND
                yield Way(program, cost, way.unread, "corrected" if corrects else "said")


def _merged(base: Any, new: Any, mine: Any) -> Any:
    """A part `mine` of a program with the additions of `new` to `base`; None if `new` contradicts `base`, or
    names something else."""
    if new == base:
        return mine
    if base in (None, (), "", False) or (
        isinstance(base, Thing)
        and isinstance(new, Thing)
        and (base.shape, base.colours) == ("block", new.colours)
    ):
        return new if mine in (base, new) else None
    if isinstance(base, tuple) and len(base) == len(mine):
        more = new[len(base) :]
        if len(new) < len(base) or not all(isinstance(part, (Correct, Free, Keep, Size)) for part in more):
            return None
        found = tuple(_merged(*parts) for parts in zip(base, new, mine, strict=False))
        return None if None in found else (*found, *more)
    if not isinstance(base, Meaning) or isinstance(base, Ref) or not type(base) is type(new) is type(mine):
        return None
    held = {
        field.name: _merged(getattr(base, field.name), getattr(new, field.name), getattr(mine, field.name))
        for field in fields(base)  # type: ignore[arg-type]
    }
    lost = any(held[name] is None and getattr(mine, name) is not None for name in held)
    return None if lost else replace(mine, **held)  # type: ignore[type-var]


def whole_orders(answer: str) -> list[Way]:
    """The ways to mean an answer as an instruction of its own."""
    return [Way(reading.program, reading.cost, (), "anew") for reading in orders_of_their_own(answer)]


def is_order(answer: str, whole: Sequence[Way]) -> bool:
    """Whether an answer about all new blocks is an order of its own: it has a verb, or names a shape ("a
    tower in the corner").
    """
    if not whole or len(whole[0].program) > 1 or whole[0].cost > CLEARLY:
        return False
    first = whole[0].program[0]
    is_shape = isinstance(first, Make) and first.thing.shape not in ("block", "one")
    return is_shape or all(isinstance(piece, Command) for piece in read(answer, "Answer")[0].program)


def _is_within(reading: Reading) -> bool:
    """Whether the first unread words are a part of a sentence of which other words are read."""
    first, end = reading.unread_spans[0]
    words = [token.text for token in reading.tokens]
    return not ((first == 0 or words[first - 1] in _ENDS) and (end == len(words) or words[end] in _ENDS))


def _rephrased(text: str, reading: Reading, answer: str) -> tuple[str, list[Way]] | None:
    """The text with an answer in the place of its first unread words, and its ways if it is then read in
    full; None if no more of it is read, or nothing of the answer.
    """
    written = corrected(text)
    for first, end in reading.unread_spans:
        before, behind = written[: reading.tokens[first].start], written[reading.tokens[end - 1].end :]
        changed = f"{before}{answer}{behind}"
        full = [new for new in read(changed)[:MOST_READINGS] if new.is_full]
        if full:
            return changed, [Way(new.program, new.cost + INSTEAD, (), "anew") for new in full]
        best = read(changed)[0]
        unread = sum(has_content(best.tokens[index].text) for index in best.unread if first <= index)
        left = sum(has_content(reading.tokens[index].text) for index in reading.unread if end <= index)
        told = sum(has_content(token.text) for token in tokenize(answer))
        if len(best.unread) < len(reading.unread) and best.program:
            return (changed, []) if unread - left < told else None
    return None
