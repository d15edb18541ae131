"""Building examples, and their encoding in the canonical frame for the network."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cq.building.canonical_frame import FACING, CanonicalFrame
from cq.building.demonstrations import demonstration
from cq.building.model.gaze import gaze_features
from cq.building.model.trajectory import (
    HISTORY_TOKENS,
    HISTORY_TURNS,
    RECENT_BLOCKS,
    EncodedExample,
    token_positions,
    turn_number,
)
from cq.building.token_embedder import TokenEmbedder
from cq.types import Cell, Floats, Grid
from cq.world import Pose

_ASKS_FACING = re.compile(r"\bfac(?:e|ing)\b|\blook(?:ing)?\b")
_COMPASS_WORD = re.compile(r"\b(?:north|south|east|west)\b")


@dataclass(frozen=True)
class BuildingExample:
    """An instruction, the start grid, and the target grid if it is known; grids are (9, 11, 11).

    `exchanges` are the (question, answer) pairs about the instruction, oldest first. `facing` is the compass
    direction in which the builder looks, if it is known; a direction in the words takes precedence. `history`
    holds the turns before the instruction, (speaker, text), and `recent` the cells of the blocks placed
    before it; both oldest first. `pose` tells more than `facing`: the builder's position and look.
    """

    instruction: str
    start: Grid
    target: Grid | None = None
    exchanges: tuple[tuple[str, str], ...] = ()
    facing: str | None = None
    history: tuple[tuple[str, str], ...] = ()
    recent: tuple[Cell, ...] = ()
    pose: Pose | None = None

    @property
    def texts(self) -> list[str]:
        """The texts that the network reads first: the instruction, then each question with its answer."""
        return [self.instruction, *(f"{question} {answer}" for question, answer in self.exchanges)]

    @property
    def last_turns(self) -> list[tuple[str, str]]:
        """The part of the history that it reads: the last `HISTORY_TURNS` turns, the newest first."""
        return list(reversed(self.history[-HISTORY_TURNS:]))

    @property
    def recency(self) -> Grid:
        """For each cell (9, 11, 11) 1 if the last block was placed there, 2 for the block before, and so on
        up to `RECENT_BLOCKS`; 0 elsewhere.
        """
        recency = np.zeros_like(self.start)
        for age, cell in reversed(list(enumerate(reversed(self.recent[-RECENT_BLOCKS:]), start=1))):
            recency[cell] = age
        return recency

    def frame(self, rng: random.Random | None = None) -> CanonicalFrame:
        """The frame in which the builder looks north, or with `rng` a random one (`CanonicalFrame.of`)."""
        said = ". ".join([self.instruction, *(_full_answer(*exchange) for exchange in self.exchanges)])
        before = ". ".join(text for _, text in self.last_turns)
        return CanonicalFrame.of(said, self.start, rng, self.facing, before)


def _full_answer(question: str, answer: str) -> str:
    """The answer, with its omitted verb if it answers a question about the builder's look."""
    words = answer.casefold()
    compass = _COMPASS_WORD.search(words)
    asked = bool(_ASKS_FACING.search(question.casefold()))
    return f"facing {compass[0]}" if asked and compass and not FACING.search(words) else answer


def _turned_gaze(example: BuildingExample, frame: CanonicalFrame) -> Floats:
    features = gaze_features(example.start, example.pose)
    return np.stack([frame.turned(features[..., i]) for i in range(features.shape[-1])], axis=-1)


def encode_examples(
    examples: Sequence[BuildingExample],
    frames: Sequence[CanonicalFrame],
    embedder: TokenEmbedder,
    rng: random.Random | None = None,
) -> list[EncodedExample]:
    """Each example in its frame. With `rng`, the order of its actions gets some noise (`demonstration`)."""
    pairs = list(zip(examples, frames, strict=True))
    said = [[*example.texts, *(text for _, text in example.last_turns)] for example in examples]
    texts = [
        [frame.text(text) for text in of_example] for of_example, frame in zip(said, frames, strict=True)
    ]
    vectors = iter(embedder.embed([text for of_example in texts for text in of_example]))
    encoded = []
    for example, frame in pairs:
        tokens = [next(vectors) for _ in example.texts]
        history = [next(vectors)[:HISTORY_TOKENS] for _ in example.last_turns]
        lengths, of_turns = [len(text) for text in tokens], [len(text) for text in history]
        numbers = [turn_number(age, who) for age, (who, _) in enumerate(example.last_turns, start=1)]
        grid = frame.grid(example.start)
        target = None if example.target is None else frame.grid(example.target)
        actions = () if target is None else demonstration(grid, target, rng)
        encoded.append(
            EncodedExample(
                np.concatenate([*tokens, *history]),
                token_positions(lengths, of_turns),
                grid,
                frame.num_named,
                actions,
                np.repeat([0, *numbers], [sum(lengths), *of_turns]),
                frame.turned(example.recency),
                None if example.pose is None else _turned_gaze(example, frame),
            )
        )
    return encoded
