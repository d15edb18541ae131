"""IN3 (Qian et al. 2024): tasks for an agent, vague or not, and the missing details of the vague ones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cq.corpora.corpus import Detail, Request
from cq.corpora.files import CorpusFiles, Questions
from cq.errors import InputError, excerpt

COLUMNS = ("task", "vague", "missing_details")


def requests(files: CorpusFiles, member: str, split: str, questions: Questions) -> Iterator[Request]:
    """One request per task; the details' questions are the relevant ones, the most important first."""
    for number, row in enumerate(files.lines(member, COLUMNS)):
        where = f"row {number + 1} of {member}"
        if not isinstance(row["vague"], bool):
            raise InputError(f"{where}: vague is {excerpt(row['vague'])}; it is true or false")
        details = [_detail(detail, where, questions) for detail in row["missing_details"] or ()]
        details.sort(key=lambda detail: -detail.importance)
        yield Request(
            id=f"{split}-{number}",
            text=str(row["task"]),
            need=row["vague"],
            relevant=tuple(dict.fromkeys(detail.qid for detail in details if detail.qid)),
            details=tuple(details),
            kind=str(row.get("category") or ""),
            split=split,
        )


def _detail(row: Any, where: str, questions: Questions) -> Detail:
    try:
        importance, question = int(row["importance"]), str(row.get("inquiry") or "").strip()
        options = tuple(map(str, row.get("options") or ()))
        description = str(row["description"])
    except (TypeError, ValueError, KeyError, AttributeError) as error:
        raise InputError(f"{where}: the missing detail {excerpt(row)} cannot be read: {error}") from None
    if not 1 <= importance <= 3:
        raise InputError(f"{where}: the importance of a detail is {importance}; it is 1 to 3")
    return Detail(description, importance, questions.add(question) if question else "", options)
