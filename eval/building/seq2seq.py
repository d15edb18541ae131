"""Sequence to sequence with attention, the baseline of Suhr et al. 2019.

One LSTM reads the instruction; another predicts one action after another with attention to words and blocks.
It has no plan, and it predicts a cell directly, as one of 9 × 11 × 11 classes.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial

import numpy as np
import numpy.typing as npt
import torch
from torch import nn
from torch.nn import functional as F

from cq.building.example import BuildingExample, encode_examples
from cq.building.model.action_history import ActionHistory
from cq.building.model.cell_features import cell_feature_names
from cq.building.model.scene_tensors import NUM_CELLS, SceneTensors, cell_indices, one_hot_cells
from cq.building.model.training_batch import TrainingBatch
from cq.building.model.trajectory import (
    BREAK,
    MAX_ACTIONS,
    NUM_ACTION_KINDS,
    STOP,
    FrameAction,
    Trajectory,
)
from cq.building.token_embedder import TokenEmbedder
from cq.building.training.recorded_builds import RecordedBuild
from cq.modeling.checkpoints import CheckpointStore
from cq.world import SHAPE
from eval.building.network_baselines import out_of_fold_builds

WIDTH, DROPOUT, NEVER = 256, 0.3, -1e4
LEARNING_RATE, MAX_GRAD_NORM = 1e-3, 1.0


class Seq2Seq(nn.Module):
    """Scenes and earlier actions → logits of the next action's kind and cell."""

    def __init__(self, words: int) -> None:
        super().__init__()
        about = len(cell_feature_names()) + sum(SHAPE)
        self.words = nn.LSTM(words, WIDTH // 2, batch_first=True, bidirectional=True)
        self.blocks, self.colours = nn.Linear(about, WIDTH), nn.Embedding(NUM_ACTION_KINDS, WIDTH)
        self.did = nn.Embedding(NUM_ACTION_KINDS, WIDTH)
        self.acted = nn.Linear(sum(SHAPE), WIDTH)
        self.actions = nn.LSTM(WIDTH, WIDTH, batch_first=True)
        self.to_words, self.to_blocks = nn.Linear(WIDTH, WIDTH), nn.Linear(WIDTH, WIDTH)
        self.joined = nn.Sequential(nn.Linear(3 * WIDTH, WIDTH), nn.GELU(), nn.Dropout(DROPOUT))
        self.kind, self.cell = nn.Linear(WIDTH, NUM_ACTION_KINDS), nn.Linear(2 * WIDTH, NUM_CELLS)
        self.of_kind = nn.Embedding(NUM_ACTION_KINDS, WIDTH)
        self.drop = nn.Dropout(DROPOUT)

    def states(self, scene: SceneTensors, history: ActionHistory) -> torch.Tensor:
        """The decoder's state after each number of actions: (b, t, WIDTH)."""
        words = self.drop(self.words(self.drop(scene.tokens))[0])
        about = torch.cat([scene.block_features, one_hot_cells(scene.blocks)], -1)
        blocks = self.drop(torch.tanh(self.blocks(about) + self.colours(scene.block_colours)))
        begun = (torch.arange(history.kinds.shape[1]) > 0)[None, :, None]
        said = self.did(history.kinds) + begun * self.acted(one_hot_cells(history.cells))
        state = self.drop(self.actions(self.drop(said))[0])
        seen = [
            _attended(query(state), memory, there)
            for query, memory, there in (
                (self.to_words, words, scene.token_mask),
                (self.to_blocks, blocks, scene.block_mask),
            )
        ]
        joined: torch.Tensor = self.joined(torch.cat([state, *seen], -1))
        return joined

    def cells(self, states: torch.Tensor, kinds: torch.Tensor, occupied: torch.Tensor) -> torch.Tensor:
        """Logits (b, t, NUM_CELLS) of the cell, given the kinds (b, t) and the `occupied` cells."""
        logits: torch.Tensor = self.cell(torch.cat([states, self.of_kind(kinds)], -1))
        return logits.masked_fill(occupied != (kinds == BREAK)[..., None], NEVER)


def seq2seq_builds(
    rows: Sequence[RecordedBuild], embedder: TokenEmbedder, store: CheckpointStore | None
) -> npt.NDArray[np.int8]:
    """Grids (n, 9, 11, 11) built from the rows, by networks trained on the rows of the other folds."""
    return out_of_fold_builds(
        rows,
        f"sequence to sequence on {embedder.digest()}",
        lambda: Seq2Seq(embedder.width),
        partial(_batch, embedder),
        _loss,
        partial(_build, embedder),
        LEARNING_RATE,
        MAX_GRAD_NORM,
        store,
    )


def _batch(embedder: TokenEmbedder, examples: Sequence[BuildingExample], rng: random.Random) -> TrainingBatch:
    frames = [example.frame(rng) for example in examples]
    return TrainingBatch.of(encode_examples(examples, frames, embedder, rng))


def _loss(network: Seq2Seq, batch: TrainingBatch) -> torch.Tensor:
    """Mean over actions of −log P(action)."""
    history, kinds = batch.history, batch.targets.kinds
    states = network.states(batch.scene, history)
    of_kind = F.cross_entropy(network.kind(states).mT, kinds, ignore_index=-1, reduction="sum")
    acts = (kinds[:, :-1] > STOP) & history.mask[:, 1:]
    cells = cell_indices(history.cells[:, 1:]).masked_fill(~acts, -1)
    logits = network.cells(states[:, :-1], kinds[:, :-1].clamp(min=0), history.occupied[:, :-1])
    of_cell = F.cross_entropy(logits.mT, cells, ignore_index=-1, reduction="sum")
    return (of_kind + of_cell) / (kinds >= 0).sum()


def _build(embedder: TokenEmbedder, network: Seq2Seq, row: RecordedBuild) -> npt.NDArray[np.int8]:
    frame = row.example.frame()
    (example,) = encode_examples([BuildingExample(row.instruction, row.start)], [frame], embedder)
    scene, trajectory = SceneTensors.of([example]), Trajectory(example.grid)
    with torch.inference_mode():
        while len(trajectory.actions) < MAX_ACTIONS:
            history = ActionHistory.of([trajectory])
            states = network.states(scene, history)[:, -1:]
            kind = network.kind(states).argmax(-1)
            if int(kind) == STOP or (int(kind) == BREAK and not trajectory.grid.any()):
                break
            cell = int(network.cells(states, kind, history.occupied[:, -1:]).argmax())
            y, x, z = (int(n) for n in np.unravel_index(cell, SHAPE))
            trajectory = trajectory.after(FrameAction(int(kind), (y, x, z)))
    return frame.world_grid(trajectory.grid)


def _attended(query: torch.Tensor, memory: torch.Tensor, there: torch.Tensor) -> torch.Tensor:
    scores = (query @ memory.mT / WIDTH**0.5).masked_fill(~there[:, None], NEVER)
    attended: torch.Tensor = scores.softmax(-1) @ memory
    return attended
