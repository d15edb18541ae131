"""What a user would take instead of each part of `cq`, for the same work."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cq.encoder.backbone import default_folder
from cq.ranking.first_stage import tokenize


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
