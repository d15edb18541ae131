"""Language models as an agent and as an architect: any function from messages to a text."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from itertools import islice
from typing import Any, TypeAlias

from cq.arena.architects import DONT_KNOW, TOLD, UNKNOWN, Answer, Answers
from cq.arena.episode import Ask, Episode, History, Move, Refuse, blocks_of, move_from_json, to_json
from cq.errors import InputError
from cq.world import World

Model: TypeAlias = Callable[[list[dict[str, str]]], str]
"""Completes a conversation of messages {"role", "content"}."""

MOST_STARTS = 100
"""Opening braces in an answer at which an object is looked for."""
TRIES = 2
"""Calls for one move: what is wrong with an answer is named once."""

RULES = """You carry out a request of an architect. Answer with one JSON object and nothing else:
{"ask": "a question"} to ask the architect, if questions_left is above 0 and the answer is worth the price;
{"build": [[x, y, z, "colour"], ...]} with all blocks that stand in the end, those from before included;
{"refuse": "why"} if it cannot be done.
x runs from west to east and z from north to south, 0 in the middle; y is 63 on the ground.
Where the world is null, build is a text. Add "doubt", the probability that the build is wrong."""

TELL = """You are an architect. You answer a builder's questions about what you meant, briefly and truly,
in one sentence, and tell only what is asked. Say "I don't know." if you cannot tell."""


class ModelAgent:
    """A language model as an agent. It gets the rules and `cq.arena.episode.to_json`. An answer that is no
    move is named to it once; then it has refused.
    """

    def __init__(self, model: Model) -> None:
        self.model = model

    def __call__(self, episode: Episode, history: History) -> Move:
        """Its move."""
        messages = [
            {"role": "system", "content": RULES},
            {"role": "user", "content": json.dumps(to_json(episode, history), ensure_ascii=False)},
        ]
        wrong = ""
        for _ in range(TRIES):
            said = self.model(messages)
            try:
                return move_from_json(_object_in(said), episode.world)
            except InputError as error:
                wrong = str(error)
            messages = [
                *messages,
                {"role": "assistant", "content": str(said)},
                {"role": "user", "content": f"{wrong}. Answer with one JSON object."},
            ]
        return Refuse(wrong, failed=True)


class ModelArchitect:
    """A language model as an architect, which is told the worlds before and after."""

    def __init__(self, model: Model) -> None:
        self.model = model

    def __call__(self, episode: Episode, rng: random.Random) -> Answers:
        """The architect of an episode."""
        return _ModelAnswers(self.model, episode)


class _ModelAnswers:
    def __init__(self, model: Model, episode: Episode) -> None:
        meant = [blocks_of(one) if isinstance(one, World) else one for one in episode.meant[:1]]
        told = json.dumps({**to_json(episode), "meant": meant[0] if meant else None}, ensure_ascii=False)
        self._model = model
        self._messages = [{"role": "system", "content": TELL}, {"role": "user", "content": told}]

    def answer(self, ask: Ask) -> Answer:
        self._messages.append({"role": "user", "content": ask.text})
        said = " ".join(str(self._model(list(self._messages))).split()) or DONT_KNOW
        self._messages.append({"role": "assistant", "content": said})
        return Answer(said, UNKNOWN if said == DONT_KNOW else TOLD)


def _object_in(text: Any) -> Any:
    """The first JSON object in a text. Raises `InputError` if there is none."""
    if isinstance(text, str):
        decoder = json.JSONDecoder()
        for start in islice((i for i, letter in enumerate(text) if letter == "{"), MOST_STARTS):
            try:
                return decoder.raw_decode(text, start)[0]
            except (ValueError, RecursionError):
                continue
    raise InputError("the answer holds no JSON object")
