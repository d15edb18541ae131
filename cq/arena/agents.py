"""Agents of this library: a pipeline, and its baselines."""

from __future__ import annotations

import random
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cq.arena.episode import NO_MORE, Ask, Build, Episode, History, Move, Refuse, turns_of
from cq.arena.moves import move_from_json
from cq.errors import InputError
from cq.language.request import read_request
from cq.world import World

if TYPE_CHECKING:
    from cq.dialogue.turn import Turn
    from cq.pipeline import Pipeline

NEARLY_NOTHING = 1e-3
"""The cost of asking of an agent that always asks."""
KEPT = 32
"""Turns that are cached: about those of one episode."""


_turns: OrderedDict[tuple[Any, ...], Turn] = OrderedDict()


def _turn(pipeline: Pipeline, episode: Episode, history: History, cost: float | None) -> Turn:
    """A turn of a pipeline, computed once for all agents that are compared over it."""
    said = turns_of(episode, history)
    *before, (_, text) = said
    # The pipeline may not read a recorded question as one, and then does not count it.
    most = len(read_request(text, tuple(before)).exchanges) + episode.terms.budget
    key = (pipeline, said, episode.world, episode.bank, cost, most)
    if key not in _turns:
        bank = list(episode.bank) or None
        _turns[key] = pipeline.ask(text, episode.world, bank, before, cost_of_asking=cost, max_questions=most)
        if len(_turns) > KEPT:
            _turns.popitem(last=False)
    return _turns[key]


class PipelineAgent:
    """A pipeline, by default the one of all functions: it asks, builds and refuses as in a `cq.Dialogue`.

    `cost_of_asking` is as for `cq.ask`: None is the policy's default, whatever the price of the episode.
    """

    def __init__(self, pipeline: Pipeline | None = None, cost_of_asking: float | None = None) -> None:
        self._pipeline, self.cost_of_asking = pipeline, cost_of_asking

    @property
    def pipeline(self) -> Pipeline:
        """The pipeline behind the agent."""
        from cq.pipeline.default import default_pipeline

        return self._pipeline or default_pipeline()

    def __call__(self, episode: Episode, history: History) -> Move:
        """Its move."""
        return self._move(_turn(self.pipeline, episode, history, self.cost_of_asking))

    def _move(self, turn: Turn) -> Move:
        from cq.dialogue.replies import reply

        if turn.question is not None:
            return Ask.of(turn.question)
        if turn.build is None:
            return Refuse(turn.reply or "; ".join(turn.reasons))
        built = World(turn.build.grid, palette=turn.build.palette)
        return Build(built, round(1 - turn.build.confidence, 6), reply(turn))

    def _from_bank(self, episode: Episode, history: History) -> Ask | None:
        """The best question of the bank that is not yet asked; None if all are."""
        *before, (_, text) = turns_of(episode, history)
        asked = {exchange.question for exchange in history}
        ranked = self.pipeline.rank(
            list(episode.bank) or None, text, episode.world, len(history) + 1, tuple(before)
        )
        return next((Ask(question.question) for question in ranked if question.question not in asked), None)


class NeverAsks(PipelineAgent):
    """The pipeline without questions. Where it refuses because of the answers, it leaves them out."""

    def __call__(self, episode: Episode, history: History) -> Move:
        """A build, or a refusal."""
        unasked = replace(episode, terms=replace(episode.terms, budget=0))
        move = super().__call__(unasked, history)
        return super().__call__(unasked, ()) if history and isinstance(move, Refuse) else move


class AlwaysAsks(NeverAsks):
    """The pipeline, which spends all its questions first: those that it would ask at no cost, and then the
    best of the bank.
    """

    def __call__(self, episode: Episode, history: History) -> Move:
        """A question while one is left, then a build."""
        if not episode.terms.budget:
            return super().__call__(episode, history)
        move = self._move(_turn(self.pipeline, episode, history, NEARLY_NOTHING))
        if isinstance(move, Ask):
            return move
        return self._from_bank(episode, history) or super().__call__(episode, history)


class AsksAtRandom(NeverAsks):
    """The pipeline, which asks with probability `share` each time, any question of the bank."""

    def __init__(self, pipeline: Pipeline | None = None, share: float = 0.5) -> None:
        super().__init__(pipeline)
        if not 0 <= share <= 1:
            raise InputError(f"share is {share}; it is a probability")
        self.share = share

    def __call__(self, episode: Episode, history: History) -> Move:
        """A question or a build, drawn from the seed, the episode and the number of its questions."""
        rng = random.Random(f"{episode.terms.seed} {episode.id} {episode.request} {len(history)}")
        if not episode.terms.budget or rng.random() >= self.share:
            return super().__call__(episode, history)
        from cq.ranking.bank import bundled_bank

        return Ask(rng.choice(episode.bank or bundled_bank().questions))


class Recorded:
    """An agent that repeats its moves in transcripts: the same moves in the same order, whatever the
    answers. `transcripts` are those of one agent. Raises `InputError` if they hold two of one episode.
    """

    def __init__(self, transcripts: list[Mapping[str, Any]]) -> None:
        self._moves: dict[tuple[str, str, str], list[Any]] = {}
        for transcript in transcripts:
            for order in transcript["orders"]:
                key = (transcript["id"], transcript["protocol"], order["request"])
                if key in self._moves:
                    raise InputError(
                        f"episode {transcript['id']!r} was played twice; name one agent of the file"
                    )
                self._moves[key] = [asked["question"] for asked in order["asked"]] + [order["move"]]

    def __call__(self, episode: Episode, history: History) -> Move:
        """The next recorded move. Raises `InputError` for an unrecorded episode."""
        protocol = episode.terms.protocol
        moves = self._moves.get((episode.id, protocol, episode.request))
        if moves is None:
            raise InputError(f"episode {episode.id!r} was not recorded under {protocol!r}")
        asked = (
            len(history) if protocol != "told" else sum(exchange.answer == NO_MORE for exchange in history)
        )
        return move_from_json(moves[min(asked, len(moves) - 1)], episode.world)
