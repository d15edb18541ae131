"""Requests of the architect: an instruction, and the questions and answers about it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from cq.language.asked import ClarifyingQuestion, question_in
from cq.language.program import Reply, Talk
from cq.language.spoken import Turns, Utterance, spoken


@dataclass(frozen=True)
class Exchange:
    """A question of the builder and the architect's answer."""

    question: ClarifyingQuestion
    answer: str

    @classmethod
    def of(cls, question: str, answer: str) -> Exchange:
        """The exchange about a question in words."""
        return cls(question_in(question), answer)


@dataclass(frozen=True)
class Request:
    """The current request of the architect.

    `exchanges` are the questions about `instruction` and their answers, oldest first. `context` are the turns
    before the instruction.
    """

    instruction: str
    exchanges: tuple[Exchange, ...] = ()
    context: tuple[Utterance, ...] = ()

    @cached_property
    def text(self) -> str:
        """The instruction and all answers as one text, for readers that know no dialogue."""
        return " ".join(map(_sentence, self.said)) if self.exchanges else self.instruction

    @property
    def said(self) -> tuple[str, ...]:
        """The instruction and all answers."""
        return self.instruction, *(exchange.answer for exchange in self.exchanges)

    @property
    def history(self) -> Turns:
        """The turns of the context, without those in which the builder acts."""
        return tuple(turn for turn in self.context if not turn.ends)

    @property
    def is_instead(self) -> bool:
        """Whether it replaces an instruction that was asked about and is dropped."""
        return bool(self.context) and self.context[-1].act == "drop"

    @property
    def dialogue(self) -> Turns:
        """The instruction and its exchanges as turns; the last is the architect's."""
        asked = [
            turn
            for exchange in self.exchanges
            for turn in (
                Utterance("builder", exchange.question.text, "ask", exchange.question),
                Utterance("architect", exchange.answer),
            )
        ]
        return (Utterance("architect", self.instruction), *asked)


def read_request(text: str, dialogue: Turns = ()) -> Request:
    """The request that ends with the architect's `text`, which follows `dialogue`.

    If the builder's turn directly before `text` asks something, `text` is its answer, and the instruction is
    the architect's turn before the first question of that chain. A builder's turn that asks nothing ends a
    chain, and so do two turns of the architect, of which the second is a new instruction.
    """
    exchanges: list[Exchange] = []
    said, before = text, list(spoken(dialogue))
    if is_talk(text) and not _may_answer(text, before):
        return Request(text, (), tuple(before))
    while found := _question_at_end(before):
        asked_about, question = found
        if not asked_about or asked_about[-1][0] == "builder":
            break  # A question without an instruction has no answer: the text is an instruction.
        exchanges.append(Exchange(question, said))
        *before, (_, said) = asked_about
    return Request(said, tuple(reversed(exchanges)), tuple(before))


def _may_answer(text: str, before: list[Utterance]) -> bool:
    """Whether a text that may be talk answers the question that ends some turns: "right" may be a side, and
    "yes, that's it" agrees to a build that was shown.
    """
    asked = _question_at_end(before)
    if asked is None:
        return False
    return _is_side(text) or (asked[1].type == "confirmation" and reply_word(text) in ("yes", "no"))


def reply_word(text: str) -> str:
    """The reply with which a text begins, such as "yes" or "no", "" if it begins with none."""
    from cq.language.reading import read

    first = text.replace(",", " ").replace(".", " ").replace("!", " ").split()[:1]
    found = [reading.program for word in first for reading in read(word, "Answer")[:1] if not reading.unread]
    return next((piece.word for program in found for piece in program if isinstance(piece, Reply)), "")


def _is_side(text: str) -> bool:
    """Whether a text may name a side, as "right" does, which praises where nothing is asked."""
    from cq.language.reading import read

    return read(text, "Direction")[0].is_full


def is_talk(text: str) -> bool:
    """Whether a text only asks about the world or the talk, or greets: it is replied to, and changes
    nothing.
    """
    from cq.language.reading import read

    found = next((reading for reading in read(text) if reading.is_full), None)
    return found is not None and all(isinstance(command, Talk) for command in found.program)


def _question_at_end(turns: list[Utterance]) -> tuple[list[Utterance], ClarifyingQuestion] | None:
    """The turns before the builder's question that ends the turns, and the question; None if there is none. A
    remark of the builder just before belongs to the question. Talk after the question, and the replies to it,
    are left out.
    """
    while (
        len(turns) >= 2
        and [speaker for speaker, _ in turns[-2:]] == ["architect", "builder"]
        and is_talk(turns[-2][1])
        and not _is_side(turns[-2][1])
    ):
        turns = turns[:-2]
    if not turns or turns[-1].act != "ask":
        return None
    count = 0
    while count < len(turns) and turns[-count - 1][0] == "builder" and not turns[-count - 1].ends:
        count += 1
    question = turns[-1].question
    if question is None or count > 1:
        question = question_in(" ".join(text for _, text in turns[len(turns) - count :]))
    return turns[: len(turns) - count], question


def _sentence(text: str) -> str:
    return text if text[-1:] in ".!?;" else f"{text}."
