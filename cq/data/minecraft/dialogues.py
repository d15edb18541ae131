"""The Minecraft Dialogue Corpus (Narayan-Chen et al. 2019) as segments of instructions and actions.

The corpus's layout, as a folder or as a zip of it:

    splits.json                         {"train": ["C76", ...], "val": [...], "test": [...]}, by goal
    data-3-30/logs/GAME/postprocessed-observations.json
                                        the log of a game: see `cq.data.minecraft.games`
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from cq.data.minecraft.games import LOG, games
from cq.data.minecraft.segments import segments
from cq.data.report import MinecraftReport, first_reasons, read_set
from cq.data.schema import grid_feature
from cq.data.storage.archive import Archive
from cq.data.storage.sources import find
from cq.errors import InputError, MissingFileError, excerpt
from cq.files.json_input import parse_json
from cq.settings import data_roots
from cq.types import PathLike

if TYPE_CHECKING:
    import datasets
    import pyarrow as pa

ZIP = "minecraft_dialogues.zip"
SPLITS_FILE = "splits.json"
SPLITS = {"train": "train", "val": "validation", "validation": "validation", "test": "test"}
"""The names of the splits in the corpus's file, and here."""


def segment_features() -> datasets.Features:
    """The columns of the Minecraft dialogues, one row per segment.

    `game` is the corpus's name of the game, `goal` the id of the structure to be built (as in `TaskSet`),
    `split` "train", "validation" or "test", None for a goal of no split, and `number` the segment's number in
    the game, from 0; dropped segments count.

    `instruction` is the architect's last utterance before the actions. `dialogue` are all utterances of the
    game before it, oldest first, and `said_since` those after it and before the actions, mostly the
    builder's; speakers are "architect" and "builder".

    `start` and `target` are the worlds before and after the segment, int8 (9, 11, 11), [y, x, z], IGLU 2022
    colours. `position` (x, y, z in blocks, the ground at 63) and `look` (pitch, yaw in radians) are the
    builder's pose before its first action, in the convention of `cq.world.Pose`. `actions` are in order: kind
    "place" or "break", cell (y, x, z), and the colour placed, 0 for a break. `recent` are the builder's last
    5 actions before the segment, the newest last.
    """
    from datasets import Features, List, Value

    grid = grid_feature()
    utterances = List({"speaker": Value("string"), "text": Value("string")})
    actions = List({"kind": Value("string"), "cell": List(Value("int8"), length=3), "colour": Value("int8")})
    return Features(
        {
            "game": Value("string"),
            "goal": Value("string"),
            "split": Value("string"),
            "number": Value("int16"),
            "instruction": Value("string"),
            "dialogue": utterances,
            "said_since": utterances,
            "start": grid,
            "target": grid,
            "position": List(Value("float32"), length=3),
            "look": List(Value("float32"), length=2),
            "actions": actions,
            "recent": actions,
        }
    )


def load_minecraft(
    path: PathLike | None = None, *, split: str | None = None, cache: bool = True
) -> datasets.Dataset:
    """Load the Minecraft dialogues as a `datasets.Dataset` of segments, game by game.

    `segment_features` has the columns. `path` is the corpus's folder, a zip of it, or a folder that holds
    `minecraft_dialogues.zip`; None means the data folders (`CQ_DATA`). `split` is "train", "validation" or
    "test"; None means every segment, also those of goals of no split. `cache` works as for `load_singleturn`.

    A segment is the builder's actions between two utterances, cut as in the published evaluation of builders
    (Jayannavar et al. 2020). Segments with a block outside the zone and those before the architect's first
    word are dropped, and counted in `minecraft_report(path)`; games that cannot be read are dropped whole,
    with the reason. Segments whose actions undo each other are kept, as published: a builder's actions there
    count as wrong. The game's own opening line is not part of the dialogue.

    Raises `MissingFileError` or `InputError` if there is no data set, if its list of splits cannot be read,
    or if no game can; `InputError` for an unknown split, and for one of which the data have no segment.
    """
    from datasets import Dataset

    known = list(dict.fromkeys(SPLITS.values()))
    if split is not None and split not in known:
        raise InputError(f"split is {excerpt(split)}; it is one of {', '.join(known)}, or None for all")
    rows = Dataset(_table(path, cache))
    if split is None:
        return rows
    split_of = np.array(rows["split"][:])
    if not (split_of == split).any():
        present = [name for name in known if name in split_of]
        raise InputError(f"the data have no segment of the split {split!r}; they have {', '.join(present)}")
    return rows.select(np.flatnonzero(split_of == split))


def minecraft_report(path: PathLike | None = None, *, cache: bool = True) -> MinecraftReport:
    """The `MinecraftReport` of `load_minecraft(path)`."""
    return MinecraftReport.of(_table(path, cache))


def locate_minecraft(name: str, tables: list[str], path: PathLike | None) -> Path:
    """The path of one of the two Minecraft sets. Raises `MissingFileError` naming the searched folders."""
    found = find([name], tables, path)
    if found is None:
        searched = ", ".join(repr(str(root)) for root in data_roots())
        raise MissingFileError(
            f"no {name} in {searched}; give a path, or set CQ_DATA to the folder that holds it"
        )
    return found


def _table(path: PathLike | None, cache: bool) -> pa.Table:
    location = locate_minecraft(ZIP, [SPLITS_FILE], path)
    return read_set("minecraft", location, MinecraftReport, _rows, segment_features, cache)


def _rows(archive: Archive, report: MinecraftReport) -> list[dict[str, Any]]:
    split_of = _splits(archive)
    rows: list[dict[str, Any]] = []
    for game in games(archive, report):
        split = split_of.get(game.goal)
        for segment in segments(game, report):
            rows.append({"game": game.name, "goal": game.goal, "split": split, **segment})
            report.segments_kept += 1
            report.segments[split or ""] = report.segments.get(split or "", 0) + 1
    if not report.games_read:
        raise InputError(
            f"no game in the data set: it has no file …/GAME/{LOG}; give the corpus's folder or zip"
        )
    if not report.games_kept:
        raise InputError(f"no game can be read: {first_reasons(report.dropped_games)}")
    return rows


def _splits(archive: Archive) -> dict[str, str]:
    """The split of each goal."""
    files = [name for name in archive.names() if name.rpartition("/")[2] == SPLITS_FILE]
    if not files:
        raise InputError(
            f"no {SPLITS_FILE} in the data set; give the folder or zip of the Minecraft dialogues"
        )
    name = min(files, key=len)
    try:
        recorded = parse_json(archive.read(name), name)
    except InputError as error:
        raise InputError(f"{name} cannot be read: {error}; restore the corpus's own") from None
    split_of: dict[str, str] = {}
    if not isinstance(recorded, dict):
        raise InputError(f"{name} is not an object of goals by split; restore the corpus's own")
    for split, goals in recorded.items():
        if split not in SPLITS or not isinstance(goals, list):
            raise InputError(f"{name}: {split!r} is not a list of goals for one of {', '.join(SPLITS)}")
        for goal in goals:
            if not isinstance(goal, str):
                raise InputError(f"{name}: the goal {excerpt(goal)} of {split!r} is not a name")
            if split_of.setdefault(goal, SPLITS[split]) != SPLITS[split]:
                raise InputError(f"{name}: goal {goal!r} is in two splits; a goal is in one")
    return split_of
