"""The indexes of the banks used last, each computed once, however many threads ask."""

from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from cq.ranking.bank import QuestionBank

Index = TypeVar("Index")

MAX_INDEXES = 4


class KeptIndexes(Generic[Index]):
    """The indexes of the `MAX_INDEXES` banks used last, in memory. `create` makes one.

    While one bank is read, other banks can be used: each has a lock of its own. A process that is forked
    meanwhile gets fresh locks, because the threads that hold the old ones do not exist in it.
    """

    def __init__(self, create: Callable[[QuestionBank], Index]) -> None:
        self._create = create
        self._entries: dict[QuestionBank, _Entry[Index]] = {}
        self._lock = threading.Lock()
        _all.add(self)

    def get(self, bank: QuestionBank) -> Index:
        """The index of a bank."""
        with self._lock:
            entry = self._entries.pop(bank, None) or _Entry()
            self._entries[bank] = entry
            while len(self._entries) > MAX_INDEXES:
                del self._entries[next(iter(self._entries))]
        with entry.lock:
            if entry.index is None:
                entry.index = self._create(bank)
            return entry.index

    def renew_locks(self) -> None:
        """Forget who holds what: for the child of a fork."""
        self._lock = threading.Lock()
        for entry in self._entries.values():
            entry.lock = threading.Lock()


class _Entry(Generic[Index]):
    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.index: Index | None = None


_all: weakref.WeakSet[KeptIndexes[Any]] = weakref.WeakSet()


def _renew_all_locks() -> None:
    for kept in _all:
        kept.renew_locks()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew_all_locks)
