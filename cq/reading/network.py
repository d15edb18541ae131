"""The network that reads: the encoder's tokens of a text → a program, token by token, by its syntax.

The upper layers of a BERT are trained, the lower ones are those of the backbone; a small decoder (Vaswani et
al. 2017) attends to them. Only tokens that the annotations of the program's classes allow may follow, so each
output is a program (Yin and Neubig 2017, "A syntactic neural model for general-purpose code generation").
"""

from __future__ import annotations

import copy
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from cq.encoder.backbone import Backbone
from cq.reading.linear import END, PAD, START, START_STATE, State, Syntax

MAX_TOKENS = 160
"""Word pieces of a line that are read, from its start."""
MAX_LENGTH = 120
"""Tokens of a program."""
LENGTH_PENALTY = 0.6
"""The power of the length by which the log-probability of a program is divided (Wu et al. 2016)."""

MARGIN = 4.0
"""By how much a hypothesis may be less probable than the best one of its line, in logarithms."""
LEAST = -8.0
"""The log-probability below which a hypothesis is dropped: of 700 wordings of unseen writers, none of the 50
that were read with less than -5 was read right.
"""

Cache = tuple[Tensor, Tensor]


@dataclass(frozen=True)
class NetworkConfig:
    """`frozen` layers of the encoder, and `layers` of the decoder with `heads` and a `hidden` layer."""

    frozen: int = 3
    layers: int = 2
    heads: int = 6
    hidden: int = 1024
    dropout: float = 0.1


@dataclass(frozen=True)
class Hypothesis:
    """The tokens of a program without `END`, and their log-probability with it."""

    tokens: tuple[str, ...]
    log_probability: float

    @property
    def score(self) -> float:
        """The log-probability, normalised by the length (`LENGTH_PENALTY`)."""
        return self.log_probability / float((len(self.tokens) + 1) ** LENGTH_PENALTY)


@dataclass(frozen=True)
class _Open:
    """An unfinished hypothesis: its ids, log-probability and syntax, and the index in the beam of the one
    that it continues.
    """

    ids: tuple[int, ...]
    log_probability: float
    state: State
    parent: int = 0


@dataclass(frozen=True)
class _Held:
    """Holds a backbone, whose parameters do not belong to the network."""

    of: Backbone


class ReadingNetwork(nn.Module):
    """Lines of text → programs as tokens of a vocabulary."""

    def __init__(
        self, backbone: Backbone, tokens: Sequence[str], config: NetworkConfig = NetworkConfig()
    ) -> None:
        """Untrained. Raises `InputError` if the backbone is not a BERT."""
        super().__init__()
        bert: Any = backbone.bert()
        self.config, self.syntax = config, Syntax(tokens)
        self._backbone = _Held(backbone)
        self._masks: dict[State, Tensor] = {}
        width = backbone.width
        self.upper = nn.ModuleList(copy.deepcopy(layer) for layer in bert.encoder.layer[config.frozen :])
        self.upper.requires_grad_(True)
        self.embedding = nn.Embedding(len(tokens), width)
        self.position = nn.Embedding(MAX_LENGTH + 1, width)
        self.decoder = nn.ModuleList(_DecoderLayer(width, config) for _ in range(config.layers))
        self.norm, self.output = nn.LayerNorm(width), nn.Linear(width, len(tokens))
        nn.init.normal_(self.embedding.weight, std=0.05)
        nn.init.normal_(self.position.weight, std=0.02)
        self._begin_as_words(bert.embeddings.word_embeddings.weight)

    @torch.no_grad()
    def _begin_as_words(self, table: Tensor) -> None:
        """Start the embedding of each token from the words in its name."""
        words = [re.sub(r"[^a-z0-9]+", " ", token.lower()).strip() for token in self.syntax.tokens]
        for i, ids in enumerate(self._backbone.of.tokenize(words)):
            if len(ids) > 2:
                self.embedding.weight[i] += table[ids[1:-1]].mean(0)

    @property
    def _layers(self) -> list[_DecoderLayer]:
        return cast("list[_DecoderLayer]", list(self.decoder))

    def encode(self, lines: Sequence[str]) -> tuple[Tensor, Tensor]:
        """The states (n, t, width) of the tokens of lines, and their mask (n, 1, 1, t)."""
        some = [_cut(ids) for ids in self._backbone.of.encoder.tokenize(list(lines))]
        longest = max(map(len, some))
        ids = torch.tensor([[*pieces, *[0] * (longest - len(pieces))] for pieces in some])
        mask = (torch.arange(longest) < torch.tensor([[len(pieces)] for pieces in some]))[:, None, None, :]
        with torch.no_grad():
            states = self._backbone.of.bert()(ids, mask, highest=self.config.frozen).last_hidden_state
        for layer in self.upper:
            states = layer(states, mask)
        return states, mask

    def _mask(self, state: State) -> Tensor:
        """The mask (vocabulary,) of the tokens that may follow in a state."""
        if state not in self._masks:
            mask = torch.zeros(len(self.syntax.tokens), dtype=torch.bool)
            mask[list(self.syntax.allowed(state))] = True
            self._masks[state] = mask
        return self._masks[state]

    def _logits(self, lines: Sequence[str], programs: Sequence[Sequence[int]]) -> tuple[Tensor, Tensor]:
        """The logits (n, t, vocabulary) of the tokens of programs and of `END`, each after those before it,
        and the ids (n, t) of these tokens, `PAD` behind the shorter programs.
        """
        memory, mask = self.encode(lines)
        end, pad = self.syntax.ids[END], self.syntax.ids[PAD]
        longest = 1 + max(map(len, programs))
        wanted = torch.tensor(
            [[*program, end, *[pad] * (longest - 1 - len(program))] for program in programs]
        )
        given = torch.cat([torch.full((len(programs), 1), self.syntax.ids[START]), wanted[:, :-1]], 1)
        states = self.embedding(given) + self.position.weight[:longest]
        for layer in self._layers:
            states = layer(states, layer.read(memory), mask)
        return self.output(self.norm(states)), wanted

    def loss(self, lines: Sequence[str], programs: Sequence[Sequence[int]]) -> Tensor:
        """The mean cross-entropy of the tokens of programs, given by their ids."""
        logits, wanted = self._logits(lines, programs)
        pad = self.syntax.ids[PAD]
        return F.cross_entropy(logits.flatten(0, 1), wanted.flatten(), ignore_index=pad, label_smoothing=0.03)

    @torch.inference_mode()
    def confirmed(self, lines: Sequence[str], programs: Sequence[Sequence[str]]) -> list[Hypothesis | None]:
        """A program for each line as a hypothesis, if a greedy search would find it; else None.

        One pass tells it, as each token must be the likeliest after those before it; a search takes a pass
        for each token.
        """
        ids = [[self.syntax.ids.get(token, -1) for token in program] for program in programs]
        known = [i for i, program in enumerate(ids) if len(program) < MAX_LENGTH and -1 not in program]
        found: list[Hypothesis | None] = [None] * len(lines)
        if known:
            logits, wanted = self._logits([lines[i] for i in known], [ids[i] for i in known])
            for i, chances, tokens in zip(known, logits.log_softmax(-1), wanted, strict=True):
                found[i] = self._greedy(tuple(programs[i]), chances, tokens[: len(ids[i]) + 1])
        return found

    def _greedy(self, program: tuple[str, ...], chances: Tensor, tokens: Tensor) -> Hypothesis | None:
        """The program of tokens (t,), if each has the greatest of the log-probabilities (t, vocabulary)."""
        states = [START_STATE]
        for token in tokens[:-1].tolist():
            states.append(self.syntax.after(states[-1], token))
        forbidden = ~torch.stack([self._mask(state) for state in states])
        best = chances[: len(tokens)].masked_fill(forbidden, -torch.inf).max(-1)
        total = best.values.sum().item()
        if not torch.equal(best.indices, tokens) or best.values[:-1].sum() <= LEAST:
            return None
        return Hypothesis(program, total)

    @torch.inference_mode()
    def read(self, lines: Sequence[str], width: int = 4) -> list[list[Hypothesis]]:
        """Up to `width` programs of each line by a beam search, the best first."""
        memory, mask = self.encode(lines)
        texts = [layer.read(memory) for layer in self._layers]
        done: list[list[Hypothesis]] = [[] for _ in lines]
        rows, beams = list(range(len(lines))), [[_Open((), 0.0, START_STATE)] for _ in lines]
        past: list[Cache | None] = [None] * len(self.decoder)
        for length in range(MAX_LENGTH):
            wide = max(map(len, beams))
            last = torch.tensor([[self._last(beam, i) for i in range(wide)] for beam in beams])
            states = self.embedding(last) + self.position.weight[length]
            for i, (layer, text) in enumerate(zip(self._layers, texts, strict=True)):
                states, past[i] = layer.step(states, text, mask, past[i])
            chances = self.output(self.norm(states)).log_softmax(-1)
            found = [
                self._continued(beam, of_beam, width, done[row])
                for row, beam, of_beam in zip(rows, beams, chances, strict=True)
            ]
            kept = [i for i, beam in enumerate(found) if beam]
            if not kept:
                break
            beams, wider = [found[i] for i in kept], max(len(found[i]) for i in kept)
            parents = torch.tensor([[_parent(beam, i) for i in range(wider)] for beam in beams])
            if len(kept) < len(rows):
                rows, at = [rows[i] for i in kept], torch.tensor(kept)
                mask, texts = mask[at], [(keys[at], values[at]) for keys, values in texts]
                past = [None if cache is None else (cache[0][at], cache[1][at]) for cache in past]
            if wider != wide or not torch.equal(parents, torch.arange(wide).expand_as(parents)):
                first = torch.arange(len(beams))[:, None]
                past = [
                    None if cache is None else (cache[0][first, parents], cache[1][first, parents])
                    for cache in past
                ]
        return [
            sorted(hypotheses, key=lambda found: (-found.score, found.tokens))[:width] for hypotheses in done
        ]

    def _last(self, beam: Sequence[_Open], i: int) -> int:
        ids = beam[min(i, len(beam) - 1)].ids
        return ids[-1] if ids else self.syntax.ids[START]

    def _continued(
        self, beam: Sequence[_Open], chances: Tensor, width: int, done: list[Hypothesis]
    ) -> list[_Open]:
        """The best hypotheses of a line with one more token each; those that end are added to `done`."""
        allowed = torch.stack([self._mask(hypothesis.state) for hypothesis in beam])
        best = chances[: len(beam)].masked_fill(~allowed, -torch.inf).topk(min(width, chances.shape[-1]))
        ways = [
            (beam[i].log_probability + chance, i, token)
            for i, (of_one, ids) in enumerate(zip(best.values.tolist(), best.indices.tolist(), strict=True))
            for chance, token in zip(of_one, ids, strict=True)
            if chance > -torch.inf
        ]
        going: list[_Open] = []
        for total, i, token in sorted(ways, reverse=True)[: 2 * width]:
            if self.syntax.tokens[token] == END:
                done.append(Hypothesis(tuple(self.syntax.tokens[j] for j in beam[i].ids), total))
            elif len(going) < width:
                state = self.syntax.after(beam[i].state, token)
                going.append(_Open((*beam[i].ids, token), total, state, i))
        known = [hypothesis.log_probability for hypothesis in going] + [
            hypothesis.log_probability for hypothesis in done
        ]
        going = [
            hypothesis for hypothesis in going if hypothesis.log_probability > max(LEAST, max(known) - MARGIN)
        ]
        if len(done) < width:
            return going
        worst = sorted((hypothesis.score for hypothesis in done), reverse=True)[width - 1]
        return [
            hypothesis
            for hypothesis in going
            if hypothesis.log_probability / (len(hypothesis.ids) + 1) ** LENGTH_PENALTY > worst
        ]


def _parent(beam: Sequence[_Open], i: int) -> int:
    return beam[min(i, len(beam) - 1)].parent


class _DecoderLayer(nn.Module):
    """Attention to the tokens so far, attention to the text, and a feed-forward network, each after its
    norm.
    """

    def __init__(self, width: int, config: NetworkConfig) -> None:
        super().__init__()
        self.heads = config.heads
        self.own, self.own_out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.query, self.memory = nn.Linear(width, width), nn.Linear(width, 2 * width)
        self.memory_out = nn.Linear(width, width)
        self.hidden, self.hidden_out = nn.Linear(width, config.hidden), nn.Linear(config.hidden, width)
        self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in range(3))
        self.dropout = nn.Dropout(config.dropout)

    def read(self, memory: Tensor) -> Cache:
        """Keys and values of a text."""
        keys, values = self.memory(memory).chunk(2, -1)
        return self._split(keys), self._split(values)

    def forward(self, states: Tensor, text: Cache, mask: Tensor) -> Tensor:
        """The states (n, t, width) of whole programs after this layer; a token attends to those before it."""
        query, keys, values = map(self._split, self.own(self.norms[0](states)).chunk(3, -1))
        seen = F.scaled_dot_product_attention(query, keys, values, is_causal=True)
        return self._behind(states + self.dropout(self.own_out(seen.transpose(1, 2).flatten(2))), text, mask)

    def step(self, states: Tensor, text: Cache, mask: Tensor, past: Cache | None) -> tuple[Tensor, Cache]:
        """The states (n, beam, width) of the next token of each hypothesis, and the keys and values
        (n, beam, heads, t, width / heads) of its tokens so far.
        """
        query, keys, values = (
            part.reshape(*part.shape[:2], self.heads, 1, -1)
            for part in self.own(self.norms[0](states)).chunk(3, -1)
        )
        if past is not None:
            keys, values = torch.cat([past[0], keys], 3), torch.cat([past[1], values], 3)
        seen = F.scaled_dot_product_attention(query, keys, values)
        return self._behind(states + self.own_out(seen.flatten(2)), text, mask), (keys, values)

    def _behind(self, states: Tensor, text: Cache, mask: Tensor) -> Tensor:
        """The rest of the layer, after the attention to a program's own tokens."""
        query = self._split(self.query(self.norms[1](states)))
        seen = F.scaled_dot_product_attention(query, *text, attn_mask=mask)
        states = states + self.dropout(self.memory_out(seen.transpose(1, 2).flatten(2)))
        hidden = F.gelu(self.hidden(self.norms[2](states)))
        behind: Tensor = states + self.dropout(self.hidden_out(hidden))
        return behind

    def _split(self, states: Tensor) -> Tensor:
        n, t, width = states.shape
        return states.reshape(n, t, self.heads, width // self.heads).transpose(1, 2)


def _cut(ids: Sequence[int]) -> list[int]:
    return [*ids] if len(ids) <= MAX_TOKENS else [*ids[: MAX_TOKENS - 1], ids[-1]]
