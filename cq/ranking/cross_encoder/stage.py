"""The cross-encoder as the ranker's last stage: it reranks the questions that the linear model puts first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from cq.ranking.cross_encoder.model import CrossEncoder
from cq.ranking.cross_encoder.pairs import Logits
from cq.world import World

if TYPE_CHECKING:
    from cq.encoder.encoder import Encoder
    from cq.ranking.cross_encoder.prefix import PrefixCrossEncoder

RERANK_TOP_K = 6
"""Questions that the cross-encoder reads: the first of the linear model."""

PREFIX = "shared_prefix."
"""Prefix of its tensors among those of a ranker."""


def query_text(instruction: str, world: World) -> str:
    """The text paired with a question: the instruction, and the number of blocks of each colour."""
    counts = np.bincount(world.grid[world.grid > 0], minlength=world.palette.highest + 1)[1:]
    there = [
        f"{counts[c]} {world.palette.ids[c + 1]}" for c in np.argsort(-counts, kind="stable") if counts[c]
    ]
    return f"{instruction} (there: {', '.join(there) or 'nothing'})"


def cross_logits(
    model: CrossEncoder | PrefixCrossEncoder, instruction: str, world: World, questions: Sequence[str]
) -> Logits:
    """Logits (n,) of n questions about one instruction in its world."""
    text = query_text(instruction, world)
    return model.logits([(text, question) for question in questions])


@dataclass(frozen=True)
class CrossEncoderStage:
    """A cross-encoder as the ranker's last stage: it reads the first `top_k` questions. Its logits are added
    to those of the linear model with a `weight`, see `cq.ranking.cross_encoder.pairs.fuse`.
    """

    model: CrossEncoder | PrefixCrossEncoder
    weight: float
    top_k: int = RERANK_TOP_K

    def read(self, rows: Sequence[tuple[str, World, Sequence[str]]]) -> list[Logits]:
        """Logits of the questions of each row: an instruction, its world, and questions about it. All pairs
        are scored together, in half precision where that is faster.
        """
        pairs = [
            (text, question)
            for text, questions in (
                (query_text(instruction, world), questions) for instruction, world, questions in rows
            )
            for question in questions
        ]
        ends = np.cumsum([len(questions) for _, _, questions in rows])
        return np.split(self.model.logits(pairs, fast=True), ends[:-1])

    def tensors(self) -> dict[str, npt.NDArray[np.float16]]:
        """The tensors trained on the backbone, by name, at half precision, for saving; none of another
        cross-encoder.
        """
        if isinstance(self.model, CrossEncoder):
            return {}
        return {
            f"{PREFIX}{name}": tensor.numpy().astype(np.float16)
            for name, tensor in self.model.delta().items()
        }

    @classmethod
    def from_tensors(
        cls, tensors: Mapping[str, npt.NDArray[Any]], encoder: Encoder, weight: float, top_k: int
    ) -> CrossEncoderStage:
        """The stage that `tensors()` describes. Raises `KeyError` or `RuntimeError` for other tensors."""
        import torch

        from cq.ranking.cross_encoder.prefix import PrefixCrossEncoder

        delta = {
            name.removeprefix(PREFIX): torch.from_numpy(array)
            for name, array in tensors.items()
            if name.startswith(PREFIX)
        }
        return cls(PrefixCrossEncoder.from_delta(encoder, delta), weight, top_k)
