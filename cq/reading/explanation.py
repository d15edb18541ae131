"""`Explanation`: how a text is read in a world, as a value, as JSON, and as lines of text for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from cq.errors import shortened
from cq.language.code_form import code
from cq.language.public_program import Program
from cq.language.tokens import Token
from cq.reading.explained_choices import OpenEnd
from cq.reading.explained_references import Block, Denotation, Things
from cq.reading.explained_rules import RuleUse
from cq.types import Grid

Line = tuple[str, str]
"""A line and its style: "bold", "dim", "yellow", "green" or ""."""

WORDS = 44
"""The width of the column of words beside the rules."""
MOST_WAYS = 4
"""Ways to mean a phrase, fillings of a hole, and outcomes, that are listed."""
MOST_BLOCKS = 6
"""Blocks that are listed one by one."""


@dataclass(frozen=True)
class SaidText:
    """An instruction, or an answer about it, and how it is read.

    `tokens` are its words as they are read, after spelling was repaired. `rules` are those that read it, each
    before the rules that read its parts. `unread` are the words that no rule reads.
    """

    text: str
    tokens: tuple[Token, ...]
    rules: tuple[RuleUse, ...]
    unread: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class PossibleBuild:
    """An outcome of a program: its grid, its probability, and the blocks that change."""

    program: Program
    probability: float
    grid: Grid
    removed: tuple[Block, ...]
    placed: tuple[Block, ...]


@dataclass(frozen=True, eq=False)
class Explanation:
    """How a text is read in a world.

    `programs` are its possible programs, the most probable first. `rules` are the names and words of the
    rules that read it, `denotations` the meaning of each phrase in the world, `holes` the open ends of the
    words and their fillings, `outcomes` the builds with their probabilities, `unread` the words that no rule
    reads. `is_sure`: every word is read and nearly all outcomes are one; `doubts` say why not. `said` has the
    instruction and each answer with its own tokens and rules.
    """

    said: tuple[SaidText, ...]
    programs: tuple[Program, ...]
    denotations: tuple[Denotation, ...]
    holes: tuple[OpenEnd, ...]
    outcomes: tuple[PossibleBuild, ...]
    is_sure: bool
    doubts: tuple[str, ...]

    @property
    def rules(self) -> tuple[RuleUse, ...]:
        """The rules that read the instruction and its answers."""
        return tuple(use for said in self.said for use in said.rules)

    @property
    def unread(self) -> tuple[str, ...]:
        """The words that no rule reads."""
        return tuple(word for said in self.said for word in said.unread)

    def to_dict(self) -> dict[str, Any]:
        """The explanation as plain dicts and lists, which JSON can hold."""
        return {
            "said": [_said_dict(said) for said in self.said],
            "programs": [{"words": program.say(), "program": program.to_dict()} for program in self.programs],
            "denotations": [denotation.to_dict() for denotation in self.denotations],
            "holes": [hole.to_dict() for hole in self.holes],
            "outcomes": [_outcome_dict(outcome) for outcome in self.outcomes],
            "unread": list(self.unread),
            "is_sure": self.is_sure,
            "doubts": list(self.doubts),
        }

    def __str__(self) -> str:
        return "\n".join(text for text, _ in lines(self))


def _said_dict(said: SaidText) -> dict[str, Any]:
    return {
        "text": said.text,
        "tokens": [token.text for token in said.tokens],
        "rules": [use.to_dict() for use in said.rules],
        "unread": list(said.unread),
    }


def _outcome_dict(outcome: PossibleBuild) -> dict[str, Any]:
    return {
        "probability": outcome.probability,
        "program": outcome.program.to_dict(),
        "remove": [block.to_dict() for block in outcome.removed],
        "place": [block.to_dict() for block in outcome.placed],
    }


def lines(explanation: Explanation) -> Iterator[Line]:
    """The lines of an explanation: words, rules, programs, meanings, holes, outcomes, whether it is sure."""
    for said in explanation.said:
        yield from _said(said)
    yield from _programs(explanation)
    yield from _denotations(explanation)
    yield from _holes(explanation)
    yield from _outcomes(explanation)
    if explanation.is_sure:
        yield "Sure: every word is read, and they mean one build.", "bold green"
    else:
        yield f"Not sure: {'; '.join(explanation.doubts)}.", "bold yellow"


def _said(said: SaidText) -> Iterator[Line]:
    yield said.text, "bold"
    words = [token.text for token in said.tokens]
    yield f"  words: {' · '.join(words)}", ""
    if said.unread:
        yield f"  not read: {', '.join(said.unread)}", "yellow"
    hidden: list[int] = []
    for use in said.rules:
        hidden = [depth for depth in hidden if depth < use.depth]
        # A class of words ("remove", "destroy", …) and a rule that only hands on tell a person nothing.
        if use.rule.startswith("@") or use.is_step:
            hidden.append(use.depth)
            continue
        passed = f"  (passes over {', '.join(use.passed_over)})" if use.passed_over else ""
        words_read = "  " * (use.depth - len(hidden)) + use.words
        yield f"  {shortened(words_read, WORDS):<{WORDS}}  {shortened(use.rule, 60)}{passed}", "dim"


def _programs(explanation: Explanation) -> Iterator[Line]:
    for i, program in enumerate(explanation.programs):
        yield ("Program" if not i else "Or"), "bold"
        if (said := program.say()) is not None:
            yield f"  “{said}”", ""
        for command in program.commands:
            yield f"  {code(command)}", ""


def _denotations(explanation: Explanation) -> Iterator[Line]:
    if explanation.denotations:
        yield "In this world", "bold"
    for denotation in explanation.denotations:
        if denotation.failure:
            yield f"  {denotation.words}: nothing ({denotation.failure})", "yellow"
            continue
        several = len(denotation.ways) > 1
        yield f"  {denotation.words}: {'one of' if several else _things(denotation.ways[0][0])}", ""
        if several:
            for things, share in denotation.ways[:MOST_WAYS]:
                yield f"    {share:>4.0%}  {_things(things)}", ""
            yield from _more(len(denotation.ways))


def _holes(explanation: Explanation) -> Iterator[Line]:
    if explanation.holes:
        yield "Left open", "bold"
    for hole in explanation.holes:
        convention = f", by the convention “{hole.default}”" if hole.default else ""
        yield f"  {hole.kind} of {shortened(hole.about, 70) or 'the text'}{convention}", "yellow"
        for text, share in hole.options[:MOST_WAYS]:
            yield f"    {share:>4.0%}  {text}{'  (taken)' if text == hole.taken else ''}", ""
        yield from _more(len(hole.options))


def _outcomes(explanation: Explanation) -> Iterator[Line]:
    if explanation.outcomes:
        yield "Outcomes", "bold"
    for outcome in explanation.outcomes[:MOST_WAYS]:
        yield f"  {outcome.probability:>4.0%}  {_changes(outcome)}", ""
    yield from _more(len(explanation.outcomes))


def _more(count: int) -> Iterator[Line]:
    if count > MOST_WAYS:
        yield f"    … and {count - MOST_WAYS} more", "dim"


def _changes(outcome: PossibleBuild) -> str:
    parts = []
    if outcome.removed:
        parts.append(f"remove {_blocks(outcome.removed)}")
    if outcome.placed:
        parts.append(f"place {_blocks(outcome.placed)}")
    return "; ".join(parts)


def _things(things: Things) -> str:
    """Things side by side, the blocks of each together."""
    if all(len(thing) == 1 for thing in things):
        return _blocks([thing[0] for thing in things])
    shown = [f"[{_blocks(thing)}]" for thing in things[:MOST_WAYS]]
    more = f" and {len(things) - MOST_WAYS} more" if len(things) > MOST_WAYS else ""
    return ", ".join(shown) + more


def _blocks(blocks: Sequence[Block]) -> str:
    more = f" and {len(blocks) - MOST_BLOCKS} more" if len(blocks) > MOST_BLOCKS else ""
    return "; ".join(map(str, blocks[:MOST_BLOCKS])) + more
