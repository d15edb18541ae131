"""Training the cross-encoder: list-wise, against questions that are hard to tell from the asked one."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from cq.data import normalise
from cq.encoder.bert import BertEncoder
from cq.modeling.checkpoints import State, Workshop
from cq.modeling.trainer import Training
from cq.ranking.bank import QuestionBank
from cq.ranking.cross_encoder import CrossEncoder, Logits, Pair, cross_logits, situation
from cq.ranking.first_stage import BM25Stage
from cq.ranking.training.examples import AskedRow
from cq.world.augmentation import permute_colours, sample_colour_permutation


@dataclass(frozen=True)
class CrossRecipe:
    """How it is trained. A step takes `rows` rows, of each the asked question, `hard` of those that BM25 puts
    in its first `hardest`, and `easy` others, all of them asked in other rows; colours are dealt anew each
    time.
    """

    epochs: int = 2
    rows: int = 4
    hard: int = 10
    hardest: int = 30
    easy: int = 5
    rate: float = 1e-4
    head_rate: float = 5e-4
    decay: float = 0.01
    warm_up: float = 0.1
    seed: int = 0


def fit_cross_encoder(
    rows: Sequence[AskedRow],
    bank: QuestionBank,
    encoder: BertEncoder,
    recipe: CrossRecipe,
    workshop: Workshop | None = None,
) -> CrossEncoder:
    """Fit on all rows. Each finished epoch is kept in the workshop, where a killed job goes on."""
    batches = _Batches(_texts(rows, bank), _Negatives(rows, bank, recipe), recipe)
    training: Training[CrossEncoder] = Training(
        lambda: CrossEncoder(encoder),
        partial(_optimiser, recipe),
        partial(_epoch, recipe, batches),
        recipe.seed,
    )
    return training.fit(recipe.epochs, f"cross-encoder {_said(encoder, recipe, rows, bank)}", workshop)


def out_of_fold_cross_logits(
    rows: Sequence[AskedRow],
    bank: QuestionBank,
    encoder: BertEncoder,
    recipe: CrossRecipe,
    workshop: Workshop | None = None,
) -> list[Logits]:
    """Each row's logits, in its pool's order, by a cross-encoder that has not seen its fold."""
    workshop = workshop or Workshop()
    logits: list[Logits] = [np.empty(0)] * len(rows)

    def of(held: list[int], fold: int) -> State:
        model = fit_cross_encoder([r for r in rows if r.fold != fold], bank, encoder, recipe, workshop)
        read = (
            cross_logits(model, rows[i].instruction, rows[i].world, [bank[qid] for qid in rows[i].pool])
            for i in held
        )
        return {str(i): torch.from_numpy(found) for i, found in zip(held, read, strict=True)}

    pools = [(row.fold, [bank[qid] for qid in row.pool]) for row in rows]
    said = _said(encoder, recipe, rows, bank, pools)
    for fold in sorted({row.fold for row in rows}):
        held = [i for i, row in enumerate(rows) if row.fold == fold]
        found = workshop.state(f"cross logits {said} {fold}", (), partial(of, held, fold))
        for i in held:
            logits[i] = found[str(i)].numpy()
    return logits


def _texts(rows: Sequence[AskedRow], bank: QuestionBank) -> list[Pair]:
    return [(situation(row.instruction, row.world), bank[row.qid]) for row in rows]


def _said(
    encoder: BertEncoder, recipe: CrossRecipe, rows: Sequence[AskedRow], bank: QuestionBank, *more: object
) -> str:
    """Digest of all that a result depends on."""
    of = (encoder.digest(), recipe, _texts(rows, bank), *more)
    return hashlib.sha256(repr(of).encode()).hexdigest()


def _optimiser(recipe: CrossRecipe, model: CrossEncoder) -> torch.optim.AdamW:
    groups = [
        {"params": list(model.layers.parameters()), "rate": recipe.rate},
        {"params": list(model.head.parameters()), "rate": recipe.head_rate},
    ]
    return torch.optim.AdamW(groups, weight_decay=recipe.decay)


def _epoch(
    recipe: CrossRecipe, batches: _Batches, model: CrossEncoder, optimiser: torch.optim.AdamW, epoch: int
) -> None:
    """One pass, the rate rising from 0 and falling back to it over all epochs."""
    for i, pairs in enumerate(batches.of(epoch)):
        done = (epoch + i / len(batches)) / recipe.epochs
        for group in optimiser.param_groups:
            group["lr"] = group["rate"] * min(1.0, (done + 1e-3) / recipe.warm_up) * (1 - done)
        with torch.autocast("cpu", torch.bfloat16):
            logits = model(pairs).view(-1, 1 + recipe.hard + recipe.easy)
        loss = F.cross_entropy(logits.float(), torch.zeros(len(logits), dtype=torch.long))
        optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()


class _Batches:
    """The pairs of each step, in an order and in colours drawn anew for each epoch."""

    def __init__(self, texts: Sequence[Pair], negatives: _Negatives, recipe: CrossRecipe) -> None:
        self.texts, self.negatives, self.recipe = texts, negatives, recipe

    def __len__(self) -> int:
        return max(1, len(self.texts) // self.recipe.rows)

    def of(self, epoch: int) -> Iterator[list[Pair]]:
        """The batches of one epoch: of each row the asked question first, then its negatives."""
        rng = random.Random(f"{self.recipe.seed} {epoch}")
        order = rng.sample(range(len(self.texts)), len(self.texts))
        for i in range(len(self)):
            pairs: list[Pair] = []
            for row in order[i * self.recipe.rows : (i + 1) * self.recipe.rows]:
                text, asked = self.texts[row]
                dealt = sample_colour_permutation(rng)
                about = permute_colours(text, dealt)
                pairs += [
                    (about, permute_colours(q, dealt)) for q in (asked, *self.negatives.drawn(row, rng))
                ]
            yield pairs


class _Negatives:
    """For each row the questions asked in other rows: BM25's first, and all others.

    Questions asked about the same words are no negatives: they could as well have been asked.
    """

    def __init__(self, rows: Sequence[AskedRow], bank: QuestionBank, recipe: CrossRecipe) -> None:
        asked = sorted({row.qid for row in rows})
        about: dict[str, set[str]] = {}
        for row in rows:
            about.setdefault(normalise(row.instruction), set()).add(row.qid)
        stage = BM25Stage([bank[qid] for qid in asked])
        self.hard, self.easy, self.recipe = [], [], recipe
        for row in rows:
            scores = stage.scores(row.instruction)
            best = sorted(range(len(asked)), key=lambda i: -scores[i])
            others = [bank[asked[i]] for i in best if asked[i] not in about[normalise(row.instruction)]]
            self.hard.append(others[: recipe.hardest])
            self.easy.append(others[recipe.hardest :] or others)

    def drawn(self, row: int, rng: random.Random) -> list[str]:
        """Negatives of one row; with repeats where there are few."""
        return [
            *_sample(self.hard[row], self.recipe.hard, rng),
            *_sample(self.easy[row], self.recipe.easy, rng),
        ]


def _sample(questions: Sequence[str], count: int, rng: random.Random) -> list[str]:
    return rng.sample(questions, count) if len(questions) >= count else rng.choices(questions, k=count)
