"""The record of each question of a large bank, of some 4 kB: enough to compute all its features.

Token vectors at the two upper layers are rotated at random and coded in two bits a component by faiss's
scalar quantizer, with the best levels for a normal distribution (TurboQuant, Zandieh et al. 2025); those at
the lowest layer follow from the ids of the tokens.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from cq.encoder.backbone import EncodedText, l2_normalize
from cq.errors import needing
from cq.ranking.clauses import Clauses, parse_clauses, question_features
from cq.ranking.late_interaction import TokenVectors, inner, interaction_layers
from cq.ranking.offsets import offsets_of
from cq.ranking.question_store import Record
from cq.ranking.reading import Anchors
from cq.types import Floats

RAGGED = ("ids", "codes", "flags")
"""The arrays of a record that have a row for each token, inner token and clause; the others have one row."""


class RecordFormat(Anchors):
    """Makes records and reads them. Token vectors are `rotated`.

    A record holds, of one question: the `ids` (tokens,), the `codes` (inner tokens, 2 × bytes) of the token
    vectors and of their `means` (1, 2 × bytes), the `lengths` (1, 2) of the mean at the top layer after and
    before centring, mean and spread over the `anchors` (1, 2, k) of each interaction feature, the features of
    the `question` alone (1, q), and the `flags` of its clauses (clauses, f).
    """

    def asked(self, encoded: Sequence[EncodedText]) -> TokenVectors:
        """The token vectors of instructions, for comparison with those of the questions."""
        return rotated(super().asked(encoded))

    def make(self, texts: Sequence[str]) -> dict[str, Record]:
        """Read different questions: text → record."""
        if not texts:
            return {}
        encoded = self.backbone.encode_tokens_fast(texts, interaction_layers(self.backbone.depth))
        exact = rotated(TokenVectors.of(encoded, self.statistics, questions=True))
        clauses = parse_clauses(texts)
        top = np.stack([text.states[:, -1].mean(0) for text in encoded])
        lengths = [np.linalg.norm(part, axis=1) for part in (top - self.statistics.question_mean[-1], top)]
        made: dict[str, npt.NDArray[Any]] = {
            "ids": np.concatenate([text.ids for text in encoded]).astype(np.uint32),
            "codes": encode(exact.vectors[:, 1:]),
            "flags": clauses.flags(),
            "means": encode(exact.means[:, 1:]),
            "lengths": np.stack(lengths, axis=1).astype(np.float32),
            "question": question_features(texts, clauses).astype(np.float16),
        }
        ids, rows = offsets_of(len(text.ids) for text in encoded), np.arange(len(texts) + 1)
        offsets = dict(zip(RAGGED, (ids, exact.offsets, clauses.offsets), strict=True))
        parts = [np.split(array, offsets.get(name, rows)[1:-1]) for name, array in made.items()]
        records = [dict(zip(made, own, strict=True)) for own in zip(*parts, strict=True)]
        # The anchors' features also use decoded vectors, so that errors cancel.
        scores = self.scores(self.parsed(records)[0]).values()
        of_anchors = np.array([[score.mean(0), score.std(0)] for score in scores], dtype=np.float16)
        for record, own in zip(records, of_anchors.transpose(2, 1, 0), strict=True):
            record["anchors"] = own[None]
        return dict(zip(texts, records, strict=True))

    def parsed(self, records: Sequence[Record]) -> tuple[TokenVectors, Clauses, Record]:
        """The token vectors and the clauses of some records, one or more, and all their arrays end to end."""
        arrays = {name: np.concatenate([record[name] for record in records]) for name in records[0]}
        offsets = {name: offsets_of(len(record[name]) for record in records) for name in RAGGED}
        ids, centre = arrays["ids"].astype(np.int64), self.statistics.question_mean[0]
        cuts = offsets["ids"][1:-1]
        lowest = np.split(self.backbone.lowest_states(ids, offsets["ids"]), cuts)
        of_tokens, of_means = (
            np.concatenate([*map(inner, lowest)]),
            np.stack([states.mean(0) for states in lowest]),
        )
        vectors, means = (
            np.concatenate([l2_normalize(below - centre)[:, None], decode(codes, len(centre))], axis=1)
            for below, codes in ((of_tokens, arrays["codes"]), (of_means, arrays["means"]))
        )
        weights = self.statistics.weights(np.concatenate([*map(inner, np.split(ids, cuts))]))
        tokens = TokenVectors(offsets["codes"], vectors, weights, means)
        return tokens, Clauses.of_flags(offsets["flags"], arrays["flags"]), arrays


def rotated(tokens: TokenVectors) -> TokenVectors:
    """Token vectors with the two upper layers rotated, so that their components are nearly normal."""
    vectors, means = (np.array(part, dtype=np.float32) for part in (tokens.vectors, tokens.means))
    for part in (vectors, means):
        part[:, 1:] = part[:, 1:] @ rotation(part.shape[-1])
    return replace(tokens, vectors=vectors, means=means)


@lru_cache(maxsize=4)
def rotation(width: int) -> Floats:
    """A fixed random orthogonal matrix (width, width)."""
    q, r = np.linalg.qr(np.random.default_rng(0).normal(size=(width, width)))
    # Libraries differ in the signs of the columns.
    return np.asarray(q * np.sign(np.diag(r)), dtype=np.float32)


def decode(codes: npt.NDArray[np.uint8], width: int) -> Floats:
    """The rotated unit vectors (n, layers, width) of some codes (n, layers × bytes)."""
    quantizer = _quantizer(width)
    flat = np.ascontiguousarray(codes).reshape(-1, quantizer.code_size)
    return l2_normalize(quantizer.decode(flat)).reshape(len(codes), -1, width)


def encode(vectors: npt.NDArray[np.floating]) -> npt.NDArray[np.uint8]:
    flat = np.ascontiguousarray(vectors.reshape(-1, vectors.shape[-1]), dtype=np.float32)
    return np.asarray(_quantizer(vectors.shape[-1]).compute_codes(flat)).reshape(len(vectors), -1)


@lru_cache(maxsize=4)
def _quantizer(width: int) -> Any:
    with needing("banks", "a bank of more than 1,000 different questions needs faiss"):
        import faiss
    quantizer = faiss.ScalarQuantizer(width, faiss.ScalarQuantizer.QT_2bit_tqmse)
    # The levels depend on the width alone; faiss sets them here.
    quantizer.train(np.eye(1, width, dtype=np.float32))
    return quantizer
