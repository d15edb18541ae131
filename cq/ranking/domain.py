"""Is a bank about blocks? The models are trained on such questions; others are ranked by meaning."""

from __future__ import annotations

from functools import lru_cache

from cq.ranking.bank import QuestionBank
from cq.world.palette import COLOURS

FEWEST = 10
"""A bank of fewer questions counts as one about blocks: it is too small to tell."""
LEAST_SHARE = 0.15
"""Least share of a bank's questions that name something of the world of blocks. It is 0.89 of the recorded
questions, 0.30 of the builder's questions in the Minecraft dialogues, and at most 0.10 of the ten banks of
`eval/behaviours/domains`.
"""

_NOUNS = "block brick cube tower column row wall stack pillar pile structure".split()
_BLOCKS = frozenset(
    [*COLOURS, *_NOUNS, *(f"{noun}s" for noun in _NOUNS), "grid", "north", "south", "east", "west"]
)
_MARKS = str.maketrans(dict.fromkeys(".,;:!?()/-'’\"", " "))


@lru_cache(maxsize=8)
def is_about_blocks(bank: QuestionBank) -> bool:
    """Whether enough of the bank's questions name blocks, colours, structures or compass directions."""
    if len(bank) < FEWEST:
        return True
    named = sum(
        not _BLOCKS.isdisjoint(question.casefold().translate(_MARKS).split()) for question in bank.questions
    )
    return named >= LEAST_SHARE * len(bank)
