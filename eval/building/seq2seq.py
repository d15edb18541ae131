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

from cq.building.model.batch import CELLS, Lesson, Past, Scene, one_hot_cells
from cq.building.model.cells import cell_names
from cq.building.model.trajectory import BREAK, KINDS, MOST_ACTIONS, STOP, Course, Step
from cq.building.task import Task, examples_of
from cq.building.token_embedder import WordReader
from cq.building.training.examples import BuildRow
from cq.building.training.training import row_digest
from cq.modeling.checkpoints import CheckpointStore
from cq.modeling.trainer import Training
from cq.world import SHAPE

WIDTH, DROPOUT, NEVER = 256, 0.3, -1e4
EPOCHS, ROWS, RATE = 12, 32, 1e-3


class Seq2Seq(nn.Module):
    """Scenes and earlier actions → logits of the next action's kind and cell."""

    def __init__(self, words: int) -> None:
        super().__init__()
        about = len(cell_names()) + sum(SHAPE)
        self.words = nn.LSTM(words, WIDTH // 2, batch_first=True, bidirectional=True)
        self.blocks, self.colours = nn.Linear(about, WIDTH), nn.Embedding(KINDS, WIDTH)
        self.did = nn.Embedding(KINDS, WIDTH)
        self.acted = nn.Linear(sum(SHAPE), WIDTH)
        self.actions = nn.LSTM(WIDTH, WIDTH, batch_first=True)
        self.to_words, self.to_blocks = nn.Linear(WIDTH, WIDTH), nn.Linear(WIDTH, WIDTH)
        self.joined = nn.Sequential(nn.Linear(3 * WIDTH, WIDTH), nn.GELU(), nn.Dropout(DROPOUT))
        self.kind, self.cell = nn.Linear(WIDTH, KINDS), nn.Linear(2 * WIDTH, CELLS)
        self.of_kind = nn.Embedding(KINDS, WIDTH)
        self.drop = nn.Dropout(DROPOUT)

    def states(self, scene: Scene, past: Past) -> torch.Tensor:
        """The decoder's state after each number of actions: (b, t, WIDTH)."""
        words = self.drop(self.words(self.drop(scene.words))[0])
        about = torch.cat([scene.block_features, one_hot_cells(scene.blocks)], -1)
        blocks = self.drop(torch.tanh(self.blocks(about) + self.colours(scene.block_colours)))
        begun = (torch.arange(past.kinds.shape[1]) > 0)[None, :, None]
        said = self.did(past.kinds) + begun * self.acted(one_hot_cells(past.cells))
        state = self.drop(self.actions(self.drop(said))[0])
        seen = [
            _attended(query(state), memory, there)
            for query, memory, there in (
                (self.to_words, words, scene.words_there),
                (self.to_blocks, blocks, scene.blocks_there),
            )
        ]
        joined: torch.Tensor = self.joined(torch.cat([state, *seen], -1))
        return joined

    def cells(self, states: torch.Tensor, kinds: torch.Tensor, taken: torch.Tensor) -> torch.Tensor:
        """Logits (b, t, CELLS) of the cell, given the kinds (b, t); `taken` marks the cells to break."""
        logits: torch.Tensor = self.cell(torch.cat([states, self.of_kind(kinds)], -1))
        return logits.masked_fill(taken != (kinds == BREAK)[..., None], NEVER)


def seq2seq_builds(
    rows: Sequence[BuildRow], reader: WordReader, store: CheckpointStore | None
) -> npt.NDArray[np.int8]:
    """Grids (n, 9, 11, 11) built from the rows, by networks trained on the rows of the other folds."""
    built = np.stack([row.start for row in rows])
    for fold in sorted({row.fold for row in rows}):
        learned = [row for row in rows if row.fold != fold]
        training = Training(
            lambda: Seq2Seq(reader.width),
            lambda network: torch.optim.AdamW(network.parameters(), RATE),
            partial(_epoch, [row.task for row in learned], reader),
        )
        network = training.fit(
            EPOCHS, f"sequence to sequence on {reader.digest()}, {row_digest(learned)}", store
        )
        for i in (i for i, row in enumerate(rows) if row.fold == fold):
            built[i] = _built(network, rows[i].task, reader)
    return built


def _epoch(
    tasks: Sequence[Task],
    reader: WordReader,
    network: Seq2Seq,
    optimiser: torch.optim.AdamW,
    epoch: int,
) -> None:
    rng = random.Random(epoch)
    for group in optimiser.param_groups:
        group["lr"] = RATE * (1 - epoch / EPOCHS)
    order = rng.sample(tasks, len(tasks))
    for first in range(0, len(order), ROWS):
        some = order[first : first + ROWS]
        examples = examples_of(some, [task.frame(rng) for task in some], reader, rng)
        loss = _loss(network, Lesson.of(examples))
        optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimiser.step()


def _loss(network: Seq2Seq, lesson: Lesson) -> torch.Tensor:
    """Mean over actions of −log P(action)."""
    past, kinds = lesson.past, lesson.aims.kinds
    states = network.states(lesson.scene, past)
    of_kind = F.cross_entropy(network.kind(states).mT, kinds, ignore_index=-1, reduction="sum")
    y, x, z = past.cells[:, 1:].unbind(-1)
    acts = (kinds[:, :-1] > STOP) & past.there[:, 1:]
    cells = ((y * SHAPE[1] + x) * SHAPE[2] + z).masked_fill(~acts, -1)
    logits = network.cells(states[:, :-1], kinds[:, :-1].clamp(min=0), past.taken[:, :-1])
    of_cell = F.cross_entropy(logits.mT, cells, ignore_index=-1, reduction="sum")
    return (of_kind + of_cell) / (kinds >= 0).sum()


def _built(network: Seq2Seq, task: Task, reader: WordReader) -> npt.NDArray[np.int8]:
    frame = task.frame()
    (example,) = examples_of([Task(task.instruction, task.start)], [frame], reader)
    scene, course = Scene.of([example]), Course(example.grid)
    with torch.inference_mode():
        while len(course.steps) < MOST_ACTIONS:
            past = Past.of([course])
            states = network.states(scene, past)[:, -1:]
            kind = network.kind(states).argmax(-1)
            if int(kind) == STOP or (int(kind) == BREAK and not course.grid.any()):
                break
            cell = int(network.cells(states, kind, past.taken[:, -1:]).argmax())
            y, x, z = (int(n) for n in np.unravel_index(cell, SHAPE))
            course = course.after(Step(int(kind), (y, x, z)))
    return frame.back(course.grid)


def _attended(query: torch.Tensor, memory: torch.Tensor, there: torch.Tensor) -> torch.Tensor:
    scores = (query @ memory.mT / WIDTH**0.5).masked_fill(~there[:, None], NEVER)
    attended: torch.Tensor = scores.softmax(-1) @ memory
    return attended
