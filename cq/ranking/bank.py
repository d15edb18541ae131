"""Banks of clarifying questions: ids and texts, from a list, a dict, a CSV file, or the bundled bank."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from threading import Lock
from typing import Any, Generic, Protocol, TypeAlias, TypeVar
from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt

from cq.errors import InputError, MissingFileError, excerpt
from cq.tables.files import read_rows
from cq.tables.frames import Table, column_values, frame_rows, is_column, is_frame
from cq.utterances import check_characters

BUNDLED_BANK = Path(__file__).with_name("question_bank.csv")
ID_COLUMNS, TEXT_COLUMNS = ("qid", "qrel"), ("question", "ClarifyingQuestion")

MAX_INDEXES = 4

Index = TypeVar("Index")


class DataSetLike(Protocol):
    """A `datasets.Dataset` or an Arrow table."""

    @property
    def column_names(self) -> Any: ...


class PandasLike(Protocol):
    """A pandas data frame."""

    @property
    def columns(self) -> Any: ...

    def notna(self) -> Any: ...


FrameLike: TypeAlias = "PandasLike | DataSetLike"
"""A table in memory."""

BankLike: TypeAlias = (
    "QuestionBank | Mapping[str, str] | Iterable[str] | FrameLike | str | os.PathLike[str] | None"
)
"""Everything `QuestionBank.parse` reads. A Series is an iterable."""


@dataclass(frozen=True)
class QuestionBank:
    """Questions under distinct ids, in a fixed order, read as a mapping: iterating gives the ids, `values`
    the texts.

    The same text may have several ids; each is ranked, equal texts side by side. `kinds` has
    one of `AMBIGUITY_KINDS` per question if known, else "".
    """

    qids: tuple[str, ...]
    questions: tuple[str, ...]
    kinds: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.qids:
            raise InputError("the question bank is empty; give at least one question")
        if not self.kinds:
            object.__setattr__(self, "kinds", ("",) * len(self.qids))
        if not len(self.qids) == len(self.questions) == len(self.kinds):
            raise InputError(
                f"a bank needs as many ids as questions and kinds; got {len(self.qids)}, "
                f"{len(self.questions)} and {len(self.kinds)}"
            )
        seen: set[str] = set()
        for qid, question in zip(self.qids, self.questions, strict=True):
            if not isinstance(question, str) or not question.strip():
                raise InputError(
                    f"question {excerpt(qid)} is {excerpt(question)}; every question needs some text"
                )
            check_characters(qid, "a question's id")
            check_characters(question, f"question {excerpt(qid)}")
            if qid in seen:
                raise InputError(f"question id {excerpt(qid)} is twice in the bank; ids must be distinct")
            seen.add(qid)

    @classmethod
    def parse(cls, x: BankLike = None) -> QuestionBank:
        """Read a bank: a list or Series of texts (ids q_0, q_1, … by position, repeats kept), a dict qid →
        text,
        a data frame or the path of a table (CSV, TSV, JSON lines or parquet; columns question or
        ClarifyingQuestion, optionally qid or qrel, and kind; without ids as for a list), a `QuestionBank`, or
        None for the bundled bank.

        Raises `InputError` for an empty bank, an empty question or a repeated id, `MissingFileError` if
        there is no such file.
        """
        if x is None:
            return bundled_bank()
        if isinstance(x, QuestionBank):
            return x
        if isinstance(x, (str, os.PathLike)):
            return _read_file(Path(x))
        if is_frame(x):
            return _from_table(frame_rows(x))
        if isinstance(x, Mapping):
            return cls(tuple(map(str, x)), tuple(x.values()))
        if isinstance(x, (set, frozenset)):
            raise InputError("a set of questions has no order; give a list, or a dict of qid → question")
        if isinstance(x, Iterable) and getattr(x, "ndim", 1) > 0:
            values = column_values(x) if is_column(x) else x
            texts = tuple(str(text) if isinstance(text, str) else text for text in values)
            return cls(_ids_by_place(len(texts)), texts)
        raise InputError(
            f"cannot read a question bank from {type(x).__name__}; give a list of questions, a dict of "
            "qid → question, a QuestionBank, or a path to a question_bank.csv"
        )

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        # Banks are looked up several times for each ranking, and hashing a million texts takes long.
        return hash((self.qids, self.questions, self.kinds))

    def __getstate__(self) -> dict[str, Any]:
        # Hashes of texts differ between processes.
        return {name: value for name, value in vars(self).items() if name != "_hash"}

    def __len__(self) -> int:
        return len(self.qids)

    def __iter__(self) -> Iterator[str]:
        return iter(self.qids)

    def __contains__(self, qid: object) -> bool:
        return qid in _places(self)

    def keys(self) -> tuple[str, ...]:
        """The ids."""
        return self.qids

    def values(self) -> tuple[str, ...]:
        """The texts."""
        return self.questions

    def items(self) -> Iterator[tuple[str, str]]:
        """Pairs of id and text."""
        return zip(self.qids, self.questions, strict=True)

    def __getitem__(self, qid: str) -> str:
        """The text of a question."""
        return self.questions[self.index_of(qid)]

    def index_of(self, qid: str) -> int:
        """The index of a question in the bank, from 0. Raises `InputError` for an unknown id."""
        try:
            return _places(self)[qid]
        except KeyError:
            raise InputError(
                f"question id {excerpt(qid)} is not in this bank of {len(self)} questions"
            ) from None


@lru_cache(maxsize=1)
def bundled_bank() -> QuestionBank:
    """The bank written for `cq`: questions for every kind of ambiguity in `AMBIGUITY_KINDS`."""
    return _read_file(BUNDLED_BANK)


def _ids_by_place(n: int) -> tuple[str, ...]:
    return tuple(f"q_{i}" for i in range(n))


def natural_key(qid: str) -> tuple[tuple[int, int, str], ...]:
    """Sort key under which q_2 comes before q_10; the order of ties."""
    parts = re.findall(r"\d+|\D+", qid)
    # Of two numbers without leading zeros, the one with fewer digits is smaller.
    numbers = {part: part.lstrip("0") for part in parts if part.isdecimal()}
    return tuple((0, len(numbers[p]), numbers[p]) if p in numbers else (1, 0, p) for p in parts)


@lru_cache(maxsize=8)
def tie_order(bank: QuestionBank) -> npt.NDArray[np.int64]:
    """Rank of each question when the bank is sorted by `natural_key` of its ids."""
    if bank.qids == _ids_by_place(len(bank)):
        return np.arange(len(bank))
    order = sorted(range(len(bank)), key=lambda i: natural_key(bank.qids[i]))
    places = np.empty(len(bank), dtype=np.int64)
    places[order] = np.arange(len(bank))
    return places


@lru_cache(maxsize=8)
def text_numbers(bank: QuestionBank) -> npt.NDArray[np.int64]:
    """For each question the number of its text among the different texts of the bank, in order of their first
    occurrence, from 0.
    """
    found: dict[str, int] = {}
    return np.array([found.setdefault(text, len(found)) for text in bank.questions])


@lru_cache(maxsize=8)
def first_occurrences(bank: QuestionBank) -> npt.NDArray[np.int64]:
    """For each different text of the bank the index of the first question with it."""
    return np.unique(text_numbers(bank), return_index=True)[1]


@lru_cache(maxsize=8)
def _places(bank: QuestionBank) -> dict[str, int]:
    return {qid: i for i, qid in enumerate(bank.qids)}


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


def _read_file(path: Path) -> QuestionBank:
    if path.suffix.lower() == ".json":
        raise InputError(
            f"{str(path)!r} is JSON; give a bank as CSV, TSV, JSON lines (.jsonl) or parquet, or as a list"
        )
    try:
        return _from_table(read_rows(path, "question bank", otherwise=".csv"))
    except MissingFileError:
        raise MissingFileError(
            f"no question bank at {str(path)!r}; give the path of a CSV file or a list of questions. "
            "In cq.rank the bank comes before the instruction"
        ) from None


def _from_table(table: Table) -> QuestionBank:
    """The bank in the rows of a table."""
    source, columns, rows = table
    qid = next((c for c in ID_COLUMNS if c in columns), None)
    text = next((c for c in TEXT_COLUMNS if c in columns), None)
    if text is None:
        raise InputError(
            f"{source} has the columns {columns}; a bank needs {' or '.join(TEXT_COLUMNS)}, may have "
            f"{' or '.join(ID_COLUMNS)}, and is separated by commas"
        )
    for number, row in enumerate(rows, start=1):
        if qid and (row[qid] is None or not str(row[qid]).strip()):
            raise InputError(f"row {number} of {source} has no {qid}; give every question an id")
    return QuestionBank(
        tuple(str(row[qid]) if qid else f"q_{i}" for i, row in enumerate(rows)),
        tuple(row[text] for row in rows),
        tuple(row.get("kind") or "" for row in rows),
    )
