"""The Minecraft Structured Dialogue Corpus (Thompson et al. 2024): the dialogues with discourse relations.

Its layout, as a folder or as a zip of it: `TRAIN_….json`, `VAL_….json` and `TEST_….json`, each a list of
games `{"id": "C94-B27-A25", "edus": [{"text", "speaker"}, …], "relations": [{"x", "y", "type"}, …]}`. An
elementary discourse unit (EDU) is a clause of an utterance, or a run of the builder's actions, spelled out
(`place red -2 1 0, pick blue 0 1 3`, X, Y from 1, Z). x and y are the numbers of two EDUs, from 0.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from cq.data.minecraft.dialogues import SPLITS, locate_minecraft
from cq.data.minecraft.games import GROUND
from cq.data.report import Report, first_reasons, read_set
from cq.data.storage.archive import Archive
from cq.errors import InputError
from cq.files.json_input import parse_json
from cq.types import PathLike
from cq.utterances import check_characters, check_speaker
from cq.world import COLOURS, IGLU_2022
from cq.world.grid import HALF

if TYPE_CHECKING:
    import datasets
    import pyarrow as pa

ZIP = "minecraft_discourse.zip"

_FILE = re.compile(r"(?:.*/)?(train|val|test)[^/]*\.json", re.IGNORECASE)
_ID = re.compile(r"(C\d+)-(B\d+)-(A\d+)")
_ACTION = rf"(place|pick) ({'|'.join(COLOURS)}) (-?\d+) (-?\d+) (-?\d+)"
_ACTIONS = re.compile(rf"{_ACTION}(?:, {_ACTION})*")


@dataclass
class DiscourseReport(Report):
    """The report of `load_minecraft_discourse`; `dropped_games` maps a game to the reason."""

    games_read: int = 0
    games_kept: int = 0
    relations: dict[str, int] = field(default_factory=dict)
    dropped_games: dict[str, str] = field(default_factory=dict, metadata={"says": "games dropped"})

    def _kept(self) -> list[str]:
        return [f"{self.games_kept:,} of {self.games_read:,} games kept"]


def discourse_features() -> datasets.Features:
    """The columns of the discourse annotation, one row per game.

    `game` is the beginning of the game's name in `load_minecraft` ("B27-A25-C94"), `goal` its goal, and
    `split` "train", "validation" or "test". `edus` are the discourse units in order: `speaker` ("architect"
    or "builder"), `text`, and `actions`, empty for speech, as in `segment_features`. `relations` have a
    `type`, such as "Question-answer_pair", and lead `from` one unit `to` another (numbers from 0).
    """
    from datasets import Features, List, Value

    action = {"kind": Value("string"), "cell": List(Value("int8"), length=3), "colour": Value("int8")}
    return Features(
        {
            "game": Value("string"),
            "goal": Value("string"),
            "split": Value("string"),
            "edus": List({"speaker": Value("string"), "text": Value("string"), "actions": List(action)}),
            "relations": List({"type": Value("string"), "from": Value("int16"), "to": Value("int16")}),
        }
    )


def load_minecraft_discourse(path: PathLike | None = None, *, cache: bool = True) -> datasets.Dataset:
    """Load the discourse annotation of the Minecraft dialogues, one row per game (see `discourse_features`).

    `path` is its folder, a zip of it, or a folder that holds `minecraft_discourse.zip`; None means the data
    folders (`CQ_DATA`). `cache` works as for `load_singleturn`. Games that cannot be read are dropped, with
    a warning; `discourse_report(path)` has the reasons.

    Raises `MissingFileError` or `InputError` if there is no data set, if one of its files cannot be read, or
    if no game can.
    """
    from datasets import Dataset

    return Dataset(_table(path, cache))


def discourse_report(path: PathLike | None = None, *, cache: bool = True) -> DiscourseReport:
    """The `DiscourseReport` of `load_minecraft_discourse(path)`."""
    return DiscourseReport.of(_table(path, cache))


def _table(path: PathLike | None, cache: bool) -> pa.Table:
    location = locate_minecraft(ZIP, [], path)
    return read_set("minecraft-discourse", location, DiscourseReport, _rows, discourse_features, cache)


def _rows(archive: Archive, report: DiscourseReport) -> list[dict[str, Any]]:
    files = [(name, match) for name in archive.names() if (match := _FILE.fullmatch(name))]
    if not files:
        raise InputError(
            "no file named TRAIN_….json, VAL_….json or TEST_….json in the data set; give the folder or zip "
            "of the Minecraft Structured Dialogue Corpus"
        )
    rows: list[dict[str, Any]] = []
    for name, match in files:
        for number, recorded in enumerate(_games(archive, name)):
            report.games_read += 1
            try:
                row: dict[str, Any] = {"split": SPLITS[match[1].lower()], **_game(recorded)}
            except InputError as error:
                report.dropped_games[f"{name}: game {number}"] = str(error)
                continue
            report.games_kept += 1
            rows.append(row)
            for relation in row["relations"]:
                report.relations[relation["type"]] = report.relations.get(relation["type"], 0) + 1
    if not report.games_kept:
        raise InputError(
            f"no game can be read: {first_reasons(report.dropped_games) or 'the files are empty'}"
        )
    return rows


def _games(archive: Archive, name: str) -> list[Any]:
    try:
        recorded = parse_json(archive.read(name), name)
    except InputError as error:
        raise InputError(f"{name} cannot be read: {error}; restore the corpus's own") from None
    if not isinstance(recorded, list):
        raise InputError(f"{name} is not a list of games; restore the corpus's own")
    return recorded


def _game(recorded: Any) -> dict[str, Any]:
    if not isinstance(recorded, dict) or not all(
        isinstance(recorded.get(k), list) for k in ("edus", "relations")
    ):
        raise InputError("it lacks a list of edus or of relations")
    match = _ID.fullmatch(str(recorded.get("id")))
    if match is None:
        raise InputError(f"its id {recorded.get('id')!r} is not like C94-B27-A25")
    goal, builder, architect = match.groups()
    edus = [_edu(number, edu) for number, edu in enumerate(recorded["edus"])]
    return {
        "game": f"{builder}-{architect}-{goal}",
        "goal": goal,
        "edus": edus,
        "relations": [
            _relation(number, relation, len(edus)) for number, relation in enumerate(recorded["relations"])
        ],
    }


def _edu(number: int, recorded: Any) -> dict[str, Any]:
    if not isinstance(recorded, dict) or not isinstance(recorded.get("text"), str):
        raise InputError(f"edu {number} is not an object with a text")
    text = recorded["text"].strip()
    check_characters(text, f"edu {number}")
    try:
        speaker = check_speaker(recorded.get("speaker"))
    except InputError as error:
        raise InputError(f"edu {number}: {error}") from None
    actions = re.findall(_ACTION, text) if speaker == "builder" and _ACTIONS.fullmatch(text) else []
    return {"speaker": speaker, "text": text, "actions": [_action(*action) for action in actions]}


def _action(kind: str, colour: str, x: str, y: str, z: str) -> dict[str, Any]:
    cell = [int(y) - GROUND, int(x) + HALF, int(z) + HALF]
    if kind == "place":
        return {"kind": "place", "cell": cell, "colour": IGLU_2022.id_of(colour)}
    return {"kind": "break", "cell": cell, "colour": 0}


def _relation(number: int, recorded: Any, edus: int) -> dict[str, Any]:
    if not isinstance(recorded, dict) or not isinstance(recorded.get("type"), str):
        raise InputError(f"relation {number} is not an object with a type")
    check_characters(recorded["type"], f"the type of relation {number}")
    ends = recorded.get("x"), recorded.get("y")
    if not all(type(end) is int and 0 <= end < edus for end in ends):
        raise InputError(f"relation {number} leads from {ends[0]!r} to {ends[1]!r}; there are {edus} edus")
    return {"type": recorded["type"], "from": ends[0], "to": ends[1]}
