"""Training lists of the cross-encoder: a person's question, then hard and easy negatives."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from cq.data import normalise
from cq.ranking.bank import QuestionBank
from cq.ranking.cross_encoder.pairs import Pair
from cq.ranking.cross_encoder.stage import query_text
from cq.ranking.first_stage import BM25
from cq.ranking.training.examples import RankingExample
from cq.world.augmentation import permute_colours, sample_colour_permutation

WINDOW = 8
"""Batches among which examples are sorted by length, so that less is padded."""


@dataclass(frozen=True)
class CrossEncoderTrainingConfig:
    """The configuration of the training. A step takes `batch_size` examples: for each the positive,
    `hard_negatives` drawn
    from BM25's first `hard_negative_depth`, and `easy_negatives` others. All negatives were asked about
    other instructions. Embeddings and the first `frozen_layers` are frozen (None: a third of all).
    """

    epochs: int = 2
    batch_size: int = 4
    hard_negatives: int = 10
    hard_negative_depth: int = 30
    easy_negatives: int = 5
    learning_rate: float = 1e-4
    head_learning_rate: float = 5e-4
    weight_decay: float = 0.01
    warmup_ratio: float = 0.1
    dropout: float = 0.1
    frozen_layers: int | None = None
    seed: int = 0


@dataclass(frozen=True)
class ListExample:
    """A query, and documents of which the first is right."""

    query: str
    docs: list[str]


def positive_pairs(examples: Sequence[RankingExample], bank: QuestionBank) -> list[Pair]:
    """The situation and the positive question of each example."""
    return [(query_text(row.instruction, row.world), bank[row.positive]) for row in examples]


def listwise_examples(
    examples: Sequence[RankingExample], bank: QuestionBank, config: CrossEncoderTrainingConfig, epoch: int
) -> list[ListExample]:
    """The training examples of an epoch, in order; negatives and colours are drawn anew for each epoch."""
    pairs, negatives = positive_pairs(examples, bank), _Negatives(examples, bank, config)
    rng, found = random.Random(f"{config.seed} {epoch}"), []
    for row in _order([len(query) for query, _ in pairs], config.batch_size, rng):
        query, positive = pairs[row]
        permutation = sample_colour_permutation(rng)
        docs = [permute_colours(doc, permutation) for doc in (positive, *negatives.draw(row, rng))]
        found.append(ListExample(permute_colours(query, permutation), docs))
    return found


def _order(lengths: Sequence[int], batch_size: int, rng: random.Random) -> list[int]:
    """A random order in which the examples of one batch are about equally long."""
    drawn = rng.sample(range(len(lengths)), len(lengths))
    order: list[int] = []
    for first in range(0, len(drawn), WINDOW * batch_size):
        window = sorted(drawn[first : first + WINDOW * batch_size], key=lambda i: lengths[i])
        batches = [window[i : i + batch_size] for i in range(0, len(window), batch_size)]
        last = [batch for batch in batches if len(batch) < batch_size]
        whole = [batch for batch in batches if len(batch) == batch_size]
        # A short batch stays at the end, or later batches would be cut elsewhere.
        order += [i for batch in (*rng.sample(whole, len(whole)), *last) for i in batch]
    return order


class _Negatives:
    """For each example the questions asked in others: BM25's first, and all others.

    Questions asked about the same words are not used as negatives: they may be right too.
    """

    def __init__(
        self, examples: Sequence[RankingExample], bank: QuestionBank, config: CrossEncoderTrainingConfig
    ) -> None:
        asked = sorted({row.positive for row in examples})
        about: dict[str, set[str]] = {}
        for row in examples:
            about.setdefault(normalise(row.instruction), set()).add(row.positive)
        stage = BM25([bank[qid] for qid in asked])
        self.hard, self.easy, self.config = [], [], config
        for row in examples:
            scores = stage.scores(row.instruction)
            best = sorted(range(len(asked)), key=lambda i: -scores[i])
            others = [bank[asked[i]] for i in best if asked[i] not in about[normalise(row.instruction)]]
            self.hard.append(others[: config.hard_negative_depth])
            self.easy.append(others[config.hard_negative_depth :] or others)

    def draw(self, row: int, rng: random.Random) -> list[str]:
        """Negatives of one example; with repeats if there are few."""
        return [
            *_sample(self.hard[row], self.config.hard_negatives, rng),
            *_sample(self.easy[row], self.config.easy_negatives, rng),
        ]


def _sample(questions: Sequence[str], count: int, rng: random.Random) -> list[str]:
    return rng.sample(questions, count) if len(questions) >= count else rng.choices(questions, k=count)
