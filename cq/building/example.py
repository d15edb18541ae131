"""Building examples, and their encoding in the canonical frame for the network."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from cq.building.canonical_frame import CanonicalFrame
from cq.building.demonstrations import demonstration
from cq.building.model.trajectory import EncodedExample
from cq.building.token_embedder import TokenEmbedder
from cq.world.grid import Grid


@dataclass(frozen=True)
class BuildingExample:
    """An instruction, the start grid, and the target grid if it is known; grids are (9, 11, 11)."""

    instruction: str
    start: Grid
    target: Grid | None = None

    def frame(self, rng: random.Random | None = None) -> CanonicalFrame:
        """The frame in which the builder looks north, or with `rng` a random one (`CanonicalFrame.of`)."""
        return CanonicalFrame.of(self.instruction, self.start, rng)


def encode_examples(
    examples: Sequence[BuildingExample],
    frames: Sequence[CanonicalFrame],
    embedder: TokenEmbedder,
    rng: random.Random | None = None,
) -> list[EncodedExample]:
    """Each example in its frame. With `rng`, the order of its actions gets some noise (`demonstration`)."""
    pairs = list(zip(examples, frames, strict=True))
    tokens = embedder.embed([frame.text(example.instruction) for example, frame in pairs])
    encoded = []
    for (example, frame), vectors in zip(pairs, tokens, strict=True):
        grid = frame.grid(example.start)
        target = None if example.target is None else frame.grid(example.target)
        actions = () if target is None else demonstration(grid, target, rng)
        encoded.append(EncodedExample(vectors, grid, frame.num_named, actions))
    return encoded
