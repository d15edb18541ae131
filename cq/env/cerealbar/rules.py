"""The rules of CerealBar: frozen states, and the transition function of the paper's table 2.

Suhr et al. 2019, "Executing Instructions in Situated Collaborative Interactions", appendices A and B; the
extra turns are those of the public game. What the table leaves undefined raises `InputError`.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from enum import IntEnum
from typing import NamedTuple

from cq.env.cerealbar.deck import SET_SIZE, all_differ, draw, is_set, with_cards
from cq.env.cerealbar.game_map import GameMap
from cq.env.cerealbar.hexes import CELLS, HEADINGS, MOVES
from cq.errors import InputError, excerpt
from cq.utterances import check_characters

CARDS_ON_BOARD = 21
LEADER_STEPS, FOLLOWER_STEPS = 5, 10
FIRST_TURNS = 12
"""Turns of both players together at the begin: six each."""

EXTRA_TURNS = (10, 8, 8, 6, 6, 4, 4, 2, 2, 2)
"""Turns of both players together that the first sets add; later sets add none. A game has at most 64."""


class Action(IntEnum):
    """A move in the world, or DONE: the leader's turn or the follower's instruction is finished."""

    FORWARD = 0
    BACK = 1
    RIGHT = 2
    LEFT = 3
    DONE = 4


class Player(IntEnum):
    LEADER = 0
    FOLLOWER = 1


class State(NamedTuple):
    """A moment of a game: the world and the interaction."""

    map: GameMap
    cards: bytes
    """Codes of cards by cell, 625; 0 is none."""
    selected: tuple[int, ...]
    """The cells of the selected cards, in the order in which they were selected."""
    leader: int
    """Pose: cell × 6 + heading."""
    follower: int
    queue: tuple[str, ...]
    """The instructions that are not finished; the first is the current one."""
    player: Player
    steps: int
    """Steps left in this turn."""
    turns: int
    """Turns of both players left, this one included; at 0 the game is over."""
    score: int
    finished: int
    """How many instructions the follower has finished."""
    seed: int
    """Determines the cards that come after each set."""

    @property
    def is_over(self) -> bool:
        return self.turns <= 0

    @property
    def is_invalid(self) -> bool:
        """Whether the selected cards cannot become a set without deselecting; the leader alone sees it."""
        return len(self.selected) > SET_SIZE or not all_differ(self.cards[cell] for cell in self.selected)


Dealt = tuple[tuple[int, int], ...]
"""New cards: (cell, code)."""

Deal = Callable[[State], Dealt]
"""The three new cards for a state whose set has just gone."""


def new_game(game_map: GameMap, seed: int) -> State:
    """The start of a game: 21 cards that have a set, and both players, at random on cells that can be reached
    from each other. Raises `InputError` for a map without room.
    """
    needed = CARDS_ON_BOARD + SET_SIZE + 2
    if len(game_map.ground) < needed:
        raise InputError(
            f"the map has {len(game_map.ground)} connected free cells, and {CARDS_ON_BOARD} cards and two "
            f"players need {needed}; give a map with fewer obstacles"
        )
    rng = random.Random(f"start {seed}")
    leader, follower, *places = rng.sample(game_map.ground, 2 + CARDS_ON_BOARD)
    cards = with_cards(bytes(CELLS), draw(bytes(CELLS), places, CARDS_ON_BOARD, rng))
    poses = [cell * 6 + rng.randrange(len(HEADINGS)) for cell in (leader, follower)]
    return first_state(game_map, cards, poses[0], poses[1], seed)


def first_state(game_map: GameMap, cards: bytes, leader: int, follower: int, seed: int) -> State:
    """The state of a game that begins with some cards and the poses of both players."""
    return State(
        game_map, cards, (), leader, follower, (), Player.LEADER, LEADER_STEPS, FIRST_TURNS, 0, 0, seed
    )


def deal(state: State) -> Dealt:
    """Three new cards on free cells without a player, such that the board has a set. They depend on the
    state's seed and score alone, besides the board.
    """
    players = (state.leader // 6, state.follower // 6)
    free = [cell for cell in state.map.ground if not state.cards[cell] and cell not in players]
    return draw(state.cards, free, SET_SIZE, random.Random(f"cards {state.seed} {state.score}"))


def transition(state: State, action: Action | int | str, deal: Deal = deal) -> State:
    """The state after an action of the player whose turn it is; a text is an instruction of the leader.

    `deal` gives the new cards after a set. Raises `InputError` for an action that the state does not define:
    any after the end, moves into an obstacle or off the grid, moves without steps, instructions of the
    follower or without words, and DONE of the follower without an instruction.
    """
    if state.turns <= 0:
        raise InputError(f"action {excerpt(action)}: the game is over; start another one")
    if isinstance(action, str):
        return _instruct(state, action)
    if action == Action.DONE:
        return _done(state)
    if action not in _MOVES:
        raise InputError(
            f"action {excerpt(action)} is unknown; give an Action, 0 to 4, or the text of an instruction"
        )
    return _move(state, int(action), deal)


_MOVES = frozenset((0, 1, 2, 3))


def _instruct(state: State, words: str) -> State:
    """Rule 1."""
    if state.player:
        raise InputError(f"the follower cannot give the instruction {excerpt(words)}; give it a move or DONE")
    if not words.strip():
        raise InputError(f"the instruction {excerpt(words)} has no words; write one")
    check_characters(words, "the instruction")
    return state._replace(queue=(*state.queue, words))


def _done(state: State) -> State:
    """Rules 2, 3, 5 and 6."""
    queue, turns = state.queue, state.turns
    if state.player == Player.LEADER:
        if queue:
            return state._replace(player=Player.FOLLOWER, steps=FOLLOWER_STEPS, turns=turns - 1)
        # The turn of a follower without instructions is skipped, and counts all the same.
        return state._replace(steps=LEADER_STEPS, turns=max(turns - 2, 0))
    if not queue:
        raise InputError("the follower has no instruction to finish; it is the leader's turn")
    state = state._replace(queue=queue[1:], finished=state.finished + 1)
    if len(queue) > 1:
        return state
    return state._replace(player=Player.LEADER, steps=LEADER_STEPS, turns=turns - 1)


def _move(state: State, action: int, deal: Deal) -> State:
    """Rules 4, 7 and 8."""
    game_map, cards, selected, leader, follower, queue, player, steps, turns, score, finished, seed = state
    if steps <= 0:
        raise InputError(
            f"{Action(action).name} takes a step, and there are no steps left; end the turn with DONE"
        )
    pose = MOVES[action][follower if player else leader]
    cell = pose // 6
    if pose < 0 or game_map.obstacles[cell]:
        raise InputError(f"{Action(action).name}: {_blocked(state, action)}; turn, or move the other way")
    if player:
        follower = pose
    else:
        leader = pose
    steps -= 1
    if action < Action.RIGHT and cards[cell]:
        selected = tuple(c for c in selected if c != cell) if cell in selected else (*selected, cell)
        if len(selected) == SET_SIZE and is_set([cards[c] for c in selected]):
            cards = with_cards(cards, [(c, 0) for c in selected])
            if score < len(EXTRA_TURNS):
                turns += EXTRA_TURNS[score]
            score, selected = score + 1, ()
            world = State(
                game_map, cards, (), leader, follower, queue, player, steps, turns, score, finished, seed
            )
            cards = with_cards(cards, deal(world))
    if player and steps == 0:
        player, steps, turns = Player.LEADER, LEADER_STEPS, turns - 1
    return State(
        game_map, cards, selected, leader, follower, queue, player, steps, turns, score, finished, seed
    )


def _blocked(state: State, action: int) -> str:
    """What is in the way of a move that is not defined."""
    pose = MOVES[action][state.follower if state.player else state.leader]
    return "the grid ends there" if pose < 0 else f"{state.map.describe(pose // 6)} is in the way"


def defined(state: State) -> tuple[bool, bool, bool, bool, bool]:
    """Which of forward, back, right, left and DONE the state defines."""
    if state.turns <= 0:
        return (False, False, False, False, False)
    done = bool(state.queue) or not state.player
    if state.steps <= 0:
        return (False, False, False, False, done)
    pose = state.follower if state.player else state.leader
    obstacles, ahead, behind = state.map.obstacles, MOVES[0][pose], MOVES[1][pose]
    return (
        ahead >= 0 and not obstacles[ahead // 6],
        behind >= 0 and not obstacles[behind // 6],
        True,
        True,
        done,
    )
