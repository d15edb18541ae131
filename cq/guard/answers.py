"""An answer in words, read in the type of the argument that was asked about."""

from __future__ import annotations

import re
from string import punctuation
from typing import Any

from cq.guard.questions import said
from cq.guard.said import NUMBERS, Said
from cq.guard.schemas import Schema, by_names, name_of, names
from cq.guard.support import tells_option
from cq.guard.tools import MISSING, fits

_YES = frozenset("yes yeah yep sure ok okay please true y do".split())
_NO = frozenset("no nope not never false n don't dont without".split())
_NO_ANSWER = frozenset(
    [
        "",
        "?",
        "i don't know",
        "don't know",
        "dunno",
        "no idea",
        "not sure",
        "skip",
        "whatever",
        "any",
        "anything",
        "you decide",
    ]
)
_STOP = frozenset(["stop", "cancel", "cancel it", "never mind", "nevermind", "forget it", "abort"])
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")


def is_no_answer(answer: str | None) -> bool:
    """Whether nothing was answered, or that the person does not know."""
    return answer is None or _plain(answer) in _NO_ANSWER


def is_stop(answer: str | None) -> bool:
    """Whether the person takes the request back."""
    return answer is not None and _plain(answer) in _STOP


def read_answer(answer: str, schema: Schema, likely: tuple[Any, ...] = ()) -> Any:
    """The value that an answer means, valid by the schema; `MISSING` if it does not fit.

    `likely` are the values of the options that were shown: an answer may name one, or give its number from 1.
    """
    if by_name := names(schema):
        named = read_answer(answer, by_names(schema), tuple(name_of(one, schema) for one in likely))
        if named is not MISSING:
            return by_name[named]
    options = likely or tuple(schema.get("enum", ()))
    for value in _meant(answer, schema, options):
        if fits(value, schema):
            return value
    return MISSING


def read_yes(answer: str) -> bool | None:
    """Yes or no, None if it is neither."""
    words = set(Said(answer).words)
    yes, no = bool(words & _YES), bool(words & _NO)
    return None if yes == no else yes


def _meant(answer: str, schema: Schema, options: tuple[Any, ...]) -> list[Any]:
    """What an answer may mean, best reading first."""
    text, heard, kind = answer.strip(), Said(answer), schema.get("type")
    equal = [one for one in options if _plain(said(one)) == _plain(answer)]
    if equal:
        return equal
    if kind == "boolean":
        yes = read_yes(answer)
        return [] if yes is None else [yes]
    if kind in ("integer", "number"):
        numbers = sorted(heard.numbers)
        if len(numbers) > 1 and set(heard.words) & {"a", "an"}:
            numbers = [one for one in numbers if one != 1]
        return (
            [int(one) if one.is_integer() else one for one in numbers]
            if len(numbers) == 1
            else _numbered(text, options)
        )
    told = [one for one in options if tells_option(said(one), heard)]
    told = told or [one for one in options if _plain(answer) and _plain(answer) in _plain(said(one))]
    if len(told) == 1:
        return told
    if numbered := _numbered(text, options):
        return numbered
    if kind == "array":
        items = schema.get("items", {})
        parts = [part for part in re.split(r",| and ", text) if part.strip()]
        return [[read_answer(part, items) for part in parts]]
    if kind == "object":
        return []
    return [text, *_dates(heard, schema), *_times(heard, schema), *_addresses(text, schema)]


def _numbered(text: str, options: tuple[Any, ...]) -> list[Any]:
    """The option that an answer counts: "2", "the second", "number two", "the last one"."""
    word = re.sub(r"^(?:the|number|option|no\.?) | (?:one|option)$", "", _plain(text))
    word = re.sub(r"^(?:number|option) ", "", word)
    if word == "last" and options:
        return [options[-1]]
    number = int(word) if word.isdecimal() and len(word) < 4 else NUMBERS.get(word, 0)
    number = number or (_ORDINALS.index(word) + 1 if word in _ORDINALS else 0)
    return [options[number - 1]] if 1 <= number <= len(options) else []


def _dates(heard: Said, schema: Schema) -> list[str]:
    dates = [one for one in heard.dates if one[0] is not None]
    return (
        [f"{y:04}-{m:02}-{d:02}" for y, m, d in dates]
        if schema.get("format") == "date" and len(dates) == 1
        else []
    )


def _times(heard: Said, schema: Schema) -> list[str]:
    """One time of day, in the forms that schemas ask for."""
    times = heard.times or Said(f"at {heard.raw}").times
    if len(times) != 1 or not ({"format", "pattern"} & set(schema)):
        return []
    hours, minutes = divmod(next(iter(times)), 60)
    return [f"{hours:02}:{minutes:02}", f"{hours:02}:{minutes:02}:00"]


def _addresses(text: str, schema: Schema) -> list[str]:
    pieces = (one.rstrip(punctuation) for one in re.split(r"[\s<>,;]+", text))
    found = [one for one in pieces if "@" in one[1:-2]]
    return found if schema.get("format") == "email" and len(found) == 1 else []


def _plain(text: str) -> str:
    return " ".join(Said(text).text.split()).strip(" .!")
