"""Is a bank about blocks? The models are trained on such questions; others are ranked by meaning."""

from __future__ import annotations

from functools import lru_cache

from cq.language.block_words import names_blocks
from cq.ranking.bank import QuestionBank

FEWEST = 10
"""A bank with fewer questions counts as about blocks: it is too small to tell."""
LEAST_SHARE = 0.15
"""Least share of a bank's questions that name something of the world of blocks. It is 0.89 of the recorded
questions, 0.30 of the builder's questions in the Minecraft dialogues, and at most 0.10 of the ten banks of
`eval/behaviours/domains`.
"""


@lru_cache(maxsize=8)
def is_about_blocks(bank: QuestionBank) -> bool:
    """Whether enough of the bank's questions name blocks, colours, structures or compass directions."""
    if len(bank) < FEWEST:
        return True
    return sum(map(names_blocks, bank.questions)) >= LEAST_SHARE * len(bank)
