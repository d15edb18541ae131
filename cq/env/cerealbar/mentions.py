"""What the words of an instruction mention: cards, things, sides and numbers, by a list of phrases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

Phrases = Mapping[str, tuple[str, str]]
"""Phrase → the family that it belongs to, and the word of a program: "donut" → ("shape", "torus")."""
CARD = ("colour", "shape", "number")
MARKS = ".,;:!?()-"
_NEAR = 2
"""Words that may stand between two of a mention."""


class Mention(NamedTuple):
    """Words `start` to `end` of a text, and the words of a program that they name, by family."""

    start: int
    end: int
    named: dict[str, str]

    @property
    def kind(self) -> str:
        """`card`, or the family of the one word."""
        return "card" if len(self.named.keys() & {"colour", "shape"}) else next(iter(self.named))


def words_of(text: str) -> list[str]:
    """The words and marks of a text, in small letters."""
    apart = (c if c.isalnum() or c == "'" else f" {c} " for c in text.lower().replace("’", "'"))
    return "".join(apart).split()


def mentions_of(words: Sequence[str], phrases: Phrases) -> list[Mention]:
    """The mentions in a text, from left to right."""
    found: list[Mention] = []
    for mention in named(words, phrases):
        (family, word), *_ = mention.named.items()
        last = found[-1] if found else None
        between = words[last.end : mention.start] if last else ()
        near = len(between) <= (_NEAR if last and "number" not in list(last.named)[-1:] else 0)
        near = last is not None and near and not {*between} & {*MARKS, "step", "steps"}
        if last and near and word == "hut" and "colour" in last.named and "shape" not in last.named:
            found[-1] = Mention(last.start, mention.end, {"thing": word, "hut": last.named["colour"]})
        elif last and near and family in CARD and {*last.named} < {*CARD} and family not in last.named:
            found[-1] = Mention(last.start, mention.end, last.named | mention.named)
        else:
            found.append(mention)
    return found


def named(words: Sequence[str], phrases: Phrases) -> Iterator[Mention]:
    """The longest phrases."""
    longest, at = max(len(phrase.split()) for phrase in phrases), 0
    while at < len(words):
        for size in range(min(longest, len(words) - at), 0, -1):
            phrase = " ".join(words[at : at + size])
            family, word = phrases.get(phrase, ("", ""))
            if phrase.isdigit() and 1 <= int(phrase) <= 20:
                family, word = "number", phrase
            if family == "number" and (int(word) > 3 or _counts(words[at + size : at + size + 2])):
                family = "count"
            if family:
                yield Mention(at, at + size, {family: word})
                at += size - 1
                break
        at += 1


def _counts(after: Sequence[str]) -> bool:
    return bool({*after} & {"step", "steps", "spaces", "notch", "notches"})
