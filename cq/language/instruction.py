"""An instruction in its world, read once: its phrases, what they leave open, and its token vectors."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from cq.errors import InputError
from cq.language.grounding import Finding, GroundedPhrase, find_open, ground_phrases
from cq.language.phrases import Phrase, parse_phrases
from cq.utterances import without_marks
from cq.world import World

if TYPE_CHECKING:
    from cq.encoder.backbone import Backbone, EncodedText

MAX_CHARACTERS = 10_000
"""Twenty times the longest recorded instruction; a longer text is probably a file passed by mistake."""

Dialogue = tuple[tuple[str, str], ...]
"""What was said before the instruction, oldest first: (speaker, text)."""


class GroundedInstruction:
    """An instruction as classifier, ranker and builder share it. Each part is computed once, on first use.

    `text` is a checked instruction (see `check_instruction`), `world` the world it is given in, `dialogue`
    what was said before it. `encoding` has the hidden states of all layers of the backbone.
    """

    def __init__(
        self, text: str, world: World, dialogue: Dialogue = (), *, batch: _Batch | None = None
    ) -> None:
        self.text, self.world, self.dialogue = text, world, dialogue
        self._batch = batch

    @cached_property
    def phrases(self) -> list[Phrase]:
        """The noun phrases of the text, in order."""
        return parse_phrases(self.text)

    @cached_property
    def grounded_phrases(self) -> list[GroundedPhrase]:
        """The phrases, each with the cells it could mean and what it leaves open."""
        return ground_phrases(self.phrases, self.world.grid)

    @cached_property
    def findings(self) -> list[Finding]:
        """All that the instruction leaves open in its world."""
        return find_open(self.text, self.grounded_phrases)

    @cached_property
    def reasons(self) -> tuple[str, ...]:
        """The different sentences of the findings, in order."""
        return tuple(dict.fromkeys(finding.text for finding in self.findings))

    @property
    def encoding(self) -> EncodedText:
        """The text as the backbone reads it. All instructions of a batch are encoded together.

        Raises `RuntimeError` if the instruction was made without a backbone.
        """
        if self._batch is None:
            raise RuntimeError("this instruction has no backbone; make it by ground(texts, worlds, backbone)")
        return self._batch.encoding(self.text)

    def __repr__(self) -> str:
        return f"GroundedInstruction({self.text!r}, {self.world!r})"


def ground(
    texts: Sequence[str],
    worlds: Sequence[World],
    backbone: Backbone | None = None,
    dialogues: Sequence[Dialogue] | None = None,
) -> list[GroundedInstruction]:
    """Checked instructions in their worlds, as one batch. Without a backbone they have no encodings."""
    batch = None if backbone is None else _Batch(texts, backbone)
    dialogues = [()] * len(texts) if dialogues is None else dialogues
    return [
        GroundedInstruction(text, world, dialogue, batch=batch)
        for text, world, dialogue in zip(texts, worlds, dialogues, strict=True)
    ]


def check_instruction(instruction: Any) -> str:
    """The instruction, stripped, and without the speakers' names of the multi-turn set.

    Raises `InputError` if it is not text, holds no word, or has more than `MAX_CHARACTERS`. The encoder
    truncates an instruction beyond its limit, with a `cq.encoder.backbone.TruncationWarning`.
    """
    if not isinstance(instruction, str):
        raise InputError(
            f"instruction is {type(instruction).__name__} {str(instruction)[:40]!r}; it must be text, or a "
            "list, tuple, array or Series of texts"
        )
    text = without_marks(instruction).strip()
    if not re.search(r"\w", text):
        raise InputError(f"instruction {instruction[:40]!r} holds no words; say what to build")
    if len(text) > MAX_CHARACTERS:
        raise InputError(
            f"the instruction has {len(text):,} characters, more than {MAX_CHARACTERS:,}; split it into steps"
        )
    return text


class _Batch:
    """Texts that are encoded as one batch on first access."""

    def __init__(self, texts: Sequence[str], backbone: Backbone) -> None:
        self._texts, self._backbone = tuple(dict.fromkeys(texts)), backbone
        self._encodings: dict[str, EncodedText] | None = None

    def encoding(self, text: str) -> EncodedText:
        if self._encodings is None:
            encoded = self._backbone.encode_tokens(self._texts)
            self._encodings = dict(zip(self._texts, encoded, strict=True))
        return self._encodings[text]
