"""Obstacles: the reasons why a text cannot be carried out in its world, as facts about its understanding.

No obstacle is found by a pattern on text: they are failures, open ends, choices that only the architect can
make, and words that no rule reads.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from cq.language import lexicon
from cq.language.grammar import GRAMMAR
from cq.language.inflection import plural_of
from cq.language.length import TOO_LONG, is_too_long
from cq.language.program import Ref
from cq.language.reading import Reading, kind_of_word
from cq.language.request import is_talk
from cq.language.say import say
from cq.language.spelling import corrected
from cq.language.vocabulary import CHEAP, FREE, KINDS
from cq.reading.understand import Understanding
from cq.semantics.choices import Failure, Hole
from cq.types import Cell

OBSTACLE_KINDS = ("absent", "several", "impossible", "contradiction", "off topic", "open", "unread")
"""Every kind: something named is not there; several things fit; it cannot be done; it contradicts itself; it
is not an instruction to build; it leaves something open; words of it are not read.
"""
REFUSED = frozenset({"off topic"})
"""Kinds that no answer can help."""
LIKELY = 0.6
"""The least probability of a filling of an open end that need not be asked for."""

_TYPES = {"place": "where", "axis": "direction"}
"""The type of a question for a kind of hole that has another name."""
_SUBJECTS = frozenset(
    form for listed in KINDS.values() for word in listed.split() for form in (word, plural_of(word))
) | frozenset("everything all anything world zone grid".split())
"""Words for the subjects of instructions, besides colours."""
_ASKING = frozenset("what who whom whose how when why where which is are was do does did has am".split())
_ORDERS = frozenset("@make @remove @shifting @move @recolour @again @extend".split())
"""The classes of verbs with which instructions begin."""
_MOST_UNKNOWN = 0.4
"""A text that is not read in full and has at least this share of unknown words is about something else."""


@dataclass(frozen=True)
class Obstacle:
    """One reason why a text cannot be carried out.

    `kind` is one of `OBSTACLE_KINDS`. `question_type` is the type of the question for it: "colour", "count",
    "size", "where", "direction", "facing", "which" or "action". `phrase` has the words it is about, "" if
    there are none. `text` is a sentence for a person. `cells` are the blocks that could be meant, if several
    things fit.
    """

    kind: str
    question_type: str
    phrase: str
    text: str
    cells: tuple[Cell, ...] = ()


def obstacles_of(understanding: Understanding, text: str) -> tuple[Obstacle, ...]:
    """The obstacles of a text, the gravest first; none if it can be carried out and is sure enough.

    A text that is off topic, or too long, has no other obstacle. `text` is the instruction as it was written.
    """
    if is_too_long(text):
        return (Obstacle("off topic", "action", "", TOO_LONG),)
    reading = understanding.reading
    if is_talk(text) or is_off_topic(reading):
        return (
            Obstacle(
                "off topic",
                "action",
                text,
                "this is not something I can build; say which blocks to place or remove",
            ),
        )
    found = list(_unread(reading, text))
    if not found and not understanding.results:
        found = list(_failed(understanding, text))
    elif not found:
        found = [_undecided(hole, understanding, text) for hole in undecided_holes(understanding)]
    return tuple(
        {(obstacle.kind, obstacle.question_type, obstacle.phrase): obstacle for obstacle in found}.values()
    )


def is_off_topic(reading: Reading) -> bool:
    """Whether a text is not an instruction: it repeats one word, has only numbers, or is not read in full and
    names nothing that can be built, asks something, or has too many unknown words.
    """
    words = [token.text for token in reading.tokens if has_content(token.text)]
    if len(words) > 1 and (len(set(words)) == 1 or all(word.lstrip("-").isdecimal() for word in words)):
        return True
    if reading.is_full:
        return False
    unknown = [word for word in words if not lexicon.is_known(word) and not word.isdecimal()]
    if not (_SUBJECTS | {*lexicon.colours()}).intersection(words):
        texts = [token.text for token in reading.tokens]
        orders = bool(words) and not _ORDERS.isdisjoint(GRAMMAR.vocabulary.get(words[0], ()))
        first = [reading.tokens[index].text for index in reading.unread] == unknown == words[:1]
        if first and reading.program and len(words) > 1:
            return False  # "Biff two more on it": an order with an unknown verb.
        if orders and len(unknown) == 1 and texts[texts.index(unknown[0]) - 1] in ("a", "an", "the"):
            return False  # "Build a giraffe": an order with an unknown thing.
        return bool(unknown) or not any("@make" in GRAMMAR.vocabulary.get(word, ()) for word in words)
    if len(unknown) > 1 and len(unknown) >= _MOST_UNKNOWN * len(words):
        return True
    return reading.tokens[0].text in _ASKING and reading.tokens[-1].text == "?"


def has_content(word: str) -> bool:
    """Whether a word has content: it is no article, preposition or the like, and no mark."""
    return word.isalnum() and word not in CHEAP and word not in FREE


def question_type(hole: Hole) -> str:
    """The type of the question that asks for a hole."""
    return "facing" if hole.field == "facing" else _TYPES.get(hole.kind, hole.kind)


def undecided_holes(understanding: Understanding) -> list[Hole]:
    """The open ends of the results of which no filling is `LIKELY`, in the order of the decisions."""
    holes = dict.fromkeys(hole for result in understanding.results for hole, _, _ in result.outcome.taken)
    return [hole for hole in holes if max(shares(hole, understanding).values()) < LIKELY]


def shares(hole: Hole, understanding: Understanding) -> dict[Hashable, float]:
    """The probability of each filling of a hole, by `key_of` it; None stands for results that have none."""
    found: dict[Hashable, float] = {}
    for result in understanding.results:
        key = key_of(filling(result.outcome.taken, hole))
        found[key] = found.get(key, 0.0) + result.probability
    return found


def filling(taken: tuple[tuple[Hole, Any, float], ...], hole: Hole) -> Any:
    """The filling of a hole in some decisions; None if it was not open."""
    return next((value for decided, value, _ in taken if decided == hole), None)


def key_of(value: Any) -> Hashable:
    """A hashable key for a filling."""
    if isinstance(value, (list, tuple)):
        return tuple(key_of(part) for part in value)
    return frozenset(value) if isinstance(value, set) else value


def _unread(reading: Reading, text: str) -> Iterator[Obstacle]:
    """An obstacle for each unread span with content."""
    if reading.is_full:
        return
    written = corrected(text)
    spans = [
        (first, end)
        for first, end in reading.unread_spans
        if any(has_content(token.text) for token in reading.tokens[first:end])
    ]
    if reading.over_budget:
        yield Obstacle("unread", "action", "", "this is too long to read at once; say it in short sentences")
        return
    if not spans:
        yield Obstacle("unread", "action", "", "I did not understand all of that")
    for first, end in spans:
        strange = [i for i in range(first, end) if kind_of_word(reading.tokens[i].text) == "unknown"]
        if len(strange) == 1:
            first, end = strange[0], strange[0] + 1  # "I did not understand “thingamajig”."
        words = written[reading.tokens[first].start : reading.tokens[end - 1].end]
        yield Obstacle("unread", "action", words, f"I did not understand “{words}”")


def _failed(understanding: Understanding, text: str) -> Iterator[Obstacle]:
    """Why the cheapest reading cannot be carried out."""
    failures, reading = understanding.failures, understanding.reading
    if failures and (failures[0].kind != "open" or not understanding.open_holes):
        failure = failures[0]
        yield Obstacle(failure.kind, _asked_for(failure), _words(failure.about, reading, text), _why(failure))
        return
    for hole in understanding.open_holes:
        why = next((failure.text for failure in failures if failure.hole == hole), f"{hole.kind} is not said")
        yield Obstacle("open", question_type(hole), _words(hole.owner, reading, text), why)


def _undecided(hole: Hole, understanding: Understanding, text: str) -> Obstacle:
    words = _words(hole.owner, understanding.reading, text)
    if hole.kind != "which":
        asked = question_type(hole)
        return Obstacle("open", asked, words, f"{_NAMES.get(asked, asked)} is not said")
    values = [filling(result.outcome.taken, hole) for result in understanding.results]
    listed = [thing for value in values if isinstance(value, list) for thing in value]
    things = [thing for thing in listed if isinstance(thing, frozenset)]
    cells = sorted({cell for thing in things for cell in thing})
    named, count = f"“{words}”" if words else "it", len(dict.fromkeys(things))
    noun = hole.owner.noun if isinstance(hole.owner, Ref) and hole.owner.noun in KINDS else "block"
    several = f"be any of {count} {plural_of(noun)}" if count > 1 else "mean several things"
    return Obstacle("several", "which", words, f"{named} could {several}", tuple(cells))


_NAMES = {
    "colour": "the colour",
    "count": "how many",
    "size": "the size",
    "where": "the place",
    "direction": "the direction",
    "facing": "where you are looking",
}


def _asked_for(failure: Failure) -> str:
    """The type of the question that may help after a failure."""
    if failure.hole is not None:
        return question_type(failure.hole)
    return "which" if failure.kind == "absent" else "action"


def _why(failure: Failure) -> str:
    """A failure in words for a person."""
    about = failure.about
    if failure.kind == "absent" and isinstance(about, Ref) and failure.text.startswith("no such"):
        named = say(replace(about, quantifier=""), "Ref")
        verb = "are" if about.plural else "is"
        return failure.text if named is None else f"there {verb} no {named}"
    return failure.text


def _words(about: Any, reading: Reading, text: str) -> str:
    """The words of a text that mean a part of its program, or words for it; "" if there are none."""
    written = corrected(text)
    meant = [about, replace(about, noun="one")] if isinstance(about, Ref) else [about]
    for part in reading.parts:
        for constituent in part.walk():
            if type(constituent.value) is type(about) and constituent.value in meant:
                return written[
                    reading.tokens[constituent.start].start : reading.tokens[constituent.end - 1].end
                ]
    said = say(about, "Ref") if isinstance(about, Ref) else None
    return said or ""
