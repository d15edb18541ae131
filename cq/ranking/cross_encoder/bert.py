"""A BERT with one output on torch's own layers: token ids of a pair of texts → one logit.

Importing transformers costs about three seconds, so bundled weights are read without it. Parameters have the
names of the Hugging Face `BertModel`; the head's are `head.*` and, as in `BertForSequenceClassification`,
`pooler.dense.*`. The logits are those of sentence-transformers (tested).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import torch
from tokenizers import Tokenizer
from torch import nn

from cq.encoder.bert import PARAMETERS, BertEncoder, bert_layer, layer_tensors
from cq.encoder.packed import PackedBert, Packing, fast_dtype
from cq.modeling.ensemble import restore_network
from cq.ranking.cross_encoder.pairs import BATCH_SIZE, Logits, Pair

Tensors = dict[str, torch.Tensor]
Rows = list[list[int]]

TABLES = tuple(f"embeddings.{kind}_embeddings.weight" for kind in ("word", "position", "token_type"))
NORM, POOLER, HEAD = "embeddings.LayerNorm", "pooler.dense", "head"


class BertScorer(nn.Module):
    """BERT (Devlin et al. 2019), then a linear head on the pooled first state.

    `tables` are the vectors of word pieces, positions and token types, (ids, width) each.
    """

    def __init__(self, config: dict[str, Any], tensors: Mapping[str, torch.Tensor]) -> None:
        """Of all parameters by name. Raises `KeyError` or `RuntimeError` if some are missing or misfit."""
        super().__init__()
        self.tables = tuple(tensors[name] for name in TABLES)
        self.norm = norm_of(config, tensors)
        layers = range(config["num_hidden_layers"])
        self.layers = nn.ModuleList([bert_layer(config, dict(tensors), i) for i in layers])
        self.pooler, self.head = linear_of(tensors, POOLER), linear_of(tensors, HEAD)
        self.eval()

    def forward(self, ids: torch.Tensor, types: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """Logits (n,) of n pairs; `ids`, `types` and `mask` are (n, tokens), the mask true on tokens."""
        words, positions, kinds = self.tables
        hidden = self.norm(words[ids] + positions[: ids.shape[1]] + kinds[types])
        for layer in self.layers:
            hidden = layer(hidden, src_key_padding_mask=~mask)
        logits: torch.Tensor = self.head(torch.tanh(self.pooler(hidden[:, 0])))[:, 0]
        return logits

    def packed(self) -> PackedScorer:
        """The same for inference, faster and less exact."""
        return PackedScorer(self)


class PackedScorer:
    """A `BertScorer` over pairs laid end to end, see `cq.encoder.packed`."""

    def __init__(self, scorer: BertScorer) -> None:
        self._bert = PackedBert.of(scorer.tables, scorer.norm, scorer.layers, fast_dtype())
        self._pooler, self._head = scorer.pooler, scorer.head

    def __call__(self, ids: Sequence[Sequence[int]], types: Sequence[Sequence[int]]) -> torch.Tensor:
        """Logits (n,) of n pairs, given by the ids and the types of their tokens."""
        packing = Packing([len(one) for one in ids])
        *_, hidden = self._bert.states(ids, packing, types)
        pooled = torch.tanh(self._pooler(hidden[packing.starts]))
        logits: torch.Tensor = self._head(pooled)[:, 0]
        return logits


class BertPairScorer:
    """A BERT with its tokenizer, with the settings of sentence-transformers."""

    def __init__(self, model: BertScorer, tokenizer: str, max_tokens: int, types: bool) -> None:
        self.model, self.types_from_tokenizer = model, types
        self._tokenizer = Tokenizer.from_str(tokenizer)
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(max_tokens, strategy="longest_first")
        self._packed: PackedScorer | None = None

    def logits(self, pairs: Sequence[Pair]) -> Logits:
        return self._by_length(pairs, self._exact)

    def fast_logits(self, pairs: Sequence[Pair]) -> Logits:
        # Two threads at once make two equal ones; a lock would hang the child of a fork.
        self._packed = self._packed or self.model.packed()
        return self._by_length(pairs, self._packed)

    def _exact(self, ids: Rows, types: Rows) -> torch.Tensor:
        mask = _padded([[1] * len(one) for one in ids]).bool()
        logits: torch.Tensor = self.model(_padded(ids), _padded(types), mask)
        return logits

    def _by_length(self, pairs: Sequence[Pair], score: Callable[[Rows, Rows], torch.Tensor]) -> Logits:
        """The logits of all pairs, scored in batches of like length."""
        encodings = self._tokenizer.encode_batch(list(pairs))
        order = sorted(range(len(pairs)), key=lambda i: len(encodings[i].ids))
        logits = np.empty(len(pairs))
        for first in range(0, len(order), BATCH_SIZE):
            rows = order[first : first + BATCH_SIZE]
            ids = [encodings[i].ids for i in rows]
            types = [encodings[i].type_ids for i in rows]
            if not self.types_from_tokenizer:
                types = [[0] * len(one) for one in ids]
            with torch.inference_mode():
                logits[rows] = score(ids, types).double().numpy()
        return logits


def encoder_tensors(encoder: BertEncoder) -> Tensors:
    """All parameters of an encoder by name."""
    *tables, norm = encoder.embeddings()
    named = dict(zip(TABLES, tables, strict=True))
    named |= {f"{NORM}.{kind}": getattr(norm, kind).detach() for kind in PARAMETERS}
    for i, layer in enumerate(encoder.layers):
        named |= layer_tensors(layer.state_dict(), i)
    return named


def norm_of(config: dict[str, Any], tensors: Mapping[str, torch.Tensor]) -> nn.LayerNorm:
    norm = nn.LayerNorm(config["hidden_size"], eps=config["layer_norm_eps"])
    norm.load_state_dict({kind: tensors[f"{NORM}.{kind}"] for kind in PARAMETERS})
    return norm


def linear_of(tensors: Mapping[str, torch.Tensor], name: str) -> nn.Linear:
    weight = tensors[f"{name}.weight"]
    state = {kind: tensors[f"{name}.{kind}"] for kind in PARAMETERS}
    return restore_network(lambda: nn.Linear(weight.shape[1], weight.shape[0]), state)


def _padded(rows: Rows) -> torch.Tensor:
    """Rows of ids, padded with zeros to the longest: (n, tokens). The mask marks padding."""
    return nn.utils.rnn.pad_sequence([torch.tensor(row) for row in rows], batch_first=True)
