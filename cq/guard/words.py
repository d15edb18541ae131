"""A text for comparison: its words, with number words as digits and clock times in figures."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache

Span = tuple[int, int]
"""A place in a text: the first character, and the character behind the last."""

_FILLING = frozenset(
    "a an the of to in on at for from by with and or is are be it its this that my your our me you i we "
    "please what how who which when where whether if will can could would do does have has there all".split()
)
_SCALES = {"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9, "dozen": 12, "k": 1000}
_SCALE = "|".join(list(_SCALES)[:-1])
_KEPT = re.compile(
    r"\b(?:(?:no|the|this|that|these|which|any|every|some|each|another|other|good|right|wrong|only|last"
    r"|next) ones?"
    r"|(?:a|one|wait a|split) (?:second|sec|moment)|second thoughts?"
    rf"|(?<=and a half )(?:{_SCALE})|(?:{_SCALE})(?= and a half))\b"
)
"""Where "one" and "second" are not numbers, and "million" is none by itself."""
NUMBER = re.compile(
    r"(?<![\w.,:/^])(?P<minus>(?:(?<!\d )minus |[-−–])[$€£¥]?)?"
    r"(?:(?:(?P<whole>\d+) )?(?P<part>[1-9]\d*[/⁄][1-9]\d*)"
    # "1.000" is one, and "5 500" are two numbers.
    r"|(?!\d+\.\d+(?![.,]?\d))(?P<groups>[1-9]\d{0,2}(?P<mark>[,._']| (?=000))\d{3}(?:(?P=mark)\d{3})*"
    r"(?:(?!(?P=mark))[.,]\d+)?)"
    r"|(?P<decimal>\d+(?:[.,]\d+)?(?:e[+-]?\d\d?)?))"
    rf"(?P<scale>k\b| (?:{_SCALE})\b)?(?![\d^_⁄]|[.,:/]\d|e[+-]?\d)"
)
"""A number in figures as a whole, or nothing of it: a part of "1,5,7", "1.2.3" or "10^2" is none."""


def value_of(found: re.Match[str]) -> Fraction | None:
    """The value of a match of `NUMBER`; None for "24/7", and for numbers that no person writes."""
    if len(found[0]) > 100 or (part := Fraction((found["part"] or "0").replace("⁄", "/"))) >= 1:
        return None
    figures = (found["groups"] or "").replace(found["mark"] or " ", "") or found["decimal"] or found["whole"]
    value = Fraction((figures or "0").replace(",", ".")) + part
    return (-value if found["minus"] else value) * _SCALES.get((found["scale"] or "").strip(), 1)


def as_number(value: Fraction) -> int | float:
    return value.numerator if value.denominator == 1 else float(value)


def _scaled(found: re.Match[str]) -> str:
    """ "2 million" and "2 dozen" in figures."""
    value = value_of(found) if " " in (found["scale"] or "") else None
    return found[0] if value is None else str(as_number(value))


def _set_apart(found: re.Match[str]) -> str:
    """A mark behind a digit that Unicode's plain form would make a digit of the same number."""
    mark = found[0]
    if mark.isspace():
        return ","
    return f"^{mark}" if mark.isdigit() else f" {mark}" if mark.isnumeric() else mark


_BEHIND_A_DIGIT = re.compile(r"(?<=\d)(?:[^\W\d]|[\u00a0\u2009\u202f](?=\d{3}(?!\d)))")
_Rows = tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...]
_BEFORE: _Rows = (
    (re.compile(r"\bhalf an? (?=\w)"), "0.5 "),
    (re.compile(r"(?<=\d[/⁄]\d)(?: of)? an?(?= \w)"), ""),
    (NUMBER, _scaled),
)
_PLAIN: _Rows = (
    (re.compile(r"\b(\d+) (\d+)(?:rd|th)s\b"), r"\1/\2"),
    (re.compile(r"(?<=\d)(st|nd|rd|th) 1\b"), r"\1 one"),
    (re.compile(r"\b(\d+) and a half\b"), r"\1.5"),
    (re.compile(r"\b(?:an|a|1) (\w+) and a half\b"), r"1.5 \1"),
    (NUMBER, _scaled),
    (re.compile(r"\b(?:a )?dozen\b"), "12"),
    (re.compile(r"\b(?:a )?couple of\b"), "2"),
    (re.compile(r"\bhalf past (\d+)(?!\d)"), r"\1:30"),
    (re.compile(r"\bquarter past (\d+)(?!\d)"), r"\1:15"),
    (re.compile(r"\bquarter to (\d\d?)(?!\d)"), lambda found: f"{(int(found[1]) - 1) % 24 or 12}:45"),
    (re.compile(r"\b(\d\d?) ?h ?(\d\d)\b"), r"\1:\2"),
    (re.compile(r"\b(\d\d?)\.([0-5]\d)(?= ?[ap]\.?m\b)"), r"\1:\2"),
    (re.compile(r"(?<=\bat )(\d\d?)\.([0-5]\d)\b(?![.\d])"), r"\1:\2"),
    (re.compile(r"\b([ap])\.m\b\.?"), r"\1m"),
    (re.compile(r"\b(\d{1,2}) o'clock\b"), r"at \1"),
)
"""Forms that the number and date libraries do not read: scales, halves, dozens, and spoken clock times."""


@lru_cache(maxsize=512)
def plain(text: str) -> str:
    """A text in lower case, with numbers in figures: "At half past Twenty" is "at 20:30"."""
    from text_to_num import alpha2digit

    text = unicodedata.normalize("NFKC", _BEHIND_A_DIGIT.sub(_set_apart, text)).casefold().replace("’", "'")
    for pattern, figures in _BEFORE:
        text = pattern.sub(figures, text)
    parts, end = [], 0
    for kept in _KEPT.finditer(text):
        parts += [alpha2digit(text[end : kept.start()], "en", 0), kept[0]]
        end = kept.end()
    text = "".join([*parts, alpha2digit(text[end:], "en", 0)])
    for pattern, figures in _PLAIN:
        text = pattern.sub(figures, text)
    return text


@dataclass(frozen=True)
class Words:
    """The words of a text that is `plain`."""

    text: str

    @classmethod
    def of(cls, text: str) -> Words:
        return cls(plain(text))

    @cached_property
    def spans(self) -> tuple[tuple[str, Span], ...]:
        found = re.finditer(r"[^\W_]+(?:'[^\W_]+)?", self.text)
        return tuple((word[0], word.span()) for word in found)

    @cached_property
    def words(self) -> tuple[str, ...]:
        return tuple(word for word, _ in self.spans)

    @cached_property
    def stems(self) -> tuple[tuple[str, Span], ...]:
        """Stems of the words, without function words."""
        return tuple((stem(word), span) for word, span in self.spans if word not in _FILLING)

    @cached_property
    def content(self) -> tuple[str, ...]:
        return tuple(root for root, _ in self.stems)


def stem(word: str) -> str:
    """A word without the endings of English verbs and nouns."""
    word = word.removesuffix("'s")
    for ending in ("ing", "ed", "es", "s", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word.removesuffix(ending)
    return word
