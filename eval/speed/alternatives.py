"""What a user would take instead of each part of `cq`, for the same work."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch

from cq.encoder.backbone import Backbone, default_folder
from cq.encoder.packed import Packing, fast_dtype
from cq.ranking.cross_encoder.shared_prefix import PrefixTokens
from cq.ranking.first_stage import tokenize
from cq.ranking.late_interaction import TokenVectors

ENSEMBLE = 5
"""Encoders in the published ensemble for deciding when to ask (Shi et al. 2023)."""

DEBERTA = {
    "hidden_size": 768,
    "num_hidden_layers": 12,
    "num_attention_heads": 12,
    "intermediate_size": 3072,
    "vocab_size": 1000,
    "relative_attention": True,
    "pos_att_type": ["p2c", "c2p"],
    "position_buckets": 256,
    "norm_rel_ebd": "layer_norm",
    "share_att_key": True,
    "position_biased_input": False,
    "type_vocab_size": 0,
}
"""The shape of DeBERTa-v3-base, with few word pieces: looking one up costs the same among many."""


def bm25_of_pool(questions: Sequence[str]) -> Callable[[str], Any]:
    """rank_bm25 over a pool: an instruction → scores. The index is made before."""
    from rank_bm25 import BM25Okapi

    index = BM25Okapi([tokenize(question) for question in questions])
    return lambda text: index.get_scores(tokenize(text))


def cross_encoder_over_pool() -> Callable[[str, Sequence[str]], Any]:
    """A cross-encoder as large as the ranker's, with a random head, run by sentence-transformers on every
    question of a pool.
    """
    from sentence_transformers import CrossEncoder

    model = CrossEncoder(str(default_folder()), num_labels=1, local_files_only=True)
    return lambda text, questions: model.predict(
        [(text, question) for question in questions], batch_size=32, show_progress_bar=False
    )


def questions_read_in_pairs(
    backbone: Backbone, text: str, questions: Sequence[str]
) -> tuple[Callable[[], Any], Callable[[], Any]]:
    """Two ways in which an encoder of the cross-encoder's size reads questions about an instruction: each
    together with it, and each after it, read once.
    """
    encoder, pairs = backbone.bert(), [(text, question) for question in questions]
    packed, shared = encoder.packed(fast_dtype()), PrefixTokens(encoder, pairs)
    before, *after = shared.ids
    joined = [[*before, *ids] for ids in after]

    def read(ids: Sequence[Sequence[int]], prefixes: Sequence[int] | None) -> None:
        with torch.inference_mode():
            list(packed.states(ids, Packing([len(one) for one in ids], prefixes)))

    return lambda: read(joined, None), lambda: read(shared.ids, shared.prefixes)


def encoder_ensemble(tokens: int) -> Callable[[], Any]:
    """Five passes of an encoder of the shape of DeBERTa-v3-base, with random weights, over one text."""
    from transformers import DebertaV2Config, DebertaV2Model

    torch.manual_seed(0)
    model = DebertaV2Model(DebertaV2Config(**DEBERTA)).eval()
    ids = torch.randint(5, 1000, (1, tokens))

    def read() -> None:
        with torch.inference_mode():
            for _ in range(ENSEMBLE):
                model(input_ids=ids)

    return read


def full_maxsim(instruction: TokenVectors, questions: TokenVectors) -> Callable[[], Any]:
    """MaxSim of an instruction and every question in float32, as ColBERT scores all documents (Khattab and
    Zaharia 2020): one layer, the sum over the instruction's tokens.
    """
    asked = instruction.vectors[:, 2].astype(np.float32)
    vectors = np.ascontiguousarray(questions.vectors[:, 2], dtype=np.float32)
    first = questions.offsets[:-1]
    return lambda: np.maximum.reduceat(vectors @ asked.T, first, axis=0).sum(1)
