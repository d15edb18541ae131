"""Reading the log of one game: its utterances, and the world at each moment.

A log is `{"WorldStates": [...]}`. Each state has `ChatHistory` (all utterances so far, each
after its speaker's mark), `BlocksInGrid` (a `Type` such as `cwc_minecraft_red_rn`, and `AbsoluteCoordinates`
X, Y, Z) and `BuilderPosition` (X, Y, Z in blocks, Yaw and Pitch in degrees).

The zone is X and Z -5 to 5 and Y 1 to 9; X runs to the east and Z to the south. Minecraft counts yaw
clockwise from south, and pitch downwards.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from cq.data.report import MinecraftReport
from cq.data.storage.archive import Archive
from cq.errors import InputError, excerpt
from cq.files.json_input import parse_json
from cq.types import Cell, Grid
from cq.utterances import SPEAKERS, check_characters, check_speaker, find_mark
from cq.world import COLOURS, IGLU_2022, SHAPE, Pose
from cq.world.grid import HALF, RECORDED_GROUND

LOG = "postprocessed-observations.json"
LARGEST = 1e9
"""No number in a log is larger."""

GROUND = 1
"""Y of the lowest layer in the logs."""

OPENING = ("builder", "Mission has started.")
"""The first line of the game itself. Nobody said it."""

Utterance = tuple[str, str]
"""The speaker, in lower case, and the text."""

_GAME = re.compile(r"B\d+-A\d+-(C\d+)-\d+")
_BLOCK = re.compile(rf"cwc_minecraft_({'|'.join(COLOURS)})_rn")
_UTTERANCE = re.compile(rf"<({'|'.join(SPEAKERS)})> ?(.*)", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True)
class Moment:
    """A recorded world state.

    `blocks` maps a cell (y, x, z), a grid index that may be outside the zone, to its IGLU 2022 colour.
    `said` is the number of the game's utterances so far, `pose` the builder's pose.
    """

    blocks: dict[Cell, int]
    said: int
    pose: Pose

    @cached_property
    def inside(self) -> bool:
        """Whether all blocks are in the zone."""
        return all(0 <= i < n for cell in self.blocks for i, n in zip(cell, SHAPE, strict=True))

    @property
    def grid(self) -> Grid:
        """The blocks as int8 (9, 11, 11). Only for a moment whose blocks are all inside."""
        grid = np.zeros(SHAPE, dtype=np.int8)
        for cell, colour in self.blocks.items():
            grid[cell] = colour
        return grid


@dataclass(frozen=True)
class Game:
    """A game: its name, the goal to build, all utterances, and the moments in order."""

    name: str
    goal: str
    utterances: list[Utterance]
    moments: list[Moment]


def games(archive: Archive, report: MinecraftReport) -> Iterator[Game]:
    """The games of an archive, ordered by name. A game that cannot be read is dropped, with the reason in the
    report.
    """
    logs = {name.split("/")[-2]: name for name in archive.names() if name.endswith(f"/{LOG}")}
    for name in sorted(logs):
        report.games_read += 1
        try:
            game = _read(name, archive.read(logs[name]), report)
        except InputError as error:
            report.dropped_games[name] = str(error)
            continue
        report.games_kept += 1
        yield game


def _read(name: str, content: bytes, report: MinecraftReport) -> Game:
    match = _GAME.fullmatch(name)
    if match is None:
        raise InputError("its folder is not named like B1-A3-C1-1522435497386")
    states = _field(parse_json(content, name), "WorldStates", list)
    utterances: list[Utterance] = []
    moments: list[Moment] = []
    history: list[str] = []
    for number, state in enumerate(states):
        try:
            said = _field(state, "ChatHistory", list)
            if said[: len(history)] != history:
                raise InputError("its ChatHistory does not continue the one before")
            for line in said[len(history) :]:
                utterances += _utterance(line, report)
            history = said
            if state.get("BuilderPosition") is None:
                # The recorder writes such states, without blocks, when it has lost the builder.
                report.states_without_position += 1
                continue
            blocks = _blocks(_field(state, "BlocksInGrid", list))
            moments.append(Moment(blocks, len(utterances), _pose(_field(state, "BuilderPosition", dict))))
        except InputError as error:
            raise InputError(f"world state {number}: {error}") from None
    return Game(name, match[1], utterances, moments)


def _utterance(line: Any, report: MinecraftReport) -> list[Utterance]:
    """The utterance of a line; none for the game's own opening, and for a text that no dialogue can hold."""
    match = _UTTERANCE.fullmatch(line) if isinstance(line, str) else None
    if match is None:
        raise InputError(
            f"the utterance {(line if isinstance(line, str) else excerpt(line))[:40]!r} has no speaker"
        )
    check_characters(line, "an utterance")
    utterance = check_speaker(match[1]), match[2].strip()
    if utterance == OPENING:
        return []
    if not utterance[1] or find_mark(utterance[1]):
        report.utterances_left_out += 1
        return []
    return [utterance]


def _blocks(recorded: list[Any]) -> dict[Cell, int]:
    blocks: dict[Cell, int] = {}
    for block in recorded:
        place, kind = _field(block, "AbsoluteCoordinates", dict), _field(block, "Type", str)
        x, y, z = (_whole(place, axis) for axis in "XYZ")
        match = _BLOCK.fullmatch(kind)
        if match is None:
            raise InputError(f"block type {kind!r} is none of the six colours")
        cell = (y - GROUND, x + HALF, z + HALF)
        if cell in blocks:
            raise InputError(f"two blocks at X {x}, Y {y}, Z {z}")
        blocks[cell] = IGLU_2022.id_of(match[1])
    return blocks


def _pose(recorded: dict[str, Any]) -> Pose:
    x, y, z, yaw, pitch = (_number(recorded, key) for key in ("X", "Y", "Z", "Yaw", "Pitch"))
    # Clockwise from south to counter-clockwise from north, downwards to upwards.
    return Pose((x, y - GROUND + RECORDED_GROUND, z), -math.radians(pitch), math.pi - math.radians(yaw))


def _field(record: Any, key: str, kind: type) -> Any:
    value = record.get(key) if isinstance(record, dict) else None
    if not isinstance(value, kind):
        raise InputError(f"{key} is {excerpt(value, 40)!r}; it must be a {kind.__name__}")
    return value


def _number(record: dict[str, Any], key: str) -> float:
    value = record.get(key)
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= LARGEST:
        raise InputError(f"{key} is {excerpt(value)}; it must be a finite number")
    return float(value)


def _whole(record: dict[str, Any], key: str) -> int:
    value = _number(record, key)
    if value != int(value):
        raise InputError(f"{key} is {excerpt(value)}; it must be a whole number")
    return int(value)
