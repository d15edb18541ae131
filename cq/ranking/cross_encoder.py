"""The cross-encoder: instruction, world and question read as one text, for the last places to be decided.

The backbone's lower layers stay as they are and its upper layers are trained (Nogueira and Cho 2019), so that
only the latter are kept with the weights.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from cq.encoder.bert import BertEncoder
from cq.modeling.ensemble import restored
from cq.world import COLOURS, World

FROZEN = 2
"""Layers of the backbone that are not trained; nor are its embeddings."""

LONGEST = 96
"""Word pieces of instruction and question together; the instruction is cut, never the question."""

BATCH = 32
"""Pairs read at a time."""

DEPTH = 12
"""Questions that the ranker has read, those that its network puts first."""

Pair = tuple[str, str]
Logits = npt.NDArray[np.float64]


class CrossEncoder(nn.Module):
    """Pairs of a situation and a question → one logit each."""

    def __init__(self, encoder: BertEncoder) -> None:
        super().__init__()
        self.encoder = encoder
        self.layers = nn.ModuleList(copy.deepcopy(layer) for layer in encoder.layers[FROZEN:])
        self.head = nn.Linear(encoder.width, 1)

    def forward(self, pairs: Sequence[Pair]) -> torch.Tensor:
        """Logits (n,) of n pairs, in batches by length."""
        ids = self._ids(pairs)
        order = sorted(range(len(ids)), key=lambda i: len(ids[i]))
        parts = [self._read([ids[i] for i in order[k : k + BATCH]]) for k in range(0, len(order), BATCH)]
        return torch.cat(parts)[torch.from_numpy(np.argsort(order))]

    def _read(self, ids: list[list[int]]) -> torch.Tensor:
        padded = nn.utils.rnn.pad_sequence(
            [torch.tensor(row) for row in ids], batch_first=True, padding_value=self.encoder.pad_id
        )
        lengths = torch.tensor([len(row) for row in ids])
        mask = torch.arange(padded.shape[1])[None] < lengths[:, None]
        with torch.no_grad():
            hidden = self.encoder.states(padded, mask, FROZEN)[-1]
        for layer in self.layers:
            hidden = layer(hidden, src_key_padding_mask=~mask)
        weights = mask[..., None] / lengths[:, None, None]
        logits: torch.Tensor = self.head((hidden.float() * weights).sum(1))[:, 0]
        return logits

    def _ids(self, pairs: Sequence[Pair]) -> list[list[int]]:
        texts = list(dict.fromkeys(text for pair in pairs for text in pair))
        known = dict(zip(texts, self.encoder.tokenize(texts), strict=True))
        return [_joined(known[situation], known[question]) for situation, question in pairs]


def situation(instruction: str, world: World) -> str:
    """What a question is read against: the instruction, and how many blocks of each colour there are."""
    counts = np.bincount(world.grid[world.grid > 0], minlength=len(COLOURS) + 1)[1:]
    there = [f"{counts[c]} {COLOURS[c]}" for c in np.argsort(-counts, kind="stable") if counts[c]]
    return f"{instruction} (there: {', '.join(there) or 'nothing'})"


def cross_logits(model: CrossEncoder, instruction: str, world: World, questions: Sequence[str]) -> Logits:
    """Logits (n,) of n questions about one instruction in its world."""
    text = situation(instruction, world)
    with torch.inference_mode():
        logits = model([(text, question) for question in questions])
    return np.asarray(logits.double().numpy())


def fused(logits: Logits, cross: Logits, read: npt.NDArray[np.int64], weight: float) -> Logits:
    """logits + weight · cross, (n,). `cross` is of the questions at the places `read` only; all others get
    the least of these.
    """
    added = np.full(len(logits), cross.min())
    added[read] = cross
    return np.asarray(logits + weight * added)


@dataclass(frozen=True)
class CrossStage:
    """A cross-encoder as the ranker's last stage: it reads the first `depth` questions."""

    model: CrossEncoder
    weight: float
    depth: int = DEPTH

    def logits(
        self,
        logits: Logits,
        order: npt.NDArray[np.int64],
        instruction: str,
        world: World,
        questions: Sequence[str],
    ) -> Logits:
        """The logits of n questions, fused with the cross-encoder's of those that come first in `order`."""
        read = order[: self.depth]
        cross = cross_logits(self.model, instruction, world, [questions[i] for i in read])
        return fused(logits, cross, read, self.weight)

    def tensors(self) -> dict[str, npt.NDArray[np.float16]]:
        """The trained layers by name, at half precision, for saving."""
        return {
            f"cross.{name}": value.detach().numpy().astype(np.float16)
            for name, value in self.model.named_parameters()
        }

    @classmethod
    def from_tensors(
        cls, tensors: Mapping[str, npt.NDArray[Any]], encoder: BertEncoder, weight: float, depth: int
    ) -> CrossStage:
        """The stage that `tensors()` describes. Raises `RuntimeError` where it does not."""
        model = restored(
            lambda: CrossEncoder(encoder),
            {
                name.removeprefix("cross."): torch.from_numpy(array.astype(np.float32))
                for name, array in tensors.items()
                if name.startswith("cross.")
            },
        )
        return cls(model, weight, depth)


def _joined(situation: list[int], question: list[int]) -> list[int]:
    """[CLS] situation [SEP] question [SEP]; both are given with their end marks."""
    question = question[1:][: LONGEST // 2]
    room = LONGEST - len(question)
    return (
        [*situation[: room - 1], situation[-1], *question] if len(situation) > room else situation + question
    )
