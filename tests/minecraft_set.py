"""Small games in the layout of the Minecraft Dialogue Corpus, for tests of several files."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

GAME = "B1-A2-C8-1500000000000"
SPLITS = {"train": ["C8"], "val": ["C9"], "test": ["C10"]}
OPENING = "<Builder> Mission has started."
RED, BLUE, GREEN = (0, 1, 0, "red"), (1, 1, 0, "blue"), (-5, 9, 5, "green")
"""Blocks as (X, Y, Z, colour), Y from 1."""


def state(said, blocks=(), yaw=0.0, pitch=0.0, at=(0.0, 1.0, 0.0)) -> dict:
    """One recorded state, after the utterances `said`; `at` None is a state without the builder."""
    position = at and {"X": at[0], "Y": at[1], "Z": at[2], "Yaw": yaw, "Pitch": pitch}
    return {
        "ChatHistory": [OPENING, *said],
        "BlocksInGrid": [
            {"AbsoluteCoordinates": {"X": x, "Y": y, "Z": z}, "Type": f"cwc_minecraft_{colour}_rn"}
            for x, y, z, colour in blocks
        ],
        "BuilderPosition": position,
        "Timestamp": "2018-03-30 18:45:06",
    }


ASKED = ["<Architect> Put a red block down.", "<Builder> Where?", "<Architect> In the middle."]
MORE = [*ASKED, "<Builder> Done, next?", "<Architect> A blue one beside it.", "<Builder> ok"]
STATES = [
    state([]),
    state(ASKED[:1]),
    state(ASKED),
    state(ASKED, [RED], yaw=90.0, pitch=30.0, at=(3.0, 1.0, -2.0)),
    state(MORE, [RED], yaw=180.0, at=(4.0, 2.0, 0.0)),
    state(MORE, [RED, GREEN]),
    state(MORE, [RED]),
    state(MORE, [RED, BLUE]),
]
"""Two segments: a red block after a clarified instruction; a green block, taken back, and a blue one."""


def log(states) -> str:
    return json.dumps({"WorldStates": states, "TimeElapsed": 1.0, "NumFixedViewers": 4})


def write_minecraft(folder: Path, games: dict[str, list | str], splits=SPLITS) -> Path:
    """A set of games by name, each a list of states or the text of its log."""
    for name, states in games.items():
        path = folder / "data-3-30" / "logs" / name / "postprocessed-observations.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(states if isinstance(states, str) else log(states))
    folder.mkdir(parents=True, exist_ok=True)
    if splits is not None:
        (folder / "splits.json").write_text(splits if isinstance(splits, str) else json.dumps(splits))
    return folder


def zipped(folder: Path) -> Path:
    """A zip of the folder, beside it."""
    path = folder.with_suffix(".zip")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(folder.rglob("*.json")):
            archive.write(file, file.relative_to(folder))
    return path
