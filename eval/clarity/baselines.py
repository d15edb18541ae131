"""Baselines of the clarity classifier: the majority class, logistic regression, MiniLM fine-tuned."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from cq.clarity.calibration import Calibration, choose_threshold
from cq.clarity.examples import ClarityExamples
from cq.clarity.training import OutOfFoldPredictions
from cq.encoder.backbone import Backbone
from cq.encoder.bert import BertEncoder

Array = npt.NDArray[Any]
STRENGTHS = (0.0003, 0.001, 0.003, 0.01)
FROZEN, EPOCHS, BATCH, RATE, HEAD_RATE = 4, 3, 32, 3e-5, 5e-4
"""Layers left as they are; passes over the rows; rows per step; learning rates of layers and head."""


def always_clear(examples: ClarityExamples) -> OutOfFoldPredictions:
    """The majority class, with the share of unclear rows as probability."""
    unclear = examples.targets.unclear
    return OutOfFoldPredictions(np.full(len(unclear), unclear.mean()), np.zeros(len(unclear), dtype=bool), {})


def logistic(x: Array, examples: ClarityExamples) -> OutOfFoldPredictions:
    """Logistic regression, its regularisation and threshold chosen by cross-validation inside."""
    from sklearn.linear_model import LogisticRegression, LogisticRegressionCV
    from sklearn.model_selection import GroupKFold, cross_val_predict
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    unclear = examples.targets.unclear
    p, decided = np.zeros(len(x)), np.zeros(len(x), dtype=bool)
    for k in np.unique(examples.folds):
        train, held = examples.folds != k, examples.folds == k
        inner = list(GroupKFold(4).split(x[train], unclear[train], examples.folds[train]))
        search = LogisticRegressionCV(
            Cs=list(STRENGTHS),
            cv=inner,
            l1_ratios=(0,),
            scoring="neg_log_loss",
            max_iter=300,
            use_legacy_attributes=False,
        )
        model = make_pipeline(StandardScaler(), search).fit(x[train], unclear[train])
        chosen = float(np.ravel(model[-1].C_)[0])
        again = make_pipeline(StandardScaler(), LogisticRegression(C=chosen, max_iter=300))
        seen = cross_val_predict(again, x[train], unclear[train], cv=inner, method="predict_proba")[:, 1]
        p[held] = model.predict_proba(x[held])[:, 1]
        decided[held] = p[held] > choose_threshold(seen)
    return OutOfFoldPredictions(p, decided, {})


def fine_tuned(backbone: Backbone, examples: ClarityExamples) -> OutOfFoldPredictions:
    """The top layers of a BERT trained with a linear head on the mean of its last states, words alone.

    One training fold is held back from fitting for calibration and threshold.
    """
    encoder = backbone.encoder
    if not isinstance(encoder, BertEncoder):
        raise TypeError(f"only a BERT can be fine-tuned here, not {type(encoder).__name__}")
    below = _states(encoder, backbone.tokenize(examples.instructions))
    unclear = examples.targets.unclear
    p, decided = np.zeros(len(unclear)), np.zeros(len(unclear), dtype=bool)
    folds = np.unique(examples.folds).tolist()
    for i, k in enumerate(folds):
        validation = examples.folds == folds[(i + 1) % len(folds)]
        held = examples.folds == k
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(0)
            model = _train(encoder, below, unclear, np.flatnonzero(~held & ~validation))
        seen = _predict(model, below, np.flatnonzero(validation))
        calibration = Calibration.fit(seen, unclear[validation])
        p[held] = calibration(_predict(model, below, np.flatnonzero(held)))
        decided[held] = p[held] > choose_threshold(calibration(seen))
    return OutOfFoldPredictions(p, decided, {})


class _TopLayers(nn.Module):
    def __init__(self, layers: Sequence[nn.Module], width: int) -> None:
        super().__init__()
        self.layers = nn.ModuleList(copy.deepcopy(list(layers)))
        self.head = nn.Linear(width, 1)

    def forward(self, states: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        for layer in self.layers:
            states = layer(states, src_key_padding_mask=~mask)
        mean = (states * mask[..., None]).sum(1) / mask.sum(1, keepdim=True)
        logits: torch.Tensor = self.head(mean)[:, 0]
        return logits


def _states(encoder: BertEncoder, tokens: list[list[int]]) -> list[torch.Tensor]:
    """Hidden states (tokens, width) below the layers to train, for each text."""
    with torch.inference_mode():
        states = [
            encoder.states(torch.tensor([ids]), torch.ones(1, len(ids), dtype=torch.bool))[FROZEN][0]
            for ids in tokens
        ]
    return [state.clone() for state in states]


def _batch(below: list[torch.Tensor], rows: Array) -> tuple[torch.Tensor, torch.Tensor]:
    states = nn.utils.rnn.pad_sequence([below[i] for i in rows], batch_first=True)
    lengths = torch.tensor([len(below[i]) for i in rows])
    return states, torch.arange(states.shape[1])[None] < lengths[:, None]


def _train(encoder: BertEncoder, below: list[torch.Tensor], unclear: Array, rows: Array) -> _TopLayers:
    model = _TopLayers(encoder.layers[FROZEN:], encoder.width)
    groups = [
        {"params": model.layers.parameters(), "lr": RATE},
        {"params": model.head.parameters(), "lr": HEAD_RATE},
    ]
    optimizer = torch.optim.AdamW(groups, weight_decay=0.05)
    labels = torch.from_numpy(unclear.astype(np.float32))
    steps = EPOCHS * -(-len(rows) // BATCH)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min(1.0, step / (0.1 * steps)) * (1 - step / steps)
    )
    model.train()
    for _ in range(EPOCHS):
        shuffled = rows[torch.randperm(len(rows)).numpy()]
        for chunk in np.array_split(shuffled, -(-len(rows) // BATCH)):
            logits = model(*_batch(below, chunk))
            loss = nn.functional.binary_cross_entropy_with_logits(logits, labels[chunk])
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            optimizer.step()
            schedule.step()
    return model.eval()


def _predict(model: _TopLayers, below: list[torch.Tensor], rows: Array) -> npt.NDArray[np.float64]:
    order = sorted(range(len(rows)), key=lambda i: len(below[rows[i]]))
    logits = np.zeros(len(rows))
    with torch.inference_mode():
        for chunk in np.array_split(np.array(order), -(-len(rows) // 64)):
            logits[chunk] = model(*_batch(below, rows[chunk])).numpy()
    return logits
