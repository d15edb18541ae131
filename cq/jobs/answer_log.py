"""An append-only log of a long job's answers, so that a killed job resumes where it stopped."""

from __future__ import annotations

import errno
import glob
import hashlib
import json
import logging
import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from cq.errors import InputError
from cq.files import writing
from cq.files.digests import fingerprint

T = TypeVar("T")
Answers: TypeAlias = Generator[Any, None, None]

log = logging.getLogger("cq.pipelines")


class AnswerLog:
    """Answers by key, one line each, in a hidden file in `folder`.

    `options` are the dependencies of the answers beside their keys: answers with others are in another file.
    Every line has a checksum over the name of the log, the key and the answer, after a first line that
    identifies the file. An invalid line is dropped, with a warning, unless it is only one that a kill has cut
    off. One process at a time may use a log: see `cq.files.locks.one_writer`.
    """

    def __init__(self, folder: Path, name: str, options: str) -> None:
        self.name = name
        digest = hashlib.sha256(options.encode()).hexdigest()[:12]
        self.path = folder / f".{name}.cq-answers-{digest}.jsonl"
        self._lines: dict[str, int] = {}  # where the line of a key begins
        if self.path.exists():
            self._read()

    def __len__(self) -> int:
        return len(self._lines)

    def __contains__(self, key: str) -> bool:
        return key in self._lines

    def __getitem__(self, key: str) -> Any:
        """The answer of a key. Raises `InputError` if its line was damaged meanwhile."""
        with self.path.open("rb") as file:
            file.seek(self._lines[key])
            entry = self._entry(file.readline())
        if entry is None:
            raise InputError(f"{str(self.path)!r} was damaged while the job ran; run it again")
        return entry[1]

    def append(self, key: str, answer: Any) -> None:
        """Keep an answer with a JSON form. Raises `InputError` if the disk is full; others are kept."""
        text = json.dumps([key, answer])
        line = f"{self._check(text)} {text}\n".encode()
        with writing(self.path):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            # Unbuffered, so that a full disk is noticed here and once.
            with self.path.open("ab", buffering=0) as file:
                first = b"" if file.tell() else _first_line(self.path)
                place = file.tell() + len(first)
                if file.write(first + line) < len(first + line):
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        self._lines[key] = place

    def fill(
        self, engine: Callable[[Iterable[T]], Answers], items: Iterable[tuple[str, T]]
    ) -> Generator[str, None, None]:
        """Each item's key, in order, as soon as its answer is kept. Keys of items are unique.

        `engine` gives the answers to the items that the log lacks, in order; it may read them ahead.
        """
        ahead: deque[str] = deque()

        def missing() -> Iterator[T]:
            for key, item in items:
                ahead.append(key)
                if key not in self:
                    yield item

        with closing(engine(missing())) as answers:
            for answer in answers:
                while ahead[0] in self:
                    yield ahead.popleft()
                self.append(ahead[0], answer)
                yield ahead.popleft()
        yield from ahead

    def map(self, answer: Callable[[T], Any], items: Iterable[T]) -> Iterator[Any]:
        """The answer to each item: from the log, by the item's number and content (see `fingerprint`), or
        computed and appended to it.
        """
        numbered = ((f"{number} {fingerprint(item)}", item) for number, item in enumerate(items))
        for key in self.fill(lambda missing: (answer(item) for item in missing), numbered):
            yield self[key]

    def remove(self) -> None:
        """Delete the log, and logs of the same name with other options. Other files stay."""
        for path in self.path.parent.glob(f".{glob.escape(self.name)}.cq-answers-*.jsonl"):
            with suppress(OSError), path.open("rb") as file:
                if file.readline() == _first_line(path) and not path.is_symlink():
                    path.unlink()

    def _read(self) -> None:
        """Read the valid lines, and cut off an incomplete one."""
        with self.path.open("r+b") as file:
            first = file.readline()
            if first != _first_line(self.path):
                if first.endswith(b"\n"):
                    log.warning("the first line of %s is damaged; all is answered again", self.path)
                file.truncate(0)
                return
            place = len(first)
            while (line := file.readline()).endswith(b"\n"):
                if (entry := self._entry(line)) is None:
                    log.warning("a line of %s is damaged; it is answered again", self.path)
                else:
                    self._lines[entry[0]] = place
                place += len(line)
            file.truncate(place)

    def _entry(self, line: bytes) -> tuple[str, Any] | None:
        """The key and the answer in a line; None if it is damaged."""
        check, _, text = line.rstrip(b"\n").decode("utf-8", "replace").partition(" ")
        return tuple(json.loads(text)) if check == self._check(text) else None

    def _check(self, text: str) -> str:
        return hashlib.sha256(f"{self.path.name}\n{text}".encode()).hexdigest()[:16]


def _first_line(path: Path) -> bytes:
    """The first line of a log: its own name, so that a copy under another name is not used."""
    return os.fsencode(f"answers of cq in {path.name}\n")
