"""The Minecraft dialogues' questions as rows for ranking, and the weight of the cross-encoder."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import DATA

from cq.data import load_minecraft_discourse
from cq.world import World
from eval.ranking.minecraft import minecraft_examples
from eval.ranking.nested_fusion import ScoredRow, best_weight

place = [{"kind": "place", "cell": [0, 5, 5], "colour": 3}]
EDUS = [
    ("architect", "hello", []),
    ("builder", "hi", []),
    ("architect", "one red,", []),
    ("architect", "in the middle", []),
    ("builder", "place red 0 1 0", place),
    ("builder", "like this?", []),
    ("builder", "how high?", []),
]


def games(split: str = "validation") -> list[dict[str, object]]:
    edus = [{"speaker": speaker, "text": text, "actions": actions} for speaker, text, actions in EDUS]
    relations = [{"type": "Clarification_question", "from": 3, "to": to} for to in (5, 6)]
    return [{"split": split, "edus": edus, "relations": relations}]


def test_a_question_has_the_last_words_before_it_and_the_world_then():
    examples, bank = minecraft_examples(games(), "validation")
    assert [bank[one.positive] for one in examples] == ["like this?", "how high?"]
    assert {one.instruction for one in examples} == {"one red, in the middle"}
    assert np.array_equal(examples[0].world.grid, World.parse([(0, 63, 0, "red")]).grid)
    assert len(minecraft_examples(games() + games("train"), "validation")[0]) == 2


@pytest.mark.skipif(not (DATA / "minecraft_discourse.zip").exists(), reason="needs the recordings")
def test_pools_of_the_recorded_games_hold_the_question_and_repeat_with_the_seed():
    recorded = load_minecraft_discourse()
    examples, bank = minecraft_examples(recorded, "validation")
    assert len(examples) > 150
    for one in examples:
        assert len(set(one.candidates)) == 116
        assert one.positive in one.candidates
    again, _ = minecraft_examples(recorded, "validation")
    other, _ = minecraft_examples(recorded, "validation", seed=1)
    pools = [[one.candidates for one in rows] for rows in (examples, again, other)]
    assert pools[0] == pools[1] != pools[2]
    assert len(bank) < len(examples) + 1


def test_the_weight_that_ranks_best_is_chosen_and_ties_count_half():
    """The cross-encoder reads the first two of three, and prefers the right one."""
    linear, first = np.array([2.0, 1.0, 1.0]), np.array([0, 1])
    row = ScoredRow(linear, first, np.array([0.0, 3.0]), positive=1)
    assert row.reciprocal_rank(0) == 1 / 2.5
    assert row.reciprocal_rank(1) == 1
    assert best_weight([row]) == 0.5  # at a quarter, the first one is still ahead
    against = ScoredRow(linear, first, np.array([0.0, 3.0]), positive=0)
    assert best_weight([against]) == 0
