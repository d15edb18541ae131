"""What is kept of each question of a large bank, in some 3 kB: enough to compute all features of it.

The vectors of the two upper layers are coded in 1.6 bits a component (`cq.ranking.compact`); those of the
lowest follow from the ids of the tokens. What that costs is in docs/results.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from cq.encoder.backbone import Backbone, l2_normalize
from cq.ranking import compact
from cq.ranking.clauses import Clauses, parse_clauses, question_feature_names, question_features
from cq.ranking.late_interaction import (
    TokenStatistics,
    TokenVectors,
    interaction_feature_names,
    interaction_layers,
    interactions,
)
from cq.ranking.offsets import offsets_of
from cq.types import Floats

Codes = npt.NDArray[np.uint8]

UPPER = 2
"""Layers that are coded: all compared ones but the lowest."""


@dataclass(frozen=True)
class Records:
    """n records, decoded."""

    tokens: TokenVectors
    """Its upper layers are rotated, see `rotated`."""
    clauses: Clauses
    question_features: Floats
    anchor_mean: Floats
    """(n, k) mean over the anchor instructions of each of the k interaction features."""
    anchor_spread: Floats
    """(n, k)."""


@dataclass(frozen=True)
class Sentences:
    """The mean vectors of n questions at the top layer, rotated: mean = centre + length × unit vector."""

    codes: Codes
    """(n, bytes) of the unit vectors."""
    lengths: Floats
    """(n,) of the means after centring."""
    norms: Floats
    """(n,) of the means."""
    anchor_mean: Floats
    """(n, k), see `Records`."""
    anchor_spread: Floats
    """(n, k), see `Records`."""


class RecordFormat:
    """Makes records and reads them, with one backbone and its token statistics."""

    def __init__(self, backbone: Backbone, statistics: TokenStatistics) -> None:
        self.backbone, self.statistics = backbone, statistics
        size = compact.code_size(backbone.width)
        self.head = np.dtype(
            [
                ("tokens", "<u2"),
                ("inner", "<u2"),
                ("clauses", "<u2"),
                ("lengths", "<f4", 2),
                ("means", "u1", (UPPER, size)),
                ("anchors", "<f2", (2, len(interaction_feature_names()))),
                ("question", "<f2", len(question_feature_names())),
            ]
        )
        self.code_bytes = UPPER * size
        self._flag_bytes = -(-sum(_flag_widths()) // 8)

    def make(self, texts: Sequence[str], anchors: Sequence[TokenVectors]) -> list[bytes]:
        """Read questions. `anchors` are the anchor instructions, `rotated`, in parts."""
        encoded = self.backbone.encode_tokens_fast(texts, interaction_layers(self.backbone.depth))
        exact = TokenVectors.of(encoded, self.statistics, questions=True)
        codes, means = (_encoded(part[:, 1:]) for part in (exact.vectors, exact.means))
        clauses = parse_clauses(texts)
        heads = np.zeros(len(texts), dtype=self.head)
        heads["tokens"], heads["inner"] = [len(one.ids) for one in encoded], np.diff(exact.offsets)
        heads["clauses"], heads["means"] = np.diff(clauses.offsets), means
        heads["question"] = question_features(texts, clauses)
        top = np.stack([one.states[:, -1].mean(0) for one in encoded])
        centred = top - self.statistics.question_mean[-1]
        heads["lengths"] = np.stack([np.linalg.norm(part, axis=1) for part in (centred, top)], axis=1)
        # The features of the anchors too are those of decoded vectors, so that errors cancel.
        ids = [np.array(one.ids, dtype="<u4") for one in encoded]
        coded = self._tokens(np.concatenate(ids), heads, codes)
        scores = [interactions(part, coded) for part in anchors]
        for i, name in enumerate(interaction_feature_names()):
            of_all = np.concatenate([part[name] for part in scores])
            heads["anchors"][:, :, i] = np.stack([of_all.mean(0), of_all.std(0)], axis=1)
        flags = _packed_flags(clauses)
        of_tokens, of_clauses = exact.offsets, clauses.offsets
        return [
            heads[i].tobytes()
            + ids[i].tobytes()
            + codes[of_tokens[i] : of_tokens[i + 1]].tobytes()
            + flags[of_clauses[i] : of_clauses[i + 1]].tobytes()
            for i in range(len(texts))
        ]

    def is_record(self, content: bytes) -> bool:
        """Whether the length of some bytes is that of a record."""
        if len(content) < self.head.itemsize:
            return False
        head = self._heads([content])[0]
        return len(content) == sum(map(int, self._sizes(head))) + self.head.itemsize

    def read(self, contents: Sequence[bytes]) -> Records:
        """Some records, one or more."""
        heads = self._heads(contents)
        ids, codes, flags = ([] for _ in range(3))  # type: tuple[list[bytes], list[bytes], list[bytes]]
        for content, of_ids, of_codes in zip(contents, *self._sizes(heads)[:2], strict=True):
            first, second = self.head.itemsize + of_ids, self.head.itemsize + of_ids + of_codes
            ids.append(content[self.head.itemsize : first])
            codes.append(content[first:second])
            flags.append(content[second:])
        coded = np.frombuffer(b"".join(codes), np.uint8).reshape(-1, UPPER, self.code_bytes // UPPER)
        tokens = self._tokens(np.frombuffer(b"".join(ids), "<u4"), heads, coded)
        packed = np.frombuffer(b"".join(flags), np.uint8).reshape(-1, self._flag_bytes)
        mean, spread = np.moveaxis(heads["anchors"].astype(np.float32), 1, 0)
        return Records(
            tokens,
            _unpacked_flags(packed, offsets_of(heads["clauses"])),
            heads["question"].astype(np.float32),
            mean,
            spread,
        )

    def sentences(self, contents: Sequence[bytes]) -> Sentences:
        """The sentence vectors of some records, without decoding the rest."""
        heads = self._heads(contents)
        (lengths, norms), anchors = heads["lengths"].T, heads["anchors"].astype(np.float32)
        return Sentences(heads["means"][:, -1], lengths, norms, anchors[:, 0], anchors[:, 1])

    def _heads(self, contents: Sequence[bytes]) -> npt.NDArray[np.void]:
        size = self.head.itemsize
        return np.frombuffer(b"".join(content[:size] for content in contents), self.head)

    def _sizes(self, heads: npt.NDArray[np.void]) -> tuple[npt.NDArray[np.int64], ...]:
        """Bytes of the ids, of the vectors and of the clauses."""
        counts = (heads[name].astype(np.int64) for name in ("tokens", "inner", "clauses"))
        return tuple(n * size for n, size in zip(counts, (4, self.code_bytes, self._flag_bytes), strict=True))

    def _tokens(self, ids: npt.NDArray[np.uint32], heads: npt.NDArray[np.void], codes: Codes) -> TokenVectors:
        """The token vectors of n texts, from the ids of all their tokens and the codes (t, 2, bytes)."""
        width, centre = self.backbone.width, self.statistics.question_mean[0]
        all_tokens, inner = offsets_of(heads["tokens"]), offsets_of(heads["inner"])
        lowest = self.backbone.lowest_states(ids.astype(np.int64), all_tokens)
        # End marks are the first and the last token of a text.
        lengths, skipped = np.diff(inner), (heads["tokens"] > heads["inner"]).astype(np.int64)
        kept = np.arange(inner[-1]) + np.repeat(all_tokens[:-1] + skipped - inner[:-1], lengths)
        sums = np.add.reduceat(lowest, all_tokens[:-1]) / np.diff(all_tokens)[:, None]
        vectors = np.empty((len(kept), 1 + UPPER, width), dtype=np.float32)
        means = np.empty((len(heads), 1 + UPPER, width), dtype=np.float32)
        vectors[:, 0], means[:, 0] = l2_normalize(lowest[kept] - centre), l2_normalize(sums - centre)
        for layer in range(UPPER):
            vectors[:, 1 + layer] = compact.decode(codes[:, layer], width)
            means[:, 1 + layer] = compact.decode(heads["means"][:, layer], width)
        return TokenVectors(inner, vectors, self.statistics.weights(ids[kept].astype(np.int64)), means)


def rotated(tokens: TokenVectors) -> TokenVectors:
    """Token vectors with the two upper layers rotated as those of records are."""
    turned = []
    for part in (tokens.vectors, tokens.means):
        part = np.array(part, dtype=np.float32)
        part[:, 1:] = part[:, 1:] @ compact.rotation(part.shape[-1])
        turned.append(part)
    return TokenVectors(tokens.offsets, turned[0], tokens.weights, turned[1])


def _encoded(vectors: npt.NDArray[np.floating]) -> Codes:
    return np.stack([compact.encode(vectors[:, i]) for i in range(UPPER)], axis=1)


@lru_cache(maxsize=1)
def _flag_widths() -> tuple[int, ...]:
    """How many flags of a clause each field of `Clauses` holds; 1 for a single one."""
    return tuple(int(np.prod(flags.shape[1:])) for flags in _flag_fields(parse_clauses(["where?"])))


def _flag_fields(clauses: Clauses) -> list[npt.NDArray[np.bool_]]:
    return [getattr(clauses, field.name) for field in fields(Clauses)[1:]]


def _packed_flags(clauses: Clauses) -> Codes:
    return np.packbits(np.column_stack(_flag_fields(clauses)), axis=1)


def _unpacked_flags(packed: Codes, offsets: npt.NDArray[np.int64]) -> Clauses:
    widths = _flag_widths()
    flags = np.unpackbits(packed, axis=1, count=sum(widths)).astype(bool)
    parts = np.split(flags, np.cumsum(widths)[:-1], axis=1)
    single = [flag.ndim == 1 for flag in _flag_fields(parse_clauses(["where?"]))]
    return Clauses(offsets, *(part[:, 0] if one else part for part, one in zip(parts, single, strict=True)))
