"""Qulac (Aliannejadi et al. 2019): ambiguous and faceted search topics. All of them need a question."""

from __future__ import annotations

from collections.abc import Iterator

from cq.corpora.corpus import Answer, Request
from cq.corpora.files import CorpusFiles, Questions
from cq.errors import InputError

COLUMNS = ("topic_id", "facet_id", "topic", "topic_type", "question", "answer")


def requests(files: CorpusFiles, member: str, split: str, questions: Questions) -> Iterator[Request]:
    """One request per topic; rows with an empty question (no question at all) are dropped."""
    columns = files.json(member)
    if not isinstance(columns, dict) or not all(isinstance(columns.get(name), dict) for name in COLUMNS):
        raise InputError(f"{member} is not a table of the columns {', '.join(COLUMNS)}; get it again")
    rows = list(columns["topic_id"])
    if any(list(columns[name]) != rows for name in COLUMNS) or not rows:
        raise InputError(f"the columns of {member} do not have the same rows; get it again")
    files.check(member, len(rows))
    topics: dict[str, list[str]] = {}
    for row in rows:
        topics.setdefault(str(columns["topic_id"][row]), []).append(row)
    for topic, places in topics.items():
        answers = tuple(
            Answer(
                questions.add(question),
                str(columns["answer"][row] or ""),
                str(columns["facet_id"][row] or ""),
            )
            for row in places
            if (question := str(columns["question"][row] or "").strip())
        )
        yield Request(
            id=topic,
            text=str(columns["topic"][places[0]]),
            need=True,
            relevant=tuple(dict.fromkeys(answer.qid for answer in answers)),
            answers=answers,
            kind=str(columns["topic_type"][places[0]] or ""),
            split=split,
        )
