"""The dates and times of day that a text tells, as far as it tells them. Today may be known or not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import lru_cache

from cq.guard.words import Span, Words

_READERS = (
    (datetime(2001, 1, 1, 1, 1, 1), "DMY"),
    (datetime(2006, 7, 19, 14, 14, 14), "DMY"),
    (datetime(2001, 1, 1, 1, 1, 1), "MDY"),
)
"""Two readers on different days, and one with the month first: only equal readings count."""
_HINT = re.compile(
    r"\d[:/.-]\d|\d ?(?:[ap]m|st|nd|rd|th)\b|noon|midnight|to(?:day|night|morrow)|yesterday|day\b"
    r"|\bin \d+ days\b|week|month|year|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"
    r"|mon|tues?|wed|thu|thurs?|fri|sat|sun)(?:\b|[a-z]*(?:y|r|il|e|h|st)\b)"
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
_COUNT = re.compile(r"\d{1,2}[ ,]+(?=[^\W\d])")
"""A number before a word, at the beginning."""
_MARKS = re.compile(r"[^\w\s,;]{2,}(?=\s|$)")
"""Several marks at the end of a word or alone, such as a smiley. The date reader takes them for a part of the
date.
"""
_WEEKEND = re.compile(r"\bweekend\b")
_BARE_HOUR = re.compile(
    r"\b(?:at|by|around|until|from|till|about|before|after) (\d{1,2})(?![\d:./,-]|\w| ?[ap]m\b)"
)
_LATER = re.compile(r"\b(?:afternoon|evening|tonight|dinner|night)\b")
_EARLIER = re.compile(r"\b(?:morning|breakfast)\b")
_CLOCK_TIME = re.compile(r"([01]\d|2[0-3]):([0-5]\d)(?::\d\d)?(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?")
NEAR, ALONE_NEAR = 13, 7
"""The most days between today and a day that is told by its weekday with another word, and by the weekday
alone: "next Friday" may be in this week or in the next one.
"""
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
    is_alone: bool = False
    """Whether it is one weekday, with no other word that says which."""
    is_relative: bool = False
    """Whether it is a day counted from today."""
    days: int | None = None
    """The days from today to it, where the text tells them: "next month" does not."""
    minutes: tuple[int, ...] = ()
    """After midnight; two where the half of the day is open."""

    @property
    def is_dated(self) -> bool:
        """Whether its numbers belong to a date or a clock time, and count nothing."""
        return bool((self.day and self.month) or (self.minutes and self.span[1] - self.span[0] > 2))

    @property
    def has_day(self) -> bool:
        """Whether it tells a day, as far as it does."""
        return self.day is not None or bool(self.weekdays) or self.is_relative

    def agrees(self, day: date | None, minutes: int | None, today: date | None = None) -> bool:
        """Whether it tells a date or a time, and not another one."""
        tells_day = day is not None and self._tells(day, today)
        return tells_day or (minutes is not None and minutes in self.minutes)

    def on(self, today: date | None) -> date | None:
        """The one day that it tells; None if it leaves the day open."""
        if self.year and self.month and self.day:
            return date(self.year, self.month, self.day)
        if today is None:
            return None
        # Of "Friday" on a Friday, this one may be meant or the next.
        coming = ((weekday - today.weekday()) % 7 for weekday in self.weekdays if self.is_alone)
        days = next(filter(None, coming), None) if self.days is None else self.days
        try:
            return None if days is None else today + timedelta(days)
        except OverflowError:
            return None

    def _tells(self, day: date, today: date | None) -> bool:
        if self.day is not None:
            told = (self.year or day.year, self.month or day.month, self.day)
            return told == (day.year, day.month, day.day)
        if self.is_relative:
            return self.on(today) in (day, None)
        most = ALONE_NEAR if self.is_alone else NEAR
        is_near = today is None or abs((day - today).days) <= most
        return is_near and day.weekday() in self.weekdays


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
    # All places in the text stay the same.
    searched = _MARKS.sub(lambda marks: "\n".ljust(len(marks[0])), text)
    # A count behind a comma is not part of a date.
    searched = re.sub(r",(?= \d{1,2}(?![\d:]| ?[ap]m))", ";", searched)
    end = 0
    for (chunk, moment), (_, other) in zip(_search(searched, 0), _search(searched, 1), strict=False):
        start = searched.find(chunk, end)
        if start < 0 or not _DATED.search(chunk):
            continue
        end = start + len(chunk)
        count = _COUNT.match(chunk)
        if count and (without := _without_count(chunk[count.end() :], moment, other)):
            start, chunk, (moment, other) = start + count.end(), chunk[count.end() :], without
        third = next((when for same, when in _search(chunk, 2) if _SEPARATED.search(same)), moment)
        yield _moment((start, end), chunk, text, moment, other, is_open=moment.date() != third.date())


def _without_count(rest: str, moment: datetime, other: datetime) -> tuple[datetime, datetime] | None:
    """The readings of a date without the number before it, where the date's own day was read as its year: "5
    on 30 January" is not the fifth of January 2030. None for other dates.
    """
    found = [_search(rest, reader)[:1] for reader in (0, 1)]
    if moment.year != other.year or str(moment.year) in rest or not all(found):
        return None
    first, second = (when for ((_, when),) in found)
    is_day = first.day == second.day == moment.year % 100 and first.month == moment.month
    return (first, second) if is_day else None


def _search(text: str, reader: int) -> list[tuple[str, datetime]]:
    """The dates and times that one of `_READERS` finds, each with its words."""
    if reader == 2 and not _SEPARATED.search(text):
        return []
    from dateparser.search import search_dates

    today, order = _READERS[reader]
    settings = {"RELATIVE_BASE": today, "DATE_ORDER": order}
    # A text with only a time is not found.
    return search_dates(f"{text} x", languages=["en"], settings=settings) or []


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
        is_today = is_of_today and bool(_DAYS.search(chunk))
        return Moment(span, is_relative=is_today, days=0 if is_today else None, minutes=minutes)
    year = moment.year if moment.year == other.year else None
    month = moment.month if moment.month == other.month and _MONTH.search(chunk) else None
    day = moment.day if moment.day == other.day and (month or _ORDINAL.search(chunk)) else None
    weekdays = (moment.weekday(),) if moment.weekday() == other.weekday() and day is None else ()
    is_relative = day is month is year is None and not weekdays and bool(_DAYS.search(chunk))
    days = _days_from_today(chunk) if is_relative else None
    is_alone = bool(weekdays) and len([word for word in Words(chunk).content if word.isalpha()]) == 1
    return Moment(span, year, month, day, weekdays, is_alone, is_relative, days, minutes)


def _days_from_today(chunk: str) -> int | None:
    """The days from today to the day that a chunk tells; None for a week or a month."""
    from dateparser.date import DateDataParser

    today = _READERS[0][0]
    # The search reads "the day after tomorrow" as "tomorrow".
    read = DateDataParser(languages=["en"], settings={"RELATIVE_BASE": today}).get_date_data(chunk)
    found = read.date_obj if read is not None and read.period == "day" else None
    return None if found is None else (found.date() - today.date()).days


def _halves(minutes: int, text: str) -> tuple[int, ...]:
    """A time whose half of the day may be open, settled by the rest of the text."""
    if minutes >= 780:
        return (minutes,)
    halves = (720,) if _LATER.search(text) else (0,) if _EARLIER.search(text) else (0, 720)
    return tuple(minutes % 720 + half for half in halves)
