"""A BERT with one output on torch's own layers: token ids of a pair of texts → one logit.

Importing transformers costs about three seconds, so bundled weights are read without it. Parameters have the
names of the Hugging Face `BertModel`; the head's are `head.*` and, if the first state is pooled as in
`BertForSequenceClassification`, `pooler.dense.*`. Both heads give what sentence-transformers gives (tested).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import torch
from tokenizers import Tokenizer
from torch import nn

from cq.encoder.bert import LAYER_PREFIX, PARAMETERS, BertEncoder, bert_layer, layer_tensors
from cq.modeling.ensemble import restore_network
from cq.ranking.cross_encoder.pairs import BATCH_SIZE, MAX_TOKENS, Logits, Pair

Tensors = dict[str, torch.Tensor]

TABLES = tuple(f"embeddings.{kind}_embeddings.weight" for kind in ("word", "position", "token_type"))
NORM, POOLER, HEAD = "embeddings.LayerNorm", "pooler.dense", "head"


class BertScorer(nn.Module):
    """BERT (Devlin et al. 2019), then a linear head: on the mean of the last states (Reimers and Gurevych
    2019) or, if there is a pooler, on the pooled first state.

    `tables` are the vectors of word pieces, positions and token types, (ids, width) each.
    """

    def __init__(
        self,
        config: dict[str, Any],
        tables: Sequence[torch.Tensor],
        norm: nn.LayerNorm,
        layers: Sequence[nn.Module],
        head: nn.Linear,
        pooler: nn.Linear | None = None,
    ) -> None:
        super().__init__()
        self.config, self.tables, self.norm = config, tuple(tables), norm
        self.layers, self.pooler, self.head = nn.ModuleList(layers), pooler, head
        self.eval()

    @classmethod
    def from_tensors(cls, config: dict[str, Any], tensors: Mapping[str, torch.Tensor]) -> BertScorer:
        """Of all parameters by name. Raises `KeyError` or `RuntimeError` if some are missing or misfit."""
        return cls(
            config,
            [tensors[name] for name in TABLES],
            _norm(config, tensors),
            [bert_layer(config, dict(tensors), i) for i in range(config["num_hidden_layers"])],
            _linear(tensors, HEAD),
            _linear(tensors, POOLER) if f"{POOLER}.weight" in tensors else None,
        )

    @classmethod
    def from_delta(cls, encoder: BertEncoder, delta: Mapping[str, torch.Tensor]) -> BertScorer:
        """The encoder with some parameters replaced, and a head. Unchanged layers are shared, not copied.

        Raises `KeyError` if `delta` holds no head, or a name that the encoder lacks; `RuntimeError` if
        a shape misfits.
        """
        base, config = encoder_tensors(encoder), encoder.config
        if unknown := sorted(name for name in delta if name not in base and not name.startswith(HEAD)):
            raise KeyError(f"{unknown[0]} is no parameter of the backbone")
        tensors, norm = base | dict(delta), encoder.embeddings()[3]
        changed = {int(name.split(".")[2]) for name in delta if name.startswith(LAYER_PREFIX)}
        return cls(
            config,
            [tensors[name] for name in TABLES],
            _norm(config, tensors) if any(name.startswith(NORM) for name in delta) else norm,
            [
                bert_layer(config, tensors, i) if i in changed else layer
                for i, layer in enumerate(encoder.layers)
            ],
            _linear(tensors, HEAD),
        )

    def forward(self, ids: torch.Tensor, types: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """Logits (n,) of n pairs; `ids`, `types` and `mask` are (n, tokens), the mask true on tokens."""
        words, positions, kinds = self.tables
        hidden = self.norm(words[ids] + positions[: ids.shape[1]] + kinds[types])
        for layer in self.layers:
            hidden = layer(hidden, src_key_padding_mask=~mask)
        if self.pooler is None:
            pooled = (hidden * (mask[..., None] / mask.sum(1)[:, None, None])).sum(1)
        else:
            pooled = torch.tanh(self.pooler(hidden[:, 0]))
        logits: torch.Tensor = self.head(pooled)[:, 0]
        return logits

    def tensors(self) -> Tensors:
        """All parameters by name."""
        named = _tensors(self.tables, self.norm, list(self.layers)) | _both(self.head, HEAD)
        return named if self.pooler is None else named | _both(self.pooler, POOLER)


class BertPairScorer:
    """A BERT with its tokenizer, with the settings of sentence-transformers."""

    def __init__(
        self, model: BertScorer, tokenizer: str, max_tokens: int = MAX_TOKENS, types: bool = True
    ) -> None:
        self.model, self.tokenizer_json, self.max_tokens = model, tokenizer, max_tokens
        self.types_from_tokenizer = types
        self._tokenizer = Tokenizer.from_str(tokenizer)
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(max_tokens, strategy="longest_first")

    def logits(self, pairs: Sequence[Pair]) -> Logits:
        encodings = self._tokenizer.encode_batch(list(pairs))
        order = sorted(range(len(pairs)), key=lambda i: len(encodings[i].ids))
        logits = np.empty(len(pairs))
        for first in range(0, len(order), BATCH_SIZE):
            rows = order[first : first + BATCH_SIZE]
            read = [encodings[i] for i in rows]
            mask = _padded([one.attention_mask for one in read]).bool()
            types = _padded([one.type_ids for one in read]) * self.types_from_tokenizer
            with torch.inference_mode():
                found = self.model(_padded([one.ids for one in read]), types, mask)
            logits[rows] = found.double().numpy()
        return logits


def encoder_tensors(encoder: BertEncoder) -> Tensors:
    """All parameters of an encoder by name."""
    *tables, norm = encoder.embeddings()
    return _tensors(tables, norm, encoder.layers)


def _tensors(tables: Sequence[torch.Tensor], norm: nn.Module, layers: Sequence[nn.Module]) -> Tensors:
    named = dict(zip(TABLES, tables, strict=True)) | _both(norm, NORM)
    for i, layer in enumerate(layers):
        named |= layer_tensors(layer.state_dict(), i)
    return named


def _both(module: nn.Module, name: str) -> Tensors:
    return {f"{name}.{kind}": getattr(module, kind).detach() for kind in PARAMETERS}


def _norm(config: dict[str, Any], tensors: Mapping[str, torch.Tensor]) -> nn.LayerNorm:
    norm = nn.LayerNorm(config["hidden_size"], eps=config["layer_norm_eps"])
    norm.load_state_dict({kind: tensors[f"{NORM}.{kind}"] for kind in PARAMETERS})
    return norm


def _linear(tensors: Mapping[str, torch.Tensor], name: str) -> nn.Linear:
    weight = tensors[f"{name}.weight"]
    state = {kind: tensors[f"{name}.{kind}"] for kind in PARAMETERS}
    return restore_network(lambda: nn.Linear(weight.shape[1], weight.shape[0]), state)


def _padded(rows: list[list[int]]) -> torch.Tensor:
    """Rows of ids, padded with zeros to the longest: (n, tokens). The mask marks padding."""
    return nn.utils.rnn.pad_sequence([torch.tensor(row) for row in rows], batch_first=True)
