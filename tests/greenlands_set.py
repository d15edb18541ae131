"""Files in the format of the human evaluation of 2022: a game, its task and its ratings."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

BLUE, RED, AIR = 178, 181, 0
TOLD = "<Architect> Put a blue block down.\n<Builder> Where?\n<Architect> In the middle."


def blocks(*given: tuple[int, int, int, int]) -> dict[str, Any]:
    return {f"[{x}.0,{y}.0,{z}.0,0.0,0.0]": {"type": material} for x, y, z, material in given}


def task(*target: tuple[int, int, int, int], **state: Any) -> dict[str, Any]:
    # The floor and a landmark outside the zone are part of no grid.
    start = blocks((0, 1, 0, BLUE), (0, 0, 0, 71), (12, 1, 0, 11))
    initial = {"instructions": TOLD, "worldState": {"generatorName": "plain", "blockChanges": start}, **state}
    return {
        "initialGameState": initial,
        "targetGameChanges": [{"worldChanges": {"blockChanges": blocks(*target)}}],
    }


def event(kind: str, **more: Any) -> dict[str, Any]:
    base = {"eventType": kind, "id": "e", "gameId": "g1", "taskId": "t1", "tournamentId": "x"}
    return {**base, "source": "MinecraftPlugin", "roleId": None, **more}


def said(message: Any, by: str = "person", **more: Any) -> dict[str, Any]:
    return event("PlayerChatEvent", message=message, roleId=by, **more)


def placed(x: Any, y: Any, z: Any, material: Any = RED, **more: Any) -> dict[str, Any]:
    location = {"x": x, "y": y, "z": z, "pitch": 0.0, "yaw": 0.0}
    more = {"source": "AgentService", "roleId": "agent", **more}
    return event("BlockPlaceEvent", location=location, material=material, **more)


def removed(x: Any, y: Any, z: Any) -> dict[str, Any]:
    return {**placed(x, y, z), "eventType": "BlockRemoveEvent"}


GAME = [
    event("PlatformGameStartEvent"),
    said("Put a red block on top."),
    event("PlayerMoveEvent", roleId="agent", newLocation={"x": 0.5, "y": 1.0, "z": 0.5}),
    placed(0.0, 2.0, 0.0),
    placed(-5.0, 1.0, 5.0, BLUE),
    removed(-5.0, 1.0, 5.0),
    said("I am done.", by="agent"),
    said("Thank you."),
    event("PlatformTaskCompletedEvent", completionType="PLAYER_COMMAND_SUCCESS"),
    event("PlatformGameEndEvent"),
]
RATED = {"was_chosen_best": True, "agent_performance": "It built well."}


def written(
    folder: Path,
    games: Any = None,
    tasks: Any = None,
    rated: tuple[tuple[str, str], ...] = (("h1", "g1"), ("h2", "NA")),
) -> Path:
    games = [{"id": "g1", "events": GAME}] if games is None else games
    tasks = {"t1": task((0, 2, 0, RED))} if tasks is None else tasks
    for name, value in (("gamedata.json", games), ("taskdata.json", tasks)):
        (folder / name).write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
    with (folder / "human_agent_feedback.csv").open("w", newline="") as file:
        head = ["HitId", "GameMinecraftId", "TaskMinecraftId", "AgentName", "Annotation", "CompletionCode"]
        csv.writer(file).writerows([head, *([h, g, "t1", "MHB", json.dumps(RATED), ""] for h, g in rated)])
    return folder
