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

    `value` is what the words mean, as code; "" for a class of words, which has no meaning of its own.
    `passed_over` are words between them that the rule did not read. `is_step` tells that it only hands on
    what one other rule read in the same words.
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


def _uses(one: Constituent, tokens: tuple[Token, ...], depth: int) -> Iterator[RuleUse]:
    yield RuleUse(
        rule=f"{one.category}: a number" if one.rule is None else one.rule.name,
        words=" ".join(token.text for token in tokens[one.start : one.end]),
        value="" if one.category.startswith("@") else code(one.value),
        start=one.start,
        end=one.end,
        depth=depth,
        cost=0.0 if one.rule is None else one.rule.cost,
        passed_over=tuple(tokens[i].text for i in one.skipped),
        is_step=len(one.children) == 1 and one.children[0].value == one.value,
    )
    for child in one.children:
        yield from _uses(child, tokens, depth + 1)
