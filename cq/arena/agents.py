"""Agents of this library: a pipeline, and what it is compared with."""

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
"""The cost of asking for who always asks."""
KEPT = 32
"""Turns that are remembered: those of about one episode."""


_turns: OrderedDict[tuple[Any, ...], Turn] = OrderedDict()


def _turn(pipeline: Pipeline, episode: Episode, history: History, cost: float | None) -> Turn:
    """A turn of a pipeline, taken once for all agents that are compared over it."""
    said = turns_of(episode, history)
    *before, (_, text) = said
    # A recorded question may be none to the pipeline, which then counts it as nothing that was asked.
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

    `cost_of_asking` is as for `cq.ask`: None is the policy's own, whatever the price of the episode.
    """

    def __init__(self, pipeline: Pipeline | None = None, cost_of_asking: float | None = None) -> None:
        self._pipeline, self.cost_of_asking = pipeline, cost_of_asking

    @property
    def pipeline(self) -> Pipeline:
        """The pipeline that is asked."""
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
        """The best question of the bank that was not asked; None where all were."""
        *before, (_, text) = turns_of(episode, history)
        asked = {one.question for one in history}
        ranked = self.pipeline.rank(
            list(episode.bank) or None, text, episode.world, len(history) + 1, tuple(before)
        )
        return next((Ask(one.question) for one in ranked if one.question not in asked), None)


class NeverAsks(PipelineAgent):
    """The pipeline, which may not ask. Where it refuses because of what was answered, it leaves that out."""

    def __call__(self, episode: Episode, history: History) -> Move:
        """A build, or a refusal."""
        unasked = replace(episode, terms=replace(episode.terms, budget=0))
        move = super().__call__(unasked, history)
        return super().__call__(unasked, ()) if history and isinstance(move, Refuse) else move


class AlwaysAsks(NeverAsks):
    """The pipeline, which spends all its questions first: those that it would ask if asking cost nothing, and
    then the best of the bank.
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
        """A question or a build, as is drawn from the seed, the episode and how often it has asked."""
        rng = random.Random(f"{episode.terms.seed} {episode.id} {episode.request} {len(history)}")
        if not episode.terms.budget or rng.random() >= self.share:
            return super().__call__(episode, history)
        from cq.ranking.bank import bundled_bank

        return Ask(rng.choice(episode.bank or bundled_bank().questions))


class Recorded:
    """An agent that plays what it played in transcripts: the same moves in the same order, whatever is
    answered. `transcripts` are those of one agent. Raises `InputError` if they hold two of one episode.
    """

    def __init__(self, transcripts: list[Mapping[str, Any]]) -> None:
        self._moves: dict[tuple[str, str, str], list[Any]] = {}
        for one in transcripts:
            for order in one["orders"]:
                key = (one["id"], one["protocol"], order["request"])
                if key in self._moves:
                    raise InputError(f"episode {one['id']!r} was played twice; name one agent of the file")
                self._moves[key] = [asked["question"] for asked in order["asked"]] + [order["move"]]

    def __call__(self, episode: Episode, history: History) -> Move:
        """The next recorded move. Raises `InputError` for an episode that was not recorded."""
        protocol = episode.terms.protocol
        moves = self._moves.get((episode.id, protocol, episode.request))
        if moves is None:
            raise InputError(f"episode {episode.id!r} was not recorded under {protocol!r}")
        asked = len(history) if protocol != "told" else sum(one.answer == NO_MORE for one in history)
        return move_from_json(moves[min(asked, len(moves) - 1)], episode.world)
