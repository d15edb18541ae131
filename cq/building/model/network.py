"""The network that builds: it reads words and blocks together, then decides action by action.

An encoder reads the word pieces of the instruction and the blocks of the world as one set (Vaswani et al.
2017), and plans (see `cq.building.model.plan`). A decoder, over the actions taken so far, says what to do next and
where, in view of what is left of the plan. A block to place is found as people name places: as a step away
from something, a block that stood, one just placed, or the zone itself.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import nn
from torch.nn import functional as F

from cq.building.model.batch import Lesson, Past, Scene, Steps, one_hot_cells
from cq.building.model.cells import cell_names
from cq.building.model.layers import WIDTH, Dropout, Layer
from cq.building.model.plan import Plan, Planner, plan_loss
from cq.building.model.trajectory import BREAK, DISTANCES, KINDS, MOST_ACTIONS
from cq.encoder.backbone import MAX_TOKENS
from cq.world import COLOURS, SHAPE

ENCODER, DECODER = 3, 2
STEP_WIDTH = 96
STEPS = Steps(before=(2, 3, 3), after=(3, 3, 3))
"""From something to a block to place."""

ALL = slice(None)
PLAN = 0.1
UNPLANNED = 1e-3
"""A chance that any cell has beside the plan, lest the plan be the last word."""

NEVER = -1e4
"""A logit of what cannot be chosen; finite, so that a row of nothing but these has no NaN."""


@dataclass(frozen=True)
class Reading:
    """What the encoder made of a scene: `memory` (b, 1 + COLOURS + w + n, width) of the zone, colours, words
    and blocks, with its mask; the part about blocks (b, n, width), their cells (b, n, 3), which are there
    (b, n); and the plan.
    """

    memory: torch.Tensor
    mask: torch.Tensor
    blocks: torch.Tensor
    cells: torch.Tensor
    there: torch.Tensor
    plan: Plan

    def take(self, rows: Sequence[int]) -> Reading:
        """Some of the examples, by place, repeats allowed."""
        at = list(rows)
        return Reading(
            self.memory[at],
            self.mask[at],
            self.blocks[at],
            self.cells[at],
            self.there[at],
            Plan(self.plan.places[at], self.plan.breaks[at]),
        )

    def standing(self, past: Past) -> torch.Tensor:
        """Which blocks stand after each number of steps: (b, t, n)."""
        y, x, z = self.cells.unbind(-1)
        at = ((y * SHAPE[1] + x) * SHAPE[2] + z)[:, None].expand(-1, past.taken.shape[1], -1)
        return past.taken.gather(2, at) & self.there[:, None]


@dataclass(frozen=True)
class Where:
    """Where to act, after each number of steps: `breaks` (b, t, n) log-probabilities over the blocks that
    stood at first, `places` (b, t, CELLS) probabilities.
    """

    breaks: torch.Tensor
    places: torch.Tensor


class BuildingNetwork(nn.Module):
    """Scenes and what has been done in them → what to do next, and where."""

    def __init__(self, words: int) -> None:
        """`words` is the length of a word piece's vector."""
        super().__init__()
        about = len(cell_names()) + sum(SHAPE)
        self.word, self.word_place = nn.Linear(words, WIDTH), _embedding(MAX_TOKENS)
        self.block, self.block_colour = nn.Linear(about, WIDTH), _embedding(KINDS)
        self.zone, self.colour = nn.Linear(Scene.ZONE, WIDTH), _embedding(len(COLOURS))
        self.sort = _embedding(3)
        self.encoder = nn.ModuleList(Layer() for _ in range(ENCODER))
        self.encoded = nn.LayerNorm(WIDTH)
        self.planner = Planner(WIDTH)
        self.did, self.acted, self.step = (
            _embedding(KINDS),
            nn.Linear(about, WIDTH),
            _embedding(MOST_ACTIONS + 1),
        )
        self.moved = nn.ModuleList(_embedding(DISTANCES) for _ in range(3))
        self.decoder = nn.ModuleList(Layer(reads=True) for _ in range(DECODER))
        self.decoded = nn.LayerNorm(WIDTH)
        self.kind, self.of_kind = nn.Linear(WIDTH, KINDS), _embedding(KINDS)
        self.kind_by_plan = nn.Linear(2 * (len(COLOURS) + 1), KINDS)
        self.trust = nn.Parameter(torch.tensor([0.3, 0.3]))
        self.mix = nn.Sequential(nn.Linear(WIDTH, 2 * WIDTH), nn.GELU(), nn.Linear(2 * WIDTH, WIDTH))
        self.break_key, self.from_key, self.from_query = (nn.Linear(WIDTH, WIDTH) for _ in range(3))
        self.from_zone = nn.Parameter(torch.zeros(WIDTH))
        self.step_query, self.step_key = nn.Linear(WIDTH, STEP_WIDTH), nn.Linear(WIDTH, STEP_WIDTH)
        self.steps = nn.Linear(STEP_WIDTH, len(STEPS))
        self.across, self.height = nn.Linear(WIDTH, SHAPE[1] * SHAPE[2]), nn.Linear(WIDTH, SHAPE[0])
        self.drop = Dropout()

    def read(self, scene: Scene) -> Reading:
        """Words and blocks, each in view of all, and the plan that comes of them."""
        words = self.word(self.drop(scene.words)) + self.word_place.weight[: scene.words.shape[1]]
        about = torch.cat([scene.block_features, one_hot_cells(scene.blocks)], -1)
        blocks = self.block(about) + self.block_colour(scene.block_colours)
        zone = self.zone(scene.zone)[:, None]
        zone = torch.cat([zone, zone + self.colour.weight], 1)
        parts = [part + self.sort.weight[i] for i, part in enumerate((zone, words, blocks))]
        mask = torch.cat(
            [torch.ones(zone.shape[:2], dtype=torch.bool), scene.words_there, scene.blocks_there], 1
        )
        hidden = torch.cat(parts, 1)
        for layer in self.encoder:
            hidden = layer(hidden, mask[:, None, None])
        memory = self.encoded(hidden)
        blocks = memory[:, zone.shape[1] + words.shape[1] :]
        plan = self.planner(scene, memory[:, 1 : zone.shape[1]], blocks)
        return Reading(memory, mask, blocks, scene.blocks, scene.blocks_there, plan)

    def follow(self, past: Past, reading: Reading) -> torch.Tensor:
        """The state after each number of steps: (b, t, width)."""
        t = past.kinds.shape[1]
        about = torch.cat([past.features, one_hot_cells(past.cells)], -1)
        moved = sum(embed(past.moves[..., i]) for i, embed in enumerate(self.moved))
        begun = (torch.arange(t) > 0)[None, :, None]
        hidden = self.did(past.kinds) + self.step.weight[:t] + begun * (self.acted(about) + moved)
        before = torch.ones(t, t, dtype=torch.bool).tril()[None, None]
        for layer in self.decoder:
            hidden = layer(hidden, before, reading.memory, reading.mask[:, None, None])
        state: torch.Tensor = self.decoded(hidden)
        return state

    def what(self, past: Past, reading: Reading, state: torch.Tensor, steps: slice = ALL) -> torch.Tensor:
        """Logits (b, t, KINDS) of what to do next, after all numbers of steps or some.

        Nothing is broken where nothing stands.
        """
        standing = reading.standing(past)[:, steps]
        left = reading.plan.left(past.taken[:, steps], standing)
        logits: torch.Tensor = self.kind(state[:, steps]) + self.kind_by_plan(left)
        breaking = torch.arange(KINDS) == BREAK
        return logits.masked_fill(breaking & ~standing.any(-1, keepdim=True), NEVER)

    def where(
        self, past: Past, reading: Reading, state: torch.Tensor, kinds: torch.Tensor, steps: slice = ALL
    ) -> Where:
        """Where to act, after all numbers of steps or some, if what to do next is of `kinds` (b, t)."""
        query = state[:, steps] + self.mix(state[:, steps] + self.of_kind(kinds))
        breaks = query @ self.break_key(reading.blocks).mT / math.sqrt(WIDTH)
        breaks = breaks + self.trust[0] * F.logsigmoid(reading.plan.breaks)[:, None]
        breaks = breaks.masked_fill(~reading.standing(past)[:, steps], NEVER).log_softmax(-1)

        sources = torch.cat([self.from_zone.expand(len(state), 1, -1), reading.blocks, state], 1)
        chosen = self.from_query(query) @ self.from_key(sources).mT / math.sqrt(WIDTH)
        chosen = chosen.masked_fill(~_sources(past, reading)[:, steps], NEVER).softmax(-1)
        joined = self.step_query(query)[:, :, None] + self.step_key(sources[:, 1:])[:, None]
        by_step = self.steps(F.gelu(joined)).softmax(-1) * chosen[:, :, 1:, None]
        places = STEPS.gather(torch.cat([reading.cells, past.cells], 1), by_step)
        zone = (self.height(query)[..., :, None] + self.across(query)[..., None, :]).flatten(-2).softmax(-1)
        places = places + zone * chosen[:, :, :1]
        colour = (kinds - 1).clamp(0, len(COLOURS) - 1)[..., None].expand_as(places)
        planned = (reading.plan.chances().gather(1, colour) + UNPLANNED) ** self.trust[1]
        places = (places * planned).masked_fill(past.taken[:, steps], 0.0)
        return Where(breaks, places / (places.sum(-1, keepdim=True) + 1e-9))


def building_loss(network: BuildingNetwork, lesson: Lesson) -> torch.Tensor:
    """Mean over steps of −log P(what is to be done next) − log P(any of the cells where it is to be done),
    plus `PLAN` times the plan's own loss.

    In which order people place equal blocks is chance, and so any that is left is right.
    """
    past, aims, reading = lesson.past, lesson.aims, network.read(lesson.scene)
    state = network.follow(past, reading)
    known, kinds = aims.kinds >= 0, aims.kinds.clamp(min=0)
    what = network.what(past, reading, state).transpose(1, 2)
    of_kind = F.cross_entropy(what, kinds, reduction="none")
    where = network.where(past, reading, state, kinds)
    breaks = -where.breaks.masked_fill(~aims.breaks, NEVER).logsumexp(-1)
    places = -((where.places * aims.places).sum(-1) + 1e-6).log()
    of_cell = torch.where(kinds == BREAK, breaks, torch.where(kinds > 0, places, 0.0))
    of_steps = ((of_kind + of_cell) * known).sum() / known.sum()
    return of_steps + PLAN * plan_loss(reading.plan, aims, reading.there)


def _sources(past: Past, reading: Reading) -> torch.Tensor:
    """What a step may be taken from after each number of steps, the zone, blocks that stood at first, actions
    taken: (b, t, 1 + n + t).
    """
    b, t = past.kinds.shape
    first = torch.cat([torch.ones(b, 1, dtype=torch.bool), reading.there], 1)
    taken = torch.ones(t, t, dtype=torch.bool).tril() & past.there[:, None] & (torch.arange(t) > 0)
    return torch.cat([first[:, None].expand(-1, t, -1), taken], -1)


def _embedding(size: int) -> nn.Embedding:
    embedding = nn.Embedding(size, WIDTH)
    nn.init.normal_(embedding.weight, std=0.3)
    return embedding
