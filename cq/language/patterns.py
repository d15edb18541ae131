"""Patterns of rules as the sequences of words and slots that they stand for (`cq.language.grammar`)."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

_MARKS = {"'('": "⟨", "')'": "⟩", "'['": "⟦", "']'": "⟧"}
_SHOWN = {mark: quoted[1] for quoted, mark in _MARKS.items()}
_WORD = re.compile(r"[^ \[(]+")


def hidden(text: str) -> str:
    """A text of patterns with marks for quoted brackets, which are brackets of the text that is read."""
    for quoted, mark in _MARKS.items():
        text = text.replace(quoted, mark)
    return text


def shown(word: str) -> str:
    """A word of a pattern as it is in a text."""
    return _SHOWN.get(word, word)


_Sequences = list[list[str]]


def _parse(pattern: str) -> list[_Sequences]:
    """The parts of a pattern in order, each as its alternatives."""
    parts, rest = [], pattern.strip()
    while rest:
        if rest[0] in "[(":
            inner, rest = _bracketed(rest)
            choices = [
                list(sequence) for text in alternatives(inner[1:-1]) for sequence in _expand(_parse(text))
            ]
            missing: _Sequences = [[]] if inner[0] == "[" else []
            # The first sequence is the one that is said; people say the article.
            says_it = inner.startswith(("[the]", "[the|"))
            parts.append([*choices, *missing] if says_it else [*missing, *choices])
        elif rest[0] == "{":
            slot, _, rest = rest[1:].partition("}")
            name, _, categories = slot.partition(":")
            parts.append(
                [
                    [f"{{{name}:{category}}}" if category else f"{{{name}}}"]
                    for category in categories.split("|")
                ]
            )
        else:
            word = _WORD.match(rest)
            end = word.end() if word else 1
            parts.append([[rest[:end]]])
            rest = rest[end:]
        rest = rest.lstrip()
    return parts


def _bracketed(text: str) -> tuple[str, str]:
    depth = 0
    for i, mark in enumerate(text):
        depth += (mark in "[(") - (mark in ")]")
        if not depth:
            return text[: i + 1], text[i + 1 :]
    raise ValueError(f"pattern part {text!r} is never closed")


def alternatives(text: str) -> list[str]:
    """The parts of a text between the "|" outside all brackets."""
    found, depth, last = [], 0, 0
    for i, mark in enumerate(text):
        depth += (mark in "[({") - (mark in "})]")
        if mark == "|" and not depth:
            found.append(text[last:i])
            last = i + 1
    return [*found, text[last:]]


def _expand(parts: list[_Sequences]) -> Iterator[list[str]]:
    for choice in itertools.product(*parts):
        yield [word for part in choice for word in part]


def expanded(pattern: str) -> list[tuple[str, ...]]:
    """The sequences that a pattern stands for, each once. Raises `ValueError` for a bracket left open."""
    return list(dict.fromkeys(map(tuple, _expand(_parse(pattern)))))


def slots_of(pattern: str) -> set[str]:
    """The names of the slots of a pattern."""
    return {part.split("}")[0].split(":")[0].rstrip("+") for part in pattern.split("{")[1:]} - {""}
