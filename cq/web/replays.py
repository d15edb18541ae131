"""The replay of a game of CerealBar: its map once, and for each moment what lies on it."""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING, Annotated

from pydantic import BaseModel, Field

from cq.deadlines import check_deadline
from cq.errors import InputError, needing
from cq.web.requests import Body

if TYPE_CHECKING:
    from cq.env.cerealbar import Game

MOST_ACTIONS = 1_000
"""A game has less than 700 actions, unless its leader talks a lot."""


class ReplayRequest(Body):
    """A game to watch."""

    log: Annotated[
        str | None, Field(description="A log, as `write_log` makes it; null: a game of two bundled players.")
    ] = None


class MomentJson(BaseModel):
    """A moment of a game, and whose turn it is. A move or an instruction, `said`, led to it; both are null at
    the begin. `instruction` is the current one: how many were said before it.
    """

    move: str | None
    said: str | None
    player: str
    steps: int
    turns: int
    score: int
    instruction: int | None
    pieces: list[int]


class ReplayJson(BaseModel):
    """A game as pictures. Each is `head`, then `map` or the `drawings` of the numbers in `pieces`, then
    `</svg>`. Numbers count from 0.
    """

    head: str
    map: str
    drawings: list[str]
    moments: list[MomentJson]


def cerealbar(body: ReplayRequest) -> ReplayJson:
    """A game of CerealBar, moment by moment."""
    # The rest of the page is served without the extra.
    with needing("env", "a game of CerealBar needs gymnasium"):
        from cq.env.cerealbar import read_log
    if body.log is None:
        return _sample()
    if (actions := body.log.count("\n") - 2) > MOST_ACTIONS:
        raise InputError(f"the log has {actions:,} actions; give one with at most {MOST_ACTIONS:,}")
    return _replay(read_log(body.log))


@lru_cache
def _sample() -> ReplayJson:
    from cq.env.cerealbar import OracleFollower, PlanningLeader, play, random_map

    leader = PlanningLeader()
    return _replay(play(random_map(1), leader, OracleFollower(lambda number: leader.goals[number]), seed=1))


def _replay(game: Game) -> ReplayJson:
    from cq.env.cerealbar.pictures import draw_map, draw_pieces, svg_head
    from cq.env.cerealbar.rules import transition

    numbers: dict[str, int] = {}
    moments = []
    actions = [None, *(step.action for step in game.steps)]
    # `game.states` would keep all states, which are large if many instructions wait.
    states = accumulate(
        game.steps, lambda state, step: transition(state, step.action, step.deal), initial=game.start
    )
    for action, state in zip(actions, states, strict=True):
        check_deadline()
        moments.append(
            MomentJson(
                move=None if action is None or isinstance(action, str) else action.name.lower(),
                said=action if isinstance(action, str) else None,
                player=state.player.name.lower(),
                instruction=state.finished if state.queue else None,
                pieces=[numbers.setdefault(piece, len(numbers)) for piece in draw_pieces(state)],
                steps=state.steps,
                turns=state.turns,
                score=state.score,
            )
        )
    head, drawn = svg_head("A game of CerealBar"), "".join(draw_map(game.start.map))
    return ReplayJson(head=head, map=drawn, drawings=[*numbers], moments=moments)
