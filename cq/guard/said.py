"""What a text says that an argument can be checked by: words, numbers, dates and times of day."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from datetime import date
from functools import cached_property

_UNITS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
NUMBERS = {word: value for value, word in enumerate(_UNITS)}
NUMBERS |= {word: value for value, word in zip(range(20, 100, 10), _TENS, strict=True)}
SCALES = {"hundred": 100, "thousand": 1000, "million": 1_000_000}
_SET_WORDS = {"once": 1, "twice": 2, "both": 2, "couple": 2, "pair": 2, "dozen": 12}
MONTHS = "january february march april may june july august september october november december".split()
WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
_FILLING = frozenset(
    "a an the of to in on at for from by with and or is are be it its this that my your our me you i we "
    "please what how who which when where will can could would do does have has there".split()
)

_NUMBER = re.compile(r"(?<![\w.,])-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?!\w)|(?<=[$€£])\d[\d,.]*\d")
_ISO = re.compile(r"\b(\d{4})-(\d\d)-(\d\d)")
_SLASHED = re.compile(r"\b(\d{1,2})[/.](\d{1,2})(?:[/.](\d{4}))?\b(?!\.?\d)")
_MONTH = "|".join(f"{name}|{name[:3]}" for name in MONTHS)
_DAY_MONTH = re.compile(rf"\b(\d{{1,2}})(?:st|nd|rd|th)?(?: of)? ({_MONTH})\b\.?,?(?: (\d{{4}}))?")
_MONTH_DAY = re.compile(rf"\b({_MONTH})\.? (\d{{1,2}})(?:st|nd|rd|th)?\b,?(?: (\d{{4}}))?")
_RELATIVE = re.compile(
    r"\b(?:today|tonight|tomorrow|yesterday|weekend|(?:next|this|in \w+) (?:weeks?|days?|months?))\b"
)
_HOUR = rf"(\d{{1,2}}|{'|'.join(_UNITS[1:13])})"
_HOURS_MINUTES = re.compile(r"\b\d{1,2}:\d\d\b")
_CLOCK = re.compile(r"\b(\d{1,2})[:.h](\d\d)\b(?![.\d])")
_SPOKEN = re.compile(
    rf"\b(half past|quarter past|quarter to|at|by|around|from|until)? ?{_HOUR}"
    r"(?: ?(o'clock|am\b|pm\b|a\.m\.|p\.m\.|in the (?:morning|afternoon|evening)|at night))?(?!\w|[:.,]\d)"
)


@dataclass(frozen=True)
class Said:
    """A text, read on demand. Numbers that are part of a date or a time are not among its numbers."""

    raw: str

    @cached_property
    def text(self) -> str:
        return unicodedata.normalize("NFKC", self.raw).casefold().replace("’", "'")

    @cached_property
    def words(self) -> tuple[str, ...]:
        return tuple(re.findall(r"[^\W_]+(?:'[^\W_]+)?", self.text))

    @cached_property
    def content(self) -> tuple[str, ...]:
        """Stems of the words without those that only join others."""
        return tuple(stem(word) for word in self.words if word not in _FILLING)

    @cached_property
    def squeezed(self) -> str:
        """Letters and digits alone, so that spaces and dashes in a code do not matter."""
        return "".join(self.words)

    @cached_property
    def dates(self) -> frozenset[tuple[int | None, int, int]]:
        """(year or None, month, day) of each date with a day and a month."""
        found: set[tuple[int | None, int, int]] = set()
        for year, month, day in _ISO.findall(self.text):
            found.add((int(year), int(month), int(day)))
        for one, other, year in _SLASHED.findall(self.text):
            found |= {(_year(year), int(one), int(other)), (_year(year), int(other), int(one))}
        for day, month, year in _DAY_MONTH.findall(self.text):
            found.add((_year(year), _month(month), int(day)))
        for month, day, year in _MONTH_DAY.findall(self.text):
            found.add((_year(year), _month(month), int(day)))
        return frozenset(found)

    def tells_date(self, day: date) -> bool:
        """Whether a date is told. "Tomorrow" tells some day, "Monday" a weekday: today is not known."""
        if self.dates & {(day.year, day.month, day.day), (None, day.month, day.day)}:
            return True
        weekdays = [name for name in WEEKDAYS if name in self.words]
        return WEEKDAYS[day.weekday()] in weekdays or bool(not weekdays and _RELATIVE.search(self.text))

    @cached_property
    def times(self) -> frozenset[int]:
        """Minutes after midnight; both halves of the day where the text does not say which."""
        found = {int(hour) * 60 + int(minute) for hour, minute in _CLOCK.findall(self.text)}
        later = bool(re.search(r"\b(?:afternoon|evening|tonight|dinner)\b", self.text))
        earlier = bool(re.search(r"\b(?:morning|breakfast)\b", self.text))
        for before, hour, after in _SPOKEN.findall(self.text):
            if not before and not after:
                continue
            minutes = (int(hour) if hour.isdigit() else NUMBERS[hour]) * 60
            minutes += {"half past": 30, "quarter past": 15, "quarter to": -15}.get(before, 0)
            is_open = after in ("", "o'clock")
            is_later = after.startswith(("p", "in the a", "in the e", "at night")) or (is_open and later)
            is_earlier = after.startswith(("am", "a.m", "in the m")) or (is_open and earlier)
            halves = (12,) if is_later else (0,) if is_earlier else (0, 12)
            found |= {(minutes % 720) + 60 * half for half in halves} | (
                {minutes} if minutes >= 780 else set()
            )
        found |= {minutes for word, minutes in (("noon", 720), ("midnight", 0)) if word in self.words}
        return frozenset(found)

    @cached_property
    def numbers(self) -> frozenset[float]:
        """Numbers in digits and words; hours also in minutes, as "half an hour" is thirty."""
        text = self.text.replace("half a dozen", "six")
        for pattern in (_ISO, _DAY_MONTH, _MONTH_DAY, _HOURS_MINUTES):
            text = pattern.sub(" ; ", text)
        found = {float(one.replace(",", "")) for one in _NUMBER.findall(text)}
        found |= set(_spelled(re.findall(r"[a-z]+|[^a-z\s-]+", text)))
        for half, number in re.findall(rf"\b(half )?(an|\d+(?:\.\d+)?|{'|'.join(NUMBERS)}) hours?\b", text):
            value = 1.0 if number == "an" else float(NUMBERS.get(number, number))
            found.add(30.0 if half else value * 60.0)
        return frozenset(found)


def stem(word: str) -> str:
    """A word without the endings that English verbs and nouns take."""
    word = word.removesuffix("'s")
    for ending in ("ing", "ed", "es", "s", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word.removesuffix(ending)
    return word


def _spelled(words: list[str]) -> list[float]:
    """The numbers that words spell: "two hundred and five" is 205."""
    found: list[float] = []
    total = current = 0
    running = False
    for word in [*words, ";"]:
        if word in NUMBERS:
            current, running = current + NUMBERS[word], True
        elif word in SCALES and (running or found):
            current = max(current, 1) * SCALES[word]
            if SCALES[word] >= 1000:
                total, current = total + current, 0
        elif not (word == "and" and running and current >= 100):
            if running:
                found.append(float(total + current))
            total, current, running = 0, 0, False
            if word in _SET_WORDS:
                found.append(float(_SET_WORDS[word]))
    return found


def _year(text: str) -> int | None:
    return int(text) if text else None


def _month(text: str) -> int:
    return next(number for number, name in enumerate(MONTHS, start=1) if name.startswith(text[:3]))
