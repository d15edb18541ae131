"""Rounds of Build What I Mean, played by its rules against the builder that `cq agent` serves.

The rounds, speakers and answers are those of `cq.arena.bwim`. A right structure earns 10 points and a wrong
one costs 10; a question costs 5; then the right structure is told, and the builder learns from it.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cq.agent.entrant import COST_OF_ASKING, Entrant
from cq.agent.protocol import ASK, BUILD, format_round
from cq.arena.bwim import FULL, ORDERS, Item, answer, load, pieces, rounds_of

RIGHT, WRONG, QUESTION = 10, -10, -5
COSTS = (0.05, 0.15, COST_OF_ASKING, 0.4, 0.6, 0.9)
"""Costs of asking of the curve."""

Table = dict[str, dict[str, float]]


@dataclass(frozen=True)
class Played:
    """A round that was played: `wanted` tells that something was missing, `seen` how often the speaker had
    left out something of that kind before.
    """

    item: Item
    speaker: str
    right: bool
    questions: int
    wanted: bool
    seen: int


@dataclass
class Game:
    """Forty rounds with one entrant."""

    entrant: Entrant
    rng: random.Random
    rounds: list[Played] = field(default_factory=list)


def play(
    lists: Sequence[Sequence[Item]], games: int, seed: int, cost: float = COST_OF_ASKING
) -> list[Played]:
    """The rounds of some games."""
    rounds = []
    for number in range(games):
        game = Game(Entrant(cost_of_asking=cost), random.Random(f"{seed} {number}"))
        speakers = sorted(ORDERS)
        game.rng.shuffle(speakers)
        first = game.rng.randrange(len(lists))
        for i, speaker in enumerate(speakers):
            for item in rounds_of(speaker, lists[(first + i) % len(lists)], game.rng):
                game.rounds.append(_played(game, speaker, item, lists[(first + i) % len(lists)]))
        rounds += game.rounds
    return rounds


def tables(rounds: Sequence[Played]) -> dict[str, Table]:
    """Accuracy, score and questions, by kind and by speaker."""
    kinds = ("all", FULL, "color_under", "number_under", *sorted(ORDERS))
    rows = {}
    for kind in kinds:
        some = [one for one in rounds if kind in ("all", one.item["trialType"], one.speaker)]
        if some:
            rows[kind] = {
                "rounds": len(some),
                "right": round(sum(one.right for one in some) / len(some), 3),
                "score": sum(map(score, some)),
                "questions a round": round(sum(one.questions for one in some) / len(some), 2),
            }
    new = [one for one in rounds if one.wanted and not one.seen]
    full = [one for one in rounds if not one.wanted]
    asked: Table = {
        "something is missing, the speaker unknown": {
            "rounds": len(new),
            "asked": sum(one.questions for one in new),
        },
        "nothing is missing": {"rounds": len(full), "asked": sum(one.questions for one in full)},
    }
    return {"Build What I Mean": rows, "Questions": asked}


def curve(lists: Sequence[Sequence[Item]], games: int, seed: int) -> Table:
    """Accuracy, score and questions by the cost of asking."""
    rows = {}
    for cost in COSTS:
        rounds = play(lists, games, seed, cost)
        rows[f"{cost:.2f}"] = {
            "right": round(sum(one.right for one in rounds) / len(rounds), 3),
            "score": sum(map(score, rounds)),
            "questions a round": round(sum(one.questions for one in rounds) / len(rounds), 2),
        }
    return rows


def score(one: Played) -> int:
    """The points of a round."""
    return (RIGHT if one.right else WRONG) + QUESTION * one.questions


def wrong(rounds: Sequence[Played]) -> list[str]:
    """A line for each item that was ever built wrongly: how often, its number, its words."""
    counts = Counter((one.item["trialNumber"], one.item["sentenceW"]) for one in rounds if not one.right)
    return [f"{count} x {number}: {words}" for (number, words), count in counts.most_common()]


def _played(game: Game, speaker: str, item: Item, items: Sequence[Item]) -> Played:
    start, target = pieces(item["startStructure"]), pieces(item["targetStructure"])
    reply, questions = game.entrant.reply(format_round(item["startStructure"], item["sentenceW"], speaker)), 0
    while reply.startswith(ASK):
        questions += 1
        told = answer(reply.removeprefix(f"{ASK};"), item, items, game.rng)
        reply = game.entrant.reply(f"Answer: {told}")
    right = pieces(reply.removeprefix(f"{BUILD};")) == target
    word = "Correct structure built." if right else "Incorrect structure. Expected:"
    game.entrant.reply(f"Feedback: {word} {item['targetStructure'].strip()}")
    kind = item["trialType"]
    seen = sum(one.item["trialType"] == kind and one.speaker == speaker for one in game.rounds)
    assert start <= target, f"item {item['trialNumber']} takes blocks away"
    return Played(item, speaker, right, questions, kind != FULL, seen)


def report(paths: Sequence[Path], games: int, seed: int, with_curve: bool) -> dict[str, Any]:
    """The tables of some lists, and what was wrong."""
    lists = [load(path) for path in paths]
    rounds = play(lists, games, seed)
    found = tables(rounds)
    if with_curve:
        found["By the cost of asking"] = curve(lists, games, seed)
    return {"games": games, "seed": seed, "tables": found, "wrong": wrong(rounds)}
