"""Games as JSON lines: the start, an action a line, and the result. A log replays byte for byte."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from cq.env.cerealbar.deck import Card, card_code, card_of, with_cards
from cq.env.cerealbar.game_map import GameMap, cell_at
from cq.env.cerealbar.hexes import CELLS, HEADINGS, SIZE
from cq.env.cerealbar.players import Agent
from cq.env.cerealbar.rules import (
    Action,
    Dealt,
    Player,
    State,
    deal,
    first_state,
    new_game,
    transition,
)
from cq.errors import InputError, excerpt
from cq.files.json_input import parse_json

FORMAT = "cerealbar 1"
MOST_ACTIONS = 100_000
"""A game with more actions is of a leader that instructs without end."""


class Step(NamedTuple):
    """An action, and the cards that came if it made a set."""

    action: Action | str
    dealt: Dealt = ()

    def deal(self, _: State) -> Dealt:
        """The cards of the step, in place of new ones at random."""
        return self.dealt


@dataclass(frozen=True)
class Game:
    """A played game: its first state and its steps."""

    start: State
    steps: tuple[Step, ...]

    @cached_property
    def states(self) -> list[State]:
        """The state before each step, and the last one. Raises `InputError` for an undefined step."""
        states = [self.start]
        for step in self.steps:
            states.append(transition(states[-1], step.action, step.deal))
        return states


def play(game_map: GameMap, leader: Agent, follower: Agent, seed: int) -> Game:
    """A game of two agents to its end. Raises `InputError` if an agent's action is not defined, or the leader
    instructs without end.
    """
    state = start = new_game(game_map, seed)
    steps: list[Step] = []
    agents = {Player.LEADER: leader, Player.FOLLOWER: follower}
    for agent in agents.values():
        agent.begin(state, seed)
    while not state.is_over:
        if len(steps) >= MOST_ACTIONS:
            raise InputError(
                f"the game has {MOST_ACTIONS:,} actions and no end; give a leader that ends its turns"
            )
        action = agents[state.player].act(state)
        dealt: list[tuple[int, int]] = []

        def remember(world: State, dealt: list[tuple[int, int]] = dealt) -> Dealt:
            dealt.extend(deal(world))
            return tuple(dealt)

        state = transition(state, action, remember)
        steps.append(Step(action, tuple(dealt)))
    return Game(start, tuple(steps))


def write_log(game: Game) -> str:
    """The game as JSON lines. Raises `InputError` for a game that does not start at its begin."""
    start, end = game.start, game.states[-1]
    if start != first_state(start.map, start.cards, start.leader, start.follower, start.seed):
        raise InputError("the game does not start at its begin, which a log does; give the whole game")
    header = {
        "format": FORMAT,
        "seed": start.seed,
        "terrain": _rows(start.map.terrain),
        "objects": _rows(start.map.objects),
        "cards": _listed((cell, code) for cell, code in enumerate(start.cards) if code),
        "leader": [*_place(start.leader // 6), HEADINGS[start.leader % 6]],
        "follower": [*_place(start.follower // 6), HEADINGS[start.follower % 6]],
    }
    lines = [header, *map(_line, game.steps), _result(end)]
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def read_log(text: str) -> Game:
    """The game of a log. It is replayed, and must come to the result that the log gives.

    Raises `InputError`, with the number of the line, for a damaged log.
    """
    # An instruction may hold other characters that end a line, such as U+2028.
    lines = text.removesuffix("\n").split("\n")
    if len(lines) < 2:
        raise InputError("the log has less than two lines; give one with a first line, actions and a result")
    start = _parsed(lines, 0, _read_header)
    steps = [_parsed(lines, number, _read_step) for number in range(1, len(lines) - 1)]
    state = start
    for number, step in enumerate(steps, start=2):
        try:
            state = transition(state, step.action, step.deal)
        except InputError as error:
            raise InputError(f"line {number} of the log cannot be played: {error}") from None
    result = _parsed(lines, len(lines) - 1, dict)
    if result != _result(state):
        raise InputError(
            f"line {len(lines)} of the log gives the result {excerpt(result)}, and its actions lead to "
            f"{_result(state)}; the log is damaged or was cut, write it again"
        )
    return Game(start, tuple(steps))


def _line(step: Step) -> dict[str, Any]:
    action = step.action
    line: dict[str, Any] = (
        {"instruction": action} if isinstance(action, str) else {"action": action.name.lower()}
    )
    return line | ({"dealt": _listed(step.dealt)} if step.dealt else {})


def _result(state: State) -> dict[str, Any]:
    return {"score": state.score, "turns": state.turns, "finished": state.finished}


def _rows(codes: bytes) -> list[str]:
    """Codes by cell as a string of letters for each row, a for 0, from the south."""
    letters = "".join(chr(ord("a") + code) for code in codes)
    return [letters[i : i + SIZE] for i in range(0, CELLS, SIZE)]


def _codes(rows: Sequence[str]) -> bytes:
    return bytes(ord(letter) - ord("a") for letter in "".join(rows))


def _place(cell: int) -> tuple[int, int]:
    return cell % SIZE, cell // SIZE


def _listed(cards: Iterator[tuple[int, int]] | Dealt) -> list[list[Any]]:
    return [[*_place(cell), *card_of(code)] for cell, code in cards]


def _dealt(cards: Sequence[Sequence[Any]]) -> Dealt:
    return tuple((cell_at(x, y), card_code(Card(*face))) for x, y, *face in cards)


def _pose(x: int, y: int, heading: str) -> int:
    return cell_at(x, y) * 6 + HEADINGS.index(heading)


def _read_header(line: Mapping[str, Any]) -> State:
    if line["format"] != FORMAT:
        raise ValueError(f"the format is {excerpt(line['format'])}, not {FORMAT!r}")
    game_map = GameMap(_codes(line["terrain"]), _codes(line["objects"]))
    cards = with_cards(bytes(CELLS), _dealt(line["cards"]))
    return first_state(game_map, cards, _pose(*line["leader"]), _pose(*line["follower"]), line["seed"])


def _read_step(line: Mapping[str, Any]) -> Step:
    action = line["instruction"] if "instruction" in line else Action[line["action"].upper()]
    if not isinstance(action, str | Action):
        raise TypeError(f"the instruction {excerpt(action)} is not a text")
    return Step(action, _dealt(line.get("dealt", ())))


def _parsed(lines: Sequence[str], number: int, parse: Any) -> Any:
    """A line as `parse` reads its JSON object. Raises `InputError` with the line's number."""
    try:
        line = parse_json(lines[number], "it")
        if not isinstance(line, dict):
            raise ValueError(f"{excerpt(line)} is not an object")
        return parse(line)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        reason = f"{excerpt(str(error), 90)} ({type(error).__name__})"
        raise InputError(f"line {number + 1} of the log is damaged: {reason}; write the log again") from None
