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

from cq.building.canonical_frame import Frame
from cq.building.task import Task
from cq.building.token_embedder import WordReader
from cq.building.training.examples import BuildRow
from cq.building.training.training import row_digest
from cq.modeling.checkpoints import CheckpointStore
from cq.modeling.trainer import Training
from cq.world import COLOURS, SHAPE
from eval.building.ablations import most_likely_changes

WIDTH, TEXT, DROPOUT = 32, 96, 0.2
SIZES = (SHAPE, (5, 6, 6), (3, 3, 3))
EPOCHS, ROWS, RATE = 12, 32, 2e-3
CONTENTS = len(COLOURS) + 1


class LingUNet(nn.Module):
    """Token states (b, w, d) and grids (b, 9, 11, 11) → log-probabilities of each cell's content
    afterwards: (b, 7, 9, 11, 11).
    """

    def __init__(self, words: int) -> None:
        super().__init__()
        self.words = nn.LSTM(words, TEXT // 2 * 3, batch_first=True, bidirectional=True)
        self.first = nn.Conv3d(CONTENTS + 3, WIDTH, 3, padding=1)
        self.down = nn.ModuleList(nn.Conv3d(WIDTH, WIDTH, 3, stride=2, padding=1) for _ in SIZES[1:])
        self.kernels = nn.ModuleList(nn.Linear(TEXT, WIDTH * WIDTH) for _ in SIZES)
        self.up = nn.ModuleList(nn.Conv3d(2 * WIDTH, WIDTH, 3, padding=1) for _ in SIZES[1:])
        self.out = nn.Conv3d(WIDTH + CONTENTS, CONTENTS, 1)
        self.stays = nn.Parameter(torch.tensor(4.0))
        self.drop = nn.Dropout(DROPOUT)

    def forward(self, words: torch.Tensor, there: torch.Tensor, grids: torch.Tensor) -> torch.Tensor:
        read = self.words(self.drop(words))[0]
        said = (read * there[..., None]).sum(1) / there.sum(1, keepdim=True)
        held = F.one_hot(grids.long(), CONTENTS).movedim(-1, 1).float()
        axes = torch.meshgrid(*(torch.linspace(-1, 1, n) for n in SHAPE), indexing="ij")
        where = torch.stack(axes).expand(len(grids), -1, -1, -1, -1)
        maps = [F.leaky_relu(self.first(torch.cat([held, where], 1)))]
        for conv in self.down:
            maps.append(F.leaky_relu(conv(maps[-1])))
        heard = []
        for kernel, part, features in zip(self.kernels, said.chunk(len(SIZES), -1), maps, strict=True):
            weights = F.normalize(kernel(self.drop(part)).view(-1, WIDTH, WIDTH), dim=-1)
            heard.append(torch.einsum("boc,bcyxz->boyxz", weights, features))
        hidden = heard[-1]
        for conv, features in zip(self.up, reversed(heard[:-1]), strict=True):
            larger = F.interpolate(hidden, features.shape[2:])
            hidden = F.leaky_relu(conv(torch.cat([larger, features], 1)))
        logits = self.out(torch.cat([self.drop(hidden), held], 1)) + self.stays * held
        contents: torch.Tensor = logits.log_softmax(1)
        return contents


def lingunet_builds(
    rows: Sequence[BuildRow], reader: WordReader, store: CheckpointStore | None
) -> npt.NDArray[np.int8]:
    """Grids (n, 9, 11, 11) built from its plan alone, trained on the rows of the other folds."""
    built = np.stack([row.start for row in rows])
    for fold in sorted({row.fold for row in rows}):
        learned = [row for row in rows if row.fold != fold]
        training = Training(
            lambda: LingUNet(reader.width),
            lambda network: torch.optim.AdamW(network.parameters(), RATE),
            partial(_epoch, [row.task for row in learned], reader),
        )
        network = training.fit(EPOCHS, f"LingUNet on {reader.digest()}, {row_digest(learned)}", store)
        for i in (i for i, row in enumerate(rows) if row.fold == fold):
            inputs, (frame,) = _inputs([rows[i].task], reader, None)
            with torch.inference_mode():
                contents = network(*inputs)[0].exp().numpy()
            built[i] = most_likely_changes(frame.contents_back(contents), rows[i].start)
    return built


def _epoch(
    tasks: Sequence[Task], reader: WordReader, network: LingUNet, optimiser: torch.optim.AdamW, epoch: int
) -> None:
    rng = random.Random(epoch)
    for group in optimiser.param_groups:
        group["lr"] = RATE * (1 - epoch / EPOCHS)
    order = rng.sample(tasks, len(tasks))
    for first in range(0, len(order), ROWS):
        some = order[first : first + ROWS]
        inputs, frames = _inputs(some, reader, rng)
        pairs = zip(some, frames, strict=True)
        targets = [frame.grid(task.target) for task, frame in pairs if task.target is not None]
        wanted = torch.from_numpy(np.stack(targets)).long()
        loss = F.nll_loss(network(*inputs), wanted, reduction="sum") / len(some)
        optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(network.parameters(), 5.0)
        optimiser.step()


def _inputs(
    tasks: Sequence[Task], reader: WordReader, rng: random.Random | None
) -> tuple[tuple[torch.Tensor, torch.Tensor, torch.Tensor], list[Frame]]:
    """Token states, their mask and grids, each in its frame."""
    frames = [task.frame(rng) for task in tasks]
    read = reader.read([frame.text(task.instruction) for task, frame in zip(tasks, frames, strict=True)])
    words = [torch.from_numpy(one).float() for one in read]
    there = nn.utils.rnn.pad_sequence([torch.ones(len(one)) for one in words], batch_first=True)
    grids = np.stack([frame.grid(task.start) for task, frame in zip(tasks, frames, strict=True)])
    return (nn.utils.rnn.pad_sequence(words, batch_first=True), there, torch.from_numpy(grids)), frames
