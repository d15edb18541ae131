"""Reasons: which sentences of an instruction's findings and obstacles a person reads about its clarity."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from cq.language.grounding import GroundedPhrase
from cq.language.lexicon import NUMBERS
from cq.language.obstacles.obstacle import REFUSED
from cq.language.phrases import Phrase

if TYPE_CHECKING:
    from cq.language.instruction import GroundedInstruction

_NUMBER = rf"(?:\d+|{'|'.join(NUMBERS)})"
_SIZE = re.compile(
    rf"\b{_NUMBER}[ -](?:(?:\w+[ -])?(?:blocks?|cubes?|levels?|layers?|units?)[ -])?"
    r"(?:high|tall|long|wide|deep|thick|across|in (?:height|length|width))\b"
    rf"|\b(?:height|length|width|size) (?:of |is |should be )?{_NUMBER}\b"
    rf"|\b{_NUMBER} ?(?:x|by|×) ?{_NUMBER}\b"
)
"""A size in words. The findings know fewer of them, because trained weights read the findings."""


def find_reasons(instruction: GroundedInstruction) -> tuple[str, ...]:
    """The different sentences about what an instruction leaves open, in order of mention; of a text that is
    refused, why it is refused, and nothing else.

    Left out are findings that are not true: left and right are open only where no pose is known, and a size
    only where no words give it.
    """
    if refused := [one.text for one in instruction.obstacles if one.kind in REFUSED]:
        return tuple(dict.fromkeys(refused))
    has_pose = instruction.world.pose is not None
    false = set(_false_texts(instruction.text, instruction.grounded_phrases))
    return tuple(
        dict.fromkeys(
            one.text
            for one in instruction.findings
            if one.text not in false and not (has_pose and one.kind == "no facing")
        )
    )


def _false_texts(instruction: str, grounded: Sequence[GroundedPhrase]) -> Iterator[str]:
    """The texts of findings about a size that is given, and about the blocks that only measure it ("four
    blocks" in "four blocks long").
    """
    text = " ".join(instruction.casefold().split())
    spans = _spans(text, [one.phrase for one in grounded])
    sizes = [match.span() for match in _SIZE.finditer(text)]
    for i, (one, (start, end)) in enumerate(zip(grounded, spans, strict=True)):
        if any(first <= start and end <= last for first, last in sizes):
            yield from (finding.text for finding in one.findings)
        elif one.phrase.shape:
            # The size stands between the phrase before and the next structure.
            before = spans[i - 1][1] if i else 0
            after = next(
                (spans[j][0] for j in range(i + 1, len(grounded)) if grounded[j].phrase.shape), len(text)
            )
            if any(before <= first and last <= after for first, last in sizes):
                yield from (finding.text for finding in one.findings if finding.kind == "no size")


def _spans(text: str, phrases: Sequence[Phrase]) -> list[tuple[int, int]]:
    """Where the phrases stand in the text, in order; an empty span for one that was put together."""
    spans, end = [], 0
    for phrase in phrases:
        start = text.find(phrase.text, end)
        if start < 0:
            spans.append((end, end))
            continue
        end = start + len(phrase.text)
        spans.append((start, end))
    return spans
