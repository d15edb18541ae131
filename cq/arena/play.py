"""Plays an episode: an agent moves, an architect answers, and the outcome is scored."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import numpy as np

from cq.arena.architects import ASIDE, GAVE_UP, Answer, Answers, Architect
from cq.arena.episode import (
    NO_MORE,
    Agent,
    Ask,
    Build,
    Episode,
    Exchange,
    Move,
    Outcome,
    Protocol,
    Refuse,
    Terms,
    move_to_json,
    turns_of,
)
from cq.arena.moves import checked
from cq.errors import CqError, InputError, excerpt
from cq.metrics import changed_f1
from cq.world import World


class UnreachableError(CqError, ConnectionError):
    """An agent cannot be reached: the study stops, and continues when it is started again."""


def play(
    episode: Episode,
    agent: Agent,
    architect: Architect,
    protocol: Protocol = "asking",
    *,
    budget: int = 3,
    price: float = 0.1,
    seed: int = 0,
) -> dict[str, Any]:
    """The transcript of an episode, as JSON values.

    The agent may ask `budget` questions about each request, only under "asking". An agent that asks for more
    is told so once; then it has refused. An agent that raises an error or makes an invalid move has refused
    too, with the error as the reason; `UnreachableError` is passed on. The architect's answer depends only on
    `seed`, the episode's id and the question.
    """
    answers = architect(episode, random.Random(f"{seed} {episode.id}"))
    terms = Terms(protocol, budget if protocol == "asking" else 0, price, seed)
    told = tuple(
        Exchange(question, _answer(answers, Ask(question)).text)
        for question in (episode.needed if protocol == "told" else ())
    )
    world, context, orders, last = episode.world, episode.context, list[dict[str, Any]](), None
    for request in (episode.request, *episode.then):
        shown = replace(episode.shown(terms), request=request, world=world, context=context)
        history, asked = told, list[dict[str, Any]]()
        while isinstance(move := _moved(agent, shown, history), Ask):
            left = shown.terms.budget
            if not left and asked and asked[-1]["kind"] == ASIDE:
                move = Refuse("it asked again when no question was left", failed=True)
                break
            said, kind = _answer(answers, move) if left else (NO_MORE, ASIDE)
            left = 0 if kind == GAVE_UP else max(0, left - 1)
            shown = replace(shown, terms=replace(terms, budget=left))
            history = (*history, Exchange(move.text, said))
            asked.append({"question": move_to_json(move), "answer": said, "kind": kind})
        orders.append({"request": request, "asked": asked, "move": move_to_json(move)})
        done = move.said if isinstance(move, Build) else f"Sorry, I cannot do that: {move.reason}."
        context, told = (*turns_of(shown, history), ("builder", done)), ()
        if isinstance(move, Build):
            last = move
            world = _after(world, move.outcome)
    outcome = None if last is None else last.outcome if isinstance(last.outcome, str) else world
    return {
        "id": episode.id,
        "protocol": protocol,
        "price": price,
        "is_open": episode.is_open,
        "orders": orders,
        **scores(outcome, episode),
    }


def _moved(agent: Agent, episode: Episode, history: tuple[Exchange, ...]) -> Move:
    """The agent's move; a refusal if it fails."""
    try:
        move = agent(episode, history)
        if not isinstance(move, Ask | Build | Refuse):
            return Refuse(f"{type(move).__name__} is neither Ask, Build nor Refuse", failed=True)
        if isinstance(move, Build) and isinstance(move.outcome, World) and episode.world is not None:
            changed_f1(move.outcome.grid, episode.world.grid, episode.world.grid)  # It checks the zone.
        move = checked(move)
        if isinstance(move, Ask) and not any(map(str.isalnum, move.text)):
            return Refuse("its question holds no words", failed=True)
    except UnreachableError:
        raise
    except (Exception, SystemExit) as error:  # An agent that exits must not end the study.
        return Refuse(f"{type(error).__name__}: {error}", failed=True)
    return move


def _answer(answers: Answers, ask: Ask) -> Answer:
    """The architect's answer. Raises `InputError` if it is invalid."""
    given = answers.answer(ask)
    if not isinstance(given, tuple) or [type(part) for part in given] != [str, str]:
        raise InputError(f"the architect answers {excerpt(given)} to {ask.text!r}; give an arena.Answer")
    return Answer(*given)


def _after(world: World | None, outcome: Outcome) -> World | None:
    """The world for the next request."""
    if world is None or isinstance(outcome, str):
        return world
    return world.after(outcome.grid)


def scores(outcome: Outcome | None, episode: Episode) -> dict[str, Any]:
    """How right an outcome is: `changed_f1` (`cq.metrics`) of the best-fitting right world, and `exact`.
    No outcome is the unchanged world. Texts are compared without case and spaces around words.
    """
    start = episode.world
    if start is not None and outcome is None:
        outcome = start
    found = [_score(outcome, meant, start) for meant in episode.meant]
    return {
        "changed_f1": max((score for score, _ in found), default=0.0),
        "exact": any(right for _, right in found),
    }


def _score(outcome: Outcome | None, meant: Outcome, start: World | None) -> tuple[float, bool]:
    if isinstance(outcome, World) and isinstance(meant, World) and start is not None:
        f1 = float(changed_f1(outcome.grid, meant.grid, start.grid))
        return round(f1, 6), bool(np.array_equal(outcome.grid, meant.grid))
    same = isinstance(outcome, str) and isinstance(meant, str) and _words(outcome) == _words(meant)
    return float(same), same


def _words(text: str) -> list[str]:
    return text.casefold().split()
