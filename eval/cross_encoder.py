"""A MiniLM cross-encoder fine-tuned on the asked questions: what the ranker is measured against.

Instruction and question are read as one text, all layers trained, list-wise: the asked question against
BM25's best of the other training questions and some at random, with the colours of both dealt anew each
time. Scores of a fold are kept once its model has been trained, so that a killed run goes on there.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import nn
from tqdm import tqdm

from cq.backbone import Backbone, model_folder
from cq.files import replacing
from cq.ranking import QuestionBank
from cq.ranking.bm25 import BM25Stage
from cq.ranking.rows import AskedRow
from eval.probes import colours_dealt, permute_colours

EPOCHS, ROWS, HARD, EASY = 3, 8, 10, 5
"""Passes; rows a step; negatives of a row that BM25 puts first, and at random."""

RATE, HEAD_RATE, DECAY, WARM_UP = 5e-5, 5e-4, 0.01, 0.1
LONGEST = 96
"""Word pieces of a pair."""

Scores = npt.NDArray[np.float32]
Pair = tuple[str, str]


class CrossEncoder(nn.Module):
    """(instruction, question) → one logit, from the mean of the last states."""

    def __init__(self, folder: Path) -> None:
        from transformers import AutoModel, AutoTokenizer

        super().__init__()
        self.tokenizer = AutoTokenizer.from_pretrained(folder, local_files_only=True)
        self.encoder = AutoModel.from_pretrained(folder, local_files_only=True)
        self.head = nn.Linear(self.encoder.config.hidden_size, 1)

    def forward(self, pairs: Sequence[Pair]) -> torch.Tensor:
        """Logits (n,) of n pairs, batched by length."""
        order = sorted(range(len(pairs)), key=lambda i: len(pairs[i][0]) + len(pairs[i][1]))
        parts = []
        for first in range(0, len(order), 64):
            texts, questions = zip(*(pairs[i] for i in order[first : first + 64]), strict=True)
            given = self.tokenizer(
                list(texts),
                list(questions),
                padding=True,
                truncation="longest_first",
                max_length=LONGEST,
                return_tensors="pt",
            )
            with torch.autocast("cpu", torch.bfloat16):
                states = self.encoder(**given).last_hidden_state
            mask = given["attention_mask"][..., None]
            parts.append(self.head((states.float() * mask).sum(1) / mask.sum(1))[:, 0])
        return torch.cat(parts)[np.argsort(order)]


def cross_encoder_scores(
    rows: Sequence[AskedRow], bank: QuestionBank, backbone: Backbone, work: Path
) -> list[Scores]:
    """Out-of-fold logits of each row's pool, in the pool's order."""
    scores: list[Scores] = [np.empty(0, dtype=np.float32)] * len(rows)
    for k in tqdm(sorted({row.fold for row in rows}), desc="cross-encoders", disable=None):
        held = [i for i, row in enumerate(rows) if row.fold == k]
        for i, found in zip(held, _fold_scores(rows, bank, backbone, k, work), strict=True):
            scores[i] = found
    return scores


def _fold_scores(
    rows: Sequence[AskedRow], bank: QuestionBank, backbone: Backbone, fold: int, work: Path
) -> list[Scores]:
    from safetensors.numpy import load_file, save_file

    train, held = [r for r in rows if r.fold != fold], [r for r in rows if r.fold == fold]
    said = (
        f"{backbone.name} {EPOCHS} {ROWS} {HARD} {EASY} {RATE} {HEAD_RATE} {DECAY} {LONGEST} {train} {held}"
    )
    path = work / f"cross-encoder-{fold}-{hashlib.sha256(said.encode()).hexdigest()[:16]}.safetensors"
    if not path.is_file():
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(fold)
            model = _train(train, bank, CrossEncoder(model_folder(backbone.name)), random.Random(fold))
        found = {str(i): _score(model, row, bank) for i, row in enumerate(held)}
        with replacing(path) as temporary:
            save_file(found, temporary)
    kept: dict[str, Any] = load_file(path)
    return [kept[str(i)] for i in range(len(held))]


def _score(model: CrossEncoder, row: AskedRow, bank: QuestionBank) -> Scores:
    with torch.inference_mode():
        return np.asarray(model([(row.instruction, bank[qid]) for qid in row.pool]).numpy())


def _train(
    rows: Sequence[AskedRow], bank: QuestionBank, model: CrossEncoder, rng: random.Random
) -> CrossEncoder:
    groups = [
        {"params": model.encoder.parameters(), "lr": RATE},
        {"params": model.head.parameters(), "lr": HEAD_RATE},
    ]
    optimiser = torch.optim.AdamW(groups, weight_decay=DECAY)
    steps = EPOCHS * (len(rows) // ROWS)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda step: min(1.0, (step + 1) / (WARM_UP * steps)) * (1 - step / steps)
    )
    hard, others = _negatives(rows, bank)
    model.train()
    with tqdm(total=steps, desc="steps", leave=False, disable=None, mininterval=5) as bar:
        for _ in range(EPOCHS):
            order = rng.sample(range(len(rows)), len(rows))
            for first in range(0, len(rows) - ROWS + 1, ROWS):
                pairs: list[Pair] = []
                for i in order[first : first + ROWS]:
                    asked = [bank[rows[i].qid], *rng.sample(hard[i], HARD), *rng.sample(others[i], EASY)]
                    dealt = colours_dealt(rng)
                    text = permute_colours(rows[i].instruction, dealt)
                    pairs += [(text, permute_colours(question, dealt)) for question in asked]
                logits = model(pairs).view(ROWS, -1)
                loss = nn.functional.cross_entropy(logits, torch.zeros(ROWS, dtype=torch.long))
                optimiser.zero_grad()
                loss.backward()  # type: ignore[no-untyped-call]
                nn.utils.clip_grad_norm_(model.parameters(), 1.0)
                optimiser.step()
                schedule.step()
                bar.update()
    return model.eval()


def _negatives(rows: Sequence[AskedRow], bank: QuestionBank) -> tuple[list[list[str]], list[list[str]]]:
    """For each row, of the questions asked in other training rows: BM25's best, and all the rest.

    Questions asked about the same words are no negatives.
    """
    asked = sorted({row.qid for row in rows})
    same: dict[str, set[str]] = {}
    for row in rows:
        same.setdefault(row.instruction, set()).add(row.qid)
    hard, others = [], []
    stage = BM25Stage(bank.questions)
    for row in rows:
        scores = stage.scores(row.instruction)
        found = sorted(
            (q for q in asked if q not in same[row.instruction]), key=lambda q: -scores[bank.place(q)]
        )
        hard.append([bank[q] for q in found[: 3 * HARD]])
        others.append([bank[q] for q in found[3 * HARD :]])
    return hard, others
