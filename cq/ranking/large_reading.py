"""Reading the questions of a large bank: by several processes, each with one thread.

What has been read is kept as soon as it is there, so that a job that was killed goes on where it stopped.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from cq.modeling.progress import progress_bar
from cq.modeling.threads import pin_one_thread, worker_processes
from cq.ranking.hubness import anchor_instructions
from cq.ranking.index import LEXICAL
from cq.ranking.late_interaction import TokenVectors
from cq.ranking.question_store import QuestionStore
from cq.ranking.records import RecordFormat
from cq.ranking.term_weights import TermWeights
from cq.types import Floats

QUESTIONS_PER_TASK = 1024
QUESTIONS_AT_A_TIME = 256
"""Questions encoded together, which bounds the memory."""

FEWEST_FOR_PROCESSES = 2000
"""Questions to read from which other processes help: each takes seconds to start."""


@dataclass(frozen=True)
class Reader:
    """Reads questions against the anchor instructions."""

    format: RecordFormat
    anchors: list[TokenVectors]
    """The anchor instructions, rotated, in parts."""
    weights: Mapping[str, TermWeights]
    """The bank's term weights for each score in `LEXICAL`."""

    def records(self, texts: Sequence[str]) -> list[bytes]:
        """The records of some questions."""
        starts = range(0, len(texts), QUESTIONS_AT_A_TIME)
        parts = (texts[first : first + QUESTIONS_AT_A_TIME] for first in starts)
        return [record for part in parts for record in self.format.make(part, self.anchors)]

    def lexical_statistics(self, texts: Sequence[str]) -> Floats:
        """Mean and spread of the k lexical scores of n questions over the anchor instructions: (n, 2, k)."""
        scores = [
            self.weights[name].scores(texts, anchor_instructions(), tokenizer)
            for name, tokenizer in LEXICAL.items()
        ]
        return np.stack([[of_one.mean(0), of_one.std(0)] for of_one in scores]).transpose(2, 1, 0)


@dataclass(frozen=True)
class Chunk:
    """Some questions of a bank in order, with their records and their `lexical_statistics`."""

    records: list[bytes]
    lexical: Floats


def read_bank(questions: Sequence[str], reader: Reader, store: QuestionStore) -> Iterator[Chunk]:
    """All questions of a bank in chunks: those that are not in the store are read, and put there."""
    parts = [
        questions[first : first + QUESTIONS_PER_TASK]
        for first in range(0, len(questions), QUESTIONS_PER_TASK)
    ]
    missing = set(store.missing(questions))
    tasks = [(part, [text for text in part if text in missing]) for part in parts]
    processes = worker_processes() if len(missing) >= FEWEST_FOR_PROCESSES else 1
    for part, (made, lexical) in zip(parts, _results(tasks, reader, processes), strict=True):
        if made:
            store.put(made)
        found = made | store.get([text for text in part if text not in made])
        damaged = [text for text in part if not reader.format.is_record(found.get(text, b""))]
        found |= dict(zip(damaged, reader.records(damaged), strict=True))
        yield Chunk([found[text] for text in part], lexical)


Task = tuple[Sequence[str], list[str]]
Result = tuple[dict[str, bytes], Floats]


def _results(tasks: list[Task], reader: Reader, processes: int) -> Iterator[Result]:
    if processes == 1:
        found: Iterator[Result] = (_read(reader, *task) for task in tasks)
    else:
        from joblib import Parallel, delayed

        parallel = Parallel(
            processes, "loky", return_as="generator", initializer=_start_worker, initargs=(reader,)
        )
        found = parallel(delayed(_read_in_worker)(*task) for task in tasks)
    yield from progress_bar("questions, by the thousand", len(tasks), found)


def _read(reader: Reader, texts: Sequence[str], missing: list[str]) -> Result:
    return dict(zip(missing, reader.records(missing), strict=True)), reader.lexical_statistics(texts)


_reader: Reader | None = None


def _start_worker(reader: Reader) -> None:
    global _reader
    pin_one_thread()
    _reader = reader


def _read_in_worker(texts: Sequence[str], missing: list[str]) -> Result:
    assert _reader is not None
    return _read(_reader, texts, missing)
