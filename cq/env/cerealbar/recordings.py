"""Recorded games as rows, one an instruction: the public game files of CerealBar, and CB2's event logs.

The first are those of lil-lab/cerealbar (`data/README.md`), which have no maps: what is replayed is the
selection of cards. CB2's have their maps' cards, so that the moves are replayed. Either way the score of the
replay stands beside the recorded one.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cq.data.schema import data_set
from cq.env.cerealbar.cb2_events import cb2_rows
from cq.env.cerealbar.deck import Card, card_code, is_set
from cq.errors import InputError, MissingFileError, excerpt
from cq.files import check_no_pointer
from cq.files.json_input import parse_json

if TYPE_CHECKING:
    import datasets

ACTIONS = {"MF": "forward", "MB": "back", "RR": "right", "RL": "left"}
_FOLLOWER = ("Agent", "Follower")


def recording_features() -> datasets.Features:
    """The columns of recorded instructions. `actions` are the follower's, in the names of `Action`, with a
    "done" if it finished; `time` is in seconds since the game began, None for CB2; `score` is the recorded
    score of the game, `replayed_score` that of its replay, and `agrees` whether they are the same.
    """
    from datasets import Features, List, Value

    return Features(
        {
            "source": Value("string"),
            "game_id": Value("string"),
            "split": Value("string"),
            "number": Value("int32"),
            "instruction": Value("string"),
            "completed": Value("bool"),
            "turn": Value("int32"),
            "time": Value("float64"),
            "actions": List(Value("string")),
            "score": Value("int32"),
            "replayed_score": Value("int32"),
            "agrees": Value("bool"),
        }
    )


def load_recordings(path: str | os.PathLike[str]) -> datasets.Dataset:
    """The instructions of the public game files: a JSON file, or a folder of them.

    `cq.data.to_hub_parquet` writes the result as parquet. Raises `InputError` for a file of another format,
    and `MissingFileError` if there is none.
    """
    return _load(path, _public_rows)


def load_cb2(path: str | os.PathLike[str]) -> datasets.Dataset:
    """The instructions of CB2's games as its `db_to_json` writes them: a JSON file, or a folder of them.

    Raises as `load_recordings` does.
    """
    return _load(path, cb2_rows)


def _load(path: str | os.PathLike[str], parse: Callable[[Any], Iterator[dict[str, Any]]]) -> datasets.Dataset:
    path = Path(path)
    files = sorted(path.glob("*.json")) if path.is_dir() else [path]
    if not files or not all(file.is_file() for file in files):
        raise MissingFileError(f"no game files at {path}; give a JSON file or a folder of JSON files")
    rows: list[dict[str, Any]] = []
    for file in files:
        content = file.read_bytes()
        check_no_pointer(content, file)
        try:
            rows += parse(parse_json(content, "it"))
        except (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError) as error:
            reason = f"{excerpt(str(error), 90)} ({type(error).__name__})"
            raise InputError(f"{file} is not a file of recorded games: {reason}; get it again") from None
    return data_set(rows, recording_features())


def _public_rows(games: Mapping[str, Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """The rows of a file: game id → game."""
    for game_id, game in games.items():
        rows: dict[int, dict[str, Any]] = {}
        waiting: list[int] = []
        for action in game["actions"]:
            kind = action["type"]
            if kind == "instruction":
                number = action["instruction_id"]
                waiting.append(number)
                rows[number] = {
                    "source": "cerealbar",
                    "game_id": game_id,
                    "split": game.get("split"),
                    "number": number,
                    "instruction": action["instruction"],
                    "completed": bool(action["completed"]),
                    "turn": action["turn_id"],
                    "time": action["game_time"],
                    "actions": [],
                    "score": game["score"],
                }
            elif kind == "finish command":
                rows[action["instruction_id"]]["actions"].append("done")
                waiting.remove(action["instruction_id"])
            elif kind == "movement" and action["character"] in _FOLLOWER and waiting:
                rows[waiting[0]]["actions"] += [ACTIONS[action["action"]]] if action["move_id"] >= 0 else []
        replayed = _replayed_score(game["actions"])
        for row in rows.values():
            yield row | {"replayed_score": replayed, "agrees": replayed == game["score"]}


def _replayed_score(actions: list[Mapping[str, Any]]) -> int:
    """The sets that the recorded selections of cards make by the rules."""
    selected: list[int] = []
    points = 0
    for action in actions:
        if action["type"] != "movement" or not action.get("card_result"):
            continue
        change, number, colour, shape = action["card_result"].split()
        code = card_code(Card(colour.removeprefix("card_").lower(), shape.lower(), int(number)))
        if change == "ACTIVATED":
            selected.append(code)
        elif code in selected:
            selected.remove(code)
        if is_set(selected):
            points, selected = points + 1, []
    return points
