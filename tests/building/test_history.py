"""What the builder reads of a dialogue before the instruction."""

import random

import numpy as np

from cq.building.example import BuildingExample, encode_examples
from cq.building.model.trajectory import HISTORY_TOKENS, HISTORY_TURNS, RECENT_BLOCKS
from cq.building.synthetic import continued_task
from cq.building.token_embedder import TokenEmbedder
from cq.encoder.backbone import Backbone


def test_the_last_turns_are_read_newest_first():
    turns = tuple((("architect", "builder")[i % 2], f"turn {i} " + "word " * 40) for i in range(9))
    start = np.zeros((9, 11, 11), dtype=np.int8)
    example = BuildingExample("place it there", start, history=turns)
    (encoded,) = encode_examples([example], [example.frame()], TokenEmbedder(Backbone.load()))
    words = np.flatnonzero(encoded.turns == 0)
    assert len(encoded.tokens) == len(words) + HISTORY_TURNS * HISTORY_TOKENS
    # The newest turn, number 8, is an architect's, the one before it a builder's.
    assert list(dict.fromkeys(encoded.turns[len(words) :].tolist())) == [1, 4, 5, 8, 9]


def test_recent_blocks_are_numbered_from_the_last():
    start = np.zeros((9, 11, 11), dtype=np.int8)
    cells = [(0, x, 0) for x in range(RECENT_BLOCKS + 2)]
    recency = BuildingExample("go on", start, recent=tuple(cells)).recency
    assert [int(recency[cell]) for cell in reversed(cells)] == [*range(1, RECENT_BLOCKS + 1), 0, 0]


def test_continued_tasks_start_where_their_history_led():
    for seed in range(60):
        task = continued_task(random.Random(seed))
        assert task.history
        assert task.history[0][0] == "architect"
        assert all(task.start[cell] for cell in task.recent)
        assert not np.array_equal(task.start, task.target)
