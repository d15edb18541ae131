"""The four functions of a pipeline: one or many instructions in, one or many results out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextvars import ContextVar
from typing import Any, TypeVar, overload

from cq.building import Build
from cq.clarity import Clarity
from cq.deadlines import ORDER_SECONDS, Deadline, worked
from cq.dialogue.limits import AskingLimits, OnUnsure
from cq.dialogue.turn import Turn
from cq.encoder.backbone import Backbone
from cq.errors import InputError, NothingClassifiedError
from cq.language.arguments import DialogueLike, Instructions, Texts, WorldLike
from cq.language.lexicon import speaking_of
from cq.modeling.progress import progress_bar
from cq.pipeline.frames import BUILD, CLARITY, RANKING, TURN, tabulated
from cq.pipeline.parts import Parts, apart
from cq.pipeline.text_turns import bank_of, is_taken_by_text, take_text_turns
from cq.pipeline.turns import take_turns
from cq.ranking import QuestionBank, RankedQuestion
from cq.ranking.bank import BankLike, FrameLike, bundled_bank
from cq.ranking.question_list import QuestionList
from cq.ranking.ranker import check_top_k
from cq.reading.grounded import GroundedInstruction, Reader, Readers, ground
from cq.world import Palette

T = TypeVar("T")

INSTRUCTIONS_PER_CHUNK = 128
"""Instructions whose hidden states are in memory at a time."""

_classified: ContextVar[Instructions | None] = ContextVar("cq_classified", default=None)
"""The last input of `classify` or `ask` in this context, for `rank` without an instruction."""


class Functions:
    """`classify`, `rank`, `build` and `ask` by some parts over a backbone."""

    backbone: Backbone
    parts: Parts
    reader: Reader | None = None
    readers: Readers | None = None

    @overload
    def classify(
        self,
        instruction: str,
        world: WorldLike = None,
        dialogue: DialogueLike = None,
        *,
        cost_of_asking: float | None = None,
    ) -> Clarity: ...
    @overload
    def classify(
        self,
        instruction: Texts,
        world: WorldLike = None,
        dialogue: DialogueLike = None,
        *,
        cost_of_asking: float | None = None,
    ) -> list[Clarity]: ...
    @overload
    def classify(
        self,
        instruction: FrameLike,
        world: WorldLike = None,
        dialogue: DialogueLike = None,
        *,
        cost_of_asking: float | None = None,
    ) -> Any: ...
    def classify(
        self,
        instruction: str | Texts | FrameLike,
        world: WorldLike = None,
        dialogue: DialogueLike = None,
        *,
        cost_of_asking: float | None = None,
    ) -> Clarity | list[Clarity] | Any:
        """Is the instruction clear enough to act on in this world?

        `instruction` is text and `world` anything `World.parse` reads; or `instruction` is a list, tuple,
        array or Series of texts, with as many worlds or one world for all, and a list comes back, computed in
        batches. A data frame with a column `instruction` and perhaps `world` and `dialogue` comes back with
        the columns `is_clear`, `p_unclear` and `reasons` added; a `datasets.Dataset` or an Arrow table as
        such a data frame. Returns `Clarity`: `.is_clear`, `.p_unclear` in [0, 1], `.threshold`, `.reasons`,
        and `.in_domain`, False for a text in a world that is not a building instruction. Without a world, a
        request about something else is judged as one of any domain (`.domain` is "text"). `cost_of_asking`,
        in (0, 1), is the cost of a question if a wrong build costs 1; it replaces the default threshold.

        `dialogue` holds the turns before, oldest first: pairs of a speaker ("architect" or "builder") and a
        text, dicts `{"speaker", "text"}`, or an IGLU transcript; for a list of instructions a list of as
        many, None where there were none. If it ends in the builder's question, `instruction` is the answer.
        If it already ends with the instruction, as the dialog of a whole task does, that turn counts once. An
        instruction that is itself a transcript contains its dialogue.

        Raises `InputError` (a `ValueError`) for an empty instruction, a world or a dialogue that cannot be
        read, a conversation that ends in the builder's turn where the instruction is expected, lists of
        unequal length, or a cost outside (0, 1); `MissingFileError` if weights or backbone are missing;
        `DeadlineError` if the work on instructions takes longer than `ORDER_SECONDS` for each.
        """
        given = Instructions.parse(instruction, world, dialogue)
        clarities = self._map(given, lambda some: self.parts.classify(some, cost_of_asking))
        _classified.set(given)
        return tabulated(instruction, given.unpack(clarities), CLARITY)

    @overload
    def rank(
        self,
        qbank: BankLike = None,
        instruction: str | None = None,
        world: WorldLike = None,
        top_k: int | None = None,
        dialogue: DialogueLike = None,
    ) -> list[RankedQuestion]: ...
    @overload
    def rank(
        self,
        qbank: BankLike,
        instruction: Texts,
        world: WorldLike = None,
        top_k: int | None = None,
        dialogue: DialogueLike = None,
    ) -> list[list[RankedQuestion]]: ...
    @overload
    def rank(
        self,
        qbank: BankLike,
        instruction: FrameLike,
        world: WorldLike = None,
        top_k: int | None = None,
        dialogue: DialogueLike = None,
    ) -> Any: ...
    def rank(
        self,
        qbank: BankLike = None,
        instruction: str | Texts | FrameLike | None = None,
        world: WorldLike = None,
        top_k: int | None = None,
        dialogue: DialogueLike = None,
    ) -> list[RankedQuestion] | list[list[RankedQuestion]] | Any:
        """The questions of a bank, best first, for an instruction in its world.

        `qbank` is a list of texts, a Series or data frame of questions, a dict qid → text, a `QuestionBank`,
        a path to a `question_bank.csv`, or None for the bundled bank (or that of the corpus that the pipeline
        was fitted on). Without `instruction`, it ranks for the last instruction (or list) that this context
        passed to `classify` or `ask`, in its world and after its dialogue. The context is that of
        `contextvars`: one asyncio task, or one thread. A pool's thread keeps it from job to job: there, give
        the instruction, or run jobs by `contextvars.copy_context().run`.

        Returns a list of `RankedQuestion` (a list of such lists for a list of instructions); `top_k` keeps
        the first k, all if the bank has fewer. A data frame of instructions comes back with the columns
        `qids`, `questions` and `question_scores`. `score` is the question's share of the bank, in [0, 1]: the
        softmax of the logits, which sums to 1 even if nothing fits. `p_relevant`, in [0, 1], is the
        probability that the question is worth asking, independent of the rest of the bank. Logits that are
        equal to four decimals are ordered by question id. An earlier question is ranked like any other.

        Raises `NothingClassifiedError` (a `RuntimeError`) if nothing was classified in this context;
        `InputError` for an empty bank, top_k below 1, and where `classify` raises it.
        """
        bank = bank_of(self.parts, QuestionBank.parse(qbank), qbank is not None)
        check_top_k(top_k)
        given = (
            _last_classified(world, dialogue)
            if instruction is None
            else Instructions.parse(instruction, world, dialogue)
        )
        rankings = map(QuestionList, self._map(given, lambda some: self.parts.rank(bank, some, top_k)))
        ranked = given.unpack(list[list[RankedQuestion]](rankings))
        return tabulated(instruction, ranked, RANKING)

    @overload
    def build(self, instruction: str, world: WorldLike = None, dialogue: DialogueLike = None) -> Build: ...
    @overload
    def build(
        self, instruction: Texts, world: WorldLike = None, dialogue: DialogueLike = None
    ) -> list[Build]: ...
    @overload
    def build(
        self, instruction: FrameLike, world: WorldLike = None, dialogue: DialogueLike = None
    ) -> Any: ...
    def build(
        self, instruction: str | Texts | FrameLike, world: WorldLike = None, dialogue: DialogueLike = None
    ) -> Build | list[Build] | Any:
        """The build that a person would make.

        Returns `Build`: `.grid` int8 of the zone, the `.actions` that lead to it, `.plan`, the probability of
        each content of each cell, and `.confidence`, in [0, 1], the expected changed F1. A data frame of
        instructions comes back with the columns `built`, `actions` and `confidence`.

        Takes the arguments and raises the errors of `classify`.
        """
        given = Instructions.parse(instruction, world, dialogue)
        return tabulated(instruction, given.unpack(self._map(given, self.parts.build)), BUILD)

    @overload
    def ask(
        self,
        instruction: str,
        world: WorldLike = None,
        qbank: BankLike = None,
        dialogue: DialogueLike = None,
        *,
        cost_of_asking: float | None = None,
        max_questions: int | None = None,
        on_unsure: OnUnsure = "build",
    ) -> Turn: ...
    @overload
    def ask(
        self,
        instruction: Texts,
        world: WorldLike = None,
        qbank: BankLike = None,
        dialogue: DialogueLike = None,
        *,
        cost_of_asking: float | None = None,
        max_questions: int | None = None,
        on_unsure: OnUnsure = "build",
    ) -> list[Turn]: ...
    @overload
    def ask(
        self,
        instruction: FrameLike,
        world: WorldLike = None,
        qbank: BankLike = None,
        dialogue: DialogueLike = None,
        *,
        cost_of_asking: float | None = None,
        max_questions: int | None = None,
        on_unsure: OnUnsure = "build",
    ) -> Any: ...
    def ask(
        self,
        instruction: str | Texts | FrameLike,
        world: WorldLike = None,
        qbank: BankLike = None,
        dialogue: DialogueLike = None,
        *,
        cost_of_asking: float | None = None,
        max_questions: int | None = None,
        on_unsure: OnUnsure = "build",
    ) -> Turn | list[Turn] | Any:
        """One turn of the builder: it asks, builds, replies, or refuses.

        Returns `Turn`: `.action` is "ask", "build", "reply" or "refuse"; `.question` (`.text`, `.options`) if
        it asks, `.build` if it builds, `.reply` (text) to a question or to talk, `.reasons`, and `.clarity`.
        If it asks, `.questions` has the whole bank, ranked. Every turn about building has `.guess`: the best
        build now, its probability and its assumptions. It asks if the answer is expected to add more than
        `cost_of_asking`, in (0, 1) as a changed F1, to that guess. It never repeats a question of `dialogue`.
        After `max_questions` questions about the instruction, or two answers that it did not understand, it
        builds the guess; with `on_unsure="refuse"` it refuses instead if a question would pay. `cq.Dialogue`
        keeps
        the dialogue for you. A data frame of instructions comes back with the columns `action`, `asked`,
        `options`, `reply`, `reasons`, `p_unclear`, `built` and `confidence`.

        Without a world, a request about something else than blocks gets a question of the given bank, at most
        three by default (`max_questions`), or a reply with the request and its answers as one text. Without a
        bank the question asks for the kind of detail that may be missing; the last of `reasons` tells that it
        is generated, and `.questions` is empty. A pipeline that was fitted on another domain treats every
        request in this way, and must have a bank.

        Takes the arguments and raises the errors of `classify` and `rank`; `InputError` for max_questions
        below 0.
        """
        limits = AskingLimits(cost_of_asking, max_questions, on_unsure)
        bank = bank_of(self.parts, QuestionBank.parse(qbank), qbank is not None)
        given = Instructions.parse(instruction, world, dialogue)
        of_texts = None if qbank is None and bank is bundled_bank() else bank

        def turns_of(some: Sequence[GroundedInstruction]) -> list[Turn]:
            return apart(
                some,
                lambda instruction: is_taken_by_text(self.parts, instruction, of_texts is not None),
                lambda texts: take_text_turns(self.parts, texts, of_texts, limits, self.backbone),
                lambda orders: take_turns(self.parts, orders, bank, limits, lazy=given.single),
            )

        turns = self._map(given, turns_of)
        _classified.set(given)
        return tabulated(instruction, given.unpack(turns), TURN)

    def _map(
        self, given: Instructions, function: Callable[[Sequence[GroundedInstruction]], Sequence[T]]
    ) -> list[T]:
        """Apply the function to the grounded instructions, in chunks, with a progress bar over several."""
        count = len(given.texts)
        function = _in_the_words_of_their_worlds(function)
        if count <= INSTRUCTIONS_PER_CHUNK:
            return [result for chunk in self._chunks(given) for result in _in_time(function, chunk)]
        results: list[T] = []
        with progress_bar("instructions", count) as bar:
            for chunk in self._chunks(given):
                results += _in_time(function, chunk)
                bar.update(len(chunk))
        return results

    def _chunks(self, given: Instructions) -> Iterator[list[GroundedInstruction]]:
        for first in range(0, len(given.texts), INSTRUCTIONS_PER_CHUNK):
            chunk = slice(first, first + INSTRUCTIONS_PER_CHUNK)
            texts, worlds, dialogues = given[chunk]
            yield ground(
                texts, worlds, self.backbone, dialogues, self.reader, given.has_world[chunk], self.readers
            )


def _in_time(
    function: Callable[[Sequence[GroundedInstruction]], list[T]], chunk: Sequence[GroundedInstruction]
) -> list[T]:
    with Deadline(ORDER_SECONDS * len(chunk), worked):
        return function(chunk)


def _in_the_words_of_their_worlds(
    function: Callable[[Sequence[GroundedInstruction]], Sequence[T]],
) -> Callable[[Sequence[GroundedInstruction]], list[T]]:
    """The function, called for the instructions of each palette with that palette as the current one."""

    def call(instructions: Sequence[GroundedInstruction]) -> list[T]:
        places: dict[Palette, list[int]] = {}
        for i, instruction in enumerate(instructions):
            places.setdefault(instruction.world.palette, []).append(i)
        found: dict[int, T] = {}
        for palette, some in places.items():
            with speaking_of(palette):
                found |= dict(zip(some, function([instructions[i] for i in some]), strict=True))
        return [found[i] for i in range(len(instructions))]

    return call


def _last_classified(world: Any, dialogue: Any) -> Instructions:
    for name, value in (("world", world), ("dialogue", dialogue)):
        if value is not None:
            raise InputError(
                f"rank got a {name} without its instruction; give both, or neither after classify"
            )
    last = _classified.get()
    if last is None:
        raise NothingClassifiedError(
            "nothing was classified in this context; call cq.classify(instruction, world) first, or "
            "cq.rank(qbank, instruction, world)"
        )
    return last
