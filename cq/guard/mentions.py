"""The places where a talk mentions the value of an argument, or other values it could have."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from cq.guard.moments import Moment, moments, read_moment
from cq.guard.numbers import numbers, unit_of
from cq.guard.schemas import Schema, name_of, names
from cq.guard.tools import Path
from cq.guard.words import Span, Words, plain, stem

_ALSO = {
    "eur": "euro €", "usd": "dollar $", "gbp": "pound £", "jpy": "yen ¥", "chf": "franc",
    "s": "small", "m": "medium", "l": "large", "xl": "extra-large",
}  # fmt: skip
"""Words that people say for values that are codes."""


@dataclass(frozen=True)
class Turn:
    """A turn's text, `plain`. `speaker`: "user", "assistant", or "found" for a tool's result. `today` is the
    day of the talk, None if it is not known.
    """

    speaker: str
    text: str
    today: date | None = None


def exchange(question: str, answer: str, today: date | None = None) -> tuple[Turn, Turn]:
    """An agent's question and the user's answer."""
    return Turn("assistant", plain(question), today), Turn("user", plain(answer), today)


@dataclass(frozen=True)
class Argument:
    """An argument for the judge."""

    name: str
    schema: Schema

    @classmethod
    def at(cls, path: Path, schema: Schema) -> Argument:
        return cls(next((key for key in reversed(path) if isinstance(key, str)), ""), schema)

    @property
    def about(self) -> str:
        """Its name and description in words."""
        return f"{self.name.replace('_', ' ')}: {self.schema.get('description') or ''}".strip(": ")


@dataclass(frozen=True)
class Mention:
    """A place in a turn that says the value, or another value that the argument could have."""

    turn: int
    span: Span
    is_value: bool


def mentions(talk: Sequence[Turn], argument: Argument, value: Any) -> list[Mention]:
    """All places that mention a value or another one; for a boolean, the places about the argument."""
    return [
        Mention(number, span, is_value)
        for number, turn in enumerate(talk)
        for span, is_value in _found(turn, argument, value)
    ]


def _found(turn: Turn, argument: Argument, value: Any) -> Iterator[tuple[Span, bool]]:
    text, schema = turn.text, argument.schema
    if isinstance(value, bool):
        return ((span, True) for span in _topic(text, argument))
    if isinstance(value, int | float) and not names(schema):
        return _numbers(text, argument, value)
    if "enum" in schema:
        listed = [option for option in schema["enum"] if option is not None]
        called = [
            (name, option == value)
            for option in listed
            for name in {str(option), str(name_of(option, schema))}
        ]
        return ((span, is_value) for name, is_value in called for span in option_spans(text, name))
    if (moment := read_moment(str(value))) is not None:
        day, minutes = moment
        # A time alone is no other date, and a date alone no other time.
        wanted = [
            told for told in moments(text) if (told.minutes and minutes is not None) or (told.has_day and day)
        ]
        return ((told.span, _agrees(told, moment, turn.today)) for told in wanted)
    return ((span, True) for span in _told_words(text, str(value)))


def _agrees(told: Moment, moment: tuple[date | None, int | None], today: date | None) -> bool:
    """Whether a moment tells the date, the time or both of another, and contradicts neither."""
    day, minutes = moment
    if day is None or minutes is None or not told.minutes:
        return told.agrees(day, minutes, today)
    return told.agrees(None, minutes) and (not told.has_day or told.agrees(day, None, today))


def _topic(text: str, argument: Argument) -> list[Span]:
    """Where a text is about an argument: by the words of its name, else by those of its description."""
    said = Words(text).stems
    for about in (argument.name.replace("_", " "), str(argument.schema.get("description") or "")):
        own = set(Words.of(about).content)
        if spans := [span for root, span in said if root in own]:
            return spans
    return []


def _numbers(text: str, argument: Argument, value: float) -> Iterator[tuple[Span, bool]]:
    dated = [told.span for told in moments(text) if told.is_dated]
    told = numbers(text, unit_of(argument.about))
    own = {span for number, span in told if number == value}
    for span in dict.fromkeys(span for _, span in told):
        is_word = text[slice(*span)].isalpha()
        if not any(start <= span[0] < end for start, end in dated) and (span in own or not is_word):
            yield span, span in own


def option_spans(text: str, option: str) -> list[Span]:
    """Where a text names one of a few options, by itself or by its usual words."""
    names = [option, *_ALSO.get(option.casefold(), "").split()]
    return [span for name in names for span in _option_named(text, name)]


def _option_named(text: str, name: str) -> list[Span]:
    if not any(map(str.isalnum, name)):
        return [found.span() for found in re.finditer(re.escape(name), text)]
    if len(name) < 3:
        return [span for word, span in Words(text).spans if word == name.casefold()]
    wanted = [stem(word) for word in Words.of(name.replace("_", " ")).words]
    said = [(stem(word), span) for word, span in Words(text).spans]
    spans = []
    for at in range(len(said) - len(wanted) + 1):
        if [root for root, _ in said[at : at + len(wanted)]] == wanted:
            spans.append((said[at][1][0], said[at + len(wanted) - 1][1][1]))
    return spans


def _told_words(text: str, value: str) -> list[Span]:
    """Where a free text is told: a code in full (of a path its last part), of words half and all digits."""
    if whole := _squeezed(text, plain(value)):
        return whole
    if " " not in value and re.search(r"[\d@/\\_]", value):
        return _squeezed(text, plain(re.split(r"[/\\]", value)[-1])) if "/" in value else []
    said = Words(text).stems
    own = Words.of(value.replace("_", " ")).content
    told = {word: [span for root, span in said if _is_like(word, root)] for word in own}
    digits = [word for word in own if any(map(str.isdigit, word))]
    if 2 * sum(map(bool, told.values())) < len(told) or not all(told[word] for word in digits):
        return []
    return sorted({span for spans in told.values() for span in spans})


def _squeezed(text: str, value: str) -> list[Span]:
    """Where a value appears, whatever spaces and dashes are in it; at the bounds of words."""
    places = [at for at, letter in enumerate(text) if letter.isalnum()]
    letters = "".join(text[at] for at in places)
    wanted = "".join(letter for letter in value if letter.isalnum())
    starts = [found.start() for found in re.finditer(re.escape(wanted), letters)] if wanted else []
    spans = [(places[start], places[start + len(wanted) - 1] + 1) for start in starts]
    return [
        (start, end)
        for start, end in spans
        if not text[start - 1 : start].isalnum() and not text[end : end + 1].isalnum()
    ]


def _is_like(word: str, other: str) -> bool:
    if word == other:
        return True
    return min(len(word), len(other)) >= 4 and (word.startswith(other) or other.startswith(word))
