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
from cq.building.model.network import MASKED_LOGIT
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

WIDTH, DROPOUT = 256, 0.3
LEARNING_RATE, MAX_GRAD_NORM = 1e-3, 1.0


class Seq2Seq(nn.Module):
    """Scenes and earlier actions → logits of the next action's kind and cell."""

    def __init__(self, token_width: int) -> None:
        super().__init__()
        block_width = len(cell_feature_names()) + sum(SHAPE)
        self.text_encoder = nn.LSTM(token_width, WIDTH // 2, batch_first=True, bidirectional=True)
        self.block_projection = nn.Linear(block_width, WIDTH)
        self.colour_embedding = nn.Embedding(NUM_ACTION_KINDS, WIDTH)
        self.last_kind_embedding = nn.Embedding(NUM_ACTION_KINDS, WIDTH)
        self.last_cell_projection = nn.Linear(sum(SHAPE), WIDTH)
        self.decoder = nn.LSTM(WIDTH, WIDTH, batch_first=True)
        self.token_query, self.block_query = nn.Linear(WIDTH, WIDTH), nn.Linear(WIDTH, WIDTH)
        self.fusion = nn.Sequential(nn.Linear(3 * WIDTH, WIDTH), nn.GELU(), nn.Dropout(DROPOUT))
        self.kind_head, self.cell_head = nn.Linear(WIDTH, NUM_ACTION_KINDS), nn.Linear(2 * WIDTH, NUM_CELLS)
        self.kind_embedding = nn.Embedding(NUM_ACTION_KINDS, WIDTH)
        self.dropout = nn.Dropout(DROPOUT)

    def states(self, scene: SceneTensors, history: ActionHistory) -> torch.Tensor:
        """The decoder's state after each number of actions: (b, t, WIDTH)."""
        tokens = self.dropout(self.text_encoder(self.dropout(scene.tokens))[0])
        block_inputs = torch.cat([scene.block_features, one_hot_cells(scene.blocks)], -1)
        colours = self.colour_embedding(scene.block_colours)
        blocks = self.dropout(torch.tanh(self.block_projection(block_inputs) + colours))
        has_previous_action = (torch.arange(history.kinds.shape[1]) > 0)[None, :, None]
        last_cells = self.last_cell_projection(one_hot_cells(history.cells))
        last_actions = self.last_kind_embedding(history.kinds) + has_previous_action * last_cells
        decoded = self.dropout(self.decoder(self.dropout(last_actions))[0])
        attended = [
            _attend(self.token_query(decoded), tokens, scene.token_mask),
            _attend(self.block_query(decoded), blocks, scene.block_mask),
        ]
        states: torch.Tensor = self.fusion(torch.cat([decoded, *attended], -1))
        return states

    def cells(self, states: torch.Tensor, kinds: torch.Tensor, occupied: torch.Tensor) -> torch.Tensor:
        """Logits (b, t, NUM_CELLS) of the cell, given the kinds (b, t) and the `occupied` cells."""
        logits: torch.Tensor = self.cell_head(torch.cat([states, self.kind_embedding(kinds)], -1))
        return logits.masked_fill(occupied != (kinds == BREAK)[..., None], MASKED_LOGIT)


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
    kind_loss = F.cross_entropy(network.kind_head(states).mT, kinds, ignore_index=-1, reduction="sum")
    acts = (kinds[:, :-1] > STOP) & history.mask[:, 1:]
    cells = cell_indices(history.cells[:, 1:]).masked_fill(~acts, -1)
    logits = network.cells(states[:, :-1], kinds[:, :-1].clamp(min=0), history.occupied[:, :-1])
    cell_loss = F.cross_entropy(logits.mT, cells, ignore_index=-1, reduction="sum")
    return (kind_loss + cell_loss) / (kinds >= 0).sum()


def _build(embedder: TokenEmbedder, network: Seq2Seq, row: RecordedBuild) -> npt.NDArray[np.int8]:
    frame = row.example.frame()
    (example,) = encode_examples([BuildingExample(row.instruction, row.start)], [frame], embedder)
    scene, trajectory = SceneTensors.of([example]), Trajectory(example.grid)
    with torch.inference_mode():
        while len(trajectory.actions) < MAX_ACTIONS:
            history = ActionHistory.of([trajectory])
            states = network.states(scene, history)[:, -1:]
            kind = network.kind_head(states).argmax(-1)
            if int(kind) == STOP or (int(kind) == BREAK and not trajectory.grid.any()):
                break
            cell = int(network.cells(states, kind, history.occupied[:, -1:]).argmax())
            y, x, z = (int(n) for n in np.unravel_index(cell, SHAPE))
            trajectory = trajectory.after(FrameAction(int(kind), (y, x, z)))
    return frame.world_grid(trajectory.grid)


def _attend(query: torch.Tensor, memory: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    """Scaled dot-product attention of the queries (b, t, WIDTH) to the memory (b, n, WIDTH)."""
    scores = (query @ memory.mT / WIDTH**0.5).masked_fill(~mask[:, None], MASKED_LOGIT)
    attended: torch.Tensor = scores.softmax(-1) @ memory
    return attended
