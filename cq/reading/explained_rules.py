"""The rules that read a text, as a tree in the order of its words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from cq.language.chart import Constituent
from cq.language.code_form import code
from cq.language.reading import Reading
from cq.language.tokens import Token


@dataclass(frozen=True)
class RuleUse:
    """A rule that read some words: from token `start` to before `end`, `depth` rules within others.

    `value` is the meaning of the words, as code; "" for a class of words, which has no meaning of its own.
    `passed_over` are words between them that the rule did not read. `is_step`: it only hands on the value of
    another rule for the same words.
    """

    rule: str
    words: str
    value: str
    start: int
    end: int
    depth: int
    cost: float = 0.0
    passed_over: tuple[str, ...] = ()
    is_step: bool = False

    def to_dict(self) -> dict[str, Any]:
        """The use as a plain dict."""
        return {
            "rule": self.rule,
            "words": self.words,
            "value": self.value,
            "start": self.start,
            "end": self.end,
            "depth": self.depth,
            "cost": self.cost,
            "passed_over": list(self.passed_over),
        }


def rules_of(reading: Reading) -> tuple[RuleUse, ...]:
    """The rules that made a reading, each before the rules that read its parts."""
    return tuple(use for part in reading.parts for use in _uses(part, reading.tokens, 0))


def _uses(constituent: Constituent, tokens: tuple[Token, ...], depth: int) -> Iterator[RuleUse]:
    yield RuleUse(
        rule=f"{constituent.category}: a number" if constituent.rule is None else constituent.rule.name,
        words=" ".join(token.text for token in tokens[constituent.start : constituent.end]),
        value="" if constituent.category.startswith("@") else code(constituent.value),
        start=constituent.start,
        end=constituent.end,
        depth=depth,
        cost=0.0 if constituent.rule is None else constituent.rule.cost,
        passed_over=tuple(tokens[i].text for i in constituent.skipped),
        is_step=len(constituent.children) == 1 and constituent.children[0].value == constituent.value,
    )
    for child in constituent.children:
        yield from _uses(child, tokens, depth + 1)
