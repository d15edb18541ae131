"""Synthetic instructions with a piece left out, each with the question about it, as rows for ranking."""

from __future__ import annotations

import random

from cq.building.synthetic import clarified, synthetic_task
from cq.ranking import QuestionBank
from cq.ranking.training.examples import RankingExample
from cq.world import World
from eval.ranking.minecraft import POOL, with_pools


def left_out_examples(count: int, seed: int = 0) -> tuple[list[RankingExample], QuestionBank]:
    """So many instructions, and the bank of their different questions. Each has a pool of `POOL` of them."""
    rng = random.Random(seed)
    asked: list[tuple[str, World, str]] = []
    while len(asked) < count:
        task = synthetic_task(rng)
        asking = clarified(rng, task)
        # With a single exchange, what is left out is what its question asks for.
        if len(asking.exchanges) == 1 and asking.instruction != task.instruction:
            asked.append((asking.instruction, World.parse(task.start), asking.exchanges[0][0]))
    return with_pools(asked, POOL, seed)
