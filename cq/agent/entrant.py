"""`Entrant`: the builder's side of Build What I Mean, message by message."""

from __future__ import annotations

import re
from collections.abc import Callable

from cq.agent.protocol import (
    ANSWER,
    ASK,
    BUILD,
    FEEDBACK,
    ZONE,
    format_structure,
    parse_round,
    parse_structure,
)
from cq.api import Dialogue
from cq.dialogue.dialogue import Conversation
from cq.dialogue.policy import LEAST_VALUE
from cq.dialogue.speaker import Speaker
from cq.errors import InputError
from cq.world import World

COST_OF_ASKING = 0.25
"""A question costs 5 points; a wrong structure 20 more than a right one."""
MAX_QUESTIONS = 1
"""The task description allows one question a round."""
ASKED = ("colour", "count", "size")
"""The types of the questions that it asks."""
_STRUCTURE = re.compile(r"(?<![A-Za-z])[A-Za-z]+,-?\d+,-?\d+,-?\d+(?:;[A-Za-z]+,-?\d+,-?\d+,-?\d+)*")

Start = Callable[..., Conversation]
"""Makes a dialogue as `cq.Dialogue` does."""


class Entrant:
    """Replies to the messages of one conversation with the benchmark, and learns its speakers' meanings.

        entrant = Entrant()
        entrant.reply("[SPEAKER] Ada\\n[START_STRUCTURE] \\nStack two red blocks in the middle.")
        # '[BUILD];Red,0,50,0;Red,0,150,0'

    `dialogue` makes the dialogues. `cost_of_asking`, in (0, 1), is the probability of a wrong guess from
    which on it asks, and `max_questions` the most questions of a round. After an unanswered question, it
    builds the likeliest guess.
    """

    def __init__(
        self,
        dialogue: Start = Dialogue,
        cost_of_asking: float = COST_OF_ASKING,
        max_questions: int = MAX_QUESTIONS,
    ) -> None:
        self.speakers: dict[str, Speaker] = {}
        self.questions = 0
        """Questions asked so far."""
        self._start, self._cost, self._most = dialogue, cost_of_asking, max_questions
        self._dialogue: Conversation | None = None
        self._was_built = False

    def reply(self, message: str) -> str:
        """The reply to a message: `[BUILD];…`, `[ASK];…`, or "" to feedback.

        Raises `InputError` for a round that does not parse, and for an answer before a round.
        """
        begun = parse_round(message)
        if begun is not None:
            speaker = self.speakers.setdefault(
                begun.speaker, Speaker(begun.speaker or "the speaker", self._cost)
            )
            self._dialogue, self._was_built = self._new(begun.start, speaker), False
            return self._turn(begun.instruction, begun.instruction)
        if self._dialogue is None:
            raise InputError("an answer or feedback comes before a round; begin with [START_STRUCTURE]")
        if self._was_built:
            self._learn(message)
            return ""
        return self._turn(message.strip().removeprefix(ANSWER).strip() or "you choose", None)

    def _new(self, start: World, speaker: Speaker) -> Conversation:
        # One wrong block of many makes a structure wrong.
        return self._start(start, self._most, LEAST_VALUE, speaker=speaker)

    def _turn(self, text: str, instruction: str | None) -> str:
        dialogue = self._dialogue
        assert dialogue is not None
        turn = dialogue.say(text) if instruction is not None else dialogue.answer(text)
        # The speakers never rephrase there: only questions about missing details help.
        if turn.action == "ask" and turn.question is not None and turn.question.type in ASKED:
            self.questions += 1
            return f"{ASK};{turn.question.text}"
        if turn.action != "build":
            dialogue = self._dialogue = self._built_anyway(dialogue)
        self._was_built = True
        return f"{BUILD};{format_structure(dialogue.world)}"

    def _built_anyway(self, dialogue: Conversation) -> Conversation:
        """The same order in a dialogue that builds the likeliest guess: a question would not help."""
        again = self._start(dialogue.start, 0, None)
        order = dialogue.last_order
        if order is not None:
            again.say(order.text)
            for _, answer in order.exchanges:
                if again.question_is_open:
                    again.answer(answer)
        return again

    def _learn(self, feedback: str) -> None:
        """Learn from the structure in the feedback, if there is one."""
        told = _STRUCTURE.search(feedback.removeprefix(FEEDBACK))
        dialogue = self._dialogue
        if told is not None and dialogue is not None and dialogue.speaker is not None:
            dialogue.speaker.observe(dialogue, World.parse(parse_structure(told.group()), zone=ZONE))
