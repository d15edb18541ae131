"""The network that builds: it reads words and blocks together, then decides action by action.

An encoder reads the word pieces of the instruction and the blocks of the world as one set (Vaswani et al.
2017), and plans (see `cq.building.plan`). A decoder, over the actions taken so far, says what to do next and
where, in view of what is left of the plan. A block to place is found as people name places: as a step away
from something, a block that stood, one just placed, or the zone itself.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
from torch import nn
from torch.nn import functional as F

from cq.backbone import MAX_TOKENS
from cq.building.batch import (
    BREAK,
    DISTANCES,
    KINDS,
    MOST_ACTIONS,
    PADDED,
    STEPS,
    ZONE,
    Batch,
    flat,
    one_hot_cells,
)
from cq.building.cells import cell_names
from cq.building.plan import Plan, Planner, plan_loss
from cq.world import COLOURS

WIDTH, HEADS, ENCODER, DECODER, DROPOUT = 128, 4, 3, 2, 0.15
STEP_WIDTH = 96
SPAN = 9 + 11 + 11
ALL = slice(None)
PLAN = 0.1
UNPLANNED = 1e-3
"""A chance that any cell has beside the plan, lest the plan be the last word."""

NEVER = -1e4
"""A logit of what cannot be chosen; finite, so that a row of nothing but these has no NaN."""


@dataclass(frozen=True)
class Reading:
    """What the encoder made of a batch: `memory` (b, 1 + COLOURS + w + n, width) of the zone, colours, words
    and blocks; and the plan.
    """

    memory: torch.Tensor
    mask: torch.Tensor
    blocks: torch.Tensor
    """(b, n, width): the part about blocks."""
    plan: Plan

    def take(self, rows: list[int], blocks: int) -> Reading:
        """Some rows, by place, none of which has more than some number of blocks."""
        return Reading(
            self.memory[rows], self.mask[rows], self.blocks[rows, :blocks], self.plan.take(rows, blocks)
        )


@dataclass(frozen=True)
class Where:
    """Where to act, for each of t steps: `breaks` (b, t, n) log-probabilities over the blocks that stood,
    `places` (b, t, cells of the zone) probabilities.
    """

    breaks: torch.Tensor
    places: torch.Tensor


class BuildingNetwork(nn.Module):
    """`Batch` → what to do next and where, after each action."""

    def __init__(self, words: int) -> None:
        """`words` is the length of a word piece's vector."""
        super().__init__()
        about = len(cell_names()) + SPAN
        self.word, self.word_place = nn.Linear(words, WIDTH), _embedding(MAX_TOKENS)
        self.block, self.block_colour = nn.Linear(about, WIDTH), _embedding(KINDS)
        self.zone, self.colour = nn.Linear(Batch.ZONE, WIDTH), _embedding(len(COLOURS))
        self.sort = _embedding(3)
        self.encoder = nn.ModuleList(Layer() for _ in range(ENCODER))
        self.encoded = nn.LayerNorm(WIDTH)
        self.planner = Planner(WIDTH)
        self.kind_by_plan = nn.Linear(2 * (len(COLOURS) + 1), KINDS)
        self.trust = nn.Parameter(torch.tensor([0.3, 0.3]))
        self.did, self.acted, self.step = (
            _embedding(KINDS),
            nn.Linear(about, WIDTH),
            _embedding(MOST_ACTIONS + 1),
        )
        self.moved = nn.ModuleList(_embedding(DISTANCES) for _ in range(3))
        self.decoder = nn.ModuleList(Layer(reads=True) for _ in range(DECODER))
        self.decoded = nn.LayerNorm(WIDTH)
        self.kind, self.of_kind = nn.Linear(WIDTH, KINDS), _embedding(KINDS)
        self.mix = nn.Sequential(nn.Linear(WIDTH, 2 * WIDTH), nn.GELU(), nn.Linear(2 * WIDTH, WIDTH))
        self.break_key, self.from_key, self.from_query = (nn.Linear(WIDTH, WIDTH) for _ in range(3))
        self.from_zone = nn.Parameter(torch.zeros(WIDTH))
        self.step_query, self.step_key = nn.Linear(WIDTH, STEP_WIDTH), nn.Linear(WIDTH, STEP_WIDTH)
        self.steps = nn.Linear(STEP_WIDTH, len(STEPS))
        self.across, self.height = nn.Linear(WIDTH, 121), nn.Linear(WIDTH, 9)
        self.drop = Dropout()

    def read(self, batch: Batch) -> Reading:
        """Words and blocks, each in view of all."""
        words = self.word(self.drop(batch.words)) + self.word_place.weight[: batch.words.shape[1]]
        about = torch.cat([batch.block_features, one_hot_cells(batch.blocks)], -1)
        blocks = self.block(about) + self.block_colour(batch.block_colours)
        zone = self.zone(batch.zone)[:, None]
        zone = torch.cat([zone, zone + self.colour.weight], 1)
        parts = [part + self.sort.weight[i] for i, part in enumerate((zone, words, blocks))]
        there = torch.ones(zone.shape[:2], dtype=torch.bool)
        mask = torch.cat([there, batch.words_there, batch.blocks_there], 1)
        hidden = torch.cat(parts, 1)
        for layer in self.encoder:
            hidden = layer(hidden, mask[:, None, None])
        memory = self.encoded(hidden)
        blocks = memory[:, zone.shape[1] + words.shape[1] :]
        return Reading(memory, mask, blocks, self.planner(batch, memory[:, 1 : zone.shape[1]], blocks))

    def follow(self, batch: Batch, reading: Reading) -> torch.Tensor:
        """The state after each number of actions: (b, t, width)."""
        t = batch.kinds.shape[1]
        about = torch.cat([batch.action_features, one_hot_cells(batch.cells)], -1)
        moved = sum(embed(batch.moves[..., i]) for i, embed in enumerate(self.moved))
        begun = (torch.arange(t) > 0)[None, :, None]
        hidden = self.did(batch.kinds) + self.step.weight[:t] + begun * (self.acted(about) + moved)
        before = torch.ones(t, t, dtype=torch.bool).tril()[None, None]
        for layer in self.decoder:
            hidden = layer(hidden, before, reading.memory, reading.mask[:, None, None])
        state: torch.Tensor = self.decoded(hidden)
        return state

    def what(self, batch: Batch, reading: Reading, state: torch.Tensor, steps: slice = ALL) -> torch.Tensor:
        """Logits (b, t, KINDS) of what to do at some steps, all by default."""
        logits: torch.Tensor = self.kind(state[:, steps]) + self.kind_by_plan(reading.plan.left(batch, steps))
        return logits

    def where(
        self,
        batch: Batch,
        reading: Reading,
        state: torch.Tensor,
        kinds: torch.Tensor,
        steps: slice = ALL,
    ) -> Where:
        """Where to act at some steps, all by default, if what to do there is of `kinds` (b, t)."""
        b, t = kinds.shape
        query = state[:, steps] + self.mix(state[:, steps] + self.of_kind(kinds))
        breaks = query @ self.break_key(reading.blocks).mT / math.sqrt(WIDTH)
        breaks = breaks + self.trust[0] * F.logsigmoid(reading.plan.breaks)[:, None]
        breaks = breaks.masked_fill(~batch.standing[:, steps], NEVER).log_softmax(-1)

        sources = torch.cat([self.from_zone.expand(b, 1, -1), reading.blocks, state], 1)
        chosen = self.from_query(query) @ self.from_key(sources).mT / math.sqrt(WIDTH)
        chosen = chosen.masked_fill(~batch.sources[:, steps], NEVER).softmax(-1)
        joined = self.step_query(query)[:, :, None] + self.step_key(sources[:, 1:])[:, None]
        by_step = self.steps(F.gelu(joined)).softmax(-1) * chosen[:, :, 1:, None]
        cells = flat(torch.cat([batch.blocks, batch.cells], 1))[:, :, None] + flat(STEPS, origin=0)
        places = torch.zeros(b, t, PADDED).scatter_add(
            2, cells.reshape(b, 1, -1).expand(b, t, -1), by_step.reshape(b, t, -1)
        )[..., ZONE]
        zone = (self.height(query)[..., :, None] + self.across(query)[..., None, :]).flatten(-2).softmax(-1)
        places = places + zone * chosen[:, :, :1]
        colour = (kinds - 1).clamp(0, len(COLOURS) - 1)[..., None].expand_as(places)
        planned = (reading.plan.chances().gather(1, colour) + UNPLANNED) ** self.trust[1]
        places = (places * planned).masked_fill(batch.taken[:, steps], 0.0)
        return Where(breaks, places / (places.sum(-1, keepdim=True) + 1e-9))


def building_loss(network: BuildingNetwork, batch: Batch) -> torch.Tensor:
    """Mean over steps of −log P(what is to be done next) − log P(any of the cells where it is to be done),
    plus `PLAN` times the plan's own loss.

    In which order people place equal blocks is chance, and so any that is left is right.
    """
    reading = network.read(batch)
    state = network.follow(batch, reading)
    known = batch.next_kinds >= 0
    kinds = batch.next_kinds.clamp(min=0)
    of_kind = F.cross_entropy(network.what(batch, reading, state).transpose(1, 2), kinds, reduction="none")
    where = network.where(batch, reading, state, kinds)
    breaks = -where.breaks.masked_fill(~batch.next_breaks, NEVER).logsumexp(-1)
    places = -((where.places * batch.next_places).sum(-1) + 1e-6).log()
    of_cell = torch.where(kinds == BREAK, breaks, torch.where(kinds > 0, places, 0.0))
    return ((of_kind + of_cell) * known).sum() / known.sum() + PLAN * plan_loss(reading.plan, batch)


class Dropout(nn.Module):
    """Leaves out the same channels at all places of a row (Gal and Ghahramani 2016): (b, n, width)."""

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        if not self.training:
            return hidden
        return hidden * F.dropout(hidden.new_ones(len(hidden), 1, hidden.shape[-1]), DROPOUT)


class Layer(nn.Module):
    """A pre-norm transformer layer: (b, n, width) → the same; `reads` adds attention to a memory."""

    def __init__(self, reads: bool = False) -> None:
        super().__init__()
        self.norm, self.out = nn.LayerNorm(WIDTH), nn.Linear(WIDTH, WIDTH)
        self.query_key_value = nn.Linear(WIDTH, 3 * WIDTH)
        self.feed = nn.Sequential(
            nn.LayerNorm(WIDTH),
            nn.Linear(WIDTH, 4 * WIDTH),
            nn.GELU(),
            Dropout(),
            nn.Linear(4 * WIDTH, WIDTH),
        )
        self.drop = Dropout()
        if reads:
            self.read_query = nn.Sequential(nn.LayerNorm(WIDTH), nn.Linear(WIDTH, WIDTH))
            self.read_key_value, self.read_out = nn.Linear(WIDTH, 2 * WIDTH), nn.Linear(WIDTH, WIDTH)

    def forward(
        self,
        hidden: torch.Tensor,
        mask: torch.Tensor,
        memory: torch.Tensor | None = None,
        memory_mask: torch.Tensor | None = None,
    ) -> torch.Tensor:
        query, key, value = self.query_key_value(self.norm(hidden)).chunk(3, -1)
        hidden = hidden + self.drop(self.out(self._attend(query, key, value, mask)))
        if memory is not None:
            key, value = self.read_key_value(memory).chunk(2, -1)
            read = self._attend(self.read_query(hidden), key, value, memory_mask)
            hidden = hidden + self.drop(self.read_out(read))
        out: torch.Tensor = hidden + self.drop(self.feed(hidden))
        return out

    def _attend(
        self, query: torch.Tensor, key: torch.Tensor, value: torch.Tensor, mask: torch.Tensor | None
    ) -> torch.Tensor:
        query, key, value = (x.view(*x.shape[:2], HEADS, -1).transpose(1, 2) for x in (query, key, value))
        joined = F.scaled_dot_product_attention(query, key, value, attn_mask=mask)
        return joined.transpose(1, 2).flatten(-2)


def _embedding(size: int) -> nn.Embedding:
    embedding = nn.Embedding(size, WIDTH)
    nn.init.normal_(embedding.weight, std=0.3)
    return embedding
