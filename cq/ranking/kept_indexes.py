"""The indexes of the banks used last, each computed once, however many threads ask."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import lru_cache
from threading import Lock
from typing import Generic, TypeVar
from weakref import WeakKeyDictionary

from cq.ranking.bank import QuestionBank

Index = TypeVar("Index")

MAX_INDEXES = 4


class KeptIndexes(Generic[Index]):
    """The indexes of the `MAX_INDEXES` banks used last, in memory. `create` makes one.

    While one bank is read, other banks can be used: each has a lock of its own. It belongs to one process: in
    the child of a fork, the threads that hold the locks of its parent do not exist.
    """

    def __init__(self, create: Callable[[QuestionBank], Index]) -> None:
        self._kept = lru_cache(MAX_INDEXES)(create)
        self._locks: WeakKeyDictionary[QuestionBank, dict[int, Lock]] = WeakKeyDictionary()

    def get(self, bank: QuestionBank) -> Index:
        """The index of a bank."""
        with self._locks.setdefault(bank, {}).setdefault(os.getpid(), Lock()):
            return self._kept(bank)
