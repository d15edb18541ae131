"""The cross-encoder as the ranker's last stage: it reranks the questions that the networks put first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from cq.ranking.cross_encoder.model import CrossEncoder
from cq.ranking.cross_encoder.pairs import Logits
from cq.world import COLOURS, World

if TYPE_CHECKING:
    from cq.encoder.backbone import Backbone
    from cq.encoder.bert import BertEncoder

RERANK_TOP_K = 12
"""Questions that the cross-encoder reads: those that the networks put first."""

PREFIX = "cross_encoder."
"""Of its tensors among those of a ranker."""


def query_text(instruction: str, world: World) -> str:
    """The text that a question is paired with: the instruction, and how many blocks of each colour stand."""
    counts = np.bincount(world.grid[world.grid > 0], minlength=len(COLOURS) + 1)[1:]
    there = [f"{counts[c]} {COLOURS[c]}" for c in np.argsort(-counts, kind="stable") if counts[c]]
    return f"{instruction} (there: {', '.join(there) or 'nothing'})"


def cross_logits(model: CrossEncoder, instruction: str, world: World, questions: Sequence[str]) -> Logits:
    """Logits (n,) of n questions about one instruction in its world."""
    text = query_text(instruction, world)
    return model.logits([(text, question) for question in questions])


def fuse(logits: Logits, cross: Logits, read: npt.NDArray[np.int64], weight: float) -> Logits:
    """logits + weight · cross, (n,). `cross` are the logits of the questions with the indices `read`; all
    others get the minimum of `cross`.
    """
    added = np.full(len(logits), cross.min())
    added[read] = cross
    return np.asarray(logits + weight * added)


@dataclass(frozen=True)
class CrossEncoderStage:
    """A cross-encoder as the ranker's last stage: it reads the first `top_k` questions."""

    model: CrossEncoder
    weight: float
    top_k: int = RERANK_TOP_K

    def logits(
        self,
        logits: Logits,
        order: npt.NDArray[np.int64],
        instruction: str,
        world: World,
        questions: Sequence[str],
    ) -> Logits:
        """The logits of n questions, with the weighted logits of the cross-encoder added for the first
        `top_k` in `order`.
        """
        read = order[: self.top_k]
        cross = cross_logits(self.model, instruction, world, [questions[i] for i in read])
        return fuse(logits, cross, read, self.weight)

    def is_built_on(self, backbone: Backbone) -> bool:
        """Whether the model is the backbone with some parameters trained, and can be saved as these."""
        from cq.encoder.bert import BertEncoder

        return isinstance(backbone.encoder, BertEncoder) and self.model.is_built_on(backbone.encoder)

    def tensors(self, encoder: BertEncoder) -> dict[str, npt.NDArray[np.float16]]:
        """What was trained on the encoder, by name, at half precision, for saving."""
        return {
            f"{PREFIX}{name}": tensor.numpy().astype(np.float16)
            for name, tensor in self.model.delta(encoder).items()
        }

    @classmethod
    def from_tensors(
        cls, tensors: Mapping[str, npt.NDArray[Any]], encoder: BertEncoder, weight: float, top_k: int
    ) -> CrossEncoderStage:
        """The stage that `tensors()` describes. Raises `KeyError` or `RuntimeError` if it does not."""
        import torch

        delta = {
            name.removeprefix(PREFIX): torch.from_numpy(array.astype(np.float32))
            for name, array in tensors.items()
            if name.startswith(PREFIX)
        }
        return cls(CrossEncoder.from_delta(encoder, delta), weight, top_k)
