"""CerealBar (Suhr et al. 2019): a leader and a follower collect sets of cards on a map of hexagons.

    from cq.env.cerealbar import OracleFollower, PlanningLeader, play, random_map

    leader = PlanningLeader()
    game = play(random_map(0), leader, OracleFollower(lambda number: leader.goals[number]), seed=0)
    game.states[-1].score

The environments are `gymnasium.make("cq/CerealBarFollower-v0")` and, with the package `pettingzoo`,
`cq.env.cerealbar.two_players.CerealBar`.
"""

from typing import Any

from cq.env.cerealbar.deck import Card, card_of, find_sets
from cq.env.cerealbar.evaluation import Scores, StaticOracle, examples, goals, score
from cq.env.cerealbar.follower_env import FollowerEnv
from cq.env.cerealbar.game_log import Game, Step, play, read_log, write_log
from cq.env.cerealbar.game_map import GameMap, random_map
from cq.env.cerealbar.pictures import draw_svg, draw_text
from cq.env.cerealbar.players import Agent, Goal, OracleFollower, PlanningLeader, RandomFollower
from cq.env.cerealbar.programs import ProgramFollower, parse_program, plan
from cq.env.cerealbar.recordings import load_cb2, load_recordings, recording_features
from cq.env.cerealbar.rules import Action, Player, State, deal, defined, new_game, transition
from cq.env.cerealbar.sights import observe
from cq.env.cerealbar.wording import Change


def __getattr__(name: str) -> Any:
    """The bundled reader is imported on first use, as it needs torch."""
    if name == "instruction_reader":
        from cq.env.cerealbar.reader import instruction_reader

        return instruction_reader
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "Action",
    "Agent",
    "Card",
    "Change",
    "FollowerEnv",
    "Game",
    "GameMap",
    "Goal",
    "OracleFollower",
    "PlanningLeader",
    "Player",
    "ProgramFollower",
    "RandomFollower",
    "Scores",
    "State",
    "StaticOracle",
    "Step",
    "card_of",
    "deal",
    "defined",
    "draw_svg",
    "draw_text",
    "examples",
    "find_sets",
    "goals",
    "instruction_reader",
    "load_cb2",
    "load_recordings",
    "new_game",
    "observe",
    "parse_program",
    "plan",
    "play",
    "random_map",
    "read_log",
    "recording_features",
    "score",
    "transition",
    "write_log",
]
