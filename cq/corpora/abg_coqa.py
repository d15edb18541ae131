"""Abg-CoQA (Guo et al. 2021): questions in a talk about a story, ambiguous there or not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cq.corpora.corpus import Answer, Request
from cq.corpora.files import CorpusFiles, Questions
from cq.errors import InputError, excerpt

LABELS = {"ambiguous": True, "non_ambiguous": False}
CLARIFICATIONS = ("clarification_turn", "clarification_turn_2")
"""The question of one annotator, and perhaps of another one."""


def requests(files: CorpusFiles, member: str, split: str, questions: Questions) -> Iterator[Request]:
    """One request per target question. Its context is the story, then the turns before it."""
    data = files.json(member)
    rows = data.get("data") if isinstance(data, dict) else None
    if not isinstance(rows, list) or not rows:
        raise InputError(f"{member} has no list of rows under 'data'; get it again")
    files.check(member, len(rows))
    for number, row in enumerate(rows, start=1):
        try:
            yield _request(row, split, questions)
        except (TypeError, KeyError, AttributeError) as error:
            raise InputError(f"row {number} of {member} cannot be read: {error!r}; get it again") from None


def _request(row: Any, split: str, questions: Questions) -> Request:
    if row["ambiguity"] not in LABELS:
        raise InputError(
            f"request {row['id']} is {excerpt(row['ambiguity'])}; it is one of {', '.join(LABELS)}"
        )
    turns = [f"{turn['question']}\n{turn['answer']}" for turn in row["history_turns"]]
    answers = tuple(
        Answer(questions.add(asked["question"]), answer["clr_ans"])
        for name in CLARIFICATIONS
        if (asked := row.get(name))
        for answer in asked["answers"]
    )
    return Request(
        id=row["id"],
        text=row["target_turn"]["question"],
        need=LABELS[row["ambiguity"]],
        context="\n\n".join([row["story"], *turns]),
        relevant=tuple(dict.fromkeys(answer.qid for answer in answers)),
        answers=answers,
        split=split,
    )
