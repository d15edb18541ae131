"""`Conversation`: an architect and the builder talk, turn by turn, in a world that changes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import partial
from html import escape
from threading import RLock
from typing import TYPE_CHECKING, Any

from cq.dialogue.asides import DROPPED, NOT_UNCLEAR, aside, is_chat, remark, reminder
from cq.dialogue.asker import Asker, alone
from cq.dialogue.history import History, Step, world_after
from cq.dialogue.limits import AskingLimits, OnUnsure
from cq.dialogue.omissions import omissions
from cq.dialogue.questions import ClarifyingQuestion, Option
from cq.dialogue.speaker import MOST_OMISSIONS, Order, Speaker
from cq.dialogue.taking_back import built_from, corrects, turn_taking_back
from cq.dialogue.turn import Turn
from cq.dialogue.utterances import checked_utterance, in_words, utterances_of
from cq.errors import InputError, excerpt
from cq.language.antecedents import speaks_of_it
from cq.language.arguments import WorldLike
from cq.language.lexicon import checked_palette, speaking_of
from cq.language.reading import read
from cq.language.replies import reply_in
from cq.language.request import reply_word
from cq.language.spoken import NEVER_MIND, Turns, Utterance
from cq.language.transcript import to_transcript
from cq.ranking import QuestionBank, RankedQuestion
from cq.ranking.bank import BankLike
from cq.reading.grounded import GroundedInstruction
from cq.reading.instruction import remembered
from cq.reading.understand import SURE
from cq.semantics.memory import Memory
from cq.world import World

if TYPE_CHECKING:
    from cq.dialogue.model import StepModel

Pairs = tuple[tuple[str, str], ...]
"""(question, answer) pairs."""
CONTEXT = 1_000
"""Turns before an instruction that are read again; all turns about the instruction itself are."""


class Conversation(ABC):
    """A dialogue between an architect, who speaks by `say` and `answer`, and the builder. See `cq.Dialogue`,
    which adds the default pipeline. Threads take their turns one after the other.
    """

    def __init__(
        self,
        world: WorldLike = None,
        max_questions: int | None = None,
        cost_of_asking: float | None = None,
        qbank: BankLike = None,
        speaker: Speaker | None = None,
        zone: Any = None,
        palette: Any = None,
        on_unsure: OnUnsure = "build",
    ) -> None:
        if speaker is not None and not isinstance(speaker, Speaker):
            raise InputError(f"speaker is {excerpt(speaker)}; give a cq.Speaker, such as cq.Speaker('Ada')")
        self.speaker = speaker
        self.start = World.parse(world, zone=zone, palette=palette)
        checked_palette(self.start.palette)
        self.limits = AskingLimits(cost_of_asking, max_questions, on_unsure)
        self.qbank = None if qbank is None else QuestionBank.parse(qbank)
        self.steps: tuple[Step, ...] = ()
        self._lock = RLock()

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "_lock"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state, _lock=RLock())

    @property
    @abstractmethod
    def pipeline(self) -> Asker:
        """Takes the builder's turns."""

    @property
    def world(self) -> World:
        """The current world: the start, and all that was built. The pose stays the start's."""
        return self.history.now

    @property
    def history(self) -> History:
        """The steps so far, and which of them still hold."""
        return History(self.start, self.steps)

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The builder's turns, oldest first."""
        return tuple(step.turn for step in self.steps)

    @property
    def question_is_open(self) -> bool:
        """Whether the builder waits for an answer."""
        return self.question is not None

    @property
    def question(self) -> ClarifyingQuestion | None:
        """The question that waits for an answer; None if there is none."""
        history = self.history
        return history.steps[history.state - 1].turn.question if history.is_open(history.state) else None

    @property
    def said(self) -> Turns:
        """All utterances, oldest first: (speaker, text), the builder's turns as short sentences."""
        return utterances_of(self.history)

    @property
    def transcript(self) -> str:
        """All utterances as an IGLU transcript, one turn a line; `cq.ask(..., dialogue=)` reads it."""
        return to_transcript(self.said)

    @property
    def last_order(self) -> Order | None:
        """The last instruction with the questions and answers about it; None if nothing was said."""
        held = self.history.holding(self.history.state)
        first = max((i for i, step in enumerate(held) if not step.is_answer), default=None)
        if first is None:
            return None
        context = utterances_of(History(self.start, held[:first]))
        turns = utterances_of(History(self.start, held))[len(context) :]
        exchanges = tuple((turns[i][1], turns[i + 1][1]) for i in range(1, len(turns) - 1, 2))
        return Order(turns[0][1], held[first].world, context, exchanges)

    @alone
    def say(self, text: str) -> Turn:
        """Give an instruction. If a question is open, it is dropped: this is not an answer. "Why?" is about
        the question, and drops nothing.

        Returns the builder's turn; if it builds, `world` is the built one. Raises `InputError` for an
        instruction that `cq.ask` refuses; nothing then changes.
        """
        words = checked_utterance(text, "instruction")
        with speaking_of(self.start.palette):
            turn = self._control(words) or self._dropped_by(words)
            turn = turn or (self._aside(words) if self.question_is_open else self._remarked(words))
            return turn or self._take(words, is_answer=False)

    @alone
    def answer(self, answer: str | int | Option) -> Turn:
        """Answer the open question: in words, by one of its options, or by an option's number, from 1.

        Words that are a whole new instruction, and not an answer, are taken as by `say`: the question is
        dropped.

        Returns the builder's turn. Raises `InputError` if no question is open, and for an option that the
        question does not have.
        """
        if not self.question_is_open:
            raise InputError(
                f"answer {excerpt(answer)} comes without a question; give an instruction by say(), and "
                "answer if the turn's action is 'ask'"
            )
        words = checked_utterance(in_words(answer, self.question), "answer")
        with speaking_of(self.start.palette):
            question = self.question
            if (
                question is not None
                and question.type == "confirmation"
                and reply_word(words) in ("yes", "no")
            ):
                return self._take(words, is_answer=True)
            if turn := self._control(words) or self._dropped_by(words) or self._aside(words):
                return turn
            given = self._grounded(words, self.world, self._before(is_answer=True))
            if given.is_last_unheard and is_chat(words):
                return self._talk(words, reminder(self._asking), self.history.state)
            is_asked_anew = self.question is not None and self.question.type == "action"
            return self._take(words, is_answer=is_asked_anew or not self._is_new(given))

    @alone
    def undo(self) -> Turn | None:
        """Take back the last `say` or `answer`, with the question or build after it.

        Returns the builder's turn that is now the last one, None if there is none. Raises `InputError` if
        nothing is left.
        """
        if not self.steps:
            raise InputError("nothing is left to undo; say something first")
        self.steps = self.steps[:-1]
        return self.steps[-1].turn if self.steps else None

    def to_dict(self) -> dict[str, Any]:
        """The dialogue as JSON values; `from_dict` reads them back to the same next turn."""
        from cq.dialogue.saved import to_model

        saved = to_model(self.start, self.steps, self.limits, self.qbank, self.speaker)
        return saved.model_dump(mode="json", exclude_defaults=True)

    def restore(self, steps: Sequence[StepModel]) -> None:
        """Take saved steps. Raises `InputError` naming the step and the fault."""
        for number, saved in enumerate(steps, start=1):
            try:
                step = self._restored(saved, number)
            except InputError as error:
                raise InputError(f"step {number} of the saved dialogue: {error}") from None
            self.steps = (*self.steps, step)

    def _restored(self, saved: StepModel, number: int) -> Step:
        from cq.dialogue.saved import memory_of, turn_of

        said, back_to = checked_utterance(saved.said, "said"), saved.back_to
        if saved.is_answer and not self.question_is_open:
            raise InputError("is_answer is true, but the turn before asks nothing")
        if back_to is not None and back_to >= number:
            raise InputError(f"back_to is {back_to}; it must be a number from 0 to {number - 1}, or null")
        before, world = self._before(saved.is_answer), self.world
        with speaking_of(world.palette):
            turn = turn_of(saved.turn, world, partial(self._rank, said, world, before))
            memory = memory_of(saved.memory, world)
        return Step(said, saved.is_answer, world, turn, back_to, saved.assumed, memory)

    def _rank(self, said: str, world: World, before: Turns) -> list[RankedQuestion]:
        return self.pipeline.rank(self.qbank, said, world, None, before)

    def _control(self, text: str) -> Turn | None:
        """The turn about an undo or a redo in words; None for other texts."""
        taken = turn_taking_back(text, self.history, self.question_is_open)
        if taken is None:
            return None
        state, turn = taken
        return self._talk(text, turn, state)

    def _dropped_by(self, text: str) -> Turn | None:
        """The turn about a text that drops the order of an open question, or says "never mind"; None for
        others.
        """
        if reply_in(text) != "withdrawn" or (not self.question_is_open and read(text)[0].is_full):
            return None
        words = DROPPED if self.question_is_open else "All right."
        return self._talk(text, Turn("reply", NOT_UNCLEAR, reply=words), self.history.unasked)

    def _remarked(self, text: str) -> Turn | None:
        """The turn about a text that only says whether the build is right; None for others."""
        words = remark(text)
        if words is None:
            return None
        return self._talk(text, Turn("reply", NOT_UNCLEAR, reply=words), self.history.state)

    def _talk(self, text: str, turn: Turn, state: int) -> Turn:
        """Keep a turn that leads to an earlier state."""
        is_aside = self.question_is_open and state == self.history.state
        self.steps = (*self.steps, Step(text, is_aside, self.world, turn, state))
        return turn

    def _aside(self, text: str) -> Turn | None:
        """The turn about a text on the open question that is not an answer; None for others."""
        turn = aside(text, self._asking)
        return None if turn is None else self._talk(text, turn, self.history.state)

    @property
    def _asking(self) -> Turn:
        """The turn of the question that is open."""
        history = self.history
        return history.steps[history.state - 1].turn

    def _is_new(self, answer: GroundedInstruction) -> bool:
        """Whether words given as an answer are an instruction of their own: as a whole, or since they are not
        an answer but would be understood without the question.
        """
        if answer.heard.is_new or not answer.is_last_unheard:
            return answer.heard.is_new
        asked = answer.heard.understanding.reading.program
        anew = self._grounded(answer.said, self.world, self._before(is_answer=False))
        said = anew.heard.understanding.reading
        if (
            anew.heard.understanding.confidence < SURE
            and not anew.by_grammar.heard.understanding.reading.is_full
        ):
            return False  # The network reads a program in any words.
        # "It" may be the thing in question, unless that is called "it" too.
        return said.is_full and (any(map(speaks_of_it, asked)) or not any(map(speaks_of_it, said.program)))

    def _grounded(self, text: str, world: World, before: Turns) -> GroundedInstruction:
        """A text after the earlier turns, as the pipeline reads it."""
        return GroundedInstruction(text, world, before, readers=getattr(self.pipeline, "readers", None))

    def _take(self, text: str, is_answer: bool) -> Turn:
        world = self.world
        assumed: Pairs = ()
        turn = corrected = self._corrected(text)
        if turn is None:
            turn, assumed = self._as_meant(text, world, self._before(is_answer), is_answer)
        if turn.action == "reply" and turn.clarity.domain == "building":  # An open question stays open.
            return self._talk(text, turn, self.history.state)
        if self.question_is_open and not is_answer and turn.action != "refuse":
            about = self._asked_about()
            turn = turn.because(f"I dropped “{about}”")
        memory = self._memory(turn, world, is_corrected=corrected is not None)
        self.steps = (*self.steps, Step(text, is_answer, world, turn, assumed=assumed, memory=memory))
        return turn

    def _memory(self, turn: Turn, world: World, *, is_corrected: bool) -> Memory | None:
        """The memory of how the guess of a turn was understood, or of its build without one. A kept guess has
        the memory of the question about it.
        """
        guess = turn.guess
        if guess is not None and self.question_is_open:
            asked = self.history.steps[self.history.state - 1]
            if asked.turn.guess is not None and guess.is_kept_from(asked.turn.guess):
                return asked.memory
        build = turn.build if turn.build is not None or guess is None else guess.build
        if build is None:
            return None
        understanding = None if is_corrected or guess is None else guess.understanding
        return remembered(understanding, world, world_after(world, build))

    def _as_meant(self, text: str, world: World, before: Turns, is_answer: bool) -> tuple[Turn, Pairs]:
        """The turn about a text, and the (question, answer) pairs that its speaker is taken to mean."""
        assumed: Pairs = ()
        if self.speaker is None:
            return self._turn(text, world, before), assumed
        may_ask = self.limits.max_questions is None or self._asked(is_answer) < self.limits.max_questions
        said = text
        while len(assumed) < MOST_OMISSIONS:
            instruction = GroundedInstruction(said, world, before)
            asked = [exchange.question.text for exchange in instruction.request.exchanges]
            left_out = omissions(instruction.heard.understanding, asked)
            if not left_out:
                break
            first = left_out[0]
            if may_ask and self.speaker.is_worth_asking(first.kind, self.limits.cost_of_asking):
                turn = self._turn(said, world, before)
                asks_so = turn.question is not None and turn.question.type == "confirmation"
                if turn.action == "build" or asks_so:
                    ranking = partial(self._rank, said, world, before)
                    turn = Turn("ask", turn.clarity, first.question, None, turn.reasons, ranking)
                return turn, assumed
            assumed = (*assumed, (first.question.text, first.named))
            before = (*before, ("architect", said), ("builder", first.question.text))
            said = first.named
        turn = self._turn(said, world, before)
        for _, named in assumed:
            turn = turn.because(f"I took it that {self.speaker.name} means “{named}” again")
        return turn, assumed

    def _asked(self, is_answer: bool) -> int:
        """The number of questions that were asked about the current instruction."""
        held = self.history.holding(self.history.state) if is_answer else ()
        first = max((i for i, step in enumerate(held) if not step.is_answer), default=len(held))
        return sum(step.turn.action == "ask" for step in held[first:])

    def _turn(self, text: str, world: World, before: Turns) -> Turn:
        limits = self.limits
        return self.pipeline.ask(
            text,
            world,
            self.qbank,
            before,
            cost_of_asking=limits.cost_of_asking,
            max_questions=limits.max_questions,
            on_unsure=limits.on_unsure,
        )

    def _corrected(self, text: str) -> Turn | None:
        """The turn that builds the last undone build, corrected by a text; None for other texts."""
        history, world = self.history, self.world
        undone = history.again(1)
        if undone is None or history.jump is None or not corrects(text):
            return None
        before = utterances_of(History(self.start, history.holding(undone)))[-CONTEXT:]
        turn = self._turn(text, history.world(undone), before)
        return None if turn.build is None else built_from(world, turn, turn.build)

    def _asked_about(self) -> str:
        """The instruction that the open question is about."""
        history = self.history
        return next(step.said for step in reversed(history.holding(history.state)) if not step.is_answer)

    def _before(self, is_answer: bool) -> Turns:
        """The utterances before the next instruction or answer, as far as they are read."""
        history = self.history
        held = history.spoken(history.state)
        said = list(utterances_of(History(self.start, held)))
        if not is_answer:
            return tuple((*said, *self._dropped())[-CONTEXT:])
        first = max(i for i, step in enumerate(held) if not step.is_answer and step.back_to is None)
        about_this = len(said) - len(utterances_of(History(self.start, held[:first])))
        return tuple(said[-max(CONTEXT, about_this) :])

    def _dropped(self) -> Turns:
        return (Utterance("builder", NEVER_MIND, "drop"),) if self.question_is_open else ()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({len(self.steps)} turns, {self.world!r})"

    def _repr_html_(self) -> str:
        """The utterances and the current world, for notebooks."""
        said = "".join(f"<div><b>{speaker}</b>: {escape(text)}</div>" for speaker, text in self.said)
        return said + self.world._repr_html_()
