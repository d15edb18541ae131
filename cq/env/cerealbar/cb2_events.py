"""The event log of CB2 (lil-lab/cb2), the successor of CerealBar: rows and replay.

Its cells have HECS coordinates: a (odd row), r (pairs of rows, growing to the south) and c (column).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cq.env.cerealbar.deck import COLOURS, Card, card_code, is_set

PROP_UPDATE, CARD_SPAWN = 5, 6
INSTRUCTION_SENT, INSTRUCTION_ACTIVATED, INSTRUCTION_DONE, INSTRUCTION_CANCELLED, ACTION = 9, 10, 11, 12, 13
FOLLOWER = 2
"""The origin of the follower's events."""

ACTIONS = {"MF": "forward", "MB": "back", "TR": "right", "TL": "left"}
_SHAPES = ("plus", "torus", "heart", "diamond", "cube", "star", "triangle")
"""In the order of its numbers, from 1; its square is the first game's cube. Its colours are in our order."""

Place = tuple[int, int, int]


def cb2_rows(games: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """A row for each instruction of each game."""
    for game in games:
        rows: dict[str, dict[str, Any]] = {}
        current = ""
        for event in game["events"]:
            kind, code = int(event["type"]), event["short_code"]
            if kind == INSTRUCTION_SENT:
                rows[code] = {
                    "source": "cb2",
                    "game_id": str(game["id"]),
                    "number": len(rows),
                    "instruction": _data(event)["text"],
                    "completed": False,
                    "turn": event["turn_number"],
                    "actions": [],
                    "score": game["score"],
                }
            elif kind == INSTRUCTION_ACTIVATED:
                current = code
            elif kind in (INSTRUCTION_DONE, INSTRUCTION_CANCELLED):
                if kind == INSTRUCTION_DONE:
                    rows[code]["completed"] = True
                    rows[code]["actions"].append("done")
                current = ""
            elif kind == ACTION and int(event["origin"]) == FOLLOWER and current and code in ACTIONS:
                rows[current]["actions"].append(ACTIONS[code])
        replayed = replay_events(game["events"])
        for row in rows.values():
            yield row | {"replayed_score": replayed, "agrees": replayed == game["score"]}


def replay_events(events: Sequence[Mapping[str, Any]]) -> int:
    """The score of the recorded moves by the rules: who steps on a card toggles it, and a selected set is a
    point and goes. New cards are the recorded ones.
    """
    cards: dict[Place, int] = {}
    selected: list[Place] = []
    points = 0
    for event in events:
        kind = int(event["type"])
        if kind == PROP_UPDATE:
            props = [prop for prop in _data(event)["props"] if prop.get("card_init")]
            cards = {_place(prop["prop_info"]["location"]): _code(prop["card_init"]) for prop in props}
            selected = [
                _place(prop["prop_info"]["location"]) for prop in props if prop["card_init"]["selected"]
            ]
        elif kind == CARD_SPAWN:
            card = _data(event)
            cards[_place(card["location"])] = _code(card)
        elif kind == ACTION and event["short_code"] in ("MF", "MB"):
            turned = 0 if event["short_code"] == "MF" else 3
            place = _neighbour(_place(event["location"]), int(event["orientation"]) // 60 + turned)
            if place not in cards:
                continue
            selected = [*selected, place] if place not in selected else [p for p in selected if p != place]
            if is_set([cards[other] for other in selected]):
                for other in selected:
                    del cards[other]
                points, selected = points + 1, []
    return points


def _neighbour(place: Place, heading: int) -> Place:
    """The cell beside another: heading 0 is up right, 1 right, and so on clockwise."""
    a, r, c = place
    heading %= 6
    if heading in (1, 4):
        return a, r, c + (1 if heading == 1 else -1)
    down, right = heading in (2, 3), heading in (0, 2)
    row = r + a if down else r - (1 - a)
    return 1 - a, row, c + (a if right else a - 1)


def _place(location: Any) -> Place:
    known = json.loads(location) if isinstance(location, str) else location
    lower = {name.lower(): value for name, value in known.items()}
    return int(lower["a"]), int(lower["r"]), int(lower["c"])


def _code(card: Mapping[str, Any]) -> int:
    colour, shape = COLOURS[int(card["color"]) - 1], _SHAPES[int(card["shape"]) - 1]
    return card_code(Card(colour, shape, int(card["count"])))


def _data(event: Mapping[str, Any]) -> Any:
    """The data of an event, which the log may have as JSON in a string."""
    data = event["data"]
    return json.loads(data) if isinstance(data, str) else data
