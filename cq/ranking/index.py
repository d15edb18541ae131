"""A bank, prepared: all work on its questions that no instruction changes, done once and kept on disk.

What takes long, the vectors of word pieces and what each question usually scores, is kept under the cache
folder by what it was made from; vectors are mapped from there, so that a bank may be larger than memory.
"""

from __future__ import annotations

import hashlib
import logging
import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from cq.encoder.backbone import Backbone
from cq.errors import InputError
from cq.files import replacing
from cq.ranking.clauses import Clauses, question_features, read_questions
from cq.ranking.first_stage import BM25Stage, letter_runs, tokenize, word_pairs
from cq.ranking.hubness import Usual, reference_instructions
from cq.ranking.late_interaction import LAYERS, Tokens, TokenScale, interaction
from cq.settings import cache_root

log = logging.getLogger("cq.ranking")

VERSION = 3
"""Raised whenever what is kept changes."""

CHUNK = 512
"""Questions prepared at a time."""

LEXICAL = {"words": tokenize, "word pairs": word_pairs, "letters": letter_runs}

Floats = npt.NDArray[np.float32]
Places = npt.NDArray[np.int64]


class References:
    """The reference instructions, read: the same for every bank, and so read once, on first use."""

    def __init__(self, backbone: Backbone, scale: TokenScale) -> None:
        self.backbone, self.scale = backbone, scale
        self._lock = threading.Lock()
        self._read: list[Tokens] = []

    @classmethod
    def fit(cls, backbone: Backbone, questions: Sequence[str]) -> References:
        """With a scale from the reference instructions and some bank's questions."""
        return cls(backbone, TokenScale.fit(backbone, reference_instructions(), questions))

    def scores(self, tokens: Tokens) -> dict[str, Floats]:
        """What some questions get from each reference: by name (references, n)."""
        with self._lock:
            self._read = self._read or self._encoded()
        each = [interaction(text, tokens) for text in self._read]
        return {name: np.stack([scores[name] for scores in each]) for name in each[0]}

    def _encoded(self) -> list[Tokens]:
        tokens = Tokens.of(reference_instructions(), self.backbone, self.scale, questions=False)
        return [tokens.take(np.array([i])) for i in range(len(tokens.means))]


@dataclass(frozen=True)
class Prepared:
    """The work on some questions that takes long."""

    tokens: Tokens
    usual: dict[str, Usual]


class QuestionIndex:
    """What the ranker knows of each question of a bank before an instruction comes."""

    def __init__(self, questions: Sequence[str], references: References) -> None:
        self.backbone, self.scale = references.backbone, references.scale
        self.lexical = {name: BM25Stage(questions, tokenizer) for name, tokenizer in LEXICAL.items()}
        self.clauses: Clauses = read_questions(questions)
        self.of_questions: Floats = question_features(questions, self.clauses)
        self._prepared = _kept(questions, references, self.lexical)

    def scores(self, instruction: str, places: Places) -> dict[str, Floats]:
        """By name, how well some questions meet an instruction: (len(places),) each, as excess over what the
        question usually gets.
        """
        prepared = self._prepared
        tokens = Tokens.of([instruction], self.backbone, self.scale, questions=False)
        scores = {
            name: stage.scores(instruction)[places].astype(np.float32) for name, stage in self.lexical.items()
        }
        scores |= interaction(tokens, prepared.tokens.take(places))
        return {name: prepared.usual[name].excess(values, places) for name, values in scores.items()}


def _prepare(questions: Sequence[str], references: References, lexical: dict[str, BM25Stage]) -> Prepared:
    usual = {
        name: Usual.of(np.stack([stage.scores(text) for text in reference_instructions()]).astype(np.float32))
        for name, stage in lexical.items()
    }
    backbone, scale = references.backbone, references.scale
    tokens, found = [], []
    for first in _watched(range(0, len(questions), CHUNK)):
        some = questions[first : first + CHUNK]
        tokens.append(Tokens.of(some, backbone, scale, questions=True).halved())
        found.append(references.scores(tokens[-1]))
    usual |= {name: Usual.joined([scores[name] for scores in found]) for name in found[0]}
    return Prepared(Tokens.joined(tokens), usual)


def _watched(chunks: range) -> Iterable[int]:
    """The same, with a progress bar where somebody watches a terminal and there is more than one."""
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    unseen = len(chunks) < 2 or not console.is_terminal
    return track(chunks, "reading the questions", console=console, disable=unseen)


def _kept(questions: Sequence[str], references: References, lexical: dict[str, BM25Stage]) -> Prepared:
    """From the cache where it holds these questions, else prepared and kept.

    A cache that cannot be read or written costs time, never the result.
    """
    digest = _digest(questions, references.backbone, references.scale)
    folder = cache_root() / "questions" / f"v{VERSION}-{digest}"
    try:
        return _load(folder)
    except (OSError, ValueError, KeyError, TypeError):
        prepared = _prepare(questions, references, lexical)
    try:
        _save(folder, prepared)
    except (OSError, InputError) as error:
        log.warning("the prepared bank is not kept: %s; set CQ_CACHE to a folder that can be written", error)
    return prepared


def _digest(questions: Sequence[str], backbone: Backbone, scale: TokenScale) -> str:
    digest = hashlib.sha256(f"{backbone.name} {LAYERS}".encode())
    for text in (*reference_instructions(), "", *questions):
        digest.update(text.encode() + b"\0")
    for name, array in vars(scale).items():
        digest.update(name.encode() + np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()[:32]


def _save(folder: Path, prepared: Prepared) -> None:
    arrays = {
        **{f"tokens.{name}": array for name, array in vars(prepared.tokens).items()},
        "usual": np.stack([[usual.mean, usual.spread] for usual in prepared.usual.values()]),
        # Written last: where the names are, the others are.
        "names": np.array(list(prepared.usual)),
    }
    for name, array in arrays.items():
        with replacing(folder / f"{name}.npy") as temporary, temporary.open("wb") as file:
            np.save(file, array, allow_pickle=False)


def _load(folder: Path) -> Prepared:
    def read(name: str) -> npt.NDArray[Any]:
        array: npt.NDArray[Any] = np.load(folder / f"{name}.npy", mmap_mode="r", allow_pickle=False)
        return array

    names, usual = read("names"), read("usual")
    return Prepared(
        Tokens(*(read(f"tokens.{field.name}") for field in fields(Tokens))),
        {str(name): Usual(*pair) for name, pair in zip(names, usual, strict=True)},
    )
