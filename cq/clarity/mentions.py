"""What an instruction mentions, found by words: actions, colours, counts, places, references."""

from __future__ import annotations

import re
from dataclasses import dataclass

from cq.lexicon import NUMBERS
from cq.world.palette import COLOURS

DEFINITE = re.compile(
    rf"\b(?:the|that|this)\s+(?:\w+\s+)?(?P<colour>{'|'.join(COLOURS)})\s+(?P<noun>blocks?|ones?|bricks?|cubes?)?"
)


@dataclass(frozen=True)
class Mentions:
    """The words of one instruction by what they speak of. Counts are of mentions, not of blocks."""

    words: tuple[str, ...]
    sentences: int
    colours: tuple[int, ...]
    """IGLU 2022 ids of the colours mentioned, in order, with repeats."""
    counts: tuple[int, ...]
    """Numbers mentioned, in words or digits."""
    references: tuple[tuple[int, bool], ...]
    """Definite references to a colour ("the red block"): (colour id, said in the singular)."""

    def number_in(self, lexicon: frozenset[str]) -> int:
        """How many of the words stand in a lexicon."""
        return sum(word in lexicon for word in self.words)


def mentions(instruction: str) -> Mentions:
    """Read one instruction. Works on words alone: no world, no model."""
    text = instruction.casefold()
    words = tuple(re.findall(r"[a-z]+|\d+", text))
    colour_ids = {name: i for i, name in enumerate(COLOURS, start=1)}
    return Mentions(
        words=words,
        sentences=len([s for s in re.split(r"[.!?;]+|\bthen\b", text) if s.strip()]),
        colours=tuple(colour_ids[w] for w in words if w in colour_ids),
        counts=tuple(
            int(w) if w.isdigit() else NUMBERS[w]
            for w in words
            if (w.isdigit() and len(w) < 4) or w in NUMBERS
        ),
        references=tuple(
            (colour_ids[m["colour"]], not (m["noun"] or "").endswith("s")) for m in DEFINITE.finditer(text)
        ),
    )
