"""The building network: an encoder of words and blocks, a planner, and a decoder of actions.

The encoder attends over the tokens of the instruction and the blocks of the world as one set (Vaswani et al.
2017), and the planner makes a plan of its states (`cq.building.model.plan`). The decoder attends to the
actions taken so far and predicts the next action, given what remains of the plan. It chooses the cell of a
placement as people describe places: at an offset from a source, which is a block of the start world, a block
just placed, or the zone itself.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import torch
from torch import nn
from torch.nn import functional as F

from cq.building.model.action_history import ActionHistory
from cq.building.model.cell_features import cell_feature_names
from cq.building.model.gaze import gaze_feature_names
from cq.building.model.layers import WIDTH, ChannelDropout, TransformerLayer
from cq.building.model.plan import OFFSET_WIDTH, Plan, Planner
from cq.building.model.relative_offsets import RelativeOffsets
from cq.building.model.scene_tensors import SceneTensors, cell_indices, one_hot_cells
from cq.building.model.trajectory import (
    BREAK,
    MAX_ACTIONS,
    NUM_ACTION_KINDS,
    NUM_DISPLACEMENTS,
    NUM_TURNS,
    RECENT_BLOCKS,
)
from cq.encoder.backbone import MAX_TOKENS
from cq.world import COLOURS, SHAPE

ENCODER_LAYERS, DECODER_LAYERS = 3, 2
PLACE_OFFSETS = RelativeOffsets(before=(2, 3, 3), after=(3, 3, 3))
"""Offsets from a source to a block to place."""

ALL_TIMES = slice(None)
PLAN_SMOOTHING = 1e-3
"""Added to the plan's probabilities, so that an action outside the plan stays possible."""

MASKED_LOGIT = -1e4
"""The logit of an impossible choice. It is finite, so that a row of only impossible choices has no NaN."""


GAZE_WIDTH = 24
"""The width of the hidden layer over the gaze features."""


class Gaze(NamedTuple):
    """The builder's pose as summands of the log-probabilities of cells, each (b, NUM_CELLS): in the plan, for
    placing and for breaking a block there; for the first placement, for later ones, and for a break.
    """

    to_place: torch.Tensor
    to_break: torch.Tensor
    first_place: torch.Tensor
    next_place: torch.Tensor
    next_break: torch.Tensor


class Memory(NamedTuple):
    """The decoder's memory of b scenes: for each of its layers the keys and values
    (b, 1 + COLOURS + w + n, 2 × width) of the zone, the colours, the tokens and the blocks, and their `mask`.
    """

    layers: tuple[torch.Tensor, ...]
    mask: torch.Tensor

    def take(self, rows: Sequence[int]) -> Memory:
        """The scenes at some indices, which may repeat."""
        at = list(rows)
        return Memory(tuple(layer[at] for layer in self.layers), self.mask[at])


@dataclass(frozen=True)
class EncodedScene:
    """The encoder's output for b scenes beside the `Memory`.

    `block_states` (b, n, width) with the blocks' cells `blocks` (b, n, 3) and `block_mask` (b, n); the
    `plan`, and the `gaze` summands.
    """

    block_states: torch.Tensor
    blocks: torch.Tensor
    block_mask: torch.Tensor
    plan: Plan
    gaze: Gaze

    def take(self, rows: Sequence[int]) -> EncodedScene:
        """The scenes at some indices, which may repeat."""
        at = list(rows)
        return EncodedScene(
            self.block_states[at],
            self.blocks[at],
            self.block_mask[at],
            Plan(self.plan.place_intensities[at], self.plan.break_logits[at]),
            Gaze(*(tensor[at] for tensor in self.gaze)),
        )

    def standing(self, history: ActionHistory) -> torch.Tensor:
        """Which blocks are left after each number of actions: (b, t, n)."""
        indices = cell_indices(self.blocks)[:, None].expand(-1, history.occupied.shape[1], -1)
        return history.occupied.gather(2, indices) & self.block_mask[:, None]


class Decoded(NamedTuple):
    """The decoder's `states` (b, t, width) after each number of actions, and the keys and values that each
    layer has `seen`, (b, t, 2 × width).
    """

    states: torch.Tensor
    seen: tuple[torch.Tensor, ...]

    def take(self, rows: Sequence[int]) -> Decoded:
        """The states and keys at some indices."""
        at = list(rows)
        return Decoded(self.states[at], tuple(layer[at] for layer in self.seen))


@dataclass(frozen=True)
class CellPredictions:
    """Where to act after each number of actions: log-probabilities `breaks` (b, t, n) over the blocks of the
    start world, and probabilities `places` (b, t, NUM_CELLS).
    """

    breaks: torch.Tensor
    places: torch.Tensor


class BuildingNetwork(nn.Module):
    """Scenes and action histories → the kind and the cell of the next action."""

    def __init__(self, token_width: int) -> None:
        """`token_width` is the length of a token's vector."""
        super().__init__()
        features = len(cell_feature_names()) + sum(SHAPE)
        self.token_projection, self.token_position = nn.Linear(token_width, WIDTH), _embedding(MAX_TOKENS)
        self.token_turn, self.block_recency = _embedding(NUM_TURNS, 0), _embedding(RECENT_BLOCKS + 1, 0)
        self.block_projection, self.block_colour = nn.Linear(features, WIDTH), _embedding(NUM_ACTION_KINDS)
        self.summary_projection = nn.Linear(SceneTensors.SUMMARY_WIDTH, WIDTH)
        self.colour = _embedding(len(COLOURS))
        self.segment = _embedding(3)
        self.encoder = nn.ModuleList(TransformerLayer() for _ in range(ENCODER_LAYERS))
        self.encoder_norm = nn.LayerNorm(WIDTH)
        self.planner = Planner(WIDTH)
        self.last_kind = _embedding(NUM_ACTION_KINDS)
        self.last_cell_projection = nn.Linear(features, WIDTH)
        self.time = _embedding(MAX_ACTIONS + 1)
        self.displacement = nn.ModuleList(_embedding(NUM_DISPLACEMENTS) for _ in range(3))
        self.decoder = nn.ModuleList(TransformerLayer(cross_attention=True) for _ in range(DECODER_LAYERS))
        self.decoder_norm = nn.LayerNorm(WIDTH)
        self.kind_head, self.next_kind = nn.Linear(WIDTH, NUM_ACTION_KINDS), _embedding(NUM_ACTION_KINDS)
        self.plan_kind_head = nn.Linear(2 * (len(COLOURS) + 1), NUM_ACTION_KINDS)
        self.plan_exponents = nn.Parameter(torch.tensor([0.3, 0.3]))
        self.query_mlp = nn.Sequential(nn.Linear(WIDTH, 2 * WIDTH), nn.GELU(), nn.Linear(2 * WIDTH, WIDTH))
        self.break_key, self.source_key, self.source_query = (nn.Linear(WIDTH, WIDTH) for _ in range(3))
        self.zone_source = nn.Parameter(torch.zeros(WIDTH))
        self.offset_query, self.offset_key = nn.Linear(WIDTH, OFFSET_WIDTH), nn.Linear(WIDTH, OFFSET_WIDTH)
        self.offset_head = nn.Linear(OFFSET_WIDTH, len(PLACE_OFFSETS))
        self.ground_head, self.height_head = nn.Linear(WIDTH, SHAPE[1] * SHAPE[2]), nn.Linear(WIDTH, SHAPE[0])
        of_gaze = nn.Linear(GAZE_WIDTH, len(Gaze._fields))
        nn.init.zeros_(of_gaze.weight)
        nn.init.zeros_(of_gaze.bias)
        self.gaze = nn.Sequential(nn.Linear(len(gaze_feature_names()), GAZE_WIDTH), nn.GELU(), of_gaze)
        self.dropout = ChannelDropout()

    def encode(self, scene: SceneTensors) -> tuple[EncodedScene, Memory]:
        """Encode tokens and blocks together, and plan."""
        tokens = self.token_projection(self.dropout(scene.tokens))
        tokens = tokens + self.token_position(scene.token_positions) + self.token_turn(scene.token_turns)
        features = torch.cat([scene.block_features, one_hot_cells(scene.blocks)], -1)
        blocks = self.block_projection(features) + self.block_colour(scene.block_colours)
        blocks = blocks + self.block_recency(scene.block_recency)
        zone = self.summary_projection(scene.summary)[:, None]
        zone = torch.cat([zone, zone + self.colour.weight], 1)
        parts = [part + self.segment.weight[i] for i, part in enumerate((zone, tokens, blocks))]
        zone_mask = torch.ones(zone.shape[:2], dtype=torch.bool)
        mask = torch.cat([zone_mask, scene.token_mask, scene.block_mask], 1)
        hidden = torch.cat(parts, 1)
        for layer in self.encoder:
            hidden, _ = layer(hidden, mask[:, None, None])
        memory = self.encoder_norm(hidden)
        blocks = memory[:, zone.shape[1] + tokens.shape[1] :]
        gaze = Gaze(*(self.gaze(scene.gaze) * scene.gaze[..., :1]).unbind(-1))
        plan = self.planner(scene, memory[:, 1 : zone.shape[1]], blocks)
        at_blocks = gaze.to_break.gather(1, cell_indices(scene.blocks))
        plan = Plan(
            plan.place_intensities * gaze.to_place.exp()[:, None],
            plan.break_logits + at_blocks * scene.block_mask,
        )
        layers = tuple(layer.get_submodule("cross_key_value")(memory) for layer in self.decoder)
        encoded = EncodedScene(blocks, scene.blocks, scene.block_mask, plan, gaze)
        return encoded, Memory(layers, mask)

    def decode(self, history: ActionHistory, memory: Memory, before: Decoded | None = None) -> Decoded:
        """The decoder's states after each number of actions; those `before` are known."""
        t, first = history.kinds.shape[1], 0 if before is None else before.states.shape[1]
        new = slice(first, None)
        features = torch.cat([history.features[:, new], one_hot_cells(history.cells[:, new])], -1)
        displacement = sum(
            embedding(history.displacements[:, new, i]) for i, embedding in enumerate(self.displacement)
        )
        has_last = (torch.arange(first, t) > 0)[None, :, None]
        last_cell = has_last * (self.last_cell_projection(features) + displacement)
        hidden = self.last_kind(history.kinds[:, new]) + self.time.weight[first:t] + last_cell
        mask = torch.ones(t, t, dtype=torch.bool).tril()[None, None, new]
        seen = []
        for i, (layer, of_memory) in enumerate(zip(self.decoder, memory.layers, strict=True)):
            known = None if before is None else before.seen[i]
            hidden, of_layer = layer(hidden, mask, of_memory, memory.mask[:, None, None], known)
            seen.append(of_layer)
        states = self.decoder_norm(hidden)
        if before is not None:
            states = torch.cat([before.states, states], 1)
        return Decoded(states, tuple(seen))

    def kind_logits(
        self, history: ActionHistory, encoded: EncodedScene, state: torch.Tensor, times: slice = ALL_TIMES
    ) -> torch.Tensor:
        """Logits (b, t, NUM_ACTION_KINDS) of the next action's kind, at all times t or some.

        A break is impossible if no block of the start world is left.
        """
        standing = encoded.standing(history)[:, times]
        remaining = encoded.plan.remaining(history.occupied[:, times], standing)
        logits: torch.Tensor = self.kind_head(state[:, times]) + self.plan_kind_head(remaining)
        is_break = torch.arange(NUM_ACTION_KINDS) == BREAK
        return logits.masked_fill(is_break & ~standing.any(-1, keepdim=True), MASKED_LOGIT)

    def cell_predictions(
        self,
        history: ActionHistory,
        encoded: EncodedScene,
        state: torch.Tensor,
        kinds: torch.Tensor,
        times: slice = ALL_TIMES,
    ) -> CellPredictions:
        """Where to act, at all times t or some, if the next action is of `kinds` (b, t)."""
        query = state[:, times] + self.query_mlp(state[:, times] + self.next_kind(kinds))
        breaks = query @ self.break_key(encoded.block_states).mT / math.sqrt(WIDTH)
        breaks = breaks + self.plan_exponents[0] * F.logsigmoid(encoded.plan.break_logits)[:, None]
        breaks = breaks + encoded.gaze.next_break.gather(1, cell_indices(encoded.blocks))[:, None]
        breaks = breaks.masked_fill(~encoded.standing(history)[:, times], MASKED_LOGIT).log_softmax(-1)
        return CellPredictions(
            breaks, self._place_probabilities(history, encoded, state, query, kinds, times)
        )

    def _place_probabilities(
        self,
        history: ActionHistory,
        encoded: EncodedScene,
        state: torch.Tensor,
        query: torch.Tensor,
        kinds: torch.Tensor,
        times: slice,
    ) -> torch.Tensor:
        """Probabilities (b, t, NUM_CELLS): a mixture over sources, weighted by the plan."""
        sources = torch.cat([self.zone_source.expand(len(state), 1, -1), encoded.block_states, state], 1)
        source = self.source_query(query) @ self.source_key(sources).mT / math.sqrt(WIDTH)
        source = source.masked_fill(~_source_mask(history, encoded)[:, times], MASKED_LOGIT).softmax(-1)
        joined = self.offset_query(query)[:, :, None] + self.offset_key(sources[:, 1:])[:, None]
        by_offset = self.offset_head(F.gelu(joined)).softmax(-1) * source[:, :, 1:, None]
        places = PLACE_OFFSETS.sum_by_cell(torch.cat([encoded.blocks, history.cells], 1), by_offset)
        zone = self.height_head(query)[..., :, None] + self.ground_head(query)[..., None, :]
        places = places + zone.flatten(-2).softmax(-1) * source[:, :, :1]
        colour = (kinds - 1).clamp(0, len(COLOURS) - 1)[..., None].expand_as(places)
        planned = encoded.plan.place_probabilities().gather(1, colour) + PLAN_SMOOTHING
        places = places * planned ** self.plan_exponents[1]
        is_first = (torch.arange(history.kinds.shape[1]) == 0)[times, None]
        gaze = torch.where(is_first, encoded.gaze.first_place[:, None], encoded.gaze.next_place[:, None])
        places = places * gaze.exp()
        places = places.masked_fill(history.occupied[:, times], 0.0)
        probabilities: torch.Tensor = places / (places.sum(-1, keepdim=True) + 1e-9)
        return probabilities


def _source_mask(history: ActionHistory, encoded: EncodedScene) -> torch.Tensor:
    """The possible sources of an offset at each time, (b, t, 1 + n + t): the zone, the blocks of the start
    world, and the actions taken before.
    """
    b, t = history.kinds.shape
    start = torch.cat([torch.ones(b, 1, dtype=torch.bool), encoded.block_mask], 1)
    taken = torch.ones(t, t, dtype=torch.bool).tril() & history.mask[:, None] & (torch.arange(t) > 0)
    return torch.cat([start[:, None].expand(-1, t, -1), taken], -1)


def _embedding(size: int, nothing: int | None = None) -> nn.Embedding:
    """`nothing` is the index whose vector stays 0."""
    embedding = nn.Embedding(size, WIDTH, nothing)
    nn.init.normal_(embedding.weight, std=0.3)
    if nothing is not None:
        nn.init.zeros_(embedding.weight[nothing])
    return embedding
