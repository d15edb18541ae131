"""CLAMBER (Zhang et al. 2024): queries to a language model by a taxonomy of ambiguities.

Its authors describe no layout. Each line must be an object, perhaps quoted as a JSON text, with `question`
and `require_clarification` (0 or 1), and perhaps `context`, `clarifying_question`, `category` and `subclass`,
as public programs read it; others are refused.
"""

from __future__ import annotations

from collections.abc import Iterator

from cq.corpora.corpus import Request
from cq.corpora.files import CorpusFiles, Questions
from cq.errors import InputError, excerpt

COLUMNS = ("question", "require_clarification")
LABELS = {"1": True, "0": False, "true": True, "false": False}


def requests(files: CorpusFiles, member: str, split: str, questions: Questions) -> Iterator[Request]:
    """One request per query; `kind` is its category and, after a slash, its subclass."""
    for number, row in enumerate(files.lines(member, COLUMNS)):
        label = str(row["require_clarification"]).lower()
        if label not in LABELS:
            raise InputError(
                f"row {number + 1} of {member}: require_clarification is {excerpt(label)}; it is 0 or 1"
            )
        asked = str(row.get("clarifying_question") or "").strip()
        is_asked = LABELS[label] and bool(asked)
        parts = (str(row.get(name) or "") for name in ("category", "subclass"))
        yield Request(
            id=f"{split}-{number}",
            text=str(row["question"]),
            need=LABELS[label],
            context=str(row.get("context") or ""),
            relevant=(questions.add(asked),) if is_asked else (),
            kind="/".join(part for part in parts if part),
            split=split,
        )
