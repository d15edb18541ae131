"""What a reader is given: a text, and what it was said to."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cq.language.program import Meaning, Program, rebuilt
from cq.world.palette import COLOURS

SHORTEST = 4
"""Characters of a sentence."""
_WORD = re.compile(r"\w+")
_ENDS = re.compile(r"(?<=[.!?;])\s+|\n+")
MOST_CHARACTERS = 400
"""Characters of what was said before that are read: the last ones."""


@dataclass(frozen=True)
class Prompt:
    """A `text` that is read: an order; a follow-up to what was ordered `before`; or the answer to the last of
    the `exchanges` (question, answer) about an `order`, of which the text is the answer.
    """

    text: str
    before: str = ""
    order: str = ""
    question: str = ""

    @property
    def line(self) -> str:
        """All of it in one line, as the network reads it."""
        about = [("after", self.before), ("order", self.order), ("asked", self.question)]
        said = [f" | {name}: {text[-MOST_CHARACTERS:]}" for name, text in about if text]
        return self.text + "".join(said)


def sentences_of(text: str) -> list[str]:
    """The sentences of a message; one of a few signs belongs to the one before."""
    found: list[str] = []
    for one in _ENDS.split(text.strip()):
        if found and len(one) < SHORTEST:
            found[-1] += f" {one}"
        elif one:
            found.append(one)
    return found


def prompts_of_sentences(text: str, before: str = "") -> list[Prompt]:
    """The sentences of a message, each after those before it."""
    said = sentences_of(text)
    return [Prompt(one, ". ".join((*([before] if before else ()), *said[:i]))) for i, one in enumerate(said)]


def renaming(line: str, colours: Sequence[str] = COLOURS) -> Mapping[str, str]:
    """The colours of a line, of those of a palette, as the six of the network: in the order of mention, so
    that it learns each sentence for all colours.
    """
    said = [name for word in _WORD.findall(line) if (name := _split(word, colours)[0])]
    names = dict.fromkeys((*said, *colours, *COLOURS))
    return dict(zip(names, COLOURS, strict=False))


def renamed(line: str, names: Mapping[str, str]) -> str:
    """A line with its colours under other names."""

    def change(found: re.Match[str]) -> str:
        name, ending = _split(found.group(), names)
        return names[name] + ending if name else found.group()

    return _WORD.sub(change, line)


def renamed_program(program: Program, names: Mapping[str, str]) -> Program:
    """A program with its colours under other names."""

    def change(value: Any) -> Any:
        if isinstance(value, str):
            return names.get(value, value)
        return rebuilt(value, change) if isinstance(value, (Meaning, tuple)) else value

    return tuple(change(one) for one in program)


def _split(word: str, colours: Collection[str]) -> tuple[str, str]:
    """The colour that a word names and its ending ("reds", "greenish"); "" for other words."""
    lower = word.lower()
    for ending in ("", "s", "ish"):
        if lower.endswith(ending) and (name := lower.removesuffix(ending)) in colours:
            return name, ending
    return "", ""
