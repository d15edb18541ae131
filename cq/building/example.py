"""Building examples, and their encoding in the canonical frame for the network."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cq.building.canonical_frame import FACING, CanonicalFrame
from cq.building.demonstrations import demonstration
from cq.building.model.trajectory import EncodedExample, token_positions
from cq.building.token_embedder import TokenEmbedder
from cq.world.grid import Grid

_ASKS_FACING = re.compile(r"\bfac(?:e|ing)\b|\blook(?:ing)?\b")
_COMPASS_WORD = re.compile(r"\b(?:north|south|east|west)\b")


@dataclass(frozen=True)
class BuildingExample:
    """An instruction, the start grid, and the target grid if it is known; grids are (9, 11, 11).

    `exchanges` are the (question, answer) pairs about the instruction, oldest first. `facing` is the compass
    direction in which the builder looks, if it is known; one that the words state comes before it.
    """

    instruction: str
    start: Grid
    target: Grid | None = None
    exchanges: tuple[tuple[str, str], ...] = ()
    facing: str | None = None

    @property
    def texts(self) -> list[str]:
        """What the network reads: the instruction, then each question with its answer."""
        return [self.instruction, *(f"{question} {answer}" for question, answer in self.exchanges)]

    def frame(self, rng: random.Random | None = None) -> CanonicalFrame:
        """The frame in which the builder looks north, or with `rng` a random one (`CanonicalFrame.of`)."""
        said = ". ".join([self.instruction, *(_full_answer(*exchange) for exchange in self.exchanges)])
        return CanonicalFrame.of(said, self.start, rng, self.facing)


def _full_answer(question: str, answer: str) -> str:
    """The answer, with the verb that it leaves out if it answers a question about the builder's look."""
    words = answer.casefold()
    compass = _COMPASS_WORD.search(words)
    asked = bool(_ASKS_FACING.search(question.casefold()))
    return f"facing {compass[0]}" if asked and compass and not FACING.search(words) else answer


def encode_examples(
    examples: Sequence[BuildingExample],
    frames: Sequence[CanonicalFrame],
    embedder: TokenEmbedder,
    rng: random.Random | None = None,
) -> list[EncodedExample]:
    """Each example in its frame. With `rng`, the order of its actions gets some noise (`demonstration`)."""
    pairs = list(zip(examples, frames, strict=True))
    texts = [[frame.text(text) for text in example.texts] for example, frame in pairs]
    vectors = iter(embedder.embed([text for of_example in texts for text in of_example]))
    encoded = []
    for (example, frame), of_example in zip(pairs, texts, strict=True):
        tokens = [next(vectors) for _ in of_example]
        positions = token_positions([len(one) for one in tokens])
        grid = frame.grid(example.start)
        target = None if example.target is None else frame.grid(example.target)
        actions = () if target is None else demonstration(grid, target, rng)
        encoded.append(EncodedExample(np.concatenate(tokens), positions, grid, frame.num_named, actions))
    return encoded
