"""Rounds of Build What I Mean, played by its rules against the builder that `cq agent` serves.

The rounds, speakers and answers are those of `cq.arena.bwim`. A right structure earns 10 points and a wrong
one costs 10; a question costs 5; then the right structure is told, and the builder learns from it.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
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


def play(
    lists: Sequence[Sequence[Item]], games: int, seed: int, cost: float = COST_OF_ASKING
) -> list[Played]:
    """The rounds of some games: forty each, with one entrant."""
    rounds = []
    for number in range(games):
        entrant, rng = Entrant(cost_of_asking=cost), random.Random(f"{seed} {number}")
        before: Counter[tuple[str, str]] = Counter()
        speakers = sorted(ORDERS)
        rng.shuffle(speakers)
        first = rng.randrange(len(lists))
        for i, speaker in enumerate(speakers):
            items = lists[(first + i) % len(lists)]
            for item in rounds_of(speaker, items, rng):
                kind = item["trialType"]
                right, questions = _round(entrant, speaker, item, items, rng)
                seen = before[speaker, kind]
                rounds.append(Played(item, speaker, right, questions, kind != FULL, seen))
                before[speaker, kind] += 1
    return rounds


def tables(rounds: Sequence[Played]) -> dict[str, Table]:
    """Accuracy, score and questions, by kind and by speaker."""
    kinds = ("all", FULL, "color_under", "number_under", *sorted(ORDERS))
    rows = {}
    for kind in kinds:
        some = [one for one in rounds if kind in ("all", one.item["trialType"], one.speaker)]
        if some:
            rows[kind] = {"rounds": len(some), **_row(some)}
    new = [one for one in rounds if one.wanted and not one.seen]
    full = [one for one in rounds if not one.wanted]
    asked: Table = {
        name: {"rounds": len(some), "asked": sum(one.questions for one in some)}
        for name, some in (("something is missing, the speaker unknown", new), ("nothing is missing", full))
    }
    return {"Build What I Mean": rows, "Questions": asked}


def curve(lists: Sequence[Sequence[Item]], games: int, seed: int) -> Table:
    """Accuracy, score and questions by the cost of asking."""
    return {f"{cost:.2f}": _row(play(lists, games, seed, cost)) for cost in COSTS}


def _row(rounds: Sequence[Played]) -> dict[str, float]:
    return {
        "right": round(sum(one.right for one in rounds) / len(rounds), 3),
        "score": sum(map(score, rounds)),
        "questions a round": round(sum(one.questions for one in rounds) / len(rounds), 2),
    }


def score(one: Played) -> int:
    """The points of a round."""
    return (RIGHT if one.right else WRONG) + QUESTION * one.questions


def wrong(rounds: Sequence[Played]) -> list[str]:
    """A line for each item that was ever built wrongly: how often, its number, its words."""
    counts = Counter((one.item["trialNumber"], one.item["sentenceW"]) for one in rounds if not one.right)
    return [f"{count} x {number}: {words}" for (number, words), count in counts.most_common()]


def _round(
    entrant: Entrant, speaker: str, item: Item, items: Sequence[Item], rng: random.Random
) -> tuple[bool, int]:
    """Whether a round ends with the right structure, and the number of questions."""
    start, target = pieces(item["startStructure"]), pieces(item["targetStructure"])
    assert start <= target, f"item {item['trialNumber']} takes blocks away"
    reply, questions = entrant.reply(format_round(item["startStructure"], item["sentenceW"], speaker)), 0
    while reply.startswith(ASK):
        questions += 1
        told = answer(reply.removeprefix(f"{ASK};"), item, items, rng)
        reply = entrant.reply(f"Answer: {told}")
    right = pieces(reply.removeprefix(f"{BUILD};")) == target
    word = "Correct structure built." if right else "Incorrect structure. Expected:"
    entrant.reply(f"Feedback: {word} {item['targetStructure'].strip()}")
    return right, questions


def report(paths: Sequence[Path], games: int, seed: int, with_curve: bool) -> dict[str, Any]:
    """The tables of some lists, and what was wrong."""
    lists = [load(path) for path in paths]
    rounds = play(lists, games, seed)
    found = tables(rounds)
    if with_curve:
        found["By the cost of asking"] = curve(lists, games, seed)
    return {"games": games, "seed": seed, "tables": found, "wrong": wrong(rounds)}
