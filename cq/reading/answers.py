"""Answers: an instruction and the answers about it are one program.

An answer is read as pieces of a program (`cq.language.rules.answers`), and a piece fills every slot that its
type fits (`cq.semantics.slot_filling`). The program that can be carried out and leaves the least open is the
one that is meant; the words of the question only break ties. The answer to a question about unread words
replaces these words, or the whole instruction.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from itertools import pairwise, product
from typing import Any

from cq.language import lexicon
from cq.language.antecedents import speaks_of_it
from cq.language.asked import ClarifyingQuestion
from cq.language.program import (
    Check,
    Command,
    Copy,
    Correct,
    Free,
    Keep,
    Make,
    Meaning,
    Move,
    Place,
    Program,
    Recolour,
    Ref,
    Remove,
    Reply,
    Resize,
    Size,
    Thing,
    Turn,
)
from cq.language.reading import Reading, read
from cq.language.request import Exchange
from cq.language.spelling import corrected
from cq.language.tokens import tokenize
from cq.language.vocabulary import DIMENSIONS
from cq.reading.new_orders import is_another, orders_of_their_own, said_instead
from cq.reading.obstacles import has_content
from cq.reading.outcome_constraints import NOTHING, OutcomeConstraints, disagreement, told
from cq.reading.own_sides import with_own_side
from cq.reading.understand import Understanding, understood
from cq.semantics.copying import opposite_place
from cq.semantics.memory import Memory
from cq.semantics.slot_filling import MOST_PROGRAMS, filled_with_all
from cq.types import Cell, Grid
from cq.world.directions import COMPASS

MOST_PIECES = 6
"""Pieces of an answer; one with more is not understood."""
MOST_READINGS = 4
"""Readings of the instruction and of an answer that are considered."""
INSTEAD, BESIDE = 0.5, 0.4
"""The cost of an answer that replaces unread words, and of one that tells something else than the question
asks for."""
BEHIND = 0.9
"""The cost of an answer that is read after the instruction, as one text with it."""
CLEARLY = 1.5
"""The highest cost of an order that replaces an answer about all new blocks."""
_ENDS = frozenset(". ; , ! and then".split())
_OF_PIECES = (Copy, Make, Move, Recolour, Remove, Resize)
_PIECES = ("ref", "thing", "place", "size", "colour", "number", "more", "count", "side")
"""Commands that may hold a piece of another command, and the fields for it."""
_BOTH = frozenset({Reply("both"), Ref("it", True, "both")})
_ALL = (Reply("all"), Ref("it", True, "both"), Ref("it", True, "each"))
ANY = "you choose"
_USUAL = {
    "count": ("three", "two"),
    "size": ("three", "3 by 3"),
    "place": ("in the middle", "in the northeast corner", "in the southwest corner"),
    "direction": ("north", "east"),
    "facing": ("north",),
}
"""The builder's choices by the kind of hole, where it may choose and no option is likelier."""
_OPENLY = frozenset("which what where how".split())


@dataclass(frozen=True)
class Heard:
    """The meaning of an instruction with the answers about it.

    `instruction` is the current text: with an answer in it, or an answer that is an instruction of its own
    (`is_new`). `unheard` are the indices of the answers that were not understood. `tells_nothing`: the last
    answer does not know, or leaves the choice to the builder (`is_left`). `withdrawn`: it takes the
    instruction back. `told` is the kind of hole that the last answer fills, or another word for its effect
    ("said", "anew"). `exchanges` are those that tell something besides `instruction`. `facing` is where the
    builder looks. `outcome` has the constraints of the answers on all new blocks.
    """

    understanding: Understanding
    instruction: str
    unheard: tuple[int, ...] = ()
    tells_nothing: bool = False
    withdrawn: bool = False
    is_new: bool = False
    told: str = ""
    exchanges: tuple[Exchange, ...] = ()
    facing: str | None = None
    outcome: OutcomeConstraints = NOTHING
    is_left: bool = False

    @property
    def is_filled(self) -> bool:
        """Whether the last answer fills a slot, is read in full and can be carried out."""
        reads = self.understanding.reading.is_full and bool(self.understanding.results)
        return bool(self.told) and not self.is_left and reads


@dataclass(frozen=True)
class _Way:
    """A candidate program with its cost and its unread tokens. `kind` is as `Heard.told`."""

    program: Program
    cost: float
    unread: tuple[int, ...] = ()
    kind: str = ""


def heard(
    instruction: str,
    exchanges: Sequence[Exchange],
    start: Grid,
    facing: str | None = None,
    recent: Sequence[Cell] = (),
    memory: Memory | None = None,
    is_instead: bool = False,
) -> Heard:
    """The meaning of an instruction with its questions and answers in a start grid (9, 11, 11), after the
    commands in `memory`. `is_instead`: it replaces a dropped instruction, and corrects nothing else.
    """
    text, ways = instruction, _ways_of(instruction, is_instead)
    unheard, is_new, reply = [], False, ""
    telling: list[Exchange] = []
    before = outcome = NOTHING
    for place, exchange in enumerate(exchanges):
        question, answer = exchange.question, exchange.answer
        reply, is_new = reply_in(answer), False
        answer = ANY if reply == "any" else answer
        if reply in ("unknown", "withdrawn"):
            continue
        before, outcome = outcome, told(outcome, answer, start, facing, question.about)
        is_told = before != outcome
        if question.about == "words":
            found_text, found, is_new = _after(text, ways, question, answer)
        else:
            found_text, found = answer, _whole(answer)
            if is_told and not _is_order(answer, found):
                telling.append(exchange)
                continue
            is_new = bool(found)
        if reply == "any" and question.about == "words" and question.type != "confirmation":
            left = found or ways
            if not _understood(text, left, start, facing or "north", recent, memory).results:
                found = _chosen_for(text, left, question, start)
        if is_new:
            outcome = NOTHING
        if reply not in ("any", "no", "none"):
            # The networks hear answers that no rule reads.
            telling = [*telling, exchange] if not found or found_text == text else []
        if found:
            text, ways = found_text, found
        elif reply not in ("any", "no", "none") and not is_told:
            unheard.append(place)
    # "Right" is a side, though it also agrees: a question for a direction has no yes.
    corrects = bool(exchanges) and "facing" in exchanges[-1].question.kinds and reply in ("", "yes")
    if facing is None and exchanges and not corrects:
        facing = "north"  # An architect who was asked and names no direction speaks of a map.
    understanding = _understood(text, ways, start, facing, recent, memory, is_instead)
    kind = {way.program: way.kind for way in ways}.get(understanding.reading.program, "")
    meant = (
        [result.grid for result in understanding.results[:1]]
        if kind and understanding.reading.is_full
        else []
    )
    if any(disagreement(outcome, start, grid) > 0 for grid in meant):
        outcome = before  # "In the middle" of the edge that was said.
    return Heard(
        understanding,
        text,
        tuple(unheard),
        reply in ("unknown", "any"),
        reply == "withdrawn",
        is_new,
        kind,
        tuple(telling),
        facing,
        outcome,
        reply == "any",
    )


def _understood(
    text: str,
    ways: Sequence[_Way],
    start: Grid,
    facing: str | None,
    recent: Sequence[Cell],
    memory: Memory | None,
    is_instead: bool = False,
) -> Understanding:
    tokens = read(text)[0].tokens
    filled = any(way.kind for way in ways)
    readings = (
        [Reading(way.program, way.cost, tokens, (), way.unread) for way in ways] if filled else read(text)
    )
    if memory is not None and not filled:
        readings = memory.readings(text, readings)
    if is_instead:
        readings = [replace(reading, program=said_instead(reading.program)) for reading in readings]
    return understood(readings, start, facing, recent, fewest_open=filled, memory=memory)


def _chosen_for(text: str, ways: Sequence[_Way], question: ClarifyingQuestion, start: Grid) -> list[_Way]:
    """The ways to mean a text with the builder's own choice, where no option is likelier."""
    first: list[_Way] = []
    for words in choices_for(question):
        _, found, is_new = _after(text, ways, question, words)
        if found and not is_new:
            if _understood(text, found, start, "north", (), None).results:
                return found
            first = first or found
    return first


def choices_for(question: ClarifyingQuestion) -> tuple[str, ...]:
    """The builder's choices if an answer leaves the choice to it: the options, or the usual values."""
    known = {**_USUAL, "colour": lexicon.colours()}
    usual = [words for kind in sorted(question.kinds) for words in known.get(kind, ())]
    return question.offered or tuple(usual)


def reply_in(answer: str) -> str:
    """The word of an answer that is only a reply; "" for other answers."""
    best = read(answer, "Answer")[0]
    words = {piece.word for piece in best.program if isinstance(piece, Reply)}
    if len(words) != 1 or len(best.program) > 1 + ("unknown" in words):
        return ""
    word = words.pop()
    return word if not best.unread or word == "unknown" else ""  # "I'm not sure what you mean."


def _ways_of(text: str, is_instead: bool = False) -> list[_Way]:
    readings = [reading for reading in read(text)[:MOST_READINGS] if reading.program]
    programs = [said_instead(reading.program) if is_instead else reading.program for reading in readings]
    return [
        _Way(program, reading.cost, reading.unread)
        for program, reading in zip(programs, readings, strict=True)
    ]


def _after(
    text: str, ways: Sequence[_Way], question: ClarifyingQuestion, answer: str
) -> tuple[str, list[_Way], bool]:
    """The text and the ways to mean it after an answer, and whether it is an instruction of its own; no ways
    if the answer is not understood.
    """
    options = question.named
    asked = read(text)[0]
    if not asked.is_full and not options:
        better, whole = _rephrased(text, asked, answer), _whole(answer)
        if better is not None and better[1] and not (whole and _is_within(asked)):
            return *better, False
        if question.type == "action":  # It asks for other words.
            if whole:
                return answer, whole, True
            if better is not None:
                return better[0], _ways_of(better[0]), False
    whole = _whole(answer)
    if whole and ways and is_another(answer, whole[0].program, ways[0].program):
        return answer, whole, True
    found: dict[Program, _Way] = {}
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
    ways: Sequence[_Way], question: ClarifyingQuestion, answer: str, options: Sequence[str]
) -> Sequence[_Way]:
    """The programs with an answer in them."""
    kinds = question.kinds
    dimension = next(
        (DIMENSIONS[token.text] for token in tokenize(question.text) if token.text in DIMENSIONS), None
    )
    openly = any(token.text in _OPENLY for token in tokenize(question.head))
    offered = offers(question.text, options)
    noun = noun_asked(question.head)
    words = [token.text for token in tokenize(question.head)]
    named = tuple(word for word in words if word in lexicon.colours() and words[0] == "which")
    filled = []
    for reading in read(answer, "Answer")[:MOST_READINGS]:
        numbers = sum(isinstance(piece, Reply) and number_in(piece) != 0 for piece in reading.program)
        if reading.unread or not 0 < len(reading.program) <= (1 if numbers else MOST_PIECES):
            continue
        if len(options) > 2 and not _BOTH.isdisjoint(reading.program):
            continue  # It speaks of two.
        said: Sequence[Any] = reading.program
        program = tuple(Reply("all") if piece == Reply("both") else piece for piece in said)
        if "facing" in kinds:  # "No, on the right" corrects a side.
            filled += [
                _Way(fixed, way.cost + reading.cost, way.unread, "corrected")
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
                filled.append(_Way(fitted.program, cost, left, fitted.kind or "said"))
    return filled


def _behind(text: str, ways: Sequence[_Way], answer: str) -> Iterator[_Way]:
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
                yield _Way(program, cost, way.unread, "corrected" if corrects else "said")


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


def _whole(answer: str) -> list[_Way]:
    """The ways to mean an answer as an instruction of its own."""
    return [_Way(reading.program, reading.cost, (), "anew") for reading in orders_of_their_own(answer)]


def _is_order(answer: str, whole: Sequence[_Way]) -> bool:
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


def _rephrased(text: str, reading: Reading, answer: str) -> tuple[str, list[_Way]] | None:
    """The text with an answer in the place of its first unread words, and its ways if it is then read in
    full; None if no more of it is read, or nothing of the answer.
    """
    written = corrected(text)
    for first, end in reading.unread_spans:
        before, behind = written[: reading.tokens[first].start], written[reading.tokens[end - 1].end :]
        changed = f"{before}{answer}{behind}"
        full = [new for new in read(changed)[:MOST_READINGS] if new.is_full]
        if full:
            return changed, [_Way(new.program, new.cost + INSTEAD, (), "anew") for new in full]
        best = read(changed)[0]
        unread = sum(has_content(best.tokens[index].text) for index in best.unread if first <= index)
        left = sum(has_content(reading.tokens[index].text) for index in reading.unread if end <= index)
        told = sum(has_content(token.text) for token in tokenize(answer))
        if len(best.unread) < len(reading.unread) and best.program:
            return (changed, []) if unread - left < told else None
    return None


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
    if not isinstance(value, _OF_PIECES) or not elided:
        return (value,)
    held = [getattr(value, name, None) for name in _PIECES]
    return tuple(piece for piece in held if piece is not None and piece not in (Ref("it"), Ref("it", True)))


def noun_asked(head: str) -> str:
    """The noun behind the question word ("of which tower"); "" if there is none."""
    words = [token.text for token in tokenize(head)]
    for before, word in pairwise(words):
        if before in _OPENLY and (named := read(word, "Nominal")[0]).is_full and word != "one":
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
        elif noun and value in _ALL:
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
