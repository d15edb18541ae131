"""Cutting a game into segments: the builder's actions between two utterances.

The cut is that of the published evaluation of builders (Jayannavar et al. 2020, "Learning to execute
instructions in a Minecraft dialogue"): all actions between two utterances, whoever speaks, are one segment.
If a recorded state has both new blocks and a new utterance, the blocks came first. A segment is dropped
if a block is outside the zone before it, during it or after it, also as published.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from cq.data.minecraft.games import Game, Moment, Utterance
from cq.data.report import MinecraftReport

Record = dict[str, Any]

RECENT = 5
"""Actions of the builder before a segment that are kept with it."""


def segments(game: Game, report: MinecraftReport) -> Iterator[Record]:
    """The segments of a game, in order, in the columns of `segment_features`. `report` counts the dropped
    ones, which have a number too.
    """
    recent: list[Record] = []
    for number, moments in enumerate(_cut(game)):
        pairs = list(pairwise(moments))
        # A cell outside the zone has no place in a grid, so its actions are dropped.
        actions = [
            action
            for before, after in pairs
            if before.inside and after.inside
            for action in _actions(before, after)
        ]
        said = game.utterances[: moments[0].said]
        asked = _last_instruction(said)
        if not all(moment.inside for moment in moments):
            report.segments_outside_zone += 1
        elif asked is None:
            report.segments_without_instruction += 1
        else:
            report.segments_without_net_change += moments[0].blocks == moments[-1].blocks
            pose = moments[0].pose
            yield {
                "number": number,
                "instruction": said[asked][1],
                "dialogue": _turns(said[:asked]),
                "said_since": _turns(said[asked + 1 :]),
                "start": moments[0].grid,
                "target": moments[-1].grid,
                "position": list(pose.position),
                "look": [pose.pitch, pose.yaw],
                "actions": actions,
                "recent": recent,
            }
        recent = (recent + actions)[-RECENT:]


def _cut(game: Game) -> Iterator[list[Moment]]:
    """The moments of each segment: the last one before its first action, and one after each change."""
    current: list[Moment] = []
    for before, after in pairwise(game.moments):
        if after.blocks != before.blocks:
            current = [*(current or [before]), after]
        if current and after.said > current[0].said:
            yield current
            current = []
    if current:
        yield current


def _actions(before: Moment, after: Moment) -> list[Record]:
    """The actions between two moments: almost always one. Of several, breaks come first, from the top down,
    then places from the ground up.
    """
    changed = sorted(
        cell
        for cell in before.blocks.keys() | after.blocks.keys()
        if before.blocks.get(cell) != after.blocks.get(cell)
    )
    breaks = [
        {"kind": "break", "cell": [*cell], "colour": 0} for cell in reversed(changed) if cell in before.blocks
    ]
    return breaks + [
        {"kind": "place", "cell": [*cell], "colour": after.blocks[cell]}
        for cell in changed
        if cell in after.blocks
    ]


def _turns(utterances: list[Utterance]) -> list[Record]:
    return [{"speaker": speaker, "text": text} for speaker, text in utterances]


def _last_instruction(said: list[Utterance]) -> int | None:
    """The index of the architect's last utterance that holds a word."""
    return next(
        (i for i in reversed(range(len(said))) if said[i][0] == "architect" and re.search(r"\w", said[i][1])),
        None,
    )
