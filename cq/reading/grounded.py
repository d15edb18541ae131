"""An instruction in its world, read once: its meaning there, its open ends, and its token vectors."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from cq.language.block_words import names_blocks
from cq.language.lexicon import speaking_of
from cq.language.program import Program
from cq.language.request import Request, read_request
from cq.language.spelling import corrected, corrections
from cq.language.spoken import Turns, is_question
from cq.reading.answers import Heard
from cq.reading.evidence import Evidence, evidence_of
from cq.reading.instruction import heard_in
from cq.reading.obstacles import Obstacle, obstacles_of
from cq.reading.phrases import Phrase, phrases_of, unread_phrases
from cq.reading.understand import Understanding
from cq.world import World

if TYPE_CHECKING:
    from cq.encoder.backbone import Backbone, EncodedText


MOST_CALLS = 3
"""Calls of language models in one turn."""


@dataclass
class Budget:
    """The calls of language models that are left in a turn about one instruction."""

    left: int = MOST_CALLS


class Reader(Protocol):
    """Reads texts that no rule reads. `cq.llm.ModelReader` asks a language model."""

    def read(self, text: str, world: World, budget: Budget) -> Program | None:
        """The commands that a text means in a world; None if none can be trusted. The calls are taken from
        the budget.
        """


class Readers(Protocol):
    """Hears a request with more readers than the grammar: `cq.reading.Readers`."""

    def prepare(self, requests: Sequence[tuple[Request, World, Heard]]) -> None:
        """Read some requests in worlds of one palette, each with its meaning by the grammar, as one batch."""

    def heard(self, request: Request, world: World, by_grammar: Heard) -> Heard:
        """The meaning of a request in a world by all readers; `by_grammar` is its meaning by the grammar
        alone."""

    def save_pretrained(self, folder: Path) -> None:
        """Write all that was trained."""


class GroundedInstruction:
    """An instruction as classifier, ranker and builder share it. Each part is computed once, on first use.

    `said` is a checked instruction (see `check_instruction`), or the answer to the question that ends
    `dialogue`, the earlier turns. `request` tells which. `world` is the world of that moment; `has_world`
    tells whether one was given. `encoding` has the hidden states of all layers of the backbone.
    """

    def __init__(
        self,
        said: str,
        world: World,
        dialogue: Turns = (),
        *,
        batch: _Batch | None = None,
        reader: Reader | None = None,
        readers: Readers | None = None,
        has_world: bool = True,
        request: Request | None = None,
    ) -> None:
        self.said, self.world, self.dialogue, self.has_world = said, world, dialogue, has_world
        if request is not None:
            self.__dict__["request"] = request
        self.budget = Budget()
        self._batch, self._reader, self._readers = batch, reader, readers

    @cached_property
    def request(self) -> Request:
        """The instruction, with the questions and answers of the dialogue about it."""
        with speaking_of(self.world.palette):
            return read_request(self.said, self.dialogue)

    @property
    def before_answer(self) -> GroundedInstruction:
        """The same without its last answer."""
        exchanges = self.request.exchanges[:-1]
        said = exchanges[-1].answer if exchanges else self.request.instruction
        return GroundedInstruction(
            said,
            self.world,
            reader=self._reader,
            readers=self._readers,
            has_world=self.has_world,
            request=replace(self.request, exchanges=exchanges),
        )

    @cached_property
    def by_grammar(self) -> GroundedInstruction:
        """The same heard by the grammar alone: classifier and ranker were trained on it."""
        if self._readers is None:
            return self
        return GroundedInstruction(
            self.said,
            self.world,
            self.dialogue,
            batch=self._batch,
            reader=self._reader,
            has_world=self.has_world,
            request=self.request,
        )

    @property
    def text(self) -> str:
        """The instruction, and the answers about it if there are any, as one text."""
        return self.request.text

    @cached_property
    def heard(self) -> Heard:
        """Its meaning with the answers about it."""
        request = self.request
        found = heard_in(request, self.world)
        if self._readers is not None:
            with speaking_of(self.world.palette):
                found = self._readers.heard(request, self.world, found)
        if self._reader is None or found.understanding.reading.is_full:
            return found
        with speaking_of(self.world.palette):
            program = self._reader.read(request.instruction, self.world, self.budget)
        found = found if program is None else heard_in(request, self.world, program)
        if len(request.exchanges) - 1 not in found.unheard:
            return found
        with speaking_of(self.world.palette):
            program = self._reader.read(request.text, self.world, self.budget)
        whole = replace(request, instruction=request.text, exchanges=())
        return found if program is None else heard_in(whole, self.world, program)

    @property
    def facing(self) -> str | None:
        """Where the builder looks; None if unknown."""
        return None if self.world.pose is None else self.world.pose.facing

    @property
    def is_last_unheard(self) -> bool:
        """Whether its last answer is not understood."""
        return len(self.request.exchanges) - 1 in self.heard.unheard

    @property
    def understanding(self) -> Understanding | None:
        """The outcomes of the instruction with its answers; None if its last answer is not understood."""
        return None if self.is_last_unheard else self.heard.understanding

    @cached_property
    def phrases(self) -> tuple[Phrase, ...]:
        """The noun phrases that are read, in the order of the commands."""
        meant, world = self.heard.understanding, self.world
        reading = meant.reading
        with speaking_of(world.palette):
            known = phrases_of(reading.program, meant.decisions, reading.words_of, world, self.heard.facing)
            return (*known, *unread_phrases(reading, world))

    @cached_property
    def evidence(self) -> tuple[Evidence, ...]:
        """Its open ends in its world."""
        obstacles, phrases = self.obstacles, self.phrases
        with speaking_of(self.world.palette):
            return tuple(evidence_of(obstacles, phrases))

    @property
    def reasons(self) -> tuple[str, ...]:
        """The sentences of the evidence; for a refused text, the reasons of the refusal."""
        return tuple(evidence.text for evidence in self.evidence)

    @cached_property
    def corrected(self) -> str:
        """The text with misspelt words of the building vocabulary repaired."""
        with speaking_of(self.world.palette):
            return corrected(self.text)

    @cached_property
    def corrections(self) -> tuple[tuple[str, str], ...]:
        """The repaired words, each as it is written and as it is read."""
        with speaking_of(self.world.palette):
            return corrections(self.text)

    @cached_property
    def obstacles(self) -> tuple[Obstacle, ...]:
        """The obstacles of the request with its answers (`cq.reading.obstacles`). A last answer that is not
        understood is the last obstacle.
        """
        heard = self.heard
        with speaking_of(self.world.palette):
            known = obstacles_of(heard.understanding, heard.instruction)
        if not self.is_last_unheard:
            return known
        answer = self.request.exchanges[-1].answer
        return (*known, Obstacle("unread", "action", answer, f"I did not understand “{answer}”"))

    @property
    def is_building(self) -> bool:
        """False for talk, questions, orders about other things, and texts that are not language."""
        return not any(obstacle.kind == "off topic" for obstacle in self.obstacles)

    @cached_property
    def is_of_another_domain(self) -> bool:
        """Whether it is a request about something else than blocks: no world was given, and it is not a
        building instruction, or it names nothing of the world of blocks and is a question or not read in
        full.
        """
        if self.has_world:
            return False
        is_read = self.heard.understanding.reading.is_full and not is_question(self.request.instruction)
        return not self.is_building or not (is_read or names_blocks(self.text))

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
    reader: Reader | None = None,
    has_world: Sequence[bool] | None = None,
    readers: Readers | None = None,
) -> list[GroundedInstruction]:
    """Checked instructions in their worlds, each after its dialogue, as one batch. Without a backbone they
    have no encodings. `reader` reads those that no rule reads. `has_world` tells for which a world was given
    (None: for all).
    """
    batch = None if backbone is None else _Batch(backbone)
    dialogues = [()] * len(texts) if dialogues is None else dialogues
    has_world = [True] * len(texts) if has_world is None else has_world
    found = [
        GroundedInstruction(
            text, world, dialogue, batch=batch, reader=reader, readers=readers, has_world=given
        )
        for text, world, dialogue, given in zip(texts, worlds, dialogues, has_world, strict=True)
    ]
    if batch is not None:
        batch.add(instruction.text for instruction in found)
    if readers is not None and len(found) > 1:
        together = _Together(readers, found)
        for instruction in found:
            instruction._readers = together
    return found


class _Together:
    """Readers that read all instructions of a batch when the first of them is heard."""

    def __init__(self, readers: Readers, instructions: Sequence[GroundedInstruction]) -> None:
        self._readers, self._waiting = readers, instructions

    def prepare(self, requests: Sequence[tuple[Request, World, Heard]]) -> None:
        self._readers.prepare(requests)

    def heard(self, request: Request, world: World, by_grammar: Heard) -> Heard:
        waiting, self._waiting = self._waiting, ()
        for palette in dict.fromkeys(instruction.world.palette for instruction in waiting):
            some = [instruction for instruction in waiting if instruction.world.palette == palette]
            known = [
                (instruction.request, instruction.world, heard_in(instruction.request, instruction.world))
                for instruction in some
            ]
            with speaking_of(palette):
                self.prepare(known)
        return self._readers.heard(request, world, by_grammar)

    def save_pretrained(self, folder: Path) -> None:
        self._readers.save_pretrained(folder)


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
