"""The dates and times of day that a text tells, as far as it tells them; today is not known."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache

from cq.guard.words import Span

_READERS = (
    (datetime(2001, 1, 1, 1, 1, 1), "DMY"),
    (datetime(2006, 7, 19, 14, 14, 14), "DMY"),
    (datetime(2001, 1, 1, 1, 1, 1), "MDY"),
)
"""Two readers on different days, and one with the month first: only equal readings count."""
_HINT = re.compile(
    r"\d[:/.-]\d|\d ?(?:[ap]m|st|nd|rd|th)\b|noon|midnight|to(?:day|night|morrow)|yesterday|day\b|week"
    r"|month|year|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tues?|wed|thu|thurs?|fri"
    r"|sat|sun)(?:\b|[a-z]*(?:y|r|il|e|h|st)\b)"
)
"""Without a match a text tells no date, and the date reader is not called."""
_DAYS = re.compile(r"to(?:day|night|morrow)|yesterday|day|week|month|year|now\b")
_MONTH = re.compile(r"jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|\d[/.-]\d")
_ORDINAL = re.compile(r"\d(?:st|nd|rd|th)\b")
_MIDNIGHT = re.compile(r"midnight|\b0?0:00|12 ?am")
_HALF = re.compile(r"\d ?[ap]m|\b0\d:|noon|midnight|morning|afternoon|evening")
"""Tells the half of the day."""
_SEPARATED = re.compile(r"\d[/.-]\d")
_DATED = re.compile(r"[a-z]{3}|\d[:/.-]\d|\d ?(?:[ap]m|st|nd|rd|th)\b")
"""Matches a date or a time, but not a list of numbers."""
_WEEKEND = re.compile(r"\bweekend\b")
_BARE_HOUR = re.compile(
    r"\b(?:at|by|around|until|from|till|about|before|after) (\d{1,2})(?![\d:./,-]|\w| ?[ap]m\b)"
)
_LATER = re.compile(r"\b(?:afternoon|evening|tonight|dinner|night)\b")
_EARLIER = re.compile(r"\b(?:morning|breakfast)\b")
_CLOCK_TIME = re.compile(r"([01]\d|2[0-3]):([0-5]\d)(?::\d\d)?(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?")
_MOST = 2_000
"""Characters of a text that are searched for dates."""


@dataclass(frozen=True)
class Moment:
    """The parts of one moment that a text tells; None for the open ones."""

    span: Span
    year: int | None = None
    month: int | None = None
    day: int | None = None
    weekdays: tuple[int, ...] = ()
    is_relative: bool = False
    """Whether it is a day counted from today, which is not known."""
    minutes: tuple[int, ...] = ()
    """After midnight; two where the half of the day is open."""

    @property
    def is_dated(self) -> bool:
        """Whether its numbers belong to a date or a clock time, and count nothing."""
        return bool((self.day and self.month) or (self.minutes and self.span[1] - self.span[0] > 2))

    def agrees(self, day: date | None, minutes: int | None) -> bool:
        """Whether it tells a date or a time, and not another one."""
        return (day is not None and self._tells(day)) or (minutes is not None and minutes in self.minutes)

    def _tells(self, day: date) -> bool:
        if self.day is not None:
            told = (self.year or day.year, self.month or day.month, self.day)
            return told == (day.year, day.month, day.day)
        return self.is_relative or day.weekday() in self.weekdays


@lru_cache(maxsize=256)
def moments(text: str) -> tuple[Moment, ...]:
    """The dates and times in a `plain` text. "04/05/2026" tells none: it may be in April or in May."""
    text = text[:_MOST]
    found = [*_searched(text)] if _HINT.search(text) else []
    found += [Moment(match.span(), weekdays=(5, 6)) for match in _WEEKEND.finditer(text)]
    for hour in _BARE_HOUR.finditer(text):
        if int(hour[1]) <= 24:
            found.append(Moment(hour.span(1), minutes=_halves(int(hour[1]) * 60 % 1440, text)))
    return tuple(
        moment for moment in found if moment.day or moment.weekdays or moment.is_relative or moment.minutes
    )


def _searched(text: str) -> Iterator[Moment]:
    end = 0
    for (chunk, moment), (_, other) in zip(_search(text, 0), _search(text, 1), strict=False):
        start = text.replace(";", ",").find(chunk.replace(";", ","), end)
        if start < 0 or not _DATED.search(chunk):
            continue
        end = start + len(chunk)
        third = next((when for same, when in _search(chunk, 2) if _SEPARATED.search(same)), moment)
        yield _moment((start, end), chunk, text, moment, other, is_open=moment.date() != third.date())


def _search(text: str, reader: int) -> list[tuple[str, datetime]]:
    """The dates and times that one of `_READERS` finds, each with its words."""
    if reader == 2 and not _SEPARATED.search(text):
        return []
    from dateparser.search import search_dates

    today, order = _READERS[reader]
    settings = {"RELATIVE_BASE": today, "DATE_ORDER": order}
    # A count behind a comma is not part of a date, and a text with only a time is not found.
    padded = re.sub(r",(?= \d{1,2}(?![\d:]| ?[ap]m))", ";", text) + " x"
    return search_dates(padded, languages=["en"], settings=settings) or []


def read_moment(value: str) -> tuple[date | None, int | None] | None:
    """The date and the minutes after midnight of an ISO text; None for other texts."""
    day, _, rest = value.partition("T") if "T" in value else value.partition(" ")
    clock = _CLOCK_TIME.fullmatch(rest or value)
    minutes = int(clock[1]) * 60 + int(clock[2]) if clock else None
    try:
        return date.fromisoformat(day), minutes
    except ValueError:
        return (None, minutes) if clock and not rest else None


def _moment(span: Span, chunk: str, text: str, moment: datetime, other: datetime, is_open: bool) -> Moment:
    minutes: tuple[int, ...] = ()
    if moment.time() == other.time() and (moment.hour or moment.minute or _MIDNIGHT.search(chunk)):
        minutes = (moment.hour * 60 + moment.minute,)
        minutes = minutes if _HALF.search(chunk) else _halves(minutes[0], text)
    is_of_today = (moment.date(), other.date()) == (_READERS[0][0].date(), _READERS[1][0].date())
    if is_open or is_of_today:
        return Moment(span, is_relative=is_of_today and bool(_DAYS.search(chunk)), minutes=minutes)
    year = moment.year if moment.year == other.year else None
    month = moment.month if moment.month == other.month and _MONTH.search(chunk) else None
    day = moment.day if moment.day == other.day and (month or _ORDINAL.search(chunk)) else None
    weekdays = (moment.weekday(),) if moment.weekday() == other.weekday() and day is None else ()
    is_relative = day is month is year is None and not weekdays and bool(_DAYS.search(chunk))
    return Moment(span, year, month, day, weekdays, is_relative, minutes)


def _halves(minutes: int, text: str) -> tuple[int, ...]:
    """A time whose half of the day may be open, settled by the rest of the text."""
    if minutes >= 780:
        return (minutes,)
    halves = (720,) if _LATER.search(text) else (0,) if _EARLIER.search(text) else (0, 720)
    return tuple(minutes % 720 + half for half in halves)
