"""How often an answer is understood, by the kind of question: counted in played dialogues."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from cq.errors import InputError, excerpt
from cq.files import write_text
from cq.files.json_input import read_json
from cq.language.asked import QUESTION_TYPES
from cq.modeling.artifacts import bundled_json
from cq.modeling.manifest import DIALOGUE, update_part

FILE = "understood.json"
"""The counts, in their folder of the weights."""
EXPECTED, STRENGTH = 0.6, 10
"""The share that is expected before any dialogue is played, and the number of answers that it counts as."""
Counts = Mapping[str, tuple[int, int]]
"""Kind of question → answers that were understood, and all answers."""


@cache
def bundled_counts() -> Counts:
    """The counts that come with the package."""
    return _counts(bundled_json(DIALOGUE, FILE))


def how_often_understood(kind: str, counts: Counts | None = None) -> float:
    """The share of the answers to a kind of question that are understood, in (0, 1); few answers count as
    little.
    """
    understood, asked = (bundled_counts() if counts is None else counts).get(kind, (0, 0))
    return (understood + EXPECTED * STRENGTH) / (asked + STRENGTH)


def fit(played: Iterable[Path], folder: Path) -> Counts:
    """Add up the counts of played dialogues (`python -m eval loop --fit FILE`), write them for a pipeline in
    a folder, and return them. Raises `InputError` for a file that holds none.
    """
    total: dict[str, tuple[int, int]] = {}
    for path in played:
        try:
            counts = _counts(read_json(path, "file of counts"))
        except (InputError, KeyError, TypeError) as error:
            raise InputError(
                f"{str(path)!r} holds no counts ({error}); write it by python -m eval loop --fit FILE"
            ) from None
        for kind, (understood, asked) in counts.items():
            before = total.get(kind, (0, 0))
            total[kind] = before[0] + understood, before[1] + asked
    ordered = {kind: list(total[kind]) for kind in QUESTION_TYPES if kind in total}
    write_text(folder / DIALOGUE / FILE, json.dumps({"understood": ordered}, indent=1) + "\n")
    update_part(folder, DIALOGUE)
    return total


def _counts(data: Any) -> Counts:
    found = {}
    for kind, (understood, asked) in data["understood"].items():
        if kind not in QUESTION_TYPES or not 0 <= int(understood) <= int(asked):
            raise ValueError(f"{excerpt(kind)}: {understood} of {asked}")
        found[kind] = int(understood), int(asked)
    return found
