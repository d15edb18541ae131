"""Reading `dialogs.csv`: the utterances, step by step.

Odd steps are the architect's (`instruction`, or `Answer4ClarifyingQuestion`), even ones the builder's
(`ClarifyingQuestion`, else a world recorded as `builder-data/<session>/step-N`). An answer is also read from
the row of its question.
"""

from __future__ import annotations

import logging
import re
from collections import defaultdict
from collections.abc import Sequence

from cq.data.storage.archive import Archive
from cq.data.storage.tables import read_csv
from cq.errors import InputError
from cq.utterances import write_utterance

log = logging.getLogger("cq.data")

TABLES = ("dialogs.csv", "multi_turn_dialogs.csv")
COLUMNS = (
    "PartitionKey",
    "structureId",
    "StepId",
    "instruction",
    "ClarifyingQuestion",
    "Answer4ClarifyingQuestion",
    "IsHITQualified",
)
QUALIFIED = {"true": True, "1": True, "1.0": True, "false": False, "0": False, "0.0": False}


class Dialogs:
    """The utterances of all sessions. `before` gives those before a recorded world."""

    def __init__(self, rows: Sequence[dict[str, str]]) -> None:
        self._steps: dict[str, list[tuple[int, str]]] = defaultdict(list)
        for row in rows:
            try:
                utterances = spoken(row) if qualified(row) else []
                self._steps[row["PartitionKey"]] += [
                    (step_number(row), utterance) for utterance in utterances
                ]
            except InputError as error:
                log.warning("session %s: %s; the step is left out", row["PartitionKey"], error)

    @classmethod
    def find(cls, archive: Archive) -> Dialogs:
        """The dialogs of an archive; no utterances if it has no dialog table."""
        table = find_table(archive)
        return cls([] if table is None else read_csv(archive, table, COLUMNS).to_dict("records"))

    def before(self, world_path: str) -> str | None:
        """The utterances before the recording `…/<session>/step-N`, one per line; None if none is known."""
        match = re.search(r"(?:^|/)([^/]+)/step-(\d+)$", world_path)
        if not match or match[1] not in self._steps:
            return None
        steps = sorted(self._steps[match[1]], key=lambda step: step[0])
        return "\n".join(utterance for number, utterance in steps if number < int(match[2]))


def find_table(archive: Archive) -> str | None:
    """The name of the archive's dialog table, None if it has none. Raises `InputError` if it has several."""
    tables = [name for name in archive.names() if name.rpartition("/")[2] in TABLES]
    if len(tables) > 1:
        raise InputError(f"more than one set is here: {', '.join(tables[:3])}; give the folder of one")
    return tables[0] if tables else None


def spoken(row: dict[str, str]) -> list[str]:
    """The utterances of a step, each with its speaker; a run of `$` is a line break."""
    answer = ("architect", row["Answer4ClarifyingQuestion"])
    if step_number(row) % 2:
        turns = [answer, ("architect", row["instruction"])]
    else:
        turns = [("builder", row["ClarifyingQuestion"]), answer]
    lines = [(speaker, re.sub(r"\$+", "\n", text).strip()) for speaker, text in turns]
    return [write_utterance(speaker, text) for speaker, text in lines if text]


def step_number(row: dict[str, str]) -> int:
    """The number of a step. Raises `InputError` if it is not an integer."""
    written = row["StepId"].strip().removesuffix(".0")
    if not written.isdecimal():
        raise InputError(f"StepId {row['StepId']!r} is not a whole number")
    return int(written)


def qualified(row: dict[str, str]) -> bool:
    """Whether a step is marked as qualified. Raises `InputError` for any mark but true and false."""
    mark = QUALIFIED.get(row["IsHITQualified"].strip().lower())
    if mark is None:
        written = row["IsHITQualified"]
        raise InputError(f"step {row['StepId']}: IsHITQualified is {written!r}, neither true nor false")
    return mark
