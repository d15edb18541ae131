"""Followers of CerealBar by the metrics of the paper's table 1, on simulated games.

The games are played by the planning leader and the oracle follower, on a random map each. Followers then play
against the recorded turns of the leader. The published figures are of games that people recorded: they stand
beside ours for the shape of the table and are not comparable with them. `--two-stage` adds a row for each
model that `python -m eval cerealbar two-stage` made.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from statistics import fmean
from typing import Annotated

import typer

from cq.env.cerealbar import (
    Action,
    Agent,
    Game,
    OracleFollower,
    PlanningLeader,
    RandomFollower,
    Scores,
    State,
    StaticOracle,
    defined,
    examples,
    goals,
    new_game,
    play,
    random_map,
    score,
    transition,
)
from cq.env.cerealbar.evaluation import LONGEST
from eval.cerealbar.two_stage_model import TwoStage, TwoStageFollower
from eval.options import Out
from eval.output import show

COLUMNS = (
    "card state acc.",
    "env. state acc.",
    "action seq. acc.",
    "full game points",
    "prop. instr. followed",
    "prop. points scored",
)
PUBLISHED = {
    "development, full model": (58.2, 32.6, 15.8, 0.66, 20.5, 18.1),
    "development, full model with gold plan": (87.4, 80.2, 63.4, None, None, None),
    "development, Seq2seq+attn": (35.3, 11.1, 9.4, 0.20, 8.8, 6.3),
    "development, static oracle": (99.7, 99.7, 100.0, 6.58, 98.5, 97.9),
    "test, full model": (58.4, 32.1, 15.6, 0.62, 15.4, 17.9),
    "test, Seq2seq+attn": (37.3, 10.8, 8.5, 0.22, 8.7, 6.5),
    "test, static oracle": (99.7, 99.7, 100.0, 6.66, 96.8, 95.6),
}
"""Rows of table 1 of Suhr et al. 2019, in the order of `COLUMNS`; percentages but the points."""


class DoneAtOnce:
    """Finishes each instruction without a move."""

    def begin(self, state: State, seed: int) -> None:
        pass

    def act(self, state: State) -> Action:
        return Action.DONE


FOLLOWERS: dict[str, tuple[Callable[[Game], Agent], int]] = {
    "static oracle": (StaticOracle, 1_000),
    "gold goals and a planner": (lambda game: gold_follower(game), LONGEST),
    "random moves": (lambda game: RandomFollower(), LONGEST),
    "done at once": (lambda game: DoneAtOnce(), LONGEST),
}
"""Each with the actions after which an instruction counts as finished: the paper's 25, but for the oracle."""


def main(
    games: Annotated[int, typer.Option(help="Simulated games.")] = 10,
    steps: Annotated[int, typer.Option(help="Transitions to time.")] = 100_000,
    two_stage: Annotated[
        list[Path] | None, typer.Option(help="A trained model; its row is named as the file.")
    ] = None,
    out: Out = None,
) -> None:
    models = {path.stem: TwoStage.load(path) for path in two_stage or ()}
    played = [simulated_game(seed) for seed in range(games)]
    followers = FOLLOWERS | {name: (_following(model), LONGEST) for name, model in models.items()}
    rows = {
        name: _row([score(game, make(game), longest) for game in played])
        for name, (make, longest) in followers.items()
    }
    published = {
        name: {column: value for column, value in zip(COLUMNS, values, strict=True) if value is not None}
        for name, values in PUBLISHED.items()
    }
    points = [game.states[-1].score for game in played]
    about = {
        "games": games,
        "instructions": sum(len(examples(game)) for game in played),
        "points a game": round(fmean(points), 2),
        "transitions/s": f"{transitions_per_second(steps):,.0f}",
    }
    show(
        {
            "Ours on simulated games": rows,
            "Published on recorded games, not comparable": published,
            "The simulated games": {"planning leader, oracle follower": about},
        },
        out,
    )


def simulated_game(seed: int) -> Game:
    """A game of the planning leader and the oracle follower."""
    leader = PlanningLeader()
    return play(random_map(seed), leader, OracleFollower(lambda number: leader.goals[number]), seed)


def transitions_per_second(steps: int) -> float:
    """Transitions per second of processor time, of random moves, with the check of what is defined."""
    import random

    rng, game_map = random.Random(0), random_map(0)
    state, number = new_game(game_map, 0), 0
    began = time.process_time()
    for _ in range(steps):
        if state.is_over:
            number += 1
            state = new_game(game_map, number)
        if not state.player and not state.queue:
            state = transition(state, "walk around")
            continue
        moves = [action for action, may in enumerate(defined(state)[:4]) if may]
        state = transition(state, rng.choice(moves) if moves else Action.DONE)
    return steps / (time.process_time() - began)


def gold_follower(game: Game) -> OracleFollower:
    """A planner that knows what each instruction of a game is to change."""
    known = goals(game)
    return OracleFollower(lambda number: known[min(number, len(known) - 1)])


def _following(model: TwoStage) -> Callable[[Game], Agent]:
    return lambda game: TwoStageFollower(model)


def _row(scores: list[Scores]) -> dict[str, float]:
    """The means over games; percentages but the points."""
    means = [fmean(value for value in values if value is not None) for values in zip(*scores, strict=True)]
    scales = (100, 100, 100, 1, 100, 100)
    return {
        column: round(mean * scale, 2 if scale == 1 else 1)
        for column, mean, scale in zip(COLUMNS, means, scales, strict=True)
    }
