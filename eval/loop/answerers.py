"""Whoever answers the builder about a row: a simulated architect, or a person whose answers were recorded."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from cq.arena.answering import Answers
from cq.building.training.recorded_builds import RecordedBuild
from cq.dialogue.questions import ClarifyingQuestion
from cq.errors import InputError, excerpt
from cq.files.json_input import read_json
from cq.simulate import Architect
from eval.loop.brief_architect import BriefArchitect

Says: TypeAlias = Callable[[ClarifyingQuestion | None], str | None]
"""What is said to a question, or after a reply where none is open; None ends the talk."""

OWN, BRIEF = "own", "brief"
ARCHITECTS: Mapping[str, Callable[[RecordedBuild, int], Answers]] = {
    OWN: lambda row, seed: Architect(row.start, row.target, seed),
    BRIEF: lambda row, seed: BriefArchitect(row.world, row.target, seed),
}
"""Whoever knows the target of a row and answers, with a seed. The library's own speaks by the grammar that
reads answers; the brief one speaks words of its own.
"""


def simulated(architect: str, row: RecordedBuild, seed: int) -> Says:
    """One of `ARCHITECTS`, who only answers questions."""
    answers = ARCHITECTS[architect](row, seed)
    return lambda question: None if question is None else answers.answer(question)


def recorded(answers: Sequence[str]) -> Says:
    """Some answers in order, whatever is asked."""
    left = iter(answers)
    return lambda question: next(left, None)


def load_answers(path: Path, num_rows: int) -> dict[int, list[str]]:
    """Row number → the answers that a person gave, from a JSON file; `num_rows` is how many rows there are.

    Raises `InputError` for a file of another form or the number of no row, and `MissingFileError`.
    """
    given = read_json(path, "file of answers")
    if not isinstance(given, dict):
        raise InputError(f"{str(path)!r} holds {excerpt(given)}; give row number → list of answers")
    found: dict[int, list[str]] = {}
    for key, answers in given.items():
        if not (key.isascii() and key.isdecimal() and len(key) < 10 and int(key) < num_rows):
            raise InputError(f"{str(path)!r}: {excerpt(key)} is not a row; rows are 0 to {num_rows - 1}")
        if not isinstance(answers, list) or not all(isinstance(one, str) for one in answers):
            raise InputError(f"{str(path)!r}, row {key}: {excerpt(answers)} is not a list of texts")
        found[int(key)] = answers
    return found
