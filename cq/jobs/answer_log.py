"""An append-only log of a long job's answers, so that a killed job resumes where it stopped."""

from __future__ import annotations

import errno
import glob
import hashlib
import json
import logging
import os
from collections.abc import Callable, Iterator, Sequence
from io import FileIO
from pathlib import Path
from typing import Any, TypeVar

from cq.files import writing

T = TypeVar("T")

log = logging.getLogger("cq.pipelines")

CHECK_DIGITS = 16
"""Hexadecimal digits of a line's checksum."""


class AnswerLog:
    """Answers in the order of the items, one line each, in a hidden file in `folder`.

    `inputs_digest` identifies the items and options: answers to other inputs are in another file. Every line
    has its number and a checksum over number, inputs and answer, after a first line that says which file this
    is. From the first line that does not fit on, the items are answered again, with a warning, unless it is
    only a line that a kill has cut off. One process at a time may use a log: see `cq.files.locks.one_writer`.
    """

    def __init__(self, folder: Path, name: str, inputs_digest: str) -> None:
        self.name, self._inputs = name, inputs_digest
        digest = hashlib.sha256(inputs_digest.encode()).hexdigest()[:12]
        self.path = folder / f".{name}.cq-answers-{digest}.jsonl"
        self.answers: list[Any] = []
        if self.path.exists():
            self._read()

    def map(self, answer: Callable[[T], Any], items: Sequence[T]) -> Iterator[Any]:
        """The answer to each item: from the log, or computed and appended to it.

        Raises `InputError` if the disk is full; what was answered is kept.
        """
        yield from self.answers
        self.path.parent.mkdir(parents=True, exist_ok=True)
        # Unbuffered, so that a disk that is full is noticed here and once.
        with self.path.open("ab", buffering=0) as file:
            if file.tell() == 0:
                self._append(file, _first_line(self.path))
            for number, item in enumerate(items[len(self.answers) :], start=len(self.answers)):
                result = answer(item)
                text = json.dumps(result)
                self._append(file, f"{number} {self._check(number, text)} {text}\n".encode())
                yield result

    def remove(self) -> None:
        """Delete the log, and logs of the same name that other inputs left. Other files stay."""
        for path in self.path.parent.glob(f".{glob.escape(self.name)}.cq-answers-*.jsonl"):
            if _is_log(path):
                path.unlink(missing_ok=True)

    def _append(self, file: FileIO, line: bytes) -> None:
        with writing(self.path):
            if file.write(line) < len(line):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def _read(self) -> None:
        """Take over the lines that fit, and cut the file off behind them."""
        content, first = self.path.read_bytes(), _first_line(self.path)
        if not content.startswith(first):
            if b"\n" in content:
                log.warning("the first line of %s is damaged; all is answered again", self.path)
            os.truncate(self.path, 0)
            return
        length = len(first)
        *lines, _ = content[length:].split(b"\n")
        for line in lines:
            number, _, rest = line.decode("utf-8", "replace").partition(" ")
            check, _, text = rest.partition(" ")
            expected = len(self.answers)
            if number != str(expected) or check != self._check(expected, text):
                log.warning("line %s of %s is damaged; answered again from there", expected + 2, self.path)
                break
            self.answers.append(json.loads(text))
            length += len(line) + 1
        os.truncate(self.path, length)

    def _check(self, number: int, text: str) -> str:
        return hashlib.sha256(f"{self._inputs}\n{number}\n{text}".encode()).hexdigest()[:CHECK_DIGITS]


def _first_line(path: Path) -> bytes:
    """What a log begins with: its own name, so that a copy under another name is not taken for it."""
    return os.fsencode(f"answers of cq in {path.name}\n")


def _is_log(path: Path) -> bool:
    first = _first_line(path)
    try:
        with path.open("rb") as file:
            return file.read(len(first)) == first
    except OSError:
        return False
