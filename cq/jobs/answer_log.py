"""An append-only log of a long job's answers, so that a killed job resumes where it stopped."""

from __future__ import annotations

import glob
import hashlib
import json
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")


class AnswerLog:
    """Answers in the order of the items, one line of JSON each, in a hidden file in `folder`.

    `inputs_digest` identifies the items and options: answers to other inputs are in another file. A line that
    a kill has cut off is dropped.
    """

    def __init__(self, folder: Path, name: str, inputs_digest: str) -> None:
        self.name = name
        digest = hashlib.sha256(inputs_digest.encode()).hexdigest()[:12]
        self.path = folder / f".{name}-{digest}.jsonl"
        self.answers: list[Any] = []
        if self.path.exists():
            complete = self.path.read_bytes().rpartition(b"\n")[0]
            self.answers = [json.loads(line) for line in complete.splitlines()]
            os.truncate(self.path, len(complete) + 1 if complete else 0)

    def map(self, answer: Callable[[T], Any], items: Sequence[T]) -> Iterator[Any]:
        """The answer to each item: from the log, or computed and appended to it."""
        yield from self.answers
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            for item in items[len(self.answers) :]:
                result = answer(item)
                file.write(json.dumps(result, ensure_ascii=False) + "\n")
                file.flush()
                yield result

    def remove(self) -> None:
        """Delete the log, and logs of the same name that other inputs left."""
        for path in self.path.parent.glob(f".{glob.escape(self.name)}-{'?' * 12}.jsonl"):
            path.unlink(missing_ok=True)
