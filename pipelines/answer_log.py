"""A long job's results, kept one by one as they come, so that a killed job goes on where it was."""

from __future__ import annotations

import glob
import hashlib
import json
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

from cq.errors import MissingFileError
from cq.modeling.artifacts import WEIGHTS

T = TypeVar("T")


def fingerprint(weights: Path | None) -> str:
    """Of the content of a saved pipeline's folder, by default the bundled one's: what was answered with other
    weights is not taken for an answer of these.

    Raises `MissingFileError` where there is no such folder.
    """
    folder = WEIGHTS if weights is None else weights
    if not folder.is_dir():
        raise MissingFileError(f"no saved pipeline at {str(folder)!r}; give the folder of one")
    digest = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        digest.update(str(path.relative_to(folder)).encode() + path.read_bytes())
    return digest.hexdigest()


class Journal:
    """Results by place, a line of JSON each. `of` says of what they are: another's results are not taken for
    these. The line that a kill has cut in two is not counted.
    """

    def __init__(self, folder: Path, name: str, of: str) -> None:
        self.name = name
        digest = hashlib.sha256(of.encode()).hexdigest()[:12]
        self.path = folder / f".{name}-{digest}.jsonl"
        self.results: list[Any] = []
        if self.path.exists():
            whole = self.path.read_bytes().rpartition(b"\n")[0]
            self.results = [json.loads(line) for line in whole.splitlines()]
            os.truncate(self.path, len(whole) + 1 if whole else 0)

    def over(self, items: Sequence[T], work: Callable[[T], Any]) -> Iterator[Any]:
        """The result of each item, from the journal where it is there, else worked out and kept."""
        yield from self.results
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            for item in items[len(self.results) :]:
                result = work(item)
                file.write(json.dumps(result, ensure_ascii=False) + "\n")
                file.flush()
                yield result

    def remove(self) -> None:
        """The job is done, and its results are elsewhere. What other rows or options left goes too."""
        for path in self.path.parent.glob(f".{glob.escape(self.name)}-{'?' * 12}.jsonl"):
            path.unlink(missing_ok=True)
