"""An instruction in its world, read once: its phrases, what they leave open, and its token vectors."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from cq.errors import InputError, excerpt
from cq.language.request import Request, Turns, read_request
from cq.language.spelling import corrected, corrections
from cq.utterances import check_characters, without_marks
from cq.world import World

if TYPE_CHECKING:
    from cq.encoder.backbone import Backbone, EncodedText
    from cq.meaning.evidence import Evidence
    from cq.meaning.obstacles import Obstacle
    from cq.meaning.phrases import Phrase
    from cq.meaning.understand import Understanding

MAX_CHARACTERS = 10_000
"""Twenty times the longest recorded instruction; a longer text is probably a file passed by mistake."""


class GroundedInstruction:
    """An instruction as classifier, ranker and builder share it. Each part is computed once, on first use.

    `said` is a checked instruction (see `check_instruction`), or the answer to the question that ends
    `dialogue`, which is what was said before. `request` tells which. `world` is the world of that moment.
    `encoding` has the hidden states of all layers of the backbone.
    """

    def __init__(self, said: str, world: World, dialogue: Turns = (), *, batch: _Batch | None = None) -> None:
        self.said, self.world, self.dialogue = said, world, dialogue
        self._batch = batch

    @cached_property
    def request(self) -> Request:
        """The instruction, and what the dialogue has asked and answered about it."""
        return read_request(self.said, self.dialogue)

    @property
    def text(self) -> str:
        """The instruction, and the answers about it if there are any, as one text."""
        return self.request.text

    @cached_property
    def understanding(self) -> Understanding | None:
        """What it may mean with its answers; None if an answer is not understood, or fits nowhere."""
        from cq.meaning.instruction import understanding_of

        return understanding_of(self)

    @cached_property
    def phrases(self) -> tuple[Phrase, ...]:
        """The noun phrases that are read, in the order of the commands."""
        from cq.meaning.instruction import phrases_in

        return phrases_in(self)

    @cached_property
    def evidence(self) -> tuple[Evidence, ...]:
        """What it leaves open in its world."""
        from cq.meaning.evidence import evidence_of

        return tuple(evidence_of(self))

    @property
    def reasons(self) -> tuple[str, ...]:
        """What a person reads about the evidence; of a text that is refused, why."""
        return tuple(one.text for one in self.evidence)

    @cached_property
    def corrected(self) -> str:
        """The text with misspelt words of the building vocabulary repaired."""
        return corrected(self.text)

    @cached_property
    def corrections(self) -> tuple[tuple[str, str], ...]:
        """The repaired words, each as it is written and as it is read."""
        return corrections(self.text)

    @cached_property
    def obstacles(self) -> tuple[Obstacle, ...]:
        """What keeps the request with its answers from being carried out: see `cq.meaning.obstacles`."""
        from cq.meaning.instruction import obstacles_in

        return obstacles_in(self)

    @property
    def is_building(self) -> bool:
        """False for talk, questions, orders about other things, and what is no language."""
        return not any(obstacle.kind == "off topic" for obstacle in self.obstacles)

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
    dialogues: Sequence[Turns] | None = None,
) -> list[GroundedInstruction]:
    """Checked instructions in their worlds, each after its dialogue, as one batch. Without a backbone they
    have no encodings.
    """
    batch = None if backbone is None else _Batch(backbone)
    dialogues = [()] * len(texts) if dialogues is None else dialogues
    found = [
        GroundedInstruction(text, world, dialogue, batch=batch)
        for text, world, dialogue in zip(texts, worlds, dialogues, strict=True)
    ]
    if batch is not None:
        batch.add(one.text for one in found)
    return found


def check_instruction(instruction: Any, name: str = "instruction") -> str:
    """The instruction, stripped, and without the speakers' names of the multi-turn set. `name` is what error
    messages call it.

    Raises `InputError` if it is not text, holds no word, or has more than `MAX_CHARACTERS`. The encoder
    truncates an instruction beyond its limit, with a `cq.encoder.backbone.TruncationWarning`.
    """
    if not isinstance(instruction, str):
        raise InputError(
            f"{name} is {type(instruction).__name__} {excerpt(instruction, 40)!r}; it must be text"
            + (", or a list, tuple, array or Series of texts" if name == "instruction" else "")
        )
    check_characters(instruction, name)
    text = without_marks(instruction).strip()
    if not any(one.isalnum() for one in text):
        remedy = (
            "answer the question, or take one of its options" if name == "answer" else "say what to build"
        )
        raise InputError(f"{name} {instruction[:40]!r} holds no words; {remedy}")
    if len(text) > MAX_CHARACTERS:
        raise InputError(
            f"the {name} has {len(text):,} characters, more than {MAX_CHARACTERS:,}; split it into steps"
        )
    return text


class _Batch:
    """Texts that are encoded as one batch on first access."""

    def __init__(self, backbone: Backbone) -> None:
        self._texts: tuple[str, ...] = ()
        self._backbone = backbone
        self._encodings: dict[str, EncodedText] | None = None

    def add(self, texts: Iterable[str]) -> None:
        self._texts = tuple(dict.fromkeys((*self._texts, *texts)))

    def encoding(self, text: str) -> EncodedText:
        if self._encodings is None:
            encoded = self._backbone.encode_tokens(self._texts)
            self._encodings = dict(zip(self._texts, encoded, strict=True))
        return self._encodings[text]
