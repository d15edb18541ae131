"""The paper's evaluation of a follower on played games: by instruction, by game, and cascaded.

The follower plays against the recorded turns of the leader, with all ten steps in each turn. Sections 6 and 7
and appendix F of Suhr et al. 2019.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from statistics import fmean
from typing import NamedTuple

from cq.env.cerealbar.game_log import Game, Step
from cq.env.cerealbar.hexes import MOVES
from cq.env.cerealbar.players import Agent, Goal
from cq.env.cerealbar.rules import Action, Dealt, Player, State, deal, transition
from cq.env.cerealbar.wording import Change
from cq.errors import InputError

LONGEST = 25
"""Actions of an instruction, after which the paper lets a model finish it (appendix G)."""


_Sets = deque[tuple[bytes, Dealt]]


class Example(NamedTuple):
    """A finished instruction of a game: the indices of the state in which the follower first acts on it, and
    of the state after its DONE.
    """

    first: int
    last: int


class Run(NamedTuple):
    """What a follower did: its actions, and the states after each instruction that it finished and at the
    end.
    """

    actions: tuple[Action, ...]
    finished: tuple[State, ...]
    end: State


class Scores(NamedTuple):
    """The metrics of the paper's table 1. All but `full_game_points` are 0 to 1; `points_scored` is None if
    no point was left to score in any example.
    """

    card_state: float
    environment_state: float
    action_sequence: float
    full_game_points: float
    instructions_followed: float
    points_scored: float | None


def examples(game: Game) -> list[Example]:
    """The finished instructions of a game, in order."""
    first: dict[int, int] = {}
    last: dict[int, int] = {}
    for index, state in enumerate(game.states):
        if state.player == Player.FOLLOWER:
            first.setdefault(state.finished, index)
        last.setdefault(state.finished, index)
    return [Example(first[number], last[number + 1]) for number in sorted(first) if number + 1 in last]


def goals(game: Game) -> list[Goal]:
    """What each finished instruction came to: the cards that the follower changed, and where it stopped."""
    return [_goal(game, example) for example in examples(game)]


def _goal(game: Game, example: Example) -> Goal:
    changes = {}
    for index in range(example.first, example.last):
        state, action = game.states[index], game.steps[index].action
        if state.player == Player.FOLLOWER and action in (Action.FORWARD, Action.BACK):
            cell = MOVES[int(action)][state.follower] // 6
            if state.cards[cell]:
                changes[cell] = Change(cell, state.cards[cell], cell not in state.selected)
    return Goal(tuple(changes.values()), game.states[example.last].follower // 6)


class StaticOracle:
    """Repeats what the follower of a game did for each instruction."""

    def __init__(self, game: Game) -> None:
        self._actions = [recorded_actions(game, example) for example in examples(game)]

    def begin(self, state: State, seed: int) -> None:
        self._number = -1
        self._left: Iterator[Action] = iter(())

    def act(self, state: State) -> Action:
        if state.finished != self._number:
            self._number = state.finished
            known = self._number < len(self._actions)
            self._left = iter(self._actions[self._number] if known else ())
        return next(self._left, Action.DONE)


def recorded_actions(game: Game, example: Example) -> tuple[Action, ...]:
    """The follower's actions for an instruction, with the DONE."""
    indices = range(example.first, example.last)
    return tuple(
        Action(step.action)
        for step, state in ((game.steps[index], game.states[index]) for index in indices)
        if state.player == Player.FOLLOWER and not isinstance(step.action, str)
    )


def same_cards(state: State, other: State) -> bool:
    """Whether the cards and their selection are the same."""
    return state.cards == other.cards and set(state.selected) == set(other.selected)


def run(
    game: Game,
    follower: Agent,
    first: int,
    instructions: int,
    expected: Sequence[State] = (),
    longest: int = LONGEST,
) -> Run:
    """Let a follower play a game from its state `first` on, against the leader's recorded turns.

    It ends with the game, after so many `instructions`, when a set is made that the recording does not have
    next, and when the cards after an instruction are not those of its `expected` state. An instruction with
    `longest` actions counts as finished.
    """
    state, before = game.states[first], game.states[first].finished
    turns, sets = _leader_turns(game, first), _sets(game, first)
    actions: list[Action] = []
    finished: list[State] = []
    strayed: list[State] = []
    follower.begin(state, game.start.seed)
    taken = 0
    while not state.is_over and not strayed and len(finished) < instructions:
        if state.player == Player.LEADER:
            for step in turns.popleft() if turns else [Step(Action.DONE)]:
                if not state.is_over and not strayed:
                    state = _step(state, step.action, sets, strayed)
            continue
        action = Action(int(follower.act(state))) if taken < longest else Action.DONE
        taken += 1
        actions.append(action)
        state = _step(state, action, sets, strayed)
        if state.finished > before + len(finished):
            taken = 0
            number = len(finished)
            finished.append(state)
            if number < len(expected) and not same_cards(state, expected[number]):
                break
    return Run(tuple(actions), tuple(finished), state)


def _step(state: State, action: Action | str, sets: _Sets, strayed: list[State]) -> State:
    """The state after an action. The cards after a set are the recorded ones if it is the recorded set."""

    def recorded(world: State) -> Dealt:
        gone = bytes(a if a != b else 0 for a, b in zip(state.cards, world.cards, strict=True))
        if sets and sets[0][0] == gone:
            return sets.popleft()[1]
        strayed.append(world)
        return deal(world)

    return transition(state, action, recorded)


def _leader_turns(game: Game, first: int) -> deque[list[Step]]:
    """The leader's steps from an index on, by turn."""
    turns: deque[list[Step]] = deque([[]])
    for step, state in zip(game.steps[first:], game.states[first:], strict=False):
        if state.player == Player.LEADER:
            turns[-1].append(step)
            if step.action == Action.DONE:
                turns.append([])
    turns.pop()
    return turns


def _sets(game: Game, first: int) -> _Sets:
    """The sets from an index on: their cards by cell, and the cards that came."""
    sets: _Sets = deque()
    for index in range(first, len(game.steps)):
        if dealt := game.steps[index].dealt:
            state, after = game.states[index], game.states[index + 1]
            pose = after.follower if state.player else after.leader
            cells = {*state.selected, pose // 6}
            sets.append((bytes(c if i in cells else 0 for i, c in enumerate(state.cards)), dealt))
    return sets


def score(game: Game, follower: Agent, longest: int = LONGEST) -> Scores:
    """The metrics of a follower on one game. An instruction with `longest` actions counts as finished.

    Raises `InputError` for a game without a finished instruction.
    """
    found, states = examples(game), game.states
    if not found:
        raise InputError("the game has no finished instruction to score; give one that has")
    ends = [states[example.last] for example in found]
    cards, places, sequences = [], [], []
    followed, points = [], []
    for number, example in enumerate(found):
        alone = run(game, follower, example.first, 1, longest=longest)
        right = same_cards(alone.end, ends[number])
        cards.append(right)
        places.append(right and alone.end.follower // 6 == ends[number].follower // 6)
        sequences.append(alone.actions == recorded_actions(game, example))
        cascade = run(game, follower, example.first, len(found) - number, ends[number:], longest)
        kept = [same_cards(*pair) for pair in zip(cascade.finished, ends[number:], strict=False)]
        followed.append(sum(kept) / (len(found) - number))
        possible = states[-1].score - states[example.first].score
        if possible:
            points.append(min(1.0, (cascade.end.score - states[example.first].score) / possible))
    whole = run(game, follower, 0, len(found), longest=longest)
    return Scores(
        fmean(cards),
        fmean(places),
        fmean(sequences),
        float(whole.end.score),
        fmean(followed),
        fmean(points) if points else None,
    )
