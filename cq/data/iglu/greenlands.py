"""Tasks and games as the platform Greenlands (microsoft/greenlands) stores them.

A task is `{"initialGameState": {"instructions", "worldState": {"blockChanges"}}, "targetGameChanges":
[{"worldChanges": {"blockChanges"}}]}`; its blocks are `"[x,y,z,pitch,yaw]": {"type": material}`. A game is
its events, in order, `{"eventType", "gameId", "taskId", "source", "roleId", …}`: a chat has a `message`, a
placed or removed block a `location` and a `material`, and the end of the task a `completionType`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from cq.arrays import is_integer, is_whole
from cq.data.tasks.task import Task
from cq.errors import InputError, excerpt
from cq.files.json_input import parse_json
from cq.types import Grid
from cq.utterances import check_characters, find_mark, split_utterances, starts_with_mark, write_utterance
from cq.world.grid import FARTHEST
from cq.world.zone import IGLU

OUTCOMES = (
    "PLAYER_COMMAND_SUCCESS",
    "PLAYER_COMMAND_FAIL",
    "ABORT_TIME_OUT",
    "ABORT_MAX_TURN",
    "ABORT_PLAYER_LEAVE",
)
"""The ends of a task: the person said that the agent succeeded, or failed, or it was broken off."""

COLOURS = {0: 0, 178: 1, 180: 2, 181: 3, 168: 4, 177: 5, 171: 6}
"""Material → colour: air, and the wool that the agents of 2022 build with."""

PLACED, REMOVED, SAID, COMPLETED = (
    "BlockPlaceEvent",
    "BlockRemoveEvent",
    "PlayerChatEvent",
    "PlatformTaskCompletedEvent",
)
LEFT_OUT = frozenset(
    {
        "AgentIsReadyEvent",
        "PlatformGameEndEvent",
        "PlatformGameStartEvent",
        "PlatformPlayerJoinsGameEvent",
        "PlatformPlayerLeavesGameEvent",
        "PlatformPlayerTurnChangeEvent",
        "PlayerMoveEvent",
        "PlayerToggleFlightEvent",
    }
)
"""Events of which nothing is kept."""


@dataclass
class PlayedGame:
    """What is read of a game: its task's id, the world at its end, what was said, and how it ended; `end` is
    None if it is not known, as are the others.
    """

    task_id: str | None = None
    end: Grid | None = None
    dialogue: list[dict[str, str]] = field(default_factory=list)
    outcome: str | None = None


def read_task(value: Any) -> Task:
    """A task. Its dialog is what was said before, its instruction the architect's last words with what
    follows them. Raises `InputError` if it cannot be read.
    """
    state, start = _object(value, "initialGameState"), np.zeros(IGLU.shape, np.int8)
    # Blocks around the zone mark the place and the directions.
    _change(start, _object(value, "initialWorldCompleteBlocks", {}), around=True)
    _change(start, _object(_object(state, "worldState", {}), "blockChanges", {}), around=True)
    target, changes = start.copy(), value.get("targetGameChanges")
    if not isinstance(changes, list) or not changes:
        raise InputError(f"targetGameChanges is {excerpt(changes)}; it is a list of changes")
    for change in changes:  # Each goes on from the world before.
        _change(target, _object(_object(change, "worldChanges", {}), "blockChanges", {}))
    text = state.get("instructions") or ""
    if not isinstance(text, str):
        raise InputError(f"instructions is {excerpt(text)}; it is a text")
    check_characters(text, "instructions")
    if not starts_with_mark(text):
        return Task(text.strip(), target, "", start)
    turns = [(speaker, said) for speaker, said in split_utterances(text) if said]
    last = max((i for i, (speaker, _) in enumerate(turns) if speaker == "architect"), default=0)
    lines = [write_utterance(*turn) for turn in turns]
    return Task("\n".join(lines[last:]), target, "\n".join(lines[:last]), start)


def read_game(
    name: str, value: Any, tasks: Mapping[str, Task], place: str, unread: dict[str, str]
) -> PlayedGame:
    """The game of this name. Events that cannot be read go to `unread`, by their `place`, with the reason.
    Raises `InputError` if it has no events.
    """
    events = value.get("events") if isinstance(value, dict) else value
    if not isinstance(events, list) or not events:
        raise InputError(f"its events are {excerpt(events)}; they are a list")
    known = [event for event in events if isinstance(event, dict)]
    ids = [event["taskId"] for event in known if isinstance(event.get("taskId"), str)]
    game = PlayedGame(ids[0] if ids else None)
    if task := tasks.get(game.task_id or ""):
        game.end = task.starting_grid.copy()
    else:
        unread[place] = f"its task {excerpt(game.task_id)} is not among those that are read; it has no worlds"
    agents = [event.get("roleId") for event in known if event.get("source") == "AgentService"]
    for number, event in enumerate(events, start=1):
        try:
            _apply(game, name, event, agents)
        except InputError as error:
            unread[f"{place}, event {number}"] = str(error)
            kind = event.get("eventType") if isinstance(event, dict) else None
            if kind in (PLACED, REMOVED) or not isinstance(kind, str):
                game.end = None  # It may have changed any block.
    return game


def _apply(game: PlayedGame, name: str, event: Any, agents: list[Any]) -> None:
    kind = event.get("eventType") if isinstance(event, dict) else None
    if not isinstance(kind, str):
        raise InputError(f"{excerpt(event)} is not an event: an object with an eventType")
    for key, expected in (("gameId", name), ("taskId", game.task_id)):
        if event.get(key) not in (None, expected):
            raise InputError(f"its {key} is {excerpt(event[key])}, that of the game is {excerpt(expected)}")
    if kind in (PLACED, REMOVED):
        at = _object(event, "location")
        if game.end is not None:
            _put(game.end, [at.get(axis) for axis in "xyz"], event.get("material") if kind == PLACED else 0)
    elif kind == SAID:
        said = event.get("message")
        if not isinstance(said, str) or not said.strip() or find_mark(said):
            raise InputError(f"its message is {excerpt(said)}; it is a text without the mark of a speaker")
        check_characters(said, "its message")
        role = event.get("roleId")
        is_agent = event.get("source") == "AgentService" or (role is not None and role in agents)
        game.dialogue.append({"speaker": "builder" if is_agent else "architect", "text": said.strip()})
    elif kind == COMPLETED:
        outcome = event.get("completionType")
        if outcome not in (None, *OUTCOMES):
            raise InputError(f"its completionType is {excerpt(outcome)}; it is one of {', '.join(OUTCOMES)}")
        game.outcome = outcome or game.outcome
    elif kind not in LEFT_OUT:
        raise InputError(f"the eventType {excerpt(kind)} is unknown; known are those of Greenlands")


def _change(grid: Grid, blocks: dict[str, Any], around: bool = False) -> None:
    """Set blocks, given by their places."""
    for place, block in blocks.items():
        numbers = parse_json(place, f"the place {excerpt(place)} of a block")
        _put(grid, numbers, _object({place: block}, place).get("type"), around)


def _put(grid: Grid, place: Any, material: Any, around: bool = False) -> None:
    """Set a block. The floor, y 0, is left out, and blocks `around` the zone if they are allowed."""
    numbers = place[:3] if isinstance(place, list) else []
    if len(numbers) < 3 or not all(is_whole(number) and abs(number) <= FARTHEST for number in numbers):
        raise InputError(f"a block is at {excerpt(place)}; a place has whole numbers x, y, z")
    x, y, z = map(int, numbers)
    cell = IGLU.cell(x, z, y)
    if y < 1 or (around and not IGLU.holds(cell)):
        return
    where = f"the block at ({x}, {y}, {z})"
    if not IGLU.holds(cell):
        raise InputError(f"{where} is outside the zone: x and z run from -5 to 5, y from 1 to {IGLU.height}")
    if not is_integer(material) or material not in COLOURS:
        raise InputError(f"{where} has the material {excerpt(material)}; known are {list(COLOURS)}")
    grid[cell] = COLOURS[material]


def _object(value: Any, key: str, default: dict[str, Any] | None = None) -> dict[str, Any]:
    """The object at a key of an object; the default, if there is one, where it is missing or null."""
    if not isinstance(value, dict):
        raise InputError(f"{excerpt(value)} is not an object; it has {key}")
    found = default if value.get(key) is None else value[key]
    if not isinstance(found, dict):
        raise InputError(f"{key} is {excerpt(found)}; it is an object")
    return found
