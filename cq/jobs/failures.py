"""Rows that cannot be answered: each gets the reason, and the others are answered."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import TypeVar

from cq.errors import CqError

T = TypeVar("T")
Piece = TypeVar("Piece")

log = logging.getLogger("cq.pipelines")


def in_pieces(
    answer: Callable[[Sequence[T]], Piece], failed: Callable[[T, str], Piece], items: Sequence[T]
) -> list[Piece]:
    """The answers to items, in order: one piece for all if they can be answered together, else the pieces of
    their halves. An item that cannot be answered alone gives the result of `failed` with the reason.
    """
    if not items:
        return []
    try:
        return [answer(items)]
    except Exception as error:
        if len(items) == 1:
            log.info("a row has no answer", exc_info=error)
            return [failed(items[0], reason_of(error))]
    half = len(items) // 2
    return [*in_pieces(answer, failed, items[:half]), *in_pieces(answer, failed, items[half:])]


def reason_of(error: Exception) -> str:
    """The reason why a row has no answer, in one line that parquet and JSON can hold."""
    said = " ".join(str(error).split())
    if not isinstance(error, CqError):
        said = f"cq cannot answer this ({type(error).__name__}: {said[:200]}); please report it"
    return storable(said)


def storable(text: str) -> str:
    """The text without lone surrogates, which parquet cannot hold."""
    return text.encode("utf-8", "replace").decode("utf-8")
