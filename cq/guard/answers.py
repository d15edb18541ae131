"""Reads an answer in words as a value in the type of the argument in question."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from string import punctuation
from typing import Any

from cq.guard.mentions import Argument, exchange, option_spans
from cq.guard.moments import Moment, moments, read_moment
from cq.guard.numbers import numbers, unit_of
from cq.guard.questions import ask_missing, said
from cq.guard.schemas import Schema, by_names, name_of, names
from cq.guard.support import verdict
from cq.guard.tools import MISSING, Path, fits
from cq.guard.words import Words, plain

_YES = frozenset("yes yeah yep sure ok okay please true y do".split())
_NO = frozenset("no nope not never false n don't dont without".split())
_NO_ANSWER = frozenset(
    "|?|i don't know|don't know|dunno|no idea|not sure|skip|whatever|any|anything|you decide".split("|")
)
_STOP = frozenset(["stop", "cancel", "cancel it", "never mind", "nevermind", "forget it", "abort"])


def is_no_answer(answer: str | None) -> bool:
    """Whether there is no answer, or the person does not know."""
    return answer is None or _bare(answer) in _NO_ANSWER


def is_stop(answer: str | None) -> bool:
    """Whether the person takes the request back."""
    return answer is not None and _bare(answer) in _STOP


def read_answer(
    answer: str,
    schema: Schema,
    likely: tuple[Any, ...] = (),
    asked: Path | None = None,
    today: date | None = None,
) -> Any:
    """The value of an answer, valid by the schema; `MISSING` if the answer does not fit.

    `likely` are the values of the options shown: an answer may name one, or give its number from 1.
    `asked` is the path of the argument in question; then the judge says which values the answer
    tells, and which it only mentions or denies. With `today`, "tomorrow" and a weekday tell a date.
    """
    if by_name := names(schema):
        named = read_answer(answer, by_names(schema), tuple(name_of(value, schema) for value in likely))
        if named is not MISSING:
            return by_name[named]
    options = likely or tuple(schema.get("enum", ()))
    for value in _meant(answer, schema, options, asked, today):
        if fits(value, schema):
            return value
    return MISSING


def denies(answer: str, value: Any, schema: Schema, asked: Path) -> bool:
    """Whether an answer mentions a value and denies it."""
    talk = exchange(ask_missing(asked, schema).text, answer)
    return verdict(talk, Argument.at(asked, schema), value) in ("denied", "corrected")


def read_yes(answer: str) -> bool | None:
    """Yes or no; None if the answer is neither."""
    words = set(Words.of(answer).words)
    yes, no = bool(words & _YES), bool(words & _NO)
    return None if yes == no else yes


def _meant(
    answer: str, schema: Schema, options: tuple[Any, ...], asked: Path | None, today: date | None
) -> list[Any]:
    """The possible values of an answer, best reading first."""
    text, kind = plain(answer), schema.get("type")
    if equal := [option for option in options if _bare(said(option)) == _bare(answer)]:
        return equal
    if kind == "boolean":
        yes = read_yes(answer)
        if yes is None:
            return [value for value in (True, False) if asked and _told(answer, [value], schema, asked)]
        return [yes]
    if kind in ("integer", "number"):
        return _numbers(answer, schema, asked) or _numbered(answer, options)
    named = [
        option for option in options if option_spans(text, said(option)) or _part_of(answer, said(option))
    ]
    if told := _told(answer, named, schema, asked):
        return told if len(told) == 1 else []
    if len(named) == 1 and len(options) == 2 and "enum" in schema:
        return [option for option in options if option not in named]  # Of two, the option not denied.
    if named or (numbered := _numbered(answer, options)):
        return [] if named else numbered
    if kind == "array":
        items = schema.get("items", {})
        parts = [part for part in re.split(r",| and ", answer) if part.strip()]
        return [[read_answer(part, items, asked=asked, today=today) for part in parts]]
    return [] if kind == "object" else _texts(answer, schema, options, asked, today)


def _texts(
    answer: str, schema: Schema, options: tuple[Any, ...], asked: Path | None, today: date | None
) -> list[Any]:
    """The text as it is, or a date, a time or an address in it."""
    text = answer.strip()
    if read := [*_moments(plain(answer), schema, options, today), *_addresses(text, schema)]:
        return _told(answer, read, schema, asked, today)
    is_said = any(map(str.isalnum, text))
    return _told(answer, [text], schema, asked) if is_said else []


def _told(
    answer: str, values: Iterable[Any], schema: Schema, asked: Path | None, today: date | None = None
) -> list[Any]:
    """The values that an answer tells; all where the question is not known."""
    if asked is None:
        return list(values)
    argument = Argument.at(asked, schema)
    talk = exchange(ask_missing(asked, schema).text, answer, today)
    return [value for value in values if verdict(talk, argument, value) == "told"]


def _numbers(answer: str, schema: Schema, asked: Path | None) -> list[Any]:
    """The one number that an answer tells. A number alone needs no judge."""
    text = plain(answer)
    found = numbers(text, unit_of(Argument.at(asked, schema).about) if asked else None)
    likely = sorted({number for number, span in found if text[slice(*span)] not in ("a", "an")})
    if len(likely) > 1 or len(Words(text).words) > 2:
        likely = _told(answer, likely, schema, asked)
    return likely if len(likely) == 1 else []


def _numbered(answer: str, options: tuple[Any, ...]) -> list[Any]:
    """The option that an answer counts: "2", "the second", "number two", "the last one"."""
    found = re.fullmatch(
        r"(?:the )?(?:number |option |no\.? ?)?(last|\d{1,3})(?:st|nd|rd|th)?(?: one| option)?", _bare(answer)
    )
    if not found or not options:
        return []
    number = len(options) if found[1] == "last" else int(found[1])
    return [options[number - 1]] if 1 <= number <= len(options) else []


def _part_of(answer: str, option: str) -> bool:
    return bool(_bare(answer)) and len(_bare(answer)) > 2 and _bare(answer) in _bare(option)


def _moments(text: str, schema: Schema, options: tuple[Any, ...], today: date | None) -> list[str]:
    """The dates and times of an answer in the forms that schemas use; the year as in the options."""
    if not {"format", "pattern"} & set(schema):
        return []
    found = moments(text) or moments(f"at {text}")
    days = {_day(moment, options, today) for moment in found} - {None}
    times = {moment.minutes[0] for moment in found if len(moment.minutes) == 1}
    clocks = [f"{minutes // 60:02}:{minutes % 60:02}" for minutes in sorted(times)]
    dates = [f"{day:%Y-%m-%d}" for day in sorted(filter(None, days))]
    both = [f"{day}T{clock}:00" for day in dates for clock in clocks]
    forms = [*both, *dates, *clocks, *(f"{clock}:00" for clock in clocks)]
    return [form for form in forms if fits(form, schema)]


def _day(told: Moment, options: tuple[Any, ...], today: date | None) -> date | None:
    """The date that a moment gives in full, or the only option that it agrees with."""
    if (day := told.on(today)) is not None:
        return day
    dated = {moment[0] for option in options if (moment := read_moment(str(option))) and moment[0]}
    is_told = told.day or (today and told.has_day)
    agreeing = [day for day in dated if is_told and told.agrees(day, None, today)]
    return agreeing[0] if len(agreeing) == 1 else None


def _addresses(text: str, schema: Schema) -> list[str]:
    pieces = (piece.rstrip(punctuation) for piece in re.split(r"[\s<>,;]+", text))
    found = [piece for piece in pieces if "@" in piece[1:-2]]
    return found if schema.get("format") == "email" and len(found) == 1 else []


def _bare(text: str) -> str:
    return " ".join(plain(text).split()).strip(" .!")
