"""LingUNet (Misra et al. 2018) as stage one, as in Suhr et al. 2019, in three dimensions.

Feature maps of the zone pass through kernels computed from the instruction, on the way down and up. A
baseline for the plan of `cq.building.model.plan`.
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

from cq.building.canonical_frame import CanonicalFrame
from cq.building.example import BuildingExample
from cq.building.token_embedder import TokenEmbedder
from cq.building.training.recorded_builds import RecordedBuild
from cq.modeling.checkpoints import CheckpointStore
from cq.world import COLOURS, SHAPE
from eval.building.ablations import most_likely_changes
from eval.building.network_baselines import out_of_fold_builds

WIDTH, TEXT, DROPOUT = 32, 96, 0.2
SIZES = (SHAPE, (5, 6, 6), (3, 3, 3))
LEARNING_RATE, MAX_GRAD_NORM = 2e-3, 5.0
CONTENTS = len(COLOURS) + 1

Inputs = tuple[torch.Tensor, torch.Tensor, torch.Tensor]
"""Token states (b, w, d), their mask (b, w) and grids (b, 9, 11, 11)."""


class LingUNet(nn.Module):
    """Token states (b, w, d) and grids (b, 9, 11, 11) → log-probabilities of each cell's content
    afterwards: (b, 7, 9, 11, 11).
    """

    def __init__(self, token_width: int) -> None:
        super().__init__()
        self.text_encoder = nn.LSTM(token_width, TEXT // 2 * 3, batch_first=True, bidirectional=True)
        self.input_conv = nn.Conv3d(CONTENTS + 3, WIDTH, 3, padding=1)
        self.down = nn.ModuleList(nn.Conv3d(WIDTH, WIDTH, 3, stride=2, padding=1) for _ in SIZES[1:])
        self.kernels = nn.ModuleList(nn.Linear(TEXT, WIDTH * WIDTH) for _ in SIZES)
        self.up = nn.ModuleList(nn.Conv3d(2 * WIDTH, WIDTH, 3, padding=1) for _ in SIZES[1:])
        self.output_conv = nn.Conv3d(WIDTH + CONTENTS, CONTENTS, 1)
        self.keep_bias = nn.Parameter(torch.tensor(4.0))
        self.dropout = nn.Dropout(DROPOUT)

    def forward(self, tokens: torch.Tensor, token_mask: torch.Tensor, grids: torch.Tensor) -> torch.Tensor:
        lstm_states = self.text_encoder(self.dropout(tokens))[0]
        text_vector = (lstm_states * token_mask[..., None]).sum(1) / token_mask.sum(1, keepdim=True)
        occupancy_one_hot = F.one_hot(grids.long(), CONTENTS).movedim(-1, 1).float()
        axes = torch.meshgrid(*(torch.linspace(-1, 1, n) for n in SHAPE), indexing="ij")
        coordinates = torch.stack(axes).expand(len(grids), -1, -1, -1, -1)
        maps = [F.leaky_relu(self.input_conv(torch.cat([occupancy_one_hot, coordinates], 1)))]
        for conv in self.down:
            maps.append(F.leaky_relu(conv(maps[-1])))
        filtered_maps = []
        for kernel, part, features in zip(self.kernels, text_vector.chunk(len(SIZES), -1), maps, strict=True):
            weights = F.normalize(kernel(self.dropout(part)).view(-1, WIDTH, WIDTH), dim=-1)
            filtered_maps.append(torch.einsum("boc,bcyxz->boyxz", weights, features))
        hidden = filtered_maps[-1]
        for conv, features in zip(self.up, reversed(filtered_maps[:-1]), strict=True):
            larger = F.interpolate(hidden, features.shape[2:])
            hidden = F.leaky_relu(conv(torch.cat([larger, features], 1)))
        changes = self.output_conv(torch.cat([self.dropout(hidden), occupancy_one_hot], 1))
        contents: torch.Tensor = (changes + self.keep_bias * occupancy_one_hot).log_softmax(1)
        return contents


def lingunet_builds(
    rows: Sequence[RecordedBuild], embedder: TokenEmbedder, store: CheckpointStore | None
) -> npt.NDArray[np.int8]:
    """Grids (n, 9, 11, 11) built from its plan alone, trained on the rows of the other folds."""
    return out_of_fold_builds(
        rows,
        f"LingUNet on {embedder.digest()}",
        lambda: LingUNet(embedder.width),
        partial(_batch, embedder),
        _loss,
        partial(_build, embedder),
        LEARNING_RATE,
        MAX_GRAD_NORM,
        store,
    )


def _batch(
    embedder: TokenEmbedder, examples: Sequence[BuildingExample], rng: random.Random
) -> tuple[Inputs, torch.Tensor]:
    """Inputs, and the target grids (b, 9, 11, 11)."""
    inputs, frames = _inputs(examples, embedder, rng)
    pairs = zip(examples, frames, strict=True)
    targets = [frame.grid(one.target) for one, frame in pairs if one.target is not None]
    return inputs, torch.from_numpy(np.stack(targets)).long()


def _loss(network: LingUNet, batch: tuple[Inputs, torch.Tensor]) -> torch.Tensor:
    inputs, targets = batch
    return F.nll_loss(network(*inputs), targets, reduction="sum") / len(targets)


def _build(embedder: TokenEmbedder, network: LingUNet, row: RecordedBuild) -> npt.NDArray[np.int8]:
    inputs, (frame,) = _inputs([row.example], embedder, None)
    with torch.inference_mode():
        contents = network(*inputs)[0].exp().numpy()
    return most_likely_changes(frame.world_plan(contents), row.start)


def _inputs(
    examples: Sequence[BuildingExample], embedder: TokenEmbedder, rng: random.Random | None
) -> tuple[Inputs, list[CanonicalFrame]]:
    """Token states, their mask and grids, each in its frame."""
    frames = [example.frame(rng) for example in examples]
    pairs = list(zip(examples, frames, strict=True))
    states = embedder.embed([frame.text(example.instruction) for example, frame in pairs])
    texts = [torch.from_numpy(one).float() for one in states]
    tokens = nn.utils.rnn.pad_sequence(texts, batch_first=True)
    token_mask = nn.utils.rnn.pad_sequence([torch.ones(len(one)) for one in texts], batch_first=True)
    grids = np.stack([frame.grid(example.start) for example, frame in pairs])
    return (tokens, token_mask, torch.from_numpy(grids)), frames
