"""The cross-encoder on the backbone: an instruction is read once, then each question after it.

The tokens of a question attend to those of the instruction before it, which do not see the question, as in a
prefix language model (Raffel et al. 2020). A dozen questions about one instruction cost a third of a dozen
pairs. The head reads the mean of the question's last states.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import torch

from cq.encoder.bert import LAYER_PREFIX, PARAMETERS, BertEncoder, bert_layer, layer_tensors
from cq.encoder.packed import PackedBert, PackedLayer, Packing, fast_dtype
from cq.ranking.cross_encoder.bert import HEAD, TABLES, encoder_tensors, linear_of, norm_of
from cq.ranking.cross_encoder.pairs import Logits, Pair

MAX_TOKENS_EACH = 64
"""Of an instruction, and of a question."""

PAIRS_AT_A_TIME = 96

HEAD_PARAMETERS = tuple(f"{HEAD}.{kind}" for kind in PARAMETERS)


class PrefixTokens:
    """Some pairs as the encoder reads them: each different first text once, then the second texts.

    `ids` are those of the n first texts and then of all second ones, `prefixes` says which text each one
    continues (-1: none).
    """

    def __init__(self, encoder: BertEncoder, pairs: Sequence[Pair]) -> None:
        place = {first: i for i, first in enumerate(dict.fromkeys(first for first, _ in pairs))}
        most = min(MAX_TOKENS_EACH, encoder.max_tokens // 2)
        before, after = (
            # The last id is the end mark.
            [ids if len(ids) <= most else [*ids[: most - 1], ids[-1]] for ids in encoder.tokenize(texts)]
            for texts in (list(place), [second for _, second in pairs])
        )
        self.num_first = len(place)
        # The start mark stands once, before the first text.
        self.ids = [*before, *(ids[1:] for ids in after)]
        self.prefixes = [-1] * len(place) + [place[first] for first, _ in pairs]

    def packing(self) -> Packing:
        return Packing([len(ids) for ids in self.ids], self.prefixes)

    def means(self, hidden: torch.Tensor, packing: Packing) -> torch.Tensor:
        """The mean of the states of each second text: (pairs, width)."""
        lengths = packing.lengths[self.num_first :]
        return torch.segment_reduce(hidden[-int(lengths.sum()) :], "mean", lengths=lengths)


class SharedPrefixScorer:
    """A BERT encoder with some parameters replaced, and a head.

    Both are kept as they are given, at half precision for example: what is computed with is made on first
    use.
    """

    def __init__(self, encoder: BertEncoder, delta: Mapping[str, torch.Tensor]) -> None:
        """Raises `KeyError` if `delta` holds no head, or a name that the encoder lacks; `RuntimeError` if a
        shape misfits.
        """
        self._encoder, self._delta = encoder, dict(delta)
        for name, tensor in self._delta.items():
            if name not in encoder.shapes and not name.startswith(f"{HEAD}."):
                raise KeyError(f"{name} is no parameter of the backbone")
            if encoder.shapes.get(name, tensor.shape) != tuple(tensor.shape):
                raise RuntimeError(f"{name} has the shape {tuple(tensor.shape)}")
        self._head = linear_of({name: self._delta[name].float() for name in HEAD_PARAMETERS}, HEAD)
        self._packed: dict[torch.dtype, PackedBert] = {}

    def tensors(self) -> dict[str, torch.Tensor]:
        """All parameters by name."""
        return encoder_tensors(self._encoder) | {name: one.float() for name, one in self._delta.items()}

    def logits(self, pairs: Sequence[Pair]) -> Logits:
        return self._scored(pairs, torch.float32)

    def fast_logits(self, pairs: Sequence[Pair]) -> Logits:
        return self._scored(pairs, fast_dtype())

    def _scored(self, pairs: Sequence[Pair], dtype: torch.dtype) -> Logits:
        if dtype not in self._packed:
            # Two threads at once make two equal ones; a lock would hang the child of a fork.
            self._packed[dtype] = self._pack(dtype)
        bert, logits = self._packed[dtype], np.empty(len(pairs))
        for first in range(0, len(pairs), PAIRS_AT_A_TIME):
            tokens = PrefixTokens(self._encoder, pairs[first : first + PAIRS_AT_A_TIME])
            packing = tokens.packing()
            with torch.inference_mode():
                *_, hidden = bert.states(tokens.ids, packing)
                found = self._head(tokens.means(hidden, packing))[:, 0]
            logits[first : first + PAIRS_AT_A_TIME] = found.double().numpy()
        return logits

    def _pack(self, dtype: torch.dtype) -> PackedBert:
        """Unchanged layers are those of the encoder; others are made at single precision one by one."""
        encoder, delta = self._encoder, self._delta
        *tables, norm = encoder.embeddings()
        if any(not name.startswith((HEAD, LAYER_PREFIX)) for name in delta):
            changed = encoder_tensors(encoder) | {name: one.float() for name, one in delta.items()}
            tables, norm = [changed[name] for name in TABLES], norm_of(encoder.config, changed)
        layers = encoder.packed(dtype).layers.copy()
        for i in sorted({int(name.split(".")[2]) for name in delta if name.startswith(LAYER_PREFIX)}):
            own = {name: one.float() for name, one in delta.items() if name.startswith(f"{LAYER_PREFIX}{i}.")}
            all_of_layer = layer_tensors(encoder.layer(i).state_dict(), i) | own
            layers[i] = PackedLayer(bert_layer(encoder.config, all_of_layer, i), dtype)
        return PackedBert(tables, norm, layers)
