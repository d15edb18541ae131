"""The clarification questions of the Minecraft dialogues as rows for ranking.

The instruction is what the architect said last before the question, the world what the builder had built by
then. The candidates are the question and others of the same games, drawn at random: the corpus has no pools.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from cq.data.minecraft.questions import CLARIFICATION
from cq.ranking import QuestionBank
from cq.ranking.training.examples import RankingExample
from cq.world import SHAPE, World

if TYPE_CHECKING:
    import datasets

POOL = 116
"""Candidates of a row, as many as the mean recorded row has."""


def minecraft_examples(
    games: datasets.Dataset, split: str, pool: int = POOL, seed: int = 0
) -> tuple[list[RankingExample], QuestionBank]:
    """The builder's clarification questions in the games of a split of `load_minecraft_discourse`, and the
    bank of their different texts. Each has a pool of `pool` questions, drawn with the seed.
    """
    asked = [one for game in games if game["split"] == split for one in _asked(game)]
    return with_pools(asked, pool, seed)


def with_pools(
    asked: Sequence[tuple[str, World, str]], pool: int, seed: int
) -> tuple[list[RankingExample], QuestionBank]:
    """Instructions in their worlds, each with its question and others drawn at random: `pool` candidates, or
    all that there are. The bank holds the different questions.
    """
    bank = QuestionBank.parse(sorted({question for _, _, question in asked}))
    id_of = {question: qid for qid, question in bank.items()}
    rng = np.random.default_rng(seed)
    examples = []
    for instruction, world, question in asked:
        others = [qid for qid in bank.qids if qid != id_of[question]]
        drawn = rng.choice(others, min(pool - 1, len(others)), replace=False)
        candidates = tuple(sorted([id_of[question], *map(str, drawn)]))
        examples.append(RankingExample(instruction, world, id_of[question], candidates, fold=0))
    return examples, bank


def _asked(game: dict[str, Any]) -> list[tuple[str, World, str]]:
    """Instruction, world and text of each clarification question that the builder asks in a game."""
    edus = game["edus"]
    questions = {one["to"] for one in game["relations"] if one["type"] == CLARIFICATION}
    grid = np.zeros(SHAPE, dtype=np.int8)
    found = []
    for i, edu in enumerate(edus):
        _build(grid, edu["actions"])
        if i in questions and edu["speaker"] == "builder" and edu["text"].strip():
            instruction = _last_said(edus[:i])
            if instruction:
                found.append((instruction, World.parse(grid), edu["text"]))
    return found


def _last_said(edus: Sequence[dict[str, Any]]) -> str:
    """The architect's last words: all units since the builder spoke or acted before them."""
    said: list[str] = []
    for edu in reversed(edus):
        if edu["speaker"] == "architect":
            said.insert(0, edu["text"])
        elif said:
            break
    return " ".join(said)


def _build(grid: npt.NDArray[np.int8], actions: Sequence[dict[str, Any]]) -> None:
    """Carry out actions in a grid, in place."""
    for action in actions:
        grid[tuple(action["cell"])] = action["colour"] if action["kind"] == "place" else 0
