"""Whether what was said tells the value of an argument, or somebody made it up."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

from cq.guard.said import Said, stem
from cq.guard.schemas import Schema
from cq.guard.tools import Path

COMPOSED = frozenset(
    "body message content summary description subject note notes comment reason query prompt".split()
)
"""Arguments that an agent words itself, whatever was said."""
_ALSO = {
    "eur": "euro €", "usd": "dollar $", "gbp": "pound £", "jpy": "yen ¥", "chf": "franc",
    "s": "small", "m": "medium", "l": "large", "xl": "extra-large",
}  # fmt: skip
"""What people say for values that are codes."""
_CLOCK_TIME = re.compile(r"([01]\d|2[0-3]):([0-5]\d)(?::\d\d)?(?:Z|[+-]\d\d:?\d\d)?")


def is_told(path: Path, value: Any, schema: Schema, said: Said) -> bool:
    """Whether a value is the schema's default, needs no telling, or is told by what was said."""
    name = next((key for key in reversed(path) if isinstance(key, str)), "")
    if (
        value is None
        or value == ""
        or ("default" in schema and value == schema["default"])
        or "const" in schema
    ):
        return True
    if isinstance(value, bool):
        about = Said(f"{name.replace('_', ' ')} {schema.get('description', '')}")
        return bool(set(about.content) & set(said.content))
    if isinstance(value, int | float):
        return value in said.numbers or (value == 1 and bool({"a", "an"} & set(said.words)))
    text = str(value)
    if "enum" in schema:
        return tells_option(text, said)
    if (moment := _date_and_time(text)) is not None:
        day, minutes = moment
        return (day is None or said.tells_date(day)) and (minutes is None or minutes in said.times)
    return name.casefold() in COMPOSED or tells_words(text, said)


def tells_option(option: str, said: Said) -> bool:
    """Whether one of a few options is told, as itself or as what people say for it."""
    if option.casefold() in _ALSO:
        others = _ALSO[option.casefold()].split()
        return option.casefold() in said.words or any(
            stem(one.replace("-", " ")) in said.content or (one in said.text and not one.isalpha())
            for one in others
        )
    words = Said(option.replace("_", " ")).content
    return bool(words) and all(word in said.content for word in words)


def tells_words(text: str, said: Said) -> bool:
    """Whether a free text is told: a code wholly (of a path its last part), of words half and all digits."""
    value = Said(text.replace("_", " "))
    if value.squeezed and value.squeezed in said.squeezed:
        return True
    if " " not in text and re.search(r"[\d@/\\_]", text):
        last = Said(re.split(r"[/\\]", text)[-1])
        return "/" in text and bool(last.squeezed) and last.squeezed in said.squeezed
    told = [_is_in(word, said) for word in value.content]
    digits = [word for word in value.content if any(map(str.isdigit, word))]
    return bool(told) and sum(told) * 2 >= len(told) and all(word in said.words for word in digits)


def _is_in(word: str, said: Said) -> bool:
    return any(
        word == one or (min(len(word), len(one)) >= 4 and (word.startswith(one) or one.startswith(word)))
        for one in said.content
    )


def _date_and_time(text: str) -> tuple[date | None, int | None] | None:
    """The date and the minutes after midnight that an ISO text names; None for other texts."""
    day, _, rest = text.partition("T") if "T" in text else text.partition(" ")
    clock = _CLOCK_TIME.fullmatch(rest or text)
    minutes = int(clock[1]) * 60 + int(clock[2]) if clock else None
    try:
        return date.fromisoformat(day), minutes
    except ValueError:
        return (None, minutes) if clock and not rest else None
