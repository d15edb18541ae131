"""A text for comparison: its words, with number words as digits and clock times in figures."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cached_property, lru_cache

Span = tuple[int, int]
"""A place in a text: the first character, and the character behind the last."""

_FILLING = frozenset(
    "a an the of to in on at for from by with and or is are be it its this that my your our me you i we "
    "please what how who which when where whether if will can could would do does have has there all".split()
)
_KEPT = re.compile(
    r"\b(?:(?:no|the|this|that|these|which|any|every|some|each|another|other|good|right|wrong|only|last"
    r"|next) ones?"
    r"|(?:a|one|wait a|split) (?:second|sec|moment)|second thoughts?)\b"
)
"""Where "one" and "second" are not numbers."""
_PLAIN = (
    (re.compile(r"(?<=\d)(st|nd|rd|th) 1\b"), r"\1 one"),
    (re.compile(r"\bhalf a dozen\b"), "6"),
    (re.compile(r"\b(?:a )?dozen\b"), "12"),
    (re.compile(r"\b(?:a )?couple of\b"), "2"),
    (re.compile(r"\b(\d+) and a half\b"), r"\1.5"),
    (re.compile(r"\b(?:an|a|1) (\w+) and a half\b"), r"1.5 \1"),
    (re.compile(r"\bhalf an? (?=\w)"), "0.5 "),
    (re.compile(r"\bhalf past (\d+)(?!\d)"), r"\1:30"),
    (re.compile(r"\bquarter past (\d+)(?!\d)"), r"\1:15"),
    (re.compile(r"\b(\d\d?) ?h ?(\d\d)\b"), r"\1:\2"),
    (re.compile(r"\b(\d\d?)\.([0-5]\d)(?= ?[ap]\.?m\b)"), r"\1:\2"),
    (re.compile(r"(?<=\bat )(\d\d?)\.([0-5]\d)\b(?![.\d])"), r"\1:\2"),
    (re.compile(r"\b([ap])\.m\b\.?"), r"\1m"),
    (re.compile(r"\b(\d{1,2}) o'clock\b"), r"at \1"),
)
"""Forms that the number and date libraries do not read: halves, dozens, and spoken clock times."""
_SCALED = re.compile(r"(?<![\w.,])(\d+(?:\.\d+)?) (hundred|thousand|million|billion|dozen)\b")
_SCALES = {"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9, "dozen": 12}
_TO_THE_HOUR = re.compile(r"\bquarter to (\d+)(?!\d)")


@lru_cache(maxsize=512)
def plain(text: str) -> str:
    """A text in lower case, with numbers in figures: "At half past Twenty" is "at 20:30"."""
    from text_to_num import alpha2digit

    text = unicodedata.normalize("NFKC", text).casefold().replace("’", "'")
    text = _scaled(text)
    parts, end = [], 0
    for kept in _KEPT.finditer(text):
        parts += [alpha2digit(text[end : kept.start()], "en", 0), kept[0]]
        end = kept.end()
    text = _scaled("".join([*parts, alpha2digit(text[end:], "en", 0)]))
    for pattern, figures in _PLAIN:
        text = pattern.sub(figures, text)
    return _TO_THE_HOUR.sub(lambda found: f"{(int(found[1]) - 1) % 24 or 12}:45", text)


def _scaled(text: str) -> str:
    """The text with "2 million" and "2 dozen" in figures."""
    return _SCALED.sub(lambda found: f"{float(found[1]) * _SCALES[found[2]]:f}".rstrip("0").rstrip("."), text)


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
