"""Language models as an agent and as an architect, on `cq.llm`: any function from messages to a text."""

from __future__ import annotations

import json
import random

from cq.arena.architects import DONT_KNOW, TOLD, UNKNOWN, Answer, Answers
from cq.arena.episode import Ask, Episode, History, Move, Refuse, blocks_of, to_json
from cq.arena.moves import move_from_json
from cq.llm.chat import SECONDS, TRIES, Chat, asking, object_from, said_by
from cq.reading.grounded import Budget
from cq.world import World

RULES = """You carry out a request of an architect. Answer with one JSON object and nothing else:
{"ask": "a question"} to ask the architect, if questions_left is above 0 and the answer is worth the price;
{"build": [[x, y, z, "colour"], ...]} with all blocks that stand in the end, those from before included;
{"refuse": "why"} if it cannot be done.
x runs from west to east and z from north to south, 0 in the middle; y is 63 on the ground.
Where the world is null, build is a text. Add "doubt", the probability that the build is wrong."""

TELL = """You are an architect. You answer a builder's questions about what you meant, briefly and truly,
in one sentence, and tell only what is asked. Say "I don't know." if you cannot tell."""


class ModelAgent:
    """A language model as an agent. It gets the rules and `cq.arena.episode.to_json`. An invalid answer is
    returned to it once; then it has refused. `seconds` is the time limit of a call.
    """

    def __init__(self, model: Chat, seconds: float = SECONDS) -> None:
        self.model, self.seconds = model, seconds

    def __call__(self, episode: Episode, history: History) -> Move:
        """Its move."""
        messages = asking(RULES, json.dumps(to_json(episode, history), ensure_ascii=False))
        move, why = object_from(
            self.model,
            messages,
            lambda data, _: move_from_json(data, episode.world),
            Budget(TRIES),
            self.seconds,
        )
        return Refuse(why, failed=True) if move is None else move


class ModelArchitect:
    """A language model as an architect, which is told the worlds before and after. No answer means that it
    does not know.
    """

    def __init__(self, model: Chat, seconds: float = SECONDS) -> None:
        self.model, self.seconds = model, seconds

    def __call__(self, episode: Episode, rng: random.Random) -> Answers:
        """The architect of an episode."""
        return _ModelAnswers(self.model, self.seconds, episode)


class _ModelAnswers:
    def __init__(self, model: Chat, seconds: float, episode: Episode) -> None:
        meant = [
            blocks_of(outcome) if isinstance(outcome, World) else outcome for outcome in episode.meant[:1]
        ]
        told = json.dumps({**to_json(episode), "meant": meant[0] if meant else None}, ensure_ascii=False)
        self._model, self._seconds, self._messages = model, seconds, asking(TELL, told)

    def answer(self, ask: Ask) -> Answer:
        self._messages.append({"role": "user", "content": ask.text})
        text, _ = said_by(self._model, self._messages, Budget(1), self._seconds)
        said = " ".join((text or "").split()) or DONT_KNOW
        self._messages.append({"role": "assistant", "content": said})
        return Answer(said, UNKNOWN if said == DONT_KNOW else TOLD)
